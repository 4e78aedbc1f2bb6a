// What the window tells of is data, and becomes words when it is shown: a notice that stands follows the region.
import { afterEach, expect, test } from 'vitest';
import { setRegion } from '../../../preload/text/region.ts';
import { message } from '../../../preload/text/text.ts';
import { type News, newsWords } from '../../../renderer/text/news.ts';
import { fakeAccount } from '../fake-bridge.ts';

afterEach(() => setRegion('en-GB'));

const counted: News = { kind: 'message', message: message('jobs.acted.changed', { clips: 1_200 }) };

test('a notice that stands is worded anew in another region', () => {
  setRegion('en-GB');
  expect(newsWords(counted)).toContain('1,200');
  setRegion('de-DE');
  expect(newsWords(counted)).toContain('1.200');
});

test.each<[string, News, RegExp]>([
  ['a message', counted, /1,200 clips/],
  ['a refusal of main by its code', { kind: 'failed', said: 'folder-not-chosen' }, /^[A-Z].*\.$/],
  ['words of somebody else as they are', { kind: 'failed', said: 'The disk is full.' }, /^The disk is full\.$/],
  [
    'clips that were added',
    {
      kind: 'added',
      result: { added: 1, ready: 0, alreadyOnSite: 0, alreadyQueued: 0, refused: [], notVideos: 0 },
    },
    /^1 clip added$/,
  ],
  ['what became of videos', { kind: 'acted', act: 'restore', result: { done: [1], failed: [] } }, /^1 video restored/],
  [
    'what became of others than was wanted',
    {
      kind: 'acted',
      act: 'publish-again',
      result: { done: [], failed: [], otherwise: [{ id: 1, status: 'pending' }] },
    },
    /^1 video is not in the trash, and is: Pending review\.$/,
  ],
  ['nothing, of no videos', { kind: 'acted', act: 'trash', result: { done: [], failed: [] } }, /^$/],
  [
    'a sign-in that ends',
    { kind: 'signed-in', account: fakeAccount({ method: 'token', tokenEndsAt: 3_600_000 }), at: 0, insteadOf: null },
    /It expires in 1 hour\./,
  ],
  ['a folder', { kind: 'folder-refused', failure: { problem: 'inside-watched', other: 'Clips' } }, /Clips/],
  [
    'one clip by its title',
    { kind: 'moved', title: 'Regatta', moved: { changed: 1, place: 2, of: 14 } },
    /^“Regatta” is number 2 of 14/,
  ],
  [
    'several by their number',
    { kind: 'moved', title: null, moved: { changed: 2, place: 1, of: 4 } },
    /^2 clips are number 1 to 2 of 4/,
  ],
])('it tells %s, also after it was written down', (_, news, words) => {
  setRegion('en-GB');
  expect(newsWords(JSON.parse(JSON.stringify(news)) as News)).toMatch(words);
});
