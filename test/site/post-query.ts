// One page of posts out of the store, by everything a list may be narrowed with.
import type { SQLInputValue } from 'node:sqlite';
import { fold } from './names.ts';
import type { PostRow, PostType, Store } from './store.ts';

/** One taxonomy's part of a list's filter. */
export interface TermTest {
  taxonomy: string;
  ids: readonly number[];
  /** in: one of them; all: every one; not: none of them. */
  match: 'in' | 'all' | 'not';
}

export interface PostQuery {
  type: PostType;
  statuses: readonly string[];
  authors?: readonly number[];
  notAuthors?: readonly number[];
  include?: readonly number[];
  exclude?: readonly number[];
  slugs?: readonly string[];
  parents?: readonly number[];
  mime?: string;
  search?: string;
  after?: string;
  before?: string;
  modifiedAfter?: string;
  modifiedBefore?: string;
  terms?: readonly TermTest[];
  /** How the term tests combine; AND when left out. */
  termRelation?: 'AND' | 'OR';
  orderBy: 'author' | 'date' | 'id' | 'include' | 'modified' | 'parent' | 'relevance' | 'slug' | 'title';
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

const ORDER_COLUMN: Record<Exclude<PostQuery['orderBy'], 'include'>, string> = {
  author: 'author',
  date: 'dateGmt',
  id: 'id',
  modified: 'modifiedGmt',
  parent: 'parent',
  relevance: 'dateGmt',
  slug: 'slug',
  title: 'title COLLATE NOCASE',
};

/** The condition of one term test; its values are appended in the order of its marks. */
function termTest({ taxonomy, ids, match }: TermTest, values: SQLInputValue[]): string {
  const marks = ids.map(() => '?').join(', ');
  const chosen = `FROM postTerms WHERE taxonomy = ? AND termId IN (${marks})`;
  values.push(taxonomy, ...ids);
  if (match === 'all') {
    values.push(ids.length);
    return `id IN (SELECT postId ${chosen} GROUP BY postId HAVING count(*) = ?)`;
  }
  return `id ${match === 'not' ? 'NOT IN' : 'IN'} (SELECT postId ${chosen})`;
}

/** The page, and the number of all that match, whoever may see them. */
export function findPosts(store: Store, query: PostQuery): { rows: PostRow[]; total: number } {
  const where = ['type = ?'];
  const values: SQLInputValue[] = [query.type];
  const oneOf = (column: string, list: readonly SQLInputValue[] | undefined, not = ''): void => {
    if (!list || (list.length === 0 && not)) return;
    where.push(`${column} ${not} IN (${list.map(() => '?').join(', ')})`);
    values.push(...list);
  };
  const compare = (test: string, value: string | undefined): void => {
    if (value === undefined) return;
    where.push(test);
    values.push(value);
  };
  oneOf('status', query.statuses);
  oneOf('author', query.authors);
  oneOf('author', query.notAuthors, 'NOT');
  oneOf('id', query.include);
  oneOf('id', query.exclude, 'NOT');
  oneOf('slug', query.slugs);
  oneOf('parent', query.parents);
  compare("mime LIKE ? || '%'", query.mime);
  compare('dateGmt > ?', query.after);
  compare('dateGmt < ?', query.before);
  compare('modifiedGmt > ?', query.modifiedAfter);
  compare('modifiedGmt < ?', query.modifiedBefore);
  for (const word of fold(query.search ?? '')
    .split(/\s+/)
    .filter(Boolean)) {
    where.push('instr(folded, ?) > 0');
    values.push(word);
  }
  const tests = (query.terms ?? []).map((test) => termTest(test, values));
  if (tests.length > 0) where.push(`(${tests.join(` ${query.termRelation ?? 'AND'} `)})`);
  const from = `FROM posts WHERE ${where.join(' AND ')}`;
  const total = store.one<{ n: number }>(`SELECT count(*) AS n ${from}`, ...values)?.n ?? 0;
  const orderBy =
    query.orderBy === 'include'
      ? `CASE id ${(query.include ?? []).map((id, at) => `WHEN ${Number(id)} THEN ${at}`).join(' ')} END`
      : `${ORDER_COLUMN[query.orderBy]} ${query.order}`;
  const rows = store.all<PostRow>(
    `SELECT * ${from} ORDER BY ${orderBy} LIMIT ? OFFSET ?`,
    ...values,
    query.limit,
    query.offset,
  );
  return { rows, total };
}
