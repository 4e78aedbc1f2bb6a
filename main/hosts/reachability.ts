// The line to one site: may the queue speak to it, judged by what a look at who answers there has shown; pure. Times are monotonic ms.
import type { BusyWhy, ProxyTrouble, WaitReason, WallMs } from '../model.ts';
import { backOff, hourMs, longestBackOffMs, minuteMs } from '../retry.ts';
import type { OpenCircuit } from './circuit.ts';

/** What a look at the site's own address showed. */
export type Sight =
  /** The known site itself. */
  | { readonly kind: 'site' }
  /** No answer: no such host, refused, cut, silent. */
  | { readonly kind: 'away' }
  /** The site's server cannot do its work now. */
  | { readonly kind: 'failing' }
  /** It asks to be left alone for a while, in ms. */
  | { readonly kind: 'busy'; readonly askedMs: number }
  /** It says that it is in maintenance; null = it names no time. */
  | { readonly kind: 'maintained'; readonly askedMs: number | null }
  /** Somebody else answers in its place, or would have to be trusted to (F-18). */
  | { readonly kind: 'portal' }
  /** The way there ends at a proxy of the network. */
  | { readonly kind: 'proxy'; readonly trouble: ProxyTrouble; readonly proxy: string };

/** Why nothing is sent to a site although its jobs could go. */
export type Unreachable = 'offline' | 'site-away' | 'site-failing' | BusyWhy | 'portal' | ProxyTrouble;

export type Line =
  | { readonly kind: 'open' }
  /** Something changed (the network, a cut, the app just began): who answers has to be seen before anything is sent. */
  | { readonly kind: 'unsure' }
  | {
      readonly kind: 'down';
      readonly why: Exclude<Unreachable, 'offline'>;
      /** Host and port of the proxy that is in the way; null = none is. */
      readonly proxy: string | null;
      readonly since: number;
      /** Looks in vain since the line went down. */
      readonly looks: number;
      /** Looks in vain since there last was a reason to hope. */
      readonly tries: number;
      readonly nextAt: number;
    };

/** Longest pause between two looks while people still sit and wait. */
const patientMs = minuteMs;
/** From this look in vain on the user is told: a restart of the site's server is over before. */
const toldFrom = 2;

const whyOf = {
  away: 'site-away',
  failing: 'site-failing',
  busy: 'site-busy',
  maintained: 'site-maintenance',
  portal: 'portal',
} as const satisfies Record<Exclude<Sight['kind'], 'site' | 'proxy'>, Unreachable>;

/** Milliseconds until the next look, after `tries` in vain on a line that is down for `downMs`. `fraction` in [0, 1). */
export function pauseBefore(tries: number, downMs: number, fraction: number, askedMs: number | null): number {
  return backOff(tries, fraction, askedMs, downMs < hourMs ? patientMs : longestBackOffMs);
}

/** The line after a look. */
export function looked(line: Line, sight: Sight, now: number, fraction: number): Line {
  if (sight.kind === 'site') return { kind: 'open' };
  const since = line.kind === 'down' ? line.since : now;
  const tries = line.kind === 'down' ? line.tries + 1 : 1;
  const askedMs = sight.kind === 'busy' || sight.kind === 'maintained' ? sight.askedMs : null;
  return {
    kind: 'down',
    why: sight.kind === 'proxy' ? sight.trouble : whyOf[sight.kind],
    proxy: sight.kind === 'proxy' ? sight.proxy : null,
    since,
    looks: line.kind === 'down' ? line.looks + 1 : 1,
    tries,
    nextAt: now + pauseBefore(tries, now - since, fraction, askedMs),
  };
}

/** The line after something that makes what is known of it worth little: a look is due at once. */
export function doubted(line: Line, now: number): Line {
  return line.kind === 'down' ? { ...line, tries: 0, nextAt: now } : { kind: 'unsure' };
}

/** Whether this is worth a word to the user. */
export function isTold(line: Line): line is Extract<Line, { kind: 'down' }> {
  return line.kind === 'down' && line.looks >= toldFrom;
}

/** Reasons that only a line gives; a job can also meet a busy site by itself. */
const troubles: ReadonlySet<WaitReason | null> = new Set<Unreachable>([
  'offline',
  'site-away',
  'site-failing',
  'portal',
  'proxy-sign-in',
  'proxy-method',
  'proxy-refuses',
  'proxy-away',
  'proxy-kind',
]);

/** Why something waits, now that its host and the line there are known. */
export function underHost<T extends { readonly why: WaitReason | null; readonly until: WallMs | null }>(
  wait: T,
  hold: OpenCircuit | null,
  trouble: Unreachable | null,
): T {
  // What the site itself asked for explains more than that it does not answer meanwhile.
  if (hold !== null) return { ...wait, why: hold.why, until: Math.max(hold.until, wait.until ?? 0) };
  return underLine(wait, trouble);
}

/** The same, where only the line is known: one that was held by it and is not any more just waits. */
export function underLine<T extends { readonly why: WaitReason | null; readonly until: WallMs | null }>(
  wait: T,
  trouble: Unreachable | null,
): T {
  if (trouble !== null) return { ...wait, why: trouble, until: null };
  return troubles.has(wait.why) ? { ...wait, why: null } : wait;
}
