// Binds the stages to a job's own account: what the queue has done for it, each answer sorted by meaning.
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import { fingerprint } from '../../ingest/fingerprint.ts';
import { FileError, HttpError } from '../../ports.ts';
import { elsewhereAttempt } from '../../queue/job/presumed-attempt.ts';
import type { JobTasks } from '../../queue/runner/job-tasks.ts';
import { originOf } from '../../site/client/address.ts';
import { whoAmI } from '../../site/connect/prove-sign-in.ts';
import { createLooks } from '../proof/find-video.ts';
import { fileNameOf } from './presume.ts';
import { createCheckClip } from './tasks/check-clip.ts';
import { createDescribeVideo } from './tasks/describe-video.ts';
import { createFailureCauses } from './tasks/failure-cause.ts';
import { createSiteLearning } from './tasks/learn-site.ts';
import { createLookElsewhere } from './tasks/look-elsewhere.ts';
import { createPiecesWay } from './tasks/pieces-way.ts';
import { createSendClip } from './tasks/send-clip.ts';
import { type JobTasksOptions, silentDisk } from './tasks/task-options.ts';
import { createVerifyClip } from './tasks/verify-clip.ts';

/** Before anything this large the sign-in is proved: PHP reads a whole body before it says 401 (platform facts, section 14). */
const proveFromBytes = 8 * 1024 * 1024;

/** What a refusal of a simple question says of everything but uploads; null = nothing: a server that fails or is busy tells neither. */
function isPageFor({ status, json, webPage }: SiteAnswer): boolean | null {
  if (json === undefined) return webPage ? true : null;
  return status === 429 || status >= 500 ? null : false;
}

export function createJobTasks(options: JobTasksOptions): JobTasks {
  const { accounts, pace } = options;
  const looks = createLooks(options);
  const causes = createFailureCauses(options);
  const learning = createSiteLearning(options.clock, accounts, options.refusals);
  const pieces = createPiecesWay(options);

  return {
    readyAccounts: () =>
      options.mayBegin() ? accounts.ready().filter((account) => options.lines.isOpen(account.siteId)) : [],
    hostOf: (accountId) => originOf(accounts.siteOf(accountId)?.root ?? ''),
    signedOut: (accountId) => accounts.signedOut(accountId),
    isBlocked: async (accountId) => {
      const client = accounts.client(accountId);
      if (!client) return null;
      try {
        await whoAmI(options.calls, client);
        return false;
      } catch (error) {
        if (!(error instanceof SiteRefusal || error instanceof HttpError)) throw error;
        return error instanceof SiteRefusal ? isPageFor(error.said) : null;
      }
    },
    settleMs: (accountId) => accounts.siteOf(accountId)?.settleMs ?? 0,

    check: createCheckClip(options, causes),

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
        if (cause) return causes.orLine(job, cause);
      }
      const cause = await accounts.lasting(accountId, pace.expected(accountId, size));
      return cause && causes.orLine(job, cause);
    },

    elsewhere: createLookElsewhere(options, causes),
    elsewhereAttempt: (job) =>
      elsewhereAttempt(job, {
        fileName: fileNameOf(job),
        startedAt: options.clock.now(),
        siteSkewMs: accounts.skewMs(job.accountId),
      }),

    prepare: (job) => ({
      fileName: fileNameOf(job),
      siteSkewMs: accounts.skewMs(job.accountId),
      afterMediaId: options.siteFiles.newest(job.accountId),
    }),

    send: createSendClip(options, { causes, learning, looks, pieces }),
    look: createVerifyClip(options, { causes, learning, looks, pieces }),
    describe: createDescribeVideo(options, causes),
  };
}
