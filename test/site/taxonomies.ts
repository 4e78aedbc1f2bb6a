// The taxonomies of videos and blog posts, which of them are on, and the routes that describe them (platform facts, 1 and 13).

import { RestError, refused } from './errors.ts';
import { ok, type RestRequest, type Route } from './rest.ts';
import { can, type User } from './roles.ts';
import type { Site } from './site.ts';

export interface Taxonomy {
  slug: string;
  restBase: string;
  hierarchical: boolean;
  name: string;
}

/** The REST name of the product's `categories` is `video_category`. */
const PRODUCT: readonly Taxonomy[] = [
  { slug: 'categories', restBase: 'video_category', hierarchical: true, name: 'Video Categories' },
  { slug: 'video_tag', restBase: 'video_tag', hierarchical: false, name: 'Video Tags' },
];

const STREAMTUBE: readonly Taxonomy[] = [
  ...PRODUCT,
  { slug: 'report_category', restBase: 'report_category', hierarchical: true, name: 'Video Reports' },
  { slug: 'hand_pick', restBase: 'hand_pick', hierarchical: true, name: 'Video Hand Picks' },
];

const CORE: readonly Taxonomy[] = [
  { slug: 'category', restBase: 'categories', hierarchical: true, name: 'Categories' },
  { slug: 'post_tag', restBase: 'tags', hierarchical: false, name: 'Tags' },
];

/** Every taxonomy that some setting of the switches can turn on. */
export const ALL_TAXONOMIES: readonly Taxonomy[] = [...STREAMTUBE, ...CORE];

export function taxonomiesOf(site: Site, type: string): readonly Taxonomy[] {
  if (type === 'post') return CORE;
  if (type !== 'video') return [];
  if (site.switches.taxonomies === 'core') return CORE;
  return site.switches.product === 'streamtube' ? STREAMTUBE : PRODUCT;
}

function activeTaxonomies(site: Site): readonly Taxonomy[] {
  return [...new Set([...taxonomiesOf(site, 'video'), ...CORE])];
}

export function isActive(site: Site, taxonomy: Taxonomy): boolean {
  return activeTaxonomies(site).includes(taxonomy);
}

/**
 * edit_terms and assign_terms. The known product guards its own terms with capabilities that only administrators have;
 * assigning needs no more than edit_posts everywhere.
 */
export function mayWithTerms(site: Site, user: User | null, verb: 'edit' | 'assign', taxonomy: Taxonomy): boolean {
  if (verb === 'assign') return can(user, 'edit_posts');
  const guarded = site.switches.product === 'streamtube' && !CORE.includes(taxonomy);
  return can(user, guarded ? 'manage_options' : 'manage_categories');
}

/** Creating a term: of a flat taxonomy whoever may assign one, of a hierarchical one only who may edit them. */
export function mayCreateTerms(site: Site, user: User | null, taxonomy: Taxonomy): boolean {
  return mayWithTerms(site, user, taxonomy.hierarchical ? 'edit' : 'assign', taxonomy);
}

function describe(request: RestRequest, taxonomy: Taxonomy): Record<string, unknown> {
  const { site, address, params } = request;
  const at = (route: string): { href: string }[] => [{ href: site.rest(address, site.v2(route)) }];
  const types = ['post', 'video'].filter((type) => taxonomiesOf(site, type).includes(taxonomy));
  const edit = { edit_terms: `edit_${taxonomy.slug}`, assign_terms: 'edit_posts' };
  return {
    ...(params.context === 'edit' ? { capabilities: edit } : {}),
    name: taxonomy.name,
    slug: taxonomy.slug,
    description: '',
    types,
    hierarchical: taxonomy.hierarchical,
    rest_base: taxonomy.restBase,
    rest_namespace: `${site.options.platformNs}/v2`,
    _links: { collection: at('/taxonomies'), 'wp:items': at(`/${taxonomy.restBase}`) },
  };
}

export function taxonomyRoutes(site: Site): Route[] {
  const namespace = `${site.options.platformNs}/v2`;
  const context = { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view' } as const;
  const permission = ({ user, params }: RestRequest): RestError | null =>
    params.context === 'edit' && !can(user, 'edit_posts')
      ? refused(user, 'rest_cannot_view', 'Sorry, you are not allowed to manage terms in this taxonomy.')
      : null;
  return [
    {
      namespace,
      path: site.v2('/taxonomies'),
      endpoints: [
        {
          methods: ['GET'],
          args: { type: { type: 'string' }, context },
          permission,
          handler: (request) => {
            const { type } = request.params;
            const shown = type === undefined ? activeTaxonomies(site) : taxonomiesOf(site, String(type));
            // PHP's empty object is an array.
            if (shown.length === 0) return ok([]);
            return ok(Object.fromEntries(shown.map((one) => [one.slug, describe(request, one)])));
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
          args: { context },
          permission,
          handler: (request) => {
            const taxonomy = activeTaxonomies(site).find((one) => one.slug === request.params.taxonomy);
            if (!taxonomy) throw new RestError('rest_taxonomy_invalid', 'Invalid taxonomy.', 404);
            return ok(describe(request, taxonomy));
          },
        },
      ],
    },
  ];
}
