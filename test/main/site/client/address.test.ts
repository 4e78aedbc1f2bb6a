// Addresses: what a person types, how routes join a root, and where a secret may go (F-56).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import type { Http, HttpRequest } from '../../../../main/ports.ts';
import {
  isOpenLine,
  isOwnMachine,
  liesBelow,
  mayCarrySecret,
  originOf,
  otherScheme,
  parseAddress,
  routeUrl,
  sameHost,
  sameOrigin,
  sameSite,
  siteOfRoot,
} from '../../../../main/site/client/address.ts';
import { basic, siteCalls } from '../../../../main/site/client/client.ts';
import { sampleOf } from '../../../../main/site/content/media.ts';

const runs = { numRuns: 10_000, seed: 20261120 };

describe('a typed address', () => {
  it.each<[string, string | null]>([
    ['example.com', 'https://example.com/'],
    ['  example.com  ', 'https://example.com/'],
    ['Example.COM/Blog/', 'https://example.com/Blog/'],
    ['http://example.com', 'http://example.com/'],
    ['https://example.com:8443/x', 'https://example.com:8443/x'],
    ['example.com/wp-admin/edit.php?post_type=video', 'https://example.com/?post_type=video'],
    ['example.com/blog/wp-json/wp/v2/video', 'https://example.com/blog/'],
    ['example.com/wp-login.php', 'https://example.com/'],
    ['example.com/wp-jsonp', 'https://example.com/wp-jsonp'],
    ['example.com/wp-json', 'https://example.com/'],
    ['example.com/my/wp-admin-notes', 'https://example.com/my/wp-admin-notes'],
    ['x-a+b.1://example.com', null],
    ['example.com/?to=http://other.example', 'https://example.com/?to=http://other.example'],
    ['a:b//c.d', null],
    ['https://ava:secret@example.com/#part', 'https://example.com/'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080/'],
    ['localhost:8080/blog', 'http://localhost:8080/blog'],
    ['[::1]:8080', 'http://[::1]:8080/'],
    ['https://127.0.0.1:8443', 'https://127.0.0.1:8443/'],
    ['[2001:db8::1]', 'https://[2001:db8::1]/'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['192.168.1.20', 'https://192.168.1.20/'],
    ['', null],
    ['   ', null],
    ['my site', null],
    ['example.com/my site', null],
    ['nas', null],
    ['ftp://example.com', null],
    ['javascript:alert(1)', null],
    ['file:///etc/passwd', null],
    ['https://', null],
    ['http://[::1', null],
    ['example.com:99999', null],
  ])('%j is %j', (typed, address) => {
    expect(parseAddress(typed)?.href ?? null).toBe(address);
  });

  it.each<[string, string | null]>([
    ['localhost:8080/blog', 'https://localhost:8080/blog'],
    [' 127.0.0.1 ', 'https://127.0.0.1/'],
    ['http://127.0.0.1', null],
    [' http://127.0.0.1 ', null],
    ['https://127.0.0.1', null],
    ['http://example.com', null],
    ['example.com', null],
    ['my site', null],
    ['', null],
  ])('%j may mean as well %j', (typed, other) => {
    expect(otherScheme(typed)?.href ?? null).toBe(other);
  });

  it('never throws, and is never anything but http or https without a user in it', () => {
    const piece = fc.constantFrom(
      'http://',
      'https://',
      '//',
      '@',
      ':',
      '/',
      '?',
      '#',
      '.',
      'a.b',
      '[',
      ']',
      '%',
      '\\',
      '127.0.0.1',
      'wp-json',
      ' ',
      '\u0000',
      'ß',
    );
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 12 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const url = parseAddress(text);
        if (!url) return;
        expect(['http:', 'https:']).toContain(url.protocol);
        expect(url.username + url.password + url.hash).toBe('');
        // What was understood is understood the same way again.
        expect(parseAddress(url.href)?.href).toBe(url.href);
      }),
      runs,
    );
  });
});

describe('a secret may travel', () => {
  it.each([
    ['https://example.com/', true],
    ['http://example.com/', false],
    ['http://127.0.0.1:8080/', true],
    ['http://localhost/', true],
    ['http://[::1]/', true],
    ['http://127.0.0.2/', false],
    ['http://127.0.0.1.example.com/', false],
    ['http://localhost.example.com/', false],
    ['http://0.0.0.0/', false],
    ['http://2130706433/', true],
    ['http://192.168.1.20/', false],
    ['ftp://127.0.0.1/', false],
  ])('to %s: %j (decision 17)', (url, may) => {
    expect(mayCarrySecret(new URL(url))).toBe(may);
  });

  it('over plain http where the user agreed to that, and over nothing else', () => {
    const urls = ['http://example.com/', 'https://example.com/', 'ftp://example.com/'];
    expect(urls.map((url) => mayCarrySecret(new URL(url), true))).toEqual([true, true, false]);
  });

  it.each([
    ['http://example.com/', true],
    ['https://example.com/', false],
    ['http://localhost/', false],
  ])('and others can read what travels to %s: %j', (url, open) => {
    expect(isOpenLine(new URL(url))).toBe(open);
  });
});

describe('a route joins its root', () => {
  it.each<[string, string, Record<string, string>, string]>([
    ['https://e.com/wp-json/', 'wp/v2/video', {}, 'https://e.com/wp-json/wp/v2/video'],
    ['https://e.com/wp-json', '//wp/v2/video', {}, 'https://e.com/wp-json/wp/v2/video'],
    ['https://e.com/wp-json/', 'x', { a: '1', b: '2' }, 'https://e.com/wp-json/x?a=1&b=2'],
    ['https://e.com/wp-json/', 'x', { 'a&b': '1' }, 'https://e.com/wp-json/x?a%26b=1'],
    ['https://e.com/?rest_route=', 'wp/v2/video', {}, 'https://e.com/?rest_route=/wp/v2/video'],
    ['https://e.com/rest_route=/', 'x', { a: '1' }, 'https://e.com/rest_route=/x?a=1'],
    ['https://e.com/wp-json/', '', { _fields: 'a,b' }, 'https://e.com/wp-json/?_fields=a%2Cb'],
    ['https://e.com/wp-json/', 'x', { q: 'ä &=?' }, 'https://e.com/wp-json/x?q=%C3%A4%20%26%3D%3F'],
    ['https://e.com/?rest_route=/', 'wp/v2/video', {}, 'https://e.com/?rest_route=/wp/v2/video'],
    [
      'https://e.com/index.php?rest_route=/',
      'wp/v2/video',
      { page: '2' },
      'https://e.com/index.php?rest_route=/wp/v2/video&page=2',
    ],
    [
      'https://e.com/index.php?lang=de&rest_route=/',
      '',
      { a: 'b' },
      'https://e.com/index.php?lang=de&rest_route=/&a=b',
    ],
  ])('%s + %s', (root, route, query, url) => {
    expect(routeUrl(root, route, query)).toBe(url);
  });
});

describe('two addresses', () => {
  it.each<[string, string, boolean]>([
    ['https://e.com/a', 'http://e.com/b', true],
    ['https://www.e.com', 'http://e.com', true],
    ['https://e.com:8443', 'https://e.com:8443', true],
    ['https://e.com:8443', 'https://e.com', false],
    ['https://e.com', 'https://m.e.com', false],
    ['https://wwwe.com', 'https://e.com', false],
    ['https://www.e.com', 'https://www.www.e.com', false],
    ['https://e.com', 'https://e.com.evil.example', false],
    ['https://a.www.e.com', 'https://a.e.com', false],
  ])('%s and %s are of one host: %j', (one, other, same) => {
    expect(sameHost(new URL(one), new URL(other))).toBe(same);
    expect(sameHost(new URL(other), new URL(one))).toBe(same);
  });

  it('have one origin or not, and what is no address has none', () => {
    expect(originOf('https://e.com:8443/blog?x')).toBe('https://e.com:8443');
    expect(originOf('nothing')).toBe('');
    expect(sameOrigin('https://e.com/a', 'https://e.com/b')).toBe(true);
    for (const [one, other] of [
      ['nothing', 'https://e.com'],
      ['https://e.com', 'nothing'],
      ['nothing', 'nothing'],
      ['https://e.com', 'http://e.com'],
    ] as const)
      expect(sameOrigin(one, other)).toBe(false);
  });

  it('are of the same site whatever the slash at the end, and of no other scheme, port or folder', () => {
    expect(sameSite('https://a.example/blog/', 'https://A.example/blog')).toBe(true);
    for (const other of [
      'https://a.example',
      'http://a.example/blog',
      'https://a.example:8443/blog',
      'https://b.example/blog',
      '',
    ])
      expect(sameSite('https://a.example/blog', other), other).toBe(false);
  });

  it.each<[string, string | null]>([
    ['https://e.com/wp-json/', 'https://e.com'],
    ['https://e.com/blog/wp-json', 'https://e.com/blog'],
    ['https://e.com/?rest_route=/', 'https://e.com'],
    ['https://e.com/blog/index.php?lang=de&rest_route=/', 'https://e.com/blog'],
    // With a prefix of its own nobody can tell the site's folder from the prefix.
    ['https://e.com/api/', null],
    ['https://e.com/evil.php?rest_route=/', null],
    ['https://e.com/good/wp-json/x/', null],
    ['https://e.com/wp-json-x/', null],
    ['https://e.com/index.php/x?rest_route=/', null],
    ['nothing', null],
  ])('the site of the root %j is %j', (root, site) => {
    expect(siteOfRoot(root)).toBe(site);
  });

  it.each<[string, string, boolean]>([
    ['https://e.com/wp-admin/x.php', 'https://e.com', true],
    ['https://e.com/blog/wp-admin/x.php', 'https://e.com/blog', true],
    ['https://e.com/blogger/wp-admin/x.php', 'https://e.com/blog', false],
    ['https://e.com/blog/../good/wp-admin/x.php', 'https://e.com/blog', false],
    ['https://e.com/blog/%2e%2e/good/wp-admin/x.php', 'https://e.com/blog', false],
    ['https://e.com:8443/wp-admin/x.php', 'https://e.com', false],
    ['http://e.com/wp-admin/x.php', 'https://e.com', false],
    ['https://e.com@good.example/x.php', 'https://e.com', false],
    ['x', 'https://e.com', false],
  ])('%j lies below %j: %j', (address, site, below) => {
    expect(liesBelow(address, site)).toBe(below);
  });
});

// ---------------------------------------------------------------- where the secret goes (F-56)

/** An http that remembers what it was asked for and answers nothing useful. */
function listening(): { http: Http; requests: HttpRequest[] } {
  const requests: HttpRequest[] = [];
  return {
    requests,
    http: {
      request: async (request) => {
        requests.push(request);
        return { status: 200, headers: {}, body: new TextEncoder().encode('{}'), cut: null };
      },
    },
  };
}

const attack = fc.constantFrom(
  '//evil.example/x',
  'https://evil.example/',
  'http://evil.example',
  '@evil.example/',
  ':80@evil.example/',
  '\\\\evil.example\\x',
  '/\\evil.example',
  '../../..//evil.example',
  '?rest_route=//evil.example',
  '#@evil.example',
  '\t//evil.example',
  '\r\nHost: evil.example',
  '%2f%2fevil.example',
  '.evil.example',
);
const anyRoot = fc.oneof(
  fc.constantFrom(
    'https://good.example/wp-json/',
    'https://good.example',
    'http://127.0.0.1:8080/wp-json/',
    'https://good.example/index.php?rest_route=/',
    'https://good.example/?rest_route=/',
    'http://good.example/wp-json/',
    'https://good.example:8443/blog/wp-json/',
  ),
  fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https'] }),
);
const anyRoute = fc.oneof(
  attack,
  fc.tuple(attack, fc.string({ maxLength: 20 })).map((parts) => parts.join('')),
  fc.tuple(fc.string({ unit: 'binary', maxLength: 12 }), attack).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

describe('credentials', () => {
  it('go to no other origin and over no open line, for 10,000 roots and routes (F-56)', async () => {
    const { http, requests } = listening();
    const calls = siteCalls(http, systemClock);
    const secret = basic('ava', 'abcd efgh');
    let carried = 0;
    await fc.assert(
      fc.asyncProperty(
        anyRoot,
        anyRoute,
        fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
        async (root, route, query) => {
          requests.length = 0;
          await calls.ask({ root, authorization: secret }, { method: 'GET', route, query }).catch(() => null);
          for (const request of requests) {
            expect(request.headers.authorization).toBe(secret);
            const url = new URL(request.url);
            expect(url.origin).toBe(new URL(root).origin);
            expect(url.protocol === 'https:' || isOwnMachine(url)).toBe(true);
            carried++;
          }
        },
      ),
      runs,
    );
    expect(carried).toBeGreaterThan(2_000);
  });

  it('of an upload neither: whatever a site calls its route, it stays on the site', () => {
    fc.assert(
      fc.property(anyRoot, anyRoute, (root, route) => {
        const url = routeUrl(root, route);
        if (URL.canParse(url)) expect(sameOrigin(url, root)).toBe(true);
      }),
      runs,
    );
  });

  it('are not sent along when stored files are sampled, and files elsewhere are not asked for', async () => {
    const { http, requests } = listening();
    const calls = siteCalls(http, systemClock);
    const file = { mediaId: 1, videoId: 2, title: '', bytes: 3, createdAt: null };
    const root = 'https://good.example/wp-json/';
    for (const sourceUrl of ['https://cdn.example/x.mp4', 'http://good.example/x.mp4', '//good.example/x', '', 'x']) {
      expect(await sampleOf(calls, root, { ...file, sourceUrl }, 0, 3)).toBeNull();
    }
    expect(requests).toEqual([]);
    await sampleOf(calls, root, { ...file, sourceUrl: 'https://good.example/x.mp4' }, 0, 3);
    expect(requests.map((request) => request.headers)).toEqual([{ range: 'bytes=0-2' }]);
  });

  it('are spelled as WordPress reads them', () => {
    const spelled = basic('ava@example.test', 'abcd EFGH ü');
    expect(Buffer.from(spelled.replace('Basic ', ''), 'base64').toString('utf8')).toBe('ava@example.test:abcdEFGHü');
  });
});
