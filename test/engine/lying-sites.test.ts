// Sites that name others as their own: each attack with real servers, and what the user is told in place of losing a password.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../main/adapters/database/open-store.ts';
import { migrate, migrations } from '../../main/schema.ts';
import type { SiteOffer } from '../../preload/contract.ts';
import { trustPracticeCa } from '../main/site/practice.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type Engine, startEngine } from './engine.ts';
import { accountPassword, find } from './sign-ins.ts';

let good: PracticeSite;
let engine: Engine;
const servers: Server[] = [];

beforeEach(async () => {
  good = await startPracticeSite({ name: 'Harbour Films' });
  engine = await startEngine();
});
afterEach(async () => {
  await engine.stop();
  await good.stop();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Gives its address; `host` 127.0.0.2 counts as a host elsewhere, to which plain http is an open line. */
async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(listener).listen(0, host);
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

interface Lies {
  readonly url?: string;
  readonly home?: string;
  readonly authorization?: string;
  readonly link?: string;
  readonly html?: string;
}

/** A WordPress of somebody else's making, in the folder `base`. */
async function evil(lies: (own: string) => Lies, base = ''): Promise<string> {
  let own = '';
  const json = (body: unknown): string => JSON.stringify(body);
  const origin = await serve((request, response) => {
    const said = lies(own);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const send = (body: string, type = 'application/json', more = {}) =>
      response.writeHead(200, { 'content-type': type, ...more }).end(body);
    if (path === `${base}/wp-json/`) {
      const page = said.authorization ?? `${own}/wp-admin/authorize-application.php`;
      send(
        json({
          name: 'Evil',
          url: said.url ?? own,
          home: said.home ?? own,
          namespaces: ['wp/v2', 'streamtube/v1'],
          authentication: { 'application-passwords': { endpoints: { authorization: page } } },
        }),
      );
    } else if (path === `${base}/wp-json/streamtube/v1`) {
      send(json({ routes: { '/streamtube/v1/upload': { methods: ['POST'] } } }));
    } else {
      const html = `<!doctype html><html><head>${said.html ?? ''}</head><body></body></html>`;
      send(html, 'text/html', said.link ? { link: said.link } : {});
    }
  });
  own = origin + base;
  return own;
}

const hostOf = (address: string): string => new URL(address).host;
const secretsAt = async (site: PracticeSite) =>
  (await site.state()).requests.filter(({ scheme, path }) => scheme !== null || path.endsWith('/jwt-auth/v1/token'));
const apiLink = (root: string): string => `<${root}>; rel="https://api.w.org/"`;

describe('a page that names the root of another site', () => {
  it.each(['link', 'html'] as const)(
    'by its %s: both hosts are named, and nothing goes there before the yes',
    async (where) => {
      const root = `${good.url}/wp-json/`;
      const asked = await evil(() =>
        where === 'link' ? { link: apiLink(root) } : { html: `<link rel="https://api.w.org/" href="${root}">` },
      );
      const offer = await find(engine, asked);
      expect(offer).toMatchObject({ signInHost: { host: hostOf(good.url) }, namedBy: { host: hostOf(asked) } });
      const { handlers } = engine.uploader;
      const signIn = () => handlers['account.signIn']({ offer: offer.offer, with: accountPassword(good) });
      expect(await signIn()).toMatchObject({ ok: false });
      expect(await secretsAt(good)).toEqual([]);
      // A yes is for the host that was shown.
      await expect(handlers['site.trust']({ offer: offer.offer, host: hostOf(asked) })).rejects.toThrow();
      await handlers['site.trust']({ offer: offer.offer, host: hostOf(good.url) });
      expect(await signIn()).toMatchObject({ ok: true });
    },
  );

  it('by a redirect of its index is asked about in the same way', async () => {
    const asked = await serve((request, response) => {
      const isIndex = request.url?.startsWith('/wp-json/') ?? false;
      if (isIndex) response.writeHead(301, { location: `${good.url}${request.url}` }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Evil</title>');
    });
    expect(await find(engine, asked)).toMatchObject({
      signInHost: { host: hostOf(good.url) },
      namedBy: { host: hostOf(asked) },
    });
  });

  it.each([
    ['a comment', (link: string) => `<!-- ${link} -->`],
    ['a script', (link: string) => `<script>const a = '${link}'</script>`],
    ['a text area', (link: string) => `</head><textarea>${link}</textarea>`],
    ['the body', (link: string) => `</head><p>${link}</p>`],
  ])('in %s names nothing', async (_, within) => {
    const link = `<link rel="https://api.w.org/" href="${good.url}/wp-json/">`;
    const asked = await evil(() => ({ html: within(link) }));
    expect(await find(engine, asked)).toMatchObject({ signInHost: { host: hostOf(asked) }, namedBy: null });
    expect((await good.state()).requests).toEqual([]);
  });

  it.each(['header', 'redirect'] as const)(
    'over plain http, by an injected %s, is refused whoever stands at its end',
    async (how) => {
      trustPracticeCa(good);
      await using secure = await startPracticeSite();
      const asked = await serve((_, response) => {
        const root = `${secure.httpsUrl}/wp-json/`;
        if (how === 'redirect') response.writeHead(302, { location: `${secure.httpsUrl}/` }).end();
        else response.writeHead(200, { 'content-type': 'text/html', link: apiLink(root) }).end();
      }, '127.0.0.2');
      expect(await engine.uploader.handlers['site.find'](asked)).toMatchObject({
        ok: false,
        failure: {
          problem: 'open-redirect',
          led: { from: { host: hostOf(asked) }, to: { host: hostOf(secure.httpsUrl) } },
        },
      });
    },
  );

  it('sends nobody to a program on their own computer', async () => {
    const asked = await serve(
      (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html', link: apiLink(`${good.url}/wp-json/`) }).end(),
      '127.0.0.2',
    );
    expect(await engine.uploader.handlers['site.find'](asked)).toMatchObject({ failure: { problem: 'open-redirect' } });
  });
});

describe('an approval in the browser is for the site whose root gets the password', () => {
  const approve = (offer: SiteOffer) => engine.uploader.handlers['account.approve']({ offer: offer.offer });

  it('a site that calls itself by the name of another, with its page, is not offered it', async () => {
    const asked = await evil(() => ({
      url: good.url,
      home: good.url,
      authorization: `${good.url}/wp-admin/authorize-application.php`,
    }));
    const offer = await find(engine, asked);
    expect(offer).toMatchObject({ ways: { browser: false, applicationPassword: true }, hasPasswordPage: false });
    expect(offer.address, 'what it calls itself is not shown for it').toBe(asked);
    expect(await approve(offer)).toMatchObject({ ok: false });
    await expect(engine.uploader.handlers['site.openPasswordPage'](offer.offer)).rejects.toThrow();
    expect(engine.opened).toEqual([]);
  });

  it.each([
    ['home', (own: string) => ({ home: `${own}/elsewhere` })],
    ['site address', (own: string) => ({ url: `${own}/wp` })],
    ['scheme', (own: string) => ({ url: own.replace('http:', 'https:') })],
  ])('where the %s is another one it is typed instead', async (_, lies) => {
    const offer = await find(engine, await evil(lies));
    expect(offer.ways).toMatchObject({ browser: false, applicationPassword: true });
    expect(await approve(offer)).toMatchObject({ ok: false, failure: { problem: 'app-passwords-off' } });
  });

  it('of two sites below one host each has its own page, and an answer of the other one is not used', async () => {
    const asked = await evil(() => ({}), '/mallory');
    const victim = asked.replace('/mallory', '/victim');
    const offer = await find(engine, asked);
    expect(offer).toMatchObject({ signInHost: { host: `${hostOf(asked)}/mallory` }, ways: { browser: true } });
    expect(await approve(offer)).toMatchObject({ ok: true });
    const back = new URL(engine.opened.at(-1) ?? '').searchParams.get('success_url') ?? '';
    const outcomes: unknown[] = [];
    engine.uploader.on('account.approval', ({ outcome }) => outcomes.push(outcome));
    const password = 'abcdefghijklmnopqrstuvwx';
    engine.uploader.openLink(`${back}&site_url=${encodeURIComponent(victim)}&user_login=ava&password=${password}`);
    await expect.poll(() => outcomes).toMatchObject([{ ok: false, failure: { problem: 'other-site' } }]);
  });

  it('the page of the other site below the same host is none of its own', async () => {
    const asked = await evil(
      (own) => ({ authorization: `${own.replace('/mallory', '/victim')}/wp-admin/authorize-application.php` }),
      '/mallory',
    );
    expect(await find(engine, asked)).toMatchObject({ ways: { browser: false }, hasPasswordPage: false });
  });

  it('a page that an older Clipferry kept, of another host, is not opened any more', async () => {
    const accountId = await engine.connect(good);
    const { profile } = engine;
    await engine.uploader.stop();
    const sql = openStore({
      folder: profile,
      now: Date.now(),
      migrate,
      newestVersion: migrations.length,
      log: () => {},
    });
    sql.prepare('UPDATE sites SET password_page = ?').run('https://evil.example/wp-admin/authorize-application.php');
    sql.close();
    await good.switches({ membersOnly: true });
    engine = await startEngine({ profile });
    expect(await engine.uploader.handlers['account.approve']({ accountId })).toMatchObject({ ok: false });
    expect(engine.opened).toEqual([]);
  });

  it('a site that has moved since it was connected gets no password for the old one', async () => {
    const accountId = await engine.connect(good);
    await using other = await startPracticeSite({ name: 'Where it is now' });
    await good.switches({ redirect: { origin: other.url, status: 301 } });
    expect(await engine.uploader.handlers['account.approve']({ accountId })).toMatchObject({
      ok: false,
      failure: { problem: 'moved', led: { from: { host: hostOf(good.url) }, to: { host: hostOf(other.url) } } },
    });
    expect(engine.opened).toEqual([]);
  });
});

describe('the host above the sign-in', () => {
  it('is where redirects ended, with what was typed beside it', async () => {
    const asked = await serve((_, response) => response.writeHead(301, { location: `${good.url}/` }).end());
    expect(await find(engine, asked)).toMatchObject({
      signInHost: { host: hostOf(good.url) },
      typedHost: { host: hostOf(asked) },
      namedBy: null,
    });
  });
});

describe('somebody who does not wait any longer', () => {
  it('ends the search for a site that never answers, and the search that follows is another one', async () => {
    let asked = 0;
    const silent = await serve(() => void asked++);
    const { handlers } = engine.uploader;
    const found = handlers['site.find'](silent, 'wait-1');
    await expect.poll(() => asked).toBe(1);
    await handlers['wait.cancel']('wait-1');
    expect(await found).toMatchObject({ ok: false, failure: { problem: 'cancelled' } });
    await handlers['wait.cancel']('wait-1');
    expect(await handlers['site.find'](good.url, 'wait-1')).toMatchObject({ ok: true });
  });

  it('ends a sign-in: nobody is signed in, and no password is left behind', async () => {
    const { offer } = await find(engine, good.url);
    const before = (await good.appPasswords('ava')).length;
    await good.switches({ holdAnswer: { route: '^GET /wp/v2/users/me' } });
    const { handlers } = engine.uploader;
    const signedIn = handlers['account.signIn']({ offer, with: accountPassword(good) }, 'wait-2');
    await good.waitFor('held', 1);
    await handlers['wait.cancel']('wait-2');
    expect(await signedIn).toMatchObject({ ok: false, failure: { problem: 'cancelled' } });
    await good.switches({ holdAnswer: null });
    await good.release();
    expect((await handlers['app.state']()).sites).toEqual([]);
    expect(await good.appPasswords('ava')).toHaveLength(before);
  });

  it('while a password of our own is being made has it taken away again', async () => {
    const { offer } = await find(engine, good.url);
    const before = (await good.appPasswords('ava')).length;
    await good.switches({ holdAnswer: { route: '^POST /wp/v2/users/' } });
    const { handlers } = engine.uploader;
    const signedIn = handlers['account.signIn']({ offer, with: accountPassword(good) }, 'wait-3');
    await good.waitFor('held', 1);
    expect(await good.appPasswords('ava')).toHaveLength(before + 1);
    await handlers['wait.cancel']('wait-3');
    await good.switches({ holdAnswer: null });
    await good.release();
    expect(await signedIn).toMatchObject({ ok: false, failure: { problem: 'cancelled' } });
    expect((await handlers['app.state']()).sites).toEqual([]);
    expect(await good.appPasswords('ava')).toHaveLength(before);
  });
});
