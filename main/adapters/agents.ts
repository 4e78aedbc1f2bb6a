// The agents that keep the connections: one for each way to a site, made when it is first gone.
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import type { HttpError, ProxyAccess, ProxyServer } from '../ports.ts';
import type { Forward } from './exchange.ts';
import { isSignIn, refusedSignIn } from './proxy-answers.ts';
import { proxyConnector, proxyOrigin, proxySilent, tunnelConnector, type WayOptions } from './tunnel.ts';

/** How long a connection is kept for the next request, in ms. */
const idleMs = 1_000;
/** All headers of one answer, in bytes: no site says so much, and what is larger is 'protocol'. */
const mostHeaderBytes = 64 * 1024;
/** A script of the network may name another proxy each time; the agent of the longest known one ends then, with its requests. */
const mostAgents = 32;

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

/** Who is asked, and as what. */
export interface Way {
  readonly agent: Dispatcher;
  /** Null = the site itself is asked. */
  readonly forward: Forward | null;
  /** Taken when a request begins: what it means that it has no connection still, where that is not its site's silence. */
  readonly watch: () => () => HttpError | null;
}

export interface AgentsOptions {
  readonly open: buildConnector.connector;
  /** So long a proxy may take to open a tunnel, in ms. */
  readonly connectMs: number;
  readonly access: () => ProxyAccess;
}

export interface Agents {
  direct(): Way;
  /** Rejects with what `access` rejects with. */
  through(proxy: ProxyServer, origin: string): Promise<Way>;
  /** New connections from here on: idle ones end at once, the others with their requests. */
  retire(): void;
  /** Ends all connections with what is under way on them, but for those that were retired with their requests. */
  destroy(): Promise<void>;
}

export function createAgents({ open, connectMs, access }: AgentsOptions): Agents {
  let current = new Map<string, Agent>();
  const ending = new AbortController();
  /** How many tunnels each proxy has opened, by its origin. */
  const tunnels = new Map<string, number>();

  // It rejects where all was ended before.
  const leave = (agent: Agent): void => void agent.close().catch(() => undefined);
  const agentOf = (name: string, connect: () => buildConnector.connector): Agent => {
    const known = current.get(name);
    if (known !== undefined) return known;
    const [longest] = current.size < mostAgents ? [] : current;
    if (longest !== undefined) {
      current.delete(longest[0]);
      leave(longest[1]);
    }
    const made = newAgent(connect());
    current.set(name, made);
    // What is asked after the end fails.
    if (ending.signal.aborted) void made.destroy();
    return made;
  };

  const forwardBy = async (proxy: ProxyServer, origin: string): Promise<Forward> => {
    const shown = await access().authorization(proxy);
    return {
      origin: proxyOrigin(proxy),
      headers: shown === null ? {} : { 'proxy-authorization': shown },
      refused: (headers) => {
        const refused = refusedSignIn(proxy, headers);
        if (isSignIn(refused)) access().asked(proxy, shown, origin);
        return refused;
      },
    };
  };

  return {
    direct: () => ({ agent: agentOf('direct', () => open), forward: null, watch: () => () => null }),
    through: async (proxy, origin) => {
      const name = proxyOrigin(proxy);
      const opened = (): number => tunnels.get(name) ?? 0;
      const onTunnel = (): void => void tunnels.set(name, opened() + 1);
      const options: WayOptions = { proxy, open, connectMs, mostHeaderBytes, access, onTunnel, ending: ending.signal };
      if (origin.startsWith('https:')) {
        const watch = (): (() => HttpError | null) => {
          const before = opened();
          // One that has opened any tunnel since may have opened this one, too.
          return () => (opened() === before ? proxySilent(proxy) : null);
        };
        return { agent: agentOf(`tunnels of ${name}`, () => tunnelConnector(options)), forward: null, watch };
      }
      const forward = await forwardBy(proxy, origin);
      const watch = () => () => proxySilent(proxy);
      return { agent: agentOf(name, () => proxyConnector(options)), forward, watch };
    },
    retire: () => {
      for (const agent of current.values()) leave(agent);
      current = new Map();
    },
    destroy: async () => {
      ending.abort();
      await Promise.all([...current.values()].map((agent) => agent.destroy()));
    },
  };
}
