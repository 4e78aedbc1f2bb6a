// How much waits for each account, small and big clips apart; counted by the database itself, so that asking costs nothing.
import type { AccountId, WallMs } from '../../model.ts';
import type { Sql } from '../../ports.ts';
import { bigBytes } from '../job/schedule.ts';
import type { Work } from '../progress/eta.ts';

export interface QueueLoad {
  /** What waits to be sent by itself, by account. */
  waiting(): ReadonlyMap<AccountId, { readonly small: Work; readonly big: Work }>;
  /** How many clips of each account wait for their user's word; none is 0. */
  ready(): ReadonlyMap<AccountId, number>;
  /** The wall time before which the last of the account's that waits for a time is not tried again; null = none does. */
  lastDue(accountId: AccountId): WallMs | null;
}

const nothing: Work = { clips: 0, bytes: 0 };

export function queueLoad(sql: Sql): QueueLoad {
  const read = sql.prepare('SELECT account_id, big, n, bytes FROM waiting_load WHERE n > 0');
  // Both kinds apart, as the index has them: the last of each is found without looking at the others.
  const due = sql.prepare(
    `SELECT MAX(due_at) AS at FROM jobs WHERE kind = 'waiting' AND removed = 0 AND due_at IS NOT NULL
     AND account_id = ? AND (size >= ${bigBytes}) = ?`,
  );
  const ready = sql.prepare('SELECT account_id, n FROM ready_clips WHERE n > 0');
  return {
    ready: () => new Map(ready.all().map((row) => [String(row.account_id), Number(row.n)])),
    lastDue: (accountId) => {
      const found = [0, 1].flatMap((big) => due.get(accountId, big)?.at ?? []).map(Number);
      return found.length === 0 ? null : Math.max(...found);
    },
    waiting: () => {
      const found = new Map<AccountId, { small: Work; big: Work }>();
      for (const row of read.all()) {
        const accountId = String(row.account_id);
        const one = found.get(accountId) ?? { small: nothing, big: nothing };
        const work = { clips: Number(row.n), bytes: Number(row.bytes) };
        found.set(accountId, row.big === 1 ? { ...one, big: work } : { ...one, small: work });
      }
      return found;
    },
  };
}
