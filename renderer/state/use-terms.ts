// Terms for the form: found on the site while one types, and known by name where only their ids are at hand.
import { useEffect, useState } from 'react';
import type { Term, TermFailure } from '../../preload/contract.ts';
import type { AppStore } from './client-state.ts';
import { useAppStore } from './use-store.ts';

const pauseMs = 250;
/** More pages than this are found by typing, not by scrolling. */
const mostPages = 10;

export interface FoundTerms {
  /** What was searched for: not yet what is being typed, for a moment. */
  readonly search: string;
  readonly terms: readonly Term[];
  /** How many there are on the site. */
  readonly total: number;
  readonly busy: boolean;
  readonly failure: TermFailure | null;
}

interface Kept {
  readonly at: number;
  readonly found: FoundTerms;
}

/** Whole lists that were just loaded: going through clips by the arrow keys asks the site once, not once a clip. */
const kept = new WeakMap<AppStore, Map<string, Kept>>();
const keptMs = 60_000;

function keptLists(store: AppStore): Map<string, Kept> {
  const lists = kept.get(store) ?? new Map<string, Kept>();
  kept.set(store, lists);
  return lists;
}

const keyOf = (accountId: string, taxonomy: string): string => `${accountId} ${taxonomy}`;

/** After a term was made the list is loaded anew. */
export function forgetTerms(store: AppStore, accountId: string, taxonomy: string): void {
  keptLists(store).delete(keyOf(accountId, taxonomy));
}

const none: FoundTerms = { search: '', terms: [], total: 0, busy: false, failure: null };

/** The terms that fit `search`, page after page when `all`; nothing is asked while `wanted` is false. */
export function useTerms(
  accountId: string,
  taxonomy: string,
  search: string,
  { all, wanted }: { readonly all: boolean; readonly wanted: boolean },
): FoundTerms {
  const store = useAppStore();
  const listKey = all && search === '' ? keyOf(accountId, taxonomy) : null;
  const [found, setFound] = useState<FoundTerms>(
    () => (listKey === null ? null : keptLists(store).get(listKey)?.found) ?? none,
  );
  useEffect(() => {
    if (!wanted) return;
    const list = listKey === null ? undefined : keptLists(store).get(listKey);
    if (list !== undefined && Date.now() - list.at < keptMs) {
      setFound(list.found);
      return;
    }
    let left = false;
    const load = async (): Promise<void> => {
      setFound((before) => ({ ...before, busy: true }));
      let terms: readonly Term[] = [];
      for (let page = 1; page <= mostPages; page += 1) {
        const answer = await store.bridge.request('terms.search', { accountId, taxonomy, search, page });
        if (left) return;
        if (!answer.ok) {
          setFound({ search, terms, total: terms.length, busy: false, failure: answer.failure });
          return;
        }
        terms = [...terms, ...answer.value.terms];
        const last = !all || page >= answer.value.pages || page === mostPages;
        const now: FoundTerms = { search, terms, total: answer.value.total, busy: !last, failure: null };
        setFound(now);
        if (!last) continue;
        if (listKey !== null) keptLists(store).set(listKey, { at: Date.now(), found: now });
        return;
      }
    };
    const timer = setTimeout(
      () => {
        load().catch(() => {
          if (!left)
            setFound((before) => ({ ...before, search, busy: false, failure: { problem: 'offline', said: null } }));
        });
      },
      search === '' ? 0 : pauseMs,
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [store, accountId, taxonomy, search, all, wanted, listKey]);
  return found;
}

/** Names by id; those not known yet are missing until main has them. */
export function useTermNames(accountId: string, taxonomy: string, ids: readonly number[]): ReadonlyMap<number, string> {
  const store = useAppStore();
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const key = ids.join(',');
  useEffect(() => {
    if (key === '' || taxonomy === '') return;
    let left = false;
    const wanted = key.split(',').map(Number);
    store.bridge.request('terms.named', { accountId, taxonomy, ids: wanted }).then(
      (terms) => {
        if (left) return;
        setNames((before) => new Map([...before, ...terms.map(({ id, name }) => [id, name] as const)]));
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [store, accountId, taxonomy, key]);
  return names;
}

export interface TreeTerm extends Term {
  /** 0 = at the top. */
  readonly depth: number;
}

/** Steps in are drawn up to here. */
const deepest = 20;

/** Parents before their children, each child one step further in; one whose parent is not there stands at the top. */
export function asTree(terms: readonly Term[]): readonly TreeTerm[] {
  const ids = new Set(terms.map((term) => term.id));
  const below = new Map<number, Term[]>();
  for (const term of terms) {
    const parent = ids.has(term.parent) && term.parent !== term.id ? term.parent : 0;
    const siblings = below.get(parent);
    if (siblings) siblings.push(term);
    else below.set(parent, [term]);
  }
  const out: TreeTerm[] = [];
  const placed = new Set<number>();
  // The next one to place is the last: a site's tree may be deeper than calls can be.
  const left: TreeTerm[] = [];
  const wait = (parent: number, depth: number): void => {
    for (const term of (below.get(parent) ?? []).toReversed()) left.push({ ...term, depth });
  };
  wait(0, 0);
  for (let term = left.pop(); term !== undefined; term = left.pop()) {
    if (placed.has(term.id)) continue;
    placed.add(term.id);
    out.push({ ...term, depth: Math.min(term.depth, deepest) });
    wait(term.id, term.depth + 1);
  }
  // A circle of parents is no tree; its terms are shown all the same.
  for (const term of terms) if (!placed.has(term.id)) out.push({ ...term, depth: 0 });
  return out;
}
