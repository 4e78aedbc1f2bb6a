// What came of sending a clip once, in whichever way it went.
import { type SiteAnswer, toldLimit } from '../answers.ts';
import { sortFileError } from '../errors.ts';
import type { Verdict } from '../model.ts';
import { FileError } from '../ports.ts';
import { limitInWords } from '../untrusted/sizes.ts';
import { ClipChanged } from './clip-changed.ts';
import { ClipHeld, clipInUse } from './clip-held.ts';

export interface SendReport {
  readonly verdict: Verdict;
  /** The clip is not the one that was queued (F-25). */
  readonly clipChanged: boolean;
  readonly sha256: string | null;
  readonly said: SiteAnswer | null;
  /** A size limit in bytes that the answer named. */
  readonly toldLimit: number | null;
}

/** A report of a clip that nobody has answered about. */
export const failed = (verdict: Verdict, clipChanged = false): SendReport => ({
  verdict,
  clipChanged,
  sha256: null,
  said: null,
  toldLimit: null,
});

/** What PHP's warning names, or else the site's own sentence; words of a page count for nothing. */
export function limitNamed(body: Uint8Array, { code, message }: SiteAnswer, bytes: number): number | null {
  return toldLimit(body) ?? (code === null || message === null ? null : limitInWords(message, bytes));
}

/** What trouble with the clip itself means; anything unexpected is thrown on. */
export function clipTrouble(error: unknown): SendReport {
  if (error instanceof ClipChanged) {
    return failed({ kind: 'failed', cause: { kind: 'retry', why: 'clip-busy', afterMs: null, bounded: true } }, true);
  }
  if (error instanceof ClipHeld) return failed({ kind: 'failed', cause: clipInUse });
  if (error instanceof FileError) return failed({ kind: 'failed', cause: sortFileError(error) });
  throw error;
}
