// An answer that does not come (F-46): the others go on, the clip is looked for while its request is open, and nothing is sent twice.
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../../main/model.ts';
import { answerSoonMs, bigBytes, leastBytes, mostOpen, standstillMs } from '../../../../main/queue/job/schedule.ts';
import { createThroughputMeter } from '../../../../main/queue/progress/throughput.ts';
import { isOverdue, untilAwaited } from '../../../../main/queue/runner/awaited.ts';
import type { JobTasks } from '../../../../main/queue/runner/job-tasks.ts';
import { handClock } from '../hand-clock.ts';
import { candidate, later, signIn } from '../jobs.ts';
import { MiB, type RunnerStage, runnerStage, sized } from './stage.ts';

type Found = Awaited<ReturnType<JobTasks['look']>>;
const settleMs = 130_000;
const arrived: Verdict = { kind: 'arrived', videoId: 9 };
const unclear: Verdict = { kind: 'unclear', otherwise: null };
const clips = (count: number, size = MiB) =>
  Array.from({ length: count }, (_, at) => sized(`clip-${at + 1}`, at + 1, size));

/** Its last byte leaves, and nothing is answered. */
async function sentWhole(on: RunnerStage, id: string): Promise<void> {
  await on.settled(on.sendingOf(id).lastBytes());
  on.sendingOf(id).taken(on.sendingOf(id).job.clip.identity.size);
  await on.clock.settle();
}

/** One clip that was sent whole; looks are answered by `find`, in turn. */
async function awaited(
  find: (turn: number) => Found | Promise<Found>,
  options: Parameters<typeof runnerStage>[2] = {},
) {
  const looks: { readonly at: number; readonly ageMs: number }[] = [];
  const on: RunnerStage = await runnerStage(
    { jobs: clips(1) },
    {
      look: async (_, __, ageMs) => {
        looks.push({ at: on.clock.monotonic(), ageMs });
        return find(looks.length);
      },
    },
    options,
  );
  await sentWhole(on, 'clip-1');
  return { on, looks };
}

describe('the others', () => {
  it('wait for an answer that comes soon, and no longer', async () => {
    const on = await runnerStage({ jobs: clips(4) });
    expect(on.ids()).toEqual(['clip-1', 'clip-2', 'clip-3']);
    await sentWhole(on, 'clip-2');
    await on.clock.pass(answerSoonMs - 1);
    expect(on.ids()).toHaveLength(3);
    await on.clock.pass(2);
    expect(on.ids().slice(3)).toEqual(['clip-4']);
    expect(on.sendingOf('clip-2').signal.aborted).toBe(false);
  });

  it('begin behind a big one, too', async () => {
    const on = await runnerStage({ jobs: clips(2, bigBytes) });
    expect(on.ids()).toEqual(['clip-1']);
    await sentWhole(on, 'clip-1');
    await on.clock.pass(answerSoonMs + 1);
    expect(on.ids()).toEqual(['clip-1', 'clip-2']);
  });

  it('are at most eight at one site, of all its accounts, and go on with each answer', async () => {
    const jobs = clips(20).map((job, at) => ({ ...job, accountId: at % 2 === 0 ? 'account-1' : 'account-2' }));
    const on = await runnerStage({ jobs });
    for (let sent = 0; sent < on.ids().length; sent++) {
      await sentWhole(on, on.ids()[sent] ?? '');
      await on.clock.pass(answerSoonMs + 1);
    }
    expect(on.ids()).toHaveLength(mostOpen);
    await on.sendingOf('clip-1').end({ verdict: { kind: 'arrived', videoId: 1 } });
    expect(on.ids()).toHaveLength(mostOpen + 1);
  });

  it('begin no sooner behind one that went from its beginning again', async () => {
    const on = await runnerStage({ jobs: clips(4) });
    await sentWhole(on, 'clip-1');
    on.sendingOf('clip-1').taken(1);
    await on.clock.pass(5 * answerSoonMs);
    for (const id of on.ids()) on.sendingOf(id).taken(leastBytes + 1);
    await on.clock.pass(5 * answerSoonMs);
    expect(on.ids()).toHaveLength(3);
    on.sendingOf('clip-1').taken(MiB);
    await on.clock.settle();
    await on.clock.pass(answerSoonMs + 1);
    expect(on.ids()).toHaveLength(4);
  });
});

describe('it is looked for', () => {
  it('when its site has had the time that it is known to take, and ever later after that', async () => {
    const { on, looks } = await awaited(() => ({ kind: 'absent' }));
    await on.clock.pass(settleMs - 1);
    expect(looks).toEqual([]);
    await on.clock.pass(30 * 60_000);
    expect(looks.map(({ ageMs }) => Math.round(ageMs / settleMs))).toEqual([1, 2, 4, 8]);
  });

  it('by nobody while it is still being sent', async () => {
    const looks: string[] = [];
    const on = await runnerStage(
      { jobs: clips(1) },
      {
        look: async ({ id }) => {
          looks.push(id);
          return { kind: 'absent' };
        },
      },
    );
    on.sendingOf('clip-1').taken(MiB - 1);
    await on.clock.pass(10 * settleMs);
    expect(looks).toEqual([]);
  });

  it('by nobody once it was answered', async () => {
    const { on, looks } = await awaited(() => ({ kind: 'absent' }));
    await on.sendingOf('clip-1').end({ verdict: arrived });
    await on.clock.pass(10 * settleMs);
    expect(looks).toEqual([]);
  });

  it.each<[string, Found, string]>([
    ['nothing', { kind: 'absent' }, 'not-yet'],
    ['not enough proof', { kind: 'ask', candidates: [candidate] }, 'not-yet'],
    ['no way to ask', { kind: 'failed', cause: later, nextLookAt: 0 }, 'failed'],
  ])(
    'and %s settles nothing: the answer is still awaited, it is not sent beside itself, and the look is kept',
    async (_, found, kept) => {
      const { on } = await awaited(() => found);
      await on.clock.pass(settleMs + 1);
      expect(on.state('clip-1')).toMatchObject({ kind: 'processing' });
      expect(on.sendingOf('clip-1').signal.aborted).toBe(false);
      const { id } = on.sendingOf('clip-1').attempt;
      expect(on.store.attempt(id)).toMatchObject({ ended: null, endedAt: null, looks: [{ found: kept }] });
      await on.sendingOf('clip-1').end({ verdict: arrived, status: 201 });
      expect(on.state('clip-1')).toMatchObject({ kind: 'done', videoId: 9 });
      expect(on.store.attempt(id)).toMatchObject({ ended: 'arrived', status: 201, looks: [{ found: kept }] });
      expect(on.ids()).toEqual(['clip-1']);
    },
  );

  it('and what is seen after the answer has come does not write over how the try ended', async () => {
    let tell: (found: Found) => void = () => undefined;
    const { on } = await awaited(() => new Promise<Found>((resolve) => (tell = resolve)));
    await on.clock.pass(settleMs + 1);
    const { id } = on.sendingOf('clip-1').attempt;
    await on.sendingOf('clip-1').end({ verdict: { kind: 'failed', cause: later }, status: 413, said: 'Too large' });
    expect(on.store.attempt(id)).toMatchObject({ ended: 'refused', status: 413 });
    tell({ kind: 'absent' });
    await on.clock.settle();
    expect(on.store.attempt(id)).toMatchObject({ ended: 'refused', status: 413, said: 'Too large', looks: [] });
  });

  it('with a secret that is dead: its account is signed out, and the answer is still awaited', async () => {
    const { on } = await awaited(() => ({ kind: 'failed', cause: signIn, nextLookAt: 0 }));
    await on.clock.pass(settleMs + 1);
    expect(on.signedOut).toEqual(['account-1']);
    expect(on.state('clip-1')).toMatchObject({ kind: 'processing' });
  });

  it('in vain where the look throws: only its request says that it has ended', async () => {
    const { on, looks } = await awaited(() => Promise.reject(new Error('what no step should throw')));
    await on.clock.pass(5 * settleMs);
    expect(on.state('clip-1')).toMatchObject({ kind: 'processing' });
    expect(looks).toHaveLength(3);
    expect(on.errors).toContain('A clip whose answer is awaited could not be looked for');
    expect(on.ids()).toEqual(['clip-1']);
  });

  it('ahead of the others once its host, which wanted to be left alone, may be asked one thing', async () => {
    const answered = Promise.withResolvers<Found>();
    const { on, looks } = await awaited(() => answered.promise);
    await on.write(() => on.store.insertJob(sized('next', 2, MiB)));
    on.circuits.asked('https://one.example', 2 * settleMs);
    await on.clock.pass(2 * settleMs - 2);
    expect(looks).toEqual([]);
    await on.clock.pass(settleMs);
    expect(looks).toHaveLength(1);
    expect(on.ids()).toEqual(['clip-1']);
    answered.resolve({ kind: 'absent' });
  });

  it('where it went ahead itself, and says nothing about how its host fares', async () => {
    const looks: string[] = [];
    const on = await runnerStage(
      {},
      {
        look: async ({ id }) => {
          looks.push(id);
          on.circuits.fine('https://one.example');
          return { kind: 'absent' };
        },
      },
    );
    on.circuits.asked('https://one.example', 1_000);
    await on.write(() => {
      for (const job of clips(2)) on.store.insertJob(job);
    });
    on.runner.kick();
    await on.clock.pass(2_000);
    expect(on.ids()).toEqual(['clip-1']);
    await sentWhole(on, 'clip-1');
    await on.clock.pass(settleMs - 1);
    expect([looks, on.ids()]).toEqual([[], ['clip-1']]);
    await on.clock.pass(2);
    expect([looks, on.ids()]).toEqual([['clip-1'], ['clip-1', 'clip-2']]);
  });
});

describe('found', () => {
  const found: Found = { kind: 'found', videoId: 9 };

  it('at any moment around its answer, the job and its try say the same', async () => {
    const ends = new Set<string>();
    for (let turns = 0; turns < 30; turns++) {
      const looked = Promise.withResolvers<Found>();
      const { on } = await awaited(() => looked.promise);
      await on.clock.pass(settleMs + 1);
      const { id } = on.sendingOf('clip-1').attempt;
      looked.resolve(found);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      await on.sendingOf('clip-1').end({ verdict: { kind: 'failed', cause: later }, status: 413, said: 'Too large' });
      await on.clock.settle();
      const end = `${on.state('clip-1')?.kind} ${on.store.attempt(id)?.ended} ${on.store.attempt(id)?.status}`;
      expect(['done found 413', 'waiting refused 413']).toContain(end);
      ends.add(end);
    }
    // Both came first at some time.
    expect(ends.size).toBe(2);
  });

  it('it is adopted, and its place is free', async () => {
    const { on } = await awaited(() => found);
    await on.clock.pass(settleMs + 1);
    expect(on.state('clip-1')).toMatchObject({ kind: 'done', videoId: 9 });
    expect(on.store.attempt(on.sendingOf('clip-1').attempt.id)).toMatchObject({
      ended: 'found',
      endedAt: on.clock.now(),
      looks: [{ found: 'found' }],
    });
    expect([...on.runner.live().keys()]).toEqual([]);
    expect(on.busy).toEqual([true, false]);
  });

  it.each<[string, Verdict, number | null, string]>([
    ['a yes confirms', arrived, 201, 'arrived'],
    ['a yes without a word confirms', { kind: 'arrived', videoId: null }, 200, 'arrived'],
    ['a no does not deny', { kind: 'failed', cause: later }, 502, 'found'],
    ['a loss does not deny', unclear, null, 'found'],
  ])('%s it, however late', async (_, verdict, status, ended) => {
    const { on } = await awaited(() => found);
    await on.clock.pass(settleMs + 1);
    const { id } = on.sendingOf('clip-1').attempt;
    await on.sendingOf('clip-1').end({ verdict, status });
    expect(on.state('clip-1')).toMatchObject({ kind: 'done', videoId: 9 });
    expect(on.store.attempt(id)).toMatchObject({ ended, status, looks: [{ found: 'found' }] });
    await on.clock.pass(10 * settleMs);
    expect(on.ids()).toEqual(['clip-1']);
  });

  it('for another clip a moment ago, it is still awaited', async () => {
    const { on } = await awaited(async () => {
      const other = sized('other', 5, MiB, { state: { kind: 'done', videoId: 9, finishedAt: 1 } });
      on.store.write(() => on.store.insertJob(other));
      return found;
    });
    await on.clock.pass(settleMs + 1);
    expect(on.state('clip-1')).toMatchObject({ kind: 'processing' });
  });

  it('after it was cancelled, it stays cancelled', async () => {
    const looked = Promise.withResolvers<Found>();
    const { on } = await awaited(() => looked.promise);
    await on.clock.pass(settleMs + 1);
    await on.settled(on.runner.apply('clip-1', { kind: 'cancel' }));
    looked.resolve(found);
    await on.clock.settle();
    expect(on.state('clip-1')).toMatchObject({ kind: 'cancelled', resume: { from: 'look' } });
  });

  it('how long that took teaches nothing about how long its site takes', async () => {
    const clock = handClock();
    const throughput = createThroughputMeter(() => clock.monotonic());
    const { on } = await awaited(() => found, { throughput });
    await clock.pass(settleMs);
    await on.clock.pass(settleMs + 1);
    expect(throughput.costs('site-1')).toEqual({ smallMs: 0, bigMs: 0 });
    await on.sendingOf('clip-1').end({ verdict: arrived });
    expect(throughput.costs('site-1')).toEqual({ smallMs: 0, bigMs: 0 });
  });

  it('its request stays open, but no more than eight of them do, and none after the app', async () => {
    const on = await runnerStage(
      { jobs: clips(10) },
      { look: async ({ id }) => ({ kind: 'found', videoId: Number(id.slice(5)) }) },
    );
    for (let sent = 0; sent < 10; sent++) {
      const id = `clip-${sent + 1}`;
      if (!on.ids().includes(id)) await on.clock.pass(settleMs);
      await sentWhole(on, id);
      await on.clock.pass(answerSoonMs + 1);
    }
    await on.clock.pass(settleMs + 1);
    const aborted = (): readonly string[] =>
      on.sendings.filter(({ signal }) => signal.aborted).map(({ job }) => job.id);
    expect(aborted()).toEqual(['clip-1', 'clip-2']);
    await on.settled(on.runner.stop());
    expect(aborted()).toHaveLength(10);
    expect(on.sendings.every(({ job }) => on.state(job.id)?.kind === 'done')).toBe(true);
  });

  it('and gone again by the time it is given its text: its first request is ended before it is sent a second time', async () => {
    const on = await runnerStage(
      { jobs: clips(1) },
      { look: async () => found, describe: async () => ({ kind: 'gone' }) },
    );
    await sentWhole(on, 'clip-1');
    await on.clock.pass(settleMs + 1);
    const [first] = on.sendings;
    expect(on.state('clip-1')).toMatchObject({ kind: 'needs-you', reason: 'video-gone' });
    expect(first?.signal.aborted).toBe(false);
    await on.settled(on.runner.apply('clip-1', { kind: 'retry', now: on.clock.now() }));
    await on.clock.settle();
    expect(first?.signal.aborted).toBe(true);
    expect(on.ids()).toEqual(['clip-1', 'clip-1']);
    expect(on.state('clip-1')).toMatchObject({ kind: 'sending' });
  });
});

describe('clips that stand still in every lane', () => {
  it('let others begin beside them, one for each and eight in all', async () => {
    const on = await runnerStage({ jobs: clips(12) });
    for (const id of ['clip-1', 'clip-2', 'clip-3']) on.sendingOf(id).taken(1);
    await on.clock.pass(standstillMs - 1);
    expect(on.ids()).toHaveLength(3);
    await on.clock.pass(2);
    expect(on.ids().slice(3)).toEqual(['clip-4', 'clip-5', 'clip-6']);
    await on.sendingOf('clip-4').end({ verdict: arrived });
    expect(on.ids().slice(6)).toEqual(['clip-7']);
    // Those stand still as well.
    await on.clock.pass(standstillMs + 1);
    expect(on.ids().slice(7)).toEqual(['clip-8', 'clip-9']);
    await on.clock.pass(4 * standstillMs);
    expect(on.ids()).toHaveLength(1 + mostOpen);
    // None of them was cut for it.
    expect(on.sendings.some(({ signal }) => signal.aborted)).toBe(false);
  });

  it('let none begin any more once they move again', async () => {
    const on = await runnerStage({ jobs: clips(12) });
    await on.clock.pass(standstillMs + 1);
    expect(on.ids()).toHaveLength(6);
    for (const id of on.ids()) on.sendingOf(id).taken(leastBytes);
    await on.sendingOf('clip-4').end({ verdict: arrived });
    await on.sendingOf('clip-5').end({ verdict: arrived });
    expect(on.ids()).toHaveLength(6);
  });

  it('are big ones, too: two that stand still do not keep the third waiting', async () => {
    const on = await runnerStage({ jobs: clips(4, bigBytes) });
    for (const count of [1, 2]) {
      expect(on.ids()).toHaveLength(count);
      on.sendingOf(`clip-${count}`).taken(bigBytes / 2);
      await on.clock.pass(standstillMs + 1);
    }
    expect(on.ids()).toHaveLength(3);
    // The third moves: there is no fourth.
    for (let second = 0; second < 60; second++) {
      on.sendingOf('clip-3').taken(bigBytes / 2 + (second + 1) * leastBytes);
      await on.clock.pass(1_000);
    }
    expect(on.ids()).toHaveLength(3);
  });

  it('are those that crawl, too, with a single one beside all of them, and none that moves', async () => {
    for (const [size, first] of [
      [MiB, 3],
      [bigBytes, 1],
    ] as const) {
      const on = await runnerStage({ jobs: clips(8, size) });
      let left = 0;
      const pass = async (bytesInSecond: number): Promise<void> => {
        for (let second = 0; second < 4 * (standstillMs / 1_000); second++) {
          left += bytesInSecond;
          for (const id of on.ids()) on.sendingOf(id).taken(left);
          await on.clock.pass(1_000);
        }
      };
      await pass(2 * (leastBytes / (standstillMs / 1_000)));
      expect(on.ids()).toHaveLength(first);
      await pass(5);
      expect(on.ids()).toHaveLength(first + 1);
    }
  });

  it('are none of which the request has not begun: their files are still being looked at', async () => {
    const held = Promise.withResolvers<void>();
    const on = await runnerStage(
      { jobs: clips(7) },
      { check: ({ clip }) => held.promise.then(() => ({ kind: 'go', clip })) },
    );
    await on.clock.pass(2 * standstillMs);
    held.resolve();
    await on.clock.settle();
    expect(on.ids()).toEqual(['clip-1', 'clip-2', 'clip-3']);
    await on.clock.pass(standstillMs + 1);
    expect(on.ids()).toEqual(['clip-1', 'clip-2', 'clip-3', 'clip-4', 'clip-5', 'clip-6']);
  });
});

describe('milliseconds until something is to be done about what is under way', () => {
  const never = Number.POSITIVE_INFINITY;
  const sending = (movedAt: number, tookAt = movedAt) => ({ awaitsSince: null, lookAt: never, movedAt, tookAt });
  const waiting = (awaitsSince: number, lookAt: number) => ({ awaitsSince, lookAt, movedAt: never, tookAt: never });

  it('are those until one that is being sent counts as standing still or crawling, whichever comes first', () => {
    expect(untilAwaited([sending(1_000)], 1_200)).toBe(standstillMs - 200);
    expect(untilAwaited([sending(1_000, 400)], 1_200)).toBe(standstillMs - 800);
    expect(untilAwaited([sending(400, 1_000)], 1_200)).toBe(standstillMs - 800);
  });

  it('are as long as that once more for one that does so already, from that very moment on', () => {
    expect(untilAwaited([sending(1_000)], 1_000 + standstillMs - 1)).toBe(1);
    expect(untilAwaited([sending(1_000)], 1_000 + standstillMs)).toBe(standstillMs);
    expect(untilAwaited([sending(1_000)], 9_000 + standstillMs)).toBe(standstillMs);
  });

  it('are those until an awaited answer gives its lane up, then until it is looked for', () => {
    expect(untilAwaited([waiting(1_000, 90_000)], 1_100)).toBe(answerSoonMs - 100);
    expect(untilAwaited([waiting(1_000, 90_000)], 1_000 + answerSoonMs)).toBe(89_000 - answerSoonMs);
    expect(untilAwaited([waiting(1_000, 90_000)], 90_000)).toBe(never);
  });

  it('are those of the first of all, and without any there is nothing to wait for', () => {
    expect(untilAwaited([waiting(1_000, 90_000), sending(1_000)], 1_000)).toBe(Math.min(answerSoonMs, standstillMs));
    expect(untilAwaited([], 1_000)).toBe(never);
  });

  it('are over for a look at the very moment at which it is due', () => {
    expect([89_999, 90_000, 90_001].map((at) => isOverdue({ lookAt: 90_000 }, at))).toEqual([false, true, true]);
  });
});
