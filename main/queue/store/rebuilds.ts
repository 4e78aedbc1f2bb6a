// What became of a damaged list, on disk: how often it was rebuilt, what the user was told, and what the sites held afterwards.
import { z } from 'zod';
import type { AccountId, Job, StoredFile, WallMs } from '../../model.ts';
import type { Sql, SqlRow } from '../../ports.ts';
import { kindsThat } from '../../states.ts';
import { damageTold, type Untold, untoldDamage } from '../../untrusted/damaged.ts';
import { readRow, readValue } from '../../untrusted/rows.ts';
import { count, whole } from '../../untrusted/stored.ts';
import { assumedAttempt } from '../job/presumed-attempt.ts';
import { nameKeys } from '../match/match.ts';
import type { QueueStore } from './job-store.ts';
import { isOneOf } from './kinds.ts';
import { createStatements } from './sql.ts';

export interface Rebuild {
  readonly id: number;
  readonly at: WallMs;
  readonly why: 'damaged' | 'missing' | 'behind';
  /** Name of the folder beside the database where the damaged files lie; null = there were none. */
  readonly folder: string | null;
  readonly sites: number;
  readonly clips: number;
  /** Clips that were on the list and could not be read any more. */
  readonly lostClips: number;
  /** When the copy was made that filled the gaps; null = there was none. */
  readonly copyFrom: WallMs | null;
}

export interface Rebuilds {
  /** When the list was last found incomplete; null = it never was: nothing was sent that it does not know of. */
  since(): WallMs | null;
  /** What the user was not told yet; null = nothing. */
  untold(): Rebuild | null;
  /** What could not be read and the user was not told yet. */
  unreadable(): Untold;
  /** Inside a write. */
  told(): void;
  /** After a rebuilding, once: every clip that may have been sent meanwhile is looked up before it is sent. */
  mark(now: WallMs): void;
  /** Inside a write: the list is whole, but another computer may have sent what is on it, until this very moment (F-48). */
  doubt(now: WallMs): void;
  /** When the files of an account on its site were last listed; null = not since the last rebuilding. */
  listedAt(accountId: AccountId): WallMs | null;
  /** Inside a write. Replaces what is known of the account. */
  list(accountId: AccountId, files: readonly StoredFile[], at: WallMs): void;
  /** Files on the site that can be a clip of this size and name. */
  filesLike(accountId: AccountId, bytes: number, fileName: string): readonly StoredFile[];
}

const reportSchema = z.object({
  rows: z.record(z.string(), count).default({}),
  lostJobs: z.number().default(0),
  snapshotAt: z.number().nullable().default(null),
});

/** `kept` = what is there now, should it not be known any more what was kept then. */
function toRebuild(row: SqlRow, kept: () => { readonly sites: number; readonly jobs: number }): Rebuild {
  const report = readRow(reportSchema, row.report);
  const { rows, lostJobs, snapshotAt } = report.ok ? report.value : { rows: kept(), lostJobs: 0, snapshotAt: null };
  return {
    id: Number(row.id),
    at: Number(row.at),
    why: row.why === 'behind' || row.why === 'missing' ? row.why : 'damaged',
    folder: row.folder === null ? null : String(row.folder),
    sites: rows.sites ?? 0,
    clips: rows.jobs ?? 0,
    lostClips: lostJobs,
    copyFrom: snapshotAt,
  };
}

const toFile = (row: SqlRow): StoredFile => ({
  mediaId: Number(row.media_id),
  videoId: Number(row.video_id),
  title: String(row.title),
  sourceUrl: String(row.source_url),
  bytes: row.bytes === null ? null : Number(row.bytes),
  createdAt: row.created_at === null ? null : Number(row.created_at),
});

/** For all that is known. */
const mayBeUnsent = isOneOf(kindsThat(({ resume }) => resume === 'send' || resume === 'kept'));

/** Takes over an already migrated database. `fileNameOf` = the name under which a clip is sent. */
export function rebuildStore(sql: Sql, store: QueueStore, fileNameOf: (job: Job) => string): Rebuilds {
  const query = createStatements(sql);
  /** Files whose size the site does not tell, by what their names come down to. */
  const sizeless = new Map<AccountId, ReadonlyMap<string, readonly StoredFile[]>>();
  let since: WallMs | null | undefined;

  const byName = (accountId: AccountId): ReadonlyMap<string, readonly StoredFile[]> => {
    const known = sizeless.get(accountId);
    if (known) return known;
    const made = new Map<string, StoredFile[]>();
    for (const row of query('SELECT * FROM strays WHERE account_id = ? AND bytes IS NULL').all(accountId)) {
      const file = toFile(row);
      for (const key of nameKeys(file)) made.set(key, [...(made.get(key) ?? []), file]);
    }
    sizeless.set(accountId, made);
    return made;
  };
  const sinceNow = (): WallMs | null => {
    if (since === undefined) {
      const row = query('SELECT MAX(at) AS at FROM rebuilds').get();
      since = row?.at == null ? null : Number(row.at);
    }
    return since;
  };

  const mark: Rebuilds['mark'] = (now) => {
    const at = sinceNow();
    if (at === null || query('SELECT 1 FROM rebuilds WHERE marked = 0 LIMIT 1').get() === undefined) return;
    sql.transaction(() => {
      const ids = query(`SELECT id FROM jobs WHERE ${mayBeUnsent}`).all();
      for (const { id } of ids) {
        const job = store.job(String(id));
        if (!job) continue;
        const attempt = assumedAttempt(job, fileNameOf(job), at);
        const known = store.attempt(attempt.id) !== null;
        // A clip that is paused goes on from there: it is looked up once somebody wants it sent (runner/send.ts).
        if (known) store.saveAttempt(attempt);
        else store.insertAttempt(attempt);
        store.change(job.id, { kind: 'presumed', attemptId: attempt.id, since: at, now });
      }
      // What the site held before the list was lost again says too little.
      sql.exec(`DELETE FROM listed; DELETE FROM strays; DELETE FROM site_files; DELETE FROM site_lists;
        UPDATE rebuilds SET marked = 1`);
    });
  };

  return {
    since: sinceNow,
    untold: () => {
      const row = query('SELECT * FROM rebuilds WHERE told = 0 ORDER BY id DESC LIMIT 1').get();
      const all = (table: 'sites' | 'jobs'): number =>
        Number(query(`SELECT COUNT(*) AS n FROM ${table}`).get()?.n ?? 0);
      return row ? toRebuild(row, () => ({ sites: all('sites'), jobs: all('jobs') })) : null;
    },
    unreadable: () => untoldDamage(sql),
    told: () => {
      query('UPDATE rebuilds SET told = 1').run();
      damageTold(sql);
    },
    mark,
    doubt: (now) => {
      // The window shows it for what it is as long as the user is asked (features/profile/owner.ts): there is nothing left to tell.
      query(
        "INSERT INTO rebuilds (at, why, folder, report, marked, told) VALUES (?, 'elsewhere', NULL, '{}', 0, 1)",
      ).run(Math.floor(now));
      since = undefined;
      mark(now);
    },
    listedAt: (accountId) => {
      const at = readValue(whole, query('SELECT at FROM listed WHERE account_id = ?').get(accountId)?.at);
      return at.ok ? at.value : null;
    },
    list: (accountId, files, at) => {
      sizeless.delete(accountId);
      query('DELETE FROM strays WHERE account_id = ?').run(accountId);
      const insert = query('INSERT OR IGNORE INTO strays VALUES (?, ?, ?, ?, ?, ?, ?)');
      for (const { videoId, mediaId, bytes, title, sourceUrl, createdAt } of files) {
        if (videoId === null) continue;
        insert.run(accountId, videoId, mediaId, bytes, title, sourceUrl, createdAt);
      }
      query('INSERT INTO listed VALUES (?, ?) ON CONFLICT (account_id) DO UPDATE SET at = excluded.at').run(
        accountId,
        Math.floor(at),
      );
    },
    filesLike: (accountId, bytes, fileName) => {
      const sized = query('SELECT * FROM strays WHERE account_id = ? AND bytes = ?').all(accountId, bytes).map(toFile);
      const named = new Set(nameKeys({ title: fileName.replace(/\.[^.]*$/, ''), sourceUrl: '' }));
      const unsized = [...named].flatMap((key) => byName(accountId).get(key) ?? []);
      return [...sized, ...new Set(unsized)];
    },
  };
}
