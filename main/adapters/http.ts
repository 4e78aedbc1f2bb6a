// One HTTP request and its answer on undici: HTTP/1.1, no redirects, no cookies, our own watchdogs; repeated only where a kept
// connection turned out to be dead before anything of the request counted (F-09).
//
// - allowH2 stays off: undici drops interim answers over HTTP/2.
// - headersTimeout stays off: it also runs while a slow but healthy upload is still sending.
import { Agent, buildConnector } from 'undici';
import { type Clock, type Connections, type HttpAnswer, HttpError, type HttpRequest } from '../ports.ts';
import { systemClock } from './clock.ts';
import { Exchange } from './exchange.ts';

/** How long a connection is kept for the next request, in ms. */
const idleMs = 1_000;
/** All headers of one answer, in bytes: no site says so much, and what is larger is 'protocol'. */
const mostHeaderBytes = 64 * 1024;
/** What may be asked twice. */
const harmless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

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

function newAgent(connect: buildConnector.connector): Agent {
  return new Agent({
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: mostHeaderBytes,
    connect,
    // Long enough for one clip after the other, too short for servers to close what is about to be used (F-09).
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
  });
}

export interface HttpOptions {
  /** Runs the watchdogs; the connections keep the system's time. */
  readonly clock?: Clock;
  /** So long a connection may take to open, TLS included. */
  readonly connectMs?: number;
  /** Called once, before the first connection that is encrypted. */
  readonly onFirstSecure?: () => void;
}

export function undiciHttp({ clock = systemClock, connectMs = 30_000, onFirstSecure }: HttpOptions = {}): Connections {
  let prepare = onFirstSecure;
  const connect = connector(connectMs, () => {
    const first = prepare;
    prepare = undefined;
    first?.();
  });
  let agent = newAgent(connect);
  const agents = new Set([agent]);
  const underWay = new Set<Exchange>();

  /** `onBody` is called when the first bytes of the body are on their way to the connection; `endsAt` is of the monotonic clock. */
  const once = (wanted: HttpRequest, endsAt: number | null, onBody: () => void): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const onEnd = (): void => {
        underWay.delete(exchange);
      };
      const exchange = new Exchange(wanted, { clock, endsAt, onBody, onEnd, resolve, reject });
      underWay.add(exchange);
      exchange.begin(agent);
    });

  const request = async (wanted: HttpRequest): Promise<HttpAnswer> => {
    // A JSON body leaves with the headers, and what it asks for may have been done.
    let repeatable = wanted.body === null ? harmless.has(wanted.method) : typeof wanted.body !== 'string';
    const onBody = (): void => {
      repeatable = false;
    };
    const endsAt = wanted.wholeMs === null ? null : clock.monotonic() + wanted.wholeMs;
    try {
      return await once(wanted, endsAt, onBody);
    } catch (error) {
      if (!(error instanceof HttpError && error.problem === 'reset' && repeatable)) throw error;
      return once(wanted, endsAt, onBody);
    }
  };

  return {
    request,
    refresh: (graceMs) => {
      const retired = agent;
      agent = newAgent(connect);
      agents.add(agent);
      for (const one of [...underWay]) {
        if (graceMs === 0) one.drop();
        else one.prove(graceMs);
      }
      // Idle connections end here, the others with their requests.
      retired.close().finally(() => agents.delete(retired));
    },
    close: async () => {
      await Promise.all([...agents].map((one) => one.destroy()));
    },
  };
}
