// Refusals without a word, in every order in which answers come and are written down: once they count, every refused clip is told.
import { expect, it } from 'vitest';
import { createEarlyRefusal } from '../../../../main/features/uploads/early-refusal.ts';
import { createSiteLearning } from '../../../../main/features/uploads/tasks/learn-site.ts';
import type { FailureCause, Job } from '../../../../main/model.ts';
import type { JobEvent } from '../../../../main/queue/job/job-event.ts';
import { transition } from '../../../../main/queue/job/job-state.ts';
import { queuePassing } from '../../../../main/queue/store/refusal-queries.ts';
import { accountId } from '../../../bench/queue-jobs.ts';
import { handClock } from '../../queue/hand-clock.ts';
import { states, tooLarge } from '../../queue/jobs.ts';
import { clipOf, memoryQueue } from '../../queue/store/memory-queue.ts';
import { oneAccount } from './tasks/parts.ts';

const clips = { big: 3_000, bigger: 4_000, biggest: 5_000 } as const;
type Name = keyof typeof clips;
const names = Object.keys(clips) as readonly Name[];

/** Every order of these steps in which each clip has its first before its second; a clip is named once for each of them. */
function ordersOf(left: Readonly<Partial<Record<Name, number>>>): readonly (readonly Name[])[] {
  const open = names.filter((name) => (left[name] ?? 0) > 0);
  if (open.length === 0) return [[]];
  return open.flatMap((name) =>
    ordersOf({ ...left, [name]: (left[name] ?? 0) - 1 }).map((rest) => [name, ...rest] as const),
  );
}

function stage(which: readonly Name[]) {
  const clock = handClock();
  const queue = memoryQueue();
  const one = oneAccount();
  const errors: string[] = [];
  const job = (name: Name): Job => {
    const found = queue.store.job(name);
    if (!found) throw new Error(`${name} is not there`);
    return found;
  };
  const apply = (name: Name, event: JobEvent | null): void => {
    const before = job(name);
    const after = event === null ? before : transition(before, event);
    queue.rows.saveJob(after);
    if (after.state.kind !== before.state.kind) refusal.moved(before, after);
  };
  const refusal = createEarlyRefusal({
    clock,
    logger: { info: () => {}, warn: () => {}, error: (message) => void errors.push(message) },
    refusals: queuePassing(queue.sql),
    accounts: {
      siteOf: (id) => (id === accountId ? one.site : null),
      views: () => [{ accounts: [{ id: accountId }] }],
    },
    runner: {
      apply: async (id, event) => {
        apply(id as Name, typeof event === 'function' ? event(job(id as Name)) : event);
        return true;
      },
    },
  });
  const accounts = {
    siteOf: () => one.site,
    learn: (id: string, what: Parameters<typeof one.accounts.learn>[1]) => {
      one.accounts.learn(id, what);
      // As every reader of accounts hears of it.
      void refusal.look(false);
    },
  };
  const learning = createSiteLearning(clock, accounts, queuePassing(queue.sql));
  queue.add(...which.map((id) => ({ id, clip: clipOf(clips[id]), state: states.sending })));
  const causes = new Map<Name, FailureCause>();
  return {
    errors,
    refusal,
    /** The first time its answer comes, the second time that is written down. */
    step: async (name: Name): Promise<void> => {
      const cause = causes.get(name);
      if (cause) {
        const verdict = { kind: 'failed', cause } as const;
        apply(name, { kind: 'verdict', verdict, now: clock.now(), until: clock.now() + 60_000, sha256: null });
      } else causes.set(name, learning.fromCause(job(name), tooLarge, { limit: null, isSaid: false, status: 413 }));
      await clock.settle();
    },
    states: () => which.map((name) => job(name).state),
  };
}

it('of three clips all are told at once, whichever is written down last', { tags: 'proof' }, async () => {
  const orders = ordersOf({ big: 2, bigger: 2, biggest: 2 });
  expect(orders).toHaveLength(90);
  for (const order of orders) {
    const on = stage(names);
    for (const name of order) await on.step(name);
    const told = { kind: 'needs-you', reason: 'too-large' };
    expect(on.states(), order.join(', ')).toMatchObject([told, told, told]);
    expect(on.errors).toEqual([]);
  }
});

it('of two clips neither is told, and both go once more', async () => {
  for (const order of ordersOf({ big: 2, bigger: 2 })) {
    const on = stage(['big', 'bigger']);
    for (const name of order) await on.step(name);
    const doubted = { kind: 'waiting', why: 'size-doubted' };
    expect(on.states(), order.join(', ')).toMatchObject([doubted, doubted]);
  }
});

it('nobody is told any more once the app ends', async () => {
  const on = stage(names);
  for (const name of ['big', 'bigger', 'biggest', 'biggest', 'big'] as const) await on.step(name);
  const ended = on.refusal.stop();
  await on.step('bigger');
  await ended;
  expect(on.states()[1]).toMatchObject({ kind: 'waiting', why: 'size-doubted' });
});
