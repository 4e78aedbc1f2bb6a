// A slice of the ingest torture in the gate: real writers, real files, the whole app, and a site that tells what it has (F-23).
import { expect, it } from 'vitest';
import { containers } from './contents.ts';
import { makePlan, type PlannedFile } from './plan.ts';
import { programNames } from './programs.ts';
import { hidden, medianOf, planOf, run, shown, soonMs, waitsOf, wrongOf } from './slice.ts';
import { judge } from './verdict.ts';
import { wayNames } from './writers.ts';

it('writes in every way into every container, from a seed', () => {
  const plan = makePlan({ files: 2_000, seed: 1, longestPause: 120_000, programs: programNames });
  const all = [...wayNames, ...programNames];
  expect(new Set(plan.map(({ way }) => way))).toEqual(new Set(all));
  const pairs = new Set(plan.map(({ way, container }) => `${way} ${container}`));
  expect(pairs.size).toBeGreaterThan(0.9 * Math.min(plan.length, all.length * containers.length));
  expect(Math.max(...plan.flatMap(({ pauses }) => pauses))).toBeGreaterThan(110_000);
  expect(makePlan({ files: 2_000, seed: 1, longestPause: 120_000, programs: programNames })).toEqual(plan);
});

it('tells torn, missed, doubled and unreplaced videos from whole ones and from older versions', () => {
  const [file] = planOf(1, 1) as [PlannedFile];
  const path = file.name;
  const written = [{ file, final: 'whole', old: 'old', doneAt: 5_000 }];
  const kinds = (...sums: readonly string[]) => {
    const { wrong, noticed, waits } = judge(
      written,
      sums.map((sum) => ({ path, sha256: sum.replace('-', ''), isTrashed: sum.startsWith('-') })),
      [{ path, at: 7_000 }],
    );
    return [wrong.map(({ kind }) => kind), noticed, [...waits.values()].flat()];
  };
  expect(kinds('whole')).toEqual([[], 0, [2_000]]);
  expect(kinds('-old', 'whole')).toEqual([[], 0, [2_000]]);
  expect(kinds('old', 'whole')).toEqual([['beside'], 0, [2_000]]);
  expect(kinds('-half', 'whole')).toEqual([['torn'], 1, [2_000]]);
  expect(kinds('half', 'whole')).toEqual([['torn', 'beside'], 0, [2_000]]);
  expect(kinds('half')).toEqual([['torn', 'missed'], 0, []]);
  expect(kinds()).toEqual([['missed'], 0, []]);
  expect(kinds('whole', '-whole')).toEqual([['doubled'], 0, []]);
});

it('where writers can be seen, each clip is taken whole and once, soon after its writer let it go', async () => {
  // Where the machine takes seconds for what takes none, the app's time goes slower: the careful times stay what they are.
  let median = Number.POSITIVE_INFINITY;
  for (const times of [20, 10, 5]) {
    const verdict = await run({ plan: shown, hidden: false, times });
    expect(wrongOf(verdict)).toEqual([]);
    expect(waitsOf(verdict).length).toBeGreaterThan(shown.length / 2);
    median = medianOf(waitsOf(verdict));
    if (median < soonMs) break;
  }
  expect(median).toBeLessThan(soonMs);
});

it('where nobody can be seen to write, care alone keeps torn clips away', { tags: 'proof' }, async () => {
  expect(wrongOf(await run({ plan: hidden, hidden: true }))).toEqual([]);
});
