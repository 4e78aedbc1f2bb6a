// Every way to sign in to a real WordPress: application password, both token extensions, its own approval page.
import { spawn } from 'node:child_process';
import type { Page } from '@playwright/test';
import { connectWords } from '../../../renderer/text/connect.ts';
import { account } from '../behind.ts';
import { answerPage } from '../browser.ts';
import { appArguments, electronProgram, readLog, realDrop } from '../harness.ts';
import { chooseWay, fixture, signIn, untilDone } from '../steps.ts';
import { type Desk, expect, expectExactly, test, toSignIn } from './real.ts';

const uploads = (page: Page) => page.getByRole('heading', { name: 'Uploads' });
const made = /^Clipferry on /;

async function typeAccountPassword(page: Page, login: string, password: string): Promise<void> {
  await chooseWay(page, 'account-password');
  await page.getByLabel('Username or email').fill(login);
  await page.getByLabel('Account password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The system hands a link to the app: a second start, which ends by itself. */
async function openLink(desk: Desk, link: string): Promise<void> {
  const second = spawn(electronProgram(), [...appArguments(desk.running.profile), link], { stdio: 'ignore' });
  const code = await new Promise((resolve) => second.once('exit', resolve));
  expect(code).toBe(0);
}

async function askedPage(desk: Desk, count: number): Promise<string> {
  await expect.poll(desk.browser.opened).toHaveLength(count);
  return (await desk.browser.opened())[count - 1] ?? '';
}

test('by application password: a wrong one is refused, the right one works after it', async ({
  site,
  server,
  desk,
}) => {
  const { page } = desk;
  await toSignIn(page, server.url);
  await signIn(page, 'ava', 'abcd efgh ijkl mnop qrst uvwx');
  await expect(page.getByRole('alert')).toContainText(connectWords('wrong-password').title);
  await signIn(page, 'ava', site.signIn('ava').appPassword);
  await expect(uploads(page)).toBeVisible();
  await realDrop(page, [fixture('Tide pools.mp4')]);
  await untilDone(page, 1);
  await expectExactly(site, [fixture('Tide pools.mp4')]);
});

for (const tokenPlugin of ['A', 'B'] as const) {
  test(`by account password, with token extension ${tokenPlugin}: an application password is made with it, nothing else is kept`, {
    tag: '@proof',
  }, async ({ site, server, desk }) => {
    const { page } = desk;
    await site.switches({ tokenPlugin });
    await toSignIn(page, server.url);
    await typeAccountPassword(page, 'ava', 'not it');
    await expect(page.getByRole('alert')).toContainText(connectWords('wrong-account-password').title);
    await typeAccountPassword(page, 'ava', site.signIn('ava').accountPassword);
    await expect(uploads(page)).toBeVisible();
    expect(await account(page)).toMatchObject({ method: 'application-password', tokenEndsAt: null });
    expect((await site.appPasswords('ava')).filter(({ name }) => made.test(name))).toHaveLength(1);
    await realDrop(page, [fixture('Tide pools.mp4')]);
    await untilDone(page, 1);
    await expectExactly(site, [fixture('Tide pools.mp4')]);
    expect(await readLog(desk.running.profile)).not.toContain(site.signIn('ava').accountPassword);
  });
}

test('by access token: what the site issued is pasted, its end is shown', { tag: '@proof' }, async ({
  site,
  server,
  desk,
}) => {
  const { page } = desk;
  const response = await fetch(`${server.url}/wp-json/jwt-auth/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ava', password: site.signIn('ava').accountPassword }),
  });
  const { token } = (await response.json()) as { token: string };
  await toSignIn(page, server.url);
  await chooseWay(page, 'token');
  await page.getByLabel('Access token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(uploads(page)).toBeVisible();
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('It expires in 7 days');
  await realDrop(page, [fixture('Tide pools.mp4')]);
  await untilDone(page, 1);
  await expectExactly(site, [fixture('Tide pools.mp4')]);
});

test('in the browser, on the page of WordPress itself: no is a no, yes comes back by a link, a clip arrives', {
  tag: '@proof',
}, async ({ site, server, desk }) => {
  test.setTimeout(480_000);
  const { page } = desk;
  const ava = { login: 'ava', password: site.signIn('ava').accountPassword };
  await toSignIn(page, server.url);
  await page.getByRole('button', { name: 'Approve in the browser' }).click();
  const first = await askedPage(desk, 1);
  expect(new URL(first).pathname).toBe('/wp-admin/authorize-application.php');
  await openLink(desk, await answerPage(first, ava, 'reject'));
  await expect(page.getByRole('alert')).toContainText(connectWords('not-approved').title);
  await page.getByRole('button', { name: 'Approve in the browser' }).click();
  await openLink(desk, await answerPage(await askedPage(desk, 2), ava, 'approve'));
  await expect(uploads(page)).toBeVisible();
  const ours = async (): Promise<string[]> =>
    (await site.appPasswords('ava')).map(({ name }) => name).filter((name) => made.test(name));
  const names = await ours();
  expect(names).toHaveLength(1);
  await realDrop(page, [fixture('Tide pools.mp4')]);
  await untilDone(page, 1);
  const [video] = await expectExactly(site, [fixture('Tide pools.mp4')]);
  expect(video?.authorLogin).toBe('ava');

  // The same computer again, while its first password is still there: this version wants another name for another password.
  await page.getByRole('button', { name: /^Sites/ }).click();
  await page.getByRole('button', { name: 'Sign out Ava Author' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Connect your video site' })).toBeVisible();
  await toSignIn(page, server.url);
  await page.getByRole('button', { name: 'Approve in the browser' }).click();
  await openLink(desk, await answerPage(await askedPage(desk, 3), ava, 'approve'));
  await expect(page.getByRole('button', { name: 'Sign out Ava Author' })).toBeVisible();
  // The new one works, so the former one of ours goes.
  await expect.poll(async () => (await ours()).length).toBe(1);
  expect(await ours()).not.toEqual(names);
});
