// What the system says of proxies is read as Chromium means it, and whatever cannot be read is no straight way.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../../main/ports.ts';
import { createProxies } from '../../../main/shell/proxies.ts';
import { routesIn } from '../../../main/shell/proxy-list.ts';

const http = (address: string): Route => ({ kind: 'http', address });
const other = (address: string): Route => ({ kind: 'other', address });

describe('the list of ways to a site', () => {
  it.each<[string, readonly Route[]]>([
    ['DIRECT', ['direct']],
    ['PROXY proxy.example:3128', [http('proxy.example:3128')]],
    ['PROXY proxy.example:3128;DIRECT', [http('proxy.example:3128'), 'direct']],
    [' proxy a:1 ;; HTTPS b ; direct ', [http('a:1'), { kind: 'https', address: 'b:443' }, 'direct']],
    ['HTTP a', [http('a:80')]],
    ['PROXY a:80', [http('a:80')]],
    ['HTTPS a:80', [{ kind: 'https', address: 'a:80' }]],
    ['PROXY [::1]:3128', [http('[::1]:3128')]],
    ['PROXY Proxy.Example:3128', [http('proxy.example:3128')]],
    ['SOCKS5 socks.example:1080; DIRECT', [other('socks.example:1080'), 'direct']],
    ['SOCKS socks.example', [other('socks.example')]],
    ['QUIC q.example:443', [other('q.example:443')]],
    ['', [other('')]],
    ['PROXY', [other('PROXY')]],
    ['PROXY :3128', [other(':3128')]],
    ['PROXY a:99999', [other('a:99999')]],
    ['PROXY user:secret@a:1', [other('user:secret@a:1')]],
    ['PROXY a:1/path', [other('a:1/path')]],
    ['PROXY a:1?b', [other('a:1?b')]],
    ['PROXY a:1 b:2', [other('a:1')]],
    ['DIRECT now', [other('now')]],
    ['<html>', [other('<html>')]],
  ])('"%s"', (list, routes) => expect(routesIn(list)).toEqual(routes));

  it('has an end, and a way is never long', () => {
    expect(routesIn('DIRECT;'.repeat(5_000))).toHaveLength(10);
    fc.assert(
      fc.property(fc.string({ maxLength: 500 }), (list) => {
        const routes = routesIn(list);
        expect(routes.length).toBeGreaterThan(0);
        // Nothing but the word itself leads straight to a site.
        if (!/\bdirect\b/i.test(list)) expect(routes).not.toContain('direct');
        for (const route of routes)
          expect(route === 'direct' ? '' : route.address).toSatisfy((text: string) => text.length <= 300);
      }),
    );
  });
});

it('the system is asked for the origin, and its settings are read anew when that is wanted', async () => {
  const asked: string[] = [];
  const proxies = createProxies({
    resolveProxy: async (url) => {
      asked.push(url);
      return 'PROXY a:1';
    },
    forceReloadProxyConfig: async () => void asked.push('reload'),
  });
  expect(await proxies.routesTo('https://site.example')).toEqual([http('a:1')]);
  proxies.reload();
  expect(asked).toEqual(['https://site.example', 'reload']);
});
