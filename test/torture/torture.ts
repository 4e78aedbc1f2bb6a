// One campaign: the whole engine watches a real folder that real writers fill, and a practice site tells which videos became of it.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { databaseName } from '../../main/adapters/database/names.ts';
import { diskFiles } from '../../main/adapters/files.ts';
import type { FileStat, Files, OpenFile, Writers } from '../../main/ports.ts';
import { type Engine, fastClock, fixture, memorySecrets, startEngine } from '../engine/engine.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { contentsOf, type PlannedFile } from './plan.ts';
import { judge, type Queued, type Sent, type Verdict, type Written } from './verdict.ts';
import type { WriteEnd, WriteOrder } from './writer-process.ts';
import { type Way, ways } from './writers.ts';

export interface TortureOptions {
  readonly plan: readonly PlannedFile[];
  /** How much faster the app's time goes than the clock's. */
  readonly times: number;
  /** Nobody can be seen to write, as on a network disk. */
  readonly hidden: boolean;
  /** So many files are written at the same time. */
  readonly abreast: number;
  /** Folder on the disk that is to be tried. */
  readonly disk: string;
  readonly onWritten?: (count: number) => void;
}

const byWay: Readonly<Record<string, Way | undefined>> = ways;

const processes = 4;
/** The clip that comes last. */
const marker = 'zz marker';
/** App time after which whatever is not taken is not going to be: the longest of all careful times, and half as much again. */
const longestCareMs = 5_400_000;

/** What a system says of files on a network disk. */
const nobodySeen: Writers = { holding: async () => null, close: async () => {} };

/** The times of files as they would be if the clock of their disk went as fast as the app's. */
function fastFiles(appTime: (wall: number) => number): Files {
  const fast = (stat: FileStat): FileStat => ({
    ...stat,
    mtimeMs: appTime(stat.mtimeMs),
    ...(stat.changedMs === undefined ? {} : { changedMs: appTime(stat.changedMs) }),
    ...(stat.bornMs === undefined ? {} : { bornMs: appTime(stat.bornMs) }),
  });
  const opened = (file: OpenFile): OpenFile => ({ ...file, stat: async () => fast(await file.stat()) });
  return {
    ...diskFiles,
    stat: async (path) => fast(await diskFiles.stat(path)),
    open: async (path) => opened(await diskFiles.open(path)),
  };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * What its writer has left there. A network disk shows what was written by one name of a file a while later by its other one (sshfs: up to
 * some seconds): what was to be written is no secret then.
 */
const finalOf = async (file: PlannedFile, path: string): Promise<string> =>
  byWay[file.way]?.twoNames ? sumOf(contentsOf(file).bytes) : sha256Of(path);

/** Writers in processes of their own, each of which has many files in hand. */
function startWriters(): { write(order: WriteOrder): Promise<WriteEnd>; stop(): void } {
  const waiting = new Map<number, (end: WriteEnd) => void>();
  const script = fileURLToPath(new URL('writer-process.ts', import.meta.url));
  const children: readonly ChildProcess[] = Array.from({ length: processes }, () => fork(script, { execArgv: [] }));
  for (const child of children)
    child.on('message', (end: WriteEnd) => {
      waiting.get(end.id)?.(end);
      waiting.delete(end.id);
    });
  return {
    write: (order) =>
      new Promise((resolve) => {
        waiting.set(order.file.id, resolve);
        children[order.file.id % processes]?.send(order);
      }),
    stop: () => {
      for (const child of children) child.disconnect();
    },
  };
}

function queuedOf(profile: string, root: string): readonly Queued[] {
  const list = new DatabaseSync(join(profile, databaseName), { readOnly: true });
  try {
    const rows = list.prepare('SELECT path, added_at AS at FROM jobs').all() as unknown as readonly Queued[];
    return rows.map(({ path, at }) => ({ path: path.slice(root.length + 1), at }));
  } finally {
    list.close();
  }
}

/** Videos are titled by the names of their files, and no two files have one name. */
async function sentOf(site: PracticeSite, plan: readonly PlannedFile[]): Promise<readonly Sent[]> {
  const byTitle = new Map(plan.map(({ name }) => [basename(name).replace(/\.\w+$/, ''), name]));
  const { videos } = await site.state();
  return videos.map(({ title, status, file }) => ({
    path: byTitle.get(title) ?? title,
    sha256: file?.sha256 ?? '',
    isTrashed: status === 'trash',
  }));
}

/** The app by and by: it comes when some are being written already, and ends and begins again when half of them are there. */
class App {
  readonly #start: () => Promise<Engine>;
  readonly #root: string;
  readonly #times: number;
  #engine: Engine | null = null;
  #folder = '';
  #isOver = false;
  #isLeft = false;

  constructor(start: () => Promise<Engine>, root: string, times: number) {
    this.#start = start;
    this.#root = root;
    this.#times = times;
  }

  get engine(): Engine {
    if (!this.#engine) throw new Error('the app does not run');
    return this.#engine;
  }

  get folder(): string {
    return this.#folder;
  }

  async begin(site: PracticeSite): Promise<void> {
    this.#engine = await this.#start();
    this.#folder = await this.engine.watch(await this.engine.connect(site), this.#root);
  }

  async again(): Promise<void> {
    await this.stop();
    this.#engine = await this.#start();
  }

  /** Now and then nothing is sent for a while, so that clips change between their place on the list and the line. */
  async sendInWaves(): Promise<void> {
    while (!this.#isOver) {
      for (const paused of [true, false]) {
        await this.#engine?.uploader.handlers['queue.pause'](paused).catch(() => undefined);
        await after((paused ? 40_000 : 20_000) / this.#times);
      }
    }
  }

  /** What was written over after it was sent replaces the older video, as its user answers whenever that is asked. */
  async answer(): Promise<void> {
    while (!this.#isLeft) {
      const list = { filter: 'needs-you', sort: 'queue', offset: 0, limit: 200 } as const;
      const rows = (await this.#engine?.uploader.handlers['queue.view'](list).catch(() => null))?.rows ?? [];
      const asked = rows.filter(({ state }) => state.kind === 'needs-you' && state.reason === 'newer-version');
      const target = { ids: asked.map(({ id }) => id) };
      if (asked.length > 0)
        await this.#engine?.uploader.handlers['queue.act']({ act: 'replace', target }).catch(() => undefined);
      await after(4_000 / this.#times);
    }
  }

  /** Nobody answers any more. */
  leave(): void {
    this.#isLeft = true;
  }

  /** Everything that is going to be taken is on the site: after one more look through the whole folder, which a last clip proves. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.engine.uploader.handlers['queue.pause'](false);
    const patience = Math.max(60_000, longestCareMs / this.#times);
    const untilQuiet = (taken: number) =>
      this.engine.untilFolder(
        this.#folder,
        ({ state, beingWritten, waitingCount, takenCount }) =>
          state === 'watching' && beingWritten === 0 && waitingCount === 0 && takenCount >= taken,
        patience,
      );
    const { takenCount } = await untilQuiet(0);
    copyFileSync(fixture('C0001.mp4'), join(this.#root, `${marker}.mp4`));
    await this.engine.uploader.handlers['folder.scan'](this.#folder);
    await untilQuiet(takenCount + 1);
  }

  async stop(): Promise<void> {
    const engine = this.#engine;
    this.#engine = null;
    await engine?.stop();
  }
}

interface Lanes {
  readonly root: string;
  readonly aside: string;
  readonly appTime: (wall: number) => number;
  readonly writers: ReturnType<typeof startWriters>;
  readonly onHalf: () => void;
}

/** Writes all of them, so many abreast, and reads what each writer has left. */
async function writeAll(
  { plan, times, abreast, onWritten }: TortureOptions,
  lanes: Lanes,
): Promise<readonly Written[]> {
  const { root, aside, appTime, writers, onHalf } = lanes;
  const written: Written[] = [];
  const left = plan.values();
  const lane = async (): Promise<void> => {
    for (const file of left) {
      const path = join(root, file.name);
      const own = join(aside, String(file.id));
      mkdirSync(own);
      if (!file.bringsFolder) mkdirSync(dirname(path), { recursive: true });
      const { at, failed } = await writers.write({ file, path, aside: own, times });
      if (failed !== null) throw new Error(`${file.way} could not write ${file.name}: ${failed}`);
      const old = file.hasOld ? sumOf(contentsOf(file).old) : null;
      written.push({ file, old, final: await finalOf(file, path), doneAt: appTime(at) });
      onWritten?.(written.length);
      if (written.length === Math.ceil(plan.length / 2)) onHalf();
    }
  };
  await Promise.all(Array.from({ length: abreast }, lane));
  return written;
}

export async function torture(options: TortureOptions): Promise<Verdict> {
  const { plan, times, hidden } = options;
  const base = mkdtempSync(join(options.disk, 'clipferry-torture-'));
  const at = (name: string): string => join(base, name);
  const [root, aside, profile] = [at('watched'), at('aside'), at('profile')];
  for (const folder of [root, aside, profile]) mkdirSync(folder);
  const site = await startPracticeSite();
  await site.switches({ refusedExtensions: [] });
  const clock = fastClock(times);
  const begunAt = { wall: Date.now(), app: clock.now() };
  /** What was there before is as old for both. */
  const appTime = (wall: number): number => begunAt.app + (wall - begunAt.wall) * (wall > begunAt.wall ? times : 1);
  const secrets = memorySecrets();
  const ports = { files: fastFiles(appTime), ...(hidden ? { writers: nobodySeen } : {}) };
  const app = new App(() => startEngine({ profile, clock, secrets, ports }), root, times);
  const writers = startWriters();
  const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
  let again: Promise<void> = Promise.resolve();
  let answers: Promise<void> = Promise.resolve();
  try {
    const onHalf = (): void => {
      again = hasBegun.then(() => app.again());
    };
    const writing = writeAll(options, { root, aside, appTime, writers, onHalf });
    // Some of them are half written when the app comes.
    await after(20_000 / times);
    await app.begin(site);
    const hereAt = clock.now();
    begun();
    const waves = app.sendInWaves();
    answers = app.answer();
    const written = await writing;
    await again;
    await app.end();
    await waves;
    // Nobody waits for an app that is not there yet.
    const waited = written.map((one) => ({ ...one, doneAt: Math.max(one.doneAt, hereAt) }));
    return judge(waited, await sentOf(site, plan), queuedOf(profile, root));
  } finally {
    writers.stop();
    app.leave();
    await answers;
    await app.stop();
    await site.stop();
    rmSync(base, { recursive: true, force: true });
  }
}
