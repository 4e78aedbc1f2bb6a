// Two files that may be one clip: told only where their bytes are equal or cannot be seen, and both videos are still there.
import { describe, expect, it } from 'vitest';
import { confirmDuplicate } from '../../../../main/features/proof/confirm-duplicate.ts';
import type { Attempt, StoredFile } from '../../../../main/model.ts';
import { elsewhereAttempt } from '../../../../main/queue/job/presumed-attempt.ts';
import { anAttempt } from '../../queue/jobs.ts';
import { begun, client, createDesk, createShelf, film, mediaIdOf, type OnSite, type Shelf } from './shelf.ts';

const file = (videoId: number | null, changes: Partial<StoredFile> = {}): StoredFile => ({
  ...{ mediaId: mediaIdOf(videoId ?? 0), videoId, title: 'C0001', bytes: 200_000, createdAt: begun + (videoId ?? 0) },
  sourceUrl: `http://127.0.0.1/files/${mediaIdOf(videoId ?? 0)}/C0001.mp4`,
  ...changes,
});
const both = (own: Partial<OnSite> = {}, other: Partial<OnSite> = {}): OnSite[] => [
  { videoId: 7, title: 'First', bytes: film('a'), ...own },
  { videoId: 8, title: 'Second', status: 'draft', bytes: film('a'), ...other },
];

async function confirmed(
  held: readonly OnSite[],
  serves: Shelf['serves'] = 'parts',
  own = file(7),
  other = file(8),
  jobId = 'job-1',
) {
  const desk = createDesk();
  await desk.add(film('a'));
  const shelf = createShelf(...held);
  shelf.serves = serves;
  const pair = await confirmDuplicate({ calls: shelf.calls, store: desk.store }, client, { jobId, own, other });
  return { pair, shelf };
}

describe('two files', () => {
  it('with the same bytes are a pair: the clip, and both videos by when they were stored', async () => {
    const { pair, shelf } = await confirmed(both());
    expect(pair).toEqual({
      ...{ jobId: 'job-1', name: 'job-1.mp4', bytes: 200_000, proof: 'bytes' },
      videos: [
        { videoId: 7, title: 'First', status: 'publish', createdAt: begun + 7 },
        { videoId: 8, title: 'Second', status: 'draft', createdAt: begun + 8 },
      ],
    });
    // Six places of each.
    expect(shelf.asked.filter((url) => url.startsWith('http'))).toHaveLength(12);
  });

  it('that differ anywhere in what is compared are none', async () => {
    const other = film('a');
    other.writeUInt8(255, 199_999);
    expect((await confirmed(both({}, { bytes: other }))).pair).toBe(null);
  });

  it('whose bytes cannot be seen are a pair by name and size', async () => {
    expect((await confirmed(both(), 'whole')).pair).toMatchObject({ proof: 'name-and-size' });
    const elsewhere = file(8, { sourceUrl: 'http://elsewhere.example/C0001.mp4' });
    expect((await confirmed(both(), 'parts', file(7), elsewhere)).pair).toMatchObject({ proof: 'name-and-size' });
    const own = file(7, { sourceUrl: 'http://elsewhere.example/C0001.mp4' });
    expect((await confirmed(both(), 'parts', own)).pair).toMatchObject({ proof: 'name-and-size' });
  });

  it.each([
    ['is gone', { record: 'gone' }],
    ['is in the trash', { status: 'trash' }],
  ] as const)('of which a video %s are none', async (_, changes) => {
    expect((await confirmed(both(changes))).pair).toBe(null);
    expect((await confirmed(both({}, changes))).pair).toBe(null);
  });

  it('of which one is no video’s, or whose clip is gone, are none', async () => {
    const bare = await confirmed(both(), 'whole', file(7), file(null));
    expect(bare.pair).toBe(null);
    expect(bare.shelf.asked.filter((route) => route.startsWith('wp/'))).toEqual(['wp/v2/video/7']);
    expect((await confirmed(both(), 'parts', file(7), file(8), 'gone')).pair).toBe(null);
  });
});

describe('the other video', () => {
  const pairAfter = async (...ended: readonly Attempt['ended'][]) => {
    const desk = createDesk();
    await desk.add(film('a'), {}, ...ended.map((end, at) => anAttempt({ id: `try ${at}`, ended: end })));
    await desk.store.write(() => {
      const job = { id: 'job-1' };
      desk.store.insertAttempt(elsewhereAttempt(job, { fileName: 'C0001.mp4', startedAt: begun, siteSkewMs: 0 }));
    });
    const { calls } = createShelf(...both());
    return confirmDuplicate({ calls, store: desk.store }, client, { jobId: 'job-1', own: file(7), other: file(8) });
  };

  it.each([
    ['the clip left this computer once', ['arrived'], true],
    [
      'other tries ended before their last byte',
      ['connection-lost', 'refused', 'signed-out', 'clip-unreadable', 'proxy', 'stopped', 'interrupted', 'arrived'],
      true,
    ],
    ['other tries were refused, or given up', ['clip-changed', 'clip-in-use', 'elsewhere', 'found'], true],
    ['it may have come late', ['absent', 'arrived'], undefined],
    ['it may be of a try of which no answer came', ['unclear', 'found'], undefined],
    ['nothing left this computer', ['refused'], undefined],
  ] as const)('came from elsewhere or not: %s', async (_, ended, sentOnce) => {
    expect((await pairAfter(...ended))?.sentOnce).toBe(sentOnce);
  });
});
