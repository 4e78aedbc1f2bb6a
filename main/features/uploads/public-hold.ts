// Clips that would be public as soon as they arrive: when that turns out while more wait that nobody was asked about, those are held.
import type { PublicWait } from '../../../preload/contract.ts';
import type { AccountId, Attempt, Job, WallMs } from '../../model.ts';
import type { Settings } from '../../ports.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';

export interface PublicHoldOptions {
  readonly accounts: Pick<Accounts, 'account' | 'views' | 'learnOf'>;
  readonly settings: Pick<Settings, 'values'>;
  /** How many clips of the account wait to be sent. */
  readonly waiting: (accountId: AccountId) => number;
  /** Ends what the account is sending, as far as its last bytes have not left. */
  readonly endSending: (accountId: AccountId) => void;
}

export interface PublicHold {
  /** A clip that was just sent has arrived, and its video has this status there. */
  arrivedAs(accountId: AccountId, status: string): void;
  /** Whether none of the account's clips may begin to be sent before its user was asked. */
  isHeld(accountId: AccountId): boolean;
  /** Accounts whose clips wait for that. */
  waits(): readonly PublicWait[];
  readonly handlers: Pick<Handlers, 'queue.sendPublic'>;
}

/** So many ms after a clip arrived its video is still as the site made it, for all that is known. */
const freshMs = 10 * 60_000;
/** What a site may make of a new video by itself; what is in the trash, or of a kind of its own, tells nothing. */
const hidden: ReadonlySet<string> = new Set(['draft', 'pending', 'private', 'future']);

/**
 * Whether the status that the job's video has now is the one that its site gave it: this very try was answered with yes, a short while
 * ago, and no status that was typed has left. What another computer sent, or somebody published meanwhile, says nothing. Pure.
 */
export function isJustMade(job: Job, attempt: Attempt | undefined, now: WallMs): boolean {
  const { ended = null, endedAt = null, status = null } = attempt ?? {};
  if (endedAt === null || job.arrivedAt !== null) return false;
  const saidYes = ended === 'arrived' || (ended === 'found' && status !== null && status >= 200 && status < 300);
  if (!saidYes || Math.abs(now - endedAt) > freshMs) return false;
  return job.appliedRevision === 0 && job.seen.sent?.status === undefined && job.seen.values.status === undefined;
}

export function createPublicHold({ accounts, settings, waiting, endSending }: PublicHoldOptions): PublicHold {
  const isAgreed = (siteId: string): boolean => settings.values().publicSites.includes(siteId);
  const isHeld: PublicHold['isHeld'] = (accountId) => {
    const account = accounts.account(accountId);
    return account?.publicUnasked === true && !isAgreed(account.siteId);
  };
  return {
    arrivedAs: (accountId, status) => {
      const account = accounts.account(accountId);
      const isPublic = status === 'publish';
      if (!account || (!isPublic && !hidden.has(status)) || account.publishesAtOnce === isPublic) return;
      const publicUnasked = account.publicUnasked || (isPublic && !isAgreed(account.siteId));
      accounts.learnOf(accountId, { publishesAtOnce: isPublic, publicUnasked });
      if (publicUnasked) endSending(accountId);
    },
    isHeld,
    waits: () =>
      accounts.views().flatMap((site) =>
        site.accounts.flatMap(({ id: accountId, name: accountName, signedIn }): PublicWait[] => {
          const clips = signedIn && isHeld(accountId) ? waiting(accountId) : 0;
          return clips === 0 ? [] : [{ accountId, accountName, siteName: site.name, clips }];
        }),
      ),
    handlers: {
      'queue.sendPublic': async (accountId) => accounts.learnOf(accountId, { publicUnasked: false }),
    },
  };
}
