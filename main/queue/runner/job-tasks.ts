// The work that the queue has done for it, and how what comes back is read.
import type {
  Account,
  AccountId,
  Attempt,
  Clip,
  FailureCause,
  Job,
  LeavingText,
  Verdict,
  WaitReason,
} from '../../model.ts';
import type { Described, Finding } from '../job/job-event.ts';
import { isAnsweredYes } from '../job/plain-no.ts';

export interface SendOutcome {
  readonly verdict: Verdict;
  readonly clipChanged: boolean;
  readonly sha256: string | null;
  readonly status: number | null;
  readonly said: string | null;
  /** The media record that the answer named (F-03). */
  readonly mediaId: number | null;
}

export type Checked =
  | { readonly kind: 'go'; readonly clip: Clip }
  | { readonly kind: 'stop'; readonly cause: FailureCause };

export type Elsewhere =
  | { readonly kind: 'no' }
  /** Seen there: it is to be looked for as if it had been sent. */
  | { readonly kind: 'seen' }
  /** Not to be sent now. */
  | { readonly kind: 'stop'; readonly cause: FailureCause };

/** What the runner has done for it; each binds a stage to the job's own account. None throws for what a site or disk does. */
export interface JobTasks {
  /** Is the clip there, and may it go at all, for all that is known of the site? Gives the clip as it is on disk now. */
  check(job: Job): Promise<Checked>;
  /** sha256 of a small clip as it lies on disk; null when it cannot be read or changed. */
  hashed(clip: Clip): Promise<string | null>;
  /** May it come in, and is the site's clock known as ours stands now? Asked right before it is sent; null = yes. */
  enter(job: Job): Promise<FailureCause | null>;
  /**
   * Whether the account's site seems to have this clip already, whoever sent it; asked before it is sent (`when` 'begin'), and again
   * before its last bytes leave ('end'). `inOneGo` = nothing comes between the two. Ends soon after the signal.
   */
  elsewhere(job: Job, when: 'begin' | 'end', inOneGo: boolean, signal: AbortSignal): Promise<Elsewhere>;
  /** The attempt that stands for what somebody else sent. */
  elsewhereAttempt(job: Job): Attempt;
  /** The file name to send, the site's clock against ours, and what is known of the account's files. */
  prepare(job: Job): Pick<Attempt, 'fileName' | 'siteSkewMs' | 'afterMediaId'>;
  send(
    job: Job,
    attempt: Attempt,
    signal: AbortSignal,
    onTaken: (bytes: number) => void,
    beforeLastBytes: (sha256: string | null) => Promise<void>,
  ): Promise<SendOutcome>;
  /** Looks once, `ageMs` after the attempt's end by the clock that nobody sets. */
  look(job: Job, attempt: Attempt, ageMs: number): Promise<Exclude<Finding, { kind: 'not-yet' | 'refused' }>>;
  /**
   * `beforeSending`: written down before anything typed leaves, should its answer be lost. `compared` = the part of it that was seen before;
   * false = it is not what is typed any more, and does not leave.
   */
  describe(
    job: Job,
    beforeSending: (all: LeavingText, compared: LeavingText | null) => Promise<boolean>,
  ): Promise<Described>;
  /** For so many milliseconds an unanswered attempt may still come true on the account's site, for all that was learned of it. */
  settleMs(accountId: AccountId): number;
  /** Whether the account's site answers with a page for people also where nothing is uploaded; null = nobody could find out. */
  isBlocked(accountId: AccountId): Promise<boolean | null>;
  /** The host that an account's jobs go to: what it asks for counts for all accounts there (F-14). */
  hostOf(accountId: AccountId): string;
  /** Accounts whose jobs may go now: signed in, and the line to their site is not known to be down. */
  readyAccounts(): readonly Account[];
  /** Called inside a write: the account's secret is dead. */
  signedOut(accountId: AccountId): void;
}

/** What a verdict says about going on, should the clip not be on the site; null = nothing. */
export function causeOf(verdict: Verdict): FailureCause | null {
  if (verdict.kind === 'unclear') return verdict.otherwise;
  return verdict.kind === 'failed' ? verdict.cause : null;
}

/** A proxy's own word; one that is not there has said nothing, and the line through it was lost. */
const proxyTroubles: ReadonlySet<WaitReason> = new Set([
  ...(['proxy-sign-in', 'proxy-method', 'proxy-refuses', 'proxy-kind'] as const),
]);
const busy: ReadonlySet<WaitReason> = new Set(['site-busy', 'site-maintenance']);
const clipTroubles: ReadonlySet<WaitReason> = new Set(['disk-silent', 'folder-away']);

/** What kept an attempt from its end where nothing answered it. */
function endUnanswered(cause: FailureCause): Attempt['ended'] {
  if (cause.kind === 'sign-in') return 'signed-out';
  if (cause.kind === 'retry' && cause.why === 'clip-busy') return 'clip-in-use';
  // Nobody has said anything: only the file itself needs its user.
  if (cause.kind === 'needs-you' || clipTroubles.has(cause.why)) return 'clip-unreadable';
  if (proxyTroubles.has(cause.why)) return 'proxy';
  if (busy.has(cause.why)) return 'held-back';
  // Its sign-in was replaced by another one meanwhile.
  return cause.why === 'server-error' ? 'signed-out' : 'connection-lost';
}

/** How an attempt ended, for its history. */
export function endOf({ verdict, status, clipChanged }: SendOutcome): Attempt['ended'] {
  if (clipChanged) return 'clip-changed';
  if (verdict.kind !== 'failed') return verdict.kind;
  const { cause } = verdict;
  if (status === null) return endUnanswered(cause);
  const saidYes = isAnsweredYes({ status }) && cause.kind === 'retry' && cause.why === 'connection-lost';
  return saidYes ? 'answered-early' : 'refused';
}
