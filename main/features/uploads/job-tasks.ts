// Binds the stages to a job's own account: what the queue has done for it, each answer sorted by meaning.

import { type SiteAnswer, SiteRefusal, storedFileIn } from '../../answers.ts';
import { sortCallFailure, sortFileError } from '../../errors.ts';
import { fieldsOf } from '../../fields.ts';
import type { ReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import { fingerprint } from '../../ingest/fingerprint.ts';
import { recognise } from '../../ingest/recognise.ts';
import type { Attempt, Clip, FailureCause, Job, JobId, Verdict, Video } from '../../model.ts';
import { type Buffers, type Clock, FileError, type Files, type Hasher, type Http, type Logger } from '../../ports.ts';
import { firstOf } from '../../queue/job/attempt-lineage.ts';
import { lateBy, learnedSettleMs } from '../../queue/job/settle-time.ts';
import type { Checked, JobTasks } from '../../queue/runner/job-tasks.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import { originOf, routeUrl } from '../../site/client/address.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { leaving, merge, seenOf } from '../../site/content/merge-fields.ts';
import { bringOver, getVideo } from '../../site/content/videos.ts';
import { honoursKey, namesVideo } from '../../transfer/answer.ts';
import { type SendReport, sendClip } from '../../transfer/attempt.ts';
import { extensionOf, sentFileName } from '../../transfer/file-name.ts';
import type { Pacer } from '../../transfer/pacing.ts';
import { isSameClip } from '../../transfer/same-clip.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Pace } from '../accounts/token-expiry.ts';
import { createLooks, windowStart } from '../proof/find-video.ts';
import type { SiteLedger } from '../proof/site-inventory.ts';
import { knownRefusal } from './early-refusal.ts';

export interface JobTasksOptions {
  readonly clock: Clock;
  readonly files: Files;
  readonly http: Http;
  readonly hasher: Hasher;
  readonly buffers: Buffers;
  readonly pacer: Pacer;
  readonly logger: Logger;
  readonly lines: ReachabilityMonitor;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  readonly store: QueueStore;
  readonly pace: Pace;
  /** True when the job came from a watched folder that is not connected now. */
  readonly isAway: (job: Job) => Promise<boolean>;
  /** The other job that is this very clip, which was found in the job's file in place of its own; null = none. */
  readonly sameClip: (job: Job, clip: Clip) => Promise<Job | null>;
  readonly siteLedger: Pick<SiteLedger, 'filesLike'>;
  /** A video as the site just showed it. */
  readonly onVideo: (job: Job, video: Video) => void;
  /** Whether anything may begin at all. */
  readonly mayBegin: () => boolean;
}

const signIn: FailureCause = { kind: 'sign-in' };
/** Before anything this large the sign-in is proved: PHP reads a whole body before it says 401 (platform facts, section 14). */
const proveFromBytes = 8 * 1024 * 1024;
const silentDisk = (error: unknown): FileError => {
  if (error instanceof FileError) return error;
  throw error;
};
/** So often a clip is sent again at once when the line is back; then it may be what breaks it (F-46). */
const mostCuts = 3;
/** What an unplugged disk looks like to the job whose clip was on it. */
const goneReasons: ReadonlySet<string> = new Set(['clip-missing', 'clip-unreadable']);
/** How long, after a cut, the head of a large clip is alone on the line, in ms; and what counts as large, in bytes. */
const listenMs = 1_500;
const listenFromBytes = 1024 * 1024;

/**
 * Files whose first read waits: a site that refuses by the announced length alone says so meanwhile. Under a body in full flow
 * its answer is torn off with the connection, and every try would end in the same cut (F-10).
 */
function listeningFirst(files: Files, clock: Clock): Files {
  return {
    ...files,
    open: async (path) => {
      const file = await files.open(path);
      let waited: Promise<void> | null = null;
      return {
        ...file,
        read: async (...where) => {
          waited ??= new Promise((resolve) => clock.after(listenMs, resolve));
          await waited;
          return file.read(...where);
        },
      };
    },
  };
}

export function createJobTasks(options: JobTasksOptions): JobTasks {
  const { files, accounts, calls, store, pace } = options;
  const looks = createLooks(options);

  const needs = (
    reason: Extract<FailureCause, { kind: 'needs-you' }>['reason'],
    detail: string | null = null,
  ): Checked => ({
    kind: 'stop',
    cause: {
      kind: 'needs-you',
      reason,
      action: reason === 'clip-empty' || reason === 'clip-not-video' ? 'remove' : 'retry',
      detail,
    },
  });

  /** The clip as it is on disk now; a file that was replaced meanwhile is looked into again. */
  const clipNow = async (clip: Clip): Promise<Checked> => {
    try {
      const stat = await files.stat(clip.path);
      if (stat.kind !== 'file') return needs('clip-no-file');
      if (stat.size === 0) return needs('clip-empty');
      if (isSameClip(clip.identity, stat)) return { kind: 'go', clip };
      const file = await files.open(clip.path);
      try {
        const found = await recognise(file, stat.size);
        if (found.kind === 'not-video') return needs('clip-not-video');
        if (found.kind === 'unfinished') return needs('clip-unfinished');
        const { device, inode, size, mtimeNs, mtimeMs } = stat;
        return {
          kind: 'go',
          clip: {
            ...clip,
            identity: { device, inode, size, mtimeNs },
            mtimeMs,
            facts: { format: found.format, durationSeconds: null, width: null, height: null },
          },
        };
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof FileError) return { kind: 'stop', cause: sortFileError(error) };
      throw error;
    }
  };

  /** A clip that cannot be found on a disk that was unplugged waits for it, and asks nobody (F-26). */
  const orAway = async (job: Job, cause: FailureCause): Promise<FailureCause> => {
    const isGone = cause.kind === 'needs-you' && goneReasons.has(cause.reason);
    if (!isGone || !(await options.isAway(job))) return cause;
    return { kind: 'retry', why: 'folder-away', afterMs: null, bounded: false };
  };

  /** Times in a row that a clip and the line to its site went down together. */
  const cuts = new Map<JobId, number>();

  /** What a failure means once it is known who answers at the site. `said` = the answer that failed, if it is at hand. */
  const orLine = async (job: Job, cause: FailureCause, said: SiteAnswer | null = null): Promise<FailureCause> => {
    const siteId = accounts.siteOf(job.accountId)?.id;
    return siteId === undefined ? cause : options.lines.sort(siteId, cause, said);
  };
  const sortedCall = (job: Job, error: unknown): Promise<FailureCause> =>
    orLine(job, sortCallFailure(error), error instanceof SiteRefusal ? error.said : null);

  /** The same for a clip that was being sent: one that takes the site down with it each time gets back-off of its own. */
  const orCut = async (job: Job, cause: FailureCause, said: SiteAnswer | null): Promise<FailureCause> => {
    const sorted = await orLine(job, cause, said);
    if (sorted.kind !== 'line' || sorted.why === 'offline') return sorted;
    const count = (cuts.get(job.id) ?? 0) + 1;
    cuts.set(job.id, count);
    return count > mostCuts ? { kind: 'retry', why: 'connection-lost', afterMs: null, bounded: false } : sorted;
  };
  const withLine = async (verdict: Verdict, job: Job, said: SiteAnswer | null): Promise<Verdict> => {
    if (verdict.kind === 'failed') return { kind: 'failed', cause: await orCut(job, verdict.cause, said) };
    if (verdict.kind === 'arrived') cuts.delete(job.id);
    if (verdict.kind !== 'unclear' || verdict.otherwise === null) return verdict;
    const otherwise = await orCut(job, verdict.otherwise, said);
    return { kind: 'unclear', otherwise: otherwise.kind === 'line' ? null : otherwise };
  };

  const learnFrom = (job: Job, cause: FailureCause | null, toldLimit: number | null): void => {
    // As known now: another lane may have learned something since this clip left.
    const site = accounts.siteOf(job.accountId);
    if (cause?.kind !== 'needs-you' || !site) return;
    if (cause.reason === 'too-large') {
      const smallest = Math.min(job.clip.identity.size, toldLimit ?? Number.MAX_SAFE_INTEGER);
      accounts.learn(site.id, { tooLargeFrom: Math.min(site.tooLargeFrom ?? Number.MAX_SAFE_INTEGER, smallest) });
    }
    const extension = extensionOf(job.clip.name);
    if (cause.reason === 'extension-refused' && extension !== '' && !site.refusedExtensions.includes(extension)) {
      accounts.learn(site.id, { refusedExtensions: [...site.refusedExtensions, extension] });
    }
  };

  /** How long the site took: the longer, the longer a lost answer is waited for. */
  const learnSettle = (job: Job, tookMs: number): void => {
    const site = accounts.siteOf(job.accountId);
    if (!site) return;
    const settleMs = learnedSettleMs(site.settleMs, tookMs);
    if (settleMs > site.settleMs) accounts.learn(site.id, { settleMs });
  };

  const learnKeys = (job: Job, { key }: Attempt, said: SiteAnswer): void => {
    const site = accounts.siteOf(job.accountId);
    const honours = key === null ? null : honoursKey(said, key);
    if (site && honours !== null && honours !== site.honoursKeys) accounts.learn(site.id, { honoursKeys: honours });
  };

  /** A bare id is believed only when the site shows a new video under it (F-05); otherwise the video is looked for. */
  const confirmed = async (
    report: SendReport,
    job: Job,
    attempt: Attempt,
    client: AuthorizedClient,
  ): Promise<Verdict> => {
    const { verdict, said } = report;
    if (verdict.kind !== 'arrived' || said === null) return verdict;
    if (verdict.videoId === null) return { kind: 'arrived', videoId: await looks.videoOfFile(said, job, client) };
    if (namesVideo(said)) return verdict;
    const taken = store.takenVideos(job.accountId, job.id).has(verdict.videoId);
    const video = taken ? null : await getVideo(calls, client, verdict.videoId).catch(() => null);
    // Under one key the site answers with what an attempt before made.
    const first = firstOf(store.attempts(job.id), attempt);
    const isNew = video?.createdAt != null && video.createdAt >= windowStart(first);
    return isNew ? verdict : { kind: 'arrived', videoId: null };
  };

  /** A refusal of a sign-in that was replaced or can be renewed meanwhile says nothing about the new one: the clip goes again. */
  const afresh = async (verdict: Verdict, job: Job, used: string): Promise<Verdict> => {
    if (verdict.kind !== 'failed' || verdict.cause.kind !== 'sign-in') return verdict;
    try {
      return (await accounts.renewed(job.accountId, used))
        ? { kind: 'failed', cause: { kind: 'retry', why: 'server-error', afterMs: null, bounded: true } }
        : verdict;
    } catch (error) {
      return { kind: 'failed', cause: await sortedCall(job, error) };
    }
  };

  return {
    readyAccounts: () =>
      options.mayBegin() ? accounts.ready().filter((account) => options.lines.isOpen(account.siteId)) : [],
    hostOf: (accountId) => originOf(accounts.siteOf(accountId)?.root ?? ''),
    signedOut: (accountId) => accounts.signedOut(accountId),
    settleMs: (accountId) => accounts.siteOf(accountId)?.settleMs ?? 0,

    check: async (job) => {
      const account = accounts.account(job.accountId);
      const site = accounts.siteOf(job.accountId);
      if (!account || !site) return { kind: 'stop', cause: signIn };
      const checked = await clipNow(job.clip);
      if (checked.kind === 'stop') return { kind: 'stop', cause: await orAway(job, checked.cause) };
      // Never read: no file of this size was there to compare with, or it lay on a disk that was away (F-26).
      if (checked.clip !== job.clip || job.sha256 === null) {
        const other = await options.sameClip(job, checked.clip).catch(silentDisk);
        if (other instanceof FileError) return { kind: 'stop', cause: sortFileError(other) };
        if (other) return needs('clip-known', other.clip.name);
      }
      const refusal = knownRefusal({ ...job, clip: checked.clip }, site);
      if (refusal) return { kind: 'stop', cause: refusal };
      return checked;
    },

    // Where the disk does not answer the sending finds out.
    hashed: async (clip) => {
      const sha256 = await fingerprint(options, clip.path, clip.identity).catch(silentDisk);
      return sha256 instanceof FileError ? null : sha256;
    },

    enter: async (job) => {
      const { accountId } = job;
      const { size } = job.clip.identity;
      const canUpload = accounts.account(accountId)?.canUpload ?? false;
      if (size >= proveFromBytes || accounts.skewMs(accountId) === null || !canUpload) {
        const cause = await accounts.prove(accountId, !canUpload);
        if (cause) return orLine(job, cause);
      }
      const cause = await accounts.lasting(accountId, pace.expected(accountId, size));
      return cause && orLine(job, cause);
    },

    prepare: (job) => ({
      fileName: sentFileName(job.clip.name, job.draft.title),
      siteSkewMs: accounts.skewMs(job.accountId),
    }),

    send: async (job, attempt, signal, onTaken, beforeLastBytes) => {
      const site = accounts.siteOf(job.accountId);
      const client = accounts.client(job.accountId);
      if (!site || client?.authorization == null) {
        return {
          verdict: { kind: 'failed', cause: signIn },
          clipChanged: false,
          sha256: null,
          status: null,
          said: null,
          mediaId: null,
        };
      }
      const listens = job.failures > 0 && job.clip.identity.size >= listenFromBytes;
      const ports = listens ? { ...options, files: listeningFirst(files, options.clock) } : options;
      let taken = { bytes: 0, ms: 0 };
      const begunAt = options.clock.monotonic();
      const report = await sendClip(ports, {
        clip: job.clip,
        boundary: attempt.boundary,
        fileName: attempt.fileName,
        url: routeUrl(site.root, site.uploadRoute),
        authorization: client.authorization,
        idempotencyKey: attempt.key,
        signal,
        onTaken: (bytes) => {
          onTaken(bytes);
          taken = { bytes, ms: options.clock.monotonic() - begunAt };
        },
        beforeLastBytes,
      });
      pace.took(job.accountId, taken.bytes, taken.ms);
      const { said } = report;
      if (said !== null && report.verdict.kind !== 'failed') {
        learnSettle(job, options.clock.monotonic() - begunAt - taken.ms);
        learnKeys(job, attempt, said);
      }
      const told = await withLine(await confirmed(report, job, attempt, client), job, said);
      const answered = await afresh(told, job, client.authorization);
      const verdict: Verdict =
        answered.kind === 'failed' ? { ...answered, cause: await orAway(job, answered.cause) } : answered;
      const refused = verdict.kind === 'failed' ? verdict.cause : null;
      // Ask once what the account may do now, so that not every clip of the queue is sent in vain.
      if (refused?.kind === 'needs-you' && refused.reason === 'no-upload-right')
        await accounts.prove(job.accountId, true);
      learnFrom(job, refused, report.toldLimit);
      return {
        verdict,
        clipChanged: report.clipChanged,
        sha256: report.sha256,
        status: said?.status ?? null,
        said: said === null ? null : (said.message ?? said.code),
        mediaId: said === null ? null : storedFileIn(said),
      };
    },

    look: async (job, attempt, ageMs) => {
      const account = accounts.account(job.accountId);
      const client = accounts.client(job.accountId);
      if (!account || !client) return { kind: 'failed', cause: signIn, nextLookAt: 0 };
      try {
        const found = await looks.look(job, attempt, client, account.userId);
        if (found.kind === 'found') learnSettle(job, lateBy(found.createdAt, attempt, ageMs));
        // A yes that said no is believed once the clip is not there.
        if (found.kind === 'absent' && job.state.kind === 'unclear') learnFrom(job, job.state.otherwise, null);
        return found;
      } catch (error) {
        return { kind: 'failed', cause: await sortedCall(job, error), nextLookAt: 0 };
      }
    },

    describe: async (job, beforeSending) => {
      if (job.state.kind !== 'describing') return { kind: 'applied', revision: job.appliedRevision, seen: job.seen };
      const { videoId } = job.state;
      const site = accounts.siteOf(job.accountId);
      const client = accounts.client(job.accountId);
      if (!site || !client) return { kind: 'failed', cause: signIn };
      try {
        const video = await getVideo(calls, client, videoId);
        if (!video) return { kind: 'gone' };
        if (site.publishesAtOnce === null) accounts.learn(site.id, { publishesAtOnce: video.status === 'publish' });
        const now = options.clock.now() + (accounts.skewMs(job.accountId) ?? 0);
        const { send, theirs } = merge(job.draft, job.seen.values, video, now, job.seen.sent);
        const kept = leaving(send, job.seen.values, video);
        if (kept) await beforeSending(kept);
        const { after, ignored, refused } = await bringOver(calls, client, video, send, now);
        options.onVideo(job, after);
        // What was left alone or ignored stays compared with what was seen before.
        const values = { ...job.seen.values, ...seenOf(job.draft, after, now) };
        const seen = { modifiedAt: after.modifiedAt, values, theirs };
        if (fieldsOf(theirs).length > 0) return { kind: 'conflict', seen };
        if (refused) {
          const fields = [...refused.fields, ...ignored].join(', ');
          return { kind: 'refused', fields, said: refused.said, seen };
        }
        return ignored.length > 0
          ? { kind: 'ignored', fields: ignored.join(', '), seen }
          : { kind: 'applied', revision: job.draftRevision, seen };
      } catch (error) {
        return { kind: 'failed', cause: await sortedCall(job, error) };
      }
    },
  };
}
