// One campaign: the whole engine watches a real folder that real writers fill, and a practice site tells which videos became of it.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { databaseName } from '../../main/adapters/database/names.ts';
import { diskFiles } from '../../main/adapters/files.ts';
import type { FileStat, Files, OpenFile, Writers } from '../../main/ports.ts';
import { type Engine, fastClock, fixture, startEngine } from '../engine/engine.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { contentsOf, type PlannedFile } from './plan.ts';
import { judge, type Queued, type Sent, type Verdict, type Written } from './verdict.ts';
import type { WriteEnd, WriteOrder } from './writer-process.ts';

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

/** Writers in processes of their own, each of which has many files in hand. */
function startWriters(): { write(order: WriteOrder): Promise<WriteEnd>; stop(): void } {
  const waiting = new Map<number, (end: WriteEnd) => void>();
  const script = fileURLToPath(new URL('writer-process.ts', import.meta.url));
  const children: readonly ChildProcess[] = Array.from({ length: processes }, () => fork(script));
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
  return videos.map(({ title, file }) => ({ path: byTitle.get(title) ?? title, sha256: file?.sha256 ?? '' }));
}

export async function torture(options: TortureOptions): Promise<Verdict> {
  const { plan, times, hidden, abreast } = options;
  const base = mkdtempSync(join(options.disk, 'clipferry-torture-'));
  const [root, aside, profile] = ['watched', 'aside', 'profile'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [root, aside, profile]) mkdirSync(folder);
  const site = await startPracticeSite();
  await site.switches({ refusedExtensions: [] });
  const clock = fastClock(times);
  const begunAt = { wall: Date.now(), app: clock.now() };
  /** What was there before is as old for both. */
  const appTime = (wall: number): number => begunAt.app + (wall - begunAt.wall) * (wall > begunAt.wall ? times : 1);
  const engine = await startEngine({
    ...{ profile, clock },
    ports: { files: fastFiles(appTime), ...(hidden ? { writers: nobodySeen } : {}) },
  });
  const writers = startWriters();
  try {
    const account = await engine.connect(site);
    const folder = await engine.watch(account, root);
    await engine.untilFolder(folder, ({ state }) => state === 'watching');
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
        written.push({ file, old, final: await sha256Of(path), doneAt: appTime(at) });
        options.onWritten?.(written.length);
      }
    };
    await Promise.all(Array.from({ length: abreast }, lane));
    await allTaken(engine, folder, root, times);
    const sent = await sentOf(site, plan);
    return judge(written, sent, queuedOf(profile, root));
  } finally {
    writers.stop();
    await engine.stop();
    await site.stop();
    rmSync(base, { recursive: true, force: true });
  }
}

/** Everything that is going to be taken is on the site: after one more look through the whole folder, which a last clip proves. */
async function allTaken(engine: Engine, folder: string, root: string, times: number): Promise<void> {
  const patience = Math.max(60_000, longestCareMs / times);
  const untilQuiet = (taken: number) =>
    engine.untilFolder(
      folder,
      ({ state, beingWritten, waitingCount, takenCount }) =>
        state === 'watching' && beingWritten === 0 && waitingCount === 0 && takenCount >= taken,
      patience,
    );
  const { takenCount } = await untilQuiet(0);
  copyFileSync(fixture('C0001.mp4'), join(root, `${marker}.mp4`));
  await engine.uploader.handlers['folder.scan'](folder);
  await untilQuiet(takenCount + 1);
}
