// A slice of two computers on one account in the gate: every clip on the site, and on it twice only where no look could have told.
import { expect, it } from 'vitest';
import { makePairPlan } from './pair-plan.ts';
import { judgePair } from './pair-verdict.ts';
import { runPair } from './pair-world.ts';

const slice = { from: 1, seeds: 25 };

it(`holds in ${slice.seeds} seeds`, async () => {
  let given = 0;
  for (let seed = slice.from; seed < slice.from + slice.seeds; seed++) {
    const { failure, hits } = await judgePair(seed);
    expect(failure).toBeNull();
    given += hits.get('clips given to both') ?? 0;
  }
  expect(given).toBeGreaterThan(slice.seeds);
});

it('makes the same run of the same seed', async () => {
  const hashes: string[] = [];
  for (const seed of [4, 4, 5]) hashes.push((await runPair(makePairPlan(seed), { trace: 'hash' })).record.hash());
  expect(hashes[0]).toBe(hashes[1]);
  expect(hashes[0]).not.toBe(hashes[2]);
});
