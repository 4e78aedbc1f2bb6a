// Pairs of videos that may be one clip, what the user said about them, and when an account was last compared, on disk.
import { z } from 'zod';
import type { AccountId, JobId, WallMs } from '../../model.ts';
import type { Sql } from '../../ports.ts';
import { readRow, readValue } from '../../untrusted/rows.ts';
import { whole } from '../../untrusted/stored.ts';
import type { Window } from './duplicates.ts';
import { type Sent, windowOf } from './duplicates.ts';

const videoSchema = z.object({
  videoId: z.number(),
  title: z.string(),
  status: z.string(),
  createdAt: z.number().nullable(),
});
const factsSchema = z.object({
  name: z.string(),
  bytes: z.number(),
  proof: z.enum(['bytes', 'name-and-size']),
  videos: z.tuple([videoSchema, videoSchema]),
  sentOnce: z.literal(true).optional(),
});

export interface Pair extends z.infer<typeof factsSchema> {
  readonly jobId: JobId;
}

export interface DuplicateStore {
  /** Pairs that nothing was decided about, newest video first. */
  pairs(accountId: AccountId): readonly Pair[];
  count(accountId: AccountId): number;
  /** What was found takes the place of what was open; decided pairs stay decided. */
  replace(accountId: AccountId, pairs: readonly Pair[], at: WallMs): void;
  /** The user said that these two are fine. */
  dismiss(accountId: AccountId, videoIds: readonly [number, number]): void;
  /** One of its videos is gone. */
  forget(accountId: AccountId, videoId: number): void;
  lastRun(accountId: AccountId): WallMs | null;
  /** When the first and the last attempt of an account began; null = there is none. */
  attemptsBegan(accountId: AccountId): { readonly first: WallMs; readonly last: WallMs } | null;
  /** A part of what was sent since, beginning behind `after`; `next` null = that was all. Clips may come in several parts. */
  sent(
    accountId: AccountId,
    since: WallMs,
    after: number,
  ): { readonly sent: readonly Sent[]; readonly next: number | null };
}

const partSize = 2_000;

/** Takes over an already migrated database. */
export function duplicateStore(sql: Sql): DuplicateStore {
  const ofAccount = 'FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE account_id = ?';
  const statements = {
    pairs: sql.prepare('SELECT job_id, facts FROM twins WHERE account_id = ? AND fine = 0 ORDER BY other_id DESC'),
    clear: sql.prepare('DELETE FROM twins WHERE account_id = ? AND fine = 0'),
    put: sql.prepare(
      'INSERT INTO twins (account_id, video_id, other_id, job_id, facts) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    fine: sql.prepare('UPDATE twins SET fine = 1 WHERE account_id = ? AND video_id = ? AND other_id = ?'),
    forget: sql.prepare('DELETE FROM twins WHERE account_id = ?1 AND (video_id = ?2 OR other_id = ?2)'),
    ran: sql.prepare('INSERT INTO audits VALUES (?, ?) ON CONFLICT (account_id) DO UPDATE SET at = excluded.at'),
    lastRun: sql.prepare('SELECT at FROM audits WHERE account_id = ?'),
    first: sql.prepare(`SELECT started_at ${ofAccount} ORDER BY attempts.rowid LIMIT 1`),
    last: sql.prepare(`SELECT started_at ${ofAccount} ORDER BY attempts.rowid DESC LIMIT 1`),
    sent: sql.prepare(
      `SELECT attempts.rowid AS place, jobs.id AS job, video_id, size, file_name, started_at, ended_at, site_skew_ms
       ${ofAccount} AND attempts.rowid > ? ORDER BY attempts.rowid LIMIT ${partSize}`,
    ),
  };
  const pairs: DuplicateStore['pairs'] = (accountId) =>
    statements.pairs.all(accountId).flatMap((row) => {
      const facts = readRow(factsSchema, row.facts);
      // A damaged note is found anew by the next comparison.
      return facts.ok ? [{ jobId: String(row.job_id), ...facts.value }] : [];
    });
  return {
    pairs,
    count: (accountId) => pairs(accountId).length,
    replace: (accountId, found, at) =>
      sql.transaction(() => {
        statements.clear.run(accountId);
        for (const { jobId, ...facts } of found) {
          const [own, other] = facts.videos;
          statements.put.run(accountId, own.videoId, other.videoId, jobId, JSON.stringify(facts));
        }
        statements.ran.run(accountId, Math.floor(at));
      }),
    dismiss: (accountId, [own, other]) => void statements.fine.run(accountId, own, other),
    forget: (accountId, videoId) => void statements.forget.run(accountId, videoId),
    lastRun: (accountId) => {
      const at = readValue(whole, statements.lastRun.get(accountId)?.at);
      return at.ok ? at.value : null;
    },
    attemptsBegan: (accountId) => {
      const first = statements.first.get(accountId);
      const last = statements.last.get(accountId);
      return first && last ? { first: Number(first.started_at), last: Number(last.started_at) } : null;
    },
    sent: (accountId, since, after) => {
      const rows = statements.sent.all(accountId, after);
      const found = rows.flatMap((row): Sent[] => {
        const startedAt = Number(row.started_at);
        if (row.video_id === null || startedAt < since) return [];
        const number = (value: typeof row.ended_at): number | null => (value == null ? null : Number(value));
        const window: Window = windowOf({
          startedAt,
          endedAt: number(row.ended_at),
          siteSkewMs: number(row.site_skew_ms),
        });
        return [
          {
            jobId: String(row.job),
            videoId: Number(row.video_id),
            bytes: Number(row.size),
            fileNames: [String(row.file_name)],
            windows: [window],
          },
        ];
      });
      return { sent: found, next: rows.length < partSize ? null : Number(rows.at(-1)?.place) };
    },
  };
}
