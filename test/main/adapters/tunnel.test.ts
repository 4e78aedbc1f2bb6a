// Tunnels as they are opened, at a proxy that does what a test wants: what the proxy is shown, what fails, and what is left behind.
import { getEventListeners, once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { proxyConnector, tunnelConnector, type WayOptions } from '../../../main/adapters/tunnel.ts';
import { HttpError, ProxyError, type ProxyServer } from '../../../main/ports.ts';
import { answer, authenticate, type OwnProxy, startOwnProxy } from '../../network/own-proxy.ts';

let proxy: OwnProxy;
let site: Server;
let host: string;
let ending: AbortController;
let shown: string | null;
let asked: unknown[];

beforeEach(async () => {
  proxy = await startOwnProxy();
  site = createServer((socket) => void socket.on('error', () => undefined).end('hello')).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const at = site.address();
  host = `127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;
  [ending, shown, asked] = [new AbortController(), null, []];
});
afterEach(async () => {
  ending.abort();
  site.close();
  await proxy.close();
});

const options = (changes: Partial<WayOptions> = {}): WayOptions => ({
  proxy: { kind: 'http', address: proxy.address },
  open: buildConnector({}),
  connectMs: 60_000,
  mostHeaderBytes: 16_384,
  onTunnel: () => undefined,
  access: () => ({
    authorization: async () => shown,
    asked: (...all) => void asked.push(all),
    reached: () => undefined,
  }),
  ending: ending.signal,
  ...changes,
});

type Outcome = Error | Socket;
/** What comes of a connection that is wanted of `connect`. */
const connected = (connect: buildConnector.connector, wanted: Partial<buildConnector.Options> = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const whole = { hostname: 'site.example', protocol: 'tcp:', port: '', ...wanted };
    connect(whole, (error, socket) => resolve(error ?? (socket as Socket)));
  });
/** To the site; what is opened in the tunnel is the tunnel itself. */
function tunnelled(changes: Partial<WayOptions> = {}): Promise<Outcome> {
  const real = buildConnector({});
  const open: buildConnector.connector = (wanted, callback) =>
    wanted.httpSocket ? callback(null, wanted.httpSocket) : real(wanted, callback);
  return connected(tunnelConnector(options({ open, ...changes })), { host, port: host.split(':')[1] ?? '' });
}
const timeouts = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const listeners = (): number => getEventListeners(ending.signal, 'abort').length;

describe('a connection to the proxy itself', () => {
  /** What is asked of the system, which fails. */
  async function wantedOf(address: string, cause: Error) {
    let wanted: object = {};
    const way: ProxyServer = { kind: 'https', address };
    const outcome = await connected(
      proxyConnector(
        options({
          proxy: way,
          open: (of, callback) => {
            wanted = of;
            callback(cause, null);
          },
        }),
      ),
      { hostname: 'somewhere', servername: 'site.example' },
    );
    return { wanted, outcome };
  }

  it.each([
    ['proxy.example:3128', { servername: 'proxy.example' }],
    ['10.0.0.1:3128', {}],
    ['[::1]:3128', {}],
  ])('at %s has its own name, where it has one, and never the site’s', async (address, own) => {
    const { wanted } = await wantedOf(address, new Error('gone'));
    expect(wanted).toEqual({ protocol: 'tcp:', port: '', hostname: 'somewhere', ...own });
  });

  it('that fails is the proxy’s trouble, unless it is known what it is', async () => {
    const cause = new Error('gone');
    const { outcome } = await wantedOf('proxy.example:3128', cause);
    const told = { trouble: 'proxy-away', proxy: 'proxy.example:3128', message: 'The proxy does not answer', cause };
    expect(outcome).toBeInstanceOf(ProxyError);
    expect(outcome).toMatchObject(told);
    const known = new HttpError('unreachable', 'known');
    expect((await wantedOf('proxy.example:3128', known)).outcome).toBe(known);
  });
});

describe('a tunnel', () => {
  it('is asked for by the site’s name, with the sign-in where there is one', async () => {
    expect(await tunnelled()).not.toBeInstanceOf(Error);
    expect([...(proxy.requests[0]?.headers.keys() ?? [])]).not.toContain('proxy-authorization');
    shown = 'Basic eDp5';
    await tunnelled();
    expect(proxy.requests.map(({ line }) => line)).toEqual(Array(2).fill(`CONNECT ${host} HTTP/1.1`));
    expect(proxy.requests[1]?.headers.get('proxy-authorization')).toBe(shown);
  });

  it('to a site without a port goes to that of https', async () => {
    proxy.act = () => answer('403 Forbidden');
    await connected(tunnelConnector(options()), { host: 'site.example' });
    expect(proxy.requests[0]?.line).toBe('CONNECT site.example:443 HTTP/1.1');
  });

  it('that is open is left alone: no timer, nobody who listens for the end, and what the site says comes through', async () => {
    const before = timeouts();
    const socket = (await tunnelled()) as Socket;
    onTestFinished(() => void socket.destroy());
    // Timers of others may end meanwhile; none is added.
    expect([Math.max(0, timeouts() - before), listeners()]).toEqual([0, 0]);
    const [bytes] = await once(socket, 'data');
    expect(String(bytes)).toBe('hello');
  });

  it.each([
    ['refused', () => answer('403 Forbidden'), 'proxy-refuses', 0],
    ['not understood', () => 'SSH-2.0-OpenSSH_9.2\r\n', 'proxy-away', 0],
    ['opened for those who sign in only', () => authenticate('Basic realm="x"'), 'proxy-sign-in', 1],
  ])('that is %s leaves nothing behind', async (_, act, trouble, times) => {
    proxy.act = act;
    const before = timeouts();
    expect(await tunnelled()).toMatchObject({ trouble, proxy: proxy.address });
    // Timers of others may end meanwhile; none is added.
    expect([Math.max(0, timeouts() - before), listeners()]).toEqual([0, 0]);
    const origin = `https://${host}`;
    expect(asked).toEqual(Array(times).fill([{ kind: 'http', address: proxy.address }, null, origin]));
  });

  it('that is being opened ends with all connections', async () => {
    proxy.act = () => 'silent';
    const opening = tunnelled();
    await expect.poll(() => proxy.requests.length).toBe(1);
    expect(listeners()).toBe(1);
    ending.abort();
    expect(await opening).toMatchObject({ trouble: 'proxy-away', proxy: proxy.address });
  });

  it('that takes too long to open is given up', async () => {
    proxy.act = () => 'silent';
    expect(await tunnelled({ connectMs: 50 })).toMatchObject({ trouble: 'proxy-away' });
  });

  it('whose sign-in nobody can tell is not asked for', async () => {
    const fault = new HttpError('unreachable', 'no keys');
    const access = { authorization: () => Promise.reject(fault), asked: () => undefined, reached: () => undefined };
    expect(await tunnelled({ access: () => access })).toBe(fault);
    expect(proxy.requests).toEqual([]);
  });
});
