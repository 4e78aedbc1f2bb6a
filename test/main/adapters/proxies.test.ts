// Requests through the proxies of a network, on real connections: what a proxy says to a tunnel, and 407, is never taken for the site's
// own word, and nothing that went wrong before the site was reached counts as sent.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../main/adapters/clock.ts';
import { undiciHttp } from '../../../main/adapters/http.ts';
import type { BodySource, Connections, HttpRequest, ProxyAccess, Route } from '../../../main/ports.ts';
import { answer, authenticate, type OwnProxy, startOwnProxy } from '../../network/own-proxy.ts';

const pem = (name: string): string => readFileSync(new URL(`../../site/tls/${name}.pem`, import.meta.url), 'utf8');
const known = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...known, pem('ca')]));
afterAll(() => setDefaultCACertificates(known));

interface Site {
  readonly origin: string;
  readonly seen: IncomingMessage[];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
}

let proxy: OwnProxy;
let http: Connections;
/** What the system says of every site; a function may change its mind. */
let routes: () => readonly Route[] | Promise<readonly Route[]>;
let reloads: number;
const origins: string[] = [];
/** What was asked and told about signing in. */
let access: ProxyAccess & { shown: string | null; readonly asked: unknown; readonly told: string[] };

const through = (address: string): Route => ({ kind: 'http', address });
/** An address of this computer on which nobody listens. */
async function deadAddress(): Promise<string> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `127.0.0.1:${port}`;
}

beforeEach(async () => {
  proxy = await startOwnProxy();
  routes = () => [through(proxy.address)];
  origins.length = 0;
  reloads = 0;
  http = connections();
  const told: string[] = [];
  access = {
    shown: null,
    told,
    authorization: async () => access.shown,
    asked: ({ address }, shown, origin) => void told.push(`${address} asks, shown ${shown}, for ${origin}`),
    reached: (origin) => void told.push(`${origin} reached`),
  };
  http.signInBy?.(access);
});
afterEach(async () => {
  await http.close();
  await proxy.close();
});

function connections(connectMs = 5_000): Connections {
  return undiciHttp({
    connectMs,
    proxies: {
      routesTo: async (origin) => {
        origins.push(origin);
        return routes();
      },
      reload: () => reloads++,
    },
  });
}

async function listening(server: Server, scheme: string, host = '127.0.0.1'): Promise<Site> {
  const site: Site = { origin: '', seen: [], answer: (_, response) => response.end('the site') };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    site.seen.push(request);
    request.resume().on('end', () => site.answer(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(site, { origin: `${scheme}://${host}:${(server.address() as AddressInfo).port}` });
}
const secureSite = (cert = 'server', key = 'server-key'): Promise<Site> =>
  listening(createServer({ cert: pem(cert), key: pem(key) }), 'https');
const plainSite = (): Promise<Site> => listening(createPlainServer(), 'http');

const request = (url: string, changes: Partial<HttpRequest> = {}): HttpRequest => ({
  ...{ method: 'GET', url, headers: {}, body: null, stallMs: 10_000, answerMs: 10_000, maxAnswerBytes: 1_000 },
  ...{ signal: null, onInterim: null, wholeMs: 10_000, ...changes },
});
const words = async (url: string, changes?: Partial<HttpRequest>): Promise<string> =>
  new TextDecoder().decode((await http.request(request(url, changes))).body);

/** A clip of so many bytes; `left` counts those that were taken. */
function clip(length: number): BodySource & { left: number; passes: number } {
  const source = {
    length,
    left: 0,
    passes: 0,
    async *bytes() {
      source.passes++;
      for (let at = 0; at < length; at += 65_536) {
        const piece = new Uint8Array(Math.min(65_536, length - at)).fill(97);
        source.left += piece.length;
        yield piece;
      }
    },
  };
  return source;
}
const upload = (url: string, body: BodySource): HttpRequest => request(url, { method: 'POST', body, wholeMs: null });

describe('a site over https', () => {
  it('is reached through a tunnel that shows the proxy its name and nothing else', async () => {
    const site = await secureSite();
    const headers = { authorization: 'Basic secretofsite' };
    expect(await words(`${site.origin}/a?token=hidden`, { headers })).toBe('the site');
    expect(proxy.requests.map(({ line }) => line)).toEqual([`CONNECT ${new URL(site.origin).host} HTTP/1.1`]);
    expect(site.seen[0]?.headers).toMatchObject(headers);
    expect(proxy.heard()).not.toMatch(/secretofsite|hidden/);
    expect(origins).toEqual([site.origin]);
    expect(access.told).toEqual([`${site.origin} reached`]);
  });

  it('never hears of the sign-in at the proxy', async () => {
    access.shown = 'Basic bWFyaWE6b3Blbg==';
    const site = await secureSite();
    await words(site.origin);
    expect(proxy.requests[0]?.headers.get('proxy-authorization')).toBe(access.shown);
    expect(JSON.stringify(site.seen[0]?.rawHeaders)).not.toMatch(/proxy|bWFyaWE/i);
  });

  it.each([
    ['of another host', 'other-name', 'strange-key'],
    ['of an unknown authority', 'expired', 'strange-key'],
  ])('with a certificate %s is not spoken to through a proxy either', async (_, cert, key) => {
    const site = await secureSite(cert, key);
    await expect(words(site.origin)).rejects.toMatchObject({ problem: 'certificate' });
    expect(proxy.requests).toHaveLength(1);
    expect(site.seen).toEqual([]);
  });

  it('takes a whole clip through the tunnel, on one connection kept for the next', async () => {
    const site = await secureSite();
    const body = clip(3_000_000);
    await http.request(upload(site.origin, body));
    await turn();
    expect(await words(site.origin)).toBe('the site');
    expect(body.left).toBe(body.length);
    expect(proxy.requests).toHaveLength(1);
  });

  it('is asked again where a kept tunnel turns out to be dead', async () => {
    const site = await secureSite();
    await words(site.origin);
    proxy.cut();
    expect(await words(site.origin)).toBe('the site');
  });

  it('keeps its own 407: it came from inside the tunnel', async () => {
    const site = await secureSite();
    site.answer = (_, response) => response.writeHead(407).end('odd');
    expect(await http.request(request(site.origin))).toMatchObject({ status: 407 });
    expect(access.told).toEqual([`${site.origin} reached`]);
  });
});

describe('what the proxy says to a tunnel', () => {
  const cases: readonly (readonly [string, string, object])[] = [
    ['a sign-in', authenticate('Basic realm="x"'), { problem: 'proxy', trouble: 'proxy-sign-in' }],
    [
      'several ways to sign in',
      authenticate('Negotiate', 'NTLM', 'Basic realm="a, b"'),
      { problem: 'proxy', trouble: 'proxy-sign-in' },
    ],
    [
      'ways to sign in that are not spoken here',
      authenticate('Negotiate', 'Digest realm="our Basic net, x", nonce="y"'),
      { problem: 'proxy', trouble: 'proxy-method' },
    ],
    [
      'that a password is wrong, as some do',
      answer('401 Unauthorized'),
      { problem: 'proxy', trouble: 'proxy-sign-in' },
    ],
    ['no', answer('403 Forbidden'), { problem: 'proxy', trouble: 'proxy-refuses' }],
    ['that it knows no tunnels', answer('405 Method Not Allowed'), { problem: 'proxy', trouble: 'proxy-refuses' }],
    ['that it does not reach the site', answer('502 Bad Gateway'), { problem: 'unreachable' }],
    ['that the site is silent', answer('503 Service Unavailable'), { problem: 'unreachable' }],
    ['that the site takes too long', answer('504 Gateway Timeout'), { problem: 'unreachable' }],
    ['where to go', answer('302 Found'), { problem: 'proxy', trouble: 'proxy-away' }],
    ['nonsense', 'SSH-2.0-OpenSSH_9.2\r\n', { problem: 'proxy', trouble: 'proxy-away' }],
    [
      'more than a proxy says',
      `HTTP/1.1 200 OK\r\n${'x-filler: yyyyyyyyyyyyyyyyyyyy\r\n'.repeat(4_000)}\r\n`,
      { problem: 'proxy', trouble: 'proxy-away' },
    ],
    ['nothing, and closes', 'cut', { problem: 'proxy', trouble: 'proxy-away' }],
  ];
  it.each(cases)('%s: nothing of a clip is even read', async (_, act, meaning) => {
    const site = await secureSite();
    proxy.act = () => act;
    const body = clip(100_000);
    await expect(http.request(upload(site.origin, body))).rejects.toMatchObject(meaning);
    expect(body.passes).toBe(0);
    expect(site.seen).toEqual([]);
    // Nobody is asked for a sign-in that would help nothing.
    expect(access.told).toHaveLength('trouble' in meaning && meaning.trouble === 'proxy-sign-in' ? 1 : 0);
  });

  it('nothing at all is given up after the time for a connection', async () => {
    await http.close();
    http = connections(200);
    proxy.act = () => 'silent';
    await expect(words('https://127.0.0.1:9')).rejects.toMatchObject({ trouble: 'proxy-away', proxy: proxy.address });
  });

  it('nothing at all is the proxy’s silence also for who waits a shorter time than a connection may take', async () => {
    proxy.act = () => 'silent';
    const asked = words('https://127.0.0.1:9', { stallMs: 200 });
    await expect(asked).rejects.toMatchObject({ trouble: 'proxy-away', proxy: proxy.address });
  });

  it('nothing, and another one is there: that one is used before a connection’s time is over, and first from then on', async () => {
    const site = await secureSite();
    const other = await startOwnProxy();
    onTestFinished(() => other.close());
    proxy.act = () => 'silent';
    routes = () => [through(proxy.address), through(other.address)];
    expect(await words(site.origin, { stallMs: 500 })).toBe('the site');
    expect(await words(site.origin, { stallMs: 500 })).toBe('the site');
    expect(proxy.requests).toHaveLength(1);
  });

  it('a tunnel behind which nobody speaks is the site’s silence', async () => {
    const mute = createTcpServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    onTestFinished(() => void mute.close());
    const { port } = mute.address() as AddressInfo;
    await expect(words(`https://127.0.0.1:${port}`, { stallMs: 500 })).rejects.toMatchObject({ problem: 'stalled' });
    expect(proxy.requests).toHaveLength(1);
  });

  it('a sign-in that it does not accept is named to who signs in, and shown once', async () => {
    access.shown = 'Basic d3Jvbmc=';
    proxy.act = () => authenticate('Basic realm="x"');
    await expect(words('https://site.example')).rejects.toMatchObject({ trouble: 'proxy-sign-in' });
    expect(proxy.requests).toHaveLength(1);
    expect(access.told).toEqual([`${proxy.address} asks, shown Basic d3Jvbmc=, for https://site.example`]);
  });

  it('bytes behind its yes are no answer of the site', async () => {
    proxy.act = () => `HTTP/1.1 200 OK\r\n\r\n${answer('200 OK', 'not the site')}`;
    await expect(words('https://127.0.0.1:9')).rejects.toThrow();
  });
});

describe('a site over plain http', () => {
  it('is asked for by its whole address, as itself, without a tunnel', async () => {
    const site = await plainSite();
    access.shown = 'Basic bWFyaWE6b3Blbg==';
    expect(await words(`${site.origin}/a?b=c`)).toBe('the site');
    expect(proxy.requests.map(({ line }) => line)).toEqual([`GET ${site.origin}/a?b=c HTTP/1.1`]);
    expect(proxy.requests[0]?.headers.get('host')).toBe(new URL(site.origin).host);
    expect(proxy.requests[0]?.headers.get('proxy-authorization')).toBe(access.shown);
    expect(site.seen[0]).toMatchObject({ url: '/a?b=c', headers: { host: new URL(site.origin).host } });
    expect(access.told).toEqual([`${site.origin} reached`]);
  });

  it('is not taken for who answers 407: that is the proxy', async () => {
    const site = await plainSite();
    proxy.act = () => authenticate('Basic realm="x"');
    await expect(words(site.origin)).rejects.toMatchObject({ problem: 'proxy', trouble: 'proxy-sign-in' });
    expect(access.told).toEqual([`${proxy.address} asks, shown null, for ${site.origin}`]);
    expect(site.seen).toEqual([]);
  });

  it('says itself what a proxy hands on', async () => {
    const site = await plainSite();
    site.answer = (_, response) => response.writeHead(503).end('busy');
    expect(await http.request(request(site.origin))).toMatchObject({ status: 503 });
  });

  it.each([
    ['tinyproxy', '403 Filtered', { server: 'tinyproxy/1.11.1' }],
    ['Squid', '503 Service Unavailable', { 'x-squid-error': 'ERR_CONNECT_FAIL 111', via: '1.1 gate (squid/5.7)' }],
    ['RFC 9209', '502 Bad Gateway', { 'proxy-status': 'gate; error=connection_refused' }],
  ])(
    'is taken at its word also where that may be the proxy’s: who runs sites has proxies, too, which mark it so (%s)',
    async (_, status, marks) => {
      const site = await plainSite();
      site.answer = (__, response) => response.writeHead(Number.parseInt(status, 10), marks).end('its front');
      const ofSite = await http.request(request(site.origin));
      const lines = Object.entries(marks).map(([name, value]) => `\r\n${name}: ${value}`);
      proxy.act = () => answer(`${status}${lines.join('')}`);
      const ofProxy = await http.request(request(site.origin));
      for (const said of [ofSite, ofProxy]) expect(said).toMatchObject({ status: ofSite.status, headers: marks });
      expect(site.seen).toHaveLength(1);
    },
  );

  it('takes a whole clip', async () => {
    const site = await plainSite();
    const body = clip(3_000_000);
    expect(await http.request(upload(site.origin, body))).toMatchObject({ status: 200 });
    expect(site.seen[0]?.headers['content-length']).toBe('3000000');
  });
});

describe('a proxy that is spoken to over https', () => {
  /** In front of the ordinary one. */
  async function secureProxy(cert: string, key: string, name = '127.0.0.1'): Promise<{ readonly names: unknown[] }> {
    const names: unknown[] = [];
    const [host = '', inner] = proxy.address.split(':');
    const server = createTlsServer({ cert: pem(cert), key: pem(key) }, (secure) => {
      names.push(secure.servername);
      const plain = connect(Number(inner), host);
      secure.on('error', () => plain.destroy()).pipe(plain);
      plain.on('error', () => secure.destroy()).pipe(secure);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    routes = () => [{ kind: 'https', address: `${name}:${port}` }];
    return { names };
  }

  it('carries tunnels and plain requests alike', async () => {
    const { names } = await secureProxy('server', 'server-key');
    const [secure, plain] = [await secureSite(), await plainSite()];
    expect(await words(secure.origin.replace('127.0.0.1', 'localhost'))).toBe('the site');
    expect(await words(plain.origin.replace('127.0.0.1', 'localhost'))).toBe('the site');
    // An address has no name, and the site's is none of the proxy's.
    expect(names).toEqual([false, false]);
    expect(proxy.requests.map(({ line }) => line.split(' ')[0])).toEqual(['CONNECT', 'GET']);
  });

  it('is asked by its own name', async () => {
    const { names } = await secureProxy('server', 'server-key', 'localhost');
    const site = await secureSite();
    expect(await words(site.origin)).toBe('the site');
    expect(names).toEqual(['localhost']);
  });

  it('is shown nothing where its certificate is of another host', async () => {
    await secureProxy('other-name', 'strange-key');
    access.shown = 'Basic bWFyaWE6b3Blbg==';
    for (const site of [await secureSite(), await plainSite()]) {
      await expect(words(site.origin)).rejects.toMatchObject({ trouble: 'proxy-away' });
    }
    expect(proxy.requests).toEqual([]);
  });
});

describe('which way is gone', () => {
  it('follows the system from one request to the next', async () => {
    const site = await secureSite();
    const other = await startOwnProxy();
    onTestFinished(other.close);
    let now = 0;
    await http.close();
    http = undiciHttp({
      clock: { ...systemClock, monotonic: () => now },
      proxies: { routesTo: async () => routes(), reload: () => undefined },
    });
    await words(site.origin);
    routes = () => [through(other.address)];
    now = 1_000;
    await words(site.origin);
    routes = () => ['direct'];
    now = 2_000;
    await words(site.origin);
    expect([proxy.requests.length, other.requests.length, site.seen.length]).toEqual([1, 1, 3]);
  });

  it('a transfer under way ends over its own way', async () => {
    const site = await secureSite();
    let go = (): void => undefined;
    const gone = new Promise<void>((resolve) => {
      go = resolve;
    });
    const begun = Promise.withResolvers<void>();
    const body: BodySource = {
      length: 4,
      async *bytes() {
        yield Buffer.from('ab');
        begun.resolve();
        await gone;
        yield Buffer.from('cd');
      },
    };
    const sending = http.request(upload(site.origin, body));
    await begun.promise;
    routes = () => ['direct'];
    http.refresh(60_000);
    expect(await words(site.origin)).toBe('the site');
    go();
    expect(await sending).toMatchObject({ status: 200 });
    expect(proxy.requests).toHaveLength(1);
    expect(reloads).toBe(1);
  });

  it('goes on to the next where a proxy is dead, and begins there the next time', async () => {
    const site = await secureSite();
    const dead = await deadAddress();
    routes = () => [through(dead), through(proxy.address)];
    const body = clip(100_000);
    expect(await http.request(upload(site.origin, body))).toMatchObject({ status: 200 });
    expect(body.passes).toBe(1);
    const late = await startOwnProxy(Number(dead.split(':')[1]));
    onTestFinished(late.close);
    await words(`${site.origin}/again`);
    expect(late.requests).toEqual([]);
    // Another network: what was dead there may be alive here.
    http.refresh(60_000);
    await words(site.origin);
    expect(late.requests).toHaveLength(1);
  });

  it('never goes straight by itself', async () => {
    const site = await plainSite();
    const dead = await deadAddress();
    routes = () => [through(dead)];
    await expect(words(site.origin)).rejects.toMatchObject({ trouble: 'proxy-away', proxy: dead });
    routes = () => [{ kind: 'other', address: 'socks.example:1080' }];
    http.refresh(60_000);
    await expect(words(site.origin)).rejects.toMatchObject({ trouble: 'proxy-kind', proxy: 'socks.example:1080' });
    routes = () => Promise.reject(new Error('no network process'));
    http.refresh(60_000);
    await expect(words(site.origin)).rejects.toMatchObject({ problem: 'unreachable' });
    expect(site.seen).toEqual([]);
  });

  it('goes straight where the system names that as the last way', async () => {
    const site = await plainSite();
    routes = async () => [{ kind: 'other', address: 'socks.example:1080' }, through(await deadAddress()), 'direct'];
    expect(await words(site.origin)).toBe('the site');
  });

  it('goes no other way because a proxy says no', async () => {
    const site = await plainSite();
    proxy.act = () => authenticate('Basic realm="x"');
    routes = () => [through(proxy.address), 'direct'];
    await expect(words(site.origin)).rejects.toMatchObject({ trouble: 'proxy-sign-in' });
    expect(site.seen).toEqual([]);
  });

  it('goes through a proxy where the straight way is named first and dead', async () => {
    routes = () => ['direct', through(proxy.address)];
    proxy.act = () => answer('200 OK', 'by the proxy');
    expect(await words(`http://${await deadAddress()}`)).toBe('by the proxy');
  });

  it.each<[string, Partial<HttpRequest>]>([
    ['a clip that has begun to leave straight', { method: 'POST', body: clip(5_000_000) }],
    ['a text that was heard and not answered', { method: 'POST', body: '{}' }],
    ['a question that was heard and not answered', {}],
  ])('goes nowhere else with %s', async (_, changes) => {
    routes = () => ['direct', through(proxy.address)];
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(http.request(request(url, changes))).rejects.toMatchObject({ problem: 'reset' });
    expect(proxy.requests).toEqual([]);
  });

  it('tells of the proxy where every way is dead', async () => {
    const dead = await deadAddress();
    routes = () => [through(dead), 'direct'];
    await expect(words(`http://${await deadAddress()}`)).rejects.toMatchObject({ trouble: 'proxy-away', proxy: dead });
  });

  it('goes nowhere else with a clip that has begun to leave', async () => {
    const site = await secureSite();
    routes = () => [through(proxy.address), 'direct'];
    const body: BodySource = {
      length: 1_000_000,
      async *bytes() {
        yield new Uint8Array(10);
        proxy.cut();
        yield new Uint8Array(10);
      },
    };
    await expect(http.request(upload(site.origin, body))).rejects.toMatchObject({ problem: 'reset' });
    expect(site.seen.length).toBeLessThan(2);
  });

  it('waits no longer for a script of the network than for a connection, and ends with who waits', async () => {
    await http.close();
    http = connections(100);
    routes = () => new Promise(() => undefined);
    await expect(words('https://a.example')).rejects.toMatchObject({ problem: 'unreachable' });
    const stop = new AbortController();
    const waiting = words('https://b.example', { signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ problem: 'aborted' });
  });
});
