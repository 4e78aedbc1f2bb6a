// A clock that stands still, for what only asks what time it is.
import type { Clock } from '../../main/ports.ts';

export function stillClock(now: number): Clock {
  return {
    now: () => now,
    monotonic: () => 0,
    zoneOffsetMinutes: () => 0,
    after: () => () => {},
    soon: (call) => void setImmediate(call),
  };
}
