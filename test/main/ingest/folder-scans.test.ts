// When a watched folder is looked through as a whole, and what comes of it (F-30, F-38).
import { beforeEach, describe, expect, it } from 'vitest';
import { createFolderScans, type FolderScans, type FolderScansOptions } from '../../../main/ingest/folder-scans.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';
import { type Disk, diskOf, join } from './disk.ts';

const minute = 60_000;

let clock: HandClock;
let disk: Disk;
let isHere: boolean;
let isBlind: boolean;
let told: string[];
let slowMs: number;

beforeEach(() => {
  clock = handClock();
  disk = diskOf({ d: { 'a.mp4': 1, 'b.txt': 1, more: { 'c.mp4': 1 } } });
  isHere = true;
  isBlind = false;
  told = [];
  slowMs = 0;
});

function scansOf(recursive = true, more: Partial<FolderScansOptions> = {}): FolderScans {
  return createFolderScans({
    clock,
    files: {
      ...disk.files,
      list: async (path) => {
        if (slowMs > 0) await new Promise<void>((resolve) => clock.after(slowMs, resolve));
        return disk.files.list(path);
      },
    },
    join,
    root: { path: '/d', recursive },
    wanted: (name) => name.endsWith('.mp4'),
    isHere: () => isHere,
    isBlind: () => isBlind,
    onFile: (path) => told.push(path),
    onRootProblem: () => told.push('root'),
    onWhole: (there) => told.push(`whole ${[...there].join(' ')}`),
    onChange: () => told.push('change'),
    ...more,
  });
}
const dueIn = (scans: FolderScans): number => {
  let [low, high] = [0, 1e9];
  if (!scans.isDue(clock.monotonic() + high)) return Number.POSITIVE_INFINITY;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (scans.isDue(clock.monotonic() + middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

describe('a whole look', () => {
  it('tells what is there, and that this is all', async () => {
    const scans = scansOf();
    expect(scans.isRunning()).toBe(false);
    await scans.scan();
    expect(told).toEqual(['change', '/d/a.mp4', '/d/more/c.mp4', 'whole /d/a.mp4 /d/more/c.mp4', 'change']);
    expect(scans.isRunning()).toBe(false);
  });

  it('stays in its folder where that is wanted', async () => {
    await scansOf(false).scan();
    expect(told).toEqual(['change', '/d/a.mp4', 'whole /d/a.mp4', 'change']);
  });

  it('that could not see all of it says nothing of what is not there', async () => {
    disk.problems.set('/d/more', 'unreadable');
    await scansOf().scan();
    expect(told).toEqual(['change', '/d/a.mp4', 'change']);
    told = [];
    disk.problems.set('/d', 'missing');
    await scansOf().scan();
    expect(told).toEqual(['change', 'root', 'change']);
  });

  it('is one at a time, and none where the folder is away', async () => {
    const scans = scansOf();
    const first = scans.scan();
    expect(scans.isRunning()).toBe(true);
    await scans.scan();
    await first;
    expect(told.filter((one) => one === '/d/a.mp4')).toHaveLength(1);
    told = [];
    isHere = false;
    await scans.scan();
    expect(told).toEqual([]);
  });

  it('ends where the folder goes away meanwhile, without calling that all of it', async () => {
    const scans = scansOf(true, {
      onFile: (path) => {
        told.push(path);
        isHere = false;
      },
    });
    await scans.scan();
    expect(told).toEqual(['change', '/d/a.mp4', 'change']);
  });

  it('is over also where a fault of the app ended it', async () => {
    disk.problems.set('/d/a.mp4', new TypeError('a fault'));
    const scans = scansOf();
    await expect(scans.scan()).rejects.toThrow(TypeError);
    expect([scans.isRunning(), dueIn(scans)]).toEqual([false, 15 * minute]);
  });
});

describe('the next look', () => {
  it('is due when it was asked for, and only ever sooner', () => {
    const scans = scansOf();
    expect(dueIn(scans)).toBe(Number.POSITIVE_INFINITY);
    scans.within(5_000);
    scans.within(9_000);
    expect(dueIn(scans)).toBe(5_000);
    scans.within(1_000);
    expect(dueIn(scans)).toBe(1_000);
    scans.clear();
    expect(dueIn(scans)).toBe(Number.POSITIVE_INFINITY);
  });

  it('comes a quarter of an hour after this one, whatever was asked for before it', async () => {
    const scans = scansOf();
    scans.within(0);
    await scans.scan();
    expect(dueIn(scans)).toBe(15 * minute);
  });

  it('keeps what is asked for meanwhile', async () => {
    slowMs = 1_000;
    const scans = scansOf();
    const scan = scans.scan();
    await clock.pass(500);
    scans.within(5_000);
    await clock.pass(1_500);
    await scan;
    expect(dueIn(scans)).toBe(3_500);
  });

  it.each([
    ['a small one', 0, minute],
    ['one that takes long: at most a twentieth of the time', 5_000, 2 * 5_000 * 20],
    ['one that takes very long', 10 * minute, 15 * minute],
  ])('where nobody hints comes after a minute, of %s', async (_, ms, after) => {
    isBlind = true;
    slowMs = ms;
    await clock.pass(7 * minute);
    const scans = scansOf();
    const scan = scans.scan();
    // Two folders are listed.
    await clock.pass(2 * ms);
    await scan;
    expect(dueIn(scans)).toBe(after);
  });
});
