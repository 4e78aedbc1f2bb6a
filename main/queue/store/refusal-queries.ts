// Clips that cannot pass by what is known about their site, found by size and by extension, also among 100,000 that wait.
import type { AccountId, JobId } from '../../model.ts';
import type { Sql, SqlRow } from '../../ports.ts';

/** What is known to be refused; the same for every account of a site. */
export interface Refusals {
  readonly tooLargeFrom: number | null;
  /** Lower case, no dot. */
  readonly refusedExtensions: readonly string[];
}

/** How many clips, and the names of the first few. */
export interface ClipsOfKind {
  readonly count: number;
  readonly names: readonly string[];
}

export interface Passing {
  /** Waiting clips of an account that cannot pass. */
  cannotPass(accountId: AccountId, refusals: Refusals): readonly JobId[];
  /** Waiting clips of the accounts with one of the extensions. */
  ofKinds(accountIds: readonly AccountId[], extensions: readonly string[]): ClipsOfKind;
  /** Clips that need the user for a reason, and the last detail of one. */
  needing(accountIds: readonly AccountId[], reason: string): ClipsOfKind & { readonly detail: string | null };
  /** Clips of the accounts that are parked as too large, smallest first, at most `limit`. */
  parkedForSize(accountIds: readonly AccountId[], limit: number): readonly JobId[];
  /** The largest waiting clip of an account. */
  largestWaiting(accountId: AccountId): { readonly name: string; readonly bytes: number } | null;
  /** Bytes of the largest clip of the accounts that is on their site. */
  largestArrived(accountIds: readonly AccountId[]): number | null;
  /** Whether a try of the clip that is over was answered with this HTTP status. */
  wasAnswered(jobId: JobId, status: number): boolean;
}

const mostNames = 3;
/** Extensions are plain short words (transfer/file-name.ts); anything else would be a pattern of its own. */
const plain = /^[a-z0-9]{1,16}$/;

/** Takes over an already migrated database. */
export function queuePassing(sql: Sql): Passing {
  const waiting = "FROM jobs INDEXED BY jobs_waiting_by_size WHERE kind = 'waiting' AND removed = 0 AND account_id = ?";
  const isOfKinds = (extensions: readonly string[]): string[] =>
    extensions.filter((one) => plain.test(one)).map((one) => `name LIKE '_%.${one}'`);
  const names = (rows: readonly SqlRow[]): string[] => rows.slice(0, mostNames).map((row) => String(row.name));
  const all = (accountIds: readonly AccountId[], text: string, ...values: (string | number)[]): SqlRow[] => {
    const statement = sql.prepare(text);
    return accountIds.flatMap((id) => statement.all(id, ...values));
  };
  return {
    cannotPass: (accountId, { tooLargeFrom, refusedExtensions }) => {
      const refused = [...(tooLargeFrom === null ? [] : ['size >= ?']), ...isOfKinds(refusedExtensions)];
      // An index that is named cannot be used for a condition that nothing meets ("no query solution").
      if (refused.length === 0) return [];
      const text = `SELECT id ${waiting} AND (${refused.join(' OR ')})`;
      const values = tooLargeFrom === null ? [] : [Math.floor(tooLargeFrom)];
      return all([accountId], text, ...values).map(({ id }) => String(id));
    },
    ofKinds: (accountIds, extensions) => {
      const kinds = isOfKinds(extensions);
      if (kinds.length === 0) return { count: 0, names: [] };
      const rows = all(accountIds, `SELECT name ${waiting} AND (${kinds.join(' OR ')})`);
      return { count: rows.length, names: names(rows) };
    },
    needing: (accountIds, reason) => {
      const rows = all(
        accountIds,
        // One that cannot be read would end the whole question.
        `SELECT name, json_extract(state, '$.detail') AS detail FROM jobs
         WHERE kind = 'needs-you' AND account_id = ? AND removed = 0
         AND CASE WHEN json_valid(state) THEN json_extract(state, '$.reason') END = ?`,
        reason,
      );
      const detail = rows.at(-1)?.detail;
      return { count: rows.length, names: names(rows), detail: detail == null ? null : String(detail) };
    },
    parkedForSize: (accountIds, limit) =>
      all(
        accountIds,
        `SELECT id, size FROM jobs INDEXED BY jobs_by_kind WHERE kind = 'needs-you' AND account_id = ? AND removed = 0
         AND CASE WHEN json_valid(state) THEN json_extract(state, '$.reason') END = 'too-large'`,
      )
        .toSorted((a, b) => Number(a.size) - Number(b.size))
        .slice(0, limit)
        .map(({ id }) => String(id)),
    largestWaiting: (accountId) => {
      const [row] = all([accountId], `SELECT name, size ${waiting} ORDER BY size DESC LIMIT 1`);
      return row ? { name: String(row.name), bytes: Number(row.size) } : null;
    },
    largestArrived: (accountIds) => {
      const rows = all(
        accountIds,
        `SELECT size FROM jobs INDEXED BY jobs_by_size WHERE account_id = ? AND kind = 'done' AND video_id IS NOT NULL
         ORDER BY size DESC LIMIT 1`,
      );
      return rows.length === 0 ? null : Math.max(...rows.map((row) => Number(row.size)));
    },
    wasAnswered: (jobId, status) =>
      sql.prepare('SELECT 1 FROM attempts WHERE job_id = ? AND status = ? LIMIT 1').get(jobId, status) !== undefined,
  };
}
