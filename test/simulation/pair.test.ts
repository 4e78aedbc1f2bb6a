// A slice of two computers on one account in the gate: every clip on the site, and on it twice only where no look could have told.
import { expect, it } from 'vitest';
import { makePairPlan } from './pair-plan.ts';
import { judgePair } from './pair-verdict.ts';
import { runPair } from './pair-world.ts';
import { sentences } from './sentences.ts';
import type { Site } from './site.ts';

const slice = { from: 1, seeds: 25 };

it(`holds in ${slice.seeds} seeds`, { timeout: 600_000 }, async () => {
  let given = 0;
  for (let seed = slice.from; seed < slice.from + slice.seeds; seed++) {
    const { failure, hits } = await judgePair(seed);
    expect(failure).toBeNull();
    given += hits.get('clips given to both') ?? 0;
  }
  expect(given).toBeGreaterThan(slice.seeds);
});

it('holds where one of them slept between its look and its clip, and its clock stood still', {
  timeout: 60_000,
}, async () => {
  for (const seed of [10000689, 10004144]) expect((await judgePair(seed)).failure).toBeNull();
});

it('makes the same run of the same seed', async () => {
  const hashes: string[] = [];
  for (const seed of [4, 4, 5]) hashes.push((await runPair(makePairPlan(seed), { trace: 'hash' })).record.hash());
  expect(hashes[0]).toBe(hashes[1]);
  expect(hashes[0]).not.toBe(hashes[2]);
});

/** Its list of files, newest first by number, is the one that tells what another computer sent. */
function hideFiles(site: Site): void {
  const { answer } = site;
  site.answer = (method, url, ...more) => {
    const isList = url.pathname === '/wp-json/wp/v2/media' && url.searchParams.get('orderby') === 'id';
    return isList ? site.data(200, [], { 'x-wp-totalpages': '1' }) : answer(method, url, ...more);
  };
}

it('sees what a computer sends again that cannot know of the other', async () => {
  const plan = makePairPlan(2);
  expect((await runPair(plan)).record.violations).toEqual([]);
  const { record } = await runPair(plan, { around: hideFiles });
  expect(record.violations.map(({ sentence }) => sentence)).toContain(sentences.twice);
});
