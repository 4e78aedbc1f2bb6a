// A report tells what happened and not to whom: known names become tokens, and what only looks like a name is left out.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDisguise } from '../../../../main/features/help/disguise.ts';
import { createNameFinder } from '../../../../main/features/help/name-finder.ts';

function known() {
  const disguise = createDisguise();
  disguise.add('site-1', 'Harbour Films');
  disguise.add('site-1', 'films.harbour.example');
  disguise.add('site-1', '127.0.0.1:8443');
  disguise.add('account-1', 'ava');
  disguise.add('account-1', 'Ava Author');
  disguise.add('clip-12', 'Wedding of Zoë (final).mp4');
  disguise.add('clip-12', 'Wedding of Zoë (final)');
  disguise.add('clip-13', '秘密の映画');
  disguise.add('clip-14', '🎬🎬');
  disguise.add('person-1', 'maria');
  disguise.add('site-2', '0f3c9a1b2c3d4e5f');
  return disguise;
}

describe('names that are known', () => {
  test.each([
    ['nothing arrived at Harbour Films', 'nothing arrived at site-1'],
    ['HARBOUR FILMS and ava', 'site-1 and account-1'],
    ['available to Ava Author, not to ava!', 'available to account-1, not to account-1!'],
    ['the AVA AUTHORs of this', 'the account-1 AUTHORs of this'],
    ['“Wedding of Zoë (final)” again', '“clip-12)” again'],
    ['Wedding of Zoe\u0308 (final).mp4', 'clip-12'],
    ['これは秘密の映画です', 'これはclip-13です'],
    ['sent 🎬🎬 twice', 'sent clip-14 twice'],
    ['line of 0f3c9a1b2c3d4e5f', 'line of site-2'],
    ['https://films.harbour.example/wp-json/wp/v2/users/me?search=Zoë', 'https://site-1/…'],
    ['http://127.0.0.1:8443/', 'http://site-1'],
  ])('%s', (text, shown) => expect(known().hide(text)).toBe(shown));

  test('keep their token, in whatever order and however many there are', () => {
    const name = fc.string({ minLength: 3, maxLength: 20, unit: 'grapheme' }).filter((one) => /\p{L}{3}/u.test(one));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 8 }), (names) => {
        const finder = createNameFinder();
        for (const [at, one] of names.entries()) finder.add(`clip-${at}`, one);
        for (const one of names)
          expect(finder.replace(`before "${one}" behind`)).toMatch(/^before ".*clip-\d+.*" behind$/s);
      }),
    );
  });
});

describe('names that nobody knows any more', () => {
  const secret = /maria|secret|canary|example|Films|holiday/i;
  test.each([
    ["ENOENT: no such file or directory, open '/home/maria/My Films/a secret.mp4'", /^ENOENT: .*'\[path/],
    ['cannot read /media/canary/My Films/holiday of ours.mov', /^cannot read \[path\]$/],
    ['EBUSY: C:\\Users\\canary\\My Films\\x.mp4 is open', /^EBUSY: \[path\]$/],
    ['\\\\server\\canary\\secret', /^\[path\]$/],
    ['~/canary/film.mp4', /^\[path\]$/],
    ['took "my secret film.mp4" twice', /^took "\[file\]" twice$/],
    ['took my secret holiday.mov', /^\[file\]$/],
    ['getaddrinfo ENOTFOUND canary.example', /^getaddrinfo ENOTFOUND host-1$/],
    ['connect ECONNREFUSED 203.0.113.7:443', /^connect ECONNREFUSED host-1$/],
    ['connect to 2001:db8:0:0:1::7', /^connect to host-1$/],
    ['led to https://secret.example:8443/canary', /^led to https:\/\/host-1\/…$/],
    ['https://ava:canary@secret.example/', /^https:\/\/host-1$/],
    ['write to canary@secret.example please', /^write to \[address\] please$/],
    ['wrong token aB3dE6gH9jK2mN5pQ8sT1vW4', /^wrong token \[text\]$/],
    ['Error: no\n    at read (/home/maria/canary/index.js:1:2)', /^Error: no\n {4}at \[elsewhere\]$/],
    [
      'Error: no\n    at of (/opt/secret/app.asar/out/main/index.js:12:7)',
      /^Error: no\n {4}at out\/main\/index\.js:12:7$/,
    ],
    ['Error: no\n    at node:internal/fs/promises:640:10', /at node:internal\/fs\/promises:640:10$/],
  ])('%s', (text, shown) => {
    const hidden = createDisguise().hide(text);
    expect(hidden).toMatch(shown);
    expect(hidden).not.toMatch(secret);
  });

  test('one host has one token, and another host another one', () => {
    const disguise = createDisguise();
    expect(disguise.hide('a.example b.example https://A.example/x')).toBe('host-1 host-2 https://host-1/…');
  });

  test('a path that holds a known name says which', () => {
    const disguise = known();
    expect(disguise.hide("open '/home/maria/Wedding of Zoë (final).mp4'")).toBe("open '[path person-1 clip-12]");
  });
});

test('what says what happened stays as it is', () => {
  const disguise = known();
  for (const text of [
    'the line to a site',
    'StoreError: database disk image is malformed',
    'site checked: certificate sign-in-arrives',
    'version 0.1.0, Electron 45.3.4, 12.5 MB in 3 s',
    '2026-11-23 22:04:07.123',
    'a copy of the list clipferry.sqlite',
  ])
    expect(disguise.hide(text)).toBe(text);
});
