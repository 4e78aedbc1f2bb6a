// Work that nobody waits for: its failures are told to the log, and the end of the app waits for it, but not for ever.
import { expect, it } from 'vitest';
import { createBackgroundWork } from '../../../main/ingest/background-work.ts';
import { handClock } from '../queue/hand-clock.ts';

it('is waited for until it has ended, with what it began meanwhile', async () => {
  const clock = handClock();
  const work = createBackgroundWork(clock, { info: () => {}, warn: () => {}, error: () => {} });
  const ends: (() => void)[] = [];
  const one = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
  work.run(async () => {
    await one();
    work.run(one);
  });
  let hasEnded = false;
  const ended = work.ended(2_000).then(() => {
    hasEnded = true;
  });
  await clock.settle();
  ends[0]?.();
  await clock.settle();
  expect(hasEnded).toBe(false);
  ends[1]?.();
  await ended;
  expect(clock.timers()).toBe(0);
  await work.ended(2_000);
});

it('is not waited for longer than was said', async () => {
  const clock = handClock();
  const work = createBackgroundWork(clock, { info: () => {}, warn: () => {}, error: () => {} });
  work.run(() => new Promise(() => {}));
  let hasEnded = false;
  void work.ended(2_000).then(() => {
    hasEnded = true;
  });
  await clock.pass(1_999);
  expect(hasEnded).toBe(false);
  await clock.pass(1);
  await clock.settle();
  expect(hasEnded).toBe(true);
});

it('that failed is logged, and is over', async () => {
  const clock = handClock();
  const errors: unknown[] = [];
  const work = createBackgroundWork(clock, { info: () => {}, warn: () => {}, error: (_, facts) => errors.push(facts) });
  work.run(() => Promise.reject(new Error('a fault')));
  await work.ended(2_000);
  expect([errors, clock.timers()]).toEqual([[{ error: 'Error: a fault' }], 0]);
});
