// Work done a little at a time: others get their turn, and what nobody wants any more is not done to its end.
import { expect, it } from 'vitest';
import { inTurns } from '../../../renderer/state/in-turns.ts';

const made = { rows: 3 };

/** Each step takes a millisecond of work. */
function* steps(count: number, onStep: (at: number) => void = () => {}): Generator<void, typeof made, void> {
  for (let at = 0; at < count; at++) {
    const end = performance.now() + 1;
    while (performance.now() < end);
    onStep(at);
    yield;
  }
  return made;
}

/** How often others had their turn until `work` was over. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setTimeout(turn);
  };
  setTimeout(turn);
  await work;
  isOver = true;
  return turns;
}

it('long work lets others have their turn every few milliseconds', async () => {
  const work = inTurns(steps(100), () => true);
  expect(await turnsDuring(work)).toBeGreaterThan(10);
  expect(await work).toBe(made);
});

it('short work is done at once', async () => {
  const work = inTurns(steps(0), () => true);
  let isThere = false;
  void work.then(() => {
    isThere = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(isThere).toBe(true);
});

it('what nobody wants any more ends where it is', async () => {
  let taken = 0;
  let isWanted = true;
  const work = inTurns(
    steps(1_000, (at) => {
      taken++;
      if (at === 20) isWanted = false;
    }),
    () => isWanted,
  );
  expect(await work).toBeNull();
  expect(taken).toBe(21);
});

it('what goes wrong in a later turn is told to whoever waits', async () => {
  const work = inTurns(
    steps(100, (at) => {
      if (at === 50) throw new Error('no such row');
    }),
    () => true,
  );
  await expect(work).rejects.toThrow('no such row');
});
