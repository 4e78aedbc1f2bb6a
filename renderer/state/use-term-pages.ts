// The terms of a taxonomy page by page, for a list that shows more when it is asked to.
import { useEffect, useRef, useState } from 'react';
import type { Term, TermFailure } from '../../preload/contract.ts';
import { useAppStore } from './use-store.ts';

const pauseMs = 250;

export interface TermPages {
  /** What was searched for: not yet what is being typed, for a moment. */
  readonly search: string;
  readonly terms: readonly Term[];
  /** How many fit on the site. */
  readonly total: number;
  readonly busy: boolean;
  readonly failure: TermFailure | null;
  /** Pages that were loaded, and that there are. */
  readonly loaded: number;
  readonly pages: number;
}

const none: TermPages = { search: '', terms: [], total: 0, busy: true, failure: null, loaded: 0, pages: 1 };

/**
 * The first pages of terms that fit `search`, up to `atOnce` of them; `more` loads one more, or tries again what failed. Terms that
 * move between pages meanwhile are shown once.
 */
export function useTermPages(
  accountId: string,
  taxonomy: string,
  search: string,
  atOnce: number,
): TermPages & { readonly more: () => void } {
  const store = useAppStore();
  const [found, setFound] = useState<TermPages>(none);
  const newest = useRef(0);
  const now = useRef(found);
  now.current = found;

  async function load(upTo: number): Promise<void> {
    newest.current += 1;
    const mine = newest.current;
    let list = now.current.search === search ? now.current : { ...none, search };
    const show = (next: TermPages): void => {
      list = next;
      if (mine === newest.current) setFound(next);
    };
    show({ ...list, busy: true, failure: null });
    while (list.busy && mine === newest.current) {
      const page = list.loaded + 1;
      const answer = await store.bridge
        .request('terms.search', { accountId, taxonomy, search, page })
        .catch(() => ({ ok: false, failure: { problem: 'offline', said: null } }) as const);
      if (!answer.ok) {
        show({ ...list, busy: false, failure: answer.failure });
        return;
      }
      const { terms, pages, total } = answer.value;
      const known = new Set(list.terms.map(({ id }) => id));
      const all = [...list.terms, ...terms.filter(({ id }) => !known.has(id))];
      show({ ...list, terms: all, total, pages, loaded: page, busy: page < Math.min(upTo, pages) });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is of this very render, whatever else changes.
  useEffect(() => {
    const timer = setTimeout(() => void load(atOnce), search === '' ? 0 : pauseMs);
    return () => {
      clearTimeout(timer);
      newest.current += 1;
    };
  }, [accountId, taxonomy, search, atOnce]);

  return { ...found, more: () => void load(Math.max(atOnce, found.loaded + 1)) };
}
