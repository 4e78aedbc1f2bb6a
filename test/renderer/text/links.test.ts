// What is said of links that were copied: all that is not as one would think, and nothing else.
import { expect, test } from 'vitest';
import type { LinksCopied } from '../../../preload/contract.ts';
import { copiedWords } from '../../../renderer/text/links.ts';

const none: LinksCopied = { copied: 0, notPublic: 0, short: 0, notThere: 0, gone: 0 };

test.each<[Partial<LinksCopied>, string]>([
  [{ copied: 1 }, 'Link copied.'],
  [{ copied: 1_200 }, '1,200 links copied.'],
  [{ copied: 1, notPublic: 1 }, 'Link copied. The video is not public: without access nobody can open its link.'],
  [
    { copied: 2, notPublic: 2 },
    '2 links copied. The videos are not public: without access nobody can open their links.',
  ],
  [{ copied: 3, notPublic: 1 }, '3 links copied. 1 video is not public: without access nobody can open its link.'],
  [
    { copied: 3, notPublic: 2 },
    '3 links copied. 2 of the videos are not public: without access nobody can open their links.',
  ],
  [
    { copied: 1, short: 1 },
    'Link copied. It is a short link that leads to the video, as the site did not tell its full address.',
  ],
  [
    { copied: 5, short: 2 },
    '5 links copied. 2 are short links that lead to the videos, as the site did not tell their full addresses.',
  ],
  [{ notThere: 1 }, 'Nothing was copied. 1 clip is not on the site, so there is no link.'],
  [
    { copied: 1, notThere: 2, gone: 1 },
    'Link copied. 2 clips are not on the site, so there is no link. 1 video is deleted or in the trash, so there is no link.',
  ],
  [{}, 'Nothing was copied.'],
])('%j', (counts, words) => {
  expect(copiedWords({ ...none, ...counts })).toBe(words);
});
