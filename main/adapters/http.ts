// One HTTP request and its answer on undici: HTTP/1.1, no redirects, no cookies, our own watchdogs; repeated only where a kept
// connection turned out to be dead before anything of the request counted (F-09).
//
// - allowH2 stays off: undici drops interim answers over HTTP/2.
// - headersTimeout stays off: it also runs while a slow but healthy upload is still sending.
import { buildConnector } from 'undici';
import {
  type Clock,
  type Connections,
  type HttpAnswer,
  HttpError,
  type HttpRequest,
  type Proxies,
  type ProxyAccess,
  ProxyError,
  type Route,
} from '../ports.ts';
import { createAgents, type Way } from './agents.ts';
import { systemClock } from './clock.ts';
import { Exchange } from './exchange.ts';
import { createRoutes } from './routes.ts';

/** What may be asked twice. */
const harmless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Nothing has left where there was no connection. */
const noConnection: ReadonlySet<string> = new Set(['host-not-found', 'refused', 'unreachable']);

/** Opens the connections; `beforeSecure` is called before each that is encrypted. */
function connector(connectMs: number, beforeSecure: () => void): buildConnector.connector {
  // Stated, as both have other defaults where the environment says so: NODE_TLS_REJECT_UNAUTHORIZED=0 takes any certificate,
  // NODE_OPTIONS=--tls-min-v1.0 an old protocol. What else the environment can change stands in shell/trust.ts.
  const open = buildConnector({ timeout: connectMs, rejectUnauthorized: true, minVersion: 'TLSv1.2', allowH2: false });
  return (options, callback) => {
    if (options.protocol === 'https:') beforeSecure();
    open(options, callback);
  };
}

export interface HttpOptions {
  /** Runs the watchdogs; the connections keep the system's time. */
  readonly clock?: Clock;
  /** So long a connection may take to open, TLS included; as long a proxy to open a tunnel. */
  readonly connectMs?: number;
  /** Called once, before the first connection that is encrypted. */
  readonly onFirstSecure?: () => void;
  /** Missing = every site is reached straight. */
  readonly proxies?: Proxies;
}

/** Nobody signs in at a proxy. */
const noAccess: ProxyAccess = { authorization: async () => null, asked: () => undefined, reached: () => undefined };

/** What may still be done with a request: nothing of it has left that may count. */
interface Attempt {
  readonly wanted: HttpRequest;
  /** By the monotonic clock. */
  readonly endsAt: number | null;
  repeatable: boolean;
}

/** Whether the next way may be gone: nothing has left for the site, and this one is dead. */
function isDeadEnd(error: unknown, route: Route, { repeatable }: Attempt): error is HttpError {
  if (error instanceof ProxyError) return error.trouble === 'proxy-away' || error.trouble === 'proxy-kind';
  return route === 'direct' && error instanceof HttpError && noConnection.has(error.problem) && repeatable;
}

export function undiciHttp(options: HttpOptions = {}): Connections {
  const { clock = systemClock, connectMs = 30_000, onFirstSecure, proxies } = options;
  let prepare = onFirstSecure;
  const open = connector(connectMs, () => {
    const first = prepare;
    prepare = undefined;
    first?.();
  });
  let access = noAccess;
  const agents = createAgents({ open, connectMs, access: () => access });
  const routes = proxies && createRoutes({ proxies, clock, patienceMs: connectMs });
  const underWay = new Set<Exchange>();

  const once = (attempt: Attempt, way: Way): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const onBody = (): void => {
        attempt.repeatable = false;
      };
      const onEnd = (): void => {
        underWay.delete(exchange);
      };
      const { wanted, endsAt } = attempt;
      const unconnected = way.watch();
      const exchange = new Exchange(wanted, { clock, endsAt, onBody, onEnd, unconnected, resolve, reject });
      underWay.add(exchange);
      exchange.begin(way.agent, way.forward);
    });

  const by = async (attempt: Attempt, route: Route): Promise<HttpAnswer> => {
    if (route === 'direct') return once(attempt, agents.direct());
    if (route.kind === 'other') throw new ProxyError('proxy-kind', route.address, 'No such proxy is spoken to');
    return once(attempt, await agents.through(route, new URL(attempt.wanted.url).origin));
  };

  const twice = async (attempt: Attempt, route: Route): Promise<HttpAnswer> => {
    try {
      return await by(attempt, route);
    } catch (error) {
      if (!(error instanceof HttpError && error.problem === 'reset' && attempt.repeatable)) throw error;
      return by(attempt, route);
    }
  };

  /** One way after the other; of several that are dead the first proxy's trouble is told. */
  const byAny = async (attempt: Attempt, ways: readonly Route[]): Promise<HttpAnswer> => {
    let told: HttpError | null = null;
    for (const route of ways) {
      try {
        const answer = await twice(attempt, route);
        access.reached(new URL(attempt.wanted.url).origin);
        return answer;
      } catch (error) {
        if (!isDeadEnd(error, route, attempt)) throw error;
        routes?.dead(route);
        if (!(told instanceof ProxyError)) told = error;
      }
    }
    throw told ?? new HttpError('unreachable', 'No way leads there');
  };

  return {
    request: async (wanted) => {
      // A JSON body leaves with the headers, and what it asks for may have been done.
      const repeatable = wanted.body === null ? harmless.has(wanted.method) : typeof wanted.body !== 'string';
      const endsAt = wanted.wholeMs === null ? null : clock.monotonic() + wanted.wholeMs;
      const attempt: Attempt = { wanted, endsAt, repeatable };
      if (routes === undefined) return twice(attempt, 'direct');
      return byAny(attempt, await routes.to(new URL(wanted.url).origin, wanted.signal));
    },
    signInBy: (given) => {
      access = given;
    },
    refresh: (graceMs) => {
      agents.retire();
      routes?.forget();
      for (const one of [...underWay]) {
        if (graceMs === 0) one.drop('The connection is from before the computer slept');
        else one.prove(graceMs);
      }
    },
    close: async () => {
      await agents.destroy();
      // What is left goes on connections from before another network, which belong to no agent any more.
      for (const one of [...underWay]) one.drop('All connections are ended');
    },
  };
}
