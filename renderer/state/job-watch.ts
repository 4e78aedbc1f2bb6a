// The details of the one job that is looked at: main is told which, and sends what becomes of it.
import type { Bridge, JobDetails } from '../../preload/contract.ts';
import { saidBy } from '../text/failure.ts';
import type { DraftSaver } from './draft-saver.ts';
import type { Notices } from './notices.ts';
import type { SliceStore } from './slice.ts';

export interface JobWatchState {
  readonly details: JobDetails | null;
}

export interface JobWatch {
  /** Null = none is looked at. */
  watch(jobId: string | null): void;
  stop(): void;
}

/** One request at a time; only the newest wish counts. */
export function createJobWatch(
  { getState: get, setState: set }: SliceStore<JobWatchState>,
  bridge: Pick<Bridge, 'request' | 'on'>,
  drafts: Pick<DraftSaver, 'flush'>,
  { tell }: Pick<Notices, 'tell'>,
): JobWatch {
  let watched: string | null = null;
  let isAsking = false;

  function take(details: JobDetails | null): void {
    if (details === null || details.row.id === watched) set({ details });
  }

  async function follow(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      let named: string | null | undefined;
      while (named !== watched) {
        named = watched;
        const details = await bridge.request('job.watch', named);
        if (named === watched) take(details);
      }
    } catch (error) {
      tell({ kind: 'failed', said: saidBy(error) }, 'bad');
    } finally {
      isAsking = false;
    }
  }

  const off = bridge.on('job.details', take);
  return {
    watch(jobId) {
      if (watched === jobId) return;
      drafts.flush();
      watched = jobId;
      if (get().details?.row.id !== jobId) set({ details: null });
      void follow();
    },
    stop: off,
  };
}
