// Finds the endpoint of a request, checks arguments and rights, and makes OPTIONS, Allow and the list of routes.
import { noRoute, RestError } from './errors.ts';
import { checkParams, describeArgs } from './params.ts';
import { type Endpoint, ok, type RestAnswer, type RestRequest, type Route } from './rest.ts';

export interface Match {
  route: Route;
  endpoint: Endpoint;
  path: Record<string, string>;
}

/** Doubled and trailing slashes do not matter (platform facts, section 2). */
export function normaliseRoute(route: string): string {
  const clean = `/${route}`.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  return clean === '' ? '/' : clean;
}

export class Router {
  /** Also those that are off. */
  readonly all: Route[] = [];
  private readonly patterns = new Map<Route, RegExp>();

  add(route: Route): void {
    this.all.push(route);
    // WordPress writes named groups the Python way.
    this.patterns.set(route, new RegExp(`^${route.path.replaceAll('(?P<', '(?<')}$`));
  }

  /** The routes that are on. */
  get routes(): Route[] {
    return this.all.filter((route) => route.active?.() ?? true);
  }

  private candidates(path: string): { route: Route; path: Record<string, string> }[] {
    const found: { route: Route; path: Record<string, string> }[] = [];
    for (const route of this.all) {
      const match = this.patterns.get(route)?.exec(path);
      if (match && (route.active?.() ?? true)) found.push({ route, path: { ...match.groups } });
    }
    return found;
  }

  match(method: string, path: string): Match | null {
    for (const { route, path: named } of this.candidates(path)) {
      const endpoint = route.endpoints.find((one) => one.methods.includes(method));
      if (endpoint) return { route, endpoint, path: named };
    }
    return null;
  }

  /** Runs the request. The answer carries `Allow` where this caller may do something with the route. */
  async dispatch(request: RestRequest): Promise<RestAnswer> {
    const found = this.candidates(request.route);
    if (request.method === 'OPTIONS' && found[0]) {
      const { route, path } = found[0];
      return withAllow(
        ok(describeRoute(route)),
        this.allowed(route, { ...request, params: { ...request.params, ...path } }),
      );
    }
    const match = this.match(request.method, request.route);
    if (!match) return errorAnswer(noRoute());
    const given = { ...request.params, ...match.path };
    let answer: RestAnswer;
    let checked = { ...request, params: given };
    try {
      checked = { ...request, params: checkParams(given, match.endpoint.args) };
      const refusal = match.endpoint.permission(checked);
      if (refusal) throw refusal;
      answer = await match.endpoint.handler(checked);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      answer = errorAnswer(error);
    }
    return withAllow(answer, this.allowed(match.route, checked));
  }

  /** The methods this caller may use here, asked after the work is done, as the platform does. */
  private allowed(route: Route, request: RestRequest): string[] {
    const methods: string[] = [];
    for (const endpoint of route.endpoints) {
      for (const method of endpoint.methods) {
        if (!methods.includes(method) && endpoint.permission({ ...request, method }) === null) methods.push(method);
      }
    }
    return methods;
  }
}

function withAllow(answer: RestAnswer, methods: readonly string[]): RestAnswer {
  if (methods.length === 0 || answer.behind) return answer;
  return { ...answer, headers: { ...answer.headers, Allow: methods.join(', ') } };
}

export function errorAnswer(error: RestError): RestAnswer {
  return { status: error.status, headers: {}, body: error.body() };
}

export function describeRoute(route: Route): Record<string, unknown> {
  return {
    namespace: route.namespace,
    methods: [...new Set(route.endpoints.flatMap((endpoint) => endpoint.methods))],
    endpoints: route.endpoints.map((endpoint) => ({
      methods: endpoint.methods,
      args: describeArgs(endpoint.shownArgs ?? endpoint.args),
    })),
    ...(route.schema ? { schema: route.schema() } : {}),
  };
}
