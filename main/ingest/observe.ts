// One look at a file of a watched folder: is it there, and what does its inside say?
import { FileError, type FileStat, type Files, type HeldFile, type Writers } from '../ports.ts';
import { hourMs, minuteMs, secondMs } from '../retry.ts';
import { hasHollow } from './container-end.ts';
import { companions } from './names.ts';
import { readAhead } from './read-ahead.ts';
import type { Inside, Observation, WriterSight } from './readiness.ts';
import { recognise } from './recognise.ts';

/** Everything that changes when the file does, also where its writer sets its time back. */
export const fileKey = ({ device, inode, size, mtimeNs, changedNs = '' }: FileStat): string =>
  `${device}:${inode}:${size}:${mtimeNs}:${changedNs}`;

/** What is known of a file beside itself. */
export interface Background {
  /** By this computer's wall clock, in ms. */
  readonly now: number;
  /** Its disk is one of this computer's, and so keeps times by this computer's clock. */
  readonly isLocal: boolean;
  /** This very file was taken from this very place before, with another content. */
  readonly wasTaken: (path: string, stat: FileStat) => boolean;
}

interface Look {
  readonly seen: Observation;
  /** Null where there is no file to be seen. */
  readonly stat: FileStat | null;
}

type SeenFile = Extract<Observation, { readonly kind: 'file' }>;

async function statOf(files: Files, path: string): Promise<FileStat | 'gone' | 'unreadable'> {
  try {
    const stat = await files.stat(path);
    return stat.kind === 'file' ? stat : 'gone';
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.problem === 'missing' ? 'gone' : 'unreadable';
  }
}

/** Disks of other computers keep times by clocks of their own, and some in the hours of another zone. */
const strangeClockMs = 26 * hourMs;
const underWayMs = 10 * minuteMs;
/** What was written for so long, in ms, was not written in one go. */
const goMs = 2 * secondMs;

function isUnderWay({ bornMs, mtimeMs, changedMs = mtimeMs }: FileStat, { now, isLocal }: Background): boolean {
  const changedAt = Math.max(mtimeMs, changedMs);
  const isLately = now - changedAt < (isLocal ? underWayMs : strangeClockMs);
  return isLately && bornMs !== undefined && changedAt - bornMs > goMs;
}

/** Ms without any change by the disk's own times; 0 where they do not say. */
const restedMs = ({ mtimeMs, changedMs }: FileStat, now: number): number =>
  changedMs === undefined ? 0 : Math.max(0, now - Math.max(mtimeMs, changedMs));

export async function observe(files: Files, path: string, background: Background): Promise<Look> {
  const stat = await statOf(files, path);
  if (typeof stat === 'string') return { seen: { kind: stat }, stat: null };
  const seen: SeenFile = {
    ...{ kind: 'file', key: fileKey(stat), size: stat.size, inside: null, writer: 'unknown' },
    // What was there before fills every gap, and no end tells of it.
    doubtful: stat.sparse === true || background.wasTaken(path, stat),
    restedMs: background.isLocal ? restedMs(stat, background.now) : 0,
    isUnderWay: isUnderWay(stat, background),
  };
  return { seen, stat };
}

/** `program` = what the system calls who writes; null = nobody is seen, or it has no name. */
export interface SeenWriter {
  readonly writer: WriterSight;
  readonly program: string | null;
}

/** Who of these is being written to, as far as the system shows it: by path. */
export async function observeWriters(
  writers: Pick<Writers, 'holding'> | undefined,
  files: readonly HeldFile[],
): Promise<(path: string) => SeenWriter> {
  const holding = files.length > 0 ? ((await writers?.holding(files)) ?? null) : null;
  if (holding === null) return () => ({ writer: 'unknown', program: null });
  return (path) => {
    const program = holding.get(path);
    return program === undefined ? { writer: 'none', program: null } : { writer: 'held', program: program || null };
  };
}

/** What its bytes say, or what stands in the way of reading them; `hollow` = its end proves nothing for its middle. */
export async function lookInside(
  files: Files,
  path: string,
  { size, elsewhere }: FileStat,
): Promise<{ readonly inside: Inside; readonly hollow: boolean }> {
  const blocked = (inside: Inside) => ({ inside, hollow: false });
  // Not even opened: that alone may fetch gigabytes.
  if (elsewhere === true) return blocked('elsewhere');
  const beside = await Promise.all(companions(path).map((companion) => files.stat(companion).catch(() => null)));
  if (beside.some((one) => one !== null)) return blocked('accompanied');
  try {
    const file = readAhead(await files.open(path), size);
    try {
      const found = await recognise(file, size);
      return found.kind === 'video'
        ? { inside: found.ending, hollow: await hasHollow(file, size) }
        : blocked(found.kind);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.problem === 'busy') return blocked('busy');
    return blocked(error.problem === 'unreadable' || error.problem === 'failed' ? 'unreadable' : 'away');
  }
}

/** A further look at a file that was seen as `outside` and `stat`: with what its inside says, unless it changed meanwhile. */
export async function observeInside(files: Files, path: string, outside: SeenFile, stat: FileStat): Promise<Look> {
  const { inside, hollow } = await lookInside(files, path, stat);
  const after = await statOf(files, path);
  if (typeof after === 'string') return { seen: { kind: after }, stat: null };
  // What changed while it was being read proves nothing.
  const key = fileKey(after);
  if (key !== outside.key) return { seen: { ...outside, key, size: after.size, restedMs: 0 }, stat: after };
  return { seen: { ...outside, inside, doubtful: outside.doubtful || hollow }, stat: after };
}
