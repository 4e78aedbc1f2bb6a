// What really happened in a run of the matrix: every try of every clip as the line and the site saw it, and what held all of them.
import type { Exchange } from './line.ts';
import { type MatrixFaultName, matrixFaults } from './matrix-faults.ts';
import type { MatrixPlan } from './matrix-plan.ts';
import type { Moved } from './profile.ts';
import type { Answer } from './site.ts';
import type { Observer, WorldClip } from './world.ts';

/** One sending of a clip. */
export interface Try {
  readonly path: string;
  /** Of the clip. */
  readonly bytes: number;
  readonly exchange: Exchange;
  /** Null = nothing goes wrong with it. */
  readonly fault: MatrixFaultName | null;
  stored: boolean;
  /** Null = none came yet, or ever. */
  answer: Answer | null;
  over: boolean;
}

export interface Truth extends Pick<Observer, 'sends' | 'stored' | 'ended' | 'moved' | 'signedIn'> {
  tries(path: string): readonly Try[];
  /** When the clip came to its end on the site, in ms of the world; null = it did not. */
  doneAt(path: string): number | null;
  /** The smallest clip that was refused as too large, in bytes; Infinity = none was. */
  tooLargeFrom(): number;
  isSignedOut(): boolean;
  /** The site asked everybody for time, and it is not over by `graceMs`. */
  isAsked(graceMs: number): boolean;
  /** Ms before `until` for which nothing could go: the site had asked everybody for time, or the account waited for its user. */
  heldMs(until: number): number;
}

interface Span {
  readonly from: number;
  to: number;
}

const second = 1_000;

/** How long the spans last in all until `end`; what several cover counts once. */
function covered(spans: readonly Span[], end: number): number {
  let [sum, reached] = [0, Number.NEGATIVE_INFINITY];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = Math.min(to, end);
    sum += Math.max(0, last - Math.max(from, reached));
    reached = Math.max(reached, last);
  }
  return sum;
}

/** What the next try of a clip meets that has met so many before. */
function nextFault(met: readonly MatrixFaultName[], before: number): MatrixFaultName | null {
  const last = met.at(-1);
  return met[before] ?? (last !== undefined && matrixFaults[last].meets === 'every' ? last : null);
}

export function createTruth({ carriers }: MatrixPlan, now: () => number): Truth {
  const tries = new Map<string, Try[]>();
  const byExchange = new Map<Exchange, Try>();
  const done = new Map<string, number>();
  const asked: Span[] = [];
  const signedOut: Span[] = [];

  return {
    sends: ({ planned }: WorldClip, exchange) => {
      const before = tries.get(planned.path) ?? [];
      const fault = nextFault(carriers.get(planned.id) ?? [], before.length);
      const { path, size: bytes } = planned;
      const one: Try = { path, bytes, exchange, fault, stored: false, answer: null, over: false };
      tries.set(planned.path, [...before, one]);
      byExchange.set(exchange, one);
      return fault === null ? null : matrixFaults[fault].course(exchange.site);
    },
    stored: (exchange) => {
      const one = byExchange.get(exchange);
      if (one) one.stored = true;
    },
    ended: (exchange, answer) => {
      const one = byExchange.get(exchange);
      if (one) Object.assign(one, { over: true, answer });
      const after = answer?.headers['retry-after'];
      if (after !== undefined) asked.push({ from: now(), to: now() + Number(after) * second });
    },
    moved: ({ path, to }: Moved) => {
      if (to === 'done' && !done.has(path)) done.set(path, now());
    },
    signedIn: (signedIn) => {
      const last = signedOut.at(-1);
      if (!signedIn) signedOut.push({ from: now(), to: Number.POSITIVE_INFINITY });
      else if (last) last.to = Math.min(last.to, now());
    },
    tries: (path) => tries.get(path) ?? [],
    doneAt: (path) => done.get(path) ?? null,
    tooLargeFrom: () => {
      const refused = [...tries.values()].flat().filter(({ answer }) => answer?.status === 413);
      return Math.min(Number.POSITIVE_INFINITY, ...refused.map(({ bytes }) => bytes));
    },
    isSignedOut: () => signedOut.at(-1)?.to === Number.POSITIVE_INFINITY,
    isAsked: (graceMs) => asked.some(({ to }) => now() < to + graceMs),
    heldMs: (until) => covered([...asked, ...signedOut], until),
  };
}
