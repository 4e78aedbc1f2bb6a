// The real clock.
import type { Clock } from '../ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  zoneOffsetMinutes: (at) => -new Date(at).getTimezoneOffset(),
  after: (ms, call) => {
    // setTimeout treats more than 2^31-1 ms as 1 ms; waiting a little short is harmless, callers look at the time again.
    const timer = setTimeout(call, Math.min(ms, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
  soon: (call) => {
    setImmediate(call);
  },
};
