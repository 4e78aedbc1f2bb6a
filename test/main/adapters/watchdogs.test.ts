// The two ends of a request that Clipferry sets itself: after how much silence, and at what moment at the latest, and each once.
import { beforeEach, describe, expect, it } from 'vitest';
import { Deadline, Watchdog } from '../../../main/adapters/watchdogs.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';

let clock: HandClock;
/** How long each timer that was set was to take. */
let set: number[];
/** When it was over, by the monotonic clock. */
let overAt: number[];
const over = (): void => void overAt.push(clock.monotonic());

beforeEach(() => {
  const hand = handClock();
  [set, overAt] = [[], []];
  clock = {
    ...hand,
    after: (ms, call) => {
      set.push(ms);
      return hand.after(ms, call);
    },
  };
});

describe('a watchdog', () => {
  it('is over once, when nothing moved for its time', async () => {
    new Watchdog(clock, 100, over);
    await clock.pass(99);
    expect(overAt).toEqual([]);
    await clock.pass(500);
    expect([overAt, clock.timers()]).toEqual([[100], 0]);
  });

  it('is put off by each sign of life, which sets no timer of its own', async () => {
    const dog = new Watchdog(clock, 100, over);
    await clock.pass(30);
    dog.alive();
    await clock.pass(30);
    dog.alive(100);
    expect(set).toEqual([100]);
    await clock.pass(99);
    expect([overAt, set]).toEqual([[], [100, 60]]);
    await clock.pass(1);
    expect(overAt).toEqual([160]);
  });

  it('takes another time from the sign of life on with which it is given', async () => {
    const dog = new Watchdog(clock, 100, over);
    await clock.pass(50);
    dog.alive(20);
    expect([set, clock.timers()]).toEqual([[100, 20], 1]);
    await clock.pass(10);
    dog.alive();
    await clock.pass(19);
    expect(overAt).toEqual([]);
    await clock.pass(200);
    expect(overAt).toEqual([80]);
  });

  it('that was stopped is never over', async () => {
    const dog = new Watchdog(clock, 100, over);
    dog.stop();
    dog.stop();
    expect(clock.timers()).toBe(0);
    await clock.pass(500);
    expect(overAt).toEqual([]);
  });

  it('that has to prove itself is over before its time when nothing moves', async () => {
    const dog = new Watchdog(clock, 100, over);
    await clock.pass(10);
    dog.prove(20);
    await clock.pass(19);
    expect(overAt).toEqual([]);
    await clock.pass(1);
    expect(overAt).toEqual([30]);
  });

  it('that has to prove itself goes on when something moves, and is not over once it was stopped', async () => {
    const dog = new Watchdog(clock, 100, over);
    dog.prove(20);
    await clock.pass(10);
    dog.alive();
    await clock.pass(50);
    expect(overAt).toEqual([]);
    dog.prove(20);
    dog.stop();
    await clock.pass(500);
    expect(overAt).toEqual([]);
  });
});

describe('a deadline', () => {
  it('is over once, at its moment', async () => {
    const deadline = new Deadline(clock, over);
    await clock.pass(5);
    deadline.within(100);
    await clock.pass(99);
    expect(overAt).toEqual([]);
    await clock.pass(300);
    expect(overAt).toEqual([105]);
  });

  it('comes nearer and never goes further away', async () => {
    const deadline = new Deadline(clock, over);
    deadline.within(100);
    await clock.pass(10);
    deadline.within(91);
    deadline.within(90);
    expect(set).toEqual([100]);
    deadline.within(89);
    expect([set, clock.timers()]).toEqual([[100, 89], 1]);
    await clock.pass(300);
    expect(overAt).toEqual([99]);
  });

  it('that was stopped is never over', async () => {
    const deadline = new Deadline(clock, over);
    deadline.stop();
    deadline.within(100);
    deadline.stop();
    deadline.stop();
    expect(clock.timers()).toBe(0);
    await clock.pass(500);
    expect(overAt).toEqual([]);
  });
});
