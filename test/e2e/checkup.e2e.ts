// The check-up of a site in the real app: made by itself after connecting, again when asked, with a text for the host.
import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { strFromU8, unzipSync } from 'fflate';
import { findingWords } from '../../renderer/text/checkup.ts';
import type { PracticeSite } from '../site/start.ts';
import { jsonReply, SiteWithHelper, well } from '../site/with-helper.ts';
import { type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, grownClip, row, untilDone } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;
let folder: Awaited<ReturnType<typeof clipFolder>>;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films' });
  folder = await clipFolder({ 'Small.mp4': 'Tide pools.mp4', 'First.mov': 'Phone clip.mov' });
  running = await apps.lend();
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await site.stop();
  await folder.remove();
});

const stripped = findingWords(
  {
    code: 'header-stripped',
    status: 'blocks',
    accountId: null,
    said: null,
    amount: null,
    names: [],
    clips: 0,
  },
  0,
);

test('fine after connecting; a server that drops the sign-in is named with its text, and fine again once it is mended', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await connect(page, site);
  await page.getByRole('button', { name: /^Sites/ }).click();
  const card = page.getByRole('region', { name: 'Harbour Films' });
  const line = card.getByRole('status').first();
  await expect(line).toContainText('Checked just now: all fine.');
  await expect(card.getByRole('list', { name: /^What was found/ })).toHaveCount(0);

  await site.switches({ stripAuthorization: true });
  await card.getByRole('button', { name: /^Check again/ }).click();
  await expect(line).toContainText('1 problem');
  const found = card.getByRole('list', { name: 'What was found on Harbour Films' });
  await expect(found).toContainText(stripped.what);
  await found.getByText('Text for your site’s host').click();
  await expect(found).toContainText(stripped.host ?? 'a text for the host');
  await found.getByRole('button', { name: 'Copy text' }).click();
  await expect(found.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

  await site.switches({ stripAuthorization: false });
  // By keyboard alone.
  await card.getByRole('button', { name: /^Check again/ }).focus();
  await page.keyboard.press('Enter');
  await expect(line).toContainText('all fine.');
  // Nobody was signed out by it, and nothing was sent.
  await expect(card).toContainText('Signed in');
  expect((await site.state()).videos).toEqual([]);
  await page.getByRole('button', { name: /^Uploads/ }).click();
  await realDrop(page, [`${folder.path}/Small.mp4`]);
  await untilDone(page, 1);
});

test('says how large clips go, and gives the person our plugin for the site', async () => {
  const { page, app } = running;
  await connect(page, site);
  await page.getByRole('button', { name: /^Sites/ }).click();
  const card = page.getByRole('region', { name: 'Harbour Films' });
  await expect(card.getByRole('status').first()).toContainText('all fine.');
  await card.getByRole('button', { name: /^Show/ }).click();
  const found = card.getByRole('list', { name: 'What was found on Harbour Films' });
  await expect(found).toContainText('Each clip is sent in one go: after a cut it starts over');
  const place = `${folder.path}/clipferry-helper.zip`;
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, place);
  // By keyboard alone.
  await found.getByRole('button', { name: 'Save the plugin for Harbour Films…' }).focus();
  await page.keyboard.press('Enter');
  const told = found.getByRole('status');
  await expect(told).toContainText(`Saved as clipferry-helper.zip in ${folder.path}.`);
  await expect(told).toContainText('Upload Plugin');
  const zip = await readFile(place);
  await expect(told).toContainText(createHash('sha256').update(zip).digest('hex'));
  expect(strFromU8(unzipSync(zip)['clipferry-helper/clipferry-helper.php'] ?? new Uint8Array())).toContain(
    'Plugin Name:       Clipferry Helper',
  );
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  for (const theme of ['light', 'dark'] as const) await screenshot(running, 'checkup-plugin', theme);
});

test('clips of a kind that the site refuses are marked before their turn comes', { tag: '@proof' }, async () => {
  const { page } = running;
  await connect(page, site);
  await site.switches({ refusedExtensions: ['mov'] });
  await realDrop(page, [`${folder.path}/First.mov`]);
  await expect(row(page, 'First')).toContainText('Site refuses .mov files', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Pause all' }).click();
  const more = await clipFolder({ 'Second.mov': 'Phone clip.mov', 'Third.mp4': 'Market street.mp4' });
  try {
    await appendFile(`${more.path}/Second.mov`, Buffer.from('00000010667265650102030405060708', 'hex'));
    await realDrop(page, [more.path]);
    await expect(row(page, 'Second')).toContainText('Site refuses .mov files');
    await expect(row(page, 'Third')).toContainText('Waiting');
    expect((await site.state()).uploads.map(({ fileName }) => fileName)).toEqual(['First.mov']);
  } finally {
    await more.remove();
  }
});

test('tells how the site’s helper does, and gives a newer one, by keys alone', { tag: '@proof' }, async () => {
  const { page, app } = running;
  const front = new SiteWithHelper(site);
  await front.start();
  front.told = jsonReply({ ...well, version: '0.9.0' });
  await connect(page, front);
  await page.getByRole('button', { name: /^Sites/ }).click();
  const card = page.getByRole('region', { name: 'Harbour Films' });
  const found = card.getByRole('list', { name: 'What was found on Harbour Films' });
  await card.getByRole('button', { name: /^Show/ }).click();
  await expect(found).toContainText('is version 0.9.0; the one that Clipferry brings now is 1.0.0.');
  const place = `${folder.path}/clipferry-helper.zip`;
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, place);
  await found.getByRole('button', { name: 'Save the plugin for Harbour Films…' }).focus();
  await page.keyboard.press('Enter');
  await expect(found.getByRole('status')).toContainText('Saved as clipferry-helper.zip');
  const shown = async (picture: string, words: string): Promise<void> => {
    await expect(found).toContainText(words);
    expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
    for (const theme of ['light', 'dark'] as const) await screenshot(running, picture, theme);
  };
  await shown('helper-older', 'is version 0.9.0');
  const again = card.getByRole('button', { name: /^Check again/ });
  for (const [picture, told, words] of [
    ['helper-not-ready', { ready: false }, 'has no place there to keep pieces'],
    ['helper-refuses', { handOver: 'refused' }, 'does not take a whole file from it'],
  ] as const) {
    front.told = jsonReply({ ...well, ...told });
    await again.focus();
    await page.keyboard.press('Enter');
    // Whoever opened the list reads on in it.
    await shown(picture, words);
  }
  // A firewall shows itself only when a clip goes: what the check-up says follows by itself.
  front.told = jsonReply(well);
  front.firewall = { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>403 Forbidden</html>' };
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('status').first()).toContainText('Checked just now');
  const large = `${folder.path}/Large.mp4`;
  await grownClip('Tide pools.mp4', large, 1_200_000);
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Uploads' }).click();
  await realDrop(page, [large]);
  await untilDone(page, 1);
  await page.getByRole('button', { name: /^Sites/ }).click();
  await card.getByRole('button', { name: /^Show/ }).click();
  await found.getByText('Text for your site’s host').click();
  await expect(found).toContainText('the method PATCH');
  await shown('helper-blocked', 'lets no pieces of clips through');
  await front.stop();
});
