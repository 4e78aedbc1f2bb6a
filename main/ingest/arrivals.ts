// The files of a watched folder that are not taken yet, each with what it waits for, those that need a person first.
import type { FileState, FolderRefusal } from '../../preload/contract.ts';
import { minuteMs } from '../retry.ts';
import type { Candidate, WaitsFor } from './readiness.ts';

/** What a file waits for that is not taken yet. */
export type ArrivalState = Exclude<FileState, 'ignored' | 'sent'>;

export interface Arrival {
  readonly path: string;
  readonly state: ArrivalState;
  /** Who writes, where the system says it. */
  readonly program: string | null;
}

/** What is not whole for so long without a change is hardly being written (F-24); it is looked at all the same. */
export const brokenAfterMs = 28 * minuteMs;

/** A file that is being looked at, as far as that is shown. */
export interface Waiting {
  readonly path: string;
  readonly why: WaitsFor | null;
  readonly program: string | null;
  readonly candidate: Pick<Candidate, 'quietSince'> | null;
  /** It was refused, and is only looked at once more. */
  readonly isOnceMore: boolean;
}

/** `now` in monotonic ms. */
function stateOf({ why, candidate }: Waiting, now: number): ArrivalState {
  switch (why) {
    case null:
      return 'changing';
    case 'held':
      return 'writing';
    case 'elsewhere':
      return 'in-cloud';
    case 'unfinished':
      return candidate !== null && now - candidate.quietSince >= brokenAfterMs ? 'broken' : 'unfinished';
    default:
      return why;
  }
}

const needsSomebody: ReadonlySet<ArrivalState> = new Set(['broken', 'not-video', 'unreadable', 'in-cloud']);

/** The last ones of all that come by, newest first. */
class LastOnes<T> {
  readonly #most: number;
  #kept: T[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(one: T): void {
    this.#kept.push(one);
    // Hundreds of thousands may come by.
    if (this.#kept.length >= 2 * this.#most) this.#kept = this.#kept.slice(-this.#most);
  }

  all(): readonly T[] {
    return this.#kept.slice(-this.#most).toReversed();
  }
}

/** At most `most` of them, and how many more there are. Both are given in the order in which they were found. */
export function arrivalsOf(
  refused: Iterable<readonly [path: string, reason: FolderRefusal]>,
  waiting: Iterable<Waiting>,
  now: number,
  most: number,
): { readonly files: readonly Arrival[]; readonly more: number } {
  const [first, others] = [new LastOnes<Arrival>(most), new LastOnes<Arrival>(most)];
  let count = 0;
  for (const [path, state] of refused) {
    first.add({ path, state, program: null });
    count++;
  }
  for (const one of waiting) {
    if (one.isOnceMore) continue;
    const state = stateOf(one, now);
    (needsSomebody.has(state) ? first : others).add({ path: one.path, state, program: one.program });
    count++;
  }
  const files = [...first.all(), ...others.all()].slice(0, most);
  return { files, more: count - files.length };
}
