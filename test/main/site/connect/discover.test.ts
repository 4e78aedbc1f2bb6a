// From a typed address to a site, in all the shapes a site has, and what is said when it has none (platform facts, section 2).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { discover, discoverInside } from '../../../../main/site/connect/discover.ts';
import { type PracticeSite, type PracticeSiteOptions, startPracticeSite } from '../../../site/start.ts';
import { calls, client, clock, http, problemOf, trustPracticeCa } from '../practice.ts';

const found = async (address: string) => (await discover(calls, clock, address)).site;
const find = (address: string) => problemOf(found(address));

let site: PracticeSite;
beforeAll(async () => {
  site = await startPracticeSite();
});
beforeEach(() => site.reset());
afterAll(async () => {
  await site.stop();
  await http.close();
});

describe('a site is found', () => {
  it('with everything that is needed to speak to it', async () => {
    expect(await find(site.url)).toEqual({
      kind: 'open',
      name: 'Practice Video Site',
      address: site.url,
      root: `${site.url}/wp-json/`,
      platform: 'wp',
      uploadRoute: 'streamtube/v1/upload',
      passwordPage: `${site.url}/wp-admin/authorize-application.php`,
      ways: { applicationPassword: true, browser: true, accountPassword: true, token: true },
      hasHelper: false,
    });
  });

  it.each([
    '',
    '/',
    '/wp-admin/',
    '/wp-login.php',
    '/wp-json/',
    '/wp-json/wp/v2/video?per_page=1',
    '/?rest_route=/',
    '/?p=1',
    '/no/such/page',
  ])('from any of its addresses: %j', async (path) => {
    expect(await find(site.url + path)).toMatchObject({ root: `${site.url}/wp-json/`, address: site.url });
    expect(await find(site.url.replace('http://', '') + path)).toMatchObject({ root: `${site.url}/wp-json/` });
  });

  it.each<[string, PracticeSiteOptions, string, string]>([
    ['without pretty addresses', { plainPermalinks: true }, '/index.php?rest_route=/', 'streamtube/v1/upload'],
    ['below a folder', { base: '/blog' }, '/wp-json/', 'streamtube/v1/upload'],
    [
      'below a folder, without pretty addresses',
      { base: '/blog', plainPermalinks: true },
      '/index.php?rest_route=/',
      'streamtube/v1/upload',
    ],
    ['under another REST root', { restRoot: 'api' }, '/api/', 'streamtube/v1/upload'],
    ['with another namespace of the service', { namespace: 'vidsite' }, '/wp-json/', 'vidsite/v1/upload'],
    ['with markup in its name', { name: 'Cats & <b>Dogs</b> “TV”' }, '/wp-json/', 'streamtube/v1/upload'],
  ])('%s', async (_, options, root, uploadRoute) => {
    await using other = await startPracticeSite(options);
    const found = await find(other.url);
    expect(found).toMatchObject({ address: other.url, root: other.url + root, uploadRoute });
    expect(found).toMatchObject({ name: options.name ? 'Cats & Dogs “TV”' : 'Practice Video Site' });
  });

  it('behind a redirect to another host, and stays there (F-17)', async () => {
    await using other = await startPracticeSite({ name: 'Where it lives now' });
    for (const status of [301, 302, 307, 308]) {
      await site.switches({ redirect: { origin: other.url, status } });
      expect(await find(site.url)).toMatchObject({
        name: 'Where it lives now',
        address: other.url,
        root: `${other.url}/wp-json/`,
        passwordPage: `${other.url}/wp-admin/authorize-application.php`,
      });
    }
  });

  it('that shows its API to members only, and shows the rest to one of them', async () => {
    await site.switches({ membersOnly: true });
    const members = await found(site.url);
    expect(members).toMatchObject({ name: 'Practice Video Site', root: `${site.url}/wp-json/`, uploadRoute: null });
    if (members.kind !== 'members-only') throw new Error(members.kind);
    expect(await discoverInside(calls, client(site), members)).toMatchObject({
      name: 'Practice Video Site',
      uploadRoute: 'streamtube/v1/upload',
      passwordPage: `${site.url}/wp-admin/authorize-application.php`,
    });
  });
});

describe('over https', () => {
  it('a certificate of an unknown authority is refused', async () => {
    expect(await find(site.httpsUrl)).toEqual({ problem: 'certificate-authority', said: null });
  });

  it('one of a trusted authority is not, also behind a redirect from http', async () => {
    trustPracticeCa(site);
    await using fresh = await startPracticeSite();
    expect(await find(fresh.httpsUrl)).toMatchObject({ root: `${fresh.httpsUrl}/wp-json/` });
    await fresh.switches({ redirect: { origin: fresh.httpsUrl, status: 301 } });
    expect(await find(fresh.url)).toMatchObject({
      address: fresh.httpsUrl,
      root: `${fresh.httpsUrl}/wp-json/`,
    });
  });
});

describe('what is no site says why', () => {
  it('no address at all', async () => {
    expect(await find('my site')).toEqual({ problem: 'address-invalid', said: null });
  });

  it('no such host', async () => {
    expect(await find('no-such-host.invalid')).toEqual({ problem: 'address-not-found', said: null });
  });

  it('nobody listening', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await find(`127.0.0.1:${port}`)).toEqual({ problem: 'not-reachable', said: null });
  });

  it('another web site', async () => {
    await site.switches({ notWordPress: true });
    expect(await find(site.url)).toMatchObject({ problem: 'not-wordpress' });
  });

  it('a captive portal that stands before every site (F-18)', async () => {
    await site.switches({ captivePortal: true });
    expect(await find(site.url)).toEqual({ problem: 'not-wordpress', said: 'Hotel Wi-Fi' });
  });

  it('maintenance', async () => {
    await site.switches({ maintenance: true });
    expect(await find(site.url)).toMatchObject({ problem: 'maintenance' });
  });

  it('a firewall before the API of a site that has one', async () => {
    await site.switches({ htmlInsteadOfJson: { status: 403 } });
    expect(await find(site.url)).toEqual({ problem: 'html-instead', said: 'One moment, please' });
  });

  it('application passwords that are off', async () => {
    await site.switches({ basicDisabled: true, tokenPlugin: 'none' });
    expect(await find(site.url)).toMatchObject({ problem: 'app-passwords-off' });
  });

  it('open http outside this computer, where application passwords are ignored without a word (section 3)', async () => {
    if (site.productionUrl === null) throw new Error('This system has no 127.0.0.2');
    await site.switches({ tokenPlugin: 'none' });
    expect(await find(site.productionUrl)).toMatchObject({ problem: 'plain-http' });
  });

  it('open http with tokens leaves only these, and members-only there is no telling whether it has them', async () => {
    if (site.productionUrl === null) throw new Error('This system has no 127.0.0.2');
    const ways = { applicationPassword: false, browser: false, accountPassword: false, token: true };
    expect(await find(site.productionUrl)).toMatchObject({ passwordPage: null, ways });
    await site.switches({ membersOnly: true });
    expect(await find(site.productionUrl)).toMatchObject({ kind: 'members-only', ways });
  });

  it('a WordPress without the service’s upload route', async () => {
    await using other = await startPracticeSite({ namespace: 'wp' });
    expect(await find(other.url)).toMatchObject({ problem: 'no-upload-route' });
  });

  it.each([
    ['a circle', '/', 'unexpected'],
    ['another scheme', 'ftp://127.0.0.1/', 'unexpected'],
  ])('a redirect that leads in %s', async (_, location, problem) => {
    const server = createServer((__, response) => response.writeHead(302, { location }).end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await find(`127.0.0.1:${port}`)).toMatchObject({ problem });
    await new Promise((resolve) => server.close(resolve));
  });
});

it('nobody is told who asks: no credentials and no cookies while a site is looked for', async () => {
  await discover(calls, clock, site.url);
  const { requests } = await site.state();
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.every((request) => request.scheme === null && !request.cookies)).toBe(true);
});
