// The agents that keep the connections: one for each way, new ones for another network, and an end for all of them.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { buildConnector } from 'undici';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Agents, createAgents, type Way } from '../../../main/adapters/agents.ts';
import type { ProxyServer } from '../../../main/ports.ts';
import { startOwnProxy } from '../../network/own-proxy.ts';

let server: Server;
let site: string;
/** How many connections were opened by the agents' own opener. */
let opened: number;
let sockets: Socket[];
/** Requests for /silent, which nobody answers but the test. */
let silent: ServerResponse[];
let shown: string | null;
let asked: unknown[];
let agents: Agents;

beforeEach(async () => {
  [opened, sockets, silent, shown, asked] = [0, [], [], null, []];
  server = createServer((request, response) => {
    if (request.url === '/silent') silent.push(response);
    else response.end('the site');
  });
  server.on('connection', (socket) => void sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = buildConnector({});
  agents = createAgents({
    open: (options, callback) => {
      opened++;
      open(options, callback);
    },
    connectMs: 5_000,
    access: () => ({
      authorization: async () => shown,
      asked: (...all) => void asked.push(all),
      reached: () => undefined,
    }),
  });
});
afterEach(async () => {
  await agents.destroy();
  server.closeAllConnections();
  server.close();
});

const proxyAt = (address: string): ProxyServer => ({ kind: 'http', address });
/** The answer's text, once its connection is free for the next request. */
async function words({ agent }: Way, path = '/'): Promise<string> {
  const { body } = await agent.request({ origin: site, path, method: 'GET' });
  const text = await body.text();
  await turn();
  return text;
}
const ended = /The client is (closed|destroyed)/;
const through = (n: number): Promise<Way> => agents.through(proxyAt(`proxy-${n}.example:80`), 'https://site.example');

describe('a way', () => {
  it('has one agent, whose connection is kept for the next request', async () => {
    expect([await words(agents.direct()), await words(agents.direct())]).toEqual(['the site', 'the site']);
    expect(agents.direct()).toMatchObject({ agent: agents.direct().agent, forward: null });
    expect([opened, sockets.length]).toEqual([1, 1]);
  });

  it('is another for each proxy, and to sites over https and over http', async () => {
    const ways = [
      agents.direct(),
      ...(await Promise.all([
        agents.through(proxyAt('a.example:80'), 'https://one.example'),
        agents.through(proxyAt('a.example:80'), 'http://one.example'),
        agents.through(proxyAt('b.example:80'), 'https://one.example'),
        agents.through({ kind: 'https', address: 'a.example:80' }, 'https://one.example'),
      ])),
    ];
    expect(new Set(ways.map(({ agent }) => agent)).size).toBe(5);
    const again = await agents.through(proxyAt('a.example:80'), 'https://two.example');
    expect(again.agent).toBe(ways[1]?.agent);
    expect(again.forward).toBeNull();
  });

  it('ends where thirty-two others were gone since it was made', async () => {
    const first = await through(0);
    for (let n = 1; n < 32; n++) await through(n);
    expect((await through(0)).agent).toBe(first.agent);
    const second = await through(1);
    const last = await through(32);
    await expect(words(first)).rejects.toThrow(ended);
    expect((await through(32)).agent).toBe(last.agent);
    expect((await through(1)).agent).toBe(second.agent);
    expect((await through(0)).agent).not.toBe(first.agent);
  });
});

describe('a proxy that is asked in the place of a site over http', () => {
  it('is shown the sign-in, where there is one', async () => {
    const { forward } = await agents.through(proxyAt('a.example:80'), 'http://site.example');
    expect(forward).toMatchObject({ origin: 'http://a.example:80', headers: {} });
    expect(forward?.headers).toEqual({});
    shown = 'Basic eDp5';
    const next = await agents.through(proxyAt('a.example:80'), 'http://site.example');
    expect(next.forward?.headers).toEqual({ 'proxy-authorization': 'Basic eDp5' });
  });

  it('has somebody asked for one only where it can be signed in at', async () => {
    shown = 'Basic eDp5';
    const proxy = proxyAt('a.example:80');
    const { forward } = await agents.through(proxy, 'http://site.example');
    expect(forward?.refused({ 'proxy-authenticate': 'NTLM' })).toMatchObject({ trouble: 'proxy-method' });
    expect(asked).toEqual([]);
    expect(forward?.refused({ 'proxy-authenticate': 'Basic' })).toMatchObject({ trouble: 'proxy-sign-in' });
    expect(asked).toEqual([[proxy, 'Basic eDp5', 'http://site.example']]);
  });
});

describe('a request that has no connection still', () => {
  it('to the site itself is no proxy’s doing', () => {
    expect(agents.direct().watch()()).toBeNull();
  });

  it('to a proxy that forwards is that proxy’s silence', async () => {
    const way = await agents.through(proxyAt('a.example:80'), 'http://site.example');
    expect(way.watch()()).toMatchObject({ trouble: 'proxy-away', proxy: 'a.example:80' });
  });

  it('through a proxy is its silence, unless it has opened a tunnel since, which may be this one’s', async () => {
    const proxy = await startOwnProxy();
    onTestFinished(() => proxy.close());
    const way = await agents.through(proxyAt(proxy.address), 'https://site.example');
    const silence = { trouble: 'proxy-away', proxy: proxy.address };
    for (const times of [1, 2]) {
      const told = way.watch();
      expect(told()).toMatchObject(silence);
      // The site speaks no https: the tunnel to it is opened all the same.
      await way.agent.request({ origin: site.replace('http:', 'https:'), path: '/', method: 'GET' }).catch(() => {});
      expect([proxy.requests.length, told()]).toEqual([times, null]);
    }
    const other = await agents.through(proxyAt('a.example:80'), 'https://site.example');
    expect(other.watch()()).toMatchObject({ proxy: 'a.example:80' });
  });
});

describe('new connections', () => {
  it('take the place of idle ones, and leave those alone that are in use', async () => {
    const before = agents.direct();
    await words(before);
    const waiting = words(before, '/silent').catch((error: Error) => error.message);
    await expect.poll(() => silent.length).toBe(1);
    const other = await agents.through(proxyAt('a.example:80'), 'https://site.example');
    agents.retire();
    expect(await words(agents.direct())).toBe('the site');
    expect([opened, sockets.length]).toEqual([2, 2]);
    await expect(words(other)).rejects.toThrow(ended);
    await expect(words(before)).rejects.toThrow(ended);
    silent[0]?.end('late, but there');
    expect(await waiting).toBe('late, but there');
    await expect.poll(() => sockets[0]?.destroyed || sockets[0]?.readableEnded).toBe(true);
  });
});

describe('the end', () => {
  it('ends what is under way, and what is asked afterwards fails', async () => {
    const waiting = words(agents.direct(), '/silent').catch((error: Error) => error.message);
    await expect.poll(() => silent.length).toBe(1);
    await agents.destroy();
    expect(await waiting).toMatch(ended);
    agents.retire();
    await expect(words(agents.direct())).rejects.toThrow(ended);
  });
});
