// The steps of one watched folder, by a clock that the test moves: when it is watched, looked through, lost, and found again.
import { beforeEach, describe, expect, it } from 'vitest';
import { scanBlindMs, scanEveryMs } from '../../../main/ingest/folder-scans.ts';
import {
  burstHints,
  type FolderWatch,
  rootCheckMs,
  type WatchFolderOptions,
  watchFolder,
} from '../../../main/ingest/watch-folder.ts';
import { FileError, type WatchRequest } from '../../../main/ports.ts';
import { quiet } from '../../engine/engine.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';
import { type Disk, diskOf, join, type Thing } from './disk.ts';
import { refusedOf } from './refused.ts';

const second = 1_000;
/** How many bytes a file has says what is in it. */
const [video, words] = [12, 11];

let clock: HandClock;
let names: Record<string, Thing>;
let disk: Disk;
let isRemote: () => Promise<boolean>;
/** The names in the folder cannot be read, though it is there. */
let isLocked: boolean;
let opens: WatchRequest[];
let closed: number;
let taken: string[];
let devices: string[];
let heres: number;
let changes: number;
let folder: FolderWatch;

beforeEach(() => {
  clock = handClock();
  names = { 'a.mp4': video };
  disk = diskOf({ d: names });
  isRemote = async () => false;
  isLocked = false;
  opens = [];
  closed = 0;
  taken = [];
  devices = [];
  heres = 0;
  changes = 0;
});

async function begin(root: Partial<WatchFolderOptions['root']> = {}, how = join): Promise<void> {
  const settled = new Set<string>();
  const bytes = [0, 0, 1, 0xba, 9, 9, 9, 9, 0, 0, 1, 0xb9];
  folder = watchFolder({
    clock,
    onWhole: () => {},
    files: {
      ...disk.files,
      list: (path) => (isLocked ? Promise.reject(new FileError('unreadable', path)) : disk.files.list(path)),
      isRemote: () => isRemote(),
      open: async (path) => ({
        stat: () => disk.files.stat(path),
        read: async (buffer, offset, length, position) => {
          const { size } = await disk.files.stat(path);
          const part = Uint8Array.from(size === video ? bytes : bytes.map(() => 0x41)).subarray(
            position,
            position + length,
          );
          buffer.set(part, offset);
          return part.length;
        },
        close: async () => {},
      }),
    },
    watcher: {
      watch: (request) => {
        opens.push(request);
        return {
          close: async () => {
            closed++;
          },
        };
      },
    },
    logger: quiet,
    root: { path: '/d', recursive: true, extensions: null, stableMs: 2 * second, device: null, ...root },
    join: how,
    isBeside: () => false,
    onBeside: () => {},
    wasTaken: () => false,
    settled: (path) => settled.has(path),
    take: async (ready) => {
      for (const { path } of ready) {
        settled.add(path);
        taken.push(path);
      }
      return [];
    },
    onHere: () => void heres++,
    onDevice: (device) => devices.push(device),
    onChange: () => void changes++,
  });
  await clock.settle();
}
const state = (): string => folder.sight().state;
const watcher = (): WatchRequest => {
  const request = opens.at(-1);
  if (!request) throw new Error('nobody watches');
  return request;
};
/** How often the names in the folder were read. */
const listings = (): number => disk.listed.filter((path) => path === '/d').length;
/** Begun, its watcher ready, and looked through for the first time. */
async function settledDown(root: Partial<WatchFolderOptions['root']> = {}): Promise<void> {
  await begin(root);
  watcher().onReady();
  await clock.pass(4 * second);
  expect([taken, state()]).toEqual([['/d/a.mp4'], 'watching']);
}
/** Its watcher has failed so often that it is not opened for minutes. */
async function exhausted(): Promise<void> {
  for (let failures = 0; failures < 9; failures++) {
    watcher().onProblem('limit', 'ENOSPC');
    const before = opens.length;
    for (let checks = 0; checks < 80 && opens.length === before; checks++) await clock.pass(rootCheckMs);
  }
  watcher().onProblem('limit', 'ENOSPC');
}

describe('at the beginning', () => {
  it('it is watched, and looked through when its watcher is ready', async () => {
    await begin();
    expect([state(), heres, devices, opens.length, listings()]).toEqual(['watching', 1, ['1'], 1, 1]);
    expect(changes).toBeGreaterThan(0);
    expect(watcher()).toMatchObject({ root: '/d', recursive: true });
    await clock.pass(second);
    expect(listings()).toBe(1);
    watcher().onReady();
    await clock.pass(49);
    expect(listings()).toBe(1);
    await clock.pass(1);
    expect([listings(), folder.sight().beingWritten]).toEqual([2, 1]);
    await clock.pass(3 * second);
    expect([taken, folder.sight().beingWritten]).toEqual([['/d/a.mp4'], 0]);
  });

  it('nobody knows yet where it is: it counts as being looked through', () => {
    isRemote = () => new Promise(() => {});
    void begin();
    expect([state(), opens.length]).toEqual(['scanning', 0]);
  });

  it('it counts as being looked through while it is', async () => {
    await begin();
    let end = (): void => {};
    const { list } = disk.files;
    disk.files.list = (path) =>
      new Promise((resolve) => {
        end = () => resolve(list(path));
      });
    watcher().onReady();
    await clock.pass(100);
    expect(state()).toBe('scanning');
    end();
    await clock.settle();
    expect(state()).toBe('watching');
  });

  it('a watcher that never gets ready is waited for ten seconds', async () => {
    await begin();
    await clock.pass(9_999);
    expect(listings()).toBe(1);
    await clock.pass(1);
    expect(listings()).toBe(2);
  });

  it('the device that it was known on is told no second time', async () => {
    await begin({ device: '1' });
    await clock.pass(20 * second);
    expect([devices, heres, opens.length]).toEqual([[], 1, 1]);
  });

  it('its watcher is to hint at clips by their names, and at no folder that a program keeps for itself', async () => {
    await begin({ recursive: false, extensions: ['mov'] });
    const { wanted, recursive } = watcher();
    expect(recursive).toBe(false);
    expect(['a.mov', 'a.mp4', '.a.mov'].map((name) => wanted(name, 'file'))).toEqual([true, false, false]);
    const folders = ['2026', '.hidden', '@eaDir', 'a.mov.part'];
    expect(folders.map((name) => wanted(name, 'folder'))).toEqual([true, false, false, false]);
  });
});

describe('what its watcher says', () => {
  it('of a file has that one looked at, and nothing else', async () => {
    await settledDown();
    const before = listings();
    names['b.mp4'] = video;
    watcher().onFile('/d/b.mp4');
    expect(folder.sight().beingWritten).toBe(1);
    await clock.pass(4 * second);
    expect([taken, listings()]).toEqual([['/d/a.mp4', '/d/b.mp4'], before]);
  });

  it('of a folder has all of it looked through soon: what came with it has no hint of its own', async () => {
    await settledDown();
    names.sub = { 'c.mp4': video };
    await clock.pass(2 * rootCheckMs);
    expect(taken).toEqual(['/d/a.mp4']);
    watcher().onFolder('/d/sub');
    await clock.pass(2 * rootCheckMs + 3 * second);
    expect(taken).toEqual(['/d/a.mp4', '/d/sub/c.mp4']);
  });

  it.each([
    ['so often that some of it must have been lost has all of it looked through soon', burstHints + 1, 1],
    ['less often has not', burstHints, 0],
  ])('%s', async (_, hints, looks) => {
    await settledDown();
    const before = listings();
    for (let count = 0; count < hints; count++) watcher().onFile('/d/gone.mp4');
    await clock.pass(3 * rootCheckMs);
    expect(listings() - before).toBe(looks);
  });

  it('at its end has all of it looked through, and it is watched anew', async () => {
    await settledDown();
    const before = listings();
    changes = 0;
    watcher().onProblem('failed', 'EIO');
    expect([changes, state()]).toEqual([1, 'watching']);
    await clock.pass(50);
    expect([listings() - before, opens.length]).toEqual([1, 1]);
    await clock.pass(rootCheckMs);
    expect(opens).toHaveLength(2);
  });

  it('at its end, time and again: it is looked through once a minute while nobody watches it', async () => {
    await settledDown();
    await exhausted();
    const before = [listings(), opens.length];
    await clock.pass(3 * scanBlindMs);
    expect([listings(), opens.length]).toEqual([(before[0] ?? 0) + 3, before[1]]);
  });

  it('where the system has no more watches is shown until it has', async () => {
    await settledDown();
    const limit = { what: 'watches', now: 50 } as const;
    watcher().onProblem('limit', 'ENOSPC', limit);
    await clock.pass(100);
    expect(folder.sight()).toMatchObject({ state: 'limited', limit });
    await clock.pass(2 * rootCheckMs);
    expect([opens.length, state()]).toEqual([2, 'limited']);
    watcher().onReady();
    await clock.pass(100);
    expect(folder.sight()).toMatchObject({ state: 'watching', limit: null });
  });
});

describe('it is looked through as a whole', () => {
  it('every quarter of an hour, whatever its watcher says', async () => {
    await settledDown();
    const before = listings();
    names['silent.mp4'] = video;
    await clock.pass(scanEveryMs - 10 * second);
    expect(listings()).toBe(before);
    await clock.pass(20 * second);
    expect([listings() - before, taken.length]).toEqual([1, 2]);
  });

  it('when that is asked for, at once', async () => {
    await settledDown();
    const before = listings();
    folder.scan();
    await clock.pass(50);
    expect(listings() - before).toBe(1);
  });

  it('and what is no video, and is gone by then, is not shown any more', async () => {
    names['words.mp4'] = words;
    await settledDown();
    expect(refusedOf(folder.sight().arrivals)).toMatchObject([{ name: 'words.mp4', state: 'not-video' }]);
    delete names['words.mp4'];
    folder.scan();
    await clock.pass(100);
    expect(refusedOf(folder.sight().arrivals)).toEqual([]);
  });

  it('as a network disk at once and once a minute, and nobody watches it', async () => {
    isRemote = async () => true;
    await begin();
    expect([opens.length, listings(), state()]).toEqual([0, 2, 'watching']);
    await clock.pass(scanBlindMs - 10 * second, 40);
    expect(listings()).toBe(2);
    await clock.pass(20 * second);
    expect([listings(), taken]).toEqual([3, ['/d/a.mp4']]);
  });

  it('as a network disk from when one is mounted in it, and watched again after that', async () => {
    await settledDown();
    isRemote = async () => true;
    await clock.pass(rootCheckMs);
    expect([opens.length, closed]).toEqual([1, 1]);
    isRemote = async () => false;
    await clock.pass(rootCheckMs);
    expect([opens.length, closed, heres]).toEqual([2, 1, 1]);
  });
});

describe('it is lost', () => {
  it.each([
    ['missing', 'disconnected'],
    ['no-answer', 'silent'],
    ['unreadable', 'unreadable'],
  ] as const)('where its root is %s: %s, told once, and nothing of it is waited for', async (problem, away) => {
    await settledDown();
    names['b.mp4'] = video;
    watcher().onFile('/d/b.mp4');
    await clock.pass(100);
    disk.problems.set('/d', problem);
    await clock.pass(1.5 * second);
    expect([state(), closed, folder.sight().beingWritten]).toEqual([away, 1, 0]);
    await clock.pass(rootCheckMs);
    const told = changes;
    await clock.pass(10 * rootCheckMs);
    expect([changes, opens.length, taken]).toEqual([told, 1, ['/d/a.mp4']]);
    disk.problems.clear();
    await clock.pass(rootCheckMs);
    expect([state(), opens.length, heres, devices]).toEqual(['watching', 2, 2, ['1']]);
  });

  it('with what was due then: it is looked through once its watcher is ready again', async () => {
    await settledDown();
    disk.problems.set('/d', 'missing');
    watcher().onFolder('/d/sub');
    changes = 0;
    await clock.pass(2 * rootCheckMs);
    expect([state(), changes]).toEqual(['disconnected', 1]);
    disk.problems.clear();
    const before = listings();
    await clock.pass(rootCheckMs);
    // Its names alone, to see that it is the same.
    expect([state(), listings() - before]).toEqual(['watching', 1]);
    watcher().onReady();
    await clock.pass(50);
    expect(listings() - before).toBe(2);
  });

  it('and its watcher’s failures with it: it is watched as soon as it is back', async () => {
    await settledDown();
    await exhausted();
    disk.problems.set('/d', 'missing');
    await clock.pass(rootCheckMs);
    const before = opens.length;
    disk.problems.clear();
    await clock.pass(rootCheckMs);
    expect([opens.length - before, state()]).toEqual([1, 'watching']);
  });

  it('and found on another device: watched anew, and told', async () => {
    await settledDown();
    disk.facts.set('/d', { device: '2' });
    await clock.pass(rootCheckMs);
    expect([state(), devices, opens.length, closed, heres]).toEqual(['watching', ['1', '2'], 2, 1, 2]);
    await clock.pass(3 * rootCheckMs);
    expect([devices.length, opens.length, heres]).toEqual([2, 2, 2]);
  });

  it('where its names cannot be read though it is there: soon, not at the next check', async () => {
    await settledDown();
    isLocked = true;
    folder.scan();
    await clock.pass(50);
    expect(state()).toBe('scanning');
    await clock.pass(50);
    expect([state(), closed]).toEqual(['unreadable', 1]);
    isLocked = false;
    await clock.pass(rootCheckMs);
    expect([state(), opens.length]).toEqual(['watching', 2]);
  });
});

describe('what it does not take is shown', () => {
  it('newest first, and no more than fifty of it', async () => {
    for (let n = 1; n <= 60; n++) names[`${n}.mp4`] = words;
    await begin();
    watcher().onReady();
    await clock.pass(4 * second, 400);
    const { arrivals, moreArrivals } = folder.sight();
    expect([arrivals.length, moreArrivals, arrivals[0]?.name, arrivals.at(-1)?.name]).toEqual([
      ...[50, 10, '60.mp4', '11.mp4'],
    ]);
  });

  it('by its path below the folder, in NFC', async () => {
    names.sub = { 'U\u0308ber.mp4': words };
    await settledDown();
    expect(folder.sight().arrivals.map(({ name }) => name)).toEqual(['sub/Über.mp4']);
  });

  it('by its path below the folder also where that is a whole disk', async () => {
    names['b.mp4'] = words;
    await begin({ path: '/' }, (at, name) => (at === '/' ? `/${name}` : join(at, name)));
    watcher().onReady();
    await clock.pass(4 * second);
    expect([taken, folder.sight().arrivals.map(({ name }) => name)]).toEqual([['/d/a.mp4'], ['d/b.mp4']]);
  });
});

describe('at the end', () => {
  it('nobody watches it, looks at it or waits for its files any more', async () => {
    await settledDown();
    names['b.mp4'] = video;
    watcher().onFile('/d/b.mp4');
    await clock.pass(100);
    const ended = folder.stop();
    await clock.settle();
    await ended;
    const before = disk.looked.length;
    expect([closed, clock.timers()]).toEqual([1, 0]);
    await clock.pass(scanEveryMs);
    expect([disk.looked.length, taken]).toEqual([before, ['/d/a.mp4']]);
  });

  it('a disk that does not answer holds up nobody for longer than two seconds, and means nothing when it does', async () => {
    let answer = (_: boolean): void => {};
    isRemote = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await begin();
    let isOver = false;
    const ended = folder.stop().then(() => {
      isOver = true;
    });
    await clock.pass(1_999);
    expect(isOver).toBe(false);
    await clock.pass(1);
    await ended;
    answer(false);
    await clock.settle();
    expect([heres, opens.length, clock.timers()]).toEqual([0, 0, 0]);
  });

  it('a look through the folder that is under way ends', async () => {
    await begin();
    names.sub = { 'c.mp4': video };
    const { list } = disk.files;
    disk.files.list = (path) => {
      if (path === '/d/sub') void folder.stop();
      return list(path);
    };
    watcher().onReady();
    await clock.pass(3 * second);
    expect(disk.listed).toContain('/d/sub');
    expect(disk.looked).not.toContain('/d/sub/c.mp4');
  });
});
