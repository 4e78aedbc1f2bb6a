// The check-up of a site: each thing that can stand in the way of uploads is its own finding, on the practice site and on WordPress.
import { appendFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CheckCode, CheckFinding, SiteCheckup } from '../../preload/contract.ts';
import { clipFolder, type Engine, startEngine } from '../engine/engine.ts';
import { startTarget, type Target } from './target.ts';

let site: Target;
let engine: Engine;
let siteId: string;
let accountId: string;
let folder: ReturnType<typeof clipFolder>;

beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.reset();
  engine = await startEngine();
  folder = clipFolder({
    'Tide.mp4': 'Tide pools.mp4',
    'Phone.mov': 'Phone clip.mov',
    'Other phone.mov': 'Phone clip.mov',
  });
  // Another clip, not a copy of the first: a box of type `free` behind the rest.
  appendFileSync(folder.file('Other phone.mov'), Buffer.from('00000010667265650102030405060708', 'hex'));
  accountId = await engine.connect(site);
  siteId = (await engine.uploader.handlers['app.state']()).sites[0]?.id ?? '';
});
afterEach(async () => {
  await engine.stop();
  folder.remove();
});

const check = (): Promise<SiteCheckup> => engine.uploader.handlers['site.checkup'](siteId);
const codes = ({ findings }: SiteCheckup, status: CheckFinding['status']): readonly CheckCode[] =>
  findings.filter((one) => one.status === status).map(({ code }) => code);
async function finding(code: CheckCode): Promise<CheckFinding> {
  const { findings } = await check();
  const found = findings.find((one) => one.code === code);
  if (!found) throw new Error(`not found: ${code} among ${JSON.stringify(findings)}`);
  return found;
}

it('is made by itself after connecting, and is kept with its time', async () => {
  const { checkups } = await engine.uploader.handlers['app.state']();
  expect(checkups).toMatchObject([{ siteId, running: false, at: expect.any(Number) }]);
  const [first] = checkups;
  if (!first) throw new Error('no check-up');
  expect(codes(first, 'blocks')).toEqual([]);
  expect(codes(first, 'fine')).toEqual([
    'answers',
    'own-computer',
    'sign-in-arrives',
    'may-publish',
    'upload-route',
    'kinds-open',
    'in-one',
    'looks-first',
    'clock-right',
  ]);
  expect(codes(first, 'unknown')).toEqual(['size-unknown', 'publishing-unknown', 'ranges-unknown']);
  expect(first.findings[0]?.names).toEqual([site.root]);
});

it('changes nothing on the site', async () => {
  const before = await site.state();
  const passwords = await site.appPasswords('ava');
  await check();
  const after = await site.state();
  expect([after.videos, after.unattached]).toEqual([before.videos, before.unattached]);
  expect((await site.appPasswords('ava')).map(({ uuid }) => uuid)).toEqual(passwords.map(({ uuid }) => uuid));
});

describe('what stands in the way is found', () => {
  const cases: readonly (readonly [what: string, change: () => Promise<unknown>, blocks: readonly CheckCode[]])[] = [
    [
      'the server drops the Authorization header',
      () => site.switches({ stripAuthorization: true }),
      ['header-stripped'],
    ],
    [
      'it drops it and no token extension can tell',
      () => site.switches({ stripAuthorization: true, tokenPlugin: 'none' }),
      ['header-stripped-probably'],
    ],
    ['application passwords are off', () => site.switches({ basicDisabled: true }), ['passwords-off']],
    [
      'they are off for this person',
      () => site.switches({ appPasswordsDisabledFor: ['ava'] }),
      ['passwords-off-for-person'],
    ],
    [
      'they are off for this person, and a plugin looks early',
      () => site.switches({ appPasswordsDisabledFor: ['ava'], earlyUserCheck: true, tokenPlugin: 'none' }),
      ['passwords-off-for-person'],
    ],
    ['the password was revoked', () => site.revoke('ava'), ['password-refused']],
    [
      'it was revoked, and a plugin looks early',
      async () => {
        await site.revoke('ava');
        await site.switches({ earlyUserCheck: true, tokenPlugin: 'none' });
      },
      ['password-refused'],
    ],
    ['the site is in maintenance', () => site.switches({ maintenance: true }), ['maintenance']],
    ['a contributor may not upload', () => site.setRole('ava', 'contributor'), ['no-upload-right']],
    ['a subscriber may not upload', () => site.setRole('ava', 'subscriber'), ['no-upload-right']],
  ];
  it.each(cases)('%s', async (_, change, blocks) => {
    await change();
    expect(codes(await check(), 'blocks')).toEqual(blocks);
  });
});

it('nothing stands in the way of a members-only site', async () => {
  await site.switches({ membersOnly: true });
  const found = await check();
  expect(codes(found, 'blocks')).toEqual([]);
  expect(codes(found, 'fine')).toContain('answers-members');
  expect(codes(found, 'fine')).toContain('upload-route');
});

it('a dead password signs the account out; a header that is dropped does not', async () => {
  const signedIn = async (): Promise<boolean | undefined> =>
    (await engine.uploader.handlers['app.state']()).sites[0]?.accounts[0]?.signedIn;
  await site.switches({ stripAuthorization: true });
  await check();
  expect(await signedIn()).toBe(true);
  await site.switches({ stripAuthorization: false });
  expect(codes(await check(), 'blocks')).toEqual([]);
  await site.revoke('ava');
  await check();
  expect(await signedIn()).toBe(false);
  expect(codes(await check(), 'blocks')).toEqual(['signed-out']);
});

it('on plain http a token needs consent, is told, and its life is compared with the clips', async () => {
  await site.switches({ tokenSeconds: 900 });
  const other = await startEngine();
  try {
    const found = await other.uploader.handlers['site.find'](site.productionUrl);
    if (!found.ok) throw new Error(JSON.stringify(found));
    const { username, password } = { username: 'ava', password: site.signIn('ava').accountPassword };
    const root = `${site.productionUrl}/wp-json/`;
    const answer = await fetch(`${root}jwt-auth/v1/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const { token } = (await answer.json()) as { readonly token: string };
    const account = await other.uploader.handlers['account.signIn']({
      offer: found.value.offer,
      with: { kind: 'token', token, consentPlainHttp: true },
    });
    if (!account.ok) throw new Error(JSON.stringify(account));
    const checkup = await other.uploader.handlers['site.checkup'](account.value.siteId);
    expect(codes(checkup, 'blocks')).toEqual([]);
    expect(codes(checkup, 'note')).toEqual(['plain-http-token', 'token-ends']);
  } finally {
    await other.stop();
  }
});

it('uploads that are switched off are told from what the site said to the first clip', async () => {
  await site.switches({ uploadsDisabled: true });
  const [job] = await engine.add(accountId, folder.file('Tide.mp4'));
  await engine.until(job?.id ?? '', ({ state }) => state.kind === 'needs-you');
  const found = await finding('uploads-refused');
  expect(found).toMatchObject({ status: 'blocks', clips: 1, names: ['Tide.mp4'] });
  expect(found.said).toMatch(/disabled/i);
});

it('a limit that an answer told is known afterwards, and what is larger is named (F-20)', async () => {
  await site.switches({ sizeLimit: { bytes: 15_000, style: 'warning-json' } });
  const [job] = await engine.add(accountId, folder.file('Tide.mp4'));
  await engine.until(job?.id ?? '', ({ state }) => state.kind === 'needs-you');
  expect(await finding('size-limit-clips')).toMatchObject({
    status: 'blocks',
    amount: 15_000,
    clips: 1,
    names: ['Tide.mp4'],
  });
});

it('the largest file that arrived is a lower bound for the limit', async () => {
  const [job] = await engine.add(accountId, folder.file('Tide.mp4'));
  const { bytes } = await engine.until(job?.id ?? '', ({ state }) => state.kind === 'done');
  const found = await check();
  expect(found.findings.find(({ code }) => code === 'size-arrived')).toMatchObject({ amount: bytes, status: 'fine' });
  expect(codes(found, 'fine')).toContain('publishes-later');
  expect(codes(found, site.hasRanges ? 'fine' : 'note')).toContain(site.hasRanges ? 'ranges' : 'no-ranges');
});

it('what the site refused once is told of all that wait, before they are sent', async () => {
  await site.switches({ refusedExtensions: ['mov'] });
  const [first] = await engine.add(accountId, folder.file('Phone.mov'));
  await engine.until(first?.id ?? '', ({ state }) => state.kind === 'needs-you');
  await engine.uploader.handlers['queue.pause'](true);
  const added = await engine.add(accountId, folder.file('Other phone.mov'), folder.file('Tide.mp4'));
  const [second, third] = ['Other phone.mov', 'Tide.mp4'].map((name) => added.find((row) => row.name === name));
  await engine.until(
    second?.id ?? '',
    ({ state }) => state.kind === 'needs-you' && state.reason === 'extension-refused',
  );
  expect((await engine.rows()).find(({ id }) => id === third?.id)?.state.kind).toBe('waiting');
  expect((await engine.details(second?.id ?? '')).attempts).toEqual([]);
  expect(await finding('kinds-refused-clips')).toMatchObject({ status: 'blocks', names: ['mov'], clips: 2 });
});
