// What a row tells of its clip's or video's details, in the columns that are shown and no others: no more than a row can show of them.
import type { RowCells, RowColumn, TermsCell, TextCell } from '../../preload/contract.ts';
import { changedTerms } from '../fields.ts';
import type { AccountId, Draft, FormShape, ItemText, ItemValues, LibraryTaxonomy, WallMs } from '../model.ts';
import { unknownZone } from '../site/content/change-text.ts';
import { lineOf } from '../site/content/item-values.ts';
import type { FormStore } from '../site/store/form-store.ts';

/** What is known of sites without asking them. */
export interface CellSources {
  readonly forms: Pick<FormStore, 'form' | 'terms'>;
  readonly siteIdOf: (accountId: AccountId) => string;
  /** What its videos can have; null = not known. Left out = as its form says. */
  readonly taxonomies?: readonly Pick<LibraryTaxonomy, 'restBase' | 'hierarchical'>[] | null;
}

/** What was typed for a clip or a video, and what the site has of a video. */
export interface RowDetails {
  readonly accountId: AccountId;
  readonly draft: Draft;
  readonly there?: ItemValues & { readonly status: string; readonly publishAt: WallMs | null };
}

/** Terms of one clip whose names are looked up. */
const mostNames = 12;

/** What a site has is told also where it is nothing: what is left out then is not known. */
function textCell(typed: string | null, there: ItemText | undefined): TextCell | undefined {
  if (typed === null) return there;
  return typed.trim() === '' && there === undefined ? undefined : lineOf(typed);
}

/** Null = not known. */
function termsOf({ draft: { terms, termChanges }, there }: RowDetails, restBase: string): readonly number[] | null {
  if (terms?.[restBase] !== undefined) return terms[restBase];
  const known = there === undefined ? [] : there.terms[restBase];
  return known === undefined ? null : changedTerms(known, termChanges?.[restBase] ?? { add: [], remove: [] });
}

/** Undefined values are left out: nothing of them crosses to the window. */
function given(cells: { readonly [C in RowColumn]?: RowCells[C] | undefined }): RowCells {
  return Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== undefined)) as RowCells;
}

/** Reads the cells of several rows: what they share, such as the form of an account and the name of a term, is looked up once. */
export function cellReader(columns: readonly RowColumn[], sources: CellSources): (row: RowDetails) => RowCells {
  const shapes = new Map<AccountId, FormShape | null>();
  const shapeOf = (accountId: AccountId): FormShape | null => {
    const known = shapes.get(accountId);
    if (known !== undefined) return known;
    const shape = sources.forms.form(accountId);
    shapes.set(accountId, shape);
    return shape;
  };

  const termNames = new Map<string, string | null>();
  /** Null = it is not known here. */
  const nameOf = (accountId: AccountId, restBase: string, id: number): string | null => {
    const key = `${accountId} ${restBase} ${id}`;
    const known = termNames.get(key);
    if (known !== undefined) return known;
    const name = sources.forms.terms(sources.siteIdOf(accountId), restBase, [id])[0]?.name ?? null;
    termNames.set(key, name);
    return name;
  };

  /** The names that are known, of the first ids. */
  const namesOf = (accountId: AccountId, restBase: string, ids: readonly number[], most: number): readonly string[] =>
    ids.slice(0, most).flatMap((id) => nameOf(accountId, restBase, id) ?? []);

  const termsCell = (row: RowDetails, isHierarchical: boolean): TermsCell | undefined => {
    const { accountId, draft, there } = row;
    const isPlain = there === undefined;
    if (isPlain && draft.terms === null && draft.termChanges === null) return undefined;
    const all = sources.taxonomies === undefined ? shapeOf(accountId)?.taxonomies : sources.taxonomies;
    if (!all && !isPlain) return undefined;
    const names: string[] = [];
    let count = 0;
    for (const { restBase } of (all ?? []).filter(({ hierarchical }) => hierarchical === isHierarchical)) {
      const ids = termsOf(row, restBase);
      if (ids === null) return undefined;
      count += ids.length;
      names.push(...namesOf(accountId, restBase, ids, mostNames - names.length));
    }
    return count === 0 && isPlain ? undefined : { names, others: count - names.length };
  };

  const readers: { readonly [C in RowColumn]: (row: RowDetails) => RowCells[C] | undefined } = {
    description: ({ draft, there }) => textCell(draft.description, there?.description),
    excerpt: ({ draft, there }) => textCell(draft.excerpt, there?.excerpt),
    status: ({ draft, there }) => draft.status ?? there?.status,
    publishAt: ({ accountId, draft, there }) => {
      const at = draft.publishAt ?? there?.publishAt ?? null;
      return at === null ? undefined : { at, zone: shapeOf(accountId)?.zone ?? unknownZone };
    },
    categories: (row) => termsCell(row, true),
    tags: (row) => termsCell(row, false),
    commentsOpen: ({ draft, there }) => draft.commentsOpen ?? there?.commentsOpen,
  };
  // What is scheduled is not understood, nor chosen anew, without its date.
  const read = columns.includes('status') ? new Set([...columns, 'publishAt' as const]) : columns;
  return (row) => given(Object.fromEntries([...read].map((column) => [column, readers[column](row)])));
}
