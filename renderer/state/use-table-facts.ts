// What is known of a table's words: the clips that its files are, the forms of their sites, and the terms of its names; asked for as needed.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FormShape, NamedClip, TableRow, Term, TermFailure } from '../../preload/contract.ts';
import { type ColumnUse, termKey } from '../model/details-plan.ts';
import { filesNamed, termsNamed, type WantedTerms } from '../model/table-words.ts';
import type { AppStore } from './client-state.ts';
import { inTurns } from './in-turns.ts';
import { destinations } from './selectors.ts';
import { useApp, useAppStore } from './use-store.ts';

/** What main takes at once. */
const mostNames = 5_000;
/** Files in one question: more clips with all of their details in one answer would hold up the window. */
const filesAtOnce = 250;

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

interface KnownClips {
  readonly clips: NonNullable<TableFacts['clips']>;
  /** That they go to. */
  readonly accountIds: ReadonlySet<string>;
}

/** Null = nobody waits for them any more, or it failed, which was told. */
async function lookUp(
  store: AppStore,
  steps: Generator<void, readonly string[], void>,
  isWanted: () => boolean,
): Promise<KnownClips | null> {
  const files = await inTurns(steps, isWanted);
  if (files === null) return null;
  const clips = new Map<string, readonly NamedClip[]>();
  const accountIds = new Set<string>();
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const some = files.slice(at, at + filesAtOnce);
    const found = await store.attempt(() => store.bridge.request('details.match', some));
    if (!isWanted()) return null;
    if (found === null) {
      // Without the list there is nothing to show.
      store.endManyTitles();
      return null;
    }
    for (const [place, name] of some.entries()) clips.set(name, found[place] ?? []);
    for (const { accountId } of found.flat()) accountIds.add(accountId);
  }
  return { clips, accountIds };
}

/** Null = they are being looked up. */
function useClips(rows: readonly TableRow[], uses: readonly ColumnUse[]): KnownClips | null {
  const store = useAppStore();
  const [path, file] = [uses.indexOf('path'), uses.indexOf('file')];
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the columns these two alone name files.
  const named = useMemo(() => () => filesNamed(rows, uses), [rows, path, file]);
  const [known, setKnown] = useState<(KnownClips & { readonly by: typeof named }) | null>(null);
  useEffect(() => {
    let isWanted = true;
    const look = async (): Promise<void> => {
      const found = await lookUp(store, named(), () => isWanted);
      if (found !== null) setKnown({ by: named, ...found });
    };
    void look();
    return () => {
      isWanted = false;
    };
  }, [store, named]);
  return known?.by === named ? known : null;
}

/** `taxonomyNames` as in PlanInput. */
export function useTableFacts(
  rows: readonly TableRow[],
  uses: readonly ColumnUse[],
  taxonomyNames: ReadonlyMap<string, string>,
): TableFacts {
  const store = useAppStore();
  const forms = useApp((state) => state.forms);
  const known = useClips(rows, uses);
  const clips = known?.clips ?? null;
  const [terms, setTerms] = useState<TableFacts['terms']>(new Map());
  const [failed, setFailed] = useState<TableFacts['failed']>(new Map());
  const asked = useRef(new Set<string>());
  const isThere = useRef(true);
  const app = useApp((state) => state.app);
  const accountIds = useMemo(() => {
    const there = new Set(destinations(app).map(({ account }) => account.id));
    return [...(known?.accountIds ?? [])].filter((id) => there.has(id));
  }, [app, known]);
  useEffect(() => {
    for (const accountId of accountIds) store.wantForm(accountId);
  }, [store, accountIds]);
  useEffect(() => {
    isThere.current = true;
    const ask = async ({ accountId, taxonomy, names }: WantedTerms): Promise<void> => {
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
    let isWanted = true;
    const askForAll = async (of: KnownClips['clips']): Promise<void> => {
      const wanted = await inTurns(termsNamed({ rows, uses, clips: of, forms, taxonomyNames }), () => isWanted);
      for (const { accountId, taxonomy, names } of wanted ?? []) {
        if (failed.has(accountId)) continue;
        const news = names.filter((name) => !asked.current.has(termKey(accountId, taxonomy, name)));
        for (const name of news) asked.current.add(termKey(accountId, taxonomy, name));
        for (let at = 0; at < news.length; at += mostNames)
          void ask({ accountId, taxonomy, names: news.slice(at, at + mostNames) });
      }
    };
    if (clips !== null) void askForAll(clips);
    return () => {
      isWanted = false;
    };
  }, [store, rows, uses, clips, forms, taxonomyNames, failed]);
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
