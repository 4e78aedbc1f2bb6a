// The files that accounts have on their sites, on disk: read once from end to end, then brought up to date; whoever sent them.
import type { AccountId, StoredFile } from '../../model.ts';
import type { Sql, SqlRow } from '../../ports.ts';
import { nameKeys } from '../match/match.ts';
import { atMost, createStatements } from './sql.ts';

export interface SiteFiles {
  /** The page at which the first reading of the account's list goes on; null = it was read to its end. */
  nextPage(accountId: AccountId): number | null;
  /** The greatest media id known of the account; 0 = none is. */
  newest(accountId: AccountId): number;
  /** Inside a write. `nextPage` = where the first reading goes on; null = it is over. */
  keep(accountId: AccountId, files: readonly StoredFile[], nextPage: number | null): void;
  /** So many of the account's files, the newest first. */
  latest(accountId: AccountId, most: number): readonly StoredFile[];
  /** Files that can be a clip of this size; where the site tells no size, of this name. Newest first. */
  like(accountId: AccountId, bytes: number, fileName: string): readonly StoredFile[];
}

const toKnown = (row: SqlRow): StoredFile => ({
  title: String(row.title),
  sourceUrl: String(row.source_url),
  mediaId: Number(row.media_id),
  videoId: row.video_id === null ? null : Number(row.video_id),
  bytes: row.bytes === null ? null : Number(row.bytes),
  createdAt: row.created_at === null ? null : Number(row.created_at),
});

/** Takes over an already migrated database. */
export function siteFileStore(sql: Sql): SiteFiles {
  const query = createStatements(sql);
  /** Of files whose size the site does not tell, by what their names come down to. */
  const sizeless = new Map<AccountId, ReadonlyMap<string, readonly StoredFile[]>>();

  const byName = (accountId: AccountId): ReadonlyMap<string, readonly StoredFile[]> => {
    const known = sizeless.get(accountId);
    if (known) return known;
    const made = new Map<string, StoredFile[]>();
    const rows = query('SELECT * FROM site_files WHERE account_id = ? AND bytes IS NULL').all(accountId);
    for (const row of rows) {
      for (const key of nameKeys({ title: String(row.title), sourceUrl: String(row.source_url) }))
        made.set(key, [...(made.get(key) ?? []), toKnown(row)]);
    }
    sizeless.set(accountId, made);
    return made;
  };

  return {
    nextPage: (accountId) => {
      const row = query('SELECT next_page FROM site_lists WHERE account_id = ?').get(accountId);
      if (row === undefined) return 1;
      return row.next_page === null ? null : Number(row.next_page);
    },
    newest: (accountId) =>
      Number(query('SELECT MAX(media_id) AS id FROM site_files WHERE account_id = ?').get(accountId)?.id ?? 0),
    keep: (accountId, files, nextPage) => {
      // Also of one whose size is told by now.
      sizeless.delete(accountId);
      const insert = query('INSERT OR REPLACE INTO site_files VALUES (?, ?, ?, ?, ?, ?, ?)');
      for (const { mediaId, videoId, bytes, title, sourceUrl, createdAt } of files) {
        insert.run(accountId, mediaId, videoId, bytes, title, sourceUrl, createdAt);
      }
      query(
        'INSERT INTO site_lists VALUES (?, ?) ON CONFLICT (account_id) DO UPDATE SET next_page = excluded.next_page',
      ).run(accountId, nextPage);
    },
    latest: (accountId, most) =>
      query(`SELECT * FROM site_files WHERE account_id = ? ORDER BY media_id DESC ${atMost}`)
        .all(accountId, most)
        .map(toKnown),
    like: (accountId, bytes, fileName) => {
      const sized = query('SELECT * FROM site_files WHERE account_id = ? AND bytes = ? ORDER BY media_id DESC').all(
        accountId,
        bytes,
      );
      const named = nameKeys({ title: fileName.replace(/\.[^.]*$/, ''), sourceUrl: '' });
      const unsized = named.flatMap((key) => byName(accountId).get(key) ?? []);
      return [...sized.map(toKnown), ...new Set(unsized)];
    },
  };
}
