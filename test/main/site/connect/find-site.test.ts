// Looking for a site whose answers are written down: what is asked where, what is trusted of it, and what stops it.
import { describe, expect, it } from 'vitest';
import { HttpError, type HttpProblem } from '../../../../main/ports.ts';
import {
  CannotConnect,
  cannotConnect,
  discover,
  discoverInside,
  type MembersSite,
} from '../../../../main/site/connect/discover.ts';
import { findPlatform, findPlatformInside, findUploadRoute } from '../../../../main/site/connect/namespaces.ts';
import { problemOf } from '../practice.ts';
import { answering, clock, noRoute, type Written } from './answering.ts';

const home = 'https://e.com';
const root = `${home}/wp-json/`;
const upload = { json: { routes: { '/streamtube/v1/upload': { methods: ['POST'] } } } };
const indexAt = (site: string, changes: object = {}) => ({
  json: {
    ...{ name: 'Films', url: site, home: site, namespaces: ['wp/v2', 'streamtube/v1'] },
    authentication: { 'application-passwords': { endpoints: { authorization: `${site}/wp-admin/a.php` } } },
    ...changes,
  },
});
const page = { text: '<html><head><title>Films</title></head></html>' };
const naming = (named: string) => ({ headers: { link: `<${named}>; rel="https://api.w.org/"` }, text: '<html>' });
const members = { status: 401, json: { code: 'rest_not_logged_in', message: 'Members only.' } };
const to = (location: string, status = 302) => ({ status, headers: { location } });
const gone = (problem: HttpProblem) => new HttpError(problem, 'gone');

type Answers = Readonly<Record<string, Written>>;
/** A site below `at` that is whole. */
const whole = (at = home): Answers => ({
  [`GET ${at}/`]: page,
  [`GET ${at}/wp-json/`]: indexAt(at),
  [`GET ${at}/wp-json/streamtube/v1`]: upload,
});

async function find(typed: string, answers: Answers, otherwise: Written = noRoute) {
  const fake = answering(answers, otherwise);
  const found = await problemOf(discover(fake.calls, clock, typed).then(({ site, reached }) => ({ ...site, reached })));
  return { found, asked: fake.asked(), sent: fake.sent };
}

describe('a site is found', () => {
  it('by its front page, its index and its upload route, and each is asked for what it is', async () => {
    const { found, asked, sent } = await find('e.com', whole());
    expect(found).toEqual({
      ...{ kind: 'open', name: 'Films', address: home, root, platform: 'wp', uploadRoute: 'streamtube/v1/upload' },
      passwordPage: `${home}/wp-admin/a.php`,
      ways: { applicationPassword: true, browser: true, accountPassword: false, token: false },
      hasHelper: false,
      reached: { typed: null, namedBy: null },
    });
    const fields = '_fields=name,url,home,namespaces,authentication';
    expect(asked).toEqual([`GET ${home}/`, `GET ${root}?${fields}`, `GET ${root}streamtube/v1`]);
    expect(sent[0]?.headers).toEqual({ accept: 'text/html,application/xhtml+xml,application/json;q=0.5' });
    expect(sent[1]?.headers).toEqual({ accept: 'application/json' });
    expect(sent.slice(0, 2).map(({ maxAnswerBytes }) => maxAnswerBytes)).toEqual([2_097_152, 1_048_576]);
  });

  it.each<[number, string | null, string]>([
    [299, '/x/', root],
    [300, '/x/', `${home}/x/`],
    [304, null, root],
    [399, '/x/', `${home}/x/`],
    [400, '/x/', root],
  ])('where a page with %i names %j as its place: next asked is %s', async (status, location, next) => {
    const front = { ...page, status, headers: location === null ? {} : { location } };
    const { asked } = await find('e.com', { ...whole(), [`GET ${home}/`]: front });
    expect(asked[1]?.split('?')[0]).toBe(`GET ${next}`);
  });

  it.each<[string, string, string, string]>([
    ['a page whose name has an ending is no folder', 'e.com/a.html', 'javascript:x', root],
    ['a folder whose name has a dot is one', 'e.com/v1.0/', 'javascript:x', `${home}/v1.0/wp-json/`],
    [
      'a proxy hides https on its own host only',
      'e.com',
      'http://data.example/wp-json/',
      'http://data.example/wp-json/',
    ],
    ['of an open line nobody asks for https', 'http://e.com', 'http://e.com/wp-json/', 'http://e.com/wp-json/'],
  ])('%s', async (_, typed, named, next) => {
    const front = `${typed.startsWith('http') ? '' : 'https://'}${typed}`;
    const { asked } = await find(typed, { [`GET ${new URL(front).href}`]: naming(named) });
    expect(asked[1]?.split('?')[0]).toBe(`GET ${next}`);
  });

  it.each<[string, string, Answers, string]>([
    [
      'in the folder that was typed, before the one above',
      'e.com/blog',
      { ...whole(), ...whole(`${home}/blog`), [`GET ${home}/blog`]: page },
      `${home}/blog/wp-json/`,
    ],
    ['above a page', 'e.com/a.html', { ...whole(), [`GET ${home}/a.html`]: page }, root],
    ['above a page whose name looks like a folder', 'e.com/a', { ...whole(), [`GET ${home}/a`]: page }, root],
    ...(['/blog/', '/blog/a.html', '/blog/2026/film', '/blog/2026/11/23/film/'] as const).map(
      (path): [string, string, Answers, string] => [
        `in a folder that hides where its root is, from ${path}`,
        `e.com${path}`,
        { ...whole(`${home}/blog`), [`GET ${home}${path}`]: page },
        `${home}/blog/wp-json/`,
      ],
    ),
    [
      'in its query form, in a folder that hides where its root is',
      'e.com/blog/a.html',
      {
        [`GET ${home}/blog/a.html`]: page,
        [`GET ${home}/blog/?rest_route=/&_fields=name,url,home,namespaces,authentication`]: indexAt(`${home}/blog`),
        [`GET ${home}/blog/?rest_route=/streamtube/v1`]: upload,
      },
      `${home}/blog/?rest_route=/`,
    ],
    [
      'over https where a proxy hides that it is',
      'e.com',
      { ...whole(), [`GET ${home}/`]: naming('http://e.com/wp-json/') },
      root,
    ],
    [
      'in its query form, over https too',
      'e.com',
      {
        ...whole(),
        [`GET ${home}/`]: naming('http://e.com/?rest_route=/'),
        [`GET ${home}/?rest_route=/&_fields=name,url,home,namespaces,authentication`]: indexAt(home),
        [`GET ${home}/?rest_route=/streamtube/v1`]: upload,
      },
      `${home}/?rest_route=/`,
    ],
    [
      'after five redirects',
      'e.com/0/',
      {
        ...whole(),
        ...Object.fromEntries([0, 1, 2, 3].map((n) => [`GET ${home}/${n}/`, to(`/${n + 1}/`)])),
        [`GET ${home}/4/`]: to('/'),
      },
      root,
    ],
    [
      'after a redirect of the index, with the query that it needs',
      'e.com',
      {
        ...whole(),
        [`GET ${root}`]: to('/i?_fields=x&a=1&&b=2'),
        [`GET ${home}/i`]: { ...indexAt(home) },
        [`GET ${home}/i/streamtube/v1`]: upload,
        [`GET ${home}/i?a=1&b=2/streamtube/v1`]: upload,
      },
      `${home}/i?a=1&b=2`,
    ],
    [
      'after a redirect of the index that drops the query',
      'e.com',
      {
        ...whole(),
        [`GET ${root}`]: to('/i/'),
        [`GET ${home}/i/`]: indexAt(home),
        [`GET ${home}/i/streamtube/v1`]: upload,
      },
      `${home}/i/`,
    ],
    [
      'where an odd answer names a place',
      'e.com',
      { ...whole(), [`GET ${home}/`]: { ...page, status: 400, headers: { location: '/x' } } },
      root,
    ],
    [
      'where a good answer names one',
      'e.com',
      { ...whole(), [`GET ${home}/`]: { ...page, headers: { location: '/x' } } },
      root,
    ],
    ['where a redirect leads nowhere else', 'e.com', { ...whole(), [`GET ${home}/`]: { ...page, status: 304 } }, root],
    [
      'by the first and the last kind of redirect',
      'e.com/a/',
      { ...whole(), [`GET ${home}/a/`]: to('/b/', 300), [`GET ${home}/b/`]: to('/', 399) },
      root,
    ],
  ])('%s', async (_, typed, answers, at) => {
    expect((await find(typed, answers)).found).toMatchObject({ root: at });
  });

  it('in no more than eight folders: the narrowest seven that a page lies in, and the host itself', async () => {
    const deep = `${home}/${Array.from({ length: 12 }, (_, at) => at + 1).join('/')}/`;
    const { asked } = await find(deep, { [`GET ${deep}`]: page });
    const folders = asked.filter((one) => one.includes('/wp-json/'));
    expect([folders.length, asked.length]).toEqual([8, 17]);
    expect(folders.at(-2)?.split('?')[0]).toBe(`GET ${home}/1/2/3/4/5/6/wp-json/`);
    expect(folders.at(-1)?.split('?')[0]).toBe(`GET ${root}`);
  });

  it('takes no name, password or part of a page along from a redirect', async () => {
    const { asked, found } = await find('e.com/a/', { ...whole(), [`GET ${home}/a/`]: to('https://u:p@e.com/#x') });
    expect(found).toMatchObject({ root });
    expect(asked[1]).toBe(`GET ${home}/`);
  });

  it('on a host that its page names, which the person has to agree to', async () => {
    const data = 'https://data.example';
    const { found } = await find('e.com', { [`GET ${home}/`]: naming(`${data}/wp-json/`), ...whole(data) });
    expect(found).toMatchObject({ address: data, reached: { typed: null, namedBy: { href: `${home}/` } } });
  });

  it('on its own host where the one that it names is silent', async () => {
    const data = 'https://data.example/wp-json/';
    const answers = { ...whole(), [`GET ${home}/`]: naming(data) };
    expect((await find('e.com', { ...answers, [`GET ${data}`]: gone('refused') })).found).toMatchObject({ root });
    const stopped = await find('e.com', { ...answers, [`GET ${data}`]: gone('aborted') });
    expect(stopped.found).toEqual({ problem: 'cancelled', said: null });
    const silent = await find('e.com', { ...whole(), [`GET ${root}`]: gone('stalled') });
    expect(silent.found).toEqual({ problem: 'not-reachable', said: null });
    await expect(find('e.com', { ...answers, [`GET ${data}`]: new TypeError('ours') })).rejects.toThrow('ours');
  });

  it('behind a redirect to another host, which the person is told', async () => {
    const { found } = await find('old.example', { ...whole(), 'GET https://old.example/': to(`${home}/`) });
    expect(found).toMatchObject({ root, reached: { typed: { href: 'https://old.example/' }, namedBy: null } });
  });

  it('never where an open line led to another host', async () => {
    const open = 'http://old.example/';
    expect((await find(open, { ...whole(), [`GET ${open}`]: to(`${home}/`) })).found).toEqual({
      ...{ problem: 'open-redirect', said: null },
      led: {
        from: { host: 'old.example', readable: null, isMixed: false },
        to: { host: 'e.com', readable: null, isMixed: false },
      },
    });
    const between = {
      'GET https://old.example/': to('http://between.example/'),
      'GET http://between.example/': to(`${home}/`),
    };
    expect((await find('old.example', { ...whole(), ...between })).found).toMatchObject({ problem: 'open-redirect' });
    const later = {
      ...whole(),
      [`GET ${root}`]: to('http://x.example/i'),
      'GET http://x.example/i': to('https://y.example/wp-json/'),
      ...whole('https://y.example'),
    };
    expect((await find('e.com', later)).found).toMatchObject({ problem: 'open-redirect' });
  });
});

describe('what an index says of itself', () => {
  const other = 'https://other.example';
  it.each<[string, object, object]>([
    ['another home', { home: other }, { address: home, ways: { browser: false } }],
    ['another address', { url: other }, { address: home, ways: { browser: false } }],
    [
      'a page elsewhere',
      { authentication: { 'application-passwords': { endpoints: { authorization: `${other}/a` } } } },
      { passwordPage: null, ways: { browser: false, applicationPassword: true } },
    ],
    [
      'no page',
      { authentication: { 'application-passwords': { endpoints: {} } } },
      { passwordPage: null, ways: { browser: false } },
    ],
    ['no name', { name: '' }, { name: 'e.com' }],
    ['its home with a slash', { home: `${home}/` }, { address: home }],
    ['its home as it writes it', { home: 'https://E.com/' }, { address: 'https://E.com', ways: { browser: true } }],
    ['no sign-in at all', { authentication: undefined }, { problem: 'app-passwords-off' }],
    [
      'no sign-in but tokens',
      { authentication: [], namespaces: ['jwt-auth/v1', 'streamtube/v1'] },
      { ways: { applicationPassword: false, accountPassword: true, token: true } },
    ],
  ])('%s', async (_, changes, expected) => {
    expect((await find('e.com', { ...whole(), [`GET ${root}`]: indexAt(home, changes) })).found).toMatchObject(
      expected,
    );
  });

  it('over an open line: no page for passwords, and of the ways only tokens', async () => {
    const open = 'http://e.com';
    const plain = whole(open);
    expect((await find(open, plain)).found).toEqual({ problem: 'plain-http', said: null });
    const tokens = indexAt(open, { namespaces: ['jwt-auth/v1', 'streamtube/v1'] });
    expect((await find(open, { ...plain, [`GET ${open}/wp-json/`]: tokens })).found).toMatchObject({
      passwordPage: null,
      ways: { applicationPassword: false, browser: false, accountPassword: false, token: true },
    });
  });

  it('of a root whose site cannot be told: where its page answered counts', async () => {
    const api = `${home}/api/`;
    const answers = {
      [`GET ${home}/`]: naming(api),
      [`GET ${api}`]: indexAt(`${home}/x`),
      [`GET ${api}streamtube/v1`]: upload,
    };
    expect((await find('e.com', answers)).found).toMatchObject({
      root: api,
      address: home,
      passwordPage: null,
      ways: { browser: false },
    });
  });
});

describe('a site for members only', () => {
  const closed = { ...whole(), [`GET ${root}`]: members };
  const validate = `POST ${root}jwt-auth/v1/token/validate`;
  const inside: MembersSite = {
    ...{
      kind: 'members-only',
      name: 'Films',
      address: home,
      root,
      platform: 'wp',
      uploadRoute: null,
      passwordPage: null,
    },
    ways: { applicationPassword: true, browser: false, accountPassword: false, token: true },
  };

  it('offers what such a site may have; the account’s password only where tokens answer', async () => {
    expect((await find('e.com', closed)).found).toEqual({ ...inside, reached: { typed: null, namedBy: null } });
    const tokens = { [validate]: { status: 403, json: { code: 'jwt_auth_no_auth_header' } } };
    expect((await find('e.com', { ...closed, ...tokens })).found).toMatchObject({ ways: { accountPassword: true } });
    const refused = { ...closed, [`GET ${root}`]: { ...members, status: 403 }, [`GET ${home}/`]: { text: '' } };
    expect((await find('e.com', refused)).found).toMatchObject({ kind: 'members-only', name: 'e.com' });
  });

  it.each([
    ['the folder of its root, whatever page of it was typed', `${home}/blog/wp-json/`, `${home}/blog`],
    ['where its page answered, of a root whose site cannot be told', `${home}/api/`, `${home}/blog/films`],
  ])('has the address of %s', async (_, at, address) => {
    const typed = `${home}/blog/films/a.html`;
    const { found } = await find(typed, { [`GET ${typed}`]: { ...page, ...naming(at) }, [`GET ${at}`]: members });
    expect(found).toMatchObject({ kind: 'members-only', root: at, address });
  });

  it('over an open line is not even asked for tokens', async () => {
    const open = 'http://e.com';
    const { found, asked } = await find(`${open}/`, { [`GET ${open}/`]: page, [`GET ${open}/wp-json/`]: members });
    expect(found).toMatchObject({ ways: { applicationPassword: false, accountPassword: false, token: true } });
    expect(asked.join()).not.toContain('jwt-auth');
  });

  it.each<[string, Written]>([
    ['a refusal with another code', { status: 401, json: { code: 'x' } }],
    ['a refusal without a code', { status: 403, json: {} }],
    ['its code in another answer', { ...members, status: 404 }],
  ])('is not taken from %s', async (_, answer) => {
    expect((await find('e.com', { ...closed, [`GET ${root}`]: answer })).found).toMatchObject({
      problem: 'not-wordpress',
    });
  });

  it.each<[string, Written, object]>([
    ['shows the rest to one of them', indexAt(home), { root, address: home, uploadRoute: 'streamtube/v1/upload' }],
    ['refuses one too', members, { problem: 'unexpected', said: 'Members only.' }],
    ['is none after all', { json: { message: 'Hi' } }, { problem: 'not-wordpress', said: 'Hi' }],
    ['goes away', gone('reset'), { problem: 'not-reachable', said: null }],
  ])('%s', async (_, answer, expected) => {
    const fake = answering({ [`signed GET ${root}`]: answer, [`signed GET ${root}streamtube/v1`]: upload });
    const work = discoverInside(fake.calls, { root, authorization: 'Basic x' }, inside);
    expect(await problemOf(work)).toMatchObject(expected);
    expect(fake.asked()[0]).toBe(`signed GET ${root}?_fields=name,url,home,namespaces,authentication`);
  });
});

describe('what is no site says why', () => {
  const front = `GET ${home}/`;
  const index = `GET ${root}`;
  const html = { text: '<title>Firewall</title>' };
  const query = `GET ${home}/?rest_route=/&_fields=name,url,home,namespaces,authentication`;
  it.each<[string, Answers, object]>([
    ['a front page in maintenance', { [front]: { ...page, status: 503 } }, { problem: 'maintenance' }],
    [
      'an index in maintenance',
      { [front]: page, [index]: { status: 503 }, [query]: { status: 503 } },
      { problem: 'maintenance' },
    ],
    ['a failing server', { [front]: { ...page, status: 500 } }, { problem: 'server-error' }],
    [
      'a firewall before data',
      { [front]: naming(root), [index]: html, [query]: html },
      { problem: 'html-instead', said: 'Firewall' },
    ],
    [
      'a page that names no data',
      { [front]: { ...page, headers: { link: '</a>; rel="next"' } }, [index]: html, [query]: html },
      { problem: 'not-wordpress' },
    ],
    ['a page that says nothing of data', { [front]: page, [index]: html, [query]: html }, { problem: 'not-wordpress' }],
    ['data named, and none there', { [front]: naming(root) }, { problem: 'not-wordpress', said: 'No route was found' }],
    [
      'data said more than a page after it',
      { [front]: page, [index]: { json: { message: 'No.' } }, [query]: html },
      { problem: 'not-wordpress', said: 'No.' },
    ],
    [
      'data said more than a page before it',
      { [front]: page, [index]: html, [query]: { json: { message: 'No.' } } },
      { problem: 'not-wordpress', said: 'No.' },
    ],
    [
      'only silence where data is named elsewhere',
      { [front]: naming('https://x.example/'), 'GET https://x.example/': gone('reset'), [index]: {}, [query]: {} },
      { problem: 'not-wordpress', said: null },
    ],
    [
      'a redirect to nowhere',
      { [front]: to('http://') },
      { problem: 'unexpected', said: 'The address leads in a circle' },
    ],
    ['a redirect to another scheme', { [front]: to('ftp://e.com/') }, { problem: 'unexpected' }],
    [
      'a sixth redirect',
      Object.fromEntries([
        ['GET https://e.com/', to('/1/')],
        ...[1, 2, 3, 4, 5].map((n) => [`GET ${home}/${n}/`, n < 5 ? to(`/${n + 1}/`) : to('/6/')]),
        [`GET ${home}/6/`, page],
      ]),
      { problem: 'unexpected' },
    ],
  ])('%s', async (_, answers, expected) => {
    expect((await find('e.com', answers)).found).toMatchObject(expected);
  });

  it.each<[HttpProblem, string]>([
    ['host-not-found', 'address-not-found'],
    ['refused', 'not-reachable'],
    ['unreachable', 'not-reachable'],
    ['reset', 'not-reachable'],
    ['not-asked', 'not-reachable'],
    ['stalled', 'not-reachable'],
    ['certificate', 'certificate'],
    ['aborted', 'cancelled'],
    ['body-failed', 'unexpected'],
    ['protocol', 'not-wordpress'],
  ])('a line that ends with %s is %s', async (problem, told) => {
    const { found, asked } = await find('e.com', {}, gone(problem));
    expect(found).toEqual({ problem: told, said: null });
    expect(asked).toHaveLength(1);
  });

  it('what is no address is asked nowhere', async () => {
    expect(await find('my site', {})).toEqual({
      found: { problem: 'address-invalid', said: null },
      asked: [],
      sent: [],
    });
  });

  it('a site whose plugins take no clips', async () => {
    const { found } = await find('e.com', { ...whole(), [`GET ${root}streamtube/v1`]: noRoute });
    expect(found).toEqual({ problem: 'no-upload-route', said: null });
  });

  it('a mistake of our own is told as none of these', () => {
    const known = new CannotConnect('unexpected', 'Why');
    expect(cannotConnect(known)).toBe(known);
    expect(known.name).toBe('CannotConnect');
    expect(() => cannotConnect(new TypeError('ours'))).toThrow('ours');
  });
});

describe('on this computer, typed without a scheme', () => {
  const plain = 'GET http://127.0.0.1/';
  const secure = 'https://127.0.0.1';
  const hint = { status: 400, text: 'https only' };
  it.each<[string, Written, Answers, object]>([
    ['a plain line that ends', gone('reset'), whole(secure), { root: `${secure}/wp-json/` }],
    ['a plain line that speaks TLS', gone('protocol'), whole(secure), { root: `${secure}/wp-json/` }],
    ['a plain line that says so', hint, whole(secure), { root: `${secure}/wp-json/` }],
    ['nobody on the plain line', gone('refused'), whole(secure), { problem: 'not-reachable' }],
    ['both ending', gone('protocol'), { [`GET ${secure}/`]: gone('reset') }, { problem: 'not-wordpress' }],
    [
      'one that is not to be trusted',
      gone('reset'),
      { [`GET ${secure}/`]: gone('certificate') },
      { problem: 'certificate' },
    ],
    [
      'a plain line that answers all the same',
      hint,
      { [`GET ${secure}/`]: gone('reset') },
      { problem: 'not-wordpress', said: 'No route was found' },
    ],
  ])('%s', async (_, first, answers, expected) => {
    expect((await find('127.0.0.1', { ...answers, [plain]: first })).found).toMatchObject(expected);
  });

  it('only the plain line is asked where it answers', async () => {
    const { asked, found } = await find('127.0.0.1', { ...whole('http://127.0.0.1'), ...whole(secure) });
    expect(found).toMatchObject({ root: 'http://127.0.0.1/wp-json/' });
    expect(asked.join()).not.toContain('https:');
  });

  it('with one, it alone is asked', async () => {
    for (const first of [gone('reset'), hint]) {
      const { asked } = await find('http://127.0.0.1', { ...whole(secure), [plain]: first });
      expect(asked.join()).not.toContain('https:');
    }
  });
});

describe('the upload route', () => {
  const names = ['wp/v2', 'oembed/1.0', 'wp-site-health/v1', 'jwt-auth/v1', 'batch/v1', 'a/v1', 'b/v2', 'c/v1/x'];
  const routes = (name: string, methods: readonly string[]) => ({
    json: { routes: { [`/${name}/upload`]: { methods } } },
  });
  const ask = async (answers: Answers, namespaces: readonly string[]) => {
    const { calls, asked } = answering(answers);
    const route = await findUploadRoute(calls, { root, authorization: null }, namespaces);
    return { route, asked: asked().map((one) => one.slice(`GET ${root}`.length)) };
  };

  it('is looked for among the plugins only, the known product first', async () => {
    expect(await ask({}, [...names, 'streamtube/v1', 'my-wp/v1'])).toEqual({
      route: null,
      asked: ['streamtube/v1', 'a/v1', 'my-wp/v1'],
    });
    expect((await ask({}, ['streamtube/v1', 'a/v1', 'z/v1'])).asked).toEqual(['streamtube/v1', 'a/v1', 'z/v1']);
  });

  it('is the one that takes clips', async () => {
    const answers = {
      [`GET ${root}a/v1`]: { text: 'no data' },
      [`GET ${root}b/v1`]: routes('b/v1', ['GET']),
      [`GET ${root}c/v1`]: routes('c/v1/x', ['POST']),
      [`GET ${root}d/v1`]: routes('d/v1', ['GET', 'POST']),
    };
    expect((await ask(answers, ['a/v1', 'b/v1', 'c/v1', 'd/v1', 'e/v1'])).route).toBe('d/v1/upload');
  });
});

describe('the namespace of the platform', () => {
  const routes = (...all: string[]) => ({ json: { routes: Object.fromEntries(all.map((route) => [route, {}])) } });
  const ask = async (answers: Answers, namespaces: readonly string[]) => {
    const { calls, asked } = answering(answers);
    const segment = await findPlatform(calls, { root, authorization: null }, namespaces);
    return { segment, asked: asked().map((one) => one.slice(`GET ${root}`.length)) };
  };

  it('is the usual one where it is there, without a question', async () => {
    const answers = { [`GET ${root}films/v2`]: routes('/films/v2/video') };
    expect(await ask(answers, ['films/v2', 'wp/v2'])).toEqual({ segment: 'wp', asked: [] });
  });

  it('is the one with videos in it, whatever stands beside it', async () => {
    const answers = {
      [`GET ${root}shop/v2`]: routes('/shop/v2/products'),
      [`GET ${root}odd/v2`]: { text: 'no data' },
      [`GET ${root}films/v2`]: routes('/films/v2', '/films/v2/video', '/films/v2/users/me'),
    };
    const names = ['oembed/1.0', 'shop/v2', 'odd/v2', 'jwt-auth/v2', 'wp-x/v2', 'films/v1', 'films/v2', 'more/v2'];
    expect(await ask(answers, names)).toEqual({ segment: 'films', asked: ['shop/v2', 'odd/v2', 'films/v2'] });
    expect((await ask({}, ['shop/v2'])).segment).toBeNull();
  });

  it('is looked for inside where only those who are signed in may see which there are', async () => {
    const index = (answer: Written): Answers => ({
      [`signed GET ${root}`]: answer,
      [`signed GET ${root}films/v2`]: routes('/films/v2/video'),
    });
    const inside = async (answer: Written) => {
      const { calls, asked } = answering(index(answer));
      return { segment: await findPlatformInside(calls, { root, authorization: 'Basic x' }), asked: asked() };
    };
    const json = { namespaces: ['films/v2'] };
    expect(await inside({ json })).toEqual({
      segment: 'films',
      asked: [`signed GET ${root}?_fields=namespaces`, `signed GET ${root}films/v2`],
    });
    for (const answer of [{ json, status: 500 }, { json: 5 }, { text: 'no data' }, { status: 401, json: {} }])
      expect((await inside(answer)).segment).toBeNull();
  });

  it('is one segment of a path and never leads elsewhere; of very many only some are asked', async () => {
    const odd = ['../v2', 'a/../v2', 'a/b/v2', '//evil.example/v2', 'a?b/v2', '%2e%2e/v2', '/v2', 'v2'];
    expect((await ask({}, odd)).asked).toEqual([]);
    const many = Array.from({ length: 500 }, (_, at) => `plugin-${at}/v2`);
    expect((await ask({}, many)).asked).toHaveLength(20);
  });
});
