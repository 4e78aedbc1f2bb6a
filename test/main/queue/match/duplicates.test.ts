// Which files on the site may be a second copy of a clip: pure comparison (F-02).
import { describe, expect, it } from 'vitest';
import type { StoredFile } from '../../../../main/model.ts';
import { duplicates, merged, type Sent, windowOf } from '../../../../main/queue/match/duplicates.ts';

const hour = 3_600_000;
const file = (changes: Partial<StoredFile> = {}): StoredFile => ({
  mediaId: 15,
  videoId: 14,
  title: 'C0001',
  sourceUrl: 'https://e.com/C0001.mp4',
  bytes: 2_000,
  createdAt: 10 * hour,
  ...changes,
});
const second = (changes: Partial<StoredFile> = {}): StoredFile =>
  file({ mediaId: 17, videoId: 16, sourceUrl: 'https://e.com/C0001-1.mp4', ...changes });
const sent: Sent = {
  jobId: 'job-1',
  videoId: 14,
  bytes: 2_000,
  fileNames: ['C0001.mp4', 'Tall ships.mp4'],
  windows: [{ from: 9 * hour, to: 11 * hour }],
};

describe('a second copy', () => {
  it.each<[string, readonly StoredFile[], readonly number[], boolean]>([
    ['of the same name and size, in the time of the attempts', [file(), second()], [14], true],
    ['under the name of another attempt', [file(), second({ title: 'Tall ships', sourceUrl: '' })], [14], true],
    ['is not one that is alone', [second()], [14], false],
    ['is not the clip’s own file', [file()], [14], false],
    ['is not of another size', [file(), second({ bytes: 2_001 })], [14], false],
    ['is not of a size that is not told', [file(), second({ bytes: null })], [14], false],
    ['is not of another name', [file(), second({ title: 'x', sourceUrl: 'https://e.com/x.mp4' })], [14], false],
    ['is not from before the attempts', [file(), second({ createdAt: 8 * hour })], [14], false],
    ['is not from long after them', [file(), second({ createdAt: 12 * hour })], [14], false],
    ['is not without a time', [file(), second({ createdAt: null })], [14], false],
    ['is not a file without a video', [file(), second({ videoId: null })], [14], false],
    ['is not the video of another clip', [file(), second()], [14, 16], false],
    ['is one of the first moment of the attempts', [file(), second({ createdAt: 9 * hour })], [14], true],
    ['is one of their last moment', [file(), second({ createdAt: 11 * hour })], [14], true],
  ])('%s', (_, files, taken, told) => {
    expect(duplicates([sent], files, new Set(taken)).map(({ other }) => other.videoId)).toEqual(told ? [16] : []);
  });
});

it('is looked for from just before an attempt until hours after its end, by the site’s clock', () => {
  const attempt = { startedAt: 10 * hour, endedAt: 11 * hour, siteSkewMs: hour };
  expect(windowOf(attempt)).toEqual({ from: 11 * hour - 30_000, to: 18 * hour + 30_000 });
  const blind = windowOf({ ...attempt, endedAt: null, siteSkewMs: null });
  expect(blind).toEqual({ from: (10 - 26) * hour, to: (10 + 26 + 6) * hour });
  // An end from before its beginning, by a clock that was set back, ends nothing.
  expect(windowOf({ ...attempt, endedAt: hour }).to).toBe(17 * hour + 30_000);
});

it('is told with the file that stands for the clip, of each clip in any of its times', () => {
  const windows = [{ from: 0, to: hour }, ...sent.windows];
  const found = duplicates(
    [sent, { ...sent, jobId: 'job-2', videoId: 99 }, { ...sent, windows }],
    [file(), second()],
    new Set([14]),
  );
  expect(found).toEqual([
    { jobId: 'job-1', own: file(), other: second() },
    { jobId: 'job-1', own: file(), other: second() },
  ]);
});

it('is looked for in as few questions as possible', () => {
  const spans = [
    { from: 50, to: 60 },
    { from: 0, to: 10 },
    { from: 5, to: 20 },
    { from: 20, to: 25 },
    { from: 6, to: 7 },
  ];
  expect(merged(spans)).toEqual([
    { from: 0, to: 25 },
    { from: 50, to: 60 },
  ]);
  expect(merged([])).toEqual([]);
});
