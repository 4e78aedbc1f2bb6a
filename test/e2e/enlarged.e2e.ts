// Enlarged to 200 and 400 % nothing stands over anything else, and nothing is scrolled sideways (WCAG 1.4.10); switches keep their knob in forced colours.
import type { Page } from 'playwright-core';
import type { AppState, Command } from '../../preload/contract.ts';
import { t } from '../../preload/text/text.ts';
import { ask } from './behind.ts';
import { type RunningApp, realDrop } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { overlaps, resize } from './looks.ts';
import { clipFolder, connect, fixture, grownClip } from './steps.ts';

/** What lies over the list, or comes between it and its head: search, menus, a question, the pane. */
async function layers(page: Page, size: string): Promise<void> {
  const clean = async (what: string, within: string | null): Promise<void> => {
    expect.soft(await overlaps(page, within), `${what}, ${size}`).toEqual([]);
  };
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search clips' }).fill('o');
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toBeVisible();
  await clean('the search', null);
  await page.getByRole('button', { name: 'Close search' }).click();
  await page.getByRole('button', { name: /Sort/ }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await clean('a choice', '.popover');
  await page.keyboard.press('Escape');
  await page.getByRole('row').first().click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await clean('the menu of a clip', '.popover');
  await page.keyboard.press('Escape');
  const first = (await page.getByRole('row').first().locator('.row-title').textContent()) ?? '';
  await page.getByRole('row').first().press('Delete');
  const result = page.getByRole('status', { name: 'Result' });
  await expect(result).toContainText('1 clip removed from the list');
  await clean('what can be undone', '.notice');
  await result.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(result).toContainText('1 clip is back on the list.');
  await result.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(page.getByRole('row').first()).toContainText(first);
  await page.getByRole('row').first().press('Enter');
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
  // Its button to close stays in sight over what is scrolled, on purpose.
  await page.locator('.pane').evaluate((pane) => pane.scrollTo(0, 0));
  await clean('the details', '.pane');
  await page.keyboard.press('Escape');
}

/** As main would tell the page. */
async function tell(
  running: RunningApp,
  event: 'app.state' | 'desktop.command',
  what: AppState | Command,
): Promise<void> {
  await running.app.evaluate(
    ({ BrowserWindow }, [name, told]) => BrowserWindow.getAllWindows()[0]?.webContents.send(name, told),
    [event, what] as const,
  );
}

/** What comes over every place, or instead of it: a proxy that asks, help, a file of another computer, a post, a question. */
async function visitors(running: RunningApp, size: string): Promise<void> {
  const { app, page } = running;
  const dialog = page.locator('.dialog');
  const clean = async (what: string, within: string | null): Promise<void> => {
    expect.soft(await overlaps(page, within), `${what}, ${size}`).toEqual([]);
  };
  const state = await ask(page, 'app.state');
  const asking = { id: 'p', address: 'proxy.example:3128', user: '', isRefused: true, isSecure: false };
  // Main tells the page the truth as soon as it has something to say, such as of the clip that came back a moment ago.
  await expect(async () => {
    await tell(running, 'app.state', { ...state, proxies: { asking, kept: [] } });
    await expect(page.getByRole('status', { name: t('proxy.label') })).toBeVisible({ timeout: 2_000 });
    expect(await overlaps(page), `a proxy that asks, ${size}`).toEqual([]);
    await page.getByRole('button', { name: t('proxy.act') }).click({ timeout: 2_000 });
    await expect(dialog).toBeVisible({ timeout: 2_000 });
    expect(await overlaps(page, '.dialog'), `the form of a proxy, ${size}`).toEqual([]);
  }).toPass({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await tell(running, 'app.state', state);
  for (const command of ['about', 'report'] as const) {
    await tell(running, 'desktop.command', { kind: 'help', what: command });
    await expect(dialog).toBeVisible();
    await clean(command, '.dialog');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await app.evaluate(({ dialog: system }, chosen) => {
    system.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, fixture('C0001.mp4'));
  await page
    .getByRole('button', { name: /^Settings/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Bring over… from another computer' }).click();
  await expect(dialog).toBeVisible();
  await clean('a file of another computer', '.dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page
    .getByRole('button', { name: /^Library/ })
    .first()
    .click();
  await page.getByRole('row').first().click();
  await page
    .getByRole('row')
    .nth(1)
    .click({ modifiers: ['Shift'] });
  const details = page.getByRole('button', { name: 'Details', exact: true });
  if (await details.isVisible()) await details.click();
  await page.getByRole('button', { name: 'New post draft…' }).click();
  await expect(dialog).toBeVisible();
  await clean('a draft post', '.dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'New post draft…' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Uploads/ }).click();
  await page.getByRole('tab', { name: /^Needs attention/ }).click();
  await expect(page.getByRole('list', { name: t('uploads.groups') })).toBeVisible();
  await clean('several clips of one cause', null);
  await page.getByRole('tab', { name: /^All/ }).click();
  await page.getByRole('button', { name: 'Decide whether clips go to Harbour Films' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('go, too.');
  await clean('whether clips may be public', '.dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('the uploads and every other place, enlarged to 200 and 400 %', { tag: '@proof' }, async ({ apps }) => {
  // Every place and every layer three times over, and longer beside other work.
  test.setTimeout(480_000);
  const running = await apps.lend();
  const { page } = running;
  const site = await newPracticeSite({ name: 'Harbour Films' });
  // How many clips get there before they are held is a matter of pace.
  await site.addVideos([{ title: 'Harbour at dawn' }, { title: 'The old pier' }]);
  await connect(page, site);
  await site.switches({
    failWith: { status: 403, contentType: 'application/json', body: '{"code":"rest_cannot_create","message":"No."}' },
  });
  await realDrop(page, ['Tide pools.mp4', 'C0001.mp4', 'Market street.mp4'].map(fixture));
  await expect(page.getByRole('row')).toHaveCount(3);
  // A group of one cause; then clips that are held until their user says that everybody may see them.
  await expect(page.getByRole('tab', { name: /^Needs attention\s*3$/ })).toBeVisible();
  await site.switches({ failWith: null, uploadStatus: 'publish' });
  const folder = await clipFolder({});
  const many = Array.from({ length: 14 }, (_, at) => `${folder.path}/Regatta ${at}.mp4`);
  for (const to of many) await grownClip('C0001.mp4', to, 64);
  await realDrop(page, many);
  await expect(page.getByRole('list', { name: t('uploads.holds') })).toContainText('Clips are public at once');
  // It lies over the list on purpose, for ten seconds.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  for (const [width, height, times] of [
    [1280, 960, 2],
    [1280, 800, 2],
    [1280, 960, 4],
  ] as const) {
    await resize(running, width, height, times);
    for (const place of ['Uploads', 'Library', 'Watched', 'Sites', 'Settings']) {
      await page
        .getByRole('button', { name: new RegExp(`^${place}`, 'i') })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect.soft(await overlaps(page), `${place}, ${width} × ${height} at ${times * 100} %`).toEqual([]);
    }
    await page.getByRole('button', { name: 'Save… for a new computer' }).click();
    await expect(page.getByRole('dialog')).toContainText('Your settings');
    expect.soft(await overlaps(page, '.dialog'), `saving, ${width} × ${height} at ${times * 100} %`).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Uploads/ }).click();
    await layers(page, `${width} × ${height} at ${times * 100} %`);
    await visitors(running, `${width} × ${height} at ${times * 100} %`);
  }
  const [account] = (await ask(page, 'app.state')).sites.flatMap(({ accounts }) => accounts);
  await ask(page, 'account.revokePasswords', { accountId: account?.id ?? '', which: 'all' });
  await expect(page.getByRole('list', { name: t('uploads.holds') })).toContainText('Sign in to Harbour Films');
  for (const times of [2, 4]) {
    await resize(running, 1280, 960, times);
    expect.soft(await overlaps(page), `a sign-in, at ${times * 100} %`).toEqual([]);
  }
  // The check finds what it is there for.
  await page.evaluate(() => {
    const planted = document.createElement('p');
    planted.textContent = 'Planted';
    planted.style.cssText = 'position: fixed; inset: 12px auto auto 80px; width: 200px';
    document.body.append(planted);
  });
  expect((await overlaps(page)).join()).toContain('Planted');
  await page.evaluate(() => {
    const wide = document.createElement('div');
    wide.style.cssText = 'position: absolute; inset: 0 auto auto 0; width: 3000px; height: 1px';
    document.body.append(wide);
    document.documentElement.style.overflow = 'auto';
    document.body.style.overflow = 'visible';
  });
  expect((await overlaps(page)).join()).toMatch(/HTML is 3000 wide/);
  await site.stop();
  await folder.remove();
});

test('a switch keeps its knob in forced colours', async ({ apps }) => {
  const { page } = await apps.lend();
  await connect(page, await newPracticeSite());
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.emulateMedia({ forcedColors: 'active' });
  const colours = await page.locator('.switch').evaluateAll((switches) =>
    switches.map((one) => {
      const of = (part: string): string => {
        const element = one.querySelector(part);
        return element === null ? '' : getComputedStyle(element).backgroundColor;
      };
      return { knob: of('.switch-knob'), track: of('.switch-track') };
    }),
  );
  expect(colours.length).toBeGreaterThan(0);
  for (const { knob, track } of colours) expect(knob).not.toBe(track);
});
