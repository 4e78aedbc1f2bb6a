// A screen reader hears ends and quarters, and nothing in between.
import { expect, test } from 'vitest';
import type { QueueCounts } from '../../../preload/contract.ts';
import { announce, firstHeard } from '../../../renderer/text/announce.ts';

function at(done: number, open: number, needsYou = 0): QueueCounts {
  return { all: done + open + needsYou, needsYou, active: Math.min(open, 1), waiting: Math.max(0, open - 1), done };
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
    '3 clips are on the site. All clips are on the site.',
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
