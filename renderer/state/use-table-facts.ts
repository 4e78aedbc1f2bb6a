// What is known of a table's words: the clips that its files are, the forms of their sites, and the terms of its names; asked for as needed.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FormShape, NamedClip, TableRow, Term, TermFailure } from '../../preload/contract.ts';
import { namesIn } from '../../preload/details-words.ts';
import { type ColumnUse, filesOf, taxonomyOfColumn, termKey } from '../model/details-plan.ts';
import { destinations } from './selectors.ts';
import { useApp, useAppStore } from './use-store.ts';

/** What main takes at once; longer names are none of a file, and none that WordPress takes for a term. */
const mostNames = 5_000;
/** Files in one question: more clips with all of their details in one answer would hold up the window. */
const filesAtOnce = 250;
const longestFile = 4_096;
export const longestName = 200;

export interface TableFacts {
  /** Null = they are being looked up. */
  readonly clips: ReadonlyMap<string, readonly NamedClip[]> | null;
  /** Of those accounts that are still there. */
  readonly accountIds: readonly string[];
  readonly forms: Readonly<Record<string, FormShape>>;
  readonly terms: ReadonlyMap<string, readonly Term[]>;
  /** Where the terms of an account's site could not be looked up. */
  readonly failed: ReadonlyMap<string, TermFailure>;
  /** Asks again what failed. */
  readonly again: () => void;
}

function useClips(rows: readonly TableRow[], uses: readonly ColumnUse[]): TableFacts['clips'] {
  const store = useAppStore();
  const [path, file] = [uses.indexOf('path'), uses.indexOf('file')];
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the columns these two alone name files.
  const names = useMemo(
    () => [...new Set(rows.flatMap((row) => filesOf(row, uses)).filter(({ length }) => length <= longestFile))],
    [rows, path, file],
  );
  const [known, setKnown] = useState<{ readonly names: readonly string[]; readonly clips: TableFacts['clips'] } | null>(
    null,
  );
  useEffect(() => {
    let wanted = true;
    const ask = async (): Promise<void> => {
      const clips = new Map<string, readonly NamedClip[]>();
      for (let at = 0; at < names.length; at += filesAtOnce) {
        const some = names.slice(at, at + filesAtOnce);
        const found = await store.attempt(() => store.bridge.request('details.match', some));
        if (!wanted) return;
        // Without the list there is nothing to show, and why was told.
        if (found === null) return store.endManyTitles();
        for (const [place, name] of some.entries()) clips.set(name, found[place] ?? []);
      }
      setKnown({ names, clips });
    };
    void ask();
    return () => {
      wanted = false;
    };
  }, [store, names]);
  return known?.names === names ? known.clips : null;
}

interface Wanted {
  readonly accountId: string;
  readonly taxonomy: string;
  readonly names: readonly string[];
}

/** Per account and taxonomy the names in its rows. */
function wantedTerms(
  rows: readonly TableRow[],
  uses: readonly ColumnUse[],
  clips: TableFacts['clips'],
  forms: TableFacts['forms'],
  taxonomyNames: ReadonlyMap<string, string>,
): readonly Wanted[] {
  const found = new Map<string, { accountId: string; taxonomy: string; names: Map<string, string> }>();
  const columns = uses.flatMap((use, column) => (use?.startsWith('terms:') ? [column] : []));
  const taxonomyIn = (accountId: string, column: number): string | null => {
    const form = forms[accountId];
    return form === undefined ? null : taxonomyOfColumn(uses[column] ?? null, form, taxonomyNames);
  };
  const accountsOf = (row: TableRow): ReadonlySet<string> =>
    new Set(filesOf(row, uses).flatMap((file) => (clips?.get(file) ?? []).map((one) => one.accountId)));
  for (const row of clips === null || columns.length === 0 ? [] : rows) {
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

/** `taxonomyNames` as in PlanInput. */
export function useTableFacts(
  rows: readonly TableRow[],
  uses: readonly ColumnUse[],
  taxonomyNames: ReadonlyMap<string, string>,
): TableFacts {
  const store = useAppStore();
  const forms = useApp((state) => state.forms);
  const clips = useClips(rows, uses);
  const [terms, setTerms] = useState<TableFacts['terms']>(new Map());
  const [failed, setFailed] = useState<TableFacts['failed']>(new Map());
  const asked = useRef(new Set<string>());
  const isThere = useRef(true);
  const app = useApp((state) => state.app);
  const accountIds = useMemo(() => {
    const there = new Set(destinations(app).map(({ account }) => account.id));
    const named = new Set([...(clips?.values() ?? [])].flat().map(({ accountId }) => accountId));
    return [...named].filter((id) => there.has(id));
  }, [app, clips]);
  useEffect(() => {
    for (const accountId of accountIds) store.wantForm(accountId);
  }, [store, accountIds]);
  const wanted = useMemo(
    () => wantedTerms(rows, uses, clips, forms, taxonomyNames),
    [rows, uses, clips, forms, taxonomyNames],
  );
  useEffect(() => {
    isThere.current = true;
    const ask = async ({ accountId, taxonomy, names }: Wanted): Promise<void> => {
      const outcome = await store.attempt(() => store.bridge.request('details.terms', { accountId, taxonomy, names }));
      if (!isThere.current) return;
      if (outcome?.ok)
        setTerms(
          (before) =>
            new Map([
              ...before,
              ...outcome.value.map(({ name, terms: found }) => [termKey(accountId, taxonomy, name), found] as const),
            ]),
        );
      else
        setFailed(
          (before) => new Map([...before, [accountId, outcome?.failure ?? { problem: 'offline', said: null }]]),
        );
    };
    for (const { accountId, taxonomy, names } of wanted) {
      if (failed.has(accountId)) continue;
      const news = names.filter((name) => !asked.current.has(termKey(accountId, taxonomy, name)));
      for (const name of news) asked.current.add(termKey(accountId, taxonomy, name));
      for (let at = 0; at < news.length; at += mostNames)
        void ask({ accountId, taxonomy, names: news.slice(at, at + mostNames) });
    }
  }, [store, wanted, failed]);
  useEffect(
    () => () => {
      isThere.current = false;
    },
    [],
  );
  const again = (): void => {
    asked.current = new Set(terms.keys());
    setFailed(new Map());
  };
  return { clips, accountIds, forms, terms, failed, again };
}
