// Titles and descriptions on their way to the site and back (decision 23).
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodePlain, encodePlain, hasMarkup, plainOf } from '../../../../main/site/client/text.ts';

it.each([
  ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  ['<b>&lt;</b>', '&lt;b&gt;&amp;lt;&lt;/b&gt;'],
  ['&#8211; &', '&#038;#8211; &amp;'],
  ['&& <<', '&amp;&amp; &lt;&lt;'],
])('%j leaves as %j', (typed, sent) => {
  expect(encodePlain(typed)).toBe(sent);
  expect(decodePlain(sent)).toBe(typed);
});

it('whatever is typed comes back as it was, and never as markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>&#;amplt3x8/! '), maxLength: 30 }), (typed) => {
      expect(decodePlain(encodePlain(typed))).toBe(typed);
      expect(hasMarkup(encodePlain(typed))).toBe(false);
    }),
    { seed: 20261122 },
  );
});

it.each([
  ['<p>words', true],
  ['<P>words', true],
  ['words</p>', true],
  ['words</P>', true],
  ['<!-- wp:paragraph -->', true],
  ['<br/>', true],
  ['a < b', false],
  ['a <b', false],
  ['a <b and <c', false],
  ['a </ b', false],
  ['a <! b', false],
  ['a &lt;b&gt;', false],
])('%j was formatted: %j', (raw, formatted) => {
  expect(hasMarkup(raw)).toBe(formatted);
});

it.each([
  ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['<P>One</P >Two', 'One\n\nTwo'],
  ['One<br>Two<br />Three<BR/>\nFour', 'One\nTwo\nThree\nFour'],
  ['<ul><li>One</li><li>Two</li></ul>After', 'One\nTwo\n\nAfter'],
  ['<table><tr><td>One</td></tr><tr><td>Two</td></tr></table>', 'One\nTwo'],
  ['<h1>One</h1><h6>Two</h6><div>Three</div><blockquote>Four</blockquote>', 'One\n\nTwo\n\nThree\n\nFour'],
  ['<ol><li>One</li></ol><figure>Two</figure>End', 'One\n\nTwo\n\nEnd'],
  ['<!-- wp:x -->One<script>var x = 1;</script><style>p{}</style> <em>two</em>', 'One two'],
  ['One\n\n\n\nTwo', 'One\n\nTwo'],
  ['One\n\nTwo', 'One\n\nTwo'],
  ['a &lt; b &amp;&#8211;', 'a < b &\u2013'],
  ['a < b', 'a < b'],
  ['<td>One</td><a href="x">two</a></a>', 'Onetwo'],
  ['  One  ', 'One'],
])('%j reads %j', (raw, text) => {
  expect(plainOf(raw)).toBe(text);
});
