// What the sending of a clip in pieces comes to, and what single answers of the site mean for it.
import { refusesSignIn, type SiteAnswer } from '../answers.ts';
import { isUploadWord, type SentClip, sortNoAnswer, sortUploadAnswer } from '../errors.ts';
import type { FailureCause, Verdict } from '../model.ts';
import { type Clock, HttpError } from '../ports.ts';
import { failed, type SendReport } from './report.ts';

export interface PiecesReport extends SendReport {
  /** The site takes no clips in pieces: nothing of the clip is there, and it may go in one. */
  readonly isUnfit: boolean;
  /** For somebody before the site lets no piece through, in no way. */
  readonly isBlocked: boolean;
}

export const lost: FailureCause = { kind: 'retry', why: 'connection-lost', afterMs: null, bounded: false };
export const anew: Verdict = {
  kind: 'failed',
  cause: { kind: 'retry', why: 'server-error', afterMs: null, bounded: true },
};

export const report = (verdict: Verdict, more: Partial<PiecesReport> = {}): PiecesReport => ({
  ...failed(verdict),
  isUnfit: false,
  isBlocked: false,
  ...more,
});

/** Codes of a site whose helper is not there, or is of no use for this clip: its own upload may take it. */
const unfitCodes: ReadonlySet<string> = new Set([
  ...[
    'rest_no_route',
    'clipferry_no_route',
    'clipferry_may_not_upload',
    'clipferry_too_many',
    'clipferry_not_writable',
  ],
]);

export const isGood = ({ status }: SiteAnswer): boolean => status >= 200 && status < 300;

/** A yes that is no word of the helper's: a firewall, a cache or a network answers in its place (F-05, F-21). */
const ofSomebodyElse: Verdict = {
  kind: 'failed',
  cause: { kind: 'retry', why: 'web-page-answer', afterMs: null, bounded: true },
};

/** A refusal is one of a question or of a piece: of a clip whose last bytes may have left it says nothing (F-01). */
function ofClip(verdict: Verdict, hasLetGo: boolean): Verdict {
  if (!hasLetGo || verdict.kind !== 'failed') return verdict;
  const { cause } = verdict;
  // Whoever signs in again is not to be signed out by what was said before.
  return { kind: 'unclear', otherwise: cause.kind === 'sign-in' ? null : cause };
}

/** What was sent, for the words of a refusal; no answer to a piece names a limit of the whole. */
export type WholeClip = Pick<SentClip, 'extension' | 'bytes'>;

/** What an answer means that is no word on the whole clip. */
export function refused(said: SiteAnswer, hasLetGo: boolean, sent: WholeClip): PiecesReport {
  const isUnfit = !hasLetGo && said.code !== null && unfitCodes.has(said.code);
  // No answer to a question or to a piece is one to the whole clip, so none of them can say that it is there.
  const verdict = isGood(said) ? ofSomebodyElse : sortUploadAnswer(said, false, null, { ...sent, namedLimit: null });
  return report(ofClip(verdict, hasLetGo), { said, isUnfit });
}

/** Not the line's: our own stop, the clip itself, or a host that wants to be left alone. */
const notTheLine: ReadonlySet<string> = new Set(['aborted', 'body-failed', 'not-asked']);

/** What it means that no answer came. */
export const withoutAnswer = (error: HttpError, hasLetGo: boolean): Verdict =>
  ofClip(sortNoAnswer(error, hasLetGo), hasLetGo);

/** The same as a report; what has nothing to do with the line is thrown on. */
export function lineTrouble(error: unknown, hasLetGo: boolean, sha256: string | null): PiecesReport {
  if (!(error instanceof HttpError) || notTheLine.has(error.problem)) throw error;
  return report(withoutAnswer(error, hasLetGo), { sha256 });
}

/** A line that breaks at what is only a courtesy; anything unexpected is thrown on. */
export function ignoreLine(error: unknown): void {
  if (!(error instanceof HttpError)) throw error;
}

/** The site has not got the upload any more. */
export const isGone = ({ status }: SiteAnswer): boolean => status === 404 || status === 410;

/** As firewalls, proxies and web servers refuse a method, a header or a kind of body; the site itself has a code with it. */
const ofBefore: ReadonlySet<number> = new Set([400, 403, 404, 405, 406, 411, 415, 501]);

/** Whoever is before the site did not let the request through. */
export const isHeldBefore = ({ status, code }: SiteAnswer): boolean => code === null && ofBefore.has(status);

/** What a site says of the moment, whoever says it. */
const passing: ReadonlySet<number> = new Set([401, 408, 409, 413, 423, 425, 429]);

/** Another plugin's no, as those that guard a site say it to routes which they do not know: it is no other in a while. */
export function isOfAnother(said: SiteAnswer): boolean {
  const { status, code } = said;
  if (status < 400 || status >= 500 || passing.has(status) || refusesSignIn(said)) return false;
  return code?.startsWith('clipferry_') === false && !isUploadWord(code);
}

/** The site knows no such route, or none for such a method: its helper is not there, or whoever is before it has taken the method out of a POST. */
export const isUnknownRoute = ({ code }: SiteAnswer): boolean => code === 'rest_no_route';

const busy: ReadonlySet<number> = new Set([429, 503]);

/** It names a time for which it wants to be left alone: nothing more is asked before that is over (F-14). */
export const wantsRest = ({ status, retryAfterMs }: SiteAnswer): boolean => retryAfterMs !== null && busy.has(status);

/** The helper itself says so: a server's own page, or a site whose helper was switched off for a while, knows nothing of an upload. */
export const isForgotten = (said: SiteAnswer): boolean => isGone(said) && said.code?.startsWith('clipferry_') === true;

/** Resolves after so many ms; `signal` ends it with an HttpError. */
export function pause(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      cancel();
      reject(new HttpError('aborted', 'The clip was stopped', signal.reason));
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
