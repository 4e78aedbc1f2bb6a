// Each way to sign in, by its record: as the window hands it over, as it is tried, kept on disk, carried to the site and hidden in the log.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { createCircuits } from '../../main/hosts/circuit.ts';
import { createGuardedHttp } from '../../main/hosts/guarded-http.ts';
import { byOffer, methodIds, type Site, secretHeaders, signInMethods, typedWays } from '../../main/model.ts';
import { type HttpRequest, SecretRefused, type Sql } from '../../main/ports.ts';
import { migrate } from '../../main/schema.ts';
import { redact, redactText } from '../../main/shell/redact.ts';
import { siteCalls } from '../../main/site/client/client.ts';
import { authorizationOf, readCredential, speakerOf, writeCredential } from '../../main/site/client/credential.ts';
import { enteredWay } from '../../main/site/client/sign-in-ways.ts';
import { siteStore } from '../../main/site/store/site-store.ts';
import { schemas } from '../../preload/schemas.ts';
import { signInWith, typedWayIds } from '../../preload/sign-in-ways.ts';
import { handClock } from './queue/hand-clock.ts';

const secret = 'Zq7xKp2wLm9v';
const root = 'https://site.example/wp-json/';
const plainRoot = 'http://site.example/wp-json/';
/** A site that has whatever anybody asks for. */
const namespaces = Object.assign(['wp/v2'], { includes: () => true, some: () => true });
const everything = { isSafe: true, isForMembers: false, hasAppPasswords: true, hasTokens: true, namespaces };

/** What is tried for a way: its credential; null = the site makes one. */
function credentialOf(way: (typeof typedWayIds)[number], consent = false) {
  const tried = enteredWay(way).tried(signInWith(way, { login: ' ava ', secret, consent }), null);
  if ('refused' in tried) throw new Error(`${way} refuses what is right`);
  return 'credential' in tried ? tried.credential : null;
}
const credentials = typedWayIds.flatMap((way) => credentialOf(way) ?? []);

describe.each(typedWayIds)('%s', (way) => {
  const given = signInWith(way, { login: 'ava', secret, consent: false });
  const isTaken = (what: object): boolean => schemas['account.signIn'].safeParse([{ offer: 'o', with: what }]).success;

  it('is taken from the window as it is, and neither empty nor with more', () => {
    expect(isTaken(given)).toBe(true);
    expect(isTaken({ ...given, more: '' })).toBe(false);
    for (const [name, value] of Object.entries(given).filter(([name]) => name !== 'kind')) {
      expect(isTaken({ ...given, [name]: typeof value === 'string' ? '' : 'yes' }), name).toBe(false);
      if (typeof value === 'string') expect(isTaken({ ...given, [name]: 'x'.repeat(10_001) }), name).toBe(false);
    }
    expect('login' in given).toBe(typedWays[way].asksLogin);
  });

  it('is offered by a site that has it', () => {
    expect(enteredWay(way).isOffered(everything)).toBe(true);
  });

  it('goes where others can read it only where it may, and only with consent', () => {
    expect(enteredWay(way).isOffered({ ...everything, isSafe: false })).toBe(typedWays[way].mayGoPlain);
    const credential = credentialOf(way);
    if (credential === null) return;
    const agreed = credentialOf(way, true);
    expect(speakerOf(root, credential)).not.toBeNull();
    expect(speakerOf(plainRoot, credential)).toBeNull();
    expect(agreed && speakerOf(plainRoot, agreed) !== null).toBe(typedWays[way].mayGoPlain);
    expect(signInMethods[credential.kind].mayGoPlain).toBe(typedWays[way].mayGoPlain);
  });

  it('is nowhere in the log', () => {
    expect(JSON.stringify(redact({ given, deeper: [given] }))).not.toContain(secret);
  });
});

it('every method is what some way leaves', () => {
  expect(new Set(credentials.map(({ kind }) => kind))).toEqual(new Set(methodIds));
});

describe.each(credentials)('kept as $kind', (credential) => {
  const { header } = signInMethods[credential.kind];
  const value = authorizationOf(credential);

  it('is read back from the secrets as it was written, and not without a part', () => {
    const kept = writeCredential(credential);
    expect(readCredential(kept)).toEqual(credential);
    for (const name of Object.keys(credential)) {
      const { [name]: _gone, ...rest } = JSON.parse(kept) as Record<string, unknown>;
      expect(readCredential(JSON.stringify(rest)), name).toBeNull();
    }
  });

  it('goes to its own site in its header, and is not shown again once the site refused it', async () => {
    const asked: HttpRequest[] = [];
    const refused: string[] = [];
    const clock = handClock();
    const circuits = createCircuits(
      clock,
      { fraction: () => 0, hex: () => '' },
      { all: () => [], save: () => {}, remove: () => {} },
      () => {},
    );
    const http = {
      request: async (request: HttpRequest) => {
        asked.push(request);
        return { status: 401, headers: {}, body: new TextEncoder().encode('{"code":"rest_not_logged_in"}'), cut: null };
      },
    };
    const guarded = createGuardedHttp({ clock, circuits, http });
    guarded.onRefused((origin, authorization) => refused.push(`${origin} ${authorization}`));
    const client = speakerOf(root, credential);
    if (client === null) throw new Error('may not go there');
    const calls = siteCalls(guarded.engine, clock);
    const call = { method: 'GET', route: 'wp/v2/users/me' } as const;
    expect((await calls.ask(client, call)).status).toBe(401);
    await expect(calls.ask(client, call)).rejects.toThrow(SecretRefused);
    expect(refused).toEqual([`https://site.example ${value}`]);
    expect(asked).toHaveLength(1);
    expect(Object.entries(asked[0]?.headers ?? {}).filter(([name]) => secretHeaders.includes(name))).toEqual([
      [header, value],
    ]);
  });

  it('is nowhere in the log', () => {
    const bare = value.replace(/^\w+ /, '');
    const logged = [redact({ credential, headers: { [header]: value } }), redactText(`${header}: ${bare}\r\nhost: a`)];
    logged.push(redactText(`sent {"${header}":"${bare}"} and went on`), redactText(`sent {"${header}":"${bare}`));
    for (const text of logged.map((one) => JSON.stringify(one))) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(bare);
    }
    expect(header).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });
});

describe('on disk', () => {
  let sql: Sql;
  const site: Site = {
    id: 's',
    name: 'Site',
    address: 'https://site.example',
    root,
    platform: 'wp',
    uploadRoute: 'streamtube/v1/upload',
    passwordPage: null,
    ways: byOffer(() => true),
    sizeLimit: null,
    refusedExtensions: [],
    settleMs: 130_000,
    honoursKeys: false,
    hasHelper: false,
    helperTrouble: null,
    pieceLimit: null,
  };
  beforeEach(() => {
    sql = openSqlite(':memory:');
    migrate(sql);
    siteStore(sql).saveSite(site);
  });
  afterEach(() => sql.close());

  it.each(methodIds)('an account has %s again', (method) => {
    siteStore(sql).saveAccount({
      ...{ id: 'a', siteId: 's', login: 'ava', name: 'Ava', userId: 7, canUpload: true, canPublish: true },
      ...{ signedIn: true, method, tokenEndsAt: null, passwordUuid: null },
      ...{ publishesAtOnce: null, publicUnasked: false, holdsNew: null, presetId: null },
    });
    expect(siteStore(sql).account('a')?.method).toBe(method);
  });

  it.each(Object.keys(site.ways))('a site that was found before there was %s has what it had', (offer) => {
    const { [offer]: _later, ...before } = byOffer(() => true) as Record<string, boolean>;
    sql.prepare('UPDATE sites SET ways = ?').run(JSON.stringify(before));
    expect(siteStore(sql).site('s')?.ways).toMatchObject(before);
    expect(Object.keys(siteStore(sql).site('s')?.ways ?? {})).toEqual(Object.keys(site.ways));
  });
});
