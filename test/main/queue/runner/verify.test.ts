// One look for an unclear clip: what counts before the site has had its time and after, what is kept of it, and what it leads to.
import { describe, expect, it } from 'vitest';
import type { Attempt, FailureCause, Job, JobState } from '../../../../main/model.ts';
import type { JobTasks } from '../../../../main/queue/runner/job-tasks.ts';
import { anAttempt, candidate, later, signIn, states, tooLarge } from '../jobs.ts';
import { MiB, type RunnerStage, runnerStage, sized } from './stage.ts';

type Found = Awaited<ReturnType<JobTasks['look']>>;
const settleMs = 130_000;
const begun = 1_763_620_000_000;
const unclear = (ageMs: number, changes: Partial<Extract<JobState, { kind: 'unclear' }>> = {}) =>
  ({ ...states.unclear, since: begun - ageMs, nextLookAt: begun, looks: 0, ...changes }) as const;

/** A clip whose attempt ended so long ago; the look is due now. */
async function looked(
  found: Found,
  ageMs: number,
  { job = {}, state = {} }: { job?: Partial<Job>; state?: Parameters<typeof unclear>[1] } = {},
  others: readonly Job[] = [],
  attempt: Partial<Attempt> = {},
): Promise<RunnerStage> {
  const clip = sized('clip', 1, MiB, { state: unclear(ageMs, state), ...job });
  return runnerStage(
    { jobs: [clip, ...others], attempts: [anAttempt({ jobId: 'clip', ...attempt })] },
    { look: async ({ id }) => (id === 'clip' ? found : { kind: 'absent' }) },
  );
}

describe('a look before the settle time is over (F-02)', () => {
  it.each([
    ['nothing', { kind: 'absent' }],
    ['not enough proof', { kind: 'ask', candidates: [candidate] }],
  ] as const)('that finds %s settles nothing: it is made again later, and is kept', async (_, found) => {
    const on = await looked(found, settleMs - 1_000);
    expect(on.state('clip')).toMatchObject({ kind: 'unclear', looks: 1, nextLookAt: begun + 1_000 });
    expect(on.store.attempt('attempt-1')).toMatchObject({ ended: null, looks: [{ at: begun, found: 'not-yet' }] });
    expect(on.ids()).toEqual([]);
  });

  it('settles it where the site itself says that it has not got all of it: the clip goes again', async () => {
    const on = await looked({ kind: 'absent', isSure: true }, 1_000);
    expect(on.state('clip')).not.toMatchObject({ kind: 'unclear' });
    expect(on.store.attempt('attempt-1')).toMatchObject({ ended: 'absent', looks: [{ at: begun, found: 'absent' }] });
  });

  it('that finds it counts at once', async () => {
    const on = await looked({ kind: 'found', videoId: 9 }, 1_000);
    expect(on.state('clip')).toMatchObject({ kind: 'done', videoId: 9 });
    expect(on.store.attempt('attempt-1')).toMatchObject({ ended: 'found', looks: [{ at: begun, found: 'found' }] });
  });
});

describe('a look at a site that says that it has the clip and makes a video of it (F-02)', () => {
  const coming = { kind: 'absent', isComing: true } as const;

  it.each([
    [1_000, 2_000],
    [40_000, 40_000],
    [settleMs, 60_000],
    [23 * 3_600_000, 60_000],
  ])(
    '%i ms after the end settles nothing: it is made again after %i ms, and nothing goes beside it',
    async (ageMs, next) => {
      const on = await looked(coming, ageMs);
      expect(on.state('clip')).toMatchObject({ kind: 'unclear', looks: 1, nextLookAt: begun + next });
      expect(on.store.attempt('attempt-1')).toMatchObject({ ended: null, looks: [{ at: begun, found: 'not-yet' }] });
      expect(on.ids()).toEqual([]);
    },
  );

  it('counts more than a plain no that was heard before', async () => {
    const state = { otherwise: tooLarge };
    const on = await looked(coming, settleMs, { state }, [], { status: 200, ended: 'unclear' });
    expect(on.state('clip')).toMatchObject({ kind: 'unclear', nextLookAt: begun + 60_000 });
  });

  it('that has been at it for a day leaves it to the clip’s user', async () => {
    const on = await looked(coming, 24 * 3_600_000);
    expect(on.state('clip')).toMatchObject({ kind: 'needs-you', reason: 'ask-which' });
    expect(on.ids()).toEqual([]);
  });
});

describe('a look that finds one of its name and size, whose bytes cannot be compared', () => {
  const byName = { kind: 'found', videoId: 9, byName: true } as const;

  it('is made once more a minute after the end: another computer may have sent a clip of that name', async () => {
    const on = await looked(byName, 40_000);
    expect(on.state('clip')).toMatchObject({ kind: 'unclear', looks: 1, nextLookAt: begun + 20_000 });
    expect(on.store.attempt('attempt-1')).toMatchObject({ ended: null, looks: [{ at: begun, found: 'not-yet' }] });
    await on.clock.pass(21_000);
    expect(on.state('clip')).toMatchObject({ kind: 'done', videoId: 9 });
  });

  it('is made as others are before that', async () => {
    const on = await looked(byName, 1_000);
    expect(on.state('clip')).toMatchObject({ kind: 'unclear', looks: 1, nextLookAt: begun + 2_000 });
  });

  it('counts a minute after the end', async () => {
    const on = await looked(byName, 60_000);
    expect(on.state('clip')).toMatchObject({ kind: 'done', videoId: 9 });
  });

  it('counts at once where the site said yes', async () => {
    const on = await looked(byName, 1_000, { state: { saidYes: true } });
    expect(on.state('clip')).toMatchObject({ kind: 'done', videoId: 9 });
  });

  it('believes a plain no more than a name', async () => {
    const ended = { status: 200, ended: 'unclear' } as const;
    const on = await looked(byName, 1_000, { state: { otherwise: tooLarge } }, [], ended);
    expect(on.state('clip')).toMatchObject({ kind: 'needs-you', reason: 'too-large', resume: { from: 'look' } });
    await on.runner.apply('clip', { kind: 'retry', now: on.clock.now() });
    await on.clock.pass(60_000);
    expect(on.state('clip')).toMatchObject({ kind: 'done', videoId: 9 });
  });
});

describe('a look after a plain no (success:false, a reason that is known)', () => {
  const said = (status: number | null, otherwise: FailureCause | null, found: Found, ageMs = 1_000) =>
    looked(found, ageMs, { state: { otherwise } }, [], { status, ended: 'unclear' });
  const parked = { kind: 'needs-you', reason: 'too-large', action: 'retry', detail: '1000', resume: { from: 'look' } };

  it.each([
    ['nothing', { kind: 'absent' }],
    ['not enough proof', { kind: 'ask', candidates: [candidate] }],
  ] as const)('that finds %s is the last one: the clip is told with its reason at once', async (_, found) => {
    const on = await said(200, tooLarge, found);
    expect(on.state('clip')).toMatchObject(parked);
    expect(on.store.attempt('attempt-1')).toMatchObject({ ended: 'refused', looks: [{ at: begun, found: 'not-yet' }] });
    expect(on.ids()).toEqual([]);
  });

  it('that finds it believes what is there', async () => {
    const on = await said(200, tooLarge, { kind: 'found', videoId: 9 });
    expect(on.state('clip')).toMatchObject({ kind: 'done', videoId: 9 });
  });

  it('is made again when its user tries again: sent once the site has had its time, and not before', async () => {
    const on = await said(200, tooLarge, { kind: 'absent' });
    await on.runner.apply('clip', { kind: 'retry', now: on.clock.now() });
    await on.clock.pass(settleMs - 10_000);
    expect(on.state('clip')).toMatchObject({ kind: 'unclear' });
    expect(on.ids()).toEqual([]);
    await on.clock.pass(20_000);
    expect(on.ids()).toEqual(['clip']);
  });

  it.each<[string, number | null, FailureCause | null]>([
    ['a reason that nobody knows may stand for anything', 200, { ...tooLarge, reason: 'site-refused' }],
    ['a gateway speaks for nobody', 502, tooLarge],
    ['no answer is none', null, tooLarge],
    ['a yes is no no', 200, null],
    ['an end of the sign-in is none of the clip', 200, signIn],
  ])('is not meant: %s', async (_, status, otherwise) => {
    const on = await said(status, otherwise, { kind: 'absent' });
    expect(on.state('clip')).toMatchObject({ kind: 'unclear', looks: 1 });
    expect(on.store.attempt('attempt-1')?.ended).toBe('unclear');
  });

  it('that was kept from being made until the settle time was over goes by what is there then', async () => {
    const on = await said(200, tooLarge, { kind: 'absent' }, settleMs);
    expect(on.state('clip')).toMatchObject({ ...parked, resume: { from: 'send' } });
    const asked = await said(200, tooLarge, { kind: 'ask', candidates: [candidate] }, settleMs);
    expect(asked.state('clip')).toMatchObject({ ...parked, resume: { from: 'look' } });
  });
});

describe('a look after the settle time', () => {
  it('that finds nothing lets the clip go again, and the attempt is over', async () => {
    const on = await looked({ kind: 'absent' }, settleMs);
    expect(on.ids()).toEqual(['clip']);
    expect(on.store.attempt('attempt-1')).toMatchObject({ ended: 'absent', looks: [{ at: begun, found: 'absent' }] });
  });

  it('that finds not enough proof asks the user, and the attempt is still open', async () => {
    const on = await looked({ kind: 'ask', candidates: [candidate] }, settleMs);
    expect(on.state('clip')).toMatchObject({ kind: 'needs-you', reason: 'ask-which', candidates: [candidate] });
    expect(on.store.attempt('attempt-1')).toMatchObject({ ended: null, looks: [{ at: begun, found: 'ask' }] });
  });

  it.each([
    ['found', { kind: 'found', videoId: 9 }],
    [
      'one of those asked about',
      {
        kind: 'ask',
        candidates: [
          { ...candidate, videoId: 8 },
          { ...candidate, videoId: 9 },
        ],
      },
    ],
  ] as const)('is made again where the video that was %s has become another clip’s meanwhile', async (_, found) => {
    const other = sized('other', 2, MiB, { state: { kind: 'done', videoId: 9, finishedAt: 1 } });
    const on = await looked(found, settleMs - 10_000, {}, [other]);
    expect(on.state('clip')).toMatchObject({ kind: 'unclear', nextLookAt: begun + 10_000 });
    expect(on.store.attempt('attempt-1')).toMatchObject({ ended: null, looks: [{ found: 'not-yet' }] });
  });

  it('that asks about a video which has become another clip’s meanwhile is made again, and asks nobody', async () => {
    const other = sized('other', 2, MiB, { state: { kind: 'done', videoId: 9, finishedAt: 1 } });
    const found: Found[] = [
      { kind: 'ask', candidates: [8, 9].map((videoId) => ({ ...candidate, videoId })) },
      { kind: 'absent' },
    ];
    const on = await runnerStage(
      { jobs: [sized('clip', 1, MiB, { state: unclear(settleMs) }), other], attempts: [anAttempt({ jobId: 'clip' })] },
      { look: async () => found.shift() ?? { kind: 'absent' } },
    );
    expect(on.ids()).toEqual(['clip']);
    expect(on.store.attempt('attempt-1')?.looks).toMatchObject([{ found: 'not-yet' }, { found: 'absent' }]);
  });

  it('that finds nothing says what was wrong at first: tried again later, by the failures so far', async () => {
    const on = await looked({ kind: 'absent' }, settleMs, { job: { failures: 3 }, state: { otherwise: later } });
    expect(on.state('clip')).toEqual({ kind: 'waiting', why: 'connection-lost', until: begun + 12_000 });
    expect(on.signedOut).toEqual([]);
  });

  it('that finds it although a dead secret was said signs nobody out', async () => {
    const on = await looked({ kind: 'found', videoId: 9 }, settleMs, { state: { otherwise: signIn } });
    expect(on.state('clip')).toMatchObject({ kind: 'done' });
    expect(on.signedOut).toEqual([]);
  });

  it('that finds nothing after a dead secret signs the account out', async () => {
    const on = await looked({ kind: 'absent' }, settleMs, { state: { otherwise: signIn } });
    expect(on.signedOut).toEqual(['account-1']);
  });
});

describe('a look that cannot be made', () => {
  it('is made again, later by the looks that went before', async () => {
    const found: Found = { kind: 'failed', cause: later, nextLookAt: 0 };
    const on = await looked(found, settleMs, { state: { looks: 3 } });
    expect(on.state('clip')).toMatchObject({ kind: 'unclear', looks: 4, nextLookAt: begun + 12_000 });
    expect(on.store.attempt('attempt-1')).toMatchObject({ ended: null, looks: [{ at: begun, found: 'failed' }] });
  });

  it('for a dead secret signs the account out', async () => {
    const on = await looked({ kind: 'failed', cause: signIn, nextLookAt: 0 }, 1_000);
    expect(on.signedOut).toEqual(['account-1']);
    expect(on.state('clip')?.kind).toBe('unclear');
  });

  it('as its site asked for time leaves the whole host alone for that long (F-14)', async () => {
    const busy = { ...later, why: 'site-busy', afterMs: 60_000 } as const;
    const on = await looked({ kind: 'failed', cause: busy, nextLookAt: 0 }, 1_000);
    expect(on.circuits.stateOf('https://one.example')).toBe('open');
    expect(on.state('clip')).toMatchObject({ nextLookAt: begun + 63_000 });
  });

  it('does not name the account as signed out where the site only asked for time', async () => {
    const on = await looked({ kind: 'failed', cause: later, nextLookAt: 0 }, 1_000);
    expect(on.signedOut).toEqual([]);
  });
});

it('a clip whose attempt is not on record is its user’s to decide: nothing can be proven of it', async () => {
  const on = await runnerStage({ jobs: [sized('clip', 1, MiB, { state: unclear(settleMs) })] });
  expect(on.state('clip')).toMatchObject({ kind: 'needs-you', reason: 'ask-which', candidates: [] });
  expect([on.ids(), on.errors]).toEqual([[], []]);
});

it('a video that is found is nobody else’s any more: who asked about it too looks again by itself', async () => {
  const asks = {
    kind: 'needs-you',
    reason: 'ask-which',
    action: 'choose',
    detail: null,
    resume: { from: 'look', attemptId: 'attempt-2', since: begun - settleMs },
  } as const;
  const other = sized('other', 2, MiB, { state: { ...asks, candidates: [{ ...candidate, videoId: 9 }] } });
  const another = sized('another', 3, MiB, { state: { ...asks, candidates: [candidate] } });
  const second = anAttempt({ id: 'attempt-2', jobId: 'other' });
  const on = await runnerStage(
    {
      jobs: [sized('clip', 1, MiB, { state: unclear(1_000) }), other, another],
      attempts: [anAttempt({ jobId: 'clip' }), second],
    },
    { look: async ({ id }) => (id === 'clip' ? { kind: 'found', videoId: 9 } : { kind: 'absent' }) },
  );
  expect(on.ids()).toEqual(['other']);
  expect(on.state('another')).toMatchObject({ kind: 'needs-you', reason: 'ask-which' });
});

it('a clip is as old as it is at its second look too, though the clock was set after the first (F-13)', async () => {
  const ages: number[] = [];
  const on = await runnerStage(
    { jobs: [sized('clip', 1, MiB, { state: unclear(20_000) })], attempts: [anAttempt({ jobId: 'clip' })] },
    {
      look: async (_, __, ageMs) => {
        ages.push(ageMs);
        return { kind: 'absent' };
      },
    },
  );
  on.clock.setWall(begun + 86_400_000);
  on.runner.kick();
  await on.clock.settle();
  expect(ages.slice(0, 2)).toEqual([20_000, 20_000]);
});

it('a look tells how long ago the attempt ended, not how long ago its last byte may have left', async () => {
  const ages: number[] = [];
  await runnerStage(
    {
      jobs: [sized('clip', 1, MiB, { state: unclear(60_000) })],
      attempts: [anAttempt({ jobId: 'clip', endedAt: begun - 20_000 })],
    },
    {
      look: async (_, __, ageMs) => {
        ages.push(ageMs);
        return { kind: 'found', videoId: 9 };
      },
    },
  );
  expect(ages).toEqual([20_000]);
});

it('an attempt that ended in the future, by a clock that was put back since, ended just now (F-13)', async () => {
  const ages: number[] = [];
  await runnerStage(
    {
      jobs: [sized('clip', 1, MiB, { state: unclear(-86_400_000) })],
      attempts: [anAttempt({ jobId: 'clip' })],
    },
    {
      look: async (_, __, ageMs) => {
        ages.push(ageMs);
        return { kind: 'found', videoId: 9 };
      },
    },
  );
  expect(ages).toEqual([0]);
});

it('what the user did while the site was looked at is not undone by what was found', async () => {
  let go = (): void => {};
  const looking = new Promise<void>((resolve) => {
    go = resolve;
  });
  const on = await runnerStage(
    {
      jobs: [sized('clip', 1, MiB, { state: unclear(settleMs, { otherwise: signIn }) })],
      attempts: [anAttempt({ jobId: 'clip' })],
    },
    { look: () => looking.then(() => ({ kind: 'absent' })) },
  );
  await on.settled(on.runner.apply('clip', { kind: 'cancel' }));
  go();
  await on.clock.settle();
  expect(on.state('clip')).toMatchObject({ kind: 'cancelled', resume: { from: 'look', attemptId: 'attempt-1' } });
  expect(on.signedOut).toEqual([]);
  expect(on.store.attempt('attempt-1')?.looks).toEqual([{ at: begun, found: 'absent' }]);
});

it.each([
  ['the connection was cut', { kind: 'unclear', otherwise: null }],
  ['its site said yes and named no video', { kind: 'arrived', videoId: null }],
] as const)(
  'a clip is as old as it is since %s, though the clock is set before it can be looked for (F-13)',
  async (_, verdict) => {
    const ages: number[] = [];
    const on = await runnerStage(
      { jobs: [sized('clip', 1, MiB)] },
      {
        look: async (__, ___, ageMs) => {
          ages.push(ageMs);
          return { kind: 'found', videoId: 9 };
        },
      },
    );
    on.signedIn.clear();
    await on.sendingOf('clip').end({ verdict });
    await on.clock.pass(10_000);
    on.clock.setWall(begun + 86_400_000);
    on.signedIn.add('account-1');
    on.runner.kick();
    await on.clock.settle();
    expect(ages).toEqual([10_000]);
  },
);
