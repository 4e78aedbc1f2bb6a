// Speed of a transfer through a half-life filter: follows the line without trembling.

const halfLifeMs = 3_000;
/** A connection takes its first bytes at the speed of memory, or none for a moment: before this long nothing is said. */
const soonestMs = 1_000;
/** Pieces take about a second on whatever line (transfer/pieces.ts): after this long without one it stands still. */
const standstillMs = 15_000;

export interface Speed {
  /** Bytes taken in all so far, at monotonic time `at` in ms. */
  sample(bytes: number, at: number): void;
  /** Bytes per second; 0 = nothing moves, null = nothing can be said yet. */
  perSecond(at: number): number | null;
}

export function speedometer(start: number): Speed {
  let lastAt = start;
  let lastBytes = 0;
  let weighted = 0;
  let weight = 0;
  let seenMs = 0;
  return {
    sample: (bytes, at) => {
      const ms = at - lastAt;
      // Several chunks in one tick would read as infinite speed: they count together, at most every 100 ms.
      if (ms < 100) return;
      const keep = 0.5 ** (ms / halfLifeMs);
      weighted = weighted * keep + ((bytes - lastBytes) / ms) * 1000 * (1 - keep);
      weight = weight * keep + (1 - keep);
      seenMs += ms;
      lastAt = at;
      lastBytes = bytes;
    },
    perSecond: (at) => {
      // A stalled line must be seen to be slow although no sample arrives.
      const idle = Math.max(0, at - lastAt - 1_000);
      if (idle >= standstillMs) return 0;
      return seenMs < soonestMs ? null : (weighted / weight) * 0.5 ** (idle / halfLifeMs);
    },
  };
}
