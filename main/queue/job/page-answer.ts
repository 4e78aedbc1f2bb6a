// Pages for people that came in place of an answer: a firewall or a bot check between this computer and the site (F-21).
import type { FailureCause, JobState } from '../../model.ts';

export function isPage(cause: FailureCause | null): boolean {
  if (cause?.kind === 'retry') return cause.why === 'web-page-answer';
  return cause?.kind === 'needs-you' && cause.reason === 'web-page-answer';
}

/** Waits for the user because of a page, before anything of it was described. */
export function isParkedForPage(state: JobState): boolean {
  return state.kind === 'needs-you' && state.reason === 'web-page-answer' && state.resume.from !== 'describe';
}
