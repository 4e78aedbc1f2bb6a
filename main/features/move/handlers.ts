// What the window asks about moving to another computer: what was gathered or read is kept until it is saved, taken over or closed, which
// also ends a taking that is under way.
import type { Desktop, Logger } from '../../ports.ts';
import { type MoveFiles, SaveError } from '../../ports.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import { compareMove, createMoveTaker, type TakeOptions } from './bring-over.ts';
import { type Gathered, type GatherOptions, gather } from './gather.ts';
import { type MoveFile, moveRefused, readMoveFile } from './read-file.ts';

export interface MovesOptions extends GatherOptions, TakeOptions {
  readonly moving?: MoveFiles;
  readonly desktop: Pick<Desktop, 'showFile'>;
  readonly logger: Pick<Logger, 'warn'>;
}

type MoveRequest = Extract<keyof Handlers, `move.${string}`>;

/** "clipferry-2026-11-23.clipferry", by the day of this computer. */
function moveFileName(at: number, zoneMinutes: number): string {
  return `clipferry-${new Date(at + zoneMinutes * 60_000).toISOString().slice(0, 10)}.clipferry`;
}

const endOfFolder = (path: string): number => Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));

export interface Moves {
  readonly handlers: Pick<Handlers, MoveRequest>;
  /** Throws away in the background what came with half a file: in the middle of it the app was ended, or the disk full. */
  kick(): void;
  stop(): Promise<void>;
}

export function createMoves(options: MovesOptions): Moves {
  const { clock, logger, random } = options;
  const taker = createMoveTaker(options);
  let gathered: (Gathered & { readonly id: string }) | null = null;
  let read: { readonly id: string; readonly file: MoveFile } | null = null;
  let saved: string | null = null;
  let taking: AbortController | null = null;
  /** Counts what was asked for: of two that are under way at once, the later one counts. */
  let asked = 0;
  const moving = (): MoveFiles => {
    if (options.moving === undefined) throw new NotFound('failed');
    return options.moving;
  };
  const handlers: Moves['handlers'] = {
    'move.gather': async () => {
      asked += 1;
      const mine = asked;
      const made = { ...(await gather(options)), id: random.hex(8) };
      if (mine === asked) gathered = made;
      return { ...made.view, id: made.id };
    },
    'move.save': async (id) => {
      if (gathered?.id !== id) throw new NotFound('move-gone');
      const { files } = gathered;
      const at = clock.now();
      const path = await moving().choosePlace(moveFileName(at, clock.zoneOffsetMinutes(at)));
      if (path === null) return null;
      try {
        await moving().saveZip(path, files, at);
      } catch (error) {
        if (error instanceof SaveError) return { ok: false, failure: error.problem };
        throw error;
      }
      saved = path;
      return { ok: true, value: { name: path.slice(endOfFolder(path) + 1), folder: path.slice(0, endOfFolder(path)) } };
    },
    'move.showSaved': async () => {
      if (saved !== null) options.desktop.showFile(saved);
    },
    'move.open': async () => {
      asked += 1;
      const mine = asked;
      const path = await moving().chooseFile();
      if (path === null) return null;
      try {
        const file = await readMoveFile(await moving().openZip(path), clock);
        const view = await compareMove(options, file);
        const id = random.hex(8);
        if (mine === asked) read = { id, file };
        return { ok: true, value: { ...view, id } };
      } catch (error) {
        return { ok: false, failure: moveRefused(error).problem };
      }
    },
    'move.take': async (id) => {
      if (read?.id !== id) throw new NotFound('move-gone');
      const mine = { asked, read };
      // It takes a while: who asks a second time meanwhile does not take it twice.
      read = null;
      const mayStop = new AbortController();
      taking = mayStop;
      try {
        return await taker.take(mine.read.file, mayStop.signal);
      } catch (error) {
        if (mine.asked === asked) read = mine.read;
        throw error;
      }
    },
    'move.close': async () => {
      asked += 1;
      gathered = null;
      read = null;
      taking?.abort(new NotFound('move-gone'));
    },
  };
  return {
    handlers,
    kick: () => {
      taker
        .tidy()
        .catch((error: unknown) => logger.warn('What came with half a file is kept for now', { error: String(error) }));
    },
    stop: taker.stop,
  };
}
