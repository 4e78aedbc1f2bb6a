// What the parts of the runner share: its ports, and the one way in which a job is changed.
import type { Attempt, AttemptId, Job, JobId, LeavingText, WallMs } from '../../model.ts';
import type { Clock, Logger, Random } from '../../ports.ts';
import { createTries, type Tries } from '../../retry.ts';
import type { JobEvent } from '../job/job-event.ts';
import type { BlockedClipsStore } from '../store/blocked-clips-store.ts';
import type { QueueStore } from '../store/job-store.ts';
import type { HostPolicy } from './host-policy.ts';
import type { JobTasks } from './job-tasks.ts';

export interface RunnerContextOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly store: QueueStore;
  readonly jobTasks: JobTasks;
  /** Hosts that are to be left alone; kick after they change. */
  readonly circuits: HostPolicy;
  /** Clips that told that a host blocks everything. */
  readonly blockedClips: BlockedClipsStore;
  /** Text of the job leaves for its site: called inside the write that comes before. Missing = nobody wants to know. */
  readonly onTextLeaves?: (jobId: JobId, leaving: LeavingText) => void;
  /** Something about the job changed; `listed` = its row may have moved between filters. */
  readonly onChange: (jobId: JobId, listed: boolean) => void;
  /** A job went from one state to another, as written down. */
  readonly onMoved: (before: Job, after: Job) => void;
}

export interface RunnerContext extends RunnerContextOptions, Tries {
  /**
   * Lets `event` happen to the job as it is in the store at that moment (null = nothing happens); `also` is written with it. It may be
   * run twice, should the disk be full the first time. Gives the job after it; null = there is none.
   */
  readonly apply: (
    jobId: JobId,
    event: JobEvent | ((job: Job) => JobEvent | null),
    also?: (before: Job, after: Job) => void,
  ) => Promise<Job | null>;
  /** Others hear of a change that is written down. */
  readonly tell: (before: Job, after: Job) => void;
  /** When attempts of this run ended, in monotonic ms: the wall clock may be set meanwhile (F-13). */
  readonly endedAt: Map<AttemptId, number>;
}

export function createContext(options: RunnerContextOptions): RunnerContext {
  const { store } = options;

  const tell: RunnerContext['tell'] = (before, after) => {
    const moved = before.state.kind !== after.state.kind || before.removed !== after.removed;
    if (before !== after) options.onChange(after.id, moved);
    if (moved) options.onMoved(before, after);
  };

  const apply: RunnerContext['apply'] = async (jobId, event, also) => {
    const changed = await store.write(() => {
      const result = store.change(jobId, event);
      if (result) also?.(result.before, result.after);
      return result;
    });
    if (!changed) return null;
    tell(changed.before, changed.after);
    return changed.after;
  };

  return { ...options, ...createTries(options), apply, tell, endedAt: new Map() };
}

/**
 * When the attempt of a job in this state ended, in monotonic ms. Of a run before this one it is told by the wall clock, once: from
 * then on by the clock that nobody sets. Not from the moment on which the last bytes might leave: they may have left long after it.
 */
export function knownEnd(
  { clock, endedAt }: Pick<RunnerContext, 'clock' | 'endedAt'>,
  { attemptId, since }: { readonly attemptId: AttemptId; readonly since: WallMs },
  attempt: Attempt | null,
): number {
  const byWall = Math.max(since, attempt?.endedAt ?? 0);
  const ended = endedAt.get(attemptId) ?? clock.monotonic() - Math.max(0, clock.now() - byWall);
  endedAt.set(attemptId, ended);
  return ended;
}
