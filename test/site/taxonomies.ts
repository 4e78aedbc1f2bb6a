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
  /** What it declares as needed to edit and to assign its terms; what these map to is another matter. */
  capabilities: { manage_terms: string; edit_terms: string; delete_terms: string; assign_terms: string };
}

/** Declared for the four acts, as WordPress does where a taxonomy says nothing but who may assign. */
const declared = (edit: string, assign: string): Taxonomy['capabilities'] => ({
  manage_terms: edit,
  edit_terms: edit,
  delete_terms: edit,
  assign_terms: assign,
});
/** Core's own taxonomies declare meta capabilities, which no user is listed with (platform facts, section 21). */
const meta = (things: string): Taxonomy['capabilities'] => ({
  manage_terms: things === 'categories' ? 'manage_categories' : `manage_${things}`,
  edit_terms: `edit_${things}`,
  delete_terms: `delete_${things}`,
  assign_terms: `assign_${things}`,
});
const usual = declared('manage_categories', 'edit_posts');
/** The known product guards its own terms with what only administrators have. */
const guarded = declared('manage_options', 'edit_posts');

/** What core's meta capabilities and those of the `shows` plugin map to. */
const MAPPED: Readonly<Record<string, string>> = {
  manage_post_tags: 'manage_categories',
  edit_categories: 'manage_categories',
  edit_post_tags: 'manage_categories',
  delete_categories: 'manage_categories',
  delete_post_tags: 'manage_categories',
  assign_categories: 'edit_posts',
  assign_post_tags: 'edit_posts',
  manage_shows: 'manage_categories',
  edit_shows: 'manage_categories',
  delete_shows: 'manage_categories',
  assign_shows: 'edit_posts',
};

/** The REST name of the product's `categories` is `video_category`. */
const PRODUCT: readonly Taxonomy[] = [
  { slug: 'categories', restBase: 'video_category', hierarchical: true, name: 'Video Categories', capabilities: usual },
  { slug: 'video_tag', restBase: 'video_tag', hierarchical: false, name: 'Video Tags', capabilities: usual },
];

const STREAMTUBE: readonly Taxonomy[] = [
  ...PRODUCT.map((taxonomy) => ({ ...taxonomy, capabilities: guarded })),
  {
    slug: 'report_category',
    restBase: 'report_category',
    hierarchical: true,
    name: 'Video Reports',
    capabilities: guarded,
  },
  { slug: 'hand_pick', restBase: 'hand_pick', hierarchical: true, name: 'Video Hand Picks', capabilities: guarded },
];

const CORE: readonly Taxonomy[] = [
  {
    slug: 'category',
    restBase: 'categories',
    hierarchical: true,
    name: 'Categories',
    capabilities: meta('categories'),
  },
  { slug: 'post_tag', restBase: 'tags', hierarchical: false, name: 'Tags', capabilities: meta('post_tags') },
];

const SHOWS: Taxonomy = {
  ...{ slug: 'show', restBase: 'shows', hierarchical: true, name: 'Shows' },
  capabilities: meta('shows'),
};

/** Every taxonomy that some setting of the switches can turn on, by its name. */
export const ALL_TAXONOMIES: readonly Taxonomy[] = [...STREAMTUBE, ...CORE, SHOWS];

export function taxonomiesOf(site: Site, type: string): readonly Taxonomy[] {
  if (type === 'post') return CORE;
  if (type !== 'video') return [];
  const { taxonomies, product, shows } = site.switches;
  const own = taxonomies === 'core' ? CORE : product === 'streamtube' ? STREAMTUBE : PRODUCT;
  return shows ? [...own, SHOWS] : own;
}

function activeTaxonomies(site: Site): readonly Taxonomy[] {
  return [...new Set([...taxonomiesOf(site, 'video'), ...CORE])];
}

export function isActive(site: Site, taxonomy: Taxonomy): boolean {
  return activeTaxonomies(site).some((one) => one.slug === taxonomy.slug);
}

/** edit_terms and assign_terms, by what the taxonomy declares now. */
export function mayWithTerms(site: Site, user: User | null, verb: 'edit' | 'assign', { slug }: Taxonomy): boolean {
  const active = activeTaxonomies(site).find((one) => one.slug === slug);
  const capability = active?.capabilities[`${verb}_terms`] ?? '';
  return can(user, MAPPED[capability] ?? capability);
}

/** Whether this user may give a video every one of these terms; those that do not exist are nobody's business. */
export function mayAssign(site: Site, user: User | null, taxonomy: Taxonomy, ids: readonly number[]): boolean {
  const known = ids.filter((id) => site.store.terms(taxonomy.slug).some((term) => term.id === id));
  if (known.length === 0) return true;
  const isGuarded = known.some((id) => site.switches.guardedTerms.includes(id));
  return mayWithTerms(site, user, 'assign', taxonomy) && (!isGuarded || can(user, 'manage_options'));
}

/** Creating a term: of a flat taxonomy whoever may assign one, of a hierarchical one only who may edit them. */
export function mayCreateTerms(site: Site, user: User | null, taxonomy: Taxonomy): boolean {
  return mayWithTerms(site, user, taxonomy.hierarchical ? 'edit' : 'assign', taxonomy);
}

function describe(request: RestRequest, taxonomy: Taxonomy): Record<string, unknown> {
  const { site, address, params } = request;
  const at = (route: string): { href: string }[] => [{ href: site.rest(address, site.v2(route)) }];
  const types = ['post', 'video'].filter((type) => taxonomiesOf(site, type).includes(taxonomy));
  return {
    ...(params.context === 'edit' ? { capabilities: taxonomy.capabilities } : {}),
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
  const asked = ({ params }: RestRequest): readonly Taxonomy[] =>
    params.type === undefined ? activeTaxonomies(site) : taxonomiesOf(site, String(params.type));
  /** In the edit context only those are shown that this very user may assign. */
  const shownTo = (request: RestRequest, all: readonly Taxonomy[]): readonly Taxonomy[] =>
    request.params.context === 'edit' ? all.filter((one) => mayWithTerms(site, request.user, 'assign', one)) : all;
  const permission = (code: string, all: (request: RestRequest) => readonly Taxonomy[]) => (request: RestRequest) =>
    request.params.context === 'edit' && shownTo(request, all(request)).length === 0
      ? refused(request.user, code, 'Sorry, you are not allowed to manage terms in this taxonomy.')
      : null;
  const named = ({ params }: RestRequest): readonly Taxonomy[] =>
    activeTaxonomies(site).filter((one) => one.slug === params.taxonomy);
  return [
    {
      namespace,
      path: site.v2('/taxonomies'),
      endpoints: [
        {
          methods: ['GET'],
          args: { type: { type: 'string' }, context },
          permission: permission('rest_cannot_view', asked),
          handler: (request) => {
            const shown = shownTo(request, asked(request));
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
          permission: (request) =>
            named(request).length === 0 ? null : permission('rest_forbidden_context', named)(request),
          handler: (request) => {
            const [taxonomy] = named(request);
            if (!taxonomy) throw new RestError('rest_taxonomy_invalid', 'Invalid taxonomy.', 404);
            return ok(describe(request, taxonomy));
          },
        },
      ],
    },
  ];
}
