// Accounts whose site has a helper that was of no use to them: for a while their clips go in one, longer each time it is so again.
import type { AccountId } from '../../model.ts';
import type { Clock } from '../../ports.ts';

/** A clip that was not begun in pieces. */
export interface PiecesRefusal {
  /** The site itself said so; a page that somebody put in its place may be of a moment. */
  readonly isItsWord: boolean;
  /** When the clip asked, by the monotonic clock. */
  readonly askedAt: number;
}

export interface PiecesFitness {
  isUnfit(accountId: AccountId): boolean;
  /** In how many ms their clips may go in pieces again; null = it was tried again more than once, and nobody is to wait for it. */
  againInMs(accountId: AccountId): number | null;
  /** True = the account's clips go in one from now on; false = it is to be tried once more, as nobody knows yet what that was. */
  refused(accountId: AccountId, refusal: PiecesRefusal): boolean;
  /** A clip was begun there, or the helper of their site was seen to be there, ready and of use. */
  mayTry(accountIds: readonly AccountId[]): void;
}

interface Refused {
  /** How often it was so, one after the other. */
  readonly times: number;
  /** Pages in a row that may be of a moment, and when the last one came that counts, by the monotonic clock. */
  readonly doubts: number;
  readonly doubtedAt: number;
  /** Until when their clips go in one, by the monotonic clock. */
  readonly until: number;
}

const minute = 60_000;
const first = 10 * minute;
const longest = 6 * 60 * minute;
/** Pages that count as the site's word: with the pauses between tries it was so for seconds then. */
const mostDoubts = 3;
/** A clip that fits no other way waits for so many of them. */
const worthWaiting = 2;

const nothing: Refused = { times: 0, doubts: 0, doubtedAt: Number.NEGATIVE_INFINITY, until: 0 };

export function createPiecesFitness(clock: Pick<Clock, 'monotonic'>): PiecesFitness {
  const refused = new Map<AccountId, Refused>();
  const of = (accountId: AccountId): Refused => refused.get(accountId) ?? nothing;
  return {
    isUnfit: (accountId) => of(accountId).until > clock.monotonic(),
    againInMs: (accountId) => {
      const { times, until } = of(accountId);
      return times > worthWaiting ? null : Math.max(0, until - clock.monotonic());
    },
    refused: (accountId, { isItsWord, askedAt }) => {
      const now = clock.monotonic();
      const before = of(accountId);
      // Clips that asked at the same moment met the same page.
      const doubts = before.doubts + (askedAt > before.doubtedAt ? 1 : 0);
      if (!isItsWord && before.times === 0 && doubts < mostDoubts) {
        if (doubts > before.doubts) refused.set(accountId, { ...before, doubts, doubtedAt: now });
        return false;
      }
      const times = before.times + 1;
      refused.set(accountId, { ...nothing, times, until: now + Math.min(longest, first * 2 ** (times - 1)) });
      return true;
    },
    mayTry: (accountIds) => {
      for (const accountId of accountIds) refused.delete(accountId);
    },
  };
}
