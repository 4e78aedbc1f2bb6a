// How many videos of an account's own each status has: asked for when somebody looks, and no more often than the pages of a list.
import { listFreshMs } from '../../library/paged-list.ts';
import type { AccountId } from '../../model.ts';
import type { Clock } from '../../ports.ts';

export interface StatusCount {
  readonly name: string;
  /** Null = the site did not tell. */
  readonly count: number | null;
}

export interface StatusCounts {
  /** Rejects where nobody may be asked. */
  of(accountId: AccountId, statuses: readonly string[]): Promise<readonly StatusCount[]>;
  /** Something was done that may have changed them: the next look asks the site. */
  forget(accountId: AccountId): void;
}

export function createStatusCounts(
  clock: Pick<Clock, 'monotonic'>,
  count: (accountId: AccountId, status: string) => Promise<number | null>,
): StatusCounts {
  const held = new Map<AccountId, { readonly at: number; readonly counts: Promise<readonly StatusCount[]> }>();
  const forget = (accountId: AccountId): void => void held.delete(accountId);
  return {
    of: (accountId, statuses) => {
      const before = held.get(accountId);
      if (before && clock.monotonic() - before.at <= listFreshMs) return before.counts;
      const counts = Promise.all(statuses.map(async (name) => ({ name, count: await count(accountId, name) })));
      held.set(accountId, { at: clock.monotonic(), counts });
      counts.catch(() => forget(accountId));
      return counts;
    },
    forget,
  };
}
