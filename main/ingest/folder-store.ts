// Watched folders on disk: their rules, and what lay in them before and was to be left there.
import type { ClipIdentity, Folder, FolderId, FolderRules } from '../model.ts';
import type { Sql, SqlRow } from '../ports.ts';
import { noteDamaged } from '../untrusted/damaged.ts';
import { readRow, readValue } from '../untrusted/rows.ts';
import { whole } from '../untrusted/stored.ts';
import { type BroughtFolders, broughtFolderStore } from './brought-folders.ts';
import { type IgnoredFiles, ignoredFileStore } from './ignored-files.ts';
import { storedRules } from './stored-rules.ts';

export interface FolderStore {
  /** In the order in which they were added. */
  folders(): readonly Folder[];
  /** Rules that cannot be read stay as they are on disk until the folder has others. */
  save(folder: Folder): void;
  remove(id: FolderId): void;
  /** Remembers files as left; in one commit. */
  leave(id: FolderId, files: readonly { readonly path: string; readonly identity: ClipIdentity }[]): void;
  /** What the folder has brought so far is left from now on, whichever account it belonged to. */
  leaveTaken(id: FolderId): void;
  isLeft(id: FolderId, identity: ClipIdentity, path: string): boolean;
  readonly brought: BroughtFolders;
  readonly ignored: IgnoredFiles;
}

/** Takes over an already migrated database. */
export function folderStore(sql: Sql): FolderStore {
  const all = sql.prepare('SELECT * FROM folders ORDER BY added_at, rowid');
  const save = sql.prepare(
    `INSERT INTO folders VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id,
     rules = excluded.rules, paused = excluded.paused, device = excluded.device`,
  );
  const keepRules = sql.prepare('UPDATE folders SET account_id = ?, paused = ?, device = ? WHERE id = ?');
  const remove = sql.prepare('DELETE FROM folders WHERE id = ?');
  const forget = sql.prepare('DELETE FROM folder_left WHERE folder_id = ?');
  const heedAll = sql.prepare('DELETE FROM folder_ignored WHERE folder_id = ?');
  const leave = sql.prepare('INSERT INTO folder_left VALUES (?, ?, ?, ?, ?, ?)');
  const columns = 'device, inode, size, mtime_ns, path';
  const leaveTaken = sql.prepare(
    `INSERT INTO folder_left SELECT ?, ${columns} FROM jobs WHERE folder_id = ?
     UNION SELECT ?, ${columns} FROM copies WHERE job_id IN (SELECT id FROM jobs WHERE folder_id = ?)`,
  );
  const left = sql.prepare(
    `SELECT 1 FROM folder_left WHERE folder_id = ? AND device = ? AND inode = ? AND size = ? AND mtime_ns = ? LIMIT 1`,
  );
  const leftThere = sql.prepare(
    'SELECT 1 FROM folder_left WHERE folder_id = ? AND path = ? AND size = ? AND mtime_ns = ? LIMIT 1',
  );
  // Written before its folder, so that a crash in between leaves nothing that is watched.
  sql.exec('DELETE FROM folder_left WHERE folder_id NOT IN (SELECT id FROM folders)');

  const rulesOf = (id: FolderId, text: SqlRow[string] | undefined): FolderRules | null => {
    const read = readRow(storedRules, text);
    if (read.ok) return read.value;
    noteDamaged(sql, { kind: 'folder-rules', name: id, problem: read.problem, text: String(text) });
    return null;
  };
  const toFolder = (row: SqlRow): Folder => {
    const id = String(row.id);
    const addedAt = readValue(whole, row.added_at);
    return {
      id,
      path: String(row.path),
      accountId: String(row.account_id),
      rules: rulesOf(id, row.rules),
      // What is not 0 was paused.
      paused: row.paused !== 0,
      device: row.device === null ? null : String(row.device),
      addedAt: addedAt.ok ? addedAt.value : 0,
    };
  };

  return {
    brought: broughtFolderStore(sql),
    ignored: ignoredFileStore(sql),
    folders: () => all.all().map(toFolder),
    save: ({ id, path, accountId, rules, paused, device, addedAt }) => {
      if (rules === null) keepRules.run(accountId, Number(paused), device, id);
      else save.run(id, path, accountId, JSON.stringify(rules), Number(paused), device, Math.floor(addedAt));
    },
    remove: (id) =>
      sql.transaction(() => {
        remove.run(id);
        forget.run(id);
        heedAll.run(id);
      }),
    leave: (id, files) =>
      sql.transaction(() => {
        for (const { path, identity } of files) {
          leave.run(id, identity.device, identity.inode, identity.size, identity.mtimeNs, path);
        }
      }),
    leaveTaken: (id) => void leaveTaken.run(id, id, id, id),
    isLeft: (id, { device, inode, size, mtimeNs }, path) =>
      (left.get(id, device, inode, size, mtimeNs) ?? leftThere.get(id, path, size, mtimeNs)) !== undefined,
  };
}
