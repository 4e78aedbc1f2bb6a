// Accounts whose site has a helper that was of no use to them: for a while their clips go in one, longer each time it is so again.
import type { AccountId } from '../../model.ts';
import type { Clock } from '../../ports.ts';

export interface PiecesFitness {
  isUnfit(accountId: AccountId): boolean;
  /** In how many ms their clips may go in pieces again; null = it was tried again more than once, and nobody is to wait for it. */
  againInMs(accountId: AccountId): number | null;
  /**
   * No clip of theirs was begun there. `isItsWord` = the site itself said so; a page that somebody put in its place may be of a moment,
   * and counts from the second on. True = their clips go in one from now on.
   */
  refused(accountId: AccountId, isItsWord: boolean): boolean;
  /** A clip was begun there, or the helper of their site was seen to be there, ready and of use. */
  mayTry(accountIds: readonly AccountId[]): void;
}

/** How often it was so, one after the other, and until when their clips go in one, by the monotonic clock; null = not yet. */
interface Refused {
  readonly times: number;
  readonly until: number | null;
}

const minute = 60_000;
const first = 10 * minute;
const longest = 6 * 60 * minute;
/** A clip that fits no other way waits for so many of them. */
const worthWaiting = 2;

export function createPiecesFitness(clock: Pick<Clock, 'monotonic'>): PiecesFitness {
  const refused = new Map<AccountId, Refused>();
  return {
    isUnfit: (accountId) => (refused.get(accountId)?.until ?? 0) > clock.monotonic(),
    againInMs: (accountId) => {
      const { times, until } = refused.get(accountId) ?? { times: 0, until: null };
      return times > worthWaiting ? null : Math.max(0, (until ?? 0) - clock.monotonic());
    },
    refused: (accountId, isItsWord) => {
      const before = refused.get(accountId);
      if (before === undefined && !isItsWord) {
        refused.set(accountId, { times: 0, until: null });
        return false;
      }
      const times = (before?.times ?? 0) + 1;
      const until = clock.monotonic() + Math.min(longest, first * 2 ** (times - 1));
      refused.set(accountId, { times, until });
      return true;
    },
    mayTry: (accountIds) => {
      for (const accountId of accountIds) refused.delete(accountId);
    },
  };
}
