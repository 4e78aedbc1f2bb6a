// Whatever sites say of themselves and of each other: a secret goes to the host that the sign-in screen names, and to no other.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../main/adapters/clock.ts';
import type { HttpRequest } from '../../main/ports.ts';
import { isOwnMachine, sameHost } from '../../main/site/client/address.ts';
import { siteCalls } from '../../main/site/client/client.ts';
import { discover } from '../../main/site/connect/discover.ts';
import type { Events, ShownHost, SiteOffer } from '../../preload/contract.ts';
import { signInWith, typedWayIds } from '../../preload/sign-in-ways.ts';
import { type Engine, startEngine } from '../engine/engine.ts';
import { type LyingNet, type LyingSite, lyingNet, secretIn } from './lying-net.ts';

const places = [
  'https://good.example',
  'https://www.good.example',
  'http://good.example',
  'https://good.example/blog',
  'https://evil.example',
  'http://evil.example',
  'https://evil.example/good.example',
  'https://good.example:8443',
  'https://good.example.evil.example',
  'https://xn--gd-fmaa.example',
  'http://127.0.0.1:8080',
  'http://192.168.1.9',
] as const;
const typedAddresses = [...places, 'good.example', 'www.good.example', 'evil.example', 'good.example/blog'];

const place = fc.constantFrom(...places);
const root = fc
  .tuple(place, fc.constantFrom('/wp-json/', '/wp-json/', '/?rest_route=/', '/index.php?rest_route=/'))
  .map((parts) => parts.join(''));
const status = fc.constantFrom(301, 302, 303, 307, 308);
const lead = (to: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant({ kind: 'here' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('redirect' as const), status, to }) },
  );
const naming = fc.constantFrom('header', 'head', 'comment', 'script', 'title', 'body', 'title-of-header' as const);

/** Mostly what is true of the place itself, now and then a lie. */
const mostly = <T>(truth: T, lie: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(truth) }, { weight: 1, arbitrary: lie });
const authorizePage = (at: string): string => `${at}/wp-admin/authorize-application.php`;
const site = (at: string): fc.Arbitrary<LyingSite> =>
  fc.record({
    at: fc.constant(at),
    front: lead(place.map((to) => `${to}/`)),
    namings: fc.array(fc.tuple(naming, mostly(`${at}/wp-json/`, root)), { maxLength: 3 }),
    index: lead(root),
    url: mostly(at, place),
    home: mostly(at, place),
    authorization: mostly<string | null>(authorizePage(at), fc.option(place.map(authorizePage))),
    membersOnly: mostly(false, fc.boolean()),
  });
const world = fc.record({ sites: fc.tuple(...places.map(site)), typed: fc.constantFrom(...typedAddresses) });

let engine: Engine;
let net: LyingNet = lyingNet([]);
const approvals: Events['account.approval'][] = [];
let heard: () => void = () => {};

beforeAll(async () => {
  const http = {
    request: (request: Parameters<LyingNet['request']>[0]) => net.request(request),
    close: async () => {},
  };
  engine = await startEngine({ http });
  engine.uploader.on('account.approval', (event) => {
    approvals.push(event);
    heard();
  });
});
afterAll(() => engine.stop());

let count = 0;
const canary = (): string => `CANARY${String(++count).padStart(18, '0')}`;

/** Where each secret may be seen. */
const allowed = new Map<string, { readonly place: string; readonly why: string }>();

function secretsAreWhereTheyBelong(): void {
  for (const request of net.requests) {
    const secret = secretIn(request);
    if (secret === null) continue;
    const { place: at = 'nowhere', why = 'never given' } = allowed.get(secret) ?? {};
    const url = new URL(request.url);
    const seen = `${url.host}${url.pathname}`;
    expect(
      seen === at || seen.startsWith(`${at}/`),
      `${request.method} ${request.url} got what was for ${at} (${why})`,
    ).toBe(true);
  }
}

/** The requests that led to the one at `last`, itself included. */
function leading(asked: LyingNet, last: number): readonly URL[] {
  let first = last;
  while (first > 0 && asked.ledTo[first - 1] !== null) first--;
  return asked.requests.slice(first, last + 1).map(({ url }) => new URL(url));
}

/** What happened on the way is judged here once more, from the requests of a search by itself. */
async function offerIsHonest(offer: SiteOffer, sites: readonly LyingSite[], typed: string): Promise<void> {
  const alone = lyingNet(sites);
  await discover(siteCalls(alone, systemClock), systemClock, typed);
  const isPage = (request: HttpRequest): boolean => request.headers.accept?.startsWith('text/html') ?? false;
  const front = leading(alone, alone.requests.findLastIndex(isPage));
  const index = leading(
    alone,
    alone.requests.findLastIndex(({ url }) => url.includes('_fields=')),
  );
  const [start, page] = [front[0], front.at(-1)];
  if (!start || !page) throw new Error('no page was asked for');
  const shown = new URL(`${offer.secure ? 'https' : 'http'}://${offer.signInHost.host}`);
  const wasOpen = [...front, ...index].some((url) => url.protocol === 'http:' && !isOwnMachine(url));
  if (wasOpen) expect(sameHost(start, shown), `${typed} led over plain http to ${shown.href}`).toBe(true);
  if (isOwnMachine(shown)) expect(isOwnMachine(start), 'only a person may name this computer').toBe(true);
  expect(offer.namedBy?.host, 'another host is asked about').toBe(sameHost(page, shown) ? undefined : page.host);
  expect(offer.typedHost?.host, 'what was typed is told').toBe(sameHost(page, start) ? undefined : start.host);
}

async function trust(offer: SiteOffer): Promise<void> {
  const { handlers } = engine.uploader;
  if (offer.namedBy === null) return;
  const unasked = canary();
  const refused = await handlers['account.signIn']({
    offer: offer.offer,
    with: { kind: 'application-password', login: 'ava', password: unasked },
  });
  expect(refused.ok).toBe(false);
  expect(await handlers['account.approve']({ offer: offer.offer })).toMatchObject({ ok: false });
  await expect(handlers['site.openPasswordPage'](offer.offer)).rejects.toThrow();
  await expect(handlers['site.trust']({ offer: offer.offer, host: offer.namedBy.host })).rejects.toThrow();
  await handlers['site.trust']({ offer: offer.offer, host: offer.signInHost.host });
}

/** The page of any site answers: an asked one may have sent the browser on to a good one's genuine page. */
async function approve(offer: SiteOffer, answering: string): Promise<void> {
  const begun = await engine.uploader.handlers['account.approve']({ offer: offer.offer });
  expect(begun.ok, 'it was offered').toBe(true);
  const opened = new URL(engine.opened.at(-1) ?? '');
  expect(`${opened.host}${opened.pathname}`.startsWith(`${offer.signInHost.host}/`), opened.href).toBe(true);
  const password = canary();
  allowed.set(password, { place: answering.replace(/^https?:\/\//, ''), why: `made on ${answering}` });
  const answer = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const back = opened.searchParams.get('success_url') ?? '';
  engine.uploader.openLink(`${back}&site_url=${encodeURIComponent(answering)}&user_login=ava&password=${password}`);
  await answer;
  const isItself = answering === `https://${offer.signInHost.host}` || answering === `http://${offer.signInHost.host}`;
  if (!isItself) expect(approvals.at(-1)?.outcome.ok).toBe(false);
}

async function signInEveryWay(offer: SiteOffer): Promise<void> {
  const { handlers } = engine.uploader;
  const at = (host: ShownHost): string => host.host;
  for (const way of typedWayIds) {
    const secret = canary();
    allowed.set(secret, { place: at(offer.signInHost), why: way });
    const given = signInWith(way, { login: 'ava', secret, consent: true });
    await handlers['account.signIn']({ offer: offer.offer, with: given });
  }
  if (offer.ways.browser) for (const answering of places) await approve(offer, answering);
  const { sites } = await handlers['app.state']();
  for (const { id } of sites) await handlers['site.remove'](id);
}

it('holds for random worlds of sites that redirect, name each other and claim to be each other', {
  tags: 'proof',
}, async () => {
  const met = { found: 0, elsewhere: 0, refused: 0, browser: 0, redirected: 0 };
  await fc.assert(
    fc.asyncProperty(world, async ({ sites, typed }) => {
      net = lyingNet(sites);
      const outcome = await engine.uploader.handlers['site.find'](typed);
      if (!outcome.ok) {
        met.refused += Number(outcome.failure.problem === 'open-redirect');
        return;
      }
      const offer = outcome.value;
      met.found++;
      met.elsewhere += Number(offer.namedBy !== null);
      met.browser += Number(offer.ways.browser);
      met.redirected += Number(offer.typedHost !== null);
      await offerIsHonest(offer, sites, typed);
      await trust(offer);
      await signInEveryWay(offer);
      secretsAreWhereTheyBelong();
    }),
    { numRuns: 200, seed: 20261122 },
  );
  // Each kind of world was really met.
  for (const [kind, times] of Object.entries(met)) expect(times, kind).toBeGreaterThan(10);
});
