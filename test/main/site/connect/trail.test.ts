// Where the way from what was typed to the REST root may carry a secret: directly, after asking, or never.
import { expect, it } from 'vitest';
import { judgeTrail } from '../../../../main/site/connect/trail.ts';

const e = 'https://e.com/';
const other = 'https://data.example/';
const open = 'http://e.com/';
const own = 'http://127.0.0.1/';

it.each<[string, string, string, string, readonly string[], string]>([
  ['one host', e, e, e, [e], 'direct'],
  ['one host, with and without www', e, 'https://www.e.com/', e, [e], 'direct'],
  ['one host, first over an open line', open, e, e, [open, e], 'direct'],
  ['one host, at last over an open line', e, e, open, [e, open], 'direct'],
  ['this computer', own, own, own, [own], 'direct'],
  ['another host that was led to', e, other, other, [e, other], 'direct'],
  ['another host that was named', e, e, other, [e, other], 'elsewhere'],
  ['another host, after an open line', open, e, other, [open, e, other], 'open'],
  ['another host that was led to over an open line', open, other, other, [open, other], 'open'],
  ['an open line to another host', e, e, 'http://data.example/', [e], 'open'],
  ['this computer, named by a stranger', e, e, own, [e, own], 'open'],
  ['this computer, led to by a stranger', e, own, own, [e, own], 'open'],
  ['the host that was typed, named by a page elsewhere over an open line', open, other, open, [], 'open'],
])('%s', (_, typed, page, root, asked, kind) => {
  const trail = {
    typed: new URL(typed),
    page: new URL(page),
    root: new URL(root),
    asked: asked.map((one) => new URL(one)),
  };
  expect(judgeTrail(trail)).toBe(kind);
});
