// A plain no: the site refuses a clip for a reason that is known, in an answer whose status alone says yes (decision 4).
import type { Attempt, FailureCause } from '../../model.ts';

/** Whether an attempt was answered with a success, as every HTTP client reads it. */
export function isAnsweredYes({ status }: Pick<Attempt, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** A reason that nobody knows may be anything: a site that stored the clip and then failed at something else says such, too. */
export function isPlainNo(attempt: Pick<Attempt, 'status'>, otherwise: FailureCause | null): boolean {
  return isAnsweredYes(attempt) && otherwise?.kind === 'needs-you' && otherwise.reason !== 'site-refused';
}
