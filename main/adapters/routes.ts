// Which ways lead to a site, by the system's own settings, and which of them were dead a moment ago.
import { type Clock, HttpError, type Proxies, type Route } from '../ports.ts';

/** What the system said counts for so long, in ms: a change is followed within it, and a thousand pictures ask once. */
const freshMs = 1_000;
/** A way that was dead is gone last for so long, in ms: what browsers do. */
const deadMs = 5 * 60_000;

export interface RoutesOptions {
  readonly proxies: Proxies;
  readonly clock: Clock;
  /** So long the system may take to say it, in ms: it may have to fetch a script first. */
  readonly patienceMs: number;
}

export interface Routes {
  /** In the order in which they are gone; never empty. Throws HttpError; nothing is ever gone straight because nobody knows. */
  to(origin: string, signal: AbortSignal | null): Promise<readonly Route[]>;
  dead(route: Route): void;
  /** What was found out belongs to another network. */
  forget(): void;
}

const nameOf = (route: Route): string => (route === 'direct' ? route : `${route.kind}://${route.address}`);

export function createRoutes({ proxies, clock, patienceMs }: RoutesOptions): Routes {
  const known = new Map<string, { readonly at: number; readonly routes: Promise<readonly Route[]> }>();
  const deadUntil = new Map<string, number>();

  const ask = (origin: string): Promise<readonly Route[]> => {
    const now = clock.monotonic();
    const before = known.get(origin);
    if (before !== undefined && now - before.at < freshMs) return before.routes;
    const routes = proxies.routesTo(origin).catch((cause: unknown) => {
      throw new HttpError('unreachable', 'Nobody can say which proxy leads there', cause);
    });
    for (const [name, { at }] of known) if (now - at >= freshMs) known.delete(name);
    known.set(origin, { at: now, routes });
    return routes;
  };

  const isDead = (route: Route): boolean => (deadUntil.get(nameOf(route)) ?? 0) > clock.monotonic();

  return {
    to: async (origin, signal) => {
      const all = await patiently(ask(origin), signal, clock, patienceMs);
      return [...all.filter((route) => !isDead(route)), ...all.filter(isDead)];
    },
    dead: (route) => {
      deadUntil.set(nameOf(route), clock.monotonic() + deadMs);
    },
    forget: () => {
      known.clear();
      deadUntil.clear();
      proxies.reload();
    },
  };
}

/** What `work` comes to; HttpError when that takes too long, or as soon as the signal says so. */
function patiently<T>(work: Promise<T>, signal: AbortSignal | null, clock: Clock, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new HttpError('aborted', 'The request was stopped', signal?.reason));
    const cancelTimer = clock.after(ms, () =>
      reject(new HttpError('unreachable', 'The system does not say which proxy leads there')),
    );
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort);
    work.then(resolve, reject).finally(() => {
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
    });
  });
}
