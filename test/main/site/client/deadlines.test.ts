// How long each kind of question may take in all.
import { expect, it } from 'vitest';
import { callMs, fetchMs } from '../../../../main/site/client/deadlines.ts';

it.each([
  ['a list', { route: 'wp/v2/media', query: { per_page: '100' } }, 150_000],
  ['a list of one', { route: 'wp/v2/media', query: { per_page: '1' } }, 90_000],
  ['one thing', { route: 'wp/v2/video/7' }, 90_000],
  ['one thing, in parts', { route: 'wp/v2/video/7', query: { _fields: 'id' } }, 90_000],
  ['all routes', { route: '' }, 150_000],
  ['all routes, with a word about them', { route: '', query: { context: 'help' } }, 150_000],
  ['the name of a site', { route: '', query: { _fields: 'name' } }, 90_000],
])('%s has its own', (_, call, ms) => {
  expect(callMs({ method: 'GET', ...call })).toBe(ms);
});

it('a page or a piece of a file has a minute, and what it needs on a slow line', () => {
  expect([0, 20, 21, 2_000_000].map(fetchMs)).toEqual([60_000, 60_001, 60_002, 160_000]);
});
