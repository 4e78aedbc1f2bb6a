// The whole engine in a network with a proxy: what waits for a sign-in or for the proxy itself goes on by itself, each clip arrives
// once, and neither side learns the other's secrets (F-19).
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { undiciHttp } from '../../main/adapters/http.ts';
import type { Route } from '../../main/ports.ts';
import type { ProxiesView } from '../../preload/contract.ts';
import { answer, authenticate, type OwnProxy, startOwnProxy } from '../network/own-proxy.ts';
import { lacking, startTinyproxy, type Tinyproxy } from '../network/tinyproxy.ts';
import { CA_FILE } from '../site/server.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder, sha256 } from './clip-files.ts';
import { type Engine, fastClock, memorySecrets, startEngine } from './engine.ts';

const known = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...known, readFileSync(CA_FILE, 'utf8')]));
afterAll(() => setDefaultCACertificates(known));

let site: PracticeSite;
let folder: ClipFolder;
let engine: Engine;
let secrets: ReturnType<typeof memorySecrets>;
/** What the system says of every site. */
let routes: readonly Route[];

const through = (address: string): Route => ({ kind: 'http', address });
const start = async (profile?: string): Promise<void> => {
  // Times of minutes between two looks at a line pass in seconds.
  const clock = fastClock(20);
  const http = undiciHttp({
    clock,
    connectMs: 5_000,
    proxies: { routesTo: async () => routes, reload: () => undefined },
  });
  engine = await startEngine({ secrets, http, clock, settleMs: 60_000, ...(profile === undefined ? {} : { profile }) });
};

beforeEach(async () => {
  routes = ['direct'];
  secrets = memorySecrets();
  site = await startPracticeSite();
  folder = clipFolder();
  await start(folder.path);
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
  folder.remove();
});

const connected = (): Promise<string> => engine.connect({ url: site.httpsUrl, signIn: (login) => site.signIn(login) });
const proxies = async (): Promise<ProxiesView> => (await engine.uploader.handlers['app.state']()).proxies;
const signIn = async (user: string, password: string): Promise<string> => {
  const { asking } = await proxies();
  return engine.uploader.handlers['proxy.signIn']({ id: asking?.id ?? '', user, password });
};
/** The one clip is there once, as it is on this disk. */
async function expectOnce(path: string): Promise<void> {
  const { videos, unattached } = await site.state();
  expect(videos.map(({ file }) => file?.sha256)).toEqual([sha256(path)]);
  expect(unattached).toEqual([]);
}
const lines = async () => (await engine.window()).totals.lines;

if (lacking !== null) console.warn(`a real proxy is not tried here: ${lacking}`);

describe.skipIf(lacking !== null)('a real proxy that asks for a sign-in', () => {
  let proxy: Tinyproxy;
  beforeEach(async () => {
    proxy = await startTinyproxy({ user: 'maria', password: 'sesame' });
    routes = [through(proxy.address)];
  });
  afterEach(() => proxy.close());

  it('is told while a site is connected; a wrong password is refused, and the right one is kept', {
    tags: 'proof',
  }, async () => {
    const found = await engine.uploader.handlers['site.find'](site.httpsUrl);
    expect(found).toMatchObject({ ok: false, failure: { problem: 'proxy-sign-in', proxy: proxy.address } });
    const id = `http://${proxy.address}`;
    expect(await proxies()).toEqual({
      asking: { id, address: proxy.address, user: '', isRefused: false, isSecure: false },
      kept: [],
    });
    expect(await signIn('maria', 'wrong')).toBe('refused');
    expect(await proxies()).toMatchObject({ asking: { id }, kept: [] });
    expect(secrets.kept.has('proxies')).toBe(false);
    expect(await signIn('maria', 'sesame')).toBe('accepted');
    expect(await proxies()).toEqual({ asking: null, kept: [{ id, address: proxy.address, user: 'maria' }] });

    const account = await connected();
    const clip = folder.make('Quay.mp4', 3_000_000);
    await engine.add(account, clip);
    await engine.settled();
    await expectOnce(clip);
    const host = new URL(site.httpsUrl).host;
    expect(new Set(proxy.requests())).toEqual(new Set([`CONNECT ${host} HTTP/1.1`]));
    // Neither learns what belongs to the other.
    const { requests } = await site.state();
    expect(JSON.stringify(requests)).not.toMatch(/proxy-auth/i);
    expect(proxy.log()).not.toContain(site.signIn('ava').appPassword);

    // The next run signs in by itself, and nobody is asked.
    await engine.stop();
    await start(folder.path);
    const next = folder.make('Regatta.mp4', 300_000);
    await engine.add(account, next);
    await engine.settled();
    expect((await site.state()).videos).toHaveLength(2);
    expect((await proxies()).asking).toBeNull();
  });

  it('holds what waits when its password changes, asks once with the dead one, and goes on by itself', async () => {
    await engine.uploader.handlers['site.find'](site.httpsUrl);
    expect(await signIn('maria', 'sesame')).toBe('accepted');
    const account = await connected();
    await proxy.restart({ user: 'maria', password: 'changed' });
    const clip = folder.make('Quay.mp4', 500_000);
    const [job] = await engine.add(account, clip);
    await engine.until(job?.id ?? '', ({ state }) => state.kind === 'waiting' && state.why === 'proxy-sign-in');
    await expect.poll(async () => (await lines())[0]).toMatchObject({ trouble: 'proxy-sign-in', proxy: proxy.address });
    expect(await proxies()).toMatchObject({ asking: { user: 'maria', isRefused: true }, kept: [] });
    expect(secrets.kept.has('proxies')).toBe(false);
    expect(await signIn('maria', 'changed')).toBe('accepted');
    await engine.settled();
    await expectOnce(clip);
    const { attempts } = await engine.details(job?.id ?? '');
    expect(attempts.map(({ ended }) => ended)).toEqual(['arrived']);
  });

  it('is forgotten on request, and asks again', async () => {
    await engine.uploader.handlers['site.find'](site.httpsUrl);
    await signIn('maria', 'sesame');
    await engine.uploader.handlers['proxy.forget'](`http://${proxy.address}`);
    expect(await proxies()).toEqual({ asking: null, kept: [] });
    expect(secrets.kept.has('proxies')).toBe(false);
    await proxy.restart({ user: 'maria', password: 'sesame' });
    expect(await engine.uploader.handlers['site.find'](site.httpsUrl)).toMatchObject({ ok: false });
    expect((await proxies()).asking).not.toBeNull();
  });

  it('carries a clip to a site over plain http, and keeps its own sign-in to itself', async () => {
    await engine.uploader.handlers['site.find'](site.url);
    expect(await signIn('maria', 'sesame')).toBe('accepted');
    const account = await engine.connect(site);
    const clip = folder.make('Quay.mp4', 3_000_000);
    await engine.add(account, clip);
    await engine.settled();
    await expectOnce(clip);
    expect(proxy.requests().some((line) => line.startsWith(`POST ${site.url}`))).toBe(true);
    expect(JSON.stringify((await site.state()).requests)).not.toMatch(/proxy-auth/i);
  });
});

describe('a proxy', () => {
  let proxy: OwnProxy;
  beforeEach(async () => {
    proxy = await startOwnProxy();
    routes = [through(proxy.address)];
  });
  afterEach(() => proxy.close());

  it('that dies is told, and uploads go on by themselves when it is back', async () => {
    const account = await connected();
    const { address } = proxy;
    await proxy.close();
    const clip = folder.make('Quay.mp4', 300_000);
    const [job] = await engine.add(account, clip);
    await engine.until(job?.id ?? '', ({ state }) => state.kind === 'waiting' && state.why === 'proxy-away');
    await expect.poll(async () => (await lines())[0]).toMatchObject({ trouble: 'proxy-away', proxy: address });
    proxy = await startOwnProxy(Number(address.split(':')[1]));
    await engine.settled();
    await expectOnce(clip);
  });

  it('that takes connections and says nothing is what is told, not a site that does not answer', {
    tags: 'proof',
  }, async () => {
    const account = await connected();
    proxy.act = () => 'silent';
    proxy.cut();
    const clip = folder.make('Quay.mp4', 300_000);
    const [job] = await engine.add(account, clip);
    await engine.until(job?.id ?? '', ({ state }) => state.kind === 'waiting' && state.why === 'proxy-away');
    await expect.poll(async () => (await lines())[0]).toMatchObject({ trouble: 'proxy-away', proxy: proxy.address });
    proxy.act = () => 'through';
    proxy.cut();
    await engine.settled();
    await expectOnce(clip);
  });

  it('that does not let anybody to the site is told as such: the site blocks nobody', async () => {
    const account = await connected();
    proxy.act = () => answer('403 Forbidden', '<html>Blocked by policy</html>');
    proxy.cut();
    const clips = ['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4', 'e.mp4', 'f.mp4'].map((name) => folder.make(name, 300_000));
    await engine.add(account, ...clips);
    await expect.poll(async () => (await lines())[0]).toMatchObject({ trouble: 'proxy-refuses', proxy: proxy.address });
    expect((await engine.rows()).map(({ state }) => state)).toEqual(
      clips.map(() => ({ kind: 'waiting', why: 'proxy-refuses', until: null })),
    );
    proxy.act = () => 'through';
    await engine.settled();
    expect((await site.state()).videos).toHaveLength(clips.length);
  });

  it('that wants a sign-in only some ways know is told with that', async () => {
    proxy.act = () => authenticate('Negotiate', 'NTLM');
    expect(await engine.uploader.handlers['site.find'](site.httpsUrl)).toMatchObject({
      failure: { problem: 'proxy-method', proxy: proxy.address },
    });
    expect((await proxies()).asking).toBeNull();
  });

  it('that is killed between the last byte and the answer costs no second copy', async () => {
    const account = await connected();
    const clip = folder.make('Quay.mp4', 1_000_000);
    await site.switches({ holdAnswer: {} });
    const [job] = await engine.add(account, clip);
    await site.waitFor('uploadCommitted');
    proxy.cut();
    await site.switches({ holdAnswer: null });
    await engine.settled();
    await expectOnce(clip);
    expect((await site.state()).uploads).toHaveLength(1);
    const { attempts } = await engine.details(job?.id ?? '');
    expect(attempts.map(({ ended }) => ended)).toEqual(['found']);
  });

  it('that dies in the middle of a clip costs nothing but the way: it is sent again, once', async () => {
    const account = await connected();
    const clip = folder.make('Quay.mp4', 5_000_000);
    const before = proxy.heard().length;
    proxy.act = () => 'through';
    const timer = setInterval(() => {
      if (proxy.heard().length - before < 500_000) return;
      clearInterval(timer);
      proxy.cut();
    }, 1);
    await engine.add(account, clip);
    await engine.settled();
    clearInterval(timer);
    await expectOnce(clip);
  });

  it('that the system names no more is left by what begins; what it names then is used', async () => {
    const account = await connected();
    const other = await startOwnProxy();
    routes = [through(other.address)];
    const before = proxy.requests.length;
    const clip = folder.make('Quay.mp4', 300_000);
    await engine.add(account, clip);
    await engine.settled();
    await expectOnce(clip);
    expect(proxy.requests).toHaveLength(before);
    expect(other.requests.length).toBeGreaterThan(0);
    await other.close();
  });

  it('asks nothing any more once the network is another one', async () => {
    proxy.act = () => authenticate('Basic realm="x"');
    await engine.uploader.handlers['site.find'](site.httpsUrl);
    expect((await proxies()).asking).not.toBeNull();
    routes = ['direct'];
    await expect
      .poll(async () => {
        await engine.uploader.handlers['site.find'](site.httpsUrl);
        return (await proxies()).asking;
      })
      .toBeNull();
  });
});
