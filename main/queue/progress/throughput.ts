// What sending really takes: the speed of the line while something is on it, and what a clip costs at each site beside its bytes.
import type { JobId } from '../../model.ts';
import { isBig } from '../job/schedule.ts';

/** What one clip takes beside its bytes, in ms: opening, the site's own work, the answer. 0 = none was finished yet. */
export interface Costs {
  readonly smallMs: number;
  readonly bigMs: number;
}

export interface ThroughputMeter {
  begins(siteId: string, jobId: JobId, bytes: number): void;
  /** Bytes of the clip that were taken so far. */
  taken(jobId: JobId, bytes: number): void;
  /** `arrived` = all of it was sent and the site said yes: only that is a measure. */
  ends(jobId: JobId, arrived: boolean): void;
  /**
   * Bytes per second of everything together while at least one clip was on the line, because mostly it is this computer's own line
   * that is narrow; infinite = too fast to be seen. Null = not enough was seen to say anything.
   */
  line(): number | null;
  costs(siteId: string): Costs;
  /** Forgets the speed: another limit holds from now on. */
  reset(): void;
}

/** Long enough that a wave in the line does not move the finish time, short enough that another line is noticed. */
const halfLifeMs = 20_000;
/** Before this much time on the line its speed is mostly that of buffers. */
const soonestMs = 3_000;
const foldMs = 200;
/** Clips whose cost is remembered of each kind, and how few are enough where the line is too fast to be seen. */
const remembered = 12;
const enough = 3;

interface Running {
  readonly costs: SiteCosts;
  readonly bytes: number;
  readonly beganAt: number;
  firstAt: number | null;
  lastAt: number | null;
  taken: number;
}

interface SiteCosts {
  readonly small: number[];
  readonly big: number[];
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** `monotonic` in ms. */
export function createThroughputMeter(monotonic: () => number): ThroughputMeter {
  const sites = new Map<string, SiteCosts>();
  const running = new Map<JobId, Running>();
  /** Clips whose bytes are on their way. */
  let onLine = 0;
  let since = 0;
  let pendingMs = 0;
  let pendingBytes = 0;
  let weighted = 0;
  let weight = 0;
  let seenMs = 0;
  let finished = 0;

  const costsOf = (siteId: string): SiteCosts => {
    const costs = sites.get(siteId) ?? { small: [], big: [] };
    sites.set(siteId, costs);
    return costs;
  };
  const pass = (at: number): void => {
    if (onLine > 0) pendingMs += at - since;
    since = at;
    if (pendingMs < foldMs) return;
    const keep = 0.5 ** (pendingMs / halfLifeMs);
    weighted = weighted * keep + (pendingBytes / pendingMs) * 1_000 * (1 - keep);
    weight = weight * keep + (1 - keep);
    seenMs += pendingMs;
    pendingMs = 0;
    pendingBytes = 0;
  };
  const leaves = (one: Running, at: number): void => {
    if (one.firstAt === null || one.lastAt !== null) return;
    pass(at);
    one.lastAt = at;
    onLine--;
  };

  return {
    begins: (siteId, jobId, bytes) => {
      const costs = costsOf(siteId);
      running.set(jobId, { costs, bytes, beganAt: monotonic(), firstAt: null, lastAt: null, taken: 0 });
    },
    taken: (jobId, bytes) => {
      const one = running.get(jobId);
      if (!one || one.lastAt !== null) return;
      const at = monotonic();
      pass(at);
      if (one.firstAt === null) {
        one.firstAt = at;
        onLine++;
      }
      pendingBytes += Math.max(0, bytes - one.taken);
      one.taken = bytes;
      if (bytes >= one.bytes) leaves(one, at);
    },
    ends: (jobId, arrived) => {
      const one = running.get(jobId);
      if (!one) return;
      const at = monotonic();
      leaves(one, at);
      running.delete(jobId);
      if (!arrived || one.firstAt === null || one.lastAt === null) return;
      const costs = isBig(one.bytes) ? one.costs.big : one.costs.small;
      costs.push(at - one.beganAt - (one.lastAt - one.firstAt));
      if (costs.length > remembered) costs.shift();
      finished++;
    },
    line: () => {
      pass(monotonic());
      if (seenMs >= soonestMs) return weighted / weight;
      if (finished < enough) return null;
      return weight > 0 ? weighted / weight : Number.POSITIVE_INFINITY;
    },
    costs: (siteId) => {
      const { small, big } = costsOf(siteId);
      return { smallMs: mean(small.length > 0 ? small : big), bigMs: mean(big.length > 0 ? big : small) };
    },
    reset: () => {
      pendingMs = 0;
      pendingBytes = 0;
      weighted = 0;
      weight = 0;
      seenMs = 0;
      finished = 0;
    },
  };
}
