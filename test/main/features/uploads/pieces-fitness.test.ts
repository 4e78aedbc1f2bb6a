// For how long the clips of an account go in one after their site took none in pieces, and what ends that.
import { beforeEach, expect, it } from 'vitest';
import { createPiecesFitness, type PiecesFitness } from '../../../../main/features/uploads/pieces-fitness.ts';

const minute = 60_000;
let now: number;
let fitness: PiecesFitness;
beforeEach(() => {
  now = 5_000;
  fitness = createPiecesFitness({ monotonic: () => now });
});
const passes = (ms: number): void => {
  now += ms;
};

it('nobody is unfit of whom nothing was said', () => {
  expect([fitness.isUnfit('a'), fitness.againInMs('a')]).toEqual([false, 0]);
});

it('a word of the site counts at once, for ten minutes, and for that account alone', () => {
  expect(fitness.refused('a', true)).toBe(true);
  expect([fitness.isUnfit('a'), fitness.isUnfit('b')]).toEqual([true, false]);
  expect([fitness.againInMs('a'), fitness.againInMs('b')]).toEqual([10 * minute, 0]);
  passes(10 * minute - 1);
  expect([fitness.isUnfit('a'), fitness.againInMs('a')]).toEqual([true, 1]);
  passes(1);
  expect([fitness.isUnfit('a'), fitness.againInMs('a')]).toEqual([false, 0]);
});

it('a page in its place may be of a moment: it counts from the second on', () => {
  expect(fitness.refused('a', false)).toBe(false);
  expect([fitness.isUnfit('a'), fitness.againInMs('a')]).toEqual([false, 0]);
  expect(fitness.refused('a', false)).toBe(true);
  expect(fitness.againInMs('a')).toBe(10 * minute);
});

it('a page before which a clip was begun says nothing about the next page', () => {
  fitness.refused('a', false);
  fitness.mayTry(['b', 'a']);
  expect(fitness.refused('a', false)).toBe(false);
});

it('where it is so again the time doubles, up to six hours', () => {
  const waits = Array.from({ length: 8 }, () => {
    fitness.refused('a', false);
    fitness.refused('a', true);
    let waited = 0;
    for (; fitness.isUnfit('a'); waited++) passes(minute);
    return waited;
  });
  // The first page of all only makes the site's word one of two.
  expect(waits).toEqual([10, 40, 160, 360, 360, 360, 360, 360]);
});

it('a clip that fits no other way waits for the first two of them, and no longer', () => {
  fitness.refused('a', true);
  fitness.refused('a', true);
  expect(fitness.againInMs('a')).toBe(20 * minute);
  fitness.refused('a', true);
  expect([fitness.isUnfit('a'), fitness.againInMs('a')]).toEqual([true, null]);
  passes(40 * minute);
  expect([fitness.isUnfit('a'), fitness.againInMs('a')]).toEqual([false, null]);
});

it('a clip that was begun, or a helper that is seen to be well, makes all good', () => {
  for (let times = 0; times < 5; times++) fitness.refused('a', true);
  fitness.mayTry(['a']);
  expect([fitness.isUnfit('a'), fitness.againInMs('a')]).toEqual([false, 0]);
  fitness.refused('a', true);
  expect(fitness.againInMs('a')).toBe(10 * minute);
});
