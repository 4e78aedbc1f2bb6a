// A file of a watched folder that is whole but cannot be taken yet, for example while its old version is on its way to the site: real
// files, time moved by hand.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from '../../../main/adapters/files.ts';
import { type FolderWatch, watchFolder } from '../../../main/ingest/watch-folder.ts';
import type { FileStat, Files, WatchRequest } from '../../../main/ports.ts';
import { quiet } from '../../engine/engine.ts';
import { uniqueClip } from '../../engine/folder-writers.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';

const second = 1_000;
const minute = 60 * second;
const stableMs = 5 * second;
/** A look at it twice, its quiet time between them, and the second in which the test moves time. */
const lookMs = stableMs + 3 * second;

let root: string;
let clock: HandClock;
let folder: FolderWatch;
let watch: WatchRequest | null;
/** Reads of the disk that are under way. */
let reading: number;
/** When the file was ready to be taken, by the monotonic clock. */
let offered: number[];
/** False = it is given back. */
let takes: boolean;

const counted =
  <A extends unknown[], T>(call: (...args: A) => Promise<T>): ((...args: A) => Promise<T>) =>
  async (...args) => {
    reading++;
    try {
      return await call(...args);
    } finally {
      reading--;
    }
  };
const files: Files = {
  ...diskFiles,
  stat: counted(diskFiles.stat),
  list: counted(diskFiles.list),
  open: counted(async (path) => {
    const file = await diskFiles.open(path);
    return { ...file, read: counted(file.read), close: counted(file.close) };
  }),
};

/** Lets time pass a second at a time, and each time lets the disk come to its end. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= second) {
    await clock.pass(Math.min(left, second));
    do {
      while (reading > 0) await turn();
      await clock.settle();
    } while (reading > 0);
  }
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'clipferry-given-back-'));
  clock = handClock();
  watch = null;
  reading = 0;
  offered = [];
  takes = false;
  await uniqueClip(join(root, 'replaced.mp4'));
  const settled = new Set<FileStat['mtimeNs']>();
  folder = watchFolder({
    clock,
    onWhole: () => {},
    files,
    watcher: {
      watch: (request) => {
        watch = request;
        clock.soon(request.onReady);
        return { close: async () => {} };
      },
    },
    logger: quiet,
    root: { path: root, recursive: true, extensions: null, stableMs, device: null },
    join,
    isBeside: () => false,
    onBeside: () => {},
    wasTaken: () => false,
    settled: (_, stat) => settled.has(stat.mtimeNs),
    take: async (ready) => {
      for (const { stat } of ready) {
        offered.push(clock.monotonic());
        if (takes) settled.add(stat.mtimeNs);
      }
      return takes ? [] : ready.map(({ path }) => path);
    },
    onHere: () => {},
    onDevice: () => {},
    onChange: () => {},
  });
});
afterEach(async () => {
  // Its end waits for the disk and for a time that passes.
  const stopping = folder.stop();
  await pass(5 * second);
  await stopping;
  rmSync(root, { recursive: true, force: true });
});

const gaps = (): number[] => offered.slice(1).map((at, place) => at - (offered[place] ?? 0));

describe('a watched file that cannot be taken yet', () => {
  it('is looked at again at once, then ever more seldom, at last about once a minute', { tags: 'proof' }, async () => {
    await pass(2 * 60 * minute);
    const [first = 0, ...later] = gaps();
    expect(first).toBeLessThanOrEqual(stableMs + 2 * second);
    // 5, 10, 20, 40 s and from there on a minute, each with the look itself.
    for (const [place, gap] of later.entries()) {
      const rest = Math.min(minute, stableMs * 2 ** place);
      expect(gap).toBeGreaterThanOrEqual(rest);
      expect(gap).toBeLessThanOrEqual(rest + lookMs);
    }
    expect(offered.length).toBeGreaterThan(100);
    expect(offered.length).toBeLessThan(125);
  });

  it('is taken within the minute once it can be, and at once when something is heard of it', async () => {
    await pass(30 * minute);
    const before = offered.length;
    watch?.onFile(join(root, 'replaced.mp4'));
    await pass(lookMs);
    expect(offered.length).toBe(before + 1);
    takes = true;
    await pass(minute + lookMs);
    expect(offered.length).toBe(before + 2);
    expect(folder.sight().beingWritten).toBe(0);
    await pass(30 * minute);
    expect(offered.length).toBe(before + 2);
  });

  it('is looked at again at once when it is replaced once more after it was taken', async () => {
    await pass(30 * minute);
    takes = true;
    await pass(minute + lookMs);
    takes = false;
    offered = [];
    // Another file in its place: one that is written in place long after it was made was not written in one go, for all that can be known.
    rmSync(join(root, 'replaced.mp4'));
    await uniqueClip(join(root, 'replaced.mp4'));
    watch?.onFile(join(root, 'replaced.mp4'));
    await pass(2 * lookMs);
    expect(offered.length).toBe(2);
  });
});
