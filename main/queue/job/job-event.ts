// What can happen to a job: every event, with all that the one table (job-state.ts) needs to know of it, and what a step that threw is.
import type {
  AccountId,
  AttemptId,
  Candidate,
  Clip,
  ClipIdentity,
  Draft,
  FailureCause,
  Job,
  JobState,
  Seen,
  Verdict,
  WallMs,
} from '../../model.ts';

/** What a look on the site came back with (decision 4). */
export type Finding =
  /** `file` = what lies on this computer and was found equal to the video's; absent = nothing was compared. */
  | {
      readonly kind: 'found';
      readonly videoId: number;
      readonly file?: (ClipIdentity & { readonly mtimeMs: number }) | null;
      /** Only its name, size and time speak for it. */
      readonly byName?: true;
      /** An attempt of its own made it, too late for the looks that followed. */
      readonly isLate?: true;
    }
  /**
   * Not there, and the settle time is over; `isSure` = the site itself says that it has not got all of it, `isComing` = that it has,
   * and makes a video of it now.
   */
  | { readonly kind: 'absent'; readonly isSure?: true; readonly isComing?: true }
  /** Not there a moment after the site's plain no: its word is told at once, and counts as never sent only after another look. */
  | { readonly kind: 'refused' }
  /** Not there yet: look again at `nextLookAt`. */
  | { readonly kind: 'not-yet'; readonly nextLookAt: WallMs }
  | { readonly kind: 'ask'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'failed'; readonly cause: FailureCause; readonly nextLookAt: WallMs };

/** How applying the draft went. */
export type Described =
  | { readonly kind: 'applied'; readonly revision: number; readonly seen: Seen }
  | { readonly kind: 'gone' }
  /** Nothing was sent: something else was typed while the video was looked at. */
  | { readonly kind: 'typed-since' }
  | { readonly kind: 'ignored'; readonly fields: string; readonly seen: Seen }
  /** Some fields were refused, the others are on the site. */
  | { readonly kind: 'refused'; readonly fields: string; readonly said: string | null; readonly seen: Seen }
  /** `seen.theirs` holds what the site has in fields that were changed there too; the other fields are applied. */
  | { readonly kind: 'conflict'; readonly seen: Seen }
  /** All of it is on the site, and the older version that it replaces could not be trashed. */
  | { readonly kind: 'older-failed'; readonly revision: number; readonly seen: Seen; readonly cause: FailureCause }
  | { readonly kind: 'failed'; readonly cause: FailureCause };

export type JobEvent =
  /** The attempt begins. `sha256` = as far as it was read; `mayHaveArrivedAt` = now, where all of it leaves at once, else null. */
  | {
      readonly kind: 'start';
      readonly attemptId: AttemptId;
      readonly clip: Clip;
      readonly sha256: string | null;
      readonly mayHaveArrivedAt: WallMs | null;
    }
  | { readonly kind: 'last-bytes'; readonly now: WallMs; readonly sha256: string | null }
  /** `until`: when to try again should the verdict ask for it; computed by schedule.ts. */
  | {
      readonly kind: 'verdict';
      readonly verdict: Verdict;
      readonly now: WallMs;
      readonly until: WallMs;
      readonly sha256: string | null;
    }
  | { readonly kind: 'refused-before-sending'; readonly cause: FailureCause; readonly until: WallMs }
  | { readonly kind: 'looked'; readonly finding: Finding; readonly until: WallMs }
  | { readonly kind: 'described'; readonly result: Described; readonly now: WallMs; readonly until: WallMs }
  /** Typed fields are about to be sent: what the site has in them now, and what it is going to have. */
  | { readonly kind: 'text-leaves'; readonly values: Seen['values']; readonly sent: Seen['values'] }
  /** `seen`: what the site showed in the fields that are typed now; null = nothing was seen. */
  | { readonly kind: 'edited'; readonly draft: Job['draft']; readonly seen: Seen | null }
  /** The site was looked at again: applied fields that somebody changed there are taken over. */
  | { readonly kind: 'refreshed'; readonly draft: Job['draft']; readonly seen: Seen }
  /** The user settled what was changed here and on the site. */
  | { readonly kind: 'resolved'; readonly draft: Job['draft']; readonly seen: Seen; readonly now: WallMs }
  // What a user wants of it.
  /** It is to go, after it was ready. */
  | { readonly kind: 'send' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'retry'; readonly now: WallMs }
  /** It is to go once more: its video was deleted on the site, as the site just said. */
  | { readonly kind: 'sent-anew'; readonly videoId: number }
  | { readonly kind: 'finish'; readonly now: WallMs }
  /** The video that was asked about; null = none of them, and nothing is left to look for it with. */
  | { readonly kind: 'chosen'; readonly videoId: number | null }
  /** None of those that were asked about: looked for once more, as not all that it can be need have been shown. */
  | { readonly kind: 'none-of-these'; readonly now: WallMs }
  /** Taken off the list. */
  | { readonly kind: 'removed' }
  /** Its user takes back that it was taken off the list or cancelled; `was` = its state before that. */
  | { readonly kind: 'put-back'; readonly was: JobState; readonly now: WallMs }
  /** Back on the list; `isHeld` = what would be sent waits for its user's word. */
  | { readonly kind: 'brought-back'; readonly now: WallMs; readonly isHeld: boolean }
  | { readonly kind: 'moved-to-account'; readonly accountId: AccountId; readonly sameSite: boolean }
  /** "Try now" for a whole site: the time that it asked for is over. */
  | { readonly kind: 'hurried' }

  /** Its user has said what is to become of the video of which it is a newer version. `draft` = what it gets beside what is typed for it. */
  | { readonly kind: 'version-chosen'; readonly draft: Draft | 'damaged' | null; readonly now: WallMs }

  // What becomes of its file.
  /** It lies in another place by now. */
  | { readonly kind: 'relocated'; readonly clip: Clip; readonly now: WallMs }
  /** Another version took its place. */
  | { readonly kind: 'clip-replaced'; readonly clip: Clip }
  /** The folder or disk that it waits for is there again. */
  | { readonly kind: 'disk-back'; readonly now: WallMs }

  // What is learned apart from it.
  /** Another clip stands for this video: who asked about it too may be left with one answer. */
  | { readonly kind: 'candidate-taken'; readonly videoId: number; readonly now: WallMs }
  /** The page that it got told of its host, which blocks everything: nothing is known against the clip. */
  | { readonly kind: 'unblamed' }
  /** The host blocks nothing any more, or is to be tried: the clip goes on without blame. */
  | { readonly kind: 'unblocked'; readonly now: WallMs }
  /** It may have been sent by an attempt that nobody knows of. `since` = when the list was found to lack something. */
  | {
      readonly kind: 'presumed';
      readonly attemptId: AttemptId;
      readonly since: WallMs;
      readonly now: WallMs;
    }
  /** The wall clock was set, by less than 0 = back: due times move with it. */
  | { readonly kind: 'clock-set'; readonly byMs: number }
  /** Nothing explains a due time later than this. */
  | { readonly kind: 'due-capped'; readonly latest: WallMs }
  /** The app starts: whatever was running is not any more. */
  | { readonly kind: 'recover'; readonly now: WallMs };

/**
 * What an unexpected failure is to a job: a failed try where that is known, an unclear one where bytes may have arrived; null = to a
 * job that was changed meanwhile it is nothing.
 */
export function crashEvent(job: Job, cause: FailureCause, now: number, until: number): JobEvent | null {
  switch (job.state.kind) {
    case 'waiting':
      return { kind: 'refused-before-sending', cause, until };
    case 'sending':
      return { kind: 'verdict', verdict: { kind: 'failed', cause }, now, until, sha256: null };
    case 'processing':
      return { kind: 'verdict', verdict: { kind: 'unclear', otherwise: null }, now, until, sha256: null };
    case 'unclear':
      return { kind: 'looked', finding: { kind: 'failed', cause, nextLookAt: until }, until };
    case 'describing':
      return { kind: 'described', result: { kind: 'failed', cause }, now, until };
    case 'done':
    case 'ready':
    case 'paused':
    case 'needs-you':
    case 'cancelled':
      return null;
  }
}
