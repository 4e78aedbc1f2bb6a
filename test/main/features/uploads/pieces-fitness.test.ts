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

const itsWord = () => ({ isItsWord: true, askedAt: now });
const aPage = () => ({ isItsWord: false, askedAt: now });

it('a word of the site counts at once, for ten minutes, and for that account alone', () => {
  expect(fitness.refused('a', itsWord())).toBe(true);
  expect([fitness.isUnfit('a'), fitness.isUnfit('b')]).toEqual([true, false]);
  expect([fitness.againInMs('a'), fitness.againInMs('b')]).toEqual([10 * minute, 0]);
  passes(10 * minute - 1);
  expect([fitness.isUnfit('a'), fitness.againInMs('a')]).toEqual([true, 1]);
  passes(1);
  expect([fitness.isUnfit('a'), fitness.againInMs('a')]).toEqual([false, 0]);
});

it('a page in its place may be of a moment: the third in a row counts', () => {
  for (let page = 1; page <= 2; page++) {
    expect(fitness.refused('a', aPage())).toBe(false);
    expect([fitness.isUnfit('a'), fitness.againInMs('a')]).toEqual([false, 0]);
    passes(1_000);
  }
  expect(fitness.refused('a', aPage())).toBe(true);
  expect(fitness.againInMs('a')).toBe(10 * minute);
});

it('clips that asked at the same moment met the same page', () => {
  const together = [aPage(), aPage(), aPage(), aPage()];
  passes(300);
  expect(together.map((one) => fitness.refused('a', one))).toEqual([false, false, false, false]);
  passes(1_000);
  expect(fitness.refused('a', aPage())).toBe(false);
});

it('pages before which a clip was begun say nothing about the next ones', () => {
  for (let page = 1; page <= 6; page++) {
    passes(1_000);
    expect(fitness.refused('a', aPage())).toBe(false);
    if (page % 2 === 0) fitness.mayTry(['b', 'a']);
  }
});

it('where it is so again it counts at once, and the time doubles, up to six hours', () => {
  const waits = Array.from({ length: 8 }, (_, at) => {
    expect(fitness.refused('a', at === 0 ? itsWord() : aPage())).toBe(true);
    let waited = 0;
    for (; fitness.isUnfit('a'); waited++) passes(minute);
    return waited;
  });
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 360, 360]);
});

it('a clip that fits no other way waits for the first two of them, and no longer', () => {
  fitness.refused('a', itsWord());
  fitness.refused('a', itsWord());
  expect(fitness.againInMs('a')).toBe(20 * minute);
  fitness.refused('a', itsWord());
  expect([fitness.isUnfit('a'), fitness.againInMs('a')]).toEqual([true, null]);
  passes(40 * minute);
  expect([fitness.isUnfit('a'), fitness.againInMs('a')]).toEqual([false, null]);
});

it('a clip that was begun, or a helper that is seen to be well, makes all good', () => {
  for (let times = 0; times < 5; times++) fitness.refused('a', itsWord());
  fitness.mayTry(['a']);
  expect([fitness.isUnfit('a'), fitness.againInMs('a')]).toEqual([false, 0]);
  fitness.refused('a', itsWord());
  expect(fitness.againInMs('a')).toBe(10 * minute);
});
