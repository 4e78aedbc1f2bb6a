// Clips that cannot pass by what is known about their site are told at once, not in the night when their turn comes.

import pLimit from 'p-limit';
import type { AccountId, FailureCause, Job, Site } from '../../model.ts';
import type { Clock, Logger } from '../../ports.ts';
import type { JobEvent } from '../../queue/job/job-event.ts';
import { isKnownTooLarge } from '../../queue/job/schedule.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { Passing, Refusals } from '../../queue/store/refusal-queries.ts';
import { sentExtension } from '../../transfer/file-name.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { heldFrom } from './size-limit.ts';

export interface EarlyRefusalOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly refusals: Passing;
  readonly accounts: Pick<Accounts, 'siteOf'> & {
    /** By site. */
    views(): readonly { readonly accounts: readonly { readonly id: AccountId }[] }[];
  };
  readonly runner: Pick<Runner, 'apply'>;
}

export interface EarlyRefusal {
  /** Looks through what waits, where something new is known about a site; `anew`: or where clips may have come. */
  look(anew: boolean): Promise<void>;
  /** A job changed its state: one that is to go once more may have become known to be refused while its answer was written down. */
  moved(before: Job, after: Job): void;
  stop(): Promise<void>;
}

/** So many changes take ten to thirty milliseconds; others get their turn in between. */
const stepJobs = 100;

/** What counts of all that was learned of a site. */
export const refusalsOf = ({ sizeLimit, refusedExtensions }: Site): Refusals => ({
  tooLargeFrom: heldFrom(sizeLimit),
  refusedExtensions,
});

/** Why a site will not take a clip, by what it refused before; null = nothing is known against it. */
export function knownRefusal(job: Job, { tooLargeFrom, refusedExtensions }: Refusals): FailureCause | null {
  const extension = sentExtension(job.clip.name, job.clip.facts.format);
  if (refusedExtensions.includes(extension)) {
    return { kind: 'needs-you', reason: 'extension-refused', action: 'remove', detail: extension };
  }
  if (isKnownTooLarge(job, tooLargeFrom)) {
    return { kind: 'needs-you', reason: 'too-large', action: 'retry', detail: String(tooLargeFrom) };
  }
  return null;
}

/** A clip whose way to the site ended, and that waits to go once more. */
const comesBack = (before: Job, after: Job): boolean =>
  after.state.kind === 'waiting' && ['sending', 'processing', 'unclear'].includes(before.state.kind);

export function createEarlyRefusal({
  clock,
  logger,
  refusals: passing,
  accounts,
  runner,
}: EarlyRefusalOptions): EarlyRefusal {
  /** What was known about the site of an account when its clips were last looked through. */
  const done = new Map<AccountId, string>();
  const inTurn = pLimit(1);
  let stopped = false;

  /** As the job is at that moment: it may have gone to another account, and "Try again" may have made the site be asked anew. */
  const event =
    (accountId: AccountId) =>
    (job: Job): JobEvent | null => {
      const site = accounts.siteOf(accountId);
      const cause = site && job.accountId === accountId ? knownRefusal(job, refusalsOf(site)) : null;
      return cause ? { kind: 'refused-before-sending', cause, until: clock.now() } : null;
    };

  const lookThrough = async (accountId: AccountId, refusals: Refusals): Promise<void> => {
    const ids = passing.cannotPass(accountId, refusals);
    for (let at = 0; !stopped && at < ids.length; at += stepJobs) {
      await Promise.all(ids.slice(at, at + stepJobs).map((id) => runner.apply(id, event(accountId))));
    }
  };

  /** What is known against clips of an account; null = nothing. */
  const knownOf = (id: AccountId): { readonly refusals: Refusals; readonly text: string } | null => {
    const site = accounts.siteOf(id);
    if (!site) return null;
    const refusals = refusalsOf(site);
    if (refusals.tooLargeFrom === null && refusals.refusedExtensions.length === 0) return null;
    return { refusals, text: JSON.stringify(refusals) };
  };
  const allIds = (): readonly AccountId[] => accounts.views().flatMap((site) => site.accounts.map(({ id }) => id));
  // What was known when the app ended was told then.
  for (const id of allIds()) {
    const known = knownOf(id);
    if (known) done.set(id, known.text);
  }

  const lookAll = async (): Promise<void> => {
    for (const id of allIds()) {
      if (stopped) return;
      const known = knownOf(id);
      if (known === null) done.delete(id);
      else if (done.get(id) !== known.text) {
        done.set(id, known.text);
        await lookThrough(id, known.refusals);
      }
    }
  };

  const lookAt = async ({ id, accountId }: Job): Promise<void> => {
    if (!stopped) await runner.apply(id, event(accountId));
  };

  return {
    moved: (before, after) => {
      const site = comesBack(before, after) ? accounts.siteOf(after.accountId) : null;
      if (!site || knownRefusal(after, refusalsOf(site)) === null) return;
      inTurn(lookAt, after).catch((error: unknown) =>
        logger.error('A clip that cannot pass was not told of', { job: after.id, error: String(error) }),
      );
    },
    look: (anew) => {
      if (anew) done.clear();
      return inTurn(lookAll).catch((error: unknown) =>
        logger.error('Clips that cannot pass were not looked for', { error: String(error) }),
      );
    },
    stop: () => {
      stopped = true;
      return inTurn(() => {});
    },
  };
}
