// A slice of the acts that are killed, for every run of the tests.
import { expect, it } from 'vitest';
import { actKills } from './act-kills.ts';

it('two kills at any moment of acts for 40 clips: each done once or not at all, all taken back, no clip sent again (F-47)', {
  tags: 'proof',
}, async () => {
  const { kills, wrong, undone, done } = await actKills({ kills: 2, seed: 20_261_126, clips: 40, onSite: 4 });
  expect(wrong).toEqual([]);
  expect([kills, undone + done]).toEqual([2, 2]);
});
