// Presets on disk: what new clips of an account get, each under a name; one that cannot be read any more is kept, and said to be so.
import { z } from 'zod';
import { storedDraft } from '../../fields.ts';
import type { AccountId, Preset, PresetId } from '../../model.ts';
import type { Sql, SqlRow } from '../../ports.ts';
import { noteDamaged } from '../../untrusted/damaged.ts';
import { readRow } from '../../untrusted/rows.ts';

export interface PresetStore {
  /** In the order in which they were made. */
  of(accountId: AccountId): readonly Preset[];
  /** Null = it is gone. */
  find(id: PresetId): Preset | null;
  save(preset: Preset): void;
  remove(id: PresetId): void;
}

const contentSchema = z.object({ titlePattern: z.string().nullable(), draft: storedDraft });

/** Takes over an already migrated database. */
export function presetStore(sql: Sql): PresetStore {
  const ofAccount = sql.prepare('SELECT * FROM presets WHERE account_id = ? ORDER BY rowid');
  const one = sql.prepare('SELECT * FROM presets WHERE id = ?');
  const save = sql.prepare(
    `INSERT INTO presets VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id,
     name = excluded.name, content = excluded.content`,
  );
  const rename = sql.prepare('UPDATE presets SET name = ? WHERE id = ?');
  const remove = sql.prepare('DELETE FROM presets WHERE id = ?');
  const toPreset = (row: SqlRow): Preset => {
    const id = String(row.id);
    const read = readRow(contentSchema, row.content);
    if (!read.ok) noteDamaged(sql, { kind: 'preset', name: id, problem: read.problem, text: String(row.content) });
    return { id, accountId: String(row.account_id), name: String(row.name), content: read.ok ? read.value : null };
  };
  /** They are asked for many times a second, and only changed here. */
  const known = new Map<AccountId, readonly Preset[]>();
  return {
    of: (accountId) => {
      const found = known.get(accountId) ?? ofAccount.all(accountId).map(toPreset);
      known.set(accountId, found);
      return found;
    },
    find: (id) => {
      const row = one.get(id);
      return row === undefined ? null : toPreset(row);
    },
    save: ({ id, accountId, name, content }) => {
      known.clear();
      if (content === null) rename.run(name, id);
      else save.run(id, accountId, name, JSON.stringify(content));
    },
    remove: (id) => {
      known.clear();
      remove.run(id);
    },
  };
}
