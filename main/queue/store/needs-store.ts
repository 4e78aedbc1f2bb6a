// Clips that need their user, counted by account and by what is wrong: many of them often have one and the same cause.
import type { AccountId, JobId, NeedsYouAction, NeedsYouReason } from '../../model.ts';
import type { Sql } from '../../ports.ts';
import { storedState } from '../../states.ts';
import { readRow } from '../../untrusted/rows.ts';

/** What is wrong, in one word and its detail. */
export interface Cause {
  readonly reason: string;
  readonly detail: string | null;
}

export interface Needing extends Cause {
  readonly accountId: AccountId;
  readonly reason: NeedsYouReason;
  readonly action: NeedsYouAction;
  readonly clips: number;
}

export interface NeedsStore {
  /** By account and cause, the causes of the most clips first, those of two and more; what cannot be read is passed over. */
  counted(most: number): readonly Needing[];
  /** The clips of the accounts that need their user for this very cause, in the order of the queue. */
  idsOf(accountIds: readonly AccountId[], cause: Cause): readonly JobId[];
}

// One that cannot be read would end the whole question.
const part = (name: string): string => `CASE WHEN json_valid(state) THEN json_extract(state, '$.${name}') END`;
/** What tells causes apart: a site has one limit of size, and one refusal of a kind, whether its words are known for a clip or not. */
const firstLine = `substr(${part('detail')}, 1, instr(${part('detail')} || char(10), char(10)) - 1)`;
const told = `CASE ${part('reason')} WHEN 'too-large' THEN NULL WHEN 'extension-refused' THEN ${firstLine} ELSE ${part('detail')} END`;

/** The same of a cause that was read. */
export function toldApart({ reason, detail }: Cause): string | null {
  if (reason === 'too-large') return null;
  return reason === 'extension-refused' ? (detail?.split('\n')[0] ?? null) : detail;
}

const needing = "kind = 'needs-you' AND removed = 0";

/** Takes over an already migrated database. */
export function needsStore(sql: Sql): NeedsStore {
  const counted = sql.prepare(
    `SELECT account_id, MIN(state) AS state, COUNT(*) AS n FROM jobs WHERE ${needing}
     GROUP BY account_id, ${part('reason')}, ${part('action')}, ${told} HAVING n > 1 ORDER BY n DESC LIMIT ?`,
  );
  const ids = sql.prepare(
    `SELECT id, position FROM jobs WHERE ${needing} AND account_id = ? AND ${part('reason')} = ? AND ${told} IS ?`,
  );
  return {
    counted: (most) =>
      counted.all(most).flatMap((row) => {
        const read = readRow(storedState, row.state);
        if (!read.ok || read.value.kind !== 'needs-you') return [];
        const { reason, action, detail } = read.value;
        return [{ accountId: String(row.account_id), reason, action, detail, clips: Number(row.n) }];
      }),
    idsOf: (accountIds, { reason, detail }) =>
      accountIds
        .flatMap((accountId) => ids.all(accountId, reason, toldApart({ reason, detail })))
        .toSorted((a, b) => Number(a.position) - Number(b.position))
        .map(({ id }) => String(id)),
  };
}
