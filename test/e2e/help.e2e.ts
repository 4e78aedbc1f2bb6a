// Help in the real app: About and the report for support, from the menu and from the window, and what is in the zip that is saved.
import { appendFile, readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { strFromU8, unzipSync } from 'fflate';
import { ask, connectBehind, dropBehind, states } from './behind.ts';
import type { RunningApp } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder } from './steps.ts';

const click = ({ app }: RunningApp, id: string): Promise<void> =>
  app.evaluate(({ Menu }, name) => Menu.getApplicationMenu()?.getMenuItemById(name)?.click(), id);

/** Answers the question where to save; null = closes it. */
const answerPlace = ({ app }: RunningApp, filePath: string | null): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async () => ({ canceled: chosen === null, filePath: chosen ?? '' });
  }, filePath);

test('About is reached by keyboard, also before a site is connected, and gives the keyboard back', async ({ apps }) => {
  const running = await apps.lend();
  const { page } = running;
  const help = page.getByRole('button', { name: 'Help', exact: true });
  await help.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Report for support…' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const about = page.getByRole('dialog', { name: 'About Clipferry' });
  await expect(about).toContainText(/Version0\.1\.0.*Electron\d+\.\d+.*Chromium\d+\..*Node\.js\d+\./s);
  await expect(about).toContainText(`${os.type()} ${os.release()} ${os.arch()}`);
  await expect(about.getByRole('button', { name: 'Close' })).toBeFocused();
  await about.getByRole('button', { name: 'Copy' }).click();
  await expect(about.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await running.app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(
    /Version\s+0\.1\.0.*MIT License/s,
  );
  await about.getByRole('button', { name: 'Licences…' }).click();
  const licences = page.getByRole('dialog', { name: 'Licences', exact: true });
  await expect(licences).toContainText('started from its source');
  await expect(licences.getByRole('button', { name: 'Close' })).toBeFocused();
  await licences.getByRole('button', { name: 'Back' }).click();
  await expect(about.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(about).toHaveCount(0);
  await expect(help).toBeFocused();

  // From the menu of the system, which has it on every system; with a site it is in the sidebar.
  const site = await newPracticeSite({ name: 'Harbour Films' });
  await connectBehind(page, site);
  await click(running, 'about');
  await expect(about).toBeVisible();
  await click(running, 'report');
  await expect(page.getByRole('dialog', { name: 'Report for support' })).toBeVisible();
  await click(running, 'settings');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  const menu = await running.app.evaluate(({ Menu }) => {
    const last = Menu.getApplicationMenu()?.items.at(-1);
    return { label: last?.label, role: last?.role, items: last?.submenu?.items.map(({ id }) => id).filter(Boolean) };
  });
  expect(menu).toEqual({
    label: 'Help',
    role: 'help',
    items: ['report', ...(process.platform === 'darwin' ? [] : ['about'])],
  });
  expect(running.complaints).toEqual([]);
  await apps.takeBack(running);
  await site.stop();
});

test('the report shows what it saves, and nothing in it tells whose it is', { tag: '@proof' }, async ({ apps }) => {
  const running = await apps.lend();
  const { page } = running;
  const site = await newPracticeSite({ name: 'Canary Films' });
  const clips = await clipFolder({ 'canary wedding.mp4': 'Tide pools.mp4' });
  const { id, name } = await connectBehind(page, site);
  await dropBehind(page, [path.join(clips.path, 'canary wedding.mp4')], id);
  await expect.poll(() => states(page), { timeout: 60_000 }).toEqual(['done']);
  const [job] = (await ask(page, 'queue.view', { filter: 'all', sort: 'queue', offset: 0, limit: 1 })).rows;
  await ask(page, 'job.describe', { jobId: job?.id ?? '', draft: { title: 'Canary of Zoë' } });
  const password = site.signIn('ava').appPassword;
  const planted = (message: string, facts: object): string =>
    `[2026-11-23 22:04:07.123] [warn]  ${message} ${JSON.stringify(facts)}\n`;
  await appendFile(
    path.join(running.profile, 'logs', 'clipferry.log'),
    [
      planted('a request failed', {
        error: `open '${clips.path}/canary wedding.mp4'`,
        authorization: `Basic ${password}`,
      }),
      planted(`Canary Films at ${site.url} for ${name}`, { job: job?.id, said: 'canary', token: 'canary-token' }),
      planted('unknown canary@canary.example', { url: `https://ava:${password}@canary.example/canary` }),
      'canary line of nobody\n',
    ].join(''),
  );

  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Report for support…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report for support' });
  await dialog.getByText('report.txt').click();
  const report = dialog.getByRole('region', { name: 'report.txt' });
  await expect(report).toContainText('[uploads]');
  await dialog.getByText('log.txt').click();
  await expect(dialog.getByRole('region', { name: 'log.txt' })).toContainText(/"job":"clip-\d+"/);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id: rule, nodes }) => [rule, nodes.map((node) => node.html)])).toEqual([]);
  const texts = async () =>
    Object.fromEntries(
      await Promise.all(
        ['report.txt', 'log.txt'].map(async (file) => [
          file,
          await dialog.getByRole('region', { name: file }).textContent(),
        ]),
      ),
    );
  const shown = await texts();

  // Where nothing can be written that is told, and nothing is left there.
  await answerPlace(running, path.join(clips.path, 'gone', 'report.zip'));
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(dialog.getByRole('status')).toContainText('This folder is not there any more');
  await answerPlace(running, null);
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(dialog.getByRole('status')).toHaveText('');
  const place = path.join(clips.path, 'report.zip');
  await answerPlace(running, place);
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(dialog.getByRole('status')).toContainText(`report.zip was saved in ${clips.path}`);
  await expect(dialog.getByRole('button', { name: 'Save…' })).toBeFocused();
  expect((await readdir(clips.path)).sort()).toEqual(['canary wedding.mp4', 'report.zip']);

  const zip = unzipSync(new Uint8Array(await readFile(place)));
  const saved = Object.fromEntries(Object.entries(zip).map(([file, bytes]) => [file, strFromU8(bytes)]));
  expect(Object.keys(saved)).toEqual(['report.txt', 'log.txt']);
  // A page puts lines of many together.
  for (const [file, text] of Object.entries(saved))
    expect(shown[file]?.replaceAll('\n', '')).toBe(text.replaceAll('\n', ''));
  const all = Object.values(saved).join('\n');
  const secrets = [password, password.replaceAll(' ', ''), Buffer.from(password).toString('base64')];
  const names = [
    'canary',
    'wedding',
    'Zoë',
    name,
    new URL(site.url).host,
    running.profile,
    os.homedir(),
    os.hostname(),
  ];
  expect([...secrets, ...names].filter((text) => all.toLowerCase().includes(text.toLowerCase()))).toEqual([]);
  expect(all, 'the search itself works').toMatch(/"job":"clip-\d+"/);

  // With the addresses of the sites where they are asked for: made anew, and shown before it can be saved.
  await dialog.getByRole('checkbox', { name: 'Include the addresses of my sites' }).check();
  await expect(dialog.locator('details[open]')).toHaveCount(0);
  await expect(dialog.getByText('was saved in')).toHaveCount(0);
  await dialog.getByText('report.txt').click();
  await expect(report).toContainText(`address: ${site.url.replace(/\/$/, '')}`);
  // What is made anew takes nobody's place at the keyboard.
  const included = dialog.getByRole('checkbox', { name: 'Include the addresses of my sites' });
  await included.uncheck();
  await expect(dialog.locator('details[open]')).toHaveCount(0);
  await expect(dialog.getByText('report.txt')).toBeVisible();
  await expect(included).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Help', exact: true })).toBeFocused();
  expect(running.complaints).toEqual([]);
  await apps.takeBack(running);
  await site.stop();
  await clips.remove();
});
