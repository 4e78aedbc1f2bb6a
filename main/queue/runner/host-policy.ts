// What the queue has to know of hosts and tells about them; who asked for time, and for how long, is kept elsewhere.
import type { CircuitState, JobId } from '../../model.ts';
import type { HostReports } from '../../retry.ts';

export interface HostPolicy extends HostReports {
  /** The name under which the uploads to a host are held back, alone. */
  uploadsTo(host: string): string;
  stateOf(host: string): CircuitState;
  /** Milliseconds until a probe may go; 0 = now. */
  leftMs(host: string): number;
  /**
   * What it made of a clip that was sent there: a page for people, or an answer. `lifts` as they were when the clip left. Gives the
   * clips that tell that it blocks all.
   */
  clipAnswered(host: string, jobId: JobId, page: boolean, lifts: number): readonly JobId[];
  /** Whether it answers everything else with a page, too; null = nobody could find out. */
  blocked(host: string, all: boolean | null): void;
  /** The user wants it now: a single probe may go. */
  lift(host: string): void;
}
