// A check that is made again and again: one at a time, sooner where somebody asks, and never after the end.
import { beforeEach, expect, it } from 'vitest';
import { createRechecks, type Rechecks } from '../../../main/ingest/rechecks.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';

let clock: HandClock;
let checks: Rechecks;
/** When each began, in monotonic ms. */
let begun: number[];
let end: (isFault?: boolean) => Promise<void>;
let failures: number;

beforeEach(() => {
  clock = handClock();
  begun = [];
  failures = 0;
  checks = createRechecks({
    clock,
    everyMs: 5_000,
    run: (task) =>
      void task().catch(() => {
        failures++;
      }),
    check: () =>
      new Promise((resolve, reject) => {
        begun.push(clock.monotonic());
        end = async (isFault = false) => {
          if (isFault) reject(new Error('a fault'));
          else resolve();
          await clock.settle();
        };
      }),
  });
});

it('comes again so long after the last one ended', async () => {
  checks.start();
  await clock.pass(20_000);
  expect(begun).toEqual([0]);
  await end();
  await clock.pass(4_999);
  expect(begun).toEqual([0]);
  await clock.pass(1);
  await end();
  await clock.pass(5_000);
  expect(begun).toEqual([0, 25_000, 30_000]);
});

it('comes sooner where somebody asks, and only that once', async () => {
  checks.start();
  await end();
  await clock.pass(1_000);
  checks.soon();
  checks.soon();
  await clock.pass(50);
  await end();
  await clock.pass(5_000);
  expect([begun, clock.timers()]).toEqual([[0, 1_050, 6_050], 0]);
});

it('comes soon after the one that was under way when somebody asked', async () => {
  checks.start();
  checks.soon();
  await clock.pass(1_000);
  expect(begun).toEqual([0]);
  await end();
  await clock.pass(50);
  await end();
  // That one answered it.
  await clock.pass(4_999);
  expect(begun).toEqual([0, 1_050]);
});

it('is one at a time, also where it is started twice', () => {
  checks.start();
  checks.start();
  expect(begun).toHaveLength(1);
});

it('goes on after one that failed', async () => {
  checks.start();
  await end(true);
  await clock.pass(5_000);
  expect([begun, failures]).toEqual([[0, 5_000], 1]);
});

it('is made no more after the end, whatever was planned or asked for', async () => {
  checks.start();
  await end();
  checks.stop();
  expect(clock.timers()).toBe(0);
  checks.soon();
  checks.start();
  await clock.pass(10_000);
  expect(begun).toEqual([0]);
});

it('plans nothing where the end came while it was made', async () => {
  checks.start();
  checks.stop();
  await end();
  expect(clock.timers()).toBe(0);
});
