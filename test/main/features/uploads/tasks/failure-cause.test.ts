// What a failure means once it is known who answers at the site, and whether the clip's disk is there.
import { describe, expect, it } from 'vitest';
import type { SiteAnswer } from '../../../../../main/answers.ts';
import { createFailureCauses } from '../../../../../main/features/uploads/tasks/failure-cause.ts';
import type { FailureCause, Verdict } from '../../../../../main/model.ts';
import { HttpError } from '../../../../../main/ports.ts';
import { aJob, later, signIn, tooLarge } from '../../../queue/jobs.ts';
import { oneAccount } from './parts.ts';

const job = aJob();
const down = { kind: 'line', why: 'site-away' } as const satisfies FailureCause;
const offline = { kind: 'line', why: 'offline' } as const satisfies FailureCause;
const cutOff: FailureCause = { kind: 'retry', why: 'connection-lost', afterMs: null, bounded: false };
const missing = { kind: 'needs-you', reason: 'clip-missing', action: 'retry', detail: null } as const;
const said: SiteAnswer = {
  ...{ status: 500, headers: {}, json: {}, webPage: false, code: null, message: null },
  ...{ retryAfterMs: null, maintained: false },
};
const failed = (cause: FailureCause): Verdict => ({ kind: 'failed', cause });
const unclear = (otherwise: FailureCause | null): Verdict => ({ kind: 'unclear', otherwise });

/** `sorted` = what a failure is once somebody looked who answers; null = what it was. */
function causes(sorted: FailureCause | null = null, isAway = false) {
  const one = oneAccount();
  const asked: unknown[] = [];
  const made = createFailureCauses({
    accounts: one.accounts,
    lines: {
      sort: async (siteId, cause, answer) => {
        asked.push([siteId, cause, answer]);
        return sorted ?? cause;
      },
    },
    isAway: async () => isAway,
  });
  return { one, asked, made };
}

describe('a clip that cannot be found', () => {
  it.each(['clip-missing', 'clip-unreadable'] as const)(
    'waits for its disk while that is away: %s (F-26)',
    async (reason) => {
      const waits = { kind: 'retry', why: 'folder-away', afterMs: null, bounded: false };
      expect(await causes(null, true).made.orAway(job, { ...missing, reason })).toEqual(waits);
    },
  );

  it('is the user’s where its disk is there', async () => {
    expect(await causes(null, false).made.orAway(job, missing)).toEqual(missing);
  });

  it.each([tooLarge, later, signIn])('and nothing else has to do with the disk: $kind', async (cause) => {
    expect(await causes(null, true).made.orAway(job, cause)).toEqual(cause);
  });
});

describe('who answers at the site', () => {
  it('is asked with the failure', async () => {
    const { made, asked } = causes(down);
    expect(await made.orLine(job, later)).toEqual(down);
    expect(asked).toEqual([['site-1', later, null]]);
  });

  it('is nobody’s question where the site is gone', async () => {
    const { made, one, asked } = causes(down);
    one.site = null;
    expect(await made.orLine(job, later)).toEqual(later);
    expect(await made.ofCall(job, new HttpError('reset', 'closed'))).toMatchObject({ why: 'connection-lost' });
    expect(asked).toEqual([]);
  });

  it('is asked for a call that failed; what is no failure of a call is thrown on', async () => {
    const { made, asked } = causes(down);
    expect(await made.ofCall(job, new HttpError('reset', 'closed'))).toEqual(down);
    expect(asked).toMatchObject([['site-1', { kind: 'retry', why: 'connection-lost' }, null]]);
    await expect((async () => made.ofCall(job, new TypeError('bug')))()).rejects.toThrow('bug');
  });
});

describe('a clip that was being sent', () => {
  it('and failed: by what it means, with the answer at hand', async () => {
    const { made, asked } = causes(tooLarge);
    expect(await made.withLine(failed(later), job, said)).toEqual(failed(tooLarge));
    expect(asked).toEqual([['site-1', later, said]]);
  });

  it('and arrived, was stopped, or said nothing else: asks nobody', async () => {
    const { made, asked } = causes(down);
    for (const verdict of [{ kind: 'arrived', videoId: 1 }, { kind: 'stopped' }, unclear(null)] as const) {
      expect(await made.withLine(verdict, job, said)).toEqual(verdict);
    }
    expect(asked).toEqual([]);
  });

  it('and whose fate is unclear has no failure of its own where the line was down', async () => {
    expect(await causes(down).made.withLine(unclear(later), job, null)).toEqual(unclear(null));
    expect(await causes(tooLarge).made.withLine(unclear(later), job, null)).toEqual(unclear(tooLarge));
  });

  it('goes at once when the line is back, three times; then it may be what breaks it (F-46)', async () => {
    const { made } = causes(down);
    for (let cut = 1; cut <= 3; cut++) expect(await made.withLine(failed(later), job, null)).toEqual(failed(down));
    for (let cut = 4; cut <= 5; cut++) expect(await made.withLine(failed(later), job, null)).toEqual(failed(cutOff));
    // Another clip has cuts of its own.
    expect(await made.withLine(failed(later), aJob({ id: 'other' }), null)).toEqual(failed(down));
  });

  it('counts the cuts of an unclear one with them, and none once it arrived', async () => {
    const { made } = causes(down);
    for (let cut = 1; cut <= 3; cut++) await made.withLine(unclear(later), job, null);
    expect(await made.withLine(unclear(later), job, null)).toEqual(unclear(cutOff));
    await made.withLine({ kind: 'arrived', videoId: 1 }, job, null);
    expect(await made.withLine(failed(later), job, null)).toEqual(failed(down));
  });

  it('that the site refuses again and again is refused for what the site said', async () => {
    const { made } = causes(tooLarge);
    for (let time = 1; time <= 5; time++)
      expect(await made.withLine(failed(later), job, said)).toEqual(failed(tooLarge));
  });

  it('is not what breaks a line that this computer has lost itself', async () => {
    const { made } = causes(offline);
    for (let cut = 1; cut <= 6; cut++) expect(await made.withLine(failed(later), job, null)).toEqual(failed(offline));
  });
});
