// What an error of watching means: a limit of the system, a place that is not there or closed to us, or a failure.
import { readFileSync } from 'node:fs';
import type { WatchLimit, WatchProblem } from '../ports.ts';

/** inotify's watches or instances, or the process's file descriptors, are used up (F-29). */
const limits: ReadonlySet<unknown> = new Set(['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM']);
/** Somebody took it away, or put something else in its place. */
const gone: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
/** No permission, or a path longer than the system takes. */
const closed: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'ENAMETOOLONG']);

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

export const problemOf = (error: unknown): WatchProblem => (limits.has(codeOf(error)) ? 'limit' : 'failed');

/** Which of inotify's limits is reached, and what it is now; null where it is another one, or nothing is known of it. */
export function limitOf(error: unknown): WatchLimit | null {
  const code = codeOf(error);
  const isOfWatches = error instanceof Error && 'syscall' in error && error.syscall === 'watch';
  const what = code === 'ENOSPC' ? 'watches' : code === 'EMFILE' && isOfWatches ? 'instances' : null;
  if (what === null) return null;
  // Where it is the process that has no descriptor left, these cannot be opened either.
  const now = setting(`/proc/sys/fs/inotify/max_user_${what}`);
  // A container may have less than its system: raising that of the system would change nothing.
  const here = setting(`/proc/sys/user/max_inotify_${what}`) ?? now;
  return now === null || here === null || here < now ? null : { what, now };
}

function setting(file: string): number | null {
  try {
    const value = Number(readFileSync(file, 'utf8'));
    return Number.isSafeInteger(value) && value > 0 ? value : null;
  } catch {
    return null;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why one place cannot be looked at. 'closed' may pass; with 'broken' nothing is known of the rest either. */
export type PlaceProblem = 'gone' | 'closed' | 'broken';

export function placeProblemOf(error: unknown): PlaceProblem {
  const code = codeOf(error);
  if (gone.has(code)) return 'gone';
  return closed.has(code) ? 'closed' : 'broken';
}
