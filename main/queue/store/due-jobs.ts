// What is due: jobs that go on by themselves, now or at a time, each question one step in an index.
import type { AccountId, Job, WallMs } from '../../model.ts';
import { kindsThat, type RequestKind } from '../../states.ts';
import type { JobRows } from './job-rows.ts';
import { isOneOf } from './kinds.ts';
import { atMost } from './sql.ts';

/** A place among the jobs that wait for a time. */
export interface DuePlace {
  readonly dueAt: WallMs;
  readonly rowid: number;
}

export interface DueJobs {
  /** Waiting jobs of an account that are due, big or small ones, in order of the queue. */
  startable(accountId: AccountId, now: number, big: boolean, bigBytes: number, limit: number): readonly Job[];
  /** Big waiting jobs of an account that become due within `withinMs` after `now`, in order of the queue. */
  soon(accountId: AccountId, now: number, withinMs: number, bigBytes: number): readonly Job[];
  /** Jobs in one of the states, due at `now` or earlier. */
  due(accountId: AccountId, kind: RequestKind, now: number, limit: number): readonly Job[];
  /** The earliest time at which something becomes due after `now`; null = nothing does by itself. */
  nextDue(now: number): number | null;
  /** Whether a job of the account goes on by itself as soon as it may; `sending`: also one that has not been sent. */
  goesOn(accountId: AccountId, sending: boolean): boolean;
  /** Whether a job of the account is in this state: its site would be asked something. */
  asks(accountId: AccountId, kind: RequestKind): boolean;
  /** The next jobs that wait for a time behind a place, earliest first; `last` is null when there are no more. */
  timed(after: DuePlace, limit: number): { readonly jobs: readonly Job[]; readonly last: DuePlace | null };
  /** Jobs that may be on the site and are looked for. */
  unclear(): readonly Job[];
  /** Jobs that were running when the app ended. */
  interrupted(): readonly Job[];
}

/** How many of those that wait for a time are looked at in the order of the queue before they are looked for by their time. */
const headJobs = 500;

/** As the index jobs_to_call_later has them, in its order. */
const indexed: readonly RequestKind[] = ['unclear', 'describing'];
const asks = isOneOf(kindsThat(({ ahead }) => ahead === 'requests'));
const goesOn = isOneOf(kindsThat(({ ahead }) => ahead !== null));
const runs = isOneOf(kindsThat((record) => record.runs));

export function createDueJobs({ query, read, sound, idle }: JobRows): DueJobs {
  return {
    soon: (accountId, now, withinMs, bigBytes) =>
      sound('waiting', () =>
        query(
          `SELECT * FROM jobs WHERE kind = 'waiting' AND account_id = ? AND removed = 0 AND (size >= ${bigBytes}) = 1
           AND due_at > ? AND due_at <= ? ORDER BY due_at LIMIT ${headJobs}`,
        ).all(accountId, now, now + withinMs),
      ).toSorted((a, b) => a.position - b.position),
    startable: (accountId, now, big, bigBytes, limit) =>
      idle.ask(`${accountId} startable ${big} ${bigBytes}`, 'waiting', now, () =>
        sound('waiting', () => {
          const wanted = `kind = 'waiting' AND account_id = ? AND removed = 0 AND (size >= ${bigBytes}) = ${Number(big)}`;
          const ready = query(`SELECT * FROM jobs WHERE ${wanted} AND due_at IS NULL ORDER BY position ${atMost}`);
          // Of very many that wait for a time either the first ones are due, or few are: what is sorted is never long.
          const first = query(
            `SELECT * FROM jobs WHERE rowid IN (SELECT rowid FROM (SELECT rowid, due_at FROM jobs WHERE ${wanted}
           AND due_at IS NOT NULL ORDER BY position LIMIT ${headJobs}) WHERE due_at <= ?) ORDER BY position ${atMost}`,
          );
          const due = query(`SELECT * FROM jobs WHERE ${wanted} AND due_at <= ? ORDER BY position ${atMost}`);
          const again = first.all(accountId, now, limit);
          const rest = again.length < limit ? due.all(accountId, now, limit) : again;
          return [...ready.all(accountId, limit), ...rest]
            .sort((a, b) => Number(a.position) - Number(b.position))
            .slice(0, limit);
        }),
      ),
    due: (accountId, kind, now, limit) =>
      idle.ask(`${accountId} due ${kind}`, kind, now, () =>
        sound(kind, () => {
          const wanted = `kind = '${kind}' AND account_id = ?`;
          const calls = indexed.includes(kind) ? `${isOneOf(indexed)} AND ` : '';
          // Looks always have a time.
          const first =
            kind === 'unclear'
              ? []
              : query(`SELECT * FROM jobs WHERE ${wanted} AND due_at IS NULL ORDER BY position ${atMost}`).all(
                  accountId,
                  limit,
                );
          const due = query(`SELECT * FROM jobs WHERE ${calls}${wanted} AND due_at <= ? ORDER BY due_at ${atMost}`);
          return [...first, ...due.all(accountId, now, limit - first.length)];
        }),
      ),
    nextDue: idle.nextDue,
    goesOn: (accountId, sending) =>
      query(`SELECT 1 FROM jobs WHERE ${sending ? goesOn : asks} AND account_id = ? AND removed = 0 LIMIT 1`).get(
        accountId,
      ) !== undefined,
    asks: (accountId, kind) =>
      query('SELECT 1 FROM jobs WHERE kind = ? AND account_id = ? AND removed = 0 LIMIT 1').get(kind, accountId) !==
      undefined,
    timed: (after, limit) => {
      const rows = query(
        `SELECT *, rowid FROM jobs WHERE due_at >= ? AND (due_at, rowid) > (?, ?) ORDER BY due_at, rowid ${atMost}`,
      ).all(after.dueAt, after.dueAt, after.rowid, limit);
      const last = rows.length === limit ? rows.at(-1) : undefined;
      return {
        jobs: rows.map(read),
        last: last ? { dueAt: Number(last.due_at), rowid: Number(last.rowid) } : null,
      };
    },
    unclear: () => query(`SELECT * FROM jobs WHERE kind = 'unclear'`).all().map(read),
    interrupted: () => query(`SELECT * FROM jobs WHERE ${runs}`).all().map(read),
  };
}
