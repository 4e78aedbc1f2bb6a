// Durations, and how long to wait before something is tried again: the one back-off of the whole app; pure.

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Longest wait between two tries by ourselves, in ms; transient failures go on for days at this pace (F-22). */
export const longestBackOffMs = 15 * minuteMs;

/** `firstMs`, and twice as long after each of `times` further ones, up to `longestMs`. */
export function doubled(firstMs: number, times: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** times);
}

/** A wait in ms made longer by up to a tenth, so that many computers do not come back at once. `fraction` in [0, 1). */
export function jitterAdded(ms: number, fraction: number): number {
  return ms * (1 + fraction / 10);
}

/**
 * Milliseconds until the next try after `failures` in a row (1 = the first). `fraction` in [0, 1) spreads the herd.
 * `floorMs` is what the site asked for (Retry-After): jitter only ever adds to it (F-14).
 */
export function backOff(
  failures: number,
  fraction: number,
  floorMs: number | null = null,
  longestMs = longestBackOffMs,
): number {
  const spread = doubled(secondMs, Math.min(failures, 12), longestMs) * (0.5 + fraction / 2);
  return floorMs === null ? spread : Math.max(jitterAdded(floorMs, fraction), spread);
}
