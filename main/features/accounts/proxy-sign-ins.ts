// Signing in at the proxies of the network: what a person typed is shown to the one that it was typed for, kept as a secret, and shown
// no more once that proxy has refused it.
import { z } from 'zod';
import type { ProxiesView, ProxySignInOutcome, ProxyView } from '../../../preload/contract.ts';
import {
  type Connections,
  type Http,
  HttpError,
  type Logger,
  ProxyError,
  type ProxyServer,
  type Secrets,
} from '../../ports.ts';
import { readRow } from '../../untrusted/rows.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import type { Changes, Signals } from '../changes.ts';

export interface ProxySignInsOptions {
  readonly http: Pick<Connections, 'signInBy'>;
  /** For what a person just clicked. */
  readonly clicks: Http;
  readonly secrets: Pick<Secrets, 'get' | 'set' | 'delete' | 'onOpened'>;
  readonly logger: Logger;
  readonly changes: Signals<Changes>;
  /** A proxy lets us through that did not: looks at once who answers. */
  readonly onThrough: () => void;
}

export interface ProxySignIns {
  view(): ProxiesView;
  readonly handlers: Pick<Handlers, 'proxy.signIn' | 'proxy.forget'>;
}

/** One secret for all of them, so that they can be listed: pairs of a proxy and what it is shown. */
const secretName = 'proxies';
const keptSchema = z.array(z.tuple([z.string(), z.string()]));

/** How long the question may take by which a sign-in is tried, in ms. */
const tryMs = 30_000;
/** Of so many origins it is known that a proxy asks on the way there. */
const mostOrigins = 100;

const idOf = ({ kind, address }: ProxyServer): string => `${kind}://${address}`;
const addressOf = (id: string): string => id.slice(id.indexOf('://') + 3);

/** RFC 7617; UTF-8, as all of them understand it where it is ASCII. */
const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const userIn = (value: string): string =>
  Buffer.from(value.slice('Basic '.length), 'base64').toString().split(':', 1)[0] ?? '';

const viewOf = (id: string, user: string): ProxyView => ({ id, address: addressOf(id), user });

/** Goes the way on which the proxy asked, with nothing of the site's. */
async function tryOn(clicks: Http, origin: string): Promise<ProxySignInOutcome> {
  const patience = { stallMs: tryMs, answerMs: tryMs, wholeMs: tryMs, maxAnswerBytes: 1_024 };
  const request = {
    method: 'HEAD',
    url: `${origin}/`,
    headers: {},
    body: null,
    signal: null,
    onInterim: null,
  } as const;
  try {
    const { status } = await clicks.request({ ...request, ...patience });
    // Some proxies say 401 in the site's place where they forward.
    if (status === 401 && origin.startsWith('http:')) return 'refused';
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (!(error instanceof ProxyError)) return 'accepted';
    if (error.trouble === 'proxy-sign-in') return 'refused';
    // It knows who asks, and says no to the site alone.
    return error.trouble === 'proxy-refuses' ? 'accepted' : 'no-answer';
  }
  return 'accepted';
}

export function createProxySignIns(options: ProxySignInsOptions): ProxySignIns {
  const { clicks, secrets, changes } = options;
  const kept = new Map<string, string>();
  /** What a person just typed; not kept before it was accepted. */
  const trying = new Map<string, string>();
  /** Who signed in there until that was refused. */
  const usersBefore = new Map<string, string>();
  /** Proxies that ask now, and on the way to which origins. */
  const asking = new Map<string, Set<string>>();
  let loaded: Promise<void> | null = null;

  const load = async (): Promise<void> => {
    const read = readRow(keptSchema, await secrets.get(secretName));
    if (!read.ok) return;
    for (const [id, value] of read.value) if (!kept.has(id)) kept.set(id, value);
    changes.tell('shown', null);
  };
  const keep = async (): Promise<void> => {
    try {
      if (kept.size === 0) await secrets.delete(secretName);
      else await secrets.set(secretName, JSON.stringify([...kept]));
    } catch (error) {
      // It counts for this run all the same.
      options.logger.warn('The sign-ins at proxies could not be kept', { error: String(error) });
    }
  };
  /** A dead password that is shown again and again locks accounts. */
  const drop = (id: string, value: string): void => {
    if (kept.get(id) !== value) return;
    kept.delete(id);
    usersBefore.set(id, userIn(value));
    options.logger.warn('A proxy no longer accepts the sign-in', { proxy: id });
    void keep();
  };
  const shownTo = (id: string): string | null => trying.get(id) ?? kept.get(id) ?? null;

  secrets.onOpened?.(() => {
    if (loaded !== null) loaded = load();
  });
  options.http.signInBy?.({
    authorization: async (proxy) => {
      loaded ??= load();
      await loaded;
      return shownTo(idOf(proxy));
    },
    asked: (proxy, shown, origin) => {
      const id = idOf(proxy);
      if (shown !== null) drop(id, shown);
      // Asked before the sign-in that is used by now.
      if (shownTo(id) !== null) return;
      const origins = asking.get(id) ?? new Set();
      if (origins.size < mostOrigins) asking.set(id, origins.add(origin));
      changes.tell('shown', null);
    },
    reached: (origin) => {
      for (const [id, origins] of asking) {
        if (!origins.delete(origin) || origins.size > 0) continue;
        asking.delete(id);
        changes.tell('shown', null);
      }
    },
  });

  const signIn: Handlers['proxy.signIn'] = async ({ id, user, password }) => {
    const [origin] = asking.get(id) ?? [];
    // Somebody else has signed in there, or it asks no more.
    if (origin === undefined) return 'accepted';
    const value = basic(user, password);
    trying.set(id, value);
    let outcome: ProxySignInOutcome;
    try {
      outcome = await tryOn(clicks, origin);
    } finally {
      trying.delete(id);
    }
    if (outcome === 'accepted') {
      kept.set(id, value);
      usersBefore.delete(id);
      asking.delete(id);
      await keep();
      options.onThrough();
    }
    changes.tell('shown', null);
    return outcome;
  };

  return {
    view: () => {
      const [id] = asking.keys();
      const shape = (one: string) => ({
        ...viewOf(one, usersBefore.get(one) ?? ''),
        isRefused: usersBefore.has(one),
        isSecure: one.startsWith('https:'),
      });
      return {
        asking: id === undefined ? null : shape(id),
        kept: [...kept].map(([one, value]) => viewOf(one, userIn(value))),
      };
    },
    handlers: {
      'proxy.signIn': signIn,
      'proxy.forget': async (id) => {
        if (!kept.delete(id)) throw new NotFound('not-understood');
        await keep();
        changes.tell('shown', null);
      },
    },
  };
}
