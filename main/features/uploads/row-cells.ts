// What a row of the list tells of its clip's details, in the columns that are shown and no others: no more than a row can show of them.
import type { QueueColumn, RowCells, TermsCell, TextCell } from '../../../preload/contract.ts';
import { changedTerms } from '../../fields.ts';
import type { AccountId, Draft, FormShape, Job } from '../../model.ts';
import { unknownZone } from '../../site/content/change-text.ts';
import type { FormStore } from '../../site/store/form-store.ts';

/** What is known of sites without asking them. */
export interface CellSources {
  readonly forms: Pick<FormStore, 'form' | 'terms'>;
  readonly siteIdOf: (accountId: AccountId) => string;
}

/** A description may have 200,000 characters, and there are 200 rows in a window. */
const mostCharacters = 400;
/** Terms of one clip whose names are looked up. */
const mostNames = 12;

function textCell(text: string | null): TextCell | undefined {
  if (text === null || text.trim() === '') return undefined;
  const isWhole = text.length <= mostCharacters && !/[\r\n]/.test(text);
  return { text: isWhole ? text : text.slice(0, mostCharacters).replace(/\s+/g, ' '), isWhole };
}

function termsOf({ terms, termChanges }: Draft, restBase: string): readonly number[] {
  return terms?.[restBase] ?? changedTerms([], termChanges?.[restBase] ?? { add: [], remove: [] });
}

/** Undefined values are left out: nothing of them crosses to the window. */
function given(cells: { readonly [C in QueueColumn]?: RowCells[C] | undefined }): RowCells {
  return Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== undefined)) as RowCells;
}

/** Reads the cells of several rows: what they share, such as the form of an account and the name of a term, is looked up once. */
export function cellReader(columns: readonly QueueColumn[], sources: CellSources): (job: Job) => RowCells {
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

  const termsCell = ({ accountId, draft }: Job, isHierarchical: boolean): TermsCell | undefined => {
    if (draft.terms === null && draft.termChanges === null) return undefined;
    const names: string[] = [];
    let count = 0;
    for (const { restBase, hierarchical } of shapeOf(accountId)?.taxonomies ?? []) {
      if (hierarchical !== isHierarchical) continue;
      const ids = termsOf(draft, restBase);
      count += ids.length;
      for (const id of ids.slice(0, mostNames - names.length)) {
        const name = nameOf(accountId, restBase, id);
        if (name !== null) names.push(name);
      }
    }
    return count === 0 ? undefined : { names, others: count - names.length };
  };

  const readers: { readonly [C in QueueColumn]: (job: Job) => RowCells[C] | undefined } = {
    description: ({ draft }) => textCell(draft.description),
    excerpt: ({ draft }) => textCell(draft.excerpt),
    status: ({ draft }) => draft.status ?? undefined,
    publishAt: ({ accountId, draft: { publishAt } }) =>
      publishAt === null ? undefined : { at: publishAt, zone: shapeOf(accountId)?.zone ?? unknownZone },
    categories: (job) => termsCell(job, true),
    tags: (job) => termsCell(job, false),
    commentsOpen: ({ draft }) => draft.commentsOpen ?? undefined,
  };
  // What is scheduled is not understood, nor chosen anew, without its date.
  const read = columns.includes('status') ? new Set([...columns, 'publishAt' as const]) : columns;
  return (job) => given(Object.fromEntries([...read].map((column) => [column, readers[column](job)])));
}
