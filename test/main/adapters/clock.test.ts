// The real clock: the moments and turns of the loop that it gives to all others.
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../main/adapters/clock.ts';

it('tells the time of the wall, and one that only grows', () => {
  const before = Date.now();
  const now = systemClock.now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
  const begun = performance.now();
  const monotonic = systemClock.monotonic();
  expect(monotonic).toBeGreaterThanOrEqual(begun);
  expect(monotonic).toBeLessThanOrEqual(performance.now());
});

it('tells by how much the local time is ahead, summer and winter apart', () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function (this: Date) {
    return this.getUTCMonth() === 6 ? 240 : 300;
  });
  const ahead = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'].map((text) =>
    systemClock.zoneOffsetMinutes(Date.parse(text)),
  );
  expect(ahead).toEqual([-300, -240]);
});

describe('a timer', () => {
  const begin = (): void => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  };

  it('calls back once after its time', () => {
    begin();
    let calls = 0;
    systemClock.after(100, () => void calls++);
    vi.advanceTimersByTime(99);
    expect(calls).toBe(0);
    vi.advanceTimersByTime(1_000);
    expect(calls).toBe(1);
  });

  it('that was taken back never does', () => {
    begin();
    let calls = 0;
    const cancel = systemClock.after(100, () => void calls++);
    cancel();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1_000);
    expect(calls).toBe(0);
  });

  it.each([2 ** 31, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])('of %d ms is no timer of none', (ms) => {
    begin();
    let calls = 0;
    systemClock.after(ms, () => void calls++);
    vi.advanceTimersByTime(2 ** 31 - 2);
    expect(calls).toBe(0);
    vi.advanceTimersByTime(1);
    expect(calls).toBe(1);
  });
});

it('gives what already waits its turn first', async () => {
  const served: string[] = [];
  systemClock.soon(() => void served.push('soon'));
  queueMicrotask(() => void served.push('waited'));
  expect(served).toEqual([]);
  await turn();
  expect(served).toEqual(['waited', 'soon']);
});
