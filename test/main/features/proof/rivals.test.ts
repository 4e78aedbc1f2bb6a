// Which other clips may have made the files that are looked at.
import { describe, expect, it } from 'vitest';
import { hasStranger, rivalsOf } from '../../../../main/features/proof/rivals.ts';
import type { Attempt, Job, JobState, StoredFile } from '../../../../main/model.ts';
import type { QueueStore } from '../../../../main/queue/store/job-store.ts';
import { aJob, anAttempt, states } from '../../queue/jobs.ts';

const unclear: JobState = { ...states.unclear, attemptId: 'attempt-2' };
const ours = aJob({ id: 'ours' });

/** The rivals of `ours` beside these jobs, their attempts, and what may come late. */
function rivals(jobs: readonly Job[], attempts: readonly Attempt[], late: readonly Attempt[] = []) {
  const asked: unknown[] = [];
  const store = {
    notFound: (...of: unknown[]) => [asked.push(of), jobs][1],
    mayComeLate: (...of: unknown[]) => [asked.push(of), late][1],
    attempts: (id: string) => attempts.filter(({ jobId }) => jobId === id),
  } as unknown as QueueStore;
  const found = rivalsOf(store, ours);
  const of = [ours.accountId, ours.clip.identity.size, 'ours'];
  expect(asked).toEqual([of, of]);
  return found;
}
const attempt = (changes: Partial<Attempt>): Attempt => anAttempt({ id: 'attempt-2', jobId: 'job-1', ...changes });

it('a clip that is not found yet can have made them from its attempt on, by the site’s clock', () => {
  const found = rivals(
    [aJob({ state: unclear })],
    [attempt({ fileName: 'a.mp4', startedAt: 50_000, siteSkewMs: 3_000 })],
  );
  expect(found).toEqual([{ fileName: 'a.mp4', bytes: 2_000, from: 51_000 }]);
});

it('what was known of the account’s files when it began goes with it', () => {
  const found = rivals([aJob({ state: unclear })], [attempt({ afterMediaId: 90 })]);
  expect(found).toMatchObject([{ afterMediaId: 90 }]);
});

it('a clip of which the site’s clock was never heard can have made any', () => {
  const [found] = rivals([aJob({ state: unclear })], [attempt({ siteSkewMs: null })]);
  expect(found?.from).toBe(Number.NEGATIVE_INFINITY);
});

it('a clip that sent the same bytes before can have made them since then', () => {
  const content = '2000 1 2 3';
  const earlier = attempt({ id: 'attempt-1', startedAt: 10_000, content, ended: 'unclear' });
  const found = rivals([aJob({ state: unclear })], [earlier, attempt({ startedAt: 50_000, content })]);
  expect(found).toMatchObject([{ from: 8_000 }]);
});

it('a clip that is to be sent first, or whose attempt is not known any more, has made none', () => {
  expect(rivals([aJob({ state: states.waiting })], [attempt({})])).toEqual([]);
  expect(rivals([aJob({ state: unclear })], [attempt({ id: 'attempt-1' })])).toEqual([]);
});

it('a clip that was only seen on the site, and never sent from here, has made none', () => {
  const seen = aJob({ state: { ...unclear, attemptId: 'elsewhere-1' } });
  expect(rivals([seen], [attempt({ id: 'elsewhere-1' })])).toEqual([]);
});

it('what may come late counts as well, each clip once', () => {
  const late = [
    attempt({ fileName: 'late.mp4' }),
    attempt({ jobId: 'job-9', fileName: 'later.mp4', startedAt: 9_000 }),
  ];
  const found = rivals([aJob({ state: unclear })], [attempt({ fileName: 'a.mp4' })], late);
  expect(found.map(({ fileName, from }) => [fileName, from])).toEqual([
    ['a.mp4', 400 - 2_000],
    ['later.mp4', 7_000],
  ]);
});

describe('somebody else sends for the account where', () => {
  const file = (changes: Partial<StoredFile> = {}): StoredFile => ({
    ...{ mediaId: 8, videoId: 7, title: 'a', sourceUrl: 'https://e.com/a.mp4', bytes: 5_000, createdAt: 60_000 },
    ...changes,
  });
  /** What one says of a file beside `ours`, and these others; `other` = a clip of 5,000 bytes named a.mp4 that may be on the site, too. */
  function isStrange(
    changes: Partial<StoredFile>,
    other: Partial<Attempt> | null = null,
    taken: readonly number[] = [],
    others: readonly StoredFile[] = [],
    from = Number.NEGATIVE_INFINITY,
  ) {
    const made = other === null ? [] : [attempt({ fileName: 'a.mp4', startedAt: 50_000, ...other })];
    const store = {
      notFound: (_account: string, size: number) => (size === 5_000 && other ? [aJob({ state: unclear })] : []),
      mayComeLate: () => [],
      attempts: () => made,
      takenVideos: () => new Set(taken),
    } as unknown as QueueStore;
    return hasStranger(store, ours, { fileName: 'ours.mp4', from }, [file(changes), ...others]);
  }

  it.each<[string, ReturnType<typeof isStrange>]>([
    ['a file can come from no clip of this list', isStrange({})],
    ['one of the clip’s own size has another name', isStrange({ bytes: ours.clip.identity.size })],
    ['the other clip has another name', isStrange({}, { fileName: 'b.mp4' })],
    ['the other clip was sent after it was there', isStrange({}, { startedAt: 90_000 })],
    ['one of another size has the clip’s name', isStrange({ title: 'Ours' })],
    [
      'one of the clip’s own name and size was there before the clip was sent',
      isStrange({ bytes: ours.clip.identity.size, title: 'Ours', createdAt: 70_000 }, null, [], [], 70_001),
    ],
    ['one file of several can', isStrange({}, null, [9], [file({ videoId: 9 })])],
  ])('%s', (_, strange) => {
    expect(strange).toBe(true);
  });

  it.each<[string, ReturnType<typeof isStrange>]>([
    ['a clip of this list stands for its video', isStrange({}, null, [7])],
    ['another clip of this list may have made it', isStrange({}, {})],
    ['it can be the clip itself', isStrange({ bytes: ours.clip.identity.size, title: 'Ours' })],
    ['it has no video', isStrange({ videoId: null })],
    ['nobody tells its size', isStrange({ bytes: null })],
  ])('and not where %s', (_, strange) => {
    expect(strange).toBe(false);
  });
});
