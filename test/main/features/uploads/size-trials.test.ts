// Size limits put to the test: by what arrives, and by the smallest clip that one holds back.
import { describe, expect, it } from 'vitest';
import { createSizeTrials } from '../../../../main/features/uploads/size-trials.ts';
import type { Job, Site, SizeLimit } from '../../../../main/model.ts';
import { StoreError } from '../../../../main/ports.ts';
import type { JobEvent } from '../../../../main/queue/job/job-event.ts';
import { transition } from '../../../../main/queue/job/job-state.ts';
import { queuePassing } from '../../../../main/queue/store/refusal-queries.ts';
import { dayMs, minuteMs } from '../../../../main/retry.ts';
import { accountId } from '../../../bench/queue-jobs.ts';
import { aSite, aSizeLimit } from '../../a-site.ts';
import { handClock } from '../../queue/hand-clock.ts';
import { states } from '../../queue/jobs.ts';
import { clipOf, memoryQueue, otherAccount } from '../../queue/store/memory-queue.ts';

function stage(sizeLimit: SizeLimit | null) {
  const clock = handClock();
  const queue = memoryQueue();
  let site: Site = aSite({ sizeLimit: sizeLimit && { ...sizeLimit, at: clock.now() } });
  let elsewhere: Site | null = null;
  let isFull = false;
  const warned: string[] = [];
  const errors: string[] = [];
  let fault: Error | null = null;
  const trials = createSizeTrials({
    clock,
    logger: {
      info: () => {},
      warn: (message) => void warned.push(message),
      error: (message) => void errors.push(message),
    },
    refusals: queuePassing(queue.sql),
    accounts: {
      site: (id) => (id === site.id ? site : elsewhere),
      siteOf: (id) => (id === accountId ? site : null),
      views: () => [
        { id: site.id, accounts: [{ id: accountId }] },
        { id: 'another site', accounts: [{ id: otherAccount }] },
      ],
      learn: (_, what) => {
        if (isFull) throw new StoreError('full', 'Full.');
        site = { ...site, ...what };
        // As every reader of accounts hears of it.
        trials.kick();
      },
    },
    runner: {
      apply: async (jobId, event) => {
        if (fault) throw fault;
        const job = queue.store.job(jobId);
        const happens: JobEvent | null = job && (typeof event === 'function' ? event(job) : event);
        if (job && happens) queue.rows.saveJob(transition(job, happens));
        return happens !== null;
      },
    },
  });
  const parked = { state: states['needs you to send'] } as const;
  queue.add(
    { id: 'large', clip: clipOf(9_000), ...parked },
    { id: 'small', clip: clipOf(6_000), ...parked },
    { id: 'edit', clip: clipOf(7_000), state: states['needs you to edit'] },
  );
  const waiting = (): readonly string[] =>
    ['large', 'small', 'edit'].filter((id) => queue.store.job(id)?.state.kind === 'waiting');
  const arrive = (bytes: number, before: Job['state'] = states.processing, after: Job['state'] = states.describing) => {
    const job = { ...(queue.store.job('edit') as Job), clip: clipOf(bytes) };
    trials.moved({ ...job, state: before }, { ...job, state: after });
  };
  return {
    ...{ clock, trials, waiting, arrive, warned, errors, queue },
    fail: (error: Error) => {
      fault = error;
    },
    learn: (sizeLimit: SizeLimit) => {
      site = { ...site, sizeLimit };
    },
    limit: () => site.sizeLimit,
    learnElsewhere: (sizeLimit: SizeLimit) => {
      elsewhere = aSite({ id: 'another site', sizeLimit });
    },
    fill: (is = true) => {
      isFull = is;
    },
  };
}
const guess = (changes: Partial<SizeLimit> = {}) => aSizeLimit(5_000, { source: 'guessed', refusals: 2, ...changes });

describe('what arrives', () => {
  it('disproves the limit and wakes all that was parked by it', () => {
    const on = stage(aSizeLimit(5_000));
    on.arrive(5_000);
    expect([on.limit(), on.waiting()]).toEqual([null, ['large', 'small']]);
  });

  it('wakes hundreds in steps, all of them', async () => {
    const on = stage(aSizeLimit(5_000));
    const names = Array.from({ length: 250 }, (_, n) => `more ${n}`);
    on.queue.add(...names.map((id, n) => ({ id, clip: clipOf(10_000 + n), state: states['needs you to send'] })));
    on.arrive(5_000);
    const left = () => names.filter((id) => on.queue.store.job(id)?.state.kind === 'needs-you').length;
    expect(left()).toBeGreaterThan(100);
    await expect.poll(left).toBe(0);
  });

  it('wakes no clip of another site', () => {
    const on = stage(aSizeLimit(5_000));
    on.queue.add({ id: 'elsewhere', accountId: otherAccount, clip: clipOf(9_000), state: states['needs you to send'] });
    on.arrive(5_000);
    expect(on.queue.store.job('elsewhere')?.state.kind).toBe('needs-you');
  });

  it('leaves a clip as it is that became another matter before its turn came', async () => {
    const on = stage(aSizeLimit(5_000));
    const names = Array.from({ length: 150 }, (_, n) => `more ${n}`);
    on.queue.add(...names.map((id, n) => ({ id, clip: clipOf(10_000 + n), state: states['needs you to send'] })));
    on.arrive(5_000);
    const meanwhile = { 'more 148': states['needs you to choose'], 'more 149': states['cancelled before'] } as const;
    for (const [id, state] of Object.entries(meanwhile))
      on.queue.rows.saveJob({ ...(on.queue.store.job(id) as Job), state });
    await expect.poll(() => on.queue.store.job('more 147')?.state.kind).toBe('waiting');
    for (const [id, state] of Object.entries(meanwhile)) expect(on.queue.store.job(id)?.state).toEqual(state);
  });

  it('that cannot wake what was parked says so in the log', async () => {
    const on = stage(aSizeLimit(5_000));
    on.fail(new StoreError('full', 'Full.'));
    on.arrive(5_000);
    await on.clock.settle();
    expect(on.errors).toEqual(['Clips could not be tried again']);
  });

  it.each<[string, number, Job['state'], Job['state']]>([
    ['is smaller', 4_999, states.processing, states.describing],
    ['is not on the site', 9_000, states.sending, states.processing],
    ['was there before', 9_000, states.describing, states.done],
    ['is done without a video', 9_000, states.processing, states['done, unknown where']],
  ])('says nothing where it %s', (_, bytes, before, after) => {
    const on = stage(aSizeLimit(5_000));
    on.arrive(bytes, before, after);
    expect([on.limit()?.from, on.waiting()]).toEqual([5_000, []]);
  });

  it('was found after its answer was lost, or chosen: it is there', () => {
    for (const before of [states.unclear, states['needs you to choose']]) {
      const on = stage(aSizeLimit(5_000));
      on.arrive(9_000, before);
      expect(on.limit()).toBeNull();
    }
  });
});

describe('a clip whose refusal is written down after what held it was disproved', () => {
  const goes = (on: ReturnType<typeof stage>, state: Job['state'], next: Job['state']): void => {
    const before = { ...(on.queue.store.job('small') as Job), state };
    const after = { ...before, state: next };
    on.queue.rows.saveJob(after);
    on.trials.moved(before, after);
  };
  const parked = states['needs you to send'];

  it.each([states.sending, states.unclear])('goes again by itself, whatever it was on its way: $kind', (onTheWay) => {
    const on = stage(aSizeLimit(5_000));
    goes(on, states.waiting, onTheWay);
    on.arrive(5_000);
    expect(on.waiting()).toEqual(['large']);
    goes(on, onTheWay, parked);
    expect([on.limit(), on.waiting()]).toEqual([null, ['large', 'small']]);
  });

  it('stays parked where it was refused again since', () => {
    const on = stage(aSizeLimit(5_000));
    goes(on, states.waiting, states.sending);
    on.arrive(5_000);
    goes(on, states.sending, parked);
    goes(on, states.waiting, states.sending);
    goes(on, states.sending, parked);
    expect(on.queue.store.job('small')?.state).toEqual(parked);
  });

  it('stays parked where something else holds it by then', () => {
    const on = stage(aSizeLimit(5_000));
    goes(on, states.waiting, states.sending);
    on.arrive(5_000);
    on.learn(aSizeLimit(5_500));
    goes(on, states.sending, parked);
    expect(on.queue.store.job('small')?.state).toEqual(parked);
  });
});

describe('a guess', () => {
  it('is tried again with the smallest clip that it holds back, when its time has come', async () => {
    const on = stage(guess());
    on.trials.kick();
    await on.clock.pass(10 * minuteMs - 1);
    expect(on.waiting()).toEqual([]);
    await on.clock.pass(1);
    expect(on.waiting()).toEqual(['small']);
    expect(on.limit()).toMatchObject({ from: 5_000, isDoubted: true });
    await on.clock.pass(30 * dayMs);
    expect(on.waiting()).toEqual(['small']);
  });

  it('that holds nothing back any more is forgotten', async () => {
    const on = stage(guess());
    on.queue.sql.exec("DELETE FROM jobs WHERE id <> 'edit'");
    on.trials.kick();
    await on.clock.pass(10 * minuteMs);
    expect([on.limit(), on.errors]).toEqual([null, []]);
  });

  it('of long ago is tried at once', () => {
    const on = stage({ ...guess(), refusals: 2 });
    on.clock.setWall(on.clock.now() + 400 * dayMs);
    on.trials.kick();
    expect(on.waiting()).toEqual(['small']);
  });

  it('is left as it is by a full disk, and by the end of the app (F-43)', async () => {
    const on = stage(guess());
    on.trials.kick();
    on.fill();
    await on.clock.pass(10 * minuteMs);
    expect([on.waiting(), on.warned.length]).toEqual([[], 1]);
    const ended = stage(guess());
    ended.trials.kick();
    ended.trials.stop();
    await ended.clock.pass(dayMs);
    ended.trials.kick();
    await ended.clock.pass(dayMs);
    expect([ended.waiting(), ended.limit()?.isDoubted]).toEqual([[], false]);
    expect(() => stage(null).trials.stop()).not.toThrow();
  });

  it('that a full disk leaves as it is comes to be tried with that of another site', async () => {
    const on = stage(guess());
    on.learnElsewhere(guess({ at: on.clock.now() + 10 * minuteMs }));
    on.fill();
    await on.clock.pass(10 * minuteMs);
    on.trials.kick();
    expect(on.waiting()).toEqual([]);
    on.fill(false);
    await on.clock.pass(10 * minuteMs);
    expect(on.waiting()).toEqual(['small']);
  });

  it('that the site has said is never tried by itself', async () => {
    const on = stage(aSizeLimit(5_000));
    on.trials.kick();
    expect(on.clock.timers()).toBe(0);
    await on.clock.pass(300 * dayMs);
    expect(on.waiting()).toEqual([]);
  });
});
