// The videos of jobs as their sites last showed them: the thousand that were wanted last, for this run only.
import { LRUCache } from 'lru-cache';
import type { JobId, Video } from '../../model.ts';
import type { Clock } from '../../ports.ts';

export interface VideoCache {
  /** Null = not known in this run. */
  get(jobId: JobId): Video | null;
  remember(jobId: JobId, video: Video): void;
  /** Whether it is to be fetched for somebody who looks at the job now; asking counts as fetching. */
  isStale(jobId: JobId): boolean;
}

const mostVideos = 1_000;
/** Somebody who comes back to a video after this long sees what was changed on the site since. */
const freshMs = 20_000;

export function createVideoCache(clock: Pick<Clock, 'monotonic'>): VideoCache {
  const videos = new LRUCache<JobId, Video>({ max: mostVideos });
  /** When a job's video was last fetched for somebody, by the monotonic clock. */
  const fetchedAt = new LRUCache<JobId, number>({ max: mostVideos });
  return {
    get: (jobId) => videos.get(jobId) ?? null,
    remember: (jobId, video) => {
      videos.set(jobId, video);
    },
    isStale: (jobId) => {
      const age = clock.monotonic() - (fetchedAt.get(jobId) ?? Number.NEGATIVE_INFINITY);
      if (videos.has(jobId) && age < freshMs) return false;
      fetchedAt.set(jobId, clock.monotonic());
      return true;
    },
  };
}
