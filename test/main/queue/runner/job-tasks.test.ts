// How an attempt ended, for its history: said from what kept it from its end and whether the site answered, never from a guess.
import { describe, expect, it } from 'vitest';
import type { FailureCause, WaitReason } from '../../../../main/model.ts';
import { causeOf, endOf, type SendOutcome } from '../../../../main/queue/runner/job-tasks.ts';
import { later } from '../jobs.ts';

const retry = (why: WaitReason): FailureCause => ({ kind: 'retry', why, afterMs: null, bounded: true });
const needsUser: FailureCause = { kind: 'needs-you', reason: 'clip-missing', action: 'retry', detail: null };
const ended = (cause: FailureCause, status: number | null, more: Partial<SendOutcome> = {}): string | null =>
  endOf({
    ...{ verdict: { kind: 'failed', cause }, status, clipChanged: false, sha256: null, said: null, mediaId: null },
    ...more,
  });

describe('what nobody answered', () => {
  it.each([
    ['clip-busy', 'clip-in-use'],
    ['disk-silent', 'clip-unreadable'],
    ['folder-away', 'clip-unreadable'],
    ['proxy-sign-in', 'proxy'],
    ['proxy-method', 'proxy'],
    ['proxy-refuses', 'proxy'],
    ['proxy-kind', 'proxy'],
    ['site-busy', 'held-back'],
    ['site-maintenance', 'held-back'],
    ['server-error', 'signed-out'],
    ['connection-lost', 'connection-lost'],
    ['proxy-away', 'connection-lost'],
    ['offline', 'connection-lost'],
  ] as const)('for %s ended as %s', (why, end) => expect(ended(retry(why), null)).toBe(end));

  it('for a sign-in that is dead ended as signed out, for a file that needs its user as unreadable', () => {
    expect(ended({ kind: 'sign-in' }, null)).toBe('signed-out');
    expect(ended(needsUser, null)).toBe('clip-unreadable');
  });
});

describe('what was answered', () => {
  it('with a yes whose rest was lost was answered early; with anything else it was refused', () => {
    expect(ended(retry('connection-lost'), 201)).toBe('answered-early');
    expect(ended(retry('site-busy'), 200)).toBe('refused');
    expect(ended(needsUser, 200)).toBe('refused');
    expect(ended(retry('connection-lost'), 500)).toBe('refused');
    expect(ended(retry('connection-lost'), 413)).toBe('refused');
  });
});

it('a clip that changed says so whatever came of it, and what did not fail is called what it is', () => {
  expect(ended(retry('connection-lost'), 500, { clipChanged: true })).toBe('clip-changed');
  expect(ended(later, null, { verdict: { kind: 'stopped' } })).toBe('stopped');
  expect(ended(later, 200, { verdict: { kind: 'arrived', videoId: 14 } })).toBe('arrived');
});

it('what a verdict says about going on is its cause, or what else it may have been', () => {
  expect(causeOf({ kind: 'failed', cause: needsUser })).toEqual(needsUser);
  expect(causeOf({ kind: 'unclear', otherwise: later })).toEqual(later);
  expect(causeOf({ kind: 'unclear', otherwise: null })).toBeNull();
  expect(causeOf({ kind: 'arrived', videoId: 14 })).toBeNull();
});
