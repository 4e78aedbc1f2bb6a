// The taxonomies of a video and their terms (platform facts, sections 1 and 13).

import { RestError, refused } from './errors.ts';
import { fold } from './names.ts';
import { paged } from './paging.ts';
import { everybody, ok, type RestRequest, type Route } from './rest.ts';
import { can } from './roles.ts';
import type { Site } from './site.ts';

export interface Taxonomy {
  slug: string;
  restBase: string;
  hierarchical: boolean;
  name: string;
}

/** The REST name of the product's `categories` is `video_category`. */
export const TAXONOMIES: readonly Taxonomy[] = [
  { slug: 'categories', restBase: 'video_category', hierarchical: true, name: 'Video Categories' },
  { slug: 'video_tag', restBase: 'video_tag', hierarchical: false, name: 'Video Tags' },
];

function describeTaxonomy({ site, address }: RestRequest, taxonomy: Taxonomy): Record<string, unknown> {
  const at = (route: string): { href: string }[] => [{ href: site.rest(address, site.v2(route)) }];
  return {
    name: taxonomy.name,
    slug: taxonomy.slug,
    description: '',
    types: ['video'],
    hierarchical: taxonomy.hierarchical,
    rest_base: taxonomy.restBase,
    rest_namespace: `${site.options.platformNs}/v2`,
    _links: { collection: at('/taxonomies'), 'wp:items': at(`/${taxonomy.restBase}`) },
  };
}

export function taxonomyRoutes(site: Site): Route[] {
  const namespace = `${site.options.platformNs}/v2`;
  const terms = TAXONOMIES.map(
    (taxonomy): Route => ({
      namespace,
      path: site.v2(`/${taxonomy.restBase}`),
      endpoints: [
        {
          methods: ['GET'],
          args: {
            page: { type: 'integer', default: 1, minimum: 1, first: true },
            per_page: { type: 'integer', default: 10, minimum: 1, maximum: 100, first: true },
            search: { type: 'string' },
            hide_empty: { type: 'boolean', default: false },
            post: { type: 'integer' },
            include: { type: 'array', items: { type: 'integer' } },
            slug: { type: 'array', items: { type: 'string' } },
            context: { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view' },
          },
          permission: everybody,
          handler: (request) => listTerms(request, taxonomy),
        },
      ],
    }),
  );
  return [
    ...terms,
    {
      namespace,
      path: site.v2('/taxonomies'),
      endpoints: [
        {
          methods: ['GET'],
          args: {
            type: { type: 'string' },
            context: { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view' },
          },
          permission: ({ user, params }) =>
            params.context === 'edit' && !can(user, 'edit_posts')
              ? refused(user, 'rest_cannot_view', 'Sorry, you are not allowed to manage terms in this taxonomy.')
              : null,
          handler: (request) => {
            const { type } = request.params;
            const shown = type === undefined || type === 'video' ? TAXONOMIES : [];
            // PHP's empty object is an array.
            if (shown.length === 0) return ok([]);
            return ok(Object.fromEntries(shown.map((one) => [one.slug, describeTaxonomy(request, one)])));
          },
        },
      ],
    },
    {
      namespace,
      path: site.v2('/taxonomies/(?P<taxonomy>[\\w-]+)'),
      endpoints: [
        {
          methods: ['GET'],
          args: {},
          permission: everybody,
          handler: (request) => {
            const taxonomy = TAXONOMIES.find((one) => one.slug === request.params.taxonomy);
            if (!taxonomy) throw new RestError('rest_taxonomy_invalid', 'Invalid taxonomy.', 404);
            return ok(describeTaxonomy(request, taxonomy));
          },
        },
      ],
    },
  ];
}

function listTerms(request: RestRequest, taxonomy: Taxonomy): ReturnType<typeof ok> {
  const { site, address, params } = request;
  const { store } = site;
  let rows = store.terms(taxonomy.slug);
  if (params.search) rows = rows.filter((term) => fold(term.name).includes(fold(String(params.search))));
  if (params.post !== undefined) {
    const ids = store.termIds(Number(params.post), taxonomy.slug);
    rows = rows.filter((term) => ids.includes(term.id));
  }
  if (params.include) rows = rows.filter((term) => (params.include as number[]).includes(term.id));
  if (params.slug) rows = rows.filter((term) => (params.slug as string[]).includes(term.slug));
  if (params.hide_empty) rows = rows.filter((term) => store.countOfTerm(term.id) > 0);
  const perPage = Number(params.per_page);
  const page = Number(params.page);
  const body = rows.slice((page - 1) * perPage, page * perPage).map((term) => ({
    id: term.id,
    count: store.countOfTerm(term.id),
    description: '',
    link: `${site.home(address)}/${taxonomy.slug}/${term.slug}/`,
    name: term.name,
    slug: term.slug,
    taxonomy: taxonomy.slug,
    ...(taxonomy.hierarchical ? { parent: term.parent } : {}),
    _links: {
      self: [{ href: site.rest(address, site.v2(`/${taxonomy.restBase}/${term.id}`)) }],
      collection: [{ href: site.rest(address, site.v2(`/${taxonomy.restBase}`)) }],
    },
  }));
  return ok(body, paged(request, rows.length, page, perPage));
}
