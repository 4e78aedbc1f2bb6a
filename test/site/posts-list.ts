// Listing videos and blog posts, with every parameter of platform facts, section 9.
import { RestError, refused } from './errors.ts';
import { paged } from './paging.ts';
import type { ArgSpec, ArgSpecs, Params } from './params.ts';
import { asList } from './params.ts';
import type { PostQuery, TermTest } from './post-query.ts';
import { type Context, postRecord } from './record.ts';
import { ok, type RestAnswer, type RestRequest } from './rest.ts';
import { can, mayChange, mayRead, type User } from './roles.ts';
import type { Site } from './site.ts';
import type { PostType } from './store.ts';
import { type Taxonomy, taxonomiesOf } from './taxonomies.ts';
import { parseDate } from './time.ts';

/** Statuses of the platform, in the order its message lists them. */
const STATUSES = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
] as const;

/** What a status list may name: also the site's own, and `any`. */
function listStatuses(site: Site): readonly string[] {
  return [...STATUSES, ...site.switches.extraStatuses, 'any'];
}

/** What `any` stands for: everything not excluded from search, so none of the product's own statuses. */
const ANY = ['publish', 'future', 'draft', 'pending', 'private'];

const INTEGERS = { type: 'array', items: { type: 'integer' } } as const;
const DATE = { type: 'string', format: 'date-time', first: true } as const;

export const COLLECTION_ARGS: ArgSpecs = {
  context: { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view', first: true },
  page: { type: 'integer', default: 1, minimum: 1, first: true },
  per_page: { type: 'integer', default: 10, minimum: 1, maximum: 100, first: true },
  search: { type: 'string', first: true },
  after: DATE,
  modified_after: DATE,
  before: DATE,
  modified_before: DATE,
  author: INTEGERS,
  author_exclude: INTEGERS,
  exclude: INTEGERS,
  include: INTEGERS,
  offset: { type: 'integer' },
  order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  orderby: {
    type: 'string',
    enum: ['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs', 'title'],
    default: 'date',
  },
  search_columns: { type: 'array', items: { type: 'string', enum: ['post_title', 'post_content', 'post_excerpt'] } },
  slug: { type: 'array', items: { type: 'string' } },
};

/** A flat taxonomy knows no children, not even to leave them out. */
function childrenFault({ restBase, hierarchical }: Taxonomy, value: unknown): RestError | null {
  if (hierarchical || value === null || typeof value !== 'object' || !('include_children' in value)) return null;
  return new RestError('rest_no_matching_schema', `${restBase} does not match the expected format.`, 0);
}

export function listArgs(site: Site, type: 'video' | 'post'): ArgSpecs {
  const terms = Object.fromEntries(
    taxonomiesOf(site, type).flatMap((taxonomy) => {
      const spec: ArgSpec = { type: 'object', check: (value) => childrenFault(taxonomy, value) };
      return [
        [taxonomy.restBase, spec],
        [`${taxonomy.restBase}_exclude`, spec],
      ];
    }),
  );
  return {
    ...COLLECTION_ARGS,
    status: { type: 'array', items: { type: 'string', enum: listStatuses(site) }, default: ['publish'], first: true },
    tax_relation: { type: 'string', enum: ['AND', 'OR'] },
    ...terms,
    ...(type === 'post' ? { sticky: { type: 'boolean' } as const } : {}),
  };
}

/** Statuses other than the default need a right; that is a 400 with the 401 or 403 inside (platform facts, section 9). */
export function checkStatuses(user: User | null, params: Params, standard: string): RestError | null {
  if (params.status === undefined) return null;
  for (const status of asList(params.status)) {
    if (status === standard || can(user, 'edit_posts')) continue;
    const detail = {
      code: 'rest_forbidden_status',
      message: 'Status is forbidden.',
      data: { status: user ? 403 : 401 },
    };
    return new RestError('rest_invalid_param', 'Invalid parameter(s): status', 400, {
      params: { status: 'Status is forbidden.' },
      details: { status: detail },
    });
  }
  return null;
}

export function listPermission({ user, params }: RestRequest): RestError | null {
  if (params.context !== 'edit' || can(user, 'edit_posts')) return null;
  return refused(user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit posts in this post type.');
}

/** The parts of the query that every list shares. */
export function readQuery(
  request: RestRequest,
  type: PostType,
  statuses: readonly string[],
): PostQuery & { page: number; perPage: number } {
  const { params, site } = request;
  const perPage = Number(params.per_page);
  const page = Number(params.page);
  const orderBy = String(params.orderby);
  if (orderBy === 'relevance' && !params.search) {
    throw new RestError('rest_no_search_term_defined', 'You need to define a search term to order by relevance.', 400);
  }
  if (orderBy === 'include' && !params.include) {
    const message = 'You need to define an include parameter to order by include.';
    throw new RestError('rest_orderby_include_missing_include', message, 400);
  }
  const date = (name: string): object => {
    if (params[name] === undefined) return {};
    return { [camel(name)]: parseDate(String(params[name]), 'local', site.options.timezone) };
  };
  const list = (name: string, as: string): object => {
    const values = params[name] as unknown[] | undefined;
    return values && values.length > 0 ? { [as]: values } : {};
  };
  return {
    type,
    statuses,
    ...list('author', 'authors'),
    ...list('author_exclude', 'notAuthors'),
    ...list('include', 'include'),
    ...list('exclude', 'exclude'),
    ...list('slug', 'slugs'),
    ...date('after'),
    ...date('before'),
    ...date('modified_after'),
    ...date('modified_before'),
    ...(params.search ? { search: String(params.search) } : {}),
    orderBy: orderBy as PostQuery['orderBy'],
    order: params.order as 'asc' | 'desc',
    limit: perPage,
    offset: params.offset === undefined ? (page - 1) * perPage : Number(params.offset),
    page,
    perPage,
  };
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());
}

export function checkPage(page: number, perPage: number, total: number): void {
  // Beyond the last page of nothing is no error.
  if (total > 0 && page > Math.ceil(total / perPage)) {
    const message = 'The page number requested is larger than the number of pages available.';
    throw new RestError('rest_post_invalid_page_number', message, 400);
  }
}

/** A list of ids, or an object with `terms`, `operator` (AND: every one) and `include_children`. */
function readTest(site: Site, taxonomy: Taxonomy, value: unknown, not: boolean): TermTest {
  const detailed = value !== null && typeof value === 'object' && 'terms' in value ? value : { terms: value };
  let ids = asList(detailed.terms).map(Number);
  if ('include_children' in detailed && taxonomy.hierarchical && String(detailed.include_children) !== 'false') {
    const terms = site.store.terms(taxonomy.slug);
    // Children of children too; a set ends every circle.
    const all = new Set(ids);
    for (const id of all) for (const term of terms) if (term.parent === id) all.add(term.id);
    ids = [...all];
  }
  const every = 'operator' in detailed && String(detailed.operator).toUpperCase() === 'AND';
  return { taxonomy: taxonomy.slug, ids, match: not ? 'not' : every ? 'all' : 'in' };
}

function readTerms(site: Site, params: Params, type: 'video' | 'post'): TermTest[] {
  const tests: TermTest[] = [];
  for (const taxonomy of taxonomiesOf(site, type)) {
    const wanted = params[taxonomy.restBase];
    const unwanted = params[`${taxonomy.restBase}_exclude`];
    if (wanted !== undefined) tests.push(readTest(site, taxonomy, wanted, false));
    if (unwanted !== undefined) tests.push(readTest(site, taxonomy, unwanted, true));
  }
  return tests;
}

export function listPosts(request: RestRequest, type: 'video' | 'post'): RestAnswer {
  const { params, user, site } = request;
  const refusal = checkStatuses(user, params, 'publish');
  if (refusal) throw refusal;
  const named = asList(params.status ?? ['publish']).map(String);
  const statuses = [...new Set(named.flatMap((status) => (status === 'any' ? ANY : [status])))];
  const termRelation = params.tax_relation === 'OR' ? 'OR' : 'AND';
  const query = { ...readQuery(request, type, statuses), terms: readTerms(site, params, type), termRelation } as const;
  const { rows, total } = site.store.findPosts(query);
  if (params.offset === undefined) checkPage(query.page, query.perPage, total);
  // With an offset beyond the last the platform counts nothing.
  const counted = params.offset !== undefined && rows.length === 0 ? 0 : total;
  const context = params.context as Context;
  // Left out after counting: the totals speak of posts that the body does not show.
  const shown = rows.filter((post) => (context === 'edit' ? mayChange(user, post, 'edit') : mayRead(user, post, null)));
  return ok(
    shown.map((post) => postRecord(request, post, context)),
    paged(request, counted, query.page, query.perPage),
  );
}
