// Each way to sign in on the real app, the browser's included; taking passwords away; two accounts on two sites.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { t } from '../../preload/text/text.ts';
import { connectWords } from '../../renderer/text/connect.ts';
import type { PracticeSite } from '../site/start.ts';
import { account, ask } from './behind.ts';
import { answerPage } from './browser.ts';
import { appArguments, electronProgram, type RunningApp, readLog, realDrop } from './harness.ts';
import { type Apps, expect, newPracticeSite, test } from './lent-app.ts';
import { chooseWay, clipFolder, findSite, fixture, row, sha256, signIn, untilDone } from './steps.ts';

let site: PracticeSite;
let browser: Apps['browser'];
let running: RunningApp;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films' });
  browser = apps.browser;
  running = await apps.lend();
});
test.afterEach(async ({ apps }) => {
  expect(running.complaints).toEqual([]);
  await apps.takeBack(running);
  await site.stop();
});

/** The system hands a link to the app: a second start, which ends by itself. */
async function openLink(link: string): Promise<void> {
  const second = spawn(electronProgram(), [...appArguments(running.profile), link], { stdio: 'ignore' });
  const code = await new Promise((resolve) => second.once('exit', resolve));
  expect(code).toBe(0);
}

const ava = () => ({ login: 'ava', password: site.signIn('ava').accountPassword });

async function askedPage(count = 1): Promise<string> {
  await expect.poll(browser.opened).toHaveLength(count);
  return (await browser.opened())[count - 1] ?? '';
}

async function typeAccountPassword(page: Page, login: string, password: string): Promise<void> {
  await chooseWay(page, 'account-password');
  await page.getByLabel('Username or email').fill(login);
  await page.getByLabel('Account password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const uploads = (page: Page) => page.getByRole('heading', { name: 'Uploads' });
const alert = (page: Page) => page.getByRole('alert');

test('approved in the browser: the app opens the site’s page, the answer comes back by a link, a clip arrives', async () => {
  const { page } = running;
  await findSite(page, site.url);
  await page.getByRole('button', { name: 'Approve in the browser' }).click();
  const first = await askedPage();
  expect(new URL(first).origin).toBe(new URL(site.url).origin);
  await expect(page.getByText('Waiting for you to approve')).toBeVisible();

  // No is a no, and can be changed.
  await openLink(await answerPage(first, ava(), 'reject'));
  await expect(alert(page)).toContainText(connectWords('not-approved').title);
  await page.getByRole('button', { name: 'Approve in the browser' }).click();
  const link = await answerPage(await askedPage(2), ava(), 'approve');
  await openLink(link.replace(/state=[0-9a-f]{64}/, `state=${'0'.repeat(64)}`));
  await expect(page.getByText('Waiting for you to approve')).toBeVisible();
  await openLink(link);
  await expect(uploads(page)).toBeVisible();

  await realDrop(page, [fixture('Tide pools.mp4')]);
  await untilDone(page, 1);
  const [video] = (await site.state()).videos;
  expect(video).toMatchObject({ authorLogin: 'ava', file: { sha256: sha256(fixture('Tide pools.mp4')) } });
  const made = (await site.appPasswords('ava')).filter(({ name }) => name.startsWith('Clipferry on '));
  expect(made.length).toBeGreaterThan(0);
  expect(await readLog(running.profile)).not.toContain('user_login=ava');
});

test('the account password is exchanged for a password of our own, which the list shows; revoked here, it is asked for once', async () => {
  const { page } = running;
  await findSite(page, site.url);
  await typeAccountPassword(page, 'ava', 'not it');
  await expect(alert(page)).toContainText(connectWords('wrong-account-password').title);
  await typeAccountPassword(page, 'ava', site.signIn('ava').accountPassword);
  await expect(uploads(page)).toBeVisible();

  await page.getByRole('button', { name: /^Sites/ }).click();
  await page.getByRole('button', { name: 'Application passwords of Ava Author' }).click();
  const list = page.getByRole('list', { name: 'Application passwords of Ava Author' });
  const ours = list.getByRole('listitem').filter({ hasText: 'In use here' });
  await expect(ours).toHaveCount(1);
  await expect(ours).toContainText('Clipferry on ');

  await page.getByRole('button', { name: /^Uploads/ }).click();
  await ask(page, 'queue.pause', true);
  await realDrop(page, [fixture('Tide pools.mp4')]);
  await expect(row(page, 'Tide pools')).toBeVisible();
  await page.getByRole('button', { name: /^Sites/ }).click();
  await page.getByRole('button', { name: 'Application passwords of Ava Author' }).click();
  await ours.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke and sign out' }).click();
  await expect(page.getByText('Needs you to sign in again')).toBeVisible();
  expect((await site.appPasswords('ava')).filter(({ name }) => name.startsWith('Clipferry on '))).toEqual([]);

  await page.getByRole('button', { name: 'Use your account password' }).click();
  await page.getByLabel('Account password for ava').fill(site.signIn('ava').accountPassword);
  await page.getByRole('button', { name: 'Sign in again', exact: true }).click();
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Uploads/ }).click();
  await page.getByRole('button', { name: 'Resume all' }).click();
  await untilDone(page, 1);
  expect((await site.state()).uploads).toHaveLength(1);
});

test('application passwords: one is looked at and renamed by keyboard, one that is gone is told, then the others go, then all', async () => {
  const { page } = running;
  await findSite(page, site.url);
  await typeAccountPassword(page, 'ava', site.signIn('ava').accountPassword);
  await expect(uploads(page)).toBeVisible();
  await site.addAppPassword('ava');
  const [first, second] = await site.appPasswords('ava');
  await page.getByRole('button', { name: /^Sites/ }).click();
  await page.getByRole('button', { name: 'Application passwords of Ava Author' }).click();
  const list = page.getByRole('list', { name: 'Application passwords of Ava Author' });
  const line = list
    .getByRole('listitem')
    .filter({ hasText: first?.name ?? '' })
    .first();
  await line.getByRole('button', { name: /^Details/ }).click();
  await expect(line).toContainText(first?.uuid ?? '');

  await line.getByRole('button', { name: /^Rename/ }).press('Enter');
  await page.keyboard.type('Cutting room');
  await page.keyboard.press('Escape');
  await expect(list).not.toContainText('Cutting room');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Cutting room');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('button', { name: 'Rename Cutting room' })).toBeFocused();
  await expect(page.getByRole('status', { name: t('window.just-done') })).toHaveText('Renamed to “Cutting room”.');
  expect((await site.appPasswords('ava')).map(({ name }) => name)).toContain('Cutting room');

  await site.revokeAppPassword('ava', first?.uuid ?? '');
  await list.getByRole('button', { name: 'Details of Cutting room' }).click();
  await expect(alert(page)).toContainText(connectWords('password-gone').title);
  await expect(list).not.toContainText('Cutting room');

  const question = page.getByRole('alertdialog');
  expect(second?.name).toBeTruthy();
  await page.getByRole('button', { name: 'Revoke all others…' }).click();
  await question.getByRole('button', { name: /^Revoke (the other|\d+ others)$/ }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('In use here');
  await site.addAppPassword('ava');
  await page.getByRole('button', { name: 'Application passwords of Ava Author' }).press('Enter');
  await page.getByRole('button', { name: 'Application passwords of Ava Author' }).press('Enter');
  await page.getByRole('button', { name: 'Revoke all…' }).click();
  await question.getByRole('button', { name: 'Revoke all 2 and sign out' }).click();
  await expect(page.getByText('Needs you to sign in again')).toBeVisible();
  expect(await site.appPasswords('ava')).toEqual([]);
});

test('a password that somebody takes away on the site is asked for once; the clips wait and then arrive', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await findSite(page, site.url);
  await typeAccountPassword(page, 'ava', site.signIn('ava').accountPassword);
  await expect(uploads(page)).toBeVisible();
  const ours = (await site.appPasswords('ava')).find(({ name }) => name.startsWith('Clipferry on '));
  await site.revokeAppPassword('ava', ours?.uuid ?? '');
  await realDrop(page, [fixture('Tide pools.mp4'), fixture('C0001.mp4')]);
  await expect(row(page, 'Tide pools')).toContainText('Waiting for you to sign in');
  await expect(row(page, 'C0001')).toContainText('Waiting for you to sign in');

  const banner = page.getByRole('list', { name: 'Why uploads wait' });
  await expect(banner).toContainText('Sign in to Harbour Films');
  await expect(banner).toContainText('2 clips of Ava Author wait for it.');
  const approve = page.getByRole('button', { name: 'Approve in the browser' });
  // From the banner and from a row: to where it is done.
  await banner.getByRole('button', { name: 'Sign in to Harbour Films as Ava Author' }).click();
  await expect(approve).toBeFocused();
  await page.getByRole('button', { name: /^Uploads/ }).click();
  await row(page, 'C0001')
    .getByRole('button', { name: /^Sign in/ })
    .click();
  await expect(approve).toBeFocused();
  await approve.click();
  await openLink(await answerPage(await askedPage(), ava(), 'approve'));
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Uploads/ }).click();
  await untilDone(page, 2);
  await expect(banner).toBeHidden();
  expect((await site.state()).videos).toHaveLength(2);
});

test('an access token: its end is shown, a dead one is refused, and signing in again replaces it with a password', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  const issue = async (): Promise<string> => {
    const response = await fetch(`${site.root}jwt-auth/v1/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ava', password: site.signIn('ava').accountPassword }),
    });
    return ((await response.json()) as { token: string }).token;
  };
  await findSite(page, site.url);
  await chooseWay(page, 'token');
  const field = page.getByLabel('Access token', { exact: true });
  await field.fill('eyJhbGciOiJIUzI1NiJ9.e30.nothing');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(alert(page)).toContainText(connectWords('token-refused').title);
  await expect(field).toHaveValue('eyJhbGciOiJIUzI1NiJ9.e30.nothing');
  await field.fill(await issue());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(uploads(page)).toBeVisible();
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('It expires in 7 days');
  await realDrop(page, [fixture('Tide pools.mp4')]);
  await untilDone(page, 1);

  await page.getByRole('button', { name: /^Sites/ }).click();
  await expect(page.getByText(/With an access token.*It expires in 7 days/)).toBeVisible();
  await page.getByRole('button', { name: 'Sign in again as Ava Author' }).click();
  await page.getByRole('button', { name: 'Use your account password' }).click();
  await page.getByLabel('Account password for ava').fill(site.signIn('ava').accountPassword);
  await page.getByRole('button', { name: 'Sign in again', exact: true }).click();
  await expect(page.getByText(/With an application password/)).toBeVisible();
  expect(await account(page)).toMatchObject({ method: 'application-password', tokenEndsAt: null });

  // Signing out takes it away on the site, too, when that is wanted.
  await page.getByRole('button', { name: 'Sign out Ava Author' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('checkbox', { name: /Also revoke/ }).check();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Connect your video site' })).toBeVisible();
  expect((await site.appPasswords('ava')).filter(({ name }) => name.startsWith('Clipferry on '))).toEqual([]);
});

test('a page that names another host for its sign-in: both are named, and the host that gets the password stands above it', async () => {
  const { page } = running;
  const link = `<${site.root}>; rel="https://api.w.org/"`;
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html', link }).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const asked = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gets = new URL(site.url).host;
  try {
    await findSite(page, asked);
    await expect(page.getByRole('heading', { name: `Send your sign-in to ${gets}?` })).toBeFocused();
    await expect(page.getByText(`${asked} says that its videos are managed at ${gets}`)).toBeVisible();
    await page.getByRole('button', { name: 'Use another address' }).click();
    await findSite(page, asked);
    await page.getByRole('button', { name: `Continue with ${gets}` }).click();
    await expect(page.locator('.sign-in-host')).toHaveText(`${t('sign-in.host')} ${gets}`);
    await signIn(page, 'ava', site.signIn('ava').appPassword);
    await expect(uploads(page)).toBeVisible();
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('a site that never answers is not waited for', async () => {
  const { page } = running;
  const silent = createTcpServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const ended = new Promise<void>((resolve) =>
    silent.on('connection', (socket) => socket.resume().on('close', () => resolve())),
  );
  await findSite(page, `127.0.0.1:${(silent.address() as AddressInfo).port}`);
  await page.getByRole('button', { name: 'Stop looking' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
  await ended;
  await findSite(page, site.url);
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await new Promise((resolve) => silent.close(resolve));
});

test('over plain http a token is sent only when the user agrees', async () => {
  const { page } = running;
  if (!site.productionUrl) throw new Error('This machine has no 127.0.0.2');
  await findSite(page, site.productionUrl);
  await expect(page.getByText('This site has no secure connection')).toBeVisible();
  const response = await fetch(`${site.productionUrl}/wp-json/jwt-auth/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ava', password: site.signIn('ava').accountPassword }),
  });
  await page.getByLabel('Access token', { exact: true }).fill(((await response.json()) as { token: string }).token);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled();
  await page.getByLabel('Send it anyway').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(uploads(page)).toBeVisible();
  await page.getByRole('button', { name: /^Sites/ }).click();
  await expect(page.getByText('plain http: can be read on the way')).toBeVisible();
});

test('two accounts on two sites: each drop goes where the window says', { tag: '@proof' }, async () => {
  const { page } = running;
  const second = await newPracticeSite({ name: 'Nordlicht TV', switches: { tokenPlugin: 'B' } });
  const folder = await clipFolder({ 'Here.mp4': 'Tide pools.mp4', 'There.mp4': 'Market street.mp4' });
  await findSite(page, site.url);
  await signIn(page, 'ava', site.signIn('ava').appPassword);
  await expect(uploads(page)).toBeVisible();
  await page.getByRole('button', { name: /^Sites/ }).click();
  await page.getByRole('button', { name: 'Connect a site' }).click();
  await findSite(page, second.url);
  await typeAccountPassword(page, 'admin', second.signIn('admin').accountPassword);
  await expect(uploads(page)).toBeVisible();
  // A new place is offered, never taken.
  const destination = page.getByRole('button', { name: /Send to/ });
  await expect(destination).toContainText('Harbour Films');
  const result = page.getByRole('status', { name: 'Result' });
  await expect(result).toContainText('New clips still go to Harbour Films.');
  await result.getByRole('button', { name: /^Send new clips as/ }).click();
  await expect(destination).toContainText('Nordlicht TV');
  await realDrop(page, [path.join(folder.path, 'There.mp4')]);
  await page.getByRole('button', { name: /Send to/ }).click();
  await page.getByRole('option', { name: /Harbour Films/ }).click();
  await realDrop(page, [path.join(folder.path, 'Here.mp4')]);
  await untilDone(page, 2);
  const authors = async (of: PracticeSite) =>
    (await of.state()).videos.map(({ authorLogin, title }) => [authorLogin, title]);
  expect(await authors(site)).toEqual([['ava', 'Here']]);
  expect(await authors(second)).toEqual([['admin', 'There']]);

  // Another site of the same name: wherever one of them is named, its address tells which.
  const namesake = await newPracticeSite({ name: 'Harbour Films' });
  await page.getByRole('button', { name: /^Sites/ }).click();
  await page.getByRole('button', { name: 'Connect a site' }).click();
  await findSite(page, namesake.url);
  await signIn(page, 'ava', namesake.signIn('ava').appPassword);
  await expect(uploads(page)).toBeVisible();
  const named = ({ url }: PracticeSite): string => `Harbour Films (${new URL(url).host})`;
  await expect(destination).toContainText(named(site));
  await expect(page.getByRole('row', { name: /^Here/ })).toContainText(named(site));
  await destination.click();
  await page.getByRole('option', { name: named(namesake) }).click();
  await expect(destination).toContainText(named(namesake));

  // Its site is removed: the clip stays, leads to connecting one, and may go to another place instead.
  await page.getByRole('button', { name: 'Pause all' }).click();
  await realDrop(page, [fixture('Deep zoom.mp4')]);
  await expect(row(page, 'Deep zoom')).toBeVisible();
  await page.getByRole('button', { name: /^Sites/ }).click();
  await page.getByRole('button', { name: `Remove ${named(namesake)}` }).click();
  await expect(page.getByRole('alertdialog')).toContainText('wait until you connect the site again');
  await page.getByRole('button', { name: 'Remove site' }).click();
  await expect(page.getByRole('heading', { name: 'Nordlicht TV' })).toBeVisible();
  await page.getByRole('button', { name: /^Uploads/ }).click();
  await expect(row(page, 'Deep zoom')).toContainText('Account not connected');
  await row(page, 'Deep zoom').getByRole('button', { name: 'Connect… Deep zoom.mp4' }).click();
  await expect(page.getByRole('heading', { name: /^Connect/ })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Uploads/ }).click();
  await row(page, 'Deep zoom').click();
  const goesTo = page.getByRole('region', { name: 'Goes to' }).getByRole('button');
  await expect(goesTo).toContainText('Account not connected');
  await goesTo.click();
  await page.getByRole('option', { name: 'Nordlicht TV' }).click();
  await page.getByRole('button', { name: 'Resume all' }).click();
  await untilDone(page, 3);
  expect(await authors(second)).toContainEqual(['admin', 'Deep zoom']);
  await namesake.stop();
  await second.stop();
  await folder.remove();
});

test('a site for members only: what it hides is looked up with the sign-in', { tag: '@proof' }, async () => {
  const { page } = running;
  await site.switches({ membersOnly: true });
  await findSite(page, site.url);
  await expect(page.getByText('This site shows itself to members only')).toBeVisible();
  await signIn(page, 'ava', site.signIn('ava').appPassword);
  await expect(uploads(page)).toBeVisible();
  await realDrop(page, [fixture('Tide pools.mp4')]);
  await untilDone(page, 1);
  expect((await site.state()).videos).toHaveLength(1);
});
