// Files of watched folders that their user wants to be left where they are, for as long as they stay what they were.
import type { ClipIdentity, FolderId, WallMs } from '../model.ts';
import type { Sql } from '../ports.ts';

export interface IgnoredFiles {
  ignore(id: FolderId, path: string, identity: ClipIdentity, at: WallMs): void;
  /** Nothing of it is ignored any more. */
  heed(id: FolderId, path: string): void;
  /** Whether it is ignored as it is now: what changed since, or took its place, is not. */
  isIgnored(id: FolderId, path: string, identity: ClipIdentity): boolean;
  /** The last ones, at most `most`, newest first, and how many more there are. */
  last(id: FolderId, most: number): { readonly paths: readonly string[]; readonly more: number };
  /** These are there, and no others. */
  keep(id: FolderId, there: ReadonlySet<string>): void;
}

/** Takes over an already migrated database. */
export function ignoredFileStore(sql: Sql): IgnoredFiles {
  const ignore = sql.prepare('INSERT OR REPLACE INTO folder_ignored VALUES (?, ?, ?, ?, ?)');
  const heed = sql.prepare('DELETE FROM folder_ignored WHERE folder_id = ? AND path = ?');
  const one = sql.prepare('SELECT size, mtime_ns FROM folder_ignored WHERE folder_id = ? AND path = ?');
  const count = sql.prepare('SELECT COUNT(*) AS n FROM folder_ignored WHERE folder_id = ?');
  const last = sql.prepare(
    'SELECT path FROM folder_ignored WHERE folder_id = ? ORDER BY ignored_at DESC, path LIMIT CAST(? AS INTEGER)',
  );
  const all = sql.prepare('SELECT path FROM folder_ignored WHERE folder_id = ?');
  sql.exec('DELETE FROM folder_ignored WHERE folder_id NOT IN (SELECT id FROM folders)');
  return {
    ignore: (id, path, { size, mtimeNs }, at) => void ignore.run(id, path, size, mtimeNs, Math.floor(at)),
    heed: (id, path) => void heed.run(id, path),
    isIgnored: (id, path, { size, mtimeNs }) => {
      const row = one.get(id, path);
      if (row === undefined) return false;
      if (row.size === size && row.mtime_ns === mtimeNs) return true;
      heed.run(id, path);
      return false;
    },
    last: (id, most) => {
      const paths = last.all(id, most).map((row) => String(row.path));
      return { paths, more: Number(count.get(id)?.n ?? 0) - paths.length };
    },
    keep: (id, there) => {
      for (const { path } of all.all(id)) if (!there.has(String(path))) heed.run(id, String(path));
    },
  };
}
