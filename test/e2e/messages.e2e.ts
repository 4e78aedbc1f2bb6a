// Each thing that can go wrong has its own clear message in the app, and nothing is lost by it.

import { readFileSync } from 'node:fs';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { ConnectProblem, NeedsYouReason } from '../../preload/contract.ts';
import { t } from '../../preload/text/text.ts';
import { connectWords } from '../../renderer/text/connect.ts';
import { explain } from '../../renderer/text/jobs.ts';
import type { PracticeSite } from '../site/start.ts';
import { close, dragOver, launchApp, type RunningApp, readLog, realDrop } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import {
  clipFolder,
  connect,
  findSite,
  fixture,
  grownClip,
  openDetails,
  row,
  sha256,
  signIn,
  untilDone,
} from './steps.ts';

let site: PracticeSite;
let running: RunningApp;
let folder: Awaited<ReturnType<typeof clipFolder>>;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films' });
  folder = await clipFolder({ 'Good clip.mp4': 'Tide pools.mp4', 'Bad clip.mp4': 'Market street.mp4' });
  running = await apps.lend();
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await site.stop();
  await folder.remove();
});

const file = (name: string): string => path.join(folder.path, name);

async function expectConnectMessage(page: Page, problem: ConnectProblem): Promise<void> {
  await expect(page.getByRole('alert')).toContainText(connectWords(problem).title);
  await expect(page.getByRole('alert')).toContainText(connectWords(problem).todo);
}

/** The row and the details both say it, the typed title is still there, and the other clip arrives all the same. */
async function expectNeedsYou(page: Page, name: string, reason: NeedsYouReason, detail: string | null): Promise<void> {
  const words = explain(reason, detail);
  await expect(row(page, name)).toContainText(words.title, { timeout: 60_000 });
  await openDetails(page, name);
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText(words.what);
  await expect(details).toContainText(words.todo);
}

test('connecting: wrong addresses, other web sites, plain http, and what stands in the way', async () => {
  const { page } = running;
  await findSite(page, 'not an address');
  await expectConnectMessage(page, 'address-invalid');
  await findSite(page, 'http://127.0.0.1:9');
  await expectConnectMessage(page, 'not-reachable');
  await site.switches({ notWordPress: true });
  await findSite(page, site.url);
  await expectConnectMessage(page, 'not-wordpress');
  await site.switches({ notWordPress: false, maintenance: true });
  await findSite(page, site.url);
  await expectConnectMessage(page, 'maintenance');
  await site.switches({ maintenance: false });
  if (!site.productionUrl) throw new Error('This machine has no 127.0.0.2');
  await site.switches({ tokenPlugin: 'none' });
  await findSite(page, site.productionUrl);
  await expectConnectMessage(page, 'plain-http');
  await findSite(page, site.httpsUrl);
  await expectConnectMessage(page, 'certificate-authority');
  // Nothing is lost: the right address works at once.
  await connect(page, site);
});

test('connecting: no environment and no switch makes a certificate trusted that nobody vouches for', {
  tag: '@proof',
}, async () => {
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const switches = ['--ignore-certificate-errors', '--allow-insecure-localhost'];
  const careless = await launchApp({ env, args: switches });
  await findSite(careless.page, site.httpsUrl);
  await expectConnectMessage(careless.page, 'certificate-authority');
  expect(await readLog(careless.profile)).toContain('NODE_TLS_REJECT_UNAUTHORIZED is ignored');
  await close(careless);
});

test('signing in: a wrong password and an account that may not upload', async () => {
  const { page } = running;
  await findSite(page, site.url);
  await signIn(page, 'ava', 'abcd efgh ijkl mnop qrst uvwx');
  await expectConnectMessage(page, 'wrong-password');
  // A slip is mended, not typed anew: the field keeps it, and shows it to who asks.
  const typed = page.getByLabel('Application password', { exact: true });
  await expect(typed).toHaveValue('abcd efgh ijkl mnop qrst uvwx');
  await expect(typed).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(typed).toHaveAttribute('type', 'text');
  await signIn(page, 'sue', site.signIn('sue').appPassword);
  await expectConnectMessage(page, 'no-upload-right');
  await signIn(page, 'ava', site.signIn('ava').appPassword);
  await expect(page.getByRole('heading', { name: 'Uploads' })).toBeVisible();
});

test('files: empty, not a video, unfinished; then one that vanishes while it waits', async () => {
  const { page } = running;
  await writeFile(file('Empty.mp4'), '');
  await writeFile(file('Letter.mp4'), 'Dear diary, this is not a video at all.');
  await writeFile(file('Cut off.mp4'), readFileSync(fixture('Tide pools.mp4')).subarray(0, 9_000));
  await connect(page, site);
  await realDrop(page, [file('Good clip.mp4')]);
  await untilDone(page, 1);
  await page.getByRole('button', { name: 'Pause all' }).click();
  await realDrop(page, [folder.path]);
  const result = page.getByRole('status', { name: 'Result' });
  await expect(result).toContainText('1 already on the site, 1 new');
  await result.getByRole('button', { name: 'Show why' }).click();
  const list = page.getByRole('list', { name: 'Files that could not be added' });
  await expect(list).toContainText('Empty.mp4 is empty');
  await expect(list).toContainText('Letter.mp4 is not a video');
  await expect(list).toContainText('Cut off.mp4 is incomplete or still being written');

  await rm(file('Bad clip.mp4'));
  await page.getByRole('button', { name: 'Resume all' }).click();
  await expectNeedsYou(page, 'Bad clip', 'clip-missing', null);
  // Back again, it goes on.
  await copyFile(fixture('Market street.mp4'), file('Bad clip.mp4'));
  await row(page, 'Bad clip')
    .getByRole('button', { name: /^Try again/ })
    .click();
  await untilDone(page, 2);
});

test('too large for the site: said once, the limit is learned, smaller clips go on', { tag: '@proof' }, async () => {
  const { page } = running;
  await connect(page, site);
  await grownClip('Market street.mp4', file('Bad clip.mp4'), 3_000_000);
  await site.switches({ sizeLimit: { bytes: 1_000_000, style: '413-rest' } });
  await realDrop(page, [file('Bad clip.mp4'), file('Good clip.mp4')]);
  await expectNeedsYou(page, 'Bad clip', 'too-large', '\nDie hochgeladene Datei ist zu groß.');
  await untilDone(page, 1);
  // The host raises the limit.
  await site.switches({ sizeLimit: null });
  await row(page, 'Bad clip')
    .getByRole('button', { name: /^Try again/ })
    .click();
  await untilDone(page, 2);
  const { videos } = await site.state();
  expect(videos.map((video) => video.file?.sha256).sort()).toEqual(
    [sha256(file('Bad clip.mp4')), sha256(file('Good clip.mp4'))].sort(),
  );
});

test('the site says no with status 200, then answers with a web page, and the clip arrives all the same', {
  tag: '@proof',
}, async ({ apps }) => {
  await apps.takeBack(running);
  // A real site gets 130 s to settle before anything is sent again.
  running = await apps.lend({ settlesSoon: true });
  const { page } = running;
  await connect(page, site);
  const refusal = 'You have reached the number of videos of your plan.';
  await site.switches({ successFalse: { code: 'plan_limit', message: refusal } });
  await realDrop(page, [file('Bad clip.mp4')]);
  await expectNeedsYou(page, 'Bad clip', 'site-refused', refusal);

  await site.switches({ successFalse: null, htmlInsteadOfJson: { route: '^POST /streamtube/v1/upload', work: false } });
  await row(page, 'Bad clip')
    .getByRole('button', { name: /^Try again/ })
    .click();
  await expect(row(page, 'Bad clip')).toContainText(t('jobs.wait.web-page-answer'), { timeout: 60_000 });
  await site.switches({ htmlInsteadOfJson: null });
  await untilDone(page, 1);
  const { videos } = await site.state();
  expect(videos.map((video) => video.file?.sha256)).toEqual([sha256(file('Bad clip.mp4'))]);
});

test('the site refuses an extension, and takes the right to upload away', { tag: '@proof' }, async () => {
  const { page } = running;
  await connect(page, site);
  await copyFile(fixture('Phone clip.mov'), file('Phone clip.mov'));
  await site.switches({ refusedExtensions: ['mov'] });
  await realDrop(page, [file('Phone clip.mov'), file('Good clip.mp4')]);
  await expectNeedsYou(page, 'Phone clip', 'extension-refused', 'mov\nFile Type is not allowed.');
  await untilDone(page, 1);

  await site.setRole('ava', 'subscriber');
  await copyFile(fixture('C0001.mp4'), file('C0001.mp4'));
  await realDrop(page, [file('C0001.mp4')]);
  await expectNeedsYou(page, 'C0001', 'no-upload-right', null);
});

test('clips for a site that makes them public at once wait and are asked about, and on request never again', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await site.switches({ uploadStatus: 'publish' });
  await connect(page, site);
  const says = (about: 'unknown' | 'public' | 'hidden') =>
    dragOver(page, [fixture('Tide pools.mp4')], async () => {
      const overlay = page.locator('.drop-overlay');
      await expect(overlay).toContainText('Drop to send to Harbour Films');
      await expect(overlay).toContainText(`as Ava Author, ${site.url}`);
      await expect(overlay).toContainText(t(`uploads.drop.${about}`));
    });
  await says('unknown');
  // Nobody knows it before the first one.
  await realDrop(page, [fixture('Tide pools.mp4')]);
  await untilDone(page, 1);
  const question = page.getByRole('alertdialog', { name: 'Send to Harbour Films?' });
  await realDrop(page, [fixture('Deep zoom.mp4')]);
  await expect(row(page, 'Deep zoom.mp4')).toContainText('Ready to send');
  const holds = page.getByRole('list', { name: t('uploads.holds') });
  await expect(holds).toContainText('1 clip for Harbour Films is ready to send');
  await row(page, 'Deep zoom.mp4').getByRole('button', { name: /^Send/ }).click();
  await expect(question).toContainText('public there as soon as they have arrived');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect((await site.state()).uploads).toHaveLength(1);
  await page.getByRole('button', { name: 'Send 1 clip to Harbour Films' }).click();
  await question.getByRole('checkbox', { name: 'Do not ask again for Harbour Films' }).check();
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  await untilDone(page, 2);
  // From now on it waits all the same, and goes without a question.
  await realDrop(page, [fixture('Market street.mp4')]);
  await page.getByRole('button', { name: 'Send 1 clip to Harbour Films' }).click();
  await untilDone(page, 3);
  await page.getByRole('button', { name: /^Sites/ }).click();
  await page.getByRole('button', { name: 'Ask first before clips are sent to Harbour Films' }).click();
  await expect(page.getByText('Clips are sent here without asking first.')).toBeHidden();
  await page.getByRole('button', { name: /^Uploads/ }).click();
  await says('public');

  // The host changes that, and changes it back: what was added meanwhile waits, until its user has said yes.
  await site.switches({ uploadStatus: 'pending' });
  await copyFile(fixture('C0001.mp4'), file('C0001.mp4'));
  await realDrop(page, [file('C0001.mp4')]);
  await page.getByRole('button', { name: 'Send 1 clip to Harbour Films' }).click();
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  await untilDone(page, 4);
  await says('hidden');
  await site.switches({ uploadStatus: 'publish' });
  const many = Array.from({ length: 14 }, (_, at) => file(`Regatta ${at}.mp4`));
  for (const to of many) await grownClip('C0001.mp4', to, 64);
  await realDrop(page, many);
  await expect(holds).toContainText('Clips are public at once at Harbour Films');
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: t('jobs.wait.public-unasked') })
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Decide whether clips go to Harbour Films' }).click();
  await expect(question).toContainText(/\d+ clips? that waits? goe?s?, too\./);
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  await untilDone(page, 18);
  await expect(holds).toBeHidden();
});

test('a site that answers each clip with a web page is named above the list, with a text for its host and a way on', {
  tag: '@proof',
}, async () => {
  const { page, app } = running;
  await connect(page, site);
  const blocked = { status: 403, contentType: 'text/html', body: '<title>Blocked</title>' };
  await site.switches({ failWith: { ...blocked, route: '^POST /streamtube/v1/upload' } });
  // More than are ever begun before nothing more is sent: what left may have arrived, and is looked for first whatever is pressed.
  const many = Array.from({ length: 12 }, (_, at) => file(`Regatta ${at}.mp4`));
  for (const to of many) await grownClip('C0001.mp4', to, 64);
  await realDrop(page, many);
  const holds = page.getByRole('list', { name: t('uploads.holds') });
  await expect(holds).toContainText('Harbour Films blocks uploads', { timeout: 60_000 });
  await holds.getByRole('button', { name: t('uploads.hold.host.label', { site: 'Harbour Films' }) }).click();
  const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toContain('another signed-in request below /wp-json/ was not');
  const { length } = (await site.state()).uploads;
  await holds.getByRole('button', { name: t('uploads.try-now.label', { site: 'Harbour Films' }) }).click();
  await expect.poll(async () => (await site.state()).uploads.length, { timeout: 60_000 }).toBeGreaterThan(length);
});
