// A slice of the acts that are killed, for every run of the tests.
import { expect, it } from 'vitest';
import { actKills } from './act-kills.ts';

it('6 kills at any moment of acts for 130 clips: each done once or not at all, all taken back, no clip sent again (F-47)', async () => {
  const { kills, wrong, undone, done } = await actKills({ kills: 6, seed: 20_261_126, clips: 130, onSite: 8 });
  expect(wrong).toEqual([]);
  expect([kills, undone + done]).toEqual([6, 6]);
});
