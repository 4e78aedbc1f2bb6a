// What became of a computer's looks at the site: by it a double that no look could have told of is known from one that a look missed.
import type { Exchange } from './line.ts';
import type { Answer } from './site.ts';

export interface Lookouts {
  began(exchange: Exchange): void;
  /** Null = no answer came. */
  ended(exchange: Exchange, answer: Answer | null): void;
  /** The computer sleeps for so long from now on. */
  sleeps(ms: number): void;
  /** Why no look can have been made right before `at`; null = it could. To be asked at that very moment. */
  blindNow(): string | null;
  /** How many lists of the account's files were asked for after `from` and had come in by `to`. */
  listsBetween(from: number, to: number): number;
}

const second = 1_000;
/** A look before the last bytes takes no longer than this, with the moment for which the app hesitates. */
const lookMs = 10 * second;
/** What was about to happen when a computer fell asleep happens so soon after it wakes up. */
const wakeMs = second / 2;
/** What is under way for longer is not waited for to the end. */
const slowMs = 5 * second;
/** After three failures in a row an account's clips go without a look for ten minutes. */
const mostFailures = 3;
const blindMs = 10 * 60 * second;

/** So many times longer than it was asked for the app waits at most, so that many computers do not come back at once. */
const mostJitter = 1.1;

const lookChannels: ReadonlySet<string> = new Set(['media', 'sample', 'video']);

/** `heard` = ms that an answer's Retry-After asks for: until then, and up to a tenth longer, the app asks nothing of the site. */
export function createLookouts(now: () => number, heard: (answer: Answer) => number): Lookouts {
  const under = new Set<Exchange>();
  const lists: { readonly from: number; readonly to: number }[] = [];
  let failedAt = Number.NEGATIVE_INFINITY;
  let slowAt = Number.NEGATIVE_INFINITY;
  let blindAt = Number.NEGATIVE_INFINITY;
  let heldUntil = Number.NEGATIVE_INFINITY;
  let wakesAt = Number.NEGATIVE_INFINITY;
  let inRow = 0;
  return {
    began: (exchange) => {
      if (lookChannels.has(exchange.channel)) under.add(exchange);
    },
    ended: (exchange, answer) => {
      if (answer?.headers['retry-after'] !== undefined)
        heldUntil = Math.max(heldUntil, now() + heard(answer) * mostJitter);
      if (!under.delete(exchange)) return;
      const failed = answer === null || answer.status === 429 || answer.status >= 500;
      inRow = failed ? inRow + 1 : 0;
      if (failed) failedAt = now();
      if (now() - exchange.beganAt > slowMs) slowAt = now();
      if (inRow >= mostFailures) blindAt = now();
      if (!failed && exchange.url.pathname === '/wp-json/wp/v2/media')
        lists.push({ from: exchange.beganAt, to: now() });
    },
    sleeps: (ms) => {
      wakesAt = now() + ms;
    },
    blindNow: () => {
      if (now() >= wakesAt && now() - wakesAt < wakeMs) return 'it slept between its look and its last bytes';
      if (now() - failedAt < lookMs) return 'a look failed';
      const isSlow = [...under].some(({ beganAt, life }) => life.alive && now() - beganAt > slowMs);
      // One list that took long may have left no time for what it told of.
      if (isSlow || now() - slowAt < lookMs) return 'a look took too long';
      if (now() < heldUntil) return 'the site had asked for time';
      return now() - blindAt < blindMs ? 'three looks had failed' : null;
    },
    listsBetween: (from, to) => lists.filter((list) => list.from >= from && list.to <= to).length,
  };
}
