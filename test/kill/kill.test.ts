// A slice of the kill loop for every run of the tests: three kills of a real engine, each clip once on the site in the end (F-47).
import { expect, it } from 'vitest';
import { killLoop } from './kill-loop.ts';

it('three kills at any moment, on a site with faults: nothing lost, doubled, stuck or forgotten (F-01, F-02, F-47)', async () => {
  const report = await killLoop({ kills: 3, seed: 20_261_120, worlds: 2 });
  expect(report.failures.map(({ wrong, story, kept, history }) => ({ wrong, story, kept, history }))).toEqual([]);
  expect(report.kills).toBe(3);
  expect(report.clips).toBeGreaterThanOrEqual(3);
  // Killed in the middle of work, not beside it.
  expect([...report.byState.keys()]).toEqual(expect.arrayContaining(['waiting']));
});
