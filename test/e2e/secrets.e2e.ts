// Where passwords, tokens and cookies may be found, and where not: profile, log, renderer (rows 24, 25, 30; F-49, F-53, F-54).
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { account, ask, connectBehind, dropBehind, jobs, states, writeBigClip } from './behind.ts';
import { close, kill9, killLeftovers, launchApp } from './harness.ts';
import { expect, test } from './lent-app.ts';
import { chooseWay, findSite } from './steps.ts';

const clipName = 'holiday.mp4';
let site: PracticeSite;
let folder: string;
let clip: string;

test.beforeEach(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-secrets-'));
  clip = path.join(folder, clipName);
  await writeBigClip(clip, 30);
});
test.afterEach(async () => {
  killLeftovers();
  await site.stop();
  await rm(folder, { recursive: true });
});

/** Every form in which the secret of `login` could lie somewhere. */
function spellings(login: string): readonly string[] {
  const shown = site.signIn(login).appPassword;
  const plain = shown.replaceAll(' ', '');
  const pairs = [shown, plain].flatMap((password) => [password, `${login}:${password}`]);
  return [...pairs, ...pairs.map((text) => Buffer.from(text).toString('base64').replace(/=+$/, ''))];
}

/** Files below `folder` that hold one of the texts, as UTF-8 or as UTF-16. */
async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const needles = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    if (needles.some((needle) => bytes.includes(needle))) found.push(path.relative(folder, file));
  }
  return found;
}

/** A token as the site's own dashboard would show it. */
async function issueToken(login: string): Promise<string> {
  const response = await fetch(`${site.root}jwt-auth/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: login, password: site.signIn(login).accountPassword }),
  });
  return ((await response.json()) as { data: { token: string } }).data.token;
}

async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

test('with a keyring the secret is on disk only as ciphertext, outlives a restart and never comes to the page', async () => {
  test.skip(process.platform !== 'linux', 'starts a keyring of its own');
  const first = await launchApp();
  const signedIn = await connectBehind(first.page, site);
  expect(signedIn).toMatchObject({ signedIn: true, secret: 'keyring' });
  expect((await ask(first.page, 'app.state')).keyring).toBe('available');
  await close(first, { keepProfile: true });

  const stored = JSON.parse(await readFile(path.join(first.profile, 'secrets.json'), 'utf8')) as Record<string, string>;
  const [ciphertext = ''] = Object.values(stored);
  expect(
    Buffer.from(ciphertext, 'base64').subarray(0, 3).toString(),
    'a key of the keyring, not the one all programs know',
  ).toBe('v11');

  const second = await launchApp({ profile: first.profile });
  expect(await account(second.page)).toMatchObject({ signedIn: true, secret: 'keyring' });
  // The secret really works: a clip gets to the site with it.
  await dropBehind(second.page, [clip], signedIn.id);
  await expect.poll(() => states(second.page), { timeout: 60_000 }).toEqual(['done']);
  expect((await site.state()).videos).toHaveLength(1);

  await second.page.evaluate(() => Reflect.set(window, 'planted', ['canary', 'in', 'the', 'heap'].join('-')));
  const heap = await heapOf(second.page);
  expect(heap, 'the search itself works').toContain('canary-in-the-heap');
  expect(spellings('ava').filter((text) => heap.includes(text))).toEqual([]);
  expect(await filesWith(second.profile, spellings('ava'))).toEqual([]);
  expect(await filesWith(second.profile, ['"platform":"linux"']), 'the search itself works').toEqual([
    'logs/clipferry.log',
  ]);
  await close(second);
});

test('without a keyring nothing of the secret is written, and the next start asks for it; the queue stays', {
  tag: '@proof',
}, async () => {
  test.skip(process.platform !== 'linux', 'only Linux lacks a keyring');
  await site.switches({ stallAfterBytes: { bytes: 1 } });
  const first = await launchApp({ keyring: false });
  expect((await ask(first.page, 'app.state')).keyring).toBe('none');
  const signedIn = await connectBehind(first.page, site);
  expect(signedIn).toMatchObject({ signedIn: true, secret: 'session' });
  await dropBehind(first.page, [clip], signedIn.id);
  await expect.poll(() => states(first.page)).toEqual(['sending']);
  await kill9(first);
  expect(await filesWith(first.profile, spellings('ava'))).toEqual([]);

  const second = await launchApp({ profile: first.profile, keyring: false });
  expect(await account(second.page)).toMatchObject({ signedIn: false, secret: 'session' });
  expect(await jobs(second.page)).toMatchObject([{ name: clipName, state: { kind: 'waiting', why: 'sign-in' } }]);

  await site.switches({ stallAfterBytes: null });
  await site.release();
  const again = await ask(second.page, 'account.signInAgain', {
    accountId: signedIn.id,
    with: { kind: 'application-password', login: 'ava', password: site.signIn('ava').appPassword },
  });
  expect(again).toMatchObject({ ok: true, value: { signedIn: true, secret: 'session' } });
  await expect.poll(() => states(second.page), { timeout: 60_000 }).toEqual(['done']);
  expect(await filesWith(second.profile, spellings('ava'))).toEqual([]);
  await close(second);
});

test('a ciphertext that cannot be opened any more costs a sign-in and nothing else, and makes no request', {
  tag: '@proof',
}, async () => {
  test.skip(process.platform !== 'linux', 'starts a keyring of its own');
  const first = await launchApp();
  const signedIn = await connectBehind(first.page, site);
  await ask(first.page, 'queue.pause', true);
  await dropBehind(first.page, [clip], signedIn.id);
  await close(first, { keepProfile: true });
  const file = path.join(first.profile, 'secrets.json');
  const broken = JSON.stringify({ [signedIn.id]: Buffer.from('v11 of another computer').toString('base64') });
  await writeFile(file, broken);
  const before = (await site.state()).requests.length;

  const second = await launchApp({ profile: first.profile });
  expect(await account(second.page)).toMatchObject({ signedIn: false });
  await ask(second.page, 'queue.pause', false);
  await expect.poll(() => jobs(second.page)).toMatchObject([{ state: { kind: 'waiting', why: 'sign-in' } }]);
  expect((await site.state()).requests.length).toBe(before);
  expect(await readFile(file, 'utf8').then((text) => JSON.parse(text) as unknown), 'the old one is kept').toEqual(
    JSON.parse(broken),
  );

  const password = site.signIn('ava').appPassword;
  const again = { kind: 'application-password', login: 'ava', password } as const;
  expect(await ask(second.page, 'account.signInAgain', { accountId: signedIn.id, with: again })).toMatchObject({
    ok: true,
  });
  await expect.poll(() => states(second.page), { timeout: 60_000 }).toEqual(['done']);
  await close(second);
});

test('an account password and tokens, typed into the window, are in no file, no log and not in the page', {
  tag: '@proof',
}, async () => {
  test.skip(process.platform !== 'linux', 'starts a keyring of its own');
  // Without application passwords the token and its refresh cookie are what has to be kept.
  await site.switches({ tokenPlugin: 'B', basicDisabled: true });
  const { accountPassword } = site.signIn('ava');
  const { page, ...running } = await launchApp();
  await findSite(page, site.url);
  await chooseWay(page, 'account-password');
  await page.getByLabel('Username or email').fill('ava');
  await page.getByLabel('Account password', { exact: true }).fill(accountPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Uploads' })).toBeVisible();
  const ava = await account(page);
  expect(ava).toMatchObject({ method: 'token', secret: 'keyring' });

  const token = await issueToken('admin');
  await page.getByRole('button', { name: /^Sites/ }).click();
  await page.getByRole('button', { name: 'Connect a site' }).click();
  await findSite(page, site.url);
  await chooseWay(page, 'token');
  await page.getByLabel('Access token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Uploads' })).toBeVisible();
  await dropBehind(page, [clip], ava?.id ?? '');
  await expect.poll(() => states(page), { timeout: 60_000 }).toEqual(['done']);

  const texts = [accountPassword, token, token.split('.')[2] ?? token];
  const refreshCookie = /\b[1-9]\d*\.[0-9a-f]{64}\b/;
  await page.evaluate(() => Reflect.set(window, 'planted', ['canary', 'in', 'the', 'heap'].join('-')));
  const heap = await heapOf(page);
  expect(heap, 'the search itself works').toContain('canary-in-the-heap');
  expect(texts.filter((text) => heap.includes(text))).toEqual([]);
  expect(heap).not.toMatch(refreshCookie);
  await close({ page, ...running }, { keepProfile: true });
  expect(await filesWith(running.profile, texts)).toEqual([]);
  expect(await readFile(path.join(running.profile, 'logs', 'clipferry.log'), 'utf8')).not.toMatch(refreshCookie);

  // And they do work after a restart.
  const second = await launchApp({ profile: running.profile });
  expect((await ask(second.page, 'app.state')).sites[0]?.accounts).toMatchObject([
    { login: 'ava', signedIn: true },
    { login: 'admin', signedIn: true },
  ]);
  await close(second);
});
