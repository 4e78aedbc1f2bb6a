// What became of a computer's looks at the site: by it a double is told that no look could have kept from one that a look missed.
import type { Exchange } from './line.ts';

export interface Lookouts {
  /** `status` null = no answer came. */
  ended(exchange: Exchange, status: number | null): void;
  /** Why no look can have been made right before `at`; null = it could. */
  blindAt(at: number): string | null;
  /** How many lists of the account's files were asked for after `from` and had come in by `to`. */
  listsBetween(from: number, to: number): number;
}

const second = 1_000;
/** So long before its last bytes leave a clip may be looked for. */
const lookMs = 60 * second;
/** The app waits no longer than this for a look. */
const patienceMs = 8 * second;
/** After three failures in a row an account's clips go without a look for ten minutes. */
const mostFailures = 3;
const blindMs = 10 * 60 * second;

const lookChannels: ReadonlySet<string> = new Set(['media', 'sample', 'video']);

export function createLookouts(now: () => number): Lookouts {
  const failures: number[] = [];
  const lists: { readonly from: number; readonly to: number }[] = [];
  /** When clips began to go without a look. */
  const blind: number[] = [];
  let inRow = 0;
  return {
    ended: ({ channel, url, beganAt }, status) => {
      if (!lookChannels.has(channel)) return;
      const failed = status === null || status === 429 || status >= 500;
      if (failed || now() - beganAt > patienceMs) failures.push(now());
      inRow = failed ? inRow + 1 : 0;
      if (inRow >= mostFailures) blind.push(now());
      if (!failed && url.pathname === '/wp-json/wp/v2/media') lists.push({ from: beganAt, to: now() });
    },
    blindAt: (at) => {
      if (failures.some((failure) => failure <= at && at - failure < lookMs)) return 'a look failed';
      if (blind.some((begun) => begun <= at && at - begun < blindMs)) return 'looks had failed';
      return null;
    },
    listsBetween: (from, to) => lists.filter((list) => list.from >= from && list.to <= to).length,
  };
}
