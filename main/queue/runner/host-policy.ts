// What the queue has to know of hosts and tells about them; who asked for time, and for how long, is kept elsewhere.
import type { CircuitState, FailureCause, JobId } from '../../model.ts';

export interface HostPolicy {
  stateOf(host: string): CircuitState;
  /** Milliseconds until a probe may go; 0 = now. */
  leftMs(host: string): number;
  /** How often the user wanted it now. */
  lifts(host: string): number;
  /**
   * What a step of a job makes of the host; null = nothing that keeps it from going on. `lifts` as they were when the step began.
   * False = the user wanted it now since then: the cause is old, and holds nobody back.
   */
  report(host: string, cause: FailureCause | null, lifts: number): boolean;
  /** What it made of a clip that was sent there: a page for people, or an answer. Gives the clips that tell that it blocks all. */
  clipAnswered(host: string, jobId: JobId, page: boolean): readonly JobId[];
  /** The user wants it now: a single probe may go. */
  lift(host: string): void;
}
