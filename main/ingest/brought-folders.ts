// Watched folders that were brought over from another computer and lie nowhere here yet: their rules wait until a person says where.
import type { AccountId, Folder, FolderId, FolderRules } from '../model.ts';
import type { Sql, SqlRow } from '../ports.ts';
import { noteDamaged } from '../untrusted/damaged.ts';
import { readRow } from '../untrusted/rows.ts';
import { storedRules } from './stored-rules.ts';

export interface BroughtFolder {
  readonly id: FolderId;
  /** Where it lay on the other computer; for the eye only. */
  readonly path: string;
  readonly accountId: AccountId;
  /** Null = they cannot be read any more: it comes with the usual ones, and paused. */
  readonly rules: FolderRules | null;
  readonly paused: boolean;
}

export interface BroughtFolders {
  /** In the order in which they came. */
  all(): readonly BroughtFolder[];
  find(id: FolderId): BroughtFolder | null;
  /** Inside a write; one that waits here or is watched already stays as it is. Gives whether it was new. */
  keep(folder: BroughtFolder): boolean;
  /** False = there was none. */
  remove(id: FolderId): boolean;
  /** It lies here from now on: `save` writes it down as a watched one, in the same commit. */
  place(folder: Folder, save: (folder: Folder) => void): void;
}

/** The last part of a path, in the way of whichever system it was on; for the eye only. */
export function nameOfPlace(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  return (parts.at(-1) ?? path).normalize('NFC');
}

/** Takes over an already migrated database. */
export function broughtFolderStore(sql: Sql): BroughtFolders {
  const all = sql.prepare('SELECT * FROM brought_folders ORDER BY rowid');
  const one = sql.prepare('SELECT * FROM brought_folders WHERE id = ?');
  const keep = sql.prepare(
    `INSERT OR IGNORE INTO brought_folders SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 FROM folders WHERE id = ?1)`,
  );
  const remove = sql.prepare('DELETE FROM brought_folders WHERE id = ?');
  const toFolder = (row: SqlRow): BroughtFolder => {
    const id = String(row.id);
    const rules = readRow(storedRules, row.rules);
    if (!rules.ok)
      noteDamaged(sql, { kind: 'folder-rules', name: id, problem: rules.problem, text: String(row.rules) });
    return {
      id,
      path: String(row.path),
      accountId: String(row.account_id),
      rules: rules.ok ? rules.value : null,
      paused: row.paused !== 0 || !rules.ok,
    };
  };
  return {
    all: () => all.all().map(toFolder),
    find: (id) => {
      const row = one.get(id);
      return row === undefined ? null : toFolder(row);
    },
    keep: ({ id, path, accountId, rules, paused }) =>
      keep.run(id, path, accountId, JSON.stringify(rules), Number(paused)).changes > 0,
    remove: (id) => remove.run(id).changes > 0,
    place: (folder, save) =>
      sql.transaction(() => {
        remove.run(folder.id);
        save(folder);
      }),
  };
}
