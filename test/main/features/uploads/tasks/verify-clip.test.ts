// One look as the queue asks for it: by the job's own account, and what is learned from what it found.
import { beforeEach, expect, it } from 'vitest';
import type { Looked } from '../../../../../main/features/proof/looked.ts';
import type { PiecesWay } from '../../../../../main/features/uploads/tasks/pieces-way.ts';
import { createVerifyClip } from '../../../../../main/features/uploads/tasks/verify-clip.ts';
import type { Job } from '../../../../../main/model.ts';
import { HttpError } from '../../../../../main/ports.ts';
import { aJob, anAttempt, later, states, tooLarge } from '../../../queue/jobs.ts';
import { account, oneAccount } from './parts.ts';

const client = { root: 'http://127.0.0.1/wp-json/', authorization: 'Basic x' };
const ended = 1_763_620_000_000;
const attempt = anAttempt({ endedAt: ended });
const unclear = aJob({ state: { ...states.unclear, otherwise: tooLarge } });

let isAtIt: boolean;
beforeEach(() => {
  isAtIt = false;
});

type Told = Awaited<ReturnType<PiecesWay['look']>>;

function verify(found: Looked | Error, signedIn = true, told: Told | Error = null) {
  const { accounts } = oneAccount();
  const calls: unknown[] = [];
  const note =
    (name: string) =>
    (job: Job, ...more: unknown[]) =>
      void calls.push([name, job.id, ...more]);
  const look = createVerifyClip(
    { accounts: { account: accounts.account, client: () => (signedIn ? client : null) } },
    {
      causes: {
        ofCall: async (_, error) => {
          calls.push(['failed', error]);
          return later;
        },
      },
      learning: {
        fromCause: (job, cause, told) => {
          calls.push(['cause', job.id, cause, told]);
          return cause;
        },
        settleTime: note('took'),
        keys: note('keys'),
      },
      pieces: {
        look: async () => {
          if (told instanceof Error) throw told;
          return told;
        },
        giveUp: async ({ id }, by) => {
          calls.push(['given up', id, by]);
          return !isAtIt;
        },
      },
      looks: {
        look: async (...asked) => {
          calls.push(['look', ...asked]);
          if (found instanceof Error) throw found;
          return found;
        },
      },
    },
  );
  return { look, calls };
}

it('goes by the account’s own sign-in, for what the account itself has stored', async () => {
  const { look, calls } = verify({ kind: 'ask', candidates: [] });
  expect(await look(unclear, attempt, 5_000)).toEqual({ kind: 'ask', candidates: [] });
  expect(calls).toEqual([['look', unclear, attempt, client, account.userId]]);
});

it('that finds the video tells how late it was made, never later than now (F-02)', async () => {
  const found = { kind: 'found', videoId: 7, createdAt: ended + 4_000, file: null } as const;
  const { look, calls } = verify(found);
  expect(await look(unclear, attempt, 5_000)).toEqual(found);
  expect(calls.slice(1)).toEqual([['took', 'job-1', 4_000]]);
  await look(unclear, attempt, 3_000);
  expect(calls.at(-1)).toEqual(['took', 'job-1', 3_000]);
});

it('that finds nothing believes what the site said no with', async () => {
  const { look, calls } = verify({ kind: 'absent' });
  expect(await look(unclear, attempt, 5_000)).toEqual({ kind: 'absent' });
  expect(calls.slice(1)).toEqual([['cause', 'job-1', tooLarge, { limit: 1_000, isSaid: true, status: null }]]);
});

it('that finds nothing for a job that is settled by now teaches nothing', async () => {
  const { look, calls } = verify({ kind: 'absent' });
  await look(aJob({ state: states.paused }), attempt, 5_000);
  expect(calls).toHaveLength(1);
});

it('goes by the word of the site itself, where it has one', async () => {
  for (const told of [
    { kind: 'found', videoId: 9 },
    { kind: 'absent', isSure: true },
  ] as const) {
    const { look, calls } = verify({ kind: 'ask', candidates: [] }, true, told);
    expect(await look(unclear, attempt, 5_000)).toEqual(told);
    expect(calls).toEqual([]);
  }
});

it.each([
  ['nothing', { kind: 'absent' }],
  ['not enough proof', { kind: 'ask', candidates: [] }],
] as const)(
  'waits for a site that may be at it and does not say so, for half an hour, where it finds %s (F-02)',
  async (_, found) => {
    const { look, calls } = verify(found, true, 'unsaid');
    expect(await look(unclear, attempt, 5_000)).toEqual({ kind: 'absent', isComing: true });
    expect(await look(unclear, attempt, 30 * 60_000 - 1)).toEqual({ kind: 'absent', isComing: true });
    expect(calls).toHaveLength(2);
    expect(await look(unclear, attempt, 30 * 60_000)).toEqual(found);
    // Nobody waits for its word any more; what was found is for its user to say.
    expect(calls.slice(3)).toEqual(found.kind === 'absent' ? [['given up', 'job-1', client]] : []);
  },
);

it('waits longer for a site that does not let the upload be ended: it may be at it', async () => {
  isAtIt = true;
  expect(await verify({ kind: 'absent' }, true, 'unsaid').look(unclear, attempt, 30 * 60_000)).toEqual({
    ...{ kind: 'absent', isComing: true },
  });
});

it('is no look where the question breaks: the site may have begun with it by that', async () => {
  const { look, calls } = verify({ kind: 'absent' }, true, new HttpError('reset', 'No answer'));
  expect(await look(unclear, attempt, 30 * 60_000)).toMatchObject({ kind: 'failed' });
  expect(calls.flat()).not.toContain('given up');
});

it('takes what it finds there also where the site does not say that it is at it', async () => {
  const found = { kind: 'found', videoId: 7, createdAt: ended + 4_000, file: null } as const;
  const { look, calls } = verify(found, true, 'unsaid');
  expect(await look(unclear, attempt, 31 * 60_000)).toEqual(found);
  expect(calls.flat()).not.toContain('given up');
});

it('that cannot be made is a failure of its call', async () => {
  const { look, calls } = verify(new Error('no line'));
  expect(await look(unclear, attempt, 5_000)).toEqual({ kind: 'failed', cause: later, nextLookAt: 0 });
  expect(calls.slice(1)).toEqual([['failed', new Error('no line')]]);
});

it.each([
  ['without a sign-in', unclear, false],
  ['of an account that is gone', { ...unclear, accountId: 'gone' }, true],
] as const)('%s asks nobody', async (_, job, signedIn) => {
  const { look, calls } = verify({ kind: 'absent' }, signedIn);
  expect(await look(job, attempt, 0)).toEqual({ kind: 'failed', cause: { kind: 'sign-in' }, nextLookAt: 0 });
  expect(calls).toEqual([]);
});
