// Who answers at a site's REST root: the site is known in all its moods, and nobody else is taken for it (F-18).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import type { Site } from '../../../../main/model.ts';
import {
  HeldBack,
  type Http,
  type HttpAnswer,
  HttpError,
  type HttpProblem,
  ProxyError,
} from '../../../../main/ports.ts';
import { seeSite } from '../../../../main/site/connect/probe-root.ts';
import { startPracticeSite } from '../../../site/start.ts';
import { aSite } from '../../a-site.ts';
import { http } from '../practice.ts';

afterAll(() => http.close());

const siteAt = (root: string): Site => aSite({ address: root, root });
const never = new AbortController().signal;
const see = (root: string, over: Http = http) => seeSite(over, systemClock, siteAt(root), never);

const played = (answer: Partial<HttpAnswer> & { text?: string }): Http => ({
  request: async () => ({
    status: 200,
    headers: {},
    body: Buffer.from(answer.text ?? JSON.stringify({ name: 'Practice', namespaces: ['wp/v2', 'streamtube/v1'] })),
    cut: null,
    ...answer,
  }),
});
const page = '<!doctype html><html><body>Sign in to the network</body></html>';
const https = 'https://videos.example/wp-json/';
const plain = 'http://videos.example/wp-json/';

describe('the practice site', () => {
  it('is seen as itself, as failing, hidden behind a portal, for members only, and as gone', async () => {
    const site = await startPracticeSite({ ownProcess: true });
    try {
      const root = `${site.url}/wp-json/`;
      expect(await see(root)).toEqual({ kind: 'site' });
      await site.switches({ captivePortal: true });
      expect(await see(root)).toEqual({ kind: 'portal' });
      await site.switches({ captivePortal: false, redirect: { origin: 'http://127.0.0.9:8080', status: 302 } });
      expect(await see(root)).toEqual({ kind: 'portal' });
      await site.switches({ redirect: null, membersOnly: true });
      expect(await see(root)).toEqual({ kind: 'site' });
      await site.switches({ membersOnly: false, maintenance: true });
      expect(await see(root)).toEqual({ kind: 'maintained', askedMs: 600_000 });
      await site.kill();
      expect(await see(root)).toEqual({ kind: 'away' });
    } finally {
      await site.stop();
    }
  });
});

describe('an answer', () => {
  it.each<[string, string, Partial<HttpAnswer> & { text?: string }, object]>([
    ['the index', https, {}, { kind: 'site' }],
    ['the index of a renamed site', https, { text: '{"name":"New","namespaces":["streamtube/v1"]}' }, { kind: 'site' }],
    ['the index without the plugin', https, { text: '{"name":"Practice","namespaces":["wp/v2"]}' }, { kind: 'site' }],
    ['the index of another site', https, { text: '{"name":"Bakery","namespaces":["wp/v2"]}' }, { kind: 'portal' }],
    ['other data', plain, { text: '{"login":"required"}' }, { kind: 'portal' }],
    ['a page', https, { text: page }, { kind: 'portal' }],
    ['a page over http', plain, { text: page }, { kind: 'portal' }],
    ['nothing at all', plain, { status: 204, text: '' }, { kind: 'portal' }],
    ['network authentication required', https, { status: 511, text: page }, { kind: 'portal' }],
    ['to another host', https, { status: 302, headers: { location: 'http://login.hotel/' } }, { kind: 'portal' }],
    ['around on plain http', plain, { status: 302, headers: { location: '/login' } }, { kind: 'portal' }],
    ['around on the site itself', https, { status: 301, headers: { location: '/api/' } }, { kind: 'site' }],
    ['around by the first of these', https, { status: 300, headers: { location: '/api/' } }, { kind: 'site' }],
    [
      'away by the last of these',
      https,
      { status: 399, headers: { location: 'http://a.example/' } },
      { kind: 'portal' },
    ],
    [
      'to another host by the first of these',
      https,
      { status: 300, headers: { location: 'http://a.example/' } },
      { kind: 'portal' },
    ],
    ['data of the platform that leads nowhere', plain, { status: 304, text: '{"code":"rest_x"}' }, { kind: 'site' }],
    ['an odd answer that was cut off', https, { status: 300, text: '', cut: 'stalled' }, { kind: 'site' }],
    ['around to nowhere that is told', https, { status: 304, text: '' }, { kind: 'site' }],
    [
      'a refusal that names a place',
      https,
      { status: 404, headers: { location: 'http://a.example/' } },
      { kind: 'site' },
    ],
    ['an index that names a place', plain, { headers: { location: 'http://a.example/' } }, { kind: 'site' }],
    ['a refusal of strangers over http', plain, { status: 401, text: '{"code":"rest_x"}' }, { kind: 'site' }],
    ['another refusal over http', plain, { status: 401, text: '{"code":"x"}' }, { kind: 'portal' }],
    ['an index as an odd answer over http', plain, { status: 300 }, { kind: 'portal' }],
    ['more than is read', https, { text: '{"name":"Prac', cut: 'enough' }, { kind: 'portal' }],
    ['the index, cut off behind it', https, { cut: 'stalled' }, { kind: 'site' }],
    ['a refusal that was cut off', https, { status: 403, text: '', cut: 'stalled' }, { kind: 'site' }],
    ['a refusal of strangers', https, { status: 401, text: '{"code":"rest_not_logged_in"}' }, { kind: 'site' }],
    ['a firewall’s refusal', https, { status: 403, text: page }, { kind: 'site' }],
    ['a page that refuses over http', plain, { status: 403, text: page }, { kind: 'portal' }],
    ['out of order', https, { status: 502, text: page }, { kind: 'failing' }],
    ['busy', https, { status: 503, text: page, headers: { 'retry-after': '90' } }, { kind: 'busy', askedMs: 90_000 }],
    [
      'in maintenance',
      https,
      { status: 503, text: '<title>Wartungsarbeiten</title>' },
      { kind: 'maintained', askedMs: null },
    ],
    ['cut off', https, { text: '{"name":"Prac', cut: 'stalled' }, { kind: 'away' }],
    ['cut off before anything, over http', plain, { text: '', cut: 'reset' }, { kind: 'away' }],
    ['a page that was cut off', https, { text: page, cut: 'stalled' }, { kind: 'portal' }],
    ['out of order, and cut off', https, { status: 500, text: '<ht', cut: 'stalled' }, { kind: 'failing' }],
    ['too many', https, { status: 429, text: '{}', headers: {} }, { kind: 'failing' }],
  ])('%s from %s', async (_, root, answer, seen) => {
    expect(await see(root, played(answer))).toEqual(seen);
  });

  it.each<[HttpProblem, string]>([
    ['host-not-found', 'away'],
    ['refused', 'away'],
    ['unreachable', 'away'],
    ['reset', 'away'],
    ['stalled', 'away'],
    ['protocol', 'away'],
    ['certificate', 'portal'],
  ])('that does not come (%s) is %s', async (problem, kind) => {
    const none: Http = { request: () => Promise.reject(new HttpError(problem, 'no')) };
    expect(await see(https, none)).toEqual({ kind });
  });

  it('that a proxy keeps back is the proxy’s', async () => {
    const none: Http = { request: () => Promise.reject(new ProxyError('proxy-refuses', 'p.example:3128', 'no')) };
    expect(await see(https, none)).toEqual({ kind: 'proxy', trouble: 'proxy-refuses', proxy: 'p.example:3128' });
  });
});

it.each([
  ['site-maintenance', { kind: 'maintained', askedMs: 7_000 }],
  ['site-busy', { kind: 'busy', askedMs: 7_000 }],
] as const)('what wants to be left alone (%s) is not asked', async (why, seen) => {
  expect(await see(https, { request: () => Promise.reject(new HeldBack(7_000, why)) })).toEqual(seen);
});

it('a mistake of our own is nobody’s answer', async () => {
  await expect(see(https, { request: () => Promise.reject(new TypeError('ours')) })).rejects.toThrow('ours');
});

describe('what is asked', () => {
  it('is two fields of the index, anonymously', async () => {
    const heard: { url: string; accept: string | undefined; authorization: string | undefined }[] = [];
    const server: Server = createServer((request, response) => {
      const { accept, authorization } = request.headers;
      heard.push({ url: request.url ?? '', accept, authorization });
      response.end('{"name":"Practice","namespaces":["streamtube/v1"]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      expect(await see(`http://127.0.0.1:${port}/?rest_route=/`)).toEqual({ kind: 'site' });
      expect(heard).toEqual([
        { url: '/?rest_route=/&_fields=name%2Cnamespaces', accept: 'application/json', authorization: undefined },
      ]);
    } finally {
      server.close();
    }
  });
});
