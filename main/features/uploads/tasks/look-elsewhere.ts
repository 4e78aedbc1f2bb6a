// Whether the site has a clip already that is about to be sent, whoever sent it; what cannot be known holds no clip back for long.

import { sortFileError } from '../../../errors.ts';
import type { AccountId, FailureCause, Job } from '../../../model.ts';
import { type Clock, FileError, HeldBack, type Logger } from '../../../ports.ts';
import type { Elsewhere, JobTasks } from '../../../queue/runner/job-tasks.ts';
import { minuteMs, secondMs } from '../../../retry.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { FindElsewhere } from '../../proof/find-elsewhere.ts';
import type { Looked } from '../../proof/looked.ts';
import type { Claims } from '../folder-claims.ts';
import type { OtherComputers } from '../other-computers.ts';
import { fileNameOf } from '../presume.ts';
import type { FailureCauses } from './failure-cause.ts';
import { signIn } from './task-options.ts';

export interface LookElsewhereOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'account' | 'client' | 'skewMs'>;
  readonly findElsewhere: FindElsewhere;
  readonly others: OtherComputers;
  readonly claims: Pick<Claims, 'isTheirs'>;
  /** How many clips of the account wait to be sent. */
  readonly waiting: (accountId: AccountId) => number;
}

/** How old the list of the account's files may be before a clip that is looked for once more at its end, in ms. */
const looseMs = 2 * secondMs;
/** How old it may be where nothing comes after this look. */
const tightMs = secondMs;
/** A server gives up on a body that stands still for longer (Apache's RequestReadTimeout: 20 s). */
const mostAtEndMs = 8 * secondMs;
/** Failures in a row of an account's list, after which its clips go without it for a while. */
const mostFailures = 3;
const blindMs = 2 * minuteMs;

/** Until a clip that another computer is to send first is looked at again; and for each that waits. */
const pauseMs = 3 * secondMs;
const perWaitingMs = 30;

const no: Elsewhere = { kind: 'no' };

/** What comes of the look, or nothing as soon as the clip is not to go any more: who asked sees to that. */
function unlessStopped(begin: () => Promise<Elsewhere>, signal: AbortSignal): Promise<Elsewhere> {
  if (signal.aborted) return Promise.resolve(no);
  let stop = (): void => undefined;
  const stopped = new Promise<Elsewhere>((resolve) => {
    stop = () => resolve(no);
    signal.addEventListener('abort', stop);
  });
  return Promise.race([begin(), stopped]).finally(() => signal.removeEventListener('abort', stop));
}

export function createLookElsewhere(
  { clock, logger, accounts, findElsewhere, others, claims, waiting }: LookElsewhereOptions,
  causes: Pick<FailureCauses, 'ofCall'>,
): JobTasks['elsewhere'] {
  const failures = new Map<AccountId, { readonly count: number; readonly at: number }>();
  const blindUntil = new Map<AccountId, number>();

  /** Failures in a row; several clips that waited for one and the same list are one. */
  const failed = (accountId: AccountId): number => {
    const { count, at } = failures.get(accountId) ?? { count: 0, at: Number.NEGATIVE_INFINITY };
    const now = clock.monotonic();
    if (now - at < secondMs) return count;
    failures.set(accountId, { count: count + 1, at: now });
    return count + 1;
  };

  const look = async (job: Job, freshMs: number): Promise<Looked | { readonly kind: 'stop'; cause: FailureCause }> => {
    const account = accounts.account(job.accountId);
    const client = accounts.client(job.accountId);
    if (!account || !client) return { kind: 'stop', cause: signIn };
    const begun = clock.monotonic();
    try {
      const found = await findElsewhere(job, client, account.userId, fileNameOf(job), freshMs);
      failures.delete(job.accountId);
      others.listed(job.accountId, clock.monotonic() - begun);
      return found;
    } catch (error) {
      if (error instanceof FileError) return { kind: 'stop', cause: sortFileError(error) };
      const cause = await causes.ofCall(job, error);
      if (cause.kind === 'sign-in' || cause.kind === 'line') return { kind: 'stop', cause };
      // Nothing was asked: the site has asked for time.
      if (error instanceof HeldBack) return { kind: 'stop', cause };
      const count = failed(job.accountId);
      if (cause.kind === 'retry' && count < mostFailures) return { kind: 'stop', cause };
      // Uploads may pass where lists do not: a site that cannot tell what it has is sent to as before.
      logger.warn('What the account has on its site cannot be listed', {
        account: job.accountId,
        error: String(error),
      });
      blindUntil.set(job.accountId, clock.monotonic() + blindMs);
      return { kind: 'absent' };
    }
  };

  const siteNow = (accountId: AccountId): number => clock.now() + (accounts.skewMs(accountId) ?? 0);

  /** How old the list may be by which a clip goes out. */
  const endMs = (accountId: AccountId): number => (others.isWary(accountId) ? 0 : tightMs);

  const atBegin = async (job: Job, inOneGo: boolean, signal: AbortSignal): Promise<Elsewhere> => {
    const { accountId } = job;
    await others.turn(job, signal);
    let looked = await look(job, others.isWary(accountId) ? 0 : inOneGo ? tightMs : looseMs);
    others.notice(accountId, siteNow(accountId));
    if (looked.kind === 'absent' && inOneGo && !others.yields(accountId)) {
      await others.hesitate(accountId, signal);
      looked = await look(job, endMs(accountId));
    }
    if (looked.kind === 'stop') return looked;
    if (looked.kind === 'found') others.met(accountId, looked.createdAt, siteNow(accountId));
    if (looked.kind !== 'absent') return { kind: 'seen' };
    const isTheirs =
      others.yields(accountId) || (job.folderId !== null && (await claims.isTheirs(job.folderId, accountId)));
    if (!isTheirs) return no;
    // The more wait for the other computer, the less often each of them is looked at.
    const afterMs = Math.max(pauseMs, waiting(accountId) * perWaitingMs);
    return { kind: 'stop', cause: { kind: 'retry', why: 'other-computer', afterMs, bounded: false } };
  };

  /** Whatever goes wrong here, its last bytes leave: the whole clip was sent for nothing otherwise. */
  const atEnd = async (job: Job, signal: AbortSignal): Promise<Elsewhere> => {
    await others.hesitate(job.accountId, signal);
    let cancel = (): void => undefined;
    const late = new Promise<Elsewhere>((resolve) => {
      cancel = clock.after(mostAtEndMs, () => resolve(no));
    });
    const looked = look(job, endMs(job.accountId)).then(
      (found): Elsewhere => (found.kind === 'found' || found.kind === 'ask' ? { kind: 'seen' } : no),
      (error: unknown) => {
        logger.error('A clip could not be looked for before its last bytes left', {
          job: job.id,
          error: String(error),
        });
        return no;
      },
    );
    return Promise.race([looked, late]).finally(cancel);
  };

  return async (job, when, inOneGo, signal) => {
    if (clock.monotonic() < (blindUntil.get(job.accountId) ?? 0)) return no;
    const begin = () => (when === 'end' ? atEnd(job, signal) : atBegin(job, inOneGo, signal));
    const found = await unlessStopped(begin, signal);
    if (when === 'end') return found;
    if (found.kind !== 'no') others.ended(job, false);
    return found;
  };
}
