// A slice of the killed updates for every run of the tests: a whole program at its place after each kill, and each clip once on the site.
import { expect, it } from 'vitest';
import { updateKills } from './update-kills.ts';

it('3 kills while an update is fetched or put in place: a whole program, and no clip lost or doubled', {
  tags: 'proof',
}, async () => {
  const report = await updateKills({ kills: 3, seed: 20_261_127, payloadBytes: 512 * 1024 });
  expect(report.wrong).toEqual([]);
  expect(report.kills).toBe(3);
});
