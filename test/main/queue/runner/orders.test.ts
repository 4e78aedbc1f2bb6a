// What a user wants of single jobs and of the queue: what it does to a clip that is being sent, and that it begins at once.
import { describe, expect, it } from 'vitest';
import { emptyDraft, type Job, type JobState } from '../../../../main/model.ts';
import type { JobEvent } from '../../../../main/queue/job/job-event.ts';
import { anAttempt, later, otherClip, states } from '../jobs.ts';
import { checkedUntil, MiB, type RunnerStage, runnerStage, sized } from './stage.ts';

const host = 'https://one.example';
const one = (state: Job['state'], changes: Partial<Job> = {}): Promise<RunnerStage> =>
  runnerStage({ jobs: [sized('clip', 1, MiB, { state, ...changes })], attempts: [anAttempt({ jobId: 'clip' })] });

describe('an order', () => {
  it.each([
    ['pause', (on: RunnerStage) => on.runner.apply('clip', { kind: 'pause' }), 'paused'],
    ['cancel', (on: RunnerStage) => on.runner.apply('clip', { kind: 'cancel' }), 'cancelled'],
    ['removal', (on: RunnerStage) => on.runner.apply('clip', { kind: 'removed' }), 'cancelled'],
  ] as const)('of %s ends what is being sent', async (_, order, kind) => {
    const on = await one(states.waiting);
    const { signal } = on.sendingOf('clip');
    expect(await on.settled(order(on))).toBe(true);
    expect(signal.aborted).toBe(true);
    expect(on.state('clip')?.kind).toBe(kind);
  });

  it('that holds nothing back lets it go on', async () => {
    const on = await one(states.waiting);
    const { signal } = on.sendingOf('clip');
    await on.settled(on.runner.apply('clip', { kind: 'resume' }));
    await on.settled(on.runner.bringBack('clip', false));
    await on.settled(on.runner.resumeWaiting('clip'));
    expect([signal.aborted, on.ids()]).toEqual([false, ['clip']]);
  });

  it.each([
    ['resumed', states.paused, (on: RunnerStage) => on.runner.apply('clip', { kind: 'resume' })],
    ['brought back', states['cancelled before'], (on: RunnerStage) => on.runner.bringBack('clip', false)],
    [
      'on a disk that is back',
      { kind: 'waiting', why: 'folder-away', until: Number.MAX_SAFE_INTEGER },
      (on: RunnerStage) => on.runner.resumeWaiting('clip'),
    ],
    [
      'found in another place',
      states['needs you, its file is missing'],
      (on: RunnerStage) => on.runner.relocate('clip', otherClip),
    ],
    [
      'replaced by another version',
      states['needs you, its file is missing'],
      (on: RunnerStage) => on.runner.replaceClip('clip', otherClip),
    ],
    [
      'sent to another account',
      states['needs you to send'],
      (on: RunnerStage) => on.runner.moveTo('clip', 'account-2', true),
    ],
    [
      'none of those shown',
      { ...states['needs you to choose'], candidates: [] },
      (on) => on.runner.choose('clip', null),
    ],
  ] as readonly (readonly [string, Job['state'], (on: RunnerStage) => Promise<unknown>])[])(
    'by which it is %s begins it at once',
    async (_, state, order) => {
      const on = await one(state);
      expect(on.ids()).toEqual([]);
      await on.settled(order(on));
      await on.clock.settle();
      expect(on.ids()).toEqual(['clip']);
    },
  );

  it('for many begins them at once', async () => {
    const on = await one(states.paused);
    const resumed = on.runner.applyMany(
      ['clip', 'gone'],
      () => ({ kind: 'resume' }),
      () => {},
    );
    expect(await on.settled(resumed)).toBe(1);
    await on.clock.settle();
    expect(on.ids()).toEqual(['clip']);
  });

  it('for many ends what is being sent of them, and of nobody else', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB), sized('other', 2, MiB), sized('stays', 3, MiB)] });
    const signals = ['clip', 'other', 'stays'].map((id) => on.sendingOf(id).signal);
    const orders: readonly JobEvent[] = [{ kind: 'pause' }, { kind: 'cancel' }];
    const ended = on.runner.applyMany(
      ['clip', 'other'],
      (_, place) => orders[place] ?? null,
      () => {},
    );
    expect(await on.settled(ended)).toBe(2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
    expect(['clip', 'other', 'stays'].map((id) => on.state(id)?.kind)).toEqual(['paused', 'cancelled', 'sending']);
  });

  it('for many tells of each clip that is in another state or out of the list; of those that only got another text the list tells', async () => {
    const events: Readonly<Record<string, JobEvent>> = {
      typed: { kind: 'edited', draft: { ...emptyDraft, title: 'New' }, seen: null },
      paused: { kind: 'pause' },
      off: { kind: 'removed' },
    };
    const on = await runnerStage({
      jobs: [
        sized('typed', 1, MiB, { state: states['needs you to send'] }),
        sized('paused', 2, MiB, { state: { kind: 'waiting', why: 'folder-away', until: Number.MAX_SAFE_INTEGER } }),
        sized('off', 3, MiB, { state: states['cancelled before'] }),
        sized('same', 4, MiB, { state: states['cancelled before'] }),
      ],
    });
    const toldBefore = on.changes.length;
    const order = on.runner.applyMany(
      ['typed', 'paused', 'off', 'same'],
      ({ id }) => events[id] ?? null,
      () => {},
    );
    expect(await on.settled(order)).toBe(3);
    expect(on.changes.slice(toldBefore)).toEqual([
      { id: 'paused', listed: true },
      { id: 'off', listed: true },
    ]);
    expect([on.store.job('typed')?.draft.title, on.store.job('off')?.removed]).toEqual(['New', true]);
  });

  it('for a job that is gone is none', async () => {
    const on = await one(states.waiting);
    expect(await on.settled(on.runner.apply('nobody', { kind: 'retry', now: 1 }))).toBe(false);
    expect(await on.settled(on.runner.apply('nobody', { kind: 'removed' }))).toBe(false);
    expect(await on.settled(on.runner.moveTo('nobody', 'account-2', true))).toBe(false);
  });

  it('that changes nothing is told as such', async () => {
    const on = await one(states.done);
    expect(await on.settled(on.runner.replaceClip('clip', otherClip))).toBe(false);
    expect(await on.settled(on.runner.moveTo('clip', 'account-2', true))).toBe(false);
  });

  it.each<[JobEvent['kind'], JobState, boolean]>([
    ['pause', states.waiting, true],
    ['pause', states.paused, false],
    ['resume', states.done, false],
    ['resume', states['needs you to send'], false],
    ['removed', states.done, true],
  ])('“%s” tells whether it changed the clip', async (kind, state, isChanged) => {
    const on = await one(state);
    const order = on.runner.apply('clip', { kind } as JobEvent);
    expect(await on.settled(order)).toBe(isChanged);
  });

  it('to go to another account comes too late for a clip that is just being checked', async () => {
    const { on, go } = await checkedUntil();
    expect(on.state('clip')).toEqual(states.waiting);
    expect(await on.settled(on.runner.moveTo('clip', 'account-2', true))).toBe(false);
    expect(on.store.job('clip')?.accountId).toBe('account-1');
    go();
  });
});

describe('a host that asked for time', () => {
  const asked = async (): Promise<RunnerStage> => {
    const on = await one(states.waiting);
    const cause = { ...later, why: 'site-busy', afterMs: 3_600_000 } as const;
    await on.sendingOf('clip').end({ verdict: { kind: 'failed', cause }, status: 429 });
    expect(on.circuits.stateOf(host)).toBe('open');
    return on;
  };

  it.each([
    [
      '"try again"',
      (on: RunnerStage) => on.runner.apply('clip', { kind: 'retry', now: on.clock.now() }),
      2,
      'half-open',
    ],
    ['a pause', (on: RunnerStage) => on.runner.apply('clip', { kind: 'pause' }), 1, 'open'],
    ['an event that only the job decides about', (on: RunnerStage) => on.runner.apply('clip', () => null), 1, 'open'],
    [
      '"try again" for a job that is gone',
      (on: RunnerStage) => on.runner.apply('nobody', { kind: 'retry', now: 1 }),
      1,
      'open',
    ],
  ] as const)('is asked again after %s: requests', async (_, order, requests, circuit) => {
    const on = await asked();
    await on.settled(order(on));
    await on.clock.settle();
    expect(on.ids()).toHaveLength(requests);
    expect(on.circuits.stateOf(host)).toBe(circuit);
  });

  it.each([
    ['while it was left alone: that is old, and the clip goes again at once', true, ['clip', 'clip']],
    ['that ended nothing: that is news, and the clip waits', false, ['clip']],
  ] as const)('says so to a question of before a word of the user %s', async (_, isHeld, requests) => {
    const on = await one(states.waiting);
    if (isHeld) on.circuits.asked(host, 60_000);
    on.circuits.lift(host);
    const cause = { ...later, why: 'site-busy', afterMs: 3_600_000 } as const;
    await on.sendingOf('clip').end({ verdict: { kind: 'failed', cause }, status: 429 });
    expect(on.ids()).toEqual(requests);
  });

  it('by a page for each clip is shut no more by a page to one that left before the user wanted it now (F-14, F-21)', async () => {
    const names = Array.from({ length: 7 }, (_, at) => `clip ${at}`);
    const jobs = names.map((id, at) => sized(id, at, MiB));
    const on = await runnerStage({ jobs }, { isBlocked: async () => false }, { lanes: () => ({ small: 7, big: 1 }) });
    const page = { kind: 'retry', why: 'web-page-answer', afterMs: null, bounded: true } as const;
    const refused = { verdict: { kind: 'failed', cause: page }, status: 403 } as const;
    for (const id of names.slice(0, 5)) await on.sendingOf(id).end(refused);
    expect(on.circuits.stateOf(on.circuits.uploadsTo(host))).toBe('open');
    on.circuits.lift(host);
    // It left before, and goes ahead now: alone, until it is known how it fares.
    await on.sendingOf('clip 5').end(refused);
    expect(on.circuits.stateOf(on.circuits.uploadsTo(host))).toBe('half-open');
    await on.clock.pass(3_000);
    expect(on.ids().slice(7)).toHaveLength(1);
  });
});

describe('an account that is held', () => {
  it('has its sending ended, and only its own', async () => {
    const on = await runnerStage({
      jobs: [sized('mine', 1, MiB), sized('theirs', 2, MiB, { accountId: 'account-2' }), sized('last bytes', 3, MiB)],
    });
    await on.settled(on.sendingOf('last bytes').lastBytes());
    on.signedIn.delete('account-1');
    on.runner.hold('account-1');
    await on.clock.settle();
    // What may have arrived is followed to its end; nothing that was ended goes again.
    const ended = on.sendings.map(({ job, signal }) => [job.id, signal.aborted]);
    expect(ended).toEqual([
      ['mine', true],
      ['theirs', false],
      ['last bytes', false],
    ]);
    expect(on.state('mine')).toEqual(states.waiting);
  });
});

describe('the pause of the queue', () => {
  it('is on disk, and its end lets what waits go', async () => {
    const on = await one(states.waiting);
    await on.settled(on.runner.setPaused(true));
    expect([on.runner.paused(), on.store.paused(), on.sendingOf('clip').signal.aborted]).toEqual([true, true, true]);
    await on.settled(on.runner.setPaused(false));
    await on.clock.settle();
    expect([on.runner.paused(), on.store.paused()]).toEqual([false, false]);
    expect(on.ids()).toEqual(['clip', 'clip']);
  });

  it('that is ended ends nothing that is being sent', async () => {
    const on = await one(states.waiting);
    const { signal } = on.sendingOf('clip');
    await on.settled(on.runner.setPaused(false));
    expect([signal.aborted, on.ids()]).toEqual([false, ['clip']]);
  });
});
