// A slice of two computers on one account in the gate: every clip on the site, and on it twice only where no look could have told.
import { expect, it } from 'vitest';
import { computers, makePairPlan } from './pair-plan.ts';
import { judgePair } from './pair-verdict.ts';
import { runPair } from './pair-world.ts';
import { sentences } from './sentences.ts';
import type { Site } from './site.ts';
import { wallStart } from './timeline.ts';

const slices = [
  { from: 1, seeds: 5, tags: [] },
  { from: 6, seeds: 15, tags: ['proof'] },
];

for (const { tags, ...slice } of slices)
  it(`holds in ${slice.seeds} seeds from ${slice.from}`, { tags, timeout: 600_000 }, async () => {
    let given = 0;
    let apart = 0;
    for (let seed = slice.from; seed < slice.from + slice.seeds; seed++) {
      const { failure, hits } = await judgePair(seed);
      expect(failure).toBeNull();
      given += hits.get('clips given to both') ?? 0;
      apart += [...hits.keys()].some((what) => /^clocks .* apart$/.test(what)) ? 1 : 0;
    }
    expect(given).toBeGreaterThan(slice.seeds);
    expect(apart).toBeGreaterThan(slice.seeds / 2);
  });

it('sets the wall clocks of the two apart, by seconds up to hours and to either side', () => {
  const all = Array.from({ length: 400 }, (_, seed) => makePairPlan(seed).clockSkewMs);
  for (const computer of computers) {
    const skews = all.map((one) => one[computer] ?? Number.NaN);
    const some = (from: number, to: number): boolean => skews.some((ms) => ms >= from && ms <= to);
    expect(skews).toEqual(expect.arrayContaining([0, 90_000, -90_000, 10_800_000, -10_800_000]));
    expect([some(1, 10_000), some(-10_000, -1)]).toEqual([true, true]);
    expect([some(120_000, 1_800_000), some(-1_800_000, -120_000)]).toEqual([true, true]);
  }
  expect(all.filter(([one, other]) => one !== other).length).toBeGreaterThan(all.length / 2);
});

it('gives each computer the time of its own clock', async () => {
  const clockSkewMs = [-90_000, 10_800_000];
  const { computers: both, record } = await runPair({ ...makePairPlan(3), clockSkewMs });
  for (const [place, { profile }] of both.entries()) {
    const begun = wallStart + (clockSkewMs[place] ?? 0);
    const times = profile
      .query(
        'SELECT attempts.started_at AS sent, added_at AS added, mtime_ms AS saved FROM attempts JOIN jobs ON jobs.id = job_id',
      )
      .flatMap(({ sent, added, saved }) => [Number(sent), Number(added), Number(saved)]);
    expect(times.length).toBeGreaterThan(0);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(begun);
    expect(Math.max(...times)).toBeLessThanOrEqual(begun + record.figures.virtualMs);
  }
});

it('holds where one of them slept between its look and its clip, and its clock stood still', {
  tags: 'proof',
  timeout: 60_000,
}, async () => {
  for (const seed of [10000689, 10004144]) {
    expect((await judgePair(seed)).failure).toBeNull();
    const { record } = await runPair({ ...makePairPlan(seed), clockSkewMs: [0, 0] });
    expect(record.violations).toEqual([]);
  }
});

it('knows that a computer keeps away from a site for up to a tenth longer than it was asked to', {
  timeout: 60_000,
}, async () => {
  expect((await judgePair(40000202)).failure).toBeNull();
});

it('makes the same run of the same seed', { tags: 'proof' }, async () => {
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
