// Steps that are under way: what is told as they begin and end, what is measured, and what happens when nothing can be written down.
import { expect, it } from 'vitest';
import { createThroughputMeter } from '../../../../main/queue/progress/throughput.ts';
import { handClock } from '../hand-clock.ts';
import { later, states } from '../jobs.ts';
import { MiB, runnerStage, sized } from './stage.ts';

const arrived = { kind: 'arrived', videoId: 14 } as const;
const full = (): Promise<never> => Promise.reject(new Error('disk is full'));

it('sending is told as it begins with the first clip, and as it ends with the last', async () => {
  const on = await runnerStage({ jobs: [sized('one', 1, MiB), sized('two', 2, MiB)] });
  expect(on.busy).toEqual([true]);
  await on.sendingOf('one').end({ verdict: arrived });
  expect(on.busy).toEqual([true]);
  expect([...on.runner.live().keys()]).toEqual(['two']);
  await on.sendingOf('two').end({ verdict: { kind: 'failed', cause: later } });
  expect(on.busy).toEqual([true, false]);
  expect(on.changes.at(-1)).toEqual({ id: 'two', listed: false });
});

it('sending is told of a single clip, too', async () => {
  const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
  expect(on.busy).toEqual([true]);
});

it('a look or a text is no sending', async () => {
  const on = await runnerStage({ jobs: [sized('clip', 1, MiB, { state: states.describing })] });
  expect(on.state('clip')?.kind).toBe('done');
  expect(on.busy).toEqual([]);
});

it.each([
  ['arrived', arrived, 2_000, 'account-1', 'site-1', 'site-2'],
  ['arrived', arrived, 2_000, 'account-3', 'site-2', 'site-1'],
  ['is not on its site', { kind: 'failed', cause: later }, 0, 'account-1', 'site-1', 'site-2'],
] as const)('what a clip takes beside its bytes is learned of its site where it %s', async (...of) => {
  const [, verdict, smallMs, accountId, site, otherSite] = of;
  const clock = handClock();
  const throughput = createThroughputMeter(() => clock.monotonic());
  const on = await runnerStage({ jobs: [sized('clip', 1, MiB, { accountId })] }, {}, { throughput });
  const pass = async (ms: number): Promise<void> => {
    await clock.pass(ms);
    await on.clock.pass(ms);
  };
  await pass(500);
  on.sendingOf('clip').taken(1);
  await pass(4_000);
  on.sendingOf('clip').taken(MiB);
  await pass(1_500);
  await on.sendingOf('clip').end({ verdict });
  expect(throughput.costs(site)).toEqual({ smallMs, bigMs: smallMs });
  expect(throughput.costs(otherSite)).toEqual({ smallMs: 0, bigMs: 0 });
});

it('the end of the app ends what is being sent, and waits until that is written down', async () => {
  const on = await runnerStage({ jobs: [sized('clip', 1, MiB), sized('next', 2, MiB)] });
  let isOver = false;
  const stopping = on.runner.stop().then(() => {
    isOver = true;
  });
  expect(on.sendingOf('clip').signal.aborted).toBe(true);
  expect(isOver).toBe(false);
  await on.settled(stopping);
  expect(on.state('clip')).toEqual(states.waiting);
  await on.clock.pass(60_000);
  on.runner.kick();
  await on.clock.settle();
  expect(on.ids()).toEqual(['clip', 'next']);
});

it('the end of the app waits for a text that is on its way', async () => {
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const on = await runnerStage(
    { jobs: [sized('clip', 1, MiB, { state: states.describing })] },
    {
      describe: ({ draftRevision, seen }) => answered.then(() => ({ kind: 'applied', revision: draftRevision, seen })),
    },
  );
  let isOver = false;
  const stopping = on.runner.stop().then(() => {
    isOver = true;
  });
  await on.clock.settle();
  expect(isOver).toBe(false);
  answer();
  await on.settled(stopping);
  expect(on.state('clip')?.kind).toBe('done');
});

it('a text that is on its way is not given a second time beside it, but again when it failed', async () => {
  const first = Promise.withResolvers<void>();
  let given = 0;
  const on = await runnerStage(
    { jobs: [sized('clip', 1, MiB, { state: states.describing })] },
    {
      describe: async ({ draftRevision, seen }) => {
        if (++given > 1) return { kind: 'applied', revision: draftRevision, seen };
        await first.promise;
        return { kind: 'failed', cause: later };
      },
    },
  );
  on.runner.kick();
  await on.clock.pass(60_000);
  expect(given).toBe(1);
  first.resolve();
  await on.clock.pass(60_000);
  expect([given, on.state('clip')?.kind]).toEqual([2, 'done']);
});

it('nothing begins for five seconds after not even a failure could be written down; then it goes on (F-43)', async () => {
  const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
  const { write } = on.store;
  on.store.write = full;
  await on.sendingOf('clip').end({ verdict: arrived });
  on.store.write = write;
  await on.write(() => on.store.insertJob(sized('next', 2, MiB)));
  on.runner.kick();
  await on.clock.pass(4_999);
  expect(on.ids()).toEqual(['clip']);
  on.runner.kick();
  await on.clock.pass(2);
  on.runner.kick();
  await on.clock.settle();
  expect(on.ids()).toEqual(['clip', 'next']);
  // It is still written down as being sent, and is put right then.
  expect(on.state('clip')?.kind).toBe('sending');
  await on.clock.pass(1_000);
  expect(on.state('clip')).toMatchObject({ kind: 'waiting', why: 'server-error' });
});

it('there is room on the disk again: it goes on at once (F-43)', async () => {
  const on = await runnerStage({ jobs: [sized('clip', 1, MiB), sized('beside', 2, MiB)] });
  const { write } = on.store;
  on.store.write = full;
  await on.sendingOf('clip').end({ verdict: arrived });
  on.store.write = write;
  await on.settled(on.runner.mend());
  await on.clock.settle();
  // What is being sent meanwhile is left alone.
  expect(on.ids()).toEqual(['clip', 'beside', 'clip']);
  expect(on.state('beside')?.kind).toBe('sending');
});

it('what could not be written down is not put right any more once the app ends', async () => {
  const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
  on.store.write = full;
  await on.sendingOf('clip').end({ verdict: arrived });
  await on.settled(on.runner.stop());
  const told = on.errors.length;
  await on.clock.pass(60_000);
  expect(on.errors).toHaveLength(told);
});
