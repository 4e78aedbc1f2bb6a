// What an error of watching means: a limit of the system, a place that is not there or closed to us, or a failure.
import type { WatchProblem } from '../ports.ts';

/** inotify's watches or instances, or the process's file descriptors, are used up (F-29). */
const limits: ReadonlySet<unknown> = new Set(['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM']);
/** Somebody took it away, or put something else in its place. */
const gone: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
/** No permission, or a path longer than the system takes. */
const closed: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'ENAMETOOLONG']);

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

export const problemOf = (error: unknown): WatchProblem => (limits.has(codeOf(error)) ? 'limit' : 'failed');

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why one place cannot be looked at. 'closed' may pass; with 'broken' nothing is known of the rest either. */
export type PlaceProblem = 'gone' | 'closed' | 'broken';

export function placeProblemOf(error: unknown): PlaceProblem {
  const code = codeOf(error);
  if (gone.has(code)) return 'gone';
  return closed.has(code) ? 'closed' : 'broken';
}
