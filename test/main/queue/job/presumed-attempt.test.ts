// Attempts that nobody knows of: one that may have been at any time, told from those that were made (F-42).
import { describe, expect, it } from 'vitest';
import { emptyDraft, type Job, nothingSeen } from '../../../../main/model.ts';
import { transition } from '../../../../main/queue/job/job-state.ts';
import {
  assumedAttempt,
  doubtfulSeen,
  elsewhereAttempt,
  foundAgain,
  foundBefore,
  isAssumed,
  isElsewhere,
} from '../../../../main/queue/job/presumed-attempt.ts';
import { aJob, anAttempt } from '../jobs.ts';

it('stands for any sending of the clip until the list was found damaged, without a key to go on with', () => {
  const attempt = assumedAttempt(aJob(), 'C0001.mp4', 900);
  expect(attempt).toEqual({
    ...anAttempt(),
    ...{ id: 'assumed-job-1', boundary: '', key: null, startedAt: 0, endedAt: 900 },
  });
  expect([isAssumed(attempt.id), isAssumed('attempt-1'), isAssumed('not-assumed-')]).toEqual([true, false, false]);
  expect(isElsewhere(attempt.id)).toBe(false);
});

it('stands as well for what somebody else may have sent, seen at this moment; the two are told apart', () => {
  const attempt = elsewhereAttempt(aJob(), { fileName: 'C0001.mp4', startedAt: 900, siteSkewMs: 5 });
  expect(attempt).toEqual({
    ...anAttempt(),
    ...{ id: 'elsewhere-job-1', boundary: '', key: null, startedAt: 900, siteSkewMs: 5, endedAt: null },
  });
  expect([isAssumed(attempt.id), isElsewhere(attempt.id)]).toEqual([true, true]);
  expect([isElsewhere('attempt-1'), isElsewhere('not-elsewhere-')]).toEqual([false, false]);
});

const draft = { ...emptyDraft, title: 'Mine', commentsOpen: false, terms: { tags: [1] } };

describe('a clip that was found again', () => {
  const since = { looks: 0, nextLookAt: 0, saidYes: false, otherwise: null, since: 0 };
  const typed = aJob({ draft, draftRevision: 1, state: { kind: 'unclear', attemptId: 'elsewhere-job-1', ...since } });
  const foundAs = (late: { readonly isLate?: true }): Job =>
    transition(typed, { kind: 'looked', finding: { kind: 'found', videoId: 9, ...late }, until: 0 });

  it('is doubted where another may have sent it, and not where its own attempt came late (F-02)', () => {
    expect(foundAs({}).seen.values).toEqual({ title: '', commentsOpen: '', 'terms:tags': [] });
    const late = foundAs({ isLate: true });
    expect([late.seen, late.draft]).toEqual([typed.seen, draft]);
    expect(late.state).toMatchObject({ kind: 'describing', videoId: 9 });
  });

  it('of a folder is not described by its rules a second time, unless somebody typed more', () => {
    const job = aJob({ folderId: 'folder-1', draft, draftRevision: 1 });
    expect(foundAgain(job)).toEqual({ ...job, draft: emptyDraft });
    expect(foundAgain({ ...job, draftRevision: 2 }).draft).toBe(draft);
  });

  it('asks its user wherever the video differs from what was typed, but for what was seen since', () => {
    const seen = { ...nothingSeen, modifiedAt: 4, values: { title: 'Seen' } };
    const after = foundAgain(aJob({ draft, draftRevision: 1, seen }));
    expect(after.draft).toBe(draft);
    expect(after.seen).toEqual({ ...seen, values: { title: 'Seen', commentsOpen: '', 'terms:tags': [] } });
  });
});

it('nothing is known of what the site had in the typed fields, and nothing is said of others', () => {
  expect(doubtfulSeen(draft)).toEqual({ ...nothingSeen, values: { title: '', commentsOpen: '', 'terms:tags': [] } });
  expect(doubtfulSeen(emptyDraft)).toEqual(nothingSeen);
});

it('what another computer sent goes from waiting to done by steps of the table, with nothing left to describe or to look for', () => {
  const steps: Job[] = [];
  const end = foundBefore('job-1', 14, 5_000).reduce(
    (job, event) => {
      const next = transition(job, event);
      steps.push(next);
      return next;
    },
    aJob({ draft: emptyDraft, draftRevision: 0 }),
  );
  expect(steps.map(({ state }) => state)).toEqual([
    {
      ...{ kind: 'unclear', attemptId: 'elsewhere-job-1', since: 5_000, nextLookAt: 5_000 },
      ...{ looks: 0, saidYes: false, otherwise: null },
    },
    { kind: 'describing', videoId: 14, until: null, why: null },
    { kind: 'done', videoId: 14, finishedAt: 5_000 },
  ]);
  expect(end).toMatchObject({ appliedRevision: 0, failures: 0, seen: nothingSeen });
});
