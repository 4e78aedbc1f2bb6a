// Planning a little at a time: others get their turn, and a plan that nobody wants any more is not made to its end.
import { expect, it, vi } from 'vitest';
import type { DetailsPlan, PlanSteps } from '../../../renderer/model/details-plan.ts';
import { planInTurns } from '../../../renderer/state/use-details-plan.ts';

const made: DetailsPlan = { rows: [], ready: [], terms: [], unchanged: 3, isAsking: false };

/** Each step takes a millisecond of work. */
function* steps(count: number, onStep: (at: number) => void = () => {}): PlanSteps {
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

it('a long plan lets others have their turn every few milliseconds', async () => {
  const plan = planInTurns(steps(100), () => true);
  expect(await turnsDuring(plan)).toBeGreaterThan(10);
  expect(await plan).toBe(made);
});

it('a short one is there at once', async () => {
  // By a clock of its own: a busy machine may take any time for two steps.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const twoSteps = (function* (): PlanSteps {
    yield;
    yield;
    return made;
  })();
  const plan = planInTurns(twoSteps, () => true);
  clock.mockRestore();
  let isThere = false;
  void plan.then(() => {
    isThere = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(isThere).toBe(true);
});

it('one that nobody wants any more ends where it is', async () => {
  let taken = 0;
  let isWanted = true;
  const plan = planInTurns(
    steps(1_000, (at) => {
      taken++;
      if (at === 20) isWanted = false;
    }),
    () => isWanted,
  );
  expect(await plan).toBeNull();
  expect(taken).toBe(21);
});

it('what goes wrong in a later turn is told to whoever waits', async () => {
  const plan = planInTurns(
    steps(100, (at) => {
      if (at === 50) throw new Error('no such row');
    }),
    () => true,
  );
  await expect(plan).rejects.toThrow('no such row');
});
