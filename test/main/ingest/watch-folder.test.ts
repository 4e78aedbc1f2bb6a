// What a watched folder does when its watcher, its disk or its files misbehave: real files, everything else as bad as it gets.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { diskFiles } from '../../../main/adapters/files.ts';
import { scanEveryMs } from '../../../main/ingest/folder-scans.ts';
import { burstHints, type FolderWatch, watchFolder } from '../../../main/ingest/watch-folder.ts';
import { FileError, type Files, type WatchRequest } from '../../../main/ports.ts';
import { fastClock, quiet } from '../../engine/engine.ts';
import { uniqueClip } from '../../engine/folder-writers.ts';
import { refusedOf } from './refused.ts';

/** A quarter of an hour passes in 2.25 s; the quiet time is chosen to last 100 ms. */
const times = 400;
const stableMs = (pace: number): number => 100 * pace;

let root: string;
let folder: FolderWatch | null;
let taken: string[];
let settled: Set<string>;
let opens: WatchRequest[];
let devices: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clipferry-bad-'));
  folder = null;
  taken = [];
  settled = new Set();
  opens = [];
  devices = [];
});
afterEach(async () => {
  await folder?.stop();
  rmSync(root, { recursive: true, force: true });
});

const at = (name: string): string => join(root, name);

interface Bad {
  readonly files?: Partial<Files>;
  readonly device?: string | null;
  /** What the watcher does when it is opened; hints nothing by itself. */
  readonly onOpen?: (request: WatchRequest, count: number) => void;
  /** How many times as fast as the computer's its clock goes: slower where its time is compared with what the computer does. */
  readonly pace?: number;
}

const refused = () => refusedOf(folder?.sight().arrivals ?? []);

function start({ files, device = null, onOpen = (request) => request.onReady(), pace = times }: Bad = {}): FolderWatch {
  const clock = fastClock(pace);
  const made = watchFolder({
    clock,
    files: { ...diskFiles, ...files },
    watcher: {
      watch: (request) => {
        opens.push(request);
        clock.soon(() => onOpen(request, opens.length));
        return { close: async () => {} };
      },
    },
    logger: quiet,
    onWhole: () => {},
    root: { path: root, recursive: true, extensions: null, stableMs: stableMs(pace), device },
    join,
    isBeside: () => false,
    onBeside: () => {},
    wasTaken: () => false,
    settled: (path) => settled.has(path),
    take: async (ready) => {
      for (const { path } of ready) {
        settled.add(path);
        taken.push(path.slice(root.length + 1).replaceAll(sep, '/'));
      }
      return [];
    },
    onHere: () => {},
    onDevice: (found) => devices.push(found),
    onChange: () => {},
  });
  folder = made;
  return made;
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 10 });
const untilState = (state: string): Promise<void> => until(() => expect(folder?.sight().state).toBe(state));

describe('a watched folder', () => {
  it('finds what nobody hinted at, by looking through itself again and again (F-30)', { tags: 'proof' }, async () => {
    const pace = 200;
    await uniqueClip(at('before.mp4'));
    start({ pace });
    await until(() => expect(taken).toEqual(['before.mp4']));
    const since = performance.now();
    await uniqueClip(at('sub/silent.mp4'));
    await until(() => expect(taken).toContain('sub/silent.mp4'));
    expect((performance.now() - since) * pace).toBeLessThan(2 * scanEveryMs);
  });

  it('looks through itself soon after a burst of hints, some of which must have been lost', async () => {
    const pace = 20;
    start({ pace });
    await untilState('watching');
    await uniqueClip(at('lost.mp4'));
    for (let count = 0; count <= burstHints; count++) opens[0]?.onFile(at(`gone again ${count}.mp4`));
    const since = performance.now();
    await until(() => expect(taken).toEqual(['lost.mp4']));
    expect((performance.now() - since) * pace).toBeLessThan(scanEveryMs);
    expect(folder?.sight().beingWritten).toBe(0);
  });

  it('does not wait for a watcher that never gets ready', async () => {
    await uniqueClip(at('there.mp4'));
    start({ onOpen: () => {} });
    await until(() => expect(taken).toEqual(['there.mp4']));
  });

  it('goes on by looking once a minute when the system allows no more watches (F-29)', async () => {
    start({ onOpen: (request) => request.onProblem('limit', 'ENOSPC') });
    await untilState('limited');
    await uniqueClip(at('found.mp4'));
    await until(() => expect(taken).toEqual(['found.mp4']));
    await untilState('limited');
  });

  it('opens a watcher that keeps failing ever more seldom (F-28)', async () => {
    start({ onOpen: (request) => request.onProblem('failed', 'EIO') });
    await uniqueClip(at('found.mp4'));
    await until(() => expect(taken).toEqual(['found.mp4']));
    const before = opens.length;
    await new Promise((resolve) => fastClock(times).after(10 * 60_000, () => resolve(null)));
    expect(opens.length - before).toBeLessThanOrEqual(10);
  });

  it('is disconnected while it is away or an empty place on another disk, and takes nothing twice (F-26)', async () => {
    let unmounted = false;
    const files: Partial<Files> = {
      stat: async (path) => {
        const stat = await diskFiles.stat(path);
        return unmounted && path === root ? { ...stat, device: '1' } : stat;
      },
      list: async (path) => (unmounted ? [] : diskFiles.list(path)),
    };
    await uniqueClip(at('a.mp4'));
    start({ files });
    await until(() => expect(taken).toEqual(['a.mp4']));
    for (let round = 0; round < 3; round++) {
      unmounted = true;
      await untilState('disconnected');
      unmounted = false;
      await untilState('watching');
      renameSync(root, `${root}-away`);
      await untilState('disconnected');
      renameSync(`${root}-away`, root);
      await untilState('watching');
    }
    expect(taken).toEqual(['a.mp4']);
    expect(new Set(devices).size).toBe(1);
  });

  it('goes on when its disk has another number and something is on it', async () => {
    await uniqueClip(at('a.mp4'));
    start({ device: '1' });
    await until(() => expect(taken).toEqual(['a.mp4']));
    expect(devices).toHaveLength(1);
  });

  it('says that it cannot be read, and goes on when it can (F-39)', async () => {
    let locked = true;
    await uniqueClip(at('a.mp4'));
    start({
      files: {
        list: async (path) => {
          if (locked) throw new FileError('unreadable', 'EACCES');
          return diskFiles.list(path);
        },
      },
    });
    await untilState('unreadable');
    locked = false;
    await until(() => expect(taken).toEqual(['a.mp4']));
  });

  it('waits for a file that another program holds or nobody may read, and takes the others (F-35)', async () => {
    let problem: 'busy' | 'unreadable' | null = 'unreadable';
    await uniqueClip(at('held.mp4'));
    await uniqueClip(at('free.mp4'));
    start({
      files: {
        open: async (path) => {
          if (problem && path === at('held.mp4')) throw new FileError(problem, 'no');
          return diskFiles.open(path);
        },
      },
    });
    await until(() => expect(taken).toEqual(['free.mp4']));
    await until(() => expect(refused()).toMatchObject([{ name: 'held.mp4', state: 'unreadable' }]));
    problem = 'busy';
    await until(() => expect([refused(), folder?.sight().beingWritten]).toEqual([[], 1]));
    problem = null;
    await until(() => expect(taken).toEqual(['free.mp4', 'held.mp4']));
  });

  it('does not open what lies in a cloud, and takes it once it is here (F-34)', async () => {
    let elsewhere = true;
    const opened: string[] = [];
    await uniqueClip(at('far.mp4'));
    start({
      files: {
        stat: async (path) => {
          const stat = await diskFiles.stat(path);
          return elsewhere && path === at('far.mp4') ? { ...stat, elsewhere } : stat;
        },
        open: async (path) => {
          opened.push(path);
          return diskFiles.open(path);
        },
      },
    });
    await until(() => expect(refused()).toMatchObject([{ name: 'far.mp4', state: 'in-cloud' }]));
    expect(opened).toEqual([]);
    elsewhere = false;
    await until(() => expect(taken).toEqual(['far.mp4']));
  });

  it('looks through a network disk every minute, whatever its watcher says (F-38)', async () => {
    const pace = 40;
    start({ files: { isRemote: async () => true }, pace });
    await untilState('watching');
    const since = performance.now();
    await uniqueClip(at('by another computer.mp4'));
    await until(() => expect(taken).toEqual(['by another computer.mp4']));
    expect((performance.now() - since) * pace).toBeLessThan(scanEveryMs);
  });

  it('waits for a clip as long as its control file lies beside it', async () => {
    await uniqueClip(at('fetched.mp4'));
    await uniqueClip(at('fetched.mp4.aria2'));
    await uniqueClip(at('other.mp4'));
    start();
    await until(() => expect(taken).toEqual(['other.mp4']));
    expect(folder?.sight().beingWritten).toBe(1);
    rmSync(at('fetched.mp4.aria2'));
    await until(() => expect(taken).toEqual(['other.mp4', 'fetched.mp4']));
  });

  it('opens a name as it was read and shows it in NFC (F-32)', async () => {
    const name = 'U\u0308ber Mu\u0308nchen.mp4';
    await uniqueClip(at(name));
    writeFileSync(at(`No ${name}`), 'words');
    start();
    await until(() => expect(taken).toEqual([name]));
    await until(() => expect(refused()[0]?.name).toBe('No Über München.mp4'));
  });
});
