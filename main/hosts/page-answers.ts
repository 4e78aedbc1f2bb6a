// Pages for people that hosts give in place of an answer to clips: after five clips in a row nothing more is sent there for a while,
// and only where everything else is answered so, too, is the host asked for nothing (F-21).
import type { CircuitState, JobId } from '../model.ts';
import { hourMs, minuteMs } from '../retry.ts';

/** Different clips in a row that are answered with a page before nothing more is sent there for a time. */
export const mostPages = 5;
const firstUploadsMs = 5 * minuteMs;

/** What holding hosts back is done with; a name is a host, or its uploads alone. */
export interface Holds {
  stateOf(name: string): CircuitState;
  /** How often the user wanted it now while the host was held back. */
  lifts(host: string): number;
  /** For `firstMs` the first time, then twice as long each time. */
  block(name: string, why: 'uploads-unsure' | 'site-blocked', firstMs: number): void;
  /** A hold that is there has another reason by now. */
  rename(name: string, why: 'uploads-blocked'): void;
  release(name: string): void;
}

export interface PageAnswers {
  /** The name under which the uploads to a host are held back, alone; a host like any other. */
  uploadsTo(host: string): string;
  /**
   * What a host made of a clip that was sent there: a page for people, or an answer. Gives the clips that tell that it takes none; it
   * is to be asked for something else before it is called blocked. `lifts` as they were when the clip left: a page to what left
   * before the user wanted it now is old, and holds nobody back (F-14).
   */
  clipAnswered(host: string, jobId: JobId, page: boolean, lifts: number): readonly JobId[];
  /**
   * Whether it answers everything else with a page, too: then nobody asks it for hours. Null = it did not answer, or could not: of all but
   * the uploads nothing is known.
   */
  blocked(host: string, all: boolean | null): void;
}

export function createPageAnswers({ stateOf, lifts, block, rename, release }: Holds): PageAnswers {
  /** Clips that were answered with a page since another answer came. */
  const pages = new Map<string, Set<JobId>>();
  const uploadsTo = (host: string): string => `${host} uploads`;
  return {
    uploadsTo,
    clipAnswered: (host, jobId, page, askedIn) => {
      const uploads = uploadsTo(host);
      if (!page) {
        pages.delete(host);
        release(uploads);
        return [];
      }
      if (askedIn !== lifts(host)) return [];
      const seen = pages.get(host) ?? new Set();
      pages.set(host, seen.add(jobId));
      const state = stateOf(uploads);
      const isNews = state === 'half-open' || (state === 'closed' && seen.size >= mostPages);
      if (isNews) block(uploads, 'uploads-unsure', firstUploadsMs);
      return isNews || state === 'open' ? [...seen] : [];
    },
    blocked: (host, all) => {
      if (all === true && stateOf(host) !== 'open') block(host, 'site-blocked', hourMs);
      if (all === false) rename(uploadsTo(host), 'uploads-blocked');
    },
  };
}
