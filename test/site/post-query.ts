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
  orderBy: keyof typeof ORDER_COLUMN | 'include' | 'include_slugs';
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

const ORDER_COLUMN = {
  author: 'author',
  date: 'dateGmt',
  id: 'id',
  modified: 'modifiedGmt',
  parent: 'parent',
  relevance: 'dateGmt',
  slug: 'slug',
  title: 'title COLLATE NOCASE',
} as const;

/** In the order of a list that the request names; its values are those of the marks. */
function inListOrder(
  column: string,
  list: readonly SQLInputValue[],
): { sql: string; values: readonly SQLInputValue[] } {
  return { sql: `CASE ${column} ${list.map((_, at) => `WHEN ? THEN ${at}`).join(' ')} END`, values: list };
}

function orderOf({ orderBy, order, include = [], slugs = [] }: PostQuery): ReturnType<typeof inListOrder> {
  if (orderBy === 'include') return inListOrder('id', include);
  if (orderBy === 'include_slugs' && slugs.length > 0) return inListOrder('slug', slugs);
  const column = ORDER_COLUMN[orderBy === 'include_slugs' ? 'date' : orderBy];
  return { sql: `${column} ${order}`, values: [] };
}

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
  const order = orderOf(query);
  const rows = store.all<PostRow>(
    `SELECT * ${from} ORDER BY ${order.sql} LIMIT ? OFFSET ?`,
    ...values,
    ...order.values,
    query.limit,
    query.offset,
  );
  return { rows, total };
}
