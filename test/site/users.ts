// Who am I: the users routes (platform facts, section 8).
import { notLoggedIn, RestError, refused } from './errors.ts';
import { ok, type RestRequest, type Route } from './rest.ts';
import { can, capabilitiesOf, type User } from './roles.ts';
import type { Site } from './site.ts';

const CONTEXT = { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view', first: true } as const;

const EMBED = ['id', 'name', 'url', 'description', 'link', 'slug', 'avatar_urls', '_links'];

function userRecord({ site, address, params }: RestRequest, user: User): Record<string, unknown> {
  const edit = params.context === 'edit';
  const home = site.home(address);
  const self = site.rest(address, site.v2(`/users/${user.id}`));
  const picture = `${home}/avatar/${user.id}`;
  const record: Record<string, unknown> = {
    id: user.id,
    ...(edit ? { username: user.login } : {}),
    name: user.name,
    ...(edit ? { first_name: '', last_name: '', email: user.email } : {}),
    url: '',
    description: '',
    link: `${home}/author/${user.login}/`,
    ...(edit ? { locale: 'en_US', nickname: user.login } : {}),
    slug: user.login,
    ...(edit
      ? {
          roles: [user.role],
          registered_date: `${user.registered}+00:00`,
          capabilities: Object.fromEntries([...capabilitiesOf(user.role), user.role].map((name) => [name, true])),
          extra_capabilities: { [user.role]: true },
        }
      : {}),
    avatar_urls: { 24: `${picture}?s=24`, 48: `${picture}?s=48`, 96: `${picture}?s=96` },
    meta: edit ? { persisted_preferences: [] } : [],
    _links: { self: [{ href: self }], collection: [{ href: site.rest(address, site.v2('/users')) }] },
  };
  return params.context === 'embed' ? Object.fromEntries(EMBED.map((name) => [name, record[name]])) : record;
}

export function userRoutes(site: Site): Route[] {
  const namespace = `${site.options.platformNs}/v2`;
  return [
    {
      namespace,
      path: site.v2('/users/me'),
      endpoints: [
        {
          methods: ['GET'],
          args: { context: CONTEXT },
          // The route lets everybody in and refuses inside: hence `Allow: GET` on its 401.
          permission: () => null,
          handler: (request) => {
            if (!request.user) throw notLoggedIn();
            return ok(userRecord(request, request.user));
          },
        },
        {
          methods: ['POST', 'PUT', 'PATCH'],
          args: {},
          permission: ({ user }) => (user ? null : notLoggedIn()),
          handler: (request) => {
            if (!request.user) throw notLoggedIn();
            return ok(userRecord({ ...request, params: { context: 'edit' } }, request.user));
          },
        },
      ],
    },
    {
      namespace,
      path: site.v2('/users/(?P<id>[\\d]+)'),
      endpoints: [
        {
          methods: ['GET'],
          args: { context: CONTEXT },
          permission: ({ params, user }) => {
            const found = site.store.user(Number(params.id));
            if (!found) return new RestError('rest_user_invalid_id', 'Invalid user ID.', 404);
            if (params.context !== 'edit' || found.id === user?.id || can(user, 'list_users')) return null;
            return refused(user, 'rest_user_cannot_view', 'Sorry, you are not allowed to list users.');
          },
          handler: (request) => {
            const found = site.store.user(Number(request.params.id));
            if (!found) throw new RestError('rest_user_invalid_id', 'Invalid user ID.', 404);
            return ok(userRecord(request, found));
          },
        },
      ],
    },
  ];
}
