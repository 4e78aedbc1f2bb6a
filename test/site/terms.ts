// The terms of a taxonomy: listing, reading and creating them (platform facts, section 13).

import { RestError, refused } from './errors.ts';
import { fold, slugFrom } from './names.ts';
import { paged } from './paging.ts';
import { created, ok, type RestAnswer, type RestRequest, type Route } from './rest.ts';
import { mayRead } from './roles.ts';
import type { Site } from './site.ts';
import type { TermRow } from './store.ts';
import { ALL_TAXONOMIES, isActive, mayCreateTerms, mayWithTerms, type Taxonomy } from './taxonomies.ts';
import { filterHtml } from './text.ts';

const EMBED = ['id', 'link', 'name', 'slug', 'taxonomy', '_links'];

const CONTEXT = { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view', first: true } as const;

function termRecord(request: RestRequest, taxonomy: Taxonomy, term: TermRow): Record<string, unknown> {
  const { site, address, params } = request;
  const at = (route: string): string => site.rest(address, site.v2(`/${taxonomy.restBase}${route}`));
  const parent = taxonomy.hierarchical && term.parent > 0;
  const record: Record<string, unknown> = {
    id: term.id,
    count: site.store.countOfTerm(term.id),
    description: term.description,
    link: `${site.home(address)}/${taxonomy.slug}/${term.slug}/`,
    name: term.name,
    slug: term.slug,
    taxonomy: taxonomy.slug,
    ...(taxonomy.hierarchical ? { parent: term.parent } : {}),
    meta: [],
    _links: {
      self: [{ href: at(`/${term.id}`) }],
      collection: [{ href: at('') }],
      about: [{ href: site.rest(address, site.v2(`/taxonomies/${taxonomy.slug}`)) }],
      ...(parent ? { up: [{ embeddable: true, href: at(`/${term.parent}`) }] } : {}),
    },
  };
  if (params.context !== 'embed') return record;
  return Object.fromEntries(EMBED.map((name) => [name, record[name]]));
}

/** The terms of a post are as public as the post. */
function readPermission(request: RestRequest, taxonomy: Taxonomy): RestError | null {
  const { site, params, user } = request;
  if (params.context === 'edit' && !mayWithTerms(site, user, 'edit', taxonomy)) {
    return refused(user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit terms in this taxonomy.');
  }
  if (params.post === undefined) return null;
  const post = site.store.post(Number(params.post));
  if (!post) return new RestError('rest_post_invalid_id', 'Invalid post ID.', 400);
  if (mayRead(user, post, null)) return null;
  return refused(user, 'rest_forbidden_context', 'Sorry, you are not allowed to view terms for this post.');
}

function listTerms(request: RestRequest, taxonomy: Taxonomy): RestAnswer {
  const { site, params } = request;
  const { store } = site;
  const wanted = params.search === undefined ? '' : fold(String(params.search));
  const ids = params.post === undefined ? null : store.termIds(Number(params.post), taxonomy.slug);
  const include = params.include as number[] | undefined;
  const exclude = params.exclude as number[] | undefined;
  const slugs = params.slug as string[] | undefined;
  const rows = store
    .terms(taxonomy.slug)
    .filter((term) => fold(term.name).includes(wanted) || term.slug.includes(wanted))
    .filter((term) => !ids || ids.includes(term.id))
    .filter((term) => !include || include.includes(term.id))
    .filter((term) => !exclude?.includes(term.id))
    .filter((term) => !slugs || slugs.includes(term.slug))
    .filter((term) => params.parent === undefined || !taxonomy.hierarchical || term.parent === params.parent)
    .filter((term) => !params.hide_empty || store.countOfTerm(term.id) > 0);
  sortTerms(site, rows, String(params.orderby), include ?? []);
  if (params.order === 'desc') rows.reverse();
  const perPage = Number(params.per_page);
  const page = Number(params.page);
  const from = params.offset === undefined ? (page - 1) * perPage : Number(params.offset);
  const body = rows.slice(from, from + perPage).map((term) => termRecord(request, taxonomy, term));
  return ok(body, paged(request, rows.length, page, perPage));
}

/** The store gives them by name. */
function sortTerms(site: Site, rows: TermRow[], orderBy: string, include: readonly number[]): void {
  const count = (term: TermRow): number => site.store.countOfTerm(term.id);
  if (orderBy === 'id') rows.sort((a, b) => a.id - b.id);
  if (orderBy === 'slug') rows.sort((a, b) => (a.slug < b.slug ? -1 : 1));
  if (orderBy === 'count') rows.sort((a, b) => count(a) - count(b));
  if (orderBy === 'include') rows.sort((a, b) => include.indexOf(a.id) - include.indexOf(b.id));
}

/** What is stored of a typed name: no tags, one space between words, `&` and angle brackets as entities. */
export function termName(typed: string): string {
  const plain = typed
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return filterHtml(plain, 'title');
}

/** A slug nobody has: a child tries its parent's slug as a suffix first. */
export function termSlug(site: Site, taxonomy: string, wanted: string, parent: number): string {
  const terms = site.store.terms(taxonomy);
  const taken = (slug: string): boolean => terms.some((term) => term.slug === slug);
  if (!taken(wanted)) return wanted;
  const above = terms.find((term) => term.id === parent)?.slug;
  const base = above === undefined ? wanted : `${wanted}-${above}`;
  let slug = base;
  for (let number = 2; taken(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

/** The existing term's id stands in `data.term_id`: a client goes on with that one. */
function termExists(taxonomy: Taxonomy, id: number): RestError {
  const where = taxonomy.hierarchical ? 'with this parent' : 'in this taxonomy';
  const message = `A term with the name provided already exists ${where}.`;
  return new RestError('term_exists', message, 400, { term_id: id }, { additional_data: [id, id] });
}

function createTerm(request: RestRequest, taxonomy: Taxonomy): RestAnswer {
  const { site, address, params } = request;
  const terms = site.store.terms(taxonomy.slug);
  const parent = Number(params.parent ?? 0);
  if (params.parent !== undefined && !taxonomy.hierarchical) {
    const message = 'Cannot set parent term, taxonomy is not hierarchical.';
    throw new RestError('rest_taxonomy_not_hierarchical', message, 400);
  }
  if (parent > 0 && !terms.some((term) => term.id === parent)) {
    throw new RestError('rest_term_invalid', 'Parent term does not exist.', 400);
  }
  const name = termName(String(params.name));
  // The error of wp_insert_term has no status of its own, so it is a 500.
  if (name === '') throw new RestError('empty_term_name', 'A name is required for this term.', 500);
  const slug = params.slug ? slugFrom(String(params.slug)) : '';
  const twin = terms.find((term) => fold(term.name) === fold(name) && term.parent === parent);
  if (twin && (slug === '' || slug === twin.slug)) throw termExists(taxonomy, twin.id);
  const free = termSlug(site, taxonomy.slug, slug || slugFrom(name), parent);
  const description = String(params.description ?? '');
  const id = site.store.addTerm(taxonomy.slug, name, free, parent, description);
  const term = { id, taxonomy: taxonomy.slug, name, slug: free, parent, description };
  return created(termRecord(request, taxonomy, term), site.rest(address, site.v2(`/${taxonomy.restBase}/${id}`)));
}

function routesOf(site: Site, taxonomy: Taxonomy): Route[] {
  const namespace = `${site.options.platformNs}/v2`;
  const active = (): boolean => isActive(site, taxonomy);
  const integers = { type: 'array', items: { type: 'integer' } } as const;
  const parent = taxonomy.hierarchical ? ({ parent: { type: 'integer' } } as const) : {};
  return [
    {
      namespace,
      path: site.v2(`/${taxonomy.restBase}`),
      active,
      endpoints: [
        {
          methods: ['GET'],
          args: {
            context: CONTEXT,
            page: { type: 'integer', default: 1, minimum: 1, first: true },
            per_page: { type: 'integer', default: 10, minimum: 1, maximum: 100, first: true },
            search: { type: 'string', first: true },
            exclude: integers,
            include: integers,
            offset: { type: 'integer' },
            order: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
            orderby: { type: 'string', enum: ['id', 'include', 'name', 'slug', 'count'], default: 'name' },
            hide_empty: { type: 'boolean', default: false },
            ...parent,
            post: { type: 'integer' },
            slug: { type: 'array', items: { type: 'string' } },
          },
          permission: (request) => readPermission(request, taxonomy),
          handler: (request) => listTerms(request, taxonomy),
        },
        {
          methods: ['POST'],
          args: {
            description: { type: 'string' },
            name: { type: 'string', required: true },
            slug: { type: 'string' },
            // Also flat ones read it, to refuse it.
            parent: { type: 'integer' },
          },
          shownArgs: {
            description: { type: 'string' },
            name: { type: 'string', required: true },
            slug: { type: 'string' },
            ...parent,
          },
          permission: ({ user }) =>
            mayCreateTerms(site, user, taxonomy)
              ? null
              : refused(user, 'rest_cannot_create', 'Sorry, you are not allowed to create terms in this taxonomy.'),
          handler: (request) => createTerm(request, taxonomy),
        },
      ],
    },
    {
      namespace,
      path: site.v2(`/${taxonomy.restBase}/(?P<id>[\\d]+)`),
      active,
      endpoints: [
        {
          methods: ['GET'],
          args: { context: CONTEXT },
          permission: (request) => readPermission(request, taxonomy),
          handler: (request) => {
            const term = site.store.terms(taxonomy.slug).find((one) => one.id === Number(request.params.id));
            if (!term) throw new RestError('rest_term_invalid', 'Term does not exist.', 404);
            return ok(termRecord(request, taxonomy, term));
          },
        },
      ],
    },
  ];
}

export function termRoutes(site: Site): Route[] {
  return ALL_TAXONOMIES.flatMap((taxonomy) => routesOf(site, taxonomy));
}
