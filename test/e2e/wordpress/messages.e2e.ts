// What a real WordPress, PHP and Apache do when something is wrong: the app says each in words of its own, and nothing is lost.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { ConnectProblem, NeedsYouReason } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { connectWords } from '../../../renderer/text/connect.ts';
import { explain } from '../../../renderer/text/jobs.ts';
import type { FrontOptions } from '../../wordpress/fronts.ts';
import { realDrop } from '../harness.ts';
import { clipFolder, connect, findSite, fixture, grownClip, openDetails, row, signIn, untilDone } from '../steps.ts';
import { type Desk, expect, expectExactly, picture, test, toSignIn } from './real.ts';

const mebibyte = 1024 * 1024;

async function expectConnectMessage(desk: Desk, problem: ConnectProblem): Promise<void> {
  const alert = desk.page.getByRole('alert');
  await expect(alert).toContainText(connectWords(problem).title);
  await expect(alert).toContainText(connectWords(problem).todo);
  await picture(desk, problem);
}

async function expectNeedsYou(
  desk: Desk,
  name: string,
  reason: NeedsYouReason,
  detail: string | null,
  shown: string,
): Promise<void> {
  const words = explain(reason, detail);
  await expect(row(desk.page, name)).toContainText(words.title, { timeout: 60_000 });
  await openDetails(desk.page, name);
  const details = desk.page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText(words.what);
  await expect(details).toContainText(words.todo);
  await picture(desk, shown, true);
}

const signInAva = (page: Page, password: string) => signIn(page, 'ava', password);

test('connecting: a wrong password, no right to upload, maintenance, and application passwords switched off', {
  tag: '@proof',
}, async ({ site, server, desk }) => {
  const { page } = desk;
  await site.switches({ maintenance: true });
  await findSite(page, server.url);
  await expectConnectMessage(desk, 'maintenance');
  await site.switches({ maintenance: false, basicDisabled: true, tokenPlugin: 'none' });
  await findSite(page, server.url);
  await expectConnectMessage(desk, 'app-passwords-off');
  await site.switches({ basicDisabled: false, tokenPlugin: 'A' });
  await toSignIn(page, server.url);
  await signInAva(page, 'abcd efgh ijkl mnop qrst uvwx');
  await expectConnectMessage(desk, 'wrong-password');
  // A contributor writes, but uploads nothing.
  await signIn(page, 'carl', site.signIn('carl').appPassword);
  await expectConnectMessage(desk, 'no-upload-right');
  await signInAva(page, site.signIn('ava').appPassword);
  await expect(page.getByRole('heading', { name: 'Uploads' })).toBeVisible();
});

test('connecting: Apache keeps the sign-in to itself', { tag: '@proof' }, async ({ site, server, desk }) => {
  await server.change({ kind: 'apache', stripAuthorization: true });
  await toSignIn(desk.page, server.url);
  await signInAva(desk.page, site.signIn('ava').appPassword);
  await expectConnectMessage(desk, 'header-stripped');
  // The host adds the line.
  await server.change({ kind: 'apache' });
  await signInAva(desk.page, site.signIn('ava').appPassword);
  await expect(desk.page.getByRole('heading', { name: 'Uploads' })).toBeVisible();
});

test.describe('a site in production', () => {
  test.use({ serverOptions: { kind: 'built-in', host: '127.0.0.2' } });

  test('connecting: over plain http it says what is needed', { tag: '@proof' }, async ({ site, server, desk }) => {
    await site.switches({ tokenPlugin: 'none' });
    await findSite(desk.page, server.url);
    await expectConnectMessage(desk, 'plain-http');
    // With the token extension there is a way, which asks first.
    await site.switches({ tokenPlugin: 'A' });
    await findSite(desk.page, server.url);
    await expect(desk.page.getByText('This site has no secure connection')).toBeVisible();
    await picture(desk, 'plain-http-token');
  });
});

const warnings = { display_errors: '1', display_startup_errors: '1', html_errors: '1' };

for (const [what, limited, detail] of [
  ['PHP’s upload_max_filesize', { kind: 'apache', php: { upload_max_filesize: '1M' } }, null],
  ['PHP’s post_max_size', { kind: 'apache', php: { post_max_size: '1M' } }, null],
  [
    'post_max_size with a warning in front of the answer',
    { kind: 'apache', php: { post_max_size: '1M', ...warnings } },
    String(mebibyte),
  ],
] as const satisfies readonly (readonly [string, FrontOptions, string | null])[]) {
  test(`sending: too large by ${what}: smaller clips go on, and it arrives once the host has raised the limit`, {
    tag: '@proof',
  }, async ({ site, server, desk }) => {
    const folder = await clipFolder({ 'Small clip.mp4': 'Tide pools.mp4' });
    const big = path.join(folder.path, 'Big clip.mp4');
    await grownClip('Market street.mp4', big, 3 * mebibyte);
    await server.change(limited);
    await connect(desk.page, server);
    await realDrop(desk.page, [folder.path]);
    await untilDone(desk.page, 1);
    await expectNeedsYou(desk, 'Big clip', 'too-large', detail, `too-large-${what.replace(/\W+/g, '-')}`);
    await expectExactly(site, [path.join(folder.path, 'Small clip.mp4')]);

    await server.change({ kind: 'apache' });
    await row(desk.page, 'Big clip')
      .getByRole('button', { name: /^Try again/ })
      .click();
    await untilDone(desk.page, 2);
    await expectExactly(site, [big, path.join(folder.path, 'Small clip.mp4')]);
    await folder.remove();
  });
}

test('sending: too large by Apache’s own limit, a bare status: three clips say so before it is believed, and one that arrives wakes all', {
  tag: '@proof',
}, async ({ site, server, desk }) => {
  const folder = await clipFolder({ 'Small clip.mp4': 'Tide pools.mp4' });
  const all = ['Big clip', 'Bigger clip', 'Biggest clip'];
  const [big = '', ...others] = all.map((name) => path.join(folder.path, `${name}.mp4`));
  await grownClip('Market street.mp4', big, 3 * mebibyte);
  await server.change({ kind: 'apache', limitRequestBody: mebibyte });
  await connect(desk.page, server);
  await realDrop(desk.page, [folder.path]);
  await untilDone(desk.page, 1);
  await expect(row(desk.page, 'Big clip')).toContainText('Refused, perhaps for its size');
  for (const [at, other] of others.entries()) await grownClip('Market street.mp4', other, (4 + at) * mebibyte);
  await realDrop(desk.page, others);
  for (const name of all) await expect(row(desk.page, name)).toContainText('Too large for the site');
  await expectExactly(site, [path.join(folder.path, 'Small clip.mp4')]);

  await server.change({ kind: 'apache' });
  await row(desk.page, 'Big clip')
    .getByRole('button', { name: /^Try again/ })
    .click();
  await untilDone(desk.page, 4);
  await expectExactly(site, [big, ...others, path.join(folder.path, 'Small clip.mp4')]);
  await folder.remove();
});

test('a warning of PHP before every answer: nothing fails for it, and the check-up gives the host a text', {
  tag: '@proof',
}, async ({ site, server, desk }) => {
  const { page } = desk;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-warning-'));
  // WordPress silences warnings in its API, but not what a host runs before it.
  const before = path.join(folder, 'before.php');
  await writeFile(before, '<?php trigger_error("The theme is out of date", E_USER_WARNING);');
  await chmod(folder, 0o755);
  await server.change({ kind: 'apache', php: { ...warnings, auto_prepend_file: before } });
  await connect(page, server);
  await realDrop(page, [fixture('Market street.mp4')]);
  await untilDone(page, 1);
  await expectExactly(site, [fixture('Market street.mp4')]);
  await page.getByRole('button', { name: /^Sites/ }).click();
  const card = page.getByRole('region', { name: 'Harbour Films' });
  await expect(card.getByRole('status')).toContainText('no problem');
  await card.getByRole('button', { name: /^Show what was found/ }).click();
  const found = card.getByRole('list', { name: /^What was found/ });
  await expect(found).toContainText('Other text, such as a warning, stands before the site’s data.');
  await expect(found).toContainText('The theme is out of date');
  await found.getByText('Text for your site’s host').first().click();
  await picture(desk, 'warning-before-data');
  await rm(folder, { recursive: true });
});

test('sending: the right to upload is taken away and given back; then maintenance begins', { tag: '@proof' }, async ({
  site,
  server,
  desk,
}) => {
  const { page } = desk;
  await connect(page, server);
  await site.setRole('ava', 'contributor');
  await realDrop(page, [fixture('Market street.mp4')]);
  const refusal = 'Sorry, you are not allowed to upload videos as this user.';
  await expectNeedsYou(desk, 'Market street', 'no-upload-right', refusal, 'right-taken-away');
  await site.setRole('ava', 'author');
  await row(page, 'Market street')
    .getByRole('button', { name: /^Try again/ })
    .click();
  await untilDone(page, 1);

  await site.switches({ maintenance: true });
  await realDrop(page, [fixture('Tide pools.mp4')]);
  // WordPress asks for ten minutes, and gets them.
  await expect(row(page, 'Tide pools')).toContainText(t('jobs.wait.site-maintenance'), { timeout: 60_000 });
  await expect(row(page, 'Tide pools')).toContainText(/Tries again (tomorrow )?at /);
  const why = page.getByRole('list', { name: 'Why uploads wait' });
  await expect(why).toContainText(t('uploads.line.site-maintenance', { site: 'Harbour Films' }));
  await expect(why).toContainText(/Next try at .* Uploads continue automatically\./);
  await expect(page.getByRole('tab', { name: /^Needs attention\s*0$/ })).toBeVisible();
  await openDetails(page, 'Tide pools');
  // The site was asked what it has before anything was sent to it in vain.
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(t('jobs.wait.site-maintenance'));
  await picture(desk, 'maintenance-while-sending');
  await expectExactly(site, [fixture('Market street.mp4')]);
  // The update is through, and nobody has to wait for the time to be over.
  await site.switches({ maintenance: false });
  await why.getByRole('button', { name: /^Try now/ }).click();
  await untilDone(page, 2);
  await expect(why).toBeHidden();
});
