// Clips that are on their sites, with when they came there, read a few at a time: also those that were taken off the list since.
import type { AccountId, WallMs } from '../../model.ts';
import type { Sql } from '../../ports.ts';

export interface ArrivedClip {
  readonly accountId: AccountId;
  readonly bytes: number;
  readonly at: WallMs;
  readonly tries: number;
}

export interface ArrivedClips {
  /** The next ones after a place in no order that means anything; `last` null = there are no more. */
  after(place: number, most: number): { readonly arrivals: readonly ArrivedClip[]; readonly last: number | null };
}

export function arrivedClips(sql: Sql): ArrivedClips {
  // A state that cannot be read says no time, and is passed over.
  const read = sql.prepare(`
    SELECT rowid AS row, account_id, size,
      COALESCE(arrived_at, CASE WHEN json_valid(state) THEN json_extract(state, '$.finishedAt') END) AS at,
      (SELECT COUNT(*) FROM attempts WHERE job_id = jobs.id) AS tries
    FROM jobs WHERE video_id IS NOT NULL AND kind IN ('done', 'describing') AND rowid > ? ORDER BY rowid LIMIT ?`);
  return {
    after: (place, most) => {
      const rows = read.all(place, most);
      const last = rows.length === most ? rows.at(-1) : undefined;
      const arrivals = rows.flatMap((row): ArrivedClip[] => {
        const at = Number(row.at ?? Number.NaN);
        if (!Number.isFinite(at)) return [];
        return [{ accountId: String(row.account_id), bytes: Number(row.size), at, tries: Number(row.tries) }];
      });
      return { arrivals, last: last ? Number(last.row) : null };
    },
  };
}
