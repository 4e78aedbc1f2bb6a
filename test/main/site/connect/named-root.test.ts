// The REST root that a front page names, as a browser would find it, whatever else stands on the page (platform facts, section 2).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rootInLinkHeader, rootInPage, titleOfPage } from '../../../../main/site/connect/named-root.ts';

const page = 'https://e.com/blog/';
const link = '<link rel="https://api.w.org/" href="https://evil.example/wp-json/">';

describe('in a Link header', () => {
  it.each<[string | undefined, string | null]>([
    ['<https://e.com/wp-json/>; rel="https://api.w.org/"', 'https://e.com/wp-json/'],
    ['<https://e.com/a>; rel="next", <https://e.com/wp-json/>; rel="https://api.w.org/"', 'https://e.com/wp-json/'],
    ['<https://e.com/index.php?rest_route=/>; rel="https://api.w.org/"', 'https://e.com/index.php?rest_route=/'],
    ['<https://e.com/index.php?rest_route=%2F>; rel=https://api.w.org/', 'https://e.com/index.php?rest_route=/'],
    ['</wp-json/>; rel="https://api.w.org/"', 'https://e.com/wp-json/'],
    ['</wp-json/> ;title="a, <b>; rel=x" ; REL="next https://api.w.org/"', 'https://e.com/wp-json/'],
    ['</a,b/>; rel="x", </wp-json/>; rel="https://api.w.org/"', 'https://e.com/wp-json/'],
    ['</wp-json/>; crossorigin; ; rel = https://api.w.org/; title=x', 'https://e.com/wp-json/'],
    ['</wp-json/>; rel=https://api.w.org/, </b/>; rel=x', 'https://e.com/wp-json/'],
    ['</wp-json/>; title="a \\" , </x/>; b"; rel="https://api.w.org/"', 'https://e.com/wp-json/'],
    ['x </x/>; rel="https://api.w.org/", </wp-json/>; rel="https://api.w.org/"', 'https://e.com/wp-json/'],
    ['<http://e.com/wp-json/>; rel="https://api.w.org/"', 'http://e.com/wp-json/'],
    ['</wp-json/>; crossorigin; rel="https://api.w.org/"', 'https://e.com/wp-json/'],
    ['</x/>; crossorigin, </wp-json/>; rel="https://api.w.org/"', 'https://e.com/wp-json/'],
    // Torn off in the middle of its text.
    ['</wp-json/>; rel="https://api.w.org/\\', 'https://e.com/wp-json/'],
    ['<http://>; rel="https://api.w.org/"', null],
    ['<https://:p@evil.example/>; rel="https://api.w.org/"', null],
    // The relation stands in a text, in another parameter, or only as a part of another relation.
    ['<https://evil.example/>; title="rel=https://api.w.org/"', null],
    ['<https://evil.example/>; title="; rel=\\"https://api.w.org/\\""', null],
    ['<https://evil.example/>; rev="https://api.w.org/"', null],
    ['<https://evil.example/>; rel="https://api.w.org/x"', null],
    ['<https://evil.example/>; rel="xhttps://api.w.org/"', null],
    ['<https://e.com@evil.example/>; rel="https://api.w.org/"', null],
    ['<javascript:alert(1)>; rel="https://api.w.org/"', null],
    ['<https://e.com/>; rel="next"', null],
    ['https://evil.example/; rel="https://api.w.org/"', null],
    ['', null],
    [undefined, null],
  ])('%j is %j', (header, root) => {
    expect(rootInLinkHeader(header, page)).toBe(root);
  });
});

describe('in a page', () => {
  it.each<[string, string | null]>([
    ['<link rel="https://api.w.org/" href="https://e.com/wp-json/" />', 'https://e.com/wp-json/'],
    ["<LINK href='/wp-json/' rel='https://api.w.org/'>", 'https://e.com/wp-json/'],
    ['<link rel="https://api.w.org/" href="https://e.com/?a=1&amp;rest_route=/">', 'https://e.com/?a=1&rest_route=/'],
    [
      '<!DOCTYPE html><html lang="de"><head>\n<!-- x --><title>A</title><script>1</script><link rel="https://api.w.org/" href="/wp-json/">',
      'https://e.com/wp-json/',
    ],
    [`<link rel="https://api.w.org/" href="/wp-json/">${link}`, 'https://e.com/wp-json/'],
    [`\uFEFF<base href="/x/"><style>a</style>${link}`, 'https://evil.example/wp-json/'],
    [`<head><meta charset="utf-8">${link}`, 'https://evil.example/wp-json/'],
    [`<noscript><img>a</noscript><template>a</template>${link}`, 'https://evil.example/wp-json/'],
    ['<meta rel="https://api.w.org/" href="https://evil.example/">', null],
    [`<html>text ${link}`, null],
    [`<head><title>A</title>text ${link}`, null],
    ['<link rel="stylesheet" href="x"><p>https://api.w.org/</p>', null],
    ['<link rel="https://api.w.org/">', null],
    ['<link rel="https://api.w.org/" href="javascript:alert(1)">', null],
    ['<link rel="https://api.w.org/" href="https://e.com@evil.example/wp-json/">', null],
    [`<!--${link}-->`, null],
    [`<!-- <!-- ${link} -->`, null],
    [`<head><title>${link}</title></head>`, null],
    [`<head><textarea>${link}</textarea></head>`, null],
    [`<head><script>const a = '${link}'</script></head>`, null],
    [`<head><style>${link}</style></head>`, null],
    [`<head><noscript>${link}</noscript></head>`, null],
    [`<head><template>${link}</template></head>`, null],
    [`<head><meta name="description" content='${link}'></head>`, null],
    [`<head></head><body>${link}`, null],
    [`<head></head>${link}`, null],
    [`<head><p>${link}`, null],
    [`<head>text ${link}`, null],
    [`<head><svg>${link}`, null],
    [`<head><![CDATA[${link}]]>`, null],
    [`<head><xmp>${link}</xmp>`, null],
  ])('%j is %j', (html, root) => {
    expect(rootInPage(html, page)).toBe(root);
  });

  it.each([
    [51, 'https://evil.example/wp-json/'],
    [52, null],
  ])('behind %i elements within each other it is %j', (deep, root) => {
    expect(rootInPage(`${'<template>'.repeat(deep)}${'</template>'.repeat(deep)}${link}`, page)).toBe(root);
  });

  it('the title is its text, decoded once', () => {
    expect(titleOfPage('<head><script><title>no</title></script><title>Cats &amp; <b>Dogs</b></title>')).toBe(
      'Cats & <b>Dogs</b>',
    );
    expect(titleOfPage('<title>A\uFEFFB</title><title>C</title>')).toBe('A\uFEFFB');
    expect(titleOfPage('<p>no</p><title>late</title>')).toBe('');
  });
});

it('is not looked for behind half a megabyte', () => {
  expect(rootInPage(`<!--${' '.repeat(600_000)}-->${link}`, page)).toBeNull();
});

it('is found without a throw in anything', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 30 }), (noise, inner) => {
      rootInLinkHeader(`<${inner}>; rel="https://api.w.org/"${noise}`, page);
      rootInPage(`<link rel="https://api.w.org/" href="${noise}">`, page);
      rootInPage(noise, 'not a page');
      titleOfPage(noise);
    }),
    { numRuns: 3_000, seed: 20261122 },
  );
});

it('costs a moment however a page of two megabytes is made', () => {
  const pieces = [
    '<link ',
    link,
    '<!--',
    '<script ',
    '<script>',
    '<title>',
    '<title><',
    '<noscript>',
    '<template>',
    '<a b=',
    '</x',
    '<',
    '&amp;',
    '<!',
    '>; ',
  ];
  for (const piece of pieces) {
    const text = piece.repeat(2_000_000 / piece.length);
    const before = process.cpuUsage();
    rootInPage(text, page);
    titleOfPage(text);
    rootInLinkHeader(text, page);
    rootInLinkHeader(`<x>; rel="${text}`, page);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000, piece).toBeLessThan(400);
  }
});
