// A screen reader hears ends and quarters, and nothing in between.
import { expect, test } from 'vitest';
import type { QueueCounts } from '../../../preload/contract.ts';
import { announce, firstHeard } from '../../../renderer/text/announce.ts';

function at(arrived: number, open: number, needsYou = 0, ready = 0, cancelled = 0): QueueCounts {
  const [active, waiting, done] = [Math.min(open, 1), Math.max(0, open - 1), arrived + cancelled];
  return { all: done + open + needsYou + ready, needsYou, ready, active, waiting, done, arrived };
}

function hear(steps: readonly QueueCounts[]): readonly string[] {
  const [first, ...rest] = steps;
  if (first === undefined) return [];
  let heard = firstHeard(first);
  return rest.map((counts) => {
    const next = announce(heard, counts);
    heard = next.heard;
    return next.text;
  });
}

test('ends are counted together, each quarter is told once, and the end of all', () => {
  expect(hear([at(0, 8), at(1, 7), at(2, 6), at(3, 5), at(5, 3), at(8, 0)])).toEqual([
    '1 clip is on the site.',
    '1 clip is on the site. A quarter of the batch is done: 2 of 8.',
    '1 clip is on the site.',
    '2 clips are on the site. Half of the batch is done: 5 of 8.',
    '3 clips are on the site. All uploads are finished.',
  ]);
});

test('what was done before the batch does not count', () => {
  expect(hear([at(100, 0), at(100, 4), at(101, 3)])).toEqual([
    '',
    '1 clip is on the site. A quarter of the batch is done: 1 of 4.',
  ]);
});

test('nothing changed, nothing said; what needs the user is said', () => {
  expect(hear([at(0, 3), at(0, 3), at(0, 2, 1)])).toEqual(['', '1 clip needs attention.']);
});

test('what waits for its user’s word is not called on the site, and does not keep a batch from its end', () => {
  expect(hear([at(0, 2, 0, 3), at(2, 0, 0, 3)])).toEqual([
    '2 clips are on the site. All uploads are finished; 3 more wait until you press Send.',
  ]);
});

test('what is cancelled has not arrived, and makes no end of a batch', () => {
  expect(hear([at(0, 1), at(0, 0, 0, 0, 1)])).toEqual(['']);
  expect(hear([at(0, 4), at(2, 0, 0, 0, 2)])).toEqual(['2 clips are on the site. All uploads are finished.']);
});

test('what is cleared off the list in the middle of a batch is not missing from it', () => {
  expect(hear([at(0, 8), at(3, 5), at(0, 5), at(1, 4), at(5, 0)])).toEqual([
    '3 clips are on the site. A quarter of the batch is done: 3 of 8.',
    '',
    '1 clip is on the site. Half of the batch is done: 4 of 8.',
    '4 clips are on the site. All uploads are finished.',
  ]);
});
