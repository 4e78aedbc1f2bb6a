// How the host that gets a secret is named: as it travels, with its own letters beside it, and a word where they imitate others.
import { expect, it } from 'vitest';
import { shownHost, shownRoot } from '../../../../main/site/connect/shown-host.ts';

it.each<[string, string, string | null, boolean]>([
  ['https://e.com/wp-json/', 'e.com', null, false],
  ['https://e.com:8443/', 'e.com:8443', null, false],
  ['http://127.0.0.1:8080/', '127.0.0.1:8080', null, false],
  ['https://[2001:db8::1]/', '[2001:db8::1]', null, false],
  ['https://bücher.example/', 'xn--bcher-kva.example', 'bücher.example', false],
  ['https://пример.example/', 'xn--e1afmkfd.example', 'пример.example', false],
  ['https://例え.example/', 'xn--r8jz45g.example', '例え.example', false],
  // Cyrillic а among Latin letters; Greek ο.
  ['https://pаypal.example/', 'xn--pypal-4ve.example', 'pаypal.example', true],
  ['https://gοοd.example/', 'xn--gd-jbca.example', 'gοοd.example', true],
])('%s is shown as %s', (address, host, readable, isMixed) => {
  expect(shownHost(new URL(address))).toEqual({ host, readable, isMixed });
});

it.each<[string, boolean]>([
  // Written together in one language.
  ['日本のテレビtv', false],
  ['中文ㄅtv', false],
  ['中文한국tv', false],
  // A hyphen and digits belong to all; letters of a script without a name here are one all the same.
  ['bücher-1', false],
  ['ⰰⰱ', false],
  ['ⰰa', true],
  ['ひㄅ', true],
  ['ひ한', true],
  ['ㄅ한', true],
  ['コㄅ', true],
])('of the letters %s it is told whether they imitate others: %s', (label, isMixed) => {
  expect(shownHost(new URL(`https://${label}.example/`))).toMatchObject({ readable: `${label}.example`, isMixed });
});

it.each<[string, string]>([
  ['https://e.com/wp-json/', 'e.com'],
  ['https://e.com/blog/wp-json/', 'e.com/blog'],
  ['https://e.com/blog/index.php?rest_route=/', 'e.com/blog'],
  // Whose folder it is cannot be told, so the whole path is shown.
  ['https://e.com/evil/api/', 'e.com/evil/api'],
])('of the root %s it is %s', (root, host) => {
  expect(shownRoot(root).host).toBe(host);
});
