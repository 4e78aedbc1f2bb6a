// Files as tables name them: with or without their folders, from other systems, and some of them called the same.
import { expect, it } from 'vitest';
import { namedClips } from '../../../../main/features/details/named-clips.ts';
import type { ClipDetails } from '../../../../preload/contract.ts';

const nothing: ClipDetails = {
  ...{ title: null, description: null, excerpt: null, status: null, publishAt: null, commentsOpen: null, slug: null },
  terms: {},
};
const listed = (path: string) => ({
  path,
  clip: {
    ...{ jobId: path, accountId: 'ava', account: 'ava @ https://e.com', isOnSite: false },
    ...{ folder: path.slice(0, path.lastIndexOf('/')), values: nothing },
    name: path.slice(path.lastIndexOf('/') + 1),
  },
});
const clips = namedClips(
  [
    ...[
      '/cards/A/C0001.MP4',
      '/cards/B/C0001.MP4',
      '/cards/B/Cafe\u0301.mp4',
      '/cards/Readme.mp4',
      '/cards/README.mp4',
    ],
    'D:\\Films\\Hafen.mov',
  ].map(listed),
);
const ids = (name: string) => clips.of(name).map(({ jobId }) => jobId);

it.each([
  ['C0001.MP4', ['/cards/A/C0001.MP4', '/cards/B/C0001.MP4']],
  ['c0001.mp4', ['/cards/A/C0001.MP4', '/cards/B/C0001.MP4']],
  ['B/C0001.MP4', ['/cards/B/C0001.MP4']],
  ['./b\\c0001.mp4', ['/cards/B/C0001.MP4']],
  ['/cards/A/C0001.MP4', ['/cards/A/C0001.MP4']],
  ['ds/A/C0001.MP4', []],
  ['/other/C0001.MP4', []],
  ['Café.mp4', ['/cards/B/Cafe\u0301.mp4']],
  ['README.mp4', ['/cards/README.mp4']],
  ['readme.mp4', ['/cards/Readme.mp4', '/cards/README.mp4']],
  ['Hafen.mov', ['D:\\Films\\Hafen.mov']],
  ['films/hafen.mov', ['D:\\Films\\Hafen.mov']],
  ['C0001', []],
  ['', []],
])('%j is %j', (name, found) => {
  expect(ids(name)).toEqual(found);
});
