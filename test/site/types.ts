// Post types and post statuses as the platform describes them (platform facts, section 13).
import { RestError, refused } from './errors.ts';
import { hasMeta } from './post-meta.ts';
import { ok, type RestRequest, type Route } from './rest.ts';
import { can } from './roles.ts';
import type { Site } from './site.ts';
import { taxonomiesOf } from './taxonomies.ts';

const CONTEXT = { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view' } as const;

const TYPES = {
  post: { name: 'Posts', base: 'posts' },
  attachment: { name: 'Media', base: 'media' },
  video: { name: 'Videos', base: 'video' },
} as const;

type TypeName = keyof typeof TYPES;

const isType = (name: unknown): name is TypeName => typeof name === 'string' && Object.hasOwn(TYPES, name);

const SUPPORTS = ['title', 'editor', 'thumbnail', 'excerpt', 'trackbacks', 'comments', 'author'];

const VERBS = [
  'edit_post',
  'read_post',
  'delete_post',
  'edit_posts',
  'edit_others_posts',
  'delete_posts',
  'publish_posts',
];

const STATUSES = [
  { slug: 'publish', name: 'Published', public: true, queryable: true, date_floating: false },
  { slug: 'future', name: 'Scheduled', public: false, queryable: false, date_floating: false },
  { slug: 'draft', name: 'Draft', public: false, queryable: false, date_floating: true },
  { slug: 'pending', name: 'Pending', public: false, queryable: false, date_floating: true },
  { slug: 'private', name: 'Private', public: false, queryable: false, date_floating: false },
  { slug: 'trash', name: 'Trash', public: false, queryable: false, date_floating: false },
];

function supportsOf(site: Site, type: TypeName): Record<string, true> {
  if (type === 'attachment') return { title: true, author: true, comments: true };
  const more = type === 'post' ? ['custom-fields', 'revisions', 'post-formats'] : [];
  const own = hasMeta(site, type) ? ['custom-fields'] : [];
  return Object.fromEntries([...SUPPORTS, ...more, ...own].map((name) => [name, true]));
}

function typeRecord({ site, address, params }: RestRequest, type: TypeName): Record<string, unknown> {
  const edit = params.context === 'edit';
  const at = (route: string): { href: string }[] => [{ href: site.rest(address, site.v2(route)) }];
  const { base, name } = TYPES[type];
  return {
    description: '',
    hierarchical: false,
    has_archive: type === 'video',
    name,
    slug: type,
    icon: null,
    taxonomies: taxonomiesOf(site, type).map((taxonomy) => taxonomy.slug),
    rest_base: base,
    rest_namespace: `${site.options.platformNs}/v2`,
    template: [],
    template_lock: false,
    // The product's videos are edited with the rights of ordinary posts.
    ...(edit ? { capabilities: Object.fromEntries(VERBS.map((verb) => [verb, verb])) } : {}),
    ...(edit ? { viewable: true, supports: supportsOf(site, type) } : {}),
    _links: { collection: at('/types'), 'wp:items': at(`/${base}`) },
  };
}

export function typeRoutes(site: Site): Route[] {
  const namespace = `${site.options.platformNs}/v2`;
  const permission = ({ params, user }: RestRequest): RestError | null =>
    params.context === 'edit' && !can(user, 'edit_posts')
      ? refused(user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit posts in this post type.')
      : null;
  return [
    {
      namespace,
      path: site.v2('/types'),
      endpoints: [
        {
          methods: ['GET'],
          args: { context: CONTEXT },
          permission,
          handler: (request) =>
            ok(
              Object.fromEntries(
                Object.keys(TYPES)
                  .filter(isType)
                  .map((type) => [type, typeRecord(request, type)]),
              ),
            ),
        },
      ],
    },
    {
      namespace,
      path: site.v2('/types/(?P<type>[\\w-]+)'),
      endpoints: [
        {
          methods: ['GET'],
          args: { context: CONTEXT },
          permission,
          handler: (request) => {
            const { type } = request.params;
            if (isType(type)) return ok(typeRecord(request, type));
            throw new RestError('rest_type_invalid', 'Invalid post type.', 404);
          },
        },
      ],
    },
    {
      namespace,
      path: site.v2('/statuses'),
      endpoints: [
        {
          methods: ['GET'],
          args: { context: CONTEXT },
          permission,
          handler: ({ user }) => {
            const shown = STATUSES.filter((status) => status.public || can(user, 'edit_posts'));
            return ok(Object.fromEntries(shown.map((status) => [status.slug, status])));
          },
        },
      ],
    },
  ];
}
