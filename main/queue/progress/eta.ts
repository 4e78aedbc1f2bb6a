// When everything is on the site: from what is left, what sending really takes, the limit and the weekly hours; pure.

import type { Lanes } from '../job/schedule.ts';
import type { Costs } from './throughput.ts';
import { throughHours, type Zone } from './weekly-hours.ts';

/** Clips of one kind that go by themselves: their number, and their bytes that have not left yet. */
export interface Work {
  readonly clips: number;
  readonly bytes: number;
}

export interface SiteWork {
  readonly small: Work;
  readonly big: Work;
  readonly costs: Costs;
  /** How many go there at a time. */
  readonly lanes: Lanes;
  /** Milliseconds for which nothing may begin there. */
  readonly heldMs: number;
}

/** Milliseconds that clips of one kind take in their lanes; big ones count no lane that they cannot fill. */
function laneMs({ clips, bytes }: Work, costMs: number, bytesPerMs: number, lanes: number): number {
  if (clips === 0) return 0;
  const line = bytes / bytesPerMs;
  return Math.max(line, (clips * costMs + line) / Math.min(lanes, clips));
}

const bytesOf = ({ small, big }: SiteWork): number => small.bytes + big.bytes;

/**
 * Milliseconds of sending that is left for each site, all of them side by side on one line of so many bytes per second: while two
 * share it, the one with less to send is over first, and has kept the other back by as much as it sent.
 */
export function sendingMs(sites: readonly SiteWork[], line: number): readonly number[] {
  const bytesPerMs = line / 1_000;
  return sites.map((site) => {
    const { small, big, costs, lanes, heldMs } = site;
    if (small.clips + big.clips === 0) return 0;
    const alone = Math.max(
      laneMs(small, costs.smallMs, bytesPerMs, lanes.small),
      laneMs(big, costs.bigMs, bytesPerMs, lanes.big),
    );
    const shared = sites.reduce((sum, other) => sum + Math.min(bytesOf(other), bytesOf(site)), 0) / bytesPerMs;
    return Math.max(heldMs + alone, shared);
  });
}

export interface OutlookInput {
  readonly sites: readonly SiteWork[];
  /** Bytes per second as measured; null = not known yet. */
  readonly line: number | null;
  /** Bytes per second at full speed and in slower hours; null = no limit. */
  readonly limit: number | null;
  readonly slowLimit: number;
  readonly week: string | null;
  /** The user sends all the same until then; null = keeps to the hours. */
  readonly anywayUntil: number | null;
  /** Wall clock, and the zone it is read in. */
  readonly now: number;
  readonly zone: Zone;
}

/** Milliseconds until everything that goes by itself is on its site, for each of the sites; null = cannot be said. */
export function outlookMs(input: OutlookInput): readonly (number | null)[] {
  const { sites } = input;
  if (input.line === null || input.line <= 0) return sites.map(() => null);
  const line = Math.min(input.line, input.limit ?? Number.POSITIVE_INFINITY);
  const full = sendingMs(sites, line);
  const slow = sendingMs(sites, Math.min(line, input.slowLimit));
  return full.map((fullMs, at) => withinHours(input, fullMs, slow[at] ?? fullMs));
}

/** What takes so long at full speed, and so long in slower hours, begun now. */
function withinHours({ week, anywayUntil, now, zone }: OutlookInput, fullMs: number, slowMs: number): number | null {
  const anywayMs = Math.max(0, (anywayUntil ?? now) - now);
  if (anywayMs === 0) return throughHours(week, now, zone, fullMs, slowMs);
  if (fullMs <= anywayMs) return fullMs;
  const left = 1 - anywayMs / fullMs;
  const rest = throughHours(week, now + anywayMs, zone, left * fullMs, left * slowMs);
  return rest === null ? null : anywayMs + rest;
}

/** Moves of the estimate below this part of what is left are not shown, and larger ones are followed with this half-life. */
const calmPart = 0.03;
const halfLifeMs = 5_000;
const leastMs = 1_000;

/**
 * A finish time that does not tremble: follows new estimates slowly, at once when the work itself or what it is sent under changed
 * (`occasion`), and never lies in the past. Times in monotonic ms.
 */
export function steadyOutlook(): (ms: number | null, at: number, occasion: string) => number | null {
  let last: { readonly finishAt: number; readonly at: number; readonly occasion: string } | null = null;
  return (ms, at, occasion) => {
    if (ms === null) {
      last = null;
      return null;
    }
    const target = at + ms;
    let finishAt = target;
    if (last !== null && last.occasion === occasion) {
      const off = target - last.finishAt;
      const calm = Math.abs(off) <= ms * calmPart;
      finishAt = calm ? last.finishAt : last.finishAt + off * (1 - 0.5 ** ((at - last.at) / halfLifeMs));
    }
    last = { finishAt, at, occasion };
    return Math.max(leastMs, finishAt - at);
  };
}
