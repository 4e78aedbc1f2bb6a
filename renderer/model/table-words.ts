// What a table names: the files of its rows and, once their clips are known, the words for terms of each site; found step by step, as it may be long. Pure.
import type { FormShape, NamedClip, TableRow } from '../../preload/contract.ts';
import { namesIn } from '../../preload/details-words.ts';
import { type ColumnUse, filesOf, rowsAtOnce, taxonomyOfColumn, termKey } from './details-plan.ts';

/** Longer names are none of a file, and none that WordPress takes for a term. */
const longestFile = 4_096;
export const longestName = 200;

/** Each file once. */
export function* filesNamed(
  rows: readonly TableRow[],
  uses: readonly ColumnUse[],
): Generator<void, readonly string[], void> {
  const files = new Set<string>();
  for (const [at, row] of rows.entries()) {
    if (at % rowsAtOnce === 0) yield;
    for (const file of filesOf(row, uses)) if (file.length <= longestFile) files.add(file);
  }
  return [...files];
}

export interface WantedTerms {
  readonly accountId: string;
  readonly taxonomy: string;
  readonly names: readonly string[];
}

export interface TermsInput {
  readonly rows: readonly TableRow[];
  readonly uses: readonly ColumnUse[];
  readonly clips: ReadonlyMap<string, readonly NamedClip[]>;
  readonly forms: Readonly<Record<string, FormShape>>;
  /** As in PlanInput. */
  readonly taxonomyNames: ReadonlyMap<string, string>;
}

/** Per account and taxonomy the names in its rows. */
export function* termsNamed({
  rows,
  uses,
  clips,
  forms,
  taxonomyNames,
}: TermsInput): Generator<void, readonly WantedTerms[], void> {
  const found = new Map<string, { accountId: string; taxonomy: string; names: Map<string, string> }>();
  const columns = uses.flatMap((use, column) => (use?.startsWith('terms:') ? [column] : []));
  const taxonomyIn = (accountId: string, column: number): string | null => {
    const form = forms[accountId];
    return form === undefined ? null : taxonomyOfColumn(uses[column] ?? null, form, taxonomyNames);
  };
  const accountsOf = (row: TableRow): ReadonlySet<string> =>
    new Set(filesOf(row, uses).flatMap((file) => (clips.get(file) ?? []).map((one) => one.accountId)));
  for (const [at, row] of columns.length === 0 ? [] : rows.entries()) {
    if (at % rowsAtOnce === 0) yield;
    for (const accountId of accountsOf(row)) {
      for (const column of columns) {
        const taxonomy = taxonomyIn(accountId, column);
        if (taxonomy === null) continue;
        const key = JSON.stringify([accountId, taxonomy]);
        const one = found.get(key) ?? { accountId, taxonomy, names: new Map<string, string>() };
        const names = namesIn(row.cells[column] ?? '').filter(({ length }) => length <= longestName);
        for (const name of names) one.names.set(termKey(accountId, taxonomy, name), name);
        found.set(key, one);
      }
    }
  }
  return [...found.values()].map(({ names, ...one }) => ({ ...one, names: [...names.values()] }));
}
