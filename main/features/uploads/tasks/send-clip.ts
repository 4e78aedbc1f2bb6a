// Sends one clip of a job and says what came of it, after what its answer claims was looked at and its site was learned from.
import { type SiteAnswer, storedFileIn } from '../../../answers.ts';
import { seesNoFile } from '../../../errors.ts';
import type { Attempt, FailureCause, Job, Verdict } from '../../../model.ts';
import type { Clock, Files } from '../../../ports.ts';
import { firstOf } from '../../../queue/job/attempt-lineage.ts';
import { isBig } from '../../../queue/job/schedule.ts';
import type { JobTasks } from '../../../queue/runner/job-tasks.ts';
import { routeUrl } from '../../../site/client/address.ts';
import type { AuthorizedClient } from '../../../site/client/client.ts';
import { getVideo } from '../../../site/content/videos.ts';
import { namesVideo } from '../../../transfer/answer.ts';
import { type SendOrder, sendClip } from '../../../transfer/attempt.ts';
import type { SendReport } from '../../../transfer/report.ts';
import { type Looks, windowStart } from '../../proof/find-video.ts';
import type { FailureCauses } from './failure-cause.ts';
import type { SiteLearning } from './learn-site.ts';
import type { PiecesWay } from './pieces-way.ts';
import { type JobTasksOptions, signIn } from './task-options.ts';

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

/** Its account has one as large on the site. */
function isBelowArrived({ refusals }: Pick<JobTasksOptions, 'refusals'>, { accountId, clip }: Job): boolean {
  return clip.identity.size <= (refusals.largestArrived([accountId]) ?? 0);
}

/** Whose clip was sent, and by which sign-in. */
interface Sent {
  readonly job: Job;
  readonly attempt: Attempt;
  readonly client: AuthorizedClient;
  readonly authorization: string;
}

/** What the sending of a clip needs besides the stages. */
export interface SendClipParts {
  readonly causes: FailureCauses;
  readonly learning: SiteLearning;
  readonly looks: Looks;
  readonly pieces: Pick<PiecesWay, 'send' | 'isForNow' | 'againInMs'>;
}

/** Sends; meanwhile the folder that the clip is from stays this computer's. */
function sendFrom<T>(
  claims: JobTasksOptions['claims'],
  { folderId, accountId }: Job,
  send: () => Promise<T>,
): Promise<T> {
  const end = folderId === null ? null : claims.sending(folderId, accountId);
  return send().finally(() => end?.());
}

/**
 * A server that dies of a body, as PHP does of one larger than its memory, dies of it again: what is larger than anything that ever
 * arrived is sent twice, not as often as what may pass.
 */
function notForEver(options: JobTasksOptions, verdict: Verdict, job: Job, said: SiteAnswer | null): Verdict {
  const { size } = job.clip.identity;
  if (verdict.kind !== 'unclear' || said?.status !== 500 || !isBig(size)) return verdict;
  if (verdict.otherwise?.kind !== 'retry' || verdict.otherwise.why !== 'server-error') return verdict;
  if (isBelowArrived(options, job) || !options.refusals.wasAnswered(job.id, 500)) return verdict;
  const otherwise: FailureCause = {
    kind: 'needs-you',
    reason: 'server-error',
    action: 'retry',
    detail: said.message,
  };
  return { ...verdict, otherwise };
}

/**
 * What is too large for one request is no more than any other clip in pieces: it waits for them, and holds back no other. `afterMs` = for
 * so long; null = nobody is to wait for them any more.
 */
const untilPieces = (tooLarge: FailureCause, afterMs: number | null): FailureCause =>
  afterMs === null ? tooLarge : { kind: 'retry', why: 'pieces-away', afterMs, bounded: false };

export function createSendClip(
  options: JobTasksOptions,
  { causes, learning, looks, pieces }: SendClipParts,
): JobTasks['send'] {
  const { accounts, calls, claims, clock, files, store, pace } = options;

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
      return { kind: 'failed', cause: await causes.ofCall(job, error) };
    }
  };

  /** What the report comes to, once it is known who answers at the site, and whether its disk is there. */
  const verdictOf = async (report: SendReport, { job, attempt, client, authorization }: Sent): Promise<Verdict> => {
    const told = await causes.withLine(await confirmed(report, job, attempt, client), job, report.said);
    const answered = await afresh(told, job, authorization);
    return answered.kind === 'failed' ? { ...answered, cause: await causes.orAway(job, answered.cause) } : answered;
  };

  /** The verdict as it is for all that is known after it; `isForNow` = the clip went in one because the site took none in pieces. */
  const learnedFrom = async (
    verdict: Verdict,
    job: Job,
    { said, toldLimit }: SendReport,
    isForNow: boolean,
  ): Promise<Verdict> => {
    if (verdict.kind !== 'failed') return verdict;
    const { cause } = verdict;
    if (isForNow && cause.kind === 'needs-you' && cause.reason === 'too-large')
      return { ...verdict, cause: untilPieces(cause, pieces.againInMs(job.accountId)) };
    // Ask once what the account may do now, so that not every clip of the queue is sent in vain.
    if (cause.kind === 'needs-you' && cause.reason === 'no-upload-right') await accounts.prove(job.accountId, true);
    const isSaid =
      said !== null && said.code !== null && !(isBelowArrived(options, job) && seesNoFile(said, toldLimit));
    return {
      ...verdict,
      cause: learning.fromCause(job, cause, { limit: toldLimit, isSaid, status: said?.status ?? null }),
    };
  };

  return async (job, attempt, signal, onTaken, beforeLastBytes) => {
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
    const ports = listens ? { ...options, files: listeningFirst(files, clock) } : options;
    let taken = { bytes: 0, ms: 0 };
    const begunAt = clock.monotonic();
    const order: SendOrder = {
      clip: job.clip,
      boundary: attempt.boundary,
      fileName: attempt.fileName,
      url: routeUrl(site.root, site.uploadRoute),
      authorization: client.authorization,
      header: client.header,
      idempotencyKey: attempt.key,
      signal,
      onTaken: (bytes) => {
        onTaken(bytes);
        taken = { bytes, ms: clock.monotonic() - begunAt };
      },
      beforeLastBytes,
    };
    const { report, inPieces } = await sendFrom(claims, job, async () => {
      const told = await pieces.send(options, job, attempt, site, order);
      return { report: told ?? (await sendClip(ports, order)), inPieces: told !== null };
    });
    const isForNow = !inPieces && pieces.isForNow(accounts.siteOf(job.accountId) ?? site, job.clip);
    options.others.ended(job, report.verdict.kind === 'arrived');
    pace.took(job.accountId, taken.bytes, taken.ms);
    const { said } = report;
    if (said !== null && report.verdict.kind !== 'failed') {
      learning.settleTime(job, clock.monotonic() - begunAt - taken.ms);
      // Only the one request that the site itself answers tells about its key.
      if (!inPieces) learning.keys(job, attempt, said);
    }
    const answered = await verdictOf(report, { job, attempt, client, authorization: client.authorization });
    return {
      verdict: await learnedFrom(notForEver(options, answered, job, said), job, report, isForNow),
      clipChanged: report.clipChanged,
      sha256: report.sha256,
      status: said?.status ?? null,
      said: said === null ? null : (said.message ?? said.code),
      mediaId: said === null ? null : storedFileIn(said),
    };
  };
}
