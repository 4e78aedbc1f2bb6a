// Which jobs a request of the window means, and how much of very many is done at once, so that nothing else has to wait.
import type { JobTarget, NeedsTarget } from '../../../preload/contract.ts';
import type { JobId } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import { searchedBy } from './job-search.ts';
import type { QueueStore } from './job-store.ts';
import type { QueuePlace } from './list.ts';

/** A read of so many ids takes about a millisecond. */
const pageIds = 1_000;
/** So many changes take ten to thirty. */
const stepJobs = 100;

export interface JobSelection {
  /** The ids of a target in the order of the queue, the first `most` of them. Others get their turn in between. */
  idsOf(target: JobTarget, most?: number): Promise<readonly JobId[]>;
  /** Does `work` for every id, a few of them at once in one write; gives what came out, in their order. */
  each<T>(ids: readonly JobId[], work: (id: JobId) => Promise<T>): Promise<readonly T[]>;
}

/** `needing` = the clips that need their user for one cause. */
export function createJobSelection(
  store: QueueStore,
  clock: Clock,
  needing: (target: NeedsTarget) => readonly JobId[],
): JobSelection {
  return {
    idsOf: async (target, most = Number.POSITIVE_INFINITY) => {
      if ('ids' in target) return target.ids.slice(0, most);
      if ('needs' in target) return needing(target.needs).slice(0, most);
      const fits = target.search === undefined ? undefined : searchedBy(target.search);
      const all: JobId[] = [];
      let after: QueuePlace | null = null;
      do {
        if (after !== null) await new Promise<void>((resolve) => clock.soon(resolve));
        const { ids, last } = store.ids(
          target.filter,
          after,
          fits ? pageIds : Math.min(pageIds, most - all.length),
          fits,
        );
        all.push(...ids);
        after = last;
      } while (after !== null && all.length < most);
      return all.slice(0, most);
    },
    each: async (ids, work) => {
      const results = [];
      for (let at = 0; at < ids.length; at += stepJobs) {
        results.push(...(await Promise.all(ids.slice(at, at + stepJobs).map(work))));
      }
      return results;
    },
  };
}
