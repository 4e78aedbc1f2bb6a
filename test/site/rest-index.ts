// The index of the API and of each namespace: what discovery reads (platform facts, section 2).
import { everybody, ok, type RestRequest, type Route } from './rest.ts';
import { describeRoute } from './router.ts';
import type { Site } from './site.ts';
import { offsetHours } from './time.ts';

function namespaces(site: Site): string[] {
  return [...new Set(['oembed/1.0', ...site.router.routes.map((route) => route.namespace)])].filter(Boolean);
}

function describeRoutes({ site, address }: RestRequest, routes: readonly Route[]): Record<string, unknown> {
  return Object.fromEntries(
    routes.map((route) => {
      const { schema: _schema, ...description } = describeRoute(route);
      // Only routes without parameters have an address of their own.
      const self = route.path.includes('(') ? {} : { _links: { self: [{ href: site.rest(address, route.path) }] } };
      return [route.path, { ...description, ...self }];
    }),
  );
}

function index(request: RestRequest): Record<string, unknown> {
  const { site, address } = request;
  const home = site.home(address);
  const authorization = `${home}/wp-admin/authorize-application.php`;
  return {
    name: site.options.name,
    description: '',
    url: home,
    home,
    gmt_offset: offsetHours(site.nowMs(), site.options.timezone),
    timezone_string: site.options.timezone,
    page_for_posts: 0,
    page_on_front: 0,
    show_on_front: 'posts',
    namespaces: namespaces(site),
    // PHP's empty object is an array.
    authentication: site.appPasswordsAvailable(address)
      ? { 'application-passwords': { endpoints: { authorization } } }
      : [],
    routes: describeRoutes(request, site.router.routes),
    site_logo: 0,
    site_icon: 0,
    site_icon_url: '',
    _links: {
      help: [{ href: 'https://developer.wordpress.org/rest-api/' }],
      curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
    },
  };
}

/** Call last: the namespaces are those of the routes added before. */
export function indexRoutes(site: Site): Route[] {
  const spaces = [...new Set(site.router.all.map((route) => route.namespace))];
  const hasRoutes = (namespace: string): boolean =>
    site.router.all.some(
      (route) => route.namespace === namespace && route.path !== `/${namespace}` && (route.active?.() ?? true),
    );
  return [
    {
      namespace: '',
      path: '/',
      endpoints: [
        {
          methods: ['GET'],
          args: { context: { type: 'string', default: 'view' } },
          permission: everybody,
          handler: (request) => ok(index(request)),
        },
      ],
    },
    ...spaces.map(
      (namespace): Route => ({
        namespace,
        path: `/${namespace}`,
        active: () => hasRoutes(namespace),
        endpoints: [
          {
            methods: ['GET'],
            args: { namespace: { type: 'string', default: namespace }, context: { type: 'string', default: 'view' } },
            permission: everybody,
            handler: (request) => {
              const routes = site.router.routes.filter((route) => route.namespace === namespace);
              return ok({
                namespace,
                routes: describeRoutes(request, routes),
                _links: { up: [{ href: site.rest(request.address, '/') }] },
              });
            },
          },
        ],
      }),
    ),
  ];
}
