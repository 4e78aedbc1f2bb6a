// The shapes that pass between server, router and controllers: a request, an endpoint, an answer.
import type { IncomingHttpHeaders } from 'node:http';
import type { RestError } from './errors.ts';
import type { ArgSpecs, Params } from './params.ts';
import type { Received } from './receive.ts';
import type { User } from './roles.ts';
import type { Address, Site } from './site.ts';

export interface SignIn {
  user: User | null;
  /** An error that every route answers with, as when some plugin looks at the user early. */
  error: RestError | null;
  appPasswordUuid: string | null;
}

export interface RestRequest {
  site: Site;
  address: Address;
  /** After method override; HEAD is GET here. */
  method: string;
  /** "/wp/v2/video/14" */
  route: string;
  /** Parameters from the path, query and body, checked against the endpoint's arguments. */
  params: Params;
  /** The query as sent, for paging links. */
  query: string;
  /** Without an Authorization that the web server has stripped. */
  headers: IncomingHttpHeaders;
  /** Where the request comes from. */
  ip: string;
  signIn: SignIn;
  user: User | null;
  /** The body of a streaming endpoint. */
  received: Received | null;
}

export interface RestAnswer {
  status: number;
  headers: Record<string, string>;
  /** JSON value, or a string together with a content type of its own. */
  body: unknown;
  /** The body is text and not JSON. */
  text?: boolean;
  /** Written behind the REST server's back, as `wp_send_json` does: no header of the server's own follows. */
  behind?: boolean;
}

export interface Endpoint {
  methods: readonly string[];
  args: ArgSpecs;
  /** The arguments as OPTIONS and the index show them, where the handler checks some of them itself. */
  shownArgs?: ArgSpecs;
  /** null when this caller may. */
  permission: (request: RestRequest) => RestError | null;
  handler: (request: RestRequest) => RestAnswer | Promise<RestAnswer>;
  /** The body is a file and is written to disk as it arrives. */
  streams?: boolean;
}

export interface Route {
  namespace: string;
  /** "/wp/v2/video/(?P<id>[\\d]+)" as the index names it. */
  path: string;
  /** false while the switches have turned the route off; without it the route is always there. */
  active?: () => boolean;
  endpoints: readonly Endpoint[];
  schema?: () => unknown;
}

export function ok(body: unknown, headers: Record<string, string> = {}): RestAnswer {
  return { status: 200, headers, body };
}

export function created(body: unknown, location: string, headers: Record<string, string> = {}): RestAnswer {
  return { status: 201, headers: { Location: location, ...headers }, body };
}

/** Anybody may. */
export function everybody(): null {
  return null;
}
