// A slice of the changes for videos that are killed, for every run of the tests.
import { expect, it } from 'vitest';
import { videoKills } from './video-kills.ts';

it('two kills at any moment of changes and moves to the trash for 20 videos: each done for all or for none, what is typed meanwhile wins, all taken back (F-47)', {
  tags: 'proof',
}, async () => {
  const { kills, wrong, undone, done } = await videoKills({ kills: 2, seed: 20_261_126, videos: 20 });
  expect(wrong).toEqual([]);
  expect([kills, undone + done]).toEqual([2, 2]);
});
