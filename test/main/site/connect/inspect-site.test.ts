// What the check-up learns of a site: who answers there, who may do what, what it holds, and nothing sent where it must not go.
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../../main/model.ts';
import { HeldBack, HttpError, SecretRefused } from '../../../../main/ports.ts';
import { basic } from '../../../../main/site/client/client.ts';
import { lookAtSite, type Person } from '../../../../main/site/connect/inspect-site.ts';
import { aSite } from '../../a-site.ts';
import { answering, clock, noRoute, type Written } from './answering.ts';

const address = 'https://videos.example';
const root = `${address}/wp-json/`;
const site = aSite({ address, root });
const upload = `${root}streamtube/v1/upload`;
const validate = `signed POST ${root}jwt-auth/v1/token/validate`;
const token = `POST ${root}jwt-auth/v1/token`;
const me = `GET ${root}wp/v2/users/me`;
const media = `GET ${root}wp/v2/media`;
const clip = `${address}/up/cat.mp4`;

const passwords = { 'application-passwords': { endpoints: { authorization: `${address}/wp-admin/a.php` } } };
const namespaces = ['wp/v2', 'jwt-auth/v1', 'streamtube/v1'];
const index = { name: 'Practice', namespaces, authentication: passwords };
const ava = {
  ...{ id: 2, name: 'Ava', username: 'ava' },
  capabilities: { upload_files: true, edit_posts: true, publish_posts: true },
};
const routesOf = (name: string, methods = ['POST']) => ({ json: { routes: { [`/${name}/upload`]: { methods } } } });
const stored = (id: number, source_url: string, filesize?: number) => ({ id, source_url, media_details: { filesize } });
const oneByte = { status: 206, text: 'x', headers: { 'content-range': 'bytes 0-0/900' } };

/** A site where all is well. */
const well: Readonly<Record<string, Written>> = {
  [`GET ${root}`]: { json: index, headers: { date: 'Fri, 20 Nov 2026 12:05:00 GMT' } },
  [`signed ${me}`]: { json: ava, headers: { date: 'Fri, 20 Nov 2026 12:01:00 GMT' } },
  [`signed OPTIONS ${upload}`]: { json: {}, headers: { allow: 'GET, POST' } },
  [media]: {
    json: [stored(9, clip, 900), stored(8, `${address}/up/dog.MOV?x=.zip`, 1_200), stored(7, `${address}/up/a`)],
  },
  [`GET ${clip}`]: oneByte,
  [`GET ${root}streamtube/v1`]: routesOf('streamtube/v1'),
};

const account = (changes: Partial<Account> = {}): Account => ({
  ...{ id: 'account-1', siteId: 'site-1', login: 'ava', name: 'Ava', userId: 2, canUpload: true, canPublish: true },
  ...{ signedIn: true, method: 'application-password', tokenEndsAt: null, passwordUuid: null },
  ...{ publishesAtOnce: null, publicUnasked: false, holdsNew: null, presetId: null },
  ...changes,
});
const secret = basic('ava', 'pass:word');
const person = (changes: Partial<Account> = {}, at = root): Person => ({
  account: account(changes),
  client: { root: at, authorization: secret },
});
const signedOut = (changes: Partial<Account> = {}): Person => ({ account: account(changes), client: null });

async function look(changes: Readonly<Record<string, Written>>, people: readonly Person[] = [], at = site) {
  const fake = answering({ ...well, ...changes });
  return { ...fake, seen: await lookAtSite(fake.calls, clock, at, people) };
}
/** What the look says of one person there. */
const personIn = async (changes: Readonly<Record<string, Written>>, one = person(), at = site) => {
  const { seen, asked, sent } = await look(changes, [one], at);
  return { signIn: seen.people[0]?.signIn, all: seen.people[0], asked: asked(), sent };
};

const page = { text: '<html><head><title>Hello</title></head></html>' };
const front = (link: string) => ({ text: `<html><head><link rel="https://api.w.org/" href="${link}"></head></html>` });
const refusal = (status: number, code = 'rest_not_logged_in') => ({ status, json: { code, message: 'No.' } });
const away = new HttpError('reset', 'gone');

describe('a site where all is well', () => {
  it('is told with all there is, and asked for no more than that', async () => {
    const { seen, asked, sent } = await look({}, [person()]);
    expect(seen).toEqual({
      answer: { code: 'answers', said: null },
      answers: true,
      people: [
        {
          account: account(),
          signIn: { code: 'sign-in-arrives', said: null },
          me: { userId: 2, login: 'ava', name: 'Ava', canUpload: true, canPublish: true, skewMs: 60_500 },
          mayUpload: true,
        },
      ],
      uploadRoute: true,
      otherRoute: null,
      hasHelper: false,
      helper: null,
      largest: 1_200,
      kinds: ['mp4', 'mov'],
      ranges: true,
      skewMs: 60_500,
    });
    const fields = 'id,post,title,source_url,date_gmt,media_details';
    expect(asked()).toEqual([
      `GET ${root}?_fields=name,namespaces,authentication`,
      `signed ${me}?context=edit`,
      `signed OPTIONS ${upload}`,
      `signed ${media}?media_type=video&orderby=date&order=desc&per_page=100&_fields=${fields}`,
      `GET ${clip}`,
      `signed GET ${root}streamtube/v1`,
    ]);
    expect(sent[0]).toMatchObject({ headers: { accept: 'application/json' }, maxAnswerBytes: 1_048_576 });
  });

  it('tells strangers what it can: nobody’s secret is tried again and again', async () => {
    const wrong = await look({ [`signed ${me}`]: away }, [signedOut(), person()]);
    expect(wrong.seen).toMatchObject({ uploadRoute: true, ranges: true, skewMs: 300_500 });
    expect(wrong.asked().filter((one) => one.startsWith('signed GET'))).toEqual([`signed ${me}?context=edit`]);
    expect((await look({}, [])).seen).toMatchObject({ people: [], uploadRoute: true, largest: 1_200, skewMs: 300_500 });
  });

  it('is asked further as the first one whose sign-in arrives, and its clock is told by that answer', async () => {
    const { seen, asked } = await look({}, [signedOut(), person()]);
    expect(seen.people.map(({ signIn }) => signIn.code)).toEqual(['signed-out', 'sign-in-arrives']);
    expect(seen.skewMs).toBe(60_500);
    expect(asked().filter((one) => one.startsWith('signed GET'))).toHaveLength(3);
  });
});

describe('who answers', () => {
  const warned = '<br />\n<b>Warning</b>: [x] in a.php on line 3<br />\n';
  const told = 'Warning : [x] in a.php on line 3';
  it.each<[string, Written, object]>([
    [
      'the index behind a mark of its encoding and spaces',
      { text: `\uFEFF\n {"namespaces":[]}` },
      { code: 'answers', said: null },
    ],
    ['the index behind two marks', { text: '\uFEFF\uFEFF{"namespaces":[]}' }, { code: 'answers', said: null }],
    ['a mark amid words', { text: 'a\uFEFFb {"namespaces":[]}' }, { code: 'text-before-data', said: 'a b' }],
    ['a warning before it', { text: `${warned}{"namespaces":[]}` }, { code: 'text-before-data', said: told }],
    ['one before wide data', { text: `${warned}{\n  "namespaces": []}` }, { code: 'text-before-data', said: told }],
    ['a tag alone before it', { text: '<br />{"namespaces":[]}' }, { code: 'answers', said: null }],
    ['members only', refusal(401), { code: 'answers-members', said: null }],
    ['members only, refused', refusal(403, 'rest_forbidden'), { code: 'answers-members', said: null }],
    [
      'members only, after a warning',
      { status: 401, text: `${warned}{"code":"rest_x"}` },
      { code: 'text-before-data', said: told },
    ],
  ])('the site itself: %s', async (_, answer, expected) => {
    const { seen } = await look({ [`GET ${root}`]: answer });
    expect(seen).toMatchObject({ answers: true, answer: expected, uploadRoute: true });
  });

  const here = { [`GET ${address}`]: front('/wp-json/') };
  it.each<[string, Written, Readonly<Record<string, Written>>, object]>([
    ['it asked for time', new HeldBack(7_000, 'site-busy'), {}, { code: 'asked-for-time', said: null, ms: 7_000 }],
    ['no answer', away, {}, { code: 'no-answer', said: null }],
    ['a certificate', new HttpError('certificate', ''), {}, { code: 'certificate', said: null }],
    [
      'one that ended',
      new HttpError('certificate', '', null, 'certificate-expired'),
      {},
      { code: 'certificate-expired', said: null },
    ],
    [
      'moved',
      { status: 301, headers: { location: 'https://new.example:81/x' } },
      {},
      { code: 'moved', said: null, name: 'new.example:81' },
    ],
    [
      'moved, the first of these',
      { status: 300, headers: { location: '/x' } },
      {},
      { code: 'moved', said: null, name: 'videos.example' },
    ],
    [
      'moved, the last of these',
      { status: 399, headers: { location: '/x' } },
      {},
      { code: 'moved', said: null, name: 'videos.example' },
    ],
    ['moved nowhere', { status: 301, headers: { location: 'http://' } }, {}, { code: 'not-wordpress', said: null }],
    ['moved without a word where', { status: 301 }, {}, { code: 'not-wordpress', said: null }],
    [
      'a place that is named where nothing moved',
      { ...noRoute, headers: { location: '/x' } },
      {},
      { code: 'not-wordpress' },
    ],
    ['a place beside data', { json: {}, headers: { location: '/x' } }, {}, { code: 'not-wordpress' }],
    ['maintenance', { status: 503, json: { message: 'Back soon' } }, {}, { code: 'maintenance', said: 'Back soon' }],
    [
      'too many',
      { status: 429, headers: { 'retry-after': '9' } },
      {},
      { code: 'asked-for-time', said: null, ms: 9_000 },
    ],
    ['too many, for how long ever', { status: 429 }, {}, { code: 'asked-for-time', said: null, ms: 0 }],
    ['a failing server', { status: 500, json: { message: 'Oops' } }, {}, { code: 'server-error', said: 'Oops' }],
    ['a firewall before a site', { ...page, status: 400 }, here, { code: 'html-instead', said: 'Hello' }],
    ['data that refuses before a site', refusal(400, 'x'), here, { code: 'html-instead', said: 'No.' }],
    ['a page in its place', page, here, { code: 'html-instead', said: 'Hello' }],
    ['other data of a site', { json: { message: 'Hi' } }, here, { code: 'not-wordpress', said: 'Hi' }],
    ['refused by no code of the site', refusal(401, 'x'), {}, { code: 'not-wordpress' }],
    ['refused without any code', { status: 401, json: {} }, {}, { code: 'not-wordpress' }],
    ['not there', noRoute, {}, { code: 'not-wordpress', said: 'No route was found' }],
    [
      'a site that says so in a header',
      page,
      { [`GET ${address}`]: { headers: { link: '</wp-json/>; rel="https://api.w.org/"' } } },
      { code: 'html-instead' },
    ],
    ['a stranger', page, { [`GET ${address}`]: page }, { code: 'someone-else', said: 'Hello' }],
    ['a stranger without a front page', page, { [`GET ${address}`]: away }, { code: 'someone-else', said: 'Hello' }],
    [
      'a stranger who refuses',
      { ...page, status: 400 },
      { [`GET ${address}`]: page },
      { code: 'not-wordpress', said: 'Hello' },
    ],
    [
      'a front page in maintenance',
      page,
      { [`GET ${address}`]: { status: 503 } },
      { code: 'maintenance', said: 'Hello' },
    ],
  ])('not the site: %s', async (_, answer, others, expected) => {
    const { seen, asked, sent } = await look({ [`GET ${root}`]: answer, ...others }, [signedOut(), person()]);
    expect(seen).toEqual({
      ...{
        answers: false,
        answer: expect.objectContaining(expected),
        uploadRoute: null,
        otherRoute: null,
        hasHelper: null,
        helper: null,
      },
      ...{ largest: null, kinds: [], ranges: null, skewMs: null },
      people: [
        { account: account(), signIn: { code: 'signed-out', said: null }, me: null, mayUpload: null },
        { account: account(), signIn: { code: 'sign-in-unknown', said: null }, me: null, mayUpload: null },
      ],
    });
    // Only its front page is looked at beside the index, and no secret goes there.
    expect(asked().slice(1)).toEqual(asked().length > 1 ? [`GET ${address}`] : []);
    if (sent[1]) expect(sent[1].headers).toEqual({ accept: 'text/html' });
  });

  it('a site for members only shows its index to the first who may see it', async () => {
    const closed = {
      [`GET ${root}`]: refusal(401),
      [`signed GET ${root}`]: { json: { ...index, namespaces: ['vid/v1'] } },
    };
    const there = { [`GET ${root}streamtube/v1`]: noRoute, [`GET ${root}vid/v1`]: routesOf('vid/v1') };
    const { seen, asked } = await look({ ...closed, ...there }, [signedOut(), person()]);
    expect(seen.otherRoute).toBe('vid/v1/upload');
    expect(asked()[1]).toBe(`signed GET ${root}?_fields=name,namespaces,authentication`);
    const nobody = await look({ ...there, [`GET ${root}`]: refusal(401) }, [person()]);
    expect(nobody.seen).toMatchObject({ answers: true, otherRoute: null });
    expect(nobody.asked().at(-1)).toBe(`signed GET ${root}streamtube/v1`);
    expect(
      (await look({ ...closed, ...there, [`signed GET ${root}`]: { json: {} } }, [person()])).seen.otherRoute,
    ).toBeNull();
  });

  it('a mistake of our own is nobody’s answer', async () => {
    const broken = new TypeError('ours');
    for (const at of [`GET ${root}`, `signed ${me}`, media]) {
      await expect(look({ [at]: broken }, [person()]), at).rejects.toBe(broken);
    }
  });
});

describe('a sign-in', () => {
  const stripped = refusal(403, 'jwt_auth_no_auth_header');
  const whole = refusal(403, 'jwt_auth_invalid_token');
  const off = 'application_passwords_disabled';
  const noTokens = { [`GET ${root}`]: { json: { ...index, namespaces: ['wp/v2'] } } };
  const members = { [`GET ${root}`]: refusal(401), [`signed GET ${root}`]: refusal(401) };
  const withTokens = aSite({ address, root, ways: { ...site.ways, token: true } });

  it.each<[string, Written, Readonly<Record<string, Written>>, string]>([
    ['of another person', { json: { ...ava, id: 3 } }, {}, 'other-person'],
    ['where nobody answers', away, {}, 'sign-in-unknown'],
    ['that was refused a moment ago', new SecretRefused(), {}, 'signed-out'],
    ['of a person without passwords', refusal(501, `${off}_for_user`), {}, 'passwords-off-for-person'],
    ['where passwords are off', refusal(501, off), {}, 'passwords-off'],
    ['behind a firewall', { ...page, status: 403 }, { [validate]: stripped }, 'sign-in-unknown'],
    ['at a failing server', refusal(500, 'x'), { [validate]: stripped }, 'sign-in-unknown'],
    ['with a wrong password', refusal(401, 'incorrect_password'), { [validate]: stripped }, 'password-refused'],
    ['of a login that is not there', refusal(403, 'invalid_username'), { [validate]: stripped }, 'password-refused'],
    ['of an address that is not there', refusal(401, 'invalid_email'), { [validate]: stripped }, 'password-refused'],
    ['whose header is dropped', refusal(401), { [validate]: stripped }, 'header-stripped'],
    ['whose header is dropped, refused', refusal(403), { [validate]: stripped }, 'header-stripped'],
    ['refused without a code', { status: 401, json: {} }, { [validate]: stripped }, 'header-stripped'],
    [
      'where the index names no passwords',
      refusal(401),
      { [`GET ${root}`]: { json: { ...index, authentication: [] } }, [validate]: whole },
      'passwords-off',
    ],
    [
      'where the index says nothing of sign-ins',
      refusal(401),
      { [`GET ${root}`]: { json: { namespaces } }, [validate]: whole },
      'passwords-off',
    ],
    ['without the token extension', refusal(401), { ...noTokens, [validate]: stripped }, 'header-stripped-probably'],
    ['for members only without it', refusal(401), { ...members, [validate]: stripped }, 'header-stripped-probably'],
    [
      'that the token route takes',
      refusal(401),
      { [validate]: whole, [token]: { json: {} } },
      'header-stripped-probably',
    ],
    [
      'that the token route refuses',
      refusal(401),
      { [validate]: whole, [token]: refusal(403, 'x') },
      'password-refused',
    ],
    ['that the token route cannot tell', refusal(401), { [validate]: away, [token]: away }, 'password-refused'],
    ['that the token route calls off', refusal(401), { [token]: refusal(501, off) }, 'passwords-off'],
    [
      'that it calls off for one',
      refusal(401),
      { [token]: refusal(501, `${off}_for_user`) },
      'passwords-off-for-person',
    ],
  ])('%s', async (_, answer, others, code) => {
    const { signIn, all } = await personIn({ [`signed ${me}`]: answer, ...others });
    expect(signIn?.code).toBe(code);
    expect(all).toMatchObject({ account: account(), me: null, mayUpload: null });
  });

  it('says why in the site’s own words where it has some', async () => {
    for (const code of [off, `${off}_for_user`, 'x']) {
      expect((await personIn({ [`signed ${me}`]: refusal(501, code) })).signIn?.said, code).toBe('No.');
    }
  });

  it('is shown to the token route as login and password, anonymously', async () => {
    const { sent } = await personIn({ [`signed ${me}`]: refusal(401), [validate]: whole });
    const request = sent.find(({ url }) => url === `${root}jwt-auth/v1/token`);
    expect(request).toMatchObject({ method: 'POST', body: '{"username":"ava","password":"pass:word"}' });
    expect(request?.headers.authorization).toBeUndefined();
  });

  it('with a token is refused as a token, and never shown as a password', async () => {
    const answers = { [`signed ${me}`]: refusal(401), [validate]: whole };
    const { signIn, asked } = await personIn(answers, person({ method: 'token' }));
    expect(signIn).toEqual({ code: 'token-refused', said: null });
    expect(asked).not.toContain(token);
  });

  it('whose index is hidden is known by what the site had when it was found', async () => {
    const answers = { ...members, [`signed ${me}`]: refusal(401), [validate]: stripped };
    expect((await personIn(answers, person(), withTokens)).signIn?.code).toBe('header-stripped');
    expect((await personIn(answers, signedOut(), withTokens)).signIn?.code).toBe('header-stripped');
  });

  const open = 'http://videos.example/wp-json/';
  const openSite = aSite({ address: 'http://videos.example', root: open });
  const openIndex = { [`GET ${open}`]: { json: index } };
  it.each<[string, Person, typeof site, Readonly<Record<string, Written>>, string]>([
    ['that there is none of', signedOut(), site, { [validate]: whole }, 'signed-out'],
    ['that there is none of, for no answer', signedOut(), site, { [validate]: away }, 'signed-out'],
    ['that could not arrive either', signedOut(), site, { [validate]: stripped }, 'header-stripped'],
    ['that nobody is asked about', signedOut(), site, { ...noTokens, [validate]: stripped }, 'signed-out'],
    ['that may not go over an open line', signedOut(), openSite, openIndex, 'plain-http'],
    ['that may, being a token', signedOut({ method: 'token' }), openSite, openIndex, 'signed-out'],
  ])('%s', async (_, one, at, answers, code) => {
    const { all, asked } = await personIn(answers, one, at);
    expect(all).toEqual({ account: one.account, signIn: { code, said: null }, me: null, mayUpload: null });
    expect(asked.join()).not.toContain('users/me');
  });

  it('with a password is never shown to the token route of an open line', async () => {
    const plain = { plainHttp: true, endsAt: null, renew: async () => null };
    const one: Person = { account: account(), client: { root: open, authorization: secret, token: plain } };
    const answers = { ...openIndex, [`signed GET ${open}wp/v2/users/me`]: refusal(401) };
    const { signIn, asked } = await personIn(answers, one, openSite);
    expect(signIn).toEqual({ code: 'password-refused', said: null });
    expect(asked.filter((line) => line.includes('POST'))).toEqual([`signed POST ${open}jwt-auth/v1/token/validate`]);
  });

  it('tells what the upload route says, also nothing', async () => {
    for (const [answer, may] of [
      [{ json: {}, headers: { allow: 'GET' } }, false],
      [away, null],
    ] as const) {
      expect((await personIn({ [`signed OPTIONS ${upload}`]: answer })).all).toMatchObject({
        me: { userId: 2 },
        mayUpload: may,
      });
    }
  });
});

describe('what is there', () => {
  it.each<[string, unknown, object]>([
    ['no file', [], { largest: null, kinds: [], ranges: null }],
    ['no list', { files: 1 }, { largest: null, kinds: [], ranges: null }],
    [
      'a record among others that nobody can read',
      [{ id: 'x' }, stored(1, clip, 900)],
      { largest: 900, kinds: ['mp4'] },
    ],
    ['files of unknown size', [stored(1, clip), stored(2, clip)], { largest: null, kinds: ['mp4'], ranges: true }],
    ['the largest first', [stored(1, clip, 900), stored(2, clip), stored(3, clip, 5)], { largest: 900 }],
    ['names without a kind', [stored(1, `${address}/a.b/c`, 1), stored(2, `${address}/c.#.mp4`, 1)], { kinds: [] }],
    ['an empty file', [stored(1, clip, 0)], { largest: 0, ranges: null }],
    ['a file of another store', [stored(1, 'https://cdn.example/a.mp4', 9)], { largest: 9, ranges: null }],
  ])('%s', async (_, json, expected) => {
    const { seen, asked } = await look({ [media]: { json } });
    expect(seen).toMatchObject(expected);
    const isAsked = asked().some((one) => one.startsWith('GET') && !one.startsWith(`GET ${root}`));
    expect(isAsked).toBe(seen.ranges !== null);
  });

  it('files that do not answer ranges, or not at all; and a list that is refused', async () => {
    expect((await look({ [`GET ${clip}`]: { text: 'xx' } })).seen.ranges).toBe(false);
    expect((await look({ [`GET ${clip}`]: away })).seen.ranges).toBeNull();
    expect((await look({ [media]: refusal(401) })).seen).toMatchObject({ largest: null, kinds: [], ranges: null });
  });

  const other = { [`GET ${root}vid/v1`]: routesOf('vid/v1') };
  const named = { [`GET ${root}`]: { json: { ...index, namespaces: ['vid/v1'] } }, ...other };
  it.each<[string, Written, boolean | null, string | null]>([
    ['is there', routesOf('streamtube/v1'), true, null],
    ['takes nothing', routesOf('streamtube/v1', ['GET']), false, 'vid/v1/upload'],
    ['is not among the others', routesOf('streamtube/v1/x'), false, 'vid/v1/upload'],
    ['is gone', noRoute, false, 'vid/v1/upload'],
    ['is hidden behind a page', { ...page, status: 404 }, null, null],
    ['is told by nothing', { json: { hello: 1 } }, null, null],
    ['does not answer', away, null, null],
  ])('the upload route %s', async (_, answer, uploadRoute, otherRoute) => {
    const { seen } = await look({ ...named, [`GET ${root}streamtube/v1`]: answer });
    expect(seen).toMatchObject({ uploadRoute, otherRoute });
  });
});
