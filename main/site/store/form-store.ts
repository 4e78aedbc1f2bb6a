// Forms and terms of sites on disk: what was learned is there again without the site.
import { z } from 'zod';
import { plainField } from '../../fields.ts';
import type { AccountId, FormShape, SiteId, Term } from '../../model.ts';
import type { Sql } from '../../ports.ts';
import { readRow, readValue } from '../../untrusted/rows.ts';
import { count } from '../../untrusted/stored.ts';

export interface FormStore {
  /** Null = never learned, or not to be read. */
  form(accountId: AccountId): FormShape | null;
  saveForm(accountId: AccountId, shape: FormShape): void;
  /** Those of the ids that are known and can be read; the others are asked for anew. */
  terms(siteId: SiteId, taxonomy: string, ids: readonly number[]): readonly Term[];
  saveTerms(siteId: SiteId, taxonomy: string, terms: readonly Term[]): void;
}

const shapeSchema = z.object({
  fields: z.array(plainField),
  statuses: z.array(z.string()),
  taxonomies: z.array(
    z.object({ restBase: z.string(), name: z.string(), hierarchical: z.boolean(), canCreate: z.boolean() }),
  ),
  zone: z.object({ name: z.string().nullable(), offsetMinutes: z.number() }),
  learnedAt: z.number().nullable(),
});

const termNumbers = z.object({ parent: count, count });

export function formStore(sql: Sql): FormStore {
  const readForm = sql.prepare('SELECT shape FROM forms WHERE account_id = ?');
  const writeForm = sql.prepare(
    'INSERT INTO forms VALUES (?, ?) ON CONFLICT (account_id) DO UPDATE SET shape = excluded.shape',
  );
  const readTerm = sql.prepare('SELECT * FROM terms WHERE site_id = ? AND taxonomy = ? AND id = ?');
  const writeTerm = sql.prepare(
    `INSERT INTO terms VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET name = excluded.name, parent = excluded.parent, count = excluded.count`,
  );
  return {
    form: (accountId) => {
      const read = readRow(shapeSchema, readForm.get(accountId)?.shape);
      return read.ok ? read.value : null;
    },
    saveForm: (accountId, shape) => void writeForm.run(accountId, JSON.stringify(shape)),
    terms: (siteId, taxonomy, ids) =>
      ids.flatMap((id) => {
        const row = readTerm.get(siteId, taxonomy, id);
        if (!row) return [];
        const numbers = readValue(termNumbers, row);
        return numbers.ok ? [{ id, name: String(row.name), ...numbers.value }] : [];
      }),
    saveTerms: (siteId, taxonomy, terms) =>
      sql.transaction(() => {
        for (const term of terms) writeTerm.run(siteId, taxonomy, term.id, term.name, term.parent, term.count);
      }),
  };
}
