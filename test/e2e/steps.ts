// What a person does in the app, as steps for tests and the demo: by role and name, as a screen reader would find it.
import { createHash, randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { appendFile, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Bridge } from '../../preload/contract.ts';
import type { SignInWay } from '../../preload/sign-in-ways.ts';
import { t } from '../../preload/text/text.ts';

import type { PracticeSite } from '../site/start.ts';
import type { RunningApp } from './harness.ts';

export const fixtures = path.resolve(import.meta.dirname, '../fixtures');
export const fixture = (name: string): string => path.join(fixtures, name);
export const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** A folder of its own with copies of fixtures under new names; a name may hold folders. */
export async function clipFolder(
  clips: Readonly<Record<string, string>>,
): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-clips-'));
  for (const [name, from] of Object.entries(clips)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await copyFile(fixture(from), path.join(folder, name));
  }
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export async function findSite(page: Page, address: string): Promise<void> {
  await page.getByLabel('Site address').fill(address);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Brings up the form of one of the ways to sign in, unless it is shown already. */
export async function chooseWay(page: Page, way: SignInWay): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Sign in to/ }))
    .toBeVisible()
    .catch(async (cause: unknown) => {
      throw new Error(`no way to sign in is shown; the window says: ${await page.locator('body').innerText()}`, {
        cause,
      });
    });
  const other = page.getByRole('list', { name: 'Other ways to sign in' });
  const button = other.getByRole('button', { name: t(`sign-in.${way}.choose`) });
  if (await button.isVisible()) await button.click();
}

export async function signIn(page: Page, login: string, password: string): Promise<void> {
  await chooseWay(page, 'application-password');
  await page.getByLabel('Username or email').fill(login);
  await page.getByLabel('Application password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/**
 * A copy of a fixture that is `bytes` larger and still the same video: a box of type `free` behind the rest, filled so that
 * no two are alike.
 */
export async function grownClip(from: string, to: string, bytes: number): Promise<void> {
  await copyFile(fixture(from), to);
  const box = Buffer.alloc(bytes);
  randomFillSync(box);
  box.writeUInt32BE(bytes, 0);
  box.write('free', 4, 'latin1');
  await appendFile(to, box);
}

/** From the first window to the empty list of uploads, by the real sign-in over HTTP. */
export async function connect(page: Page, site: Pick<PracticeSite, 'url' | 'signIn'>, login = 'ava'): Promise<void> {
  await findSite(page, site.url);
  await signIn(page, login, site.signIn(login).appPassword);
  await expect(page.getByRole('heading', { name: 'Uploads' })).toBeVisible();
  // The check-up that follows would be heard and counted by tests of other things.
  await expect.poll(() => page.evaluate(isChecked)).toBe(true);
}

/** In the page: whether every connected site has been checked. */
async function isChecked(): Promise<boolean> {
  const { clipferry } = window as unknown as { readonly clipferry: Bridge };
  const { sites, checkups } = await clipferry.request('app.state');
  return sites.every(({ id }) => checkups.some(({ siteId, at, running }) => siteId === id && at !== null && !running));
}

/** The row of the clip with this title or file name. */
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

export async function openDetails(page: Page, name: string): Promise<void> {
  await row(page, name).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
}

/** Types into the form beside the list, the way a person does, and leaves the field. */
export async function typeDetails(
  page: Page,
  name: string,
  typed: { readonly title?: string; readonly description?: string },
): Promise<void> {
  await openDetails(page, name);
  if (typed.title !== undefined) await page.getByLabel('Title', { exact: true }).fill(typed.title);
  if (typed.description !== undefined) await page.getByLabel('Description').fill(typed.description);
  await page.keyboard.press('Tab');
}

/** Waits until so many clips are on the site, as the window says it. */
export async function untilDone(page: Page, count: number, timeout = 60_000): Promise<void> {
  await expect(page.getByRole('tab', { name: new RegExp(`^Done\\s*${count}$`) })).toBeVisible({ timeout });
}

/** Presses "Watch a folder" and answers the system's dialog with `folder`, as far as the question that follows. */
export async function chooseFolder({ app, page }: RunningApp, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, folder);
  await page.getByRole('button', { name: 'Watch a folder' }).click();
  await expect(page.getByRole('dialog')).toContainText(folder);
}

/** On the screen of watched folders: watches one more. `existing` = what is chosen for the videos that are in it. */
export async function watchFolder(
  running: RunningApp,
  folder: string,
  { existing }: { readonly existing?: string } = {},
): Promise<void> {
  const { page } = running;
  await chooseFolder(running, folder);
  if (existing !== undefined) await page.getByText(existing).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Watch folder' }).click();
  await expect(page.getByRole('region', { name: path.basename(folder) })).toContainText('Watching');
}

export const columnsButton = (page: Page) => page.getByRole('button', { name: 'Columns', exact: true });

/** By the keys of the menu; a name that is chosen already is taken away. */
export async function chooseColumns(page: Page, ...names: readonly string[]): Promise<void> {
  await columnsButton(page).press('Enter');
  for (const name of names) {
    const item = page.getByRole('menuitemcheckbox', { name: new RegExp(`^${name}`) });
    while (!(await item.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}
