// Due times under a clock that is set: by how much it was, and how late anything may be due (F-13).
import { describe, expect, it } from 'vitest';
import { latestDue, watchClock } from '../../../../main/queue/job/due.ts';
import { longestBackOffMs } from '../../../../main/retry.ts';
import { handClock } from '../hand-clock.ts';

describe('the latest time at which anything is due', () => {
  it('is the longest pause from now, or what is left of what the host asked for', () => {
    expect(latestDue(5_000, 0)).toBe(5_000 + longestBackOffMs);
    expect(latestDue(5_000, longestBackOffMs + 1)).toBe(5_001 + longestBackOffMs);
  });
});

describe('the clock', () => {
  it('is told to be set once, ahead or back, by what it was set', async () => {
    const clock = handClock();
    await clock.pass(60_000);
    const setBy = watchClock(clock);
    expect(setBy()).toBe(0);
    clock.setWall(clock.now() + 90_000);
    expect([setBy(), setBy()]).toEqual([90_000, 0]);
    clock.setWall(clock.now() - 3_600_000);
    expect([setBy(), setBy()]).toEqual([-3_600_000, 0]);
  });

  it('that only drifts by a second, or goes on, was not set', async () => {
    const clock = handClock();
    const setBy = watchClock(clock);
    await clock.pass(600_000);
    expect(setBy()).toBe(0);
    clock.setWall(clock.now() + 1_000);
    expect(setBy()).toBe(0);
    clock.setWall(clock.now() - 1_000);
    expect(setBy()).toBe(0);
    clock.setWall(clock.now() + 1_001);
    expect(setBy()).toBe(1_001);
  });
});
