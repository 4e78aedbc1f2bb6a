// Moving to a new computer in two real apps: saved on the one, brought over on the other, and nothing that is on the site is sent again.
import { copyFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { t } from '../../preload/text/text.ts';
import { answerOpen, answerSave, ask, connectBehind, dropBehind, states } from './behind.ts';
import type { RunningApp } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, grownClip } from './steps.ts';

const click = ({ app }: RunningApp, id: string): Promise<void> =>
  app.evaluate(({ Menu }, name) => Menu.getApplicationMenu()?.getMenuItemById(name)?.click(), id);

async function hasNoBarriers({ page }: RunningApp): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

test('what is on the site, sites and folders come to a new computer; it asks for the rest, and sends nothing twice', {
  tag: '@proof',
}, async ({ apps }) => {
  test.setTimeout(480_000);
  const site = await newPracticeSite({ name: 'Harbour Films' });
  const clips = await clipFolder({});
  const [one, two, file] = ['one.mp4', 'two.mp4', 'moved.clipferry'].map((name) => path.join(clips.path, name)) as [
    string,
    string,
    string,
  ];
  await grownClip('Harbour at dawn.mp4', one, 200_000);
  await grownClip('Harbour at dawn.mp4', two, 210_000);
  const exports = await clipFolder({});
  const [studio, laptop] = [await apps.lend(), await apps.lend()];

  const { id } = await connectBehind(studio.page, site);
  await dropBehind(studio.page, [one, two], id);
  await expect.poll(() => states(studio.page), { timeout: 60_000 }).toEqual(['done', 'done']);
  await answerOpen(studio, exports.path);
  const offer = await ask(studio.page, 'folder.choose');
  if (!offer?.ok) throw new Error('The folder was not chosen');
  await ask(studio.page, 'folder.add', { offer: offer.value.offer, accountId: id, existing: 'leave' });

  await studio.page.getByRole('button', { name: 'Settings', exact: true }).click();
  const save = studio.page.getByRole('button', { name: 'Save… for a new computer' });
  await save.focus();
  await studio.page.keyboard.press('Enter');
  const saving = studio.page.getByRole('dialog', { name: 'Save for a new computer' });
  await expect(saving).toContainText('2 clips that are on a site');
  await expect(saving).toContainText('The rules of 1 watched folder');
  await hasNoBarriers(studio);
  await answerSave(studio, file);
  await saving.getByRole('button', { name: 'Save…' }).click();
  await expect(saving.getByRole('status').first()).toContainText(`moved.clipferry was saved in ${clips.path}`);
  await saving.getByRole('button', { name: 'Pause all watched folders here' }).click();
  await expect(saving).toContainText('The watched folders on this computer are paused.');
  expect((await ask(studio.page, 'app.state')).folders).toMatchObject([{ state: 'paused' }]);
  // The button that was pressed is gone; the key comes before anything else got the keyboard.
  await studio.page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  await expect(saving).toHaveCount(0);
  await expect(save).toBeFocused();

  // The new computer has nothing yet: it is asked for on the first screen, and a file that came over cut says so.
  const { page } = laptop;
  const cut = path.join(clips.path, 'cut.clipferry');
  await copyFile(file, cut);
  await truncate(cut, 700);
  const bring = page.getByRole('button', { name: 'Bring over from another computer…' });
  await answerOpen(laptop, null);
  await bring.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await answerOpen(laptop, cut);
  await bring.click();
  const bringing = page.getByRole('dialog', { name: 'Bring over from another computer' });
  await expect(bringing.getByRole('alert')).toContainText('The file is damaged');
  expect((await ask(page, 'app.state')).sites).toEqual([]);
  await answerOpen(laptop, file);
  await bringing.getByRole('button', { name: 'Choose another file…' }).click();
  await expect(bringing).toContainText('2 clips that are on a site already: they are not sent again from here');
  await expect(bringing).toContainText('Harbour Films at ');
  await expect(bringing).toContainText(`1 watched folder with its rules: ${path.basename(exports.path)}`);
  await hasNoBarriers(laptop);
  await bringing.getByRole('button', { name: 'Bring over', exact: true }).click();
  await expect(bringing.getByRole('status')).toContainText('Brought over');
  await expect(bringing).toContainText('2 clips are known now, and not sent again.');
  await bringing.getByRole('button', { name: 'Sign in to sites' }).click();

  await expect(page.getByRole('heading', { name: 'Sites', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: t('sign-in.application-password.choose') }).click();
  await page.getByLabel('Application password for ava').fill(site.signIn('ava').appPassword);
  await page.getByRole('button', { name: 'Sign in again', exact: true }).click();
  await expect.poll(async () => (await ask(page, 'app.state')).sites[0]?.accounts[0]?.signedIn).toBe(true);
  const here = await clipFolder({});
  await copyFile(one, path.join(here.path, 'Copy of one.mp4'));
  await copyFile(two, path.join(here.path, 'Copy of two.mp4'));
  const [known] = (await ask(page, 'app.state')).sites;
  expect(await dropBehind(page, [here.path], known?.accounts[0]?.id ?? '')).toMatchObject({
    added: 0,
    alreadyOnSite: 2,
  });

  // The folder is asked for, and watched only from then on.
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Watched folders' }).click();
  const name = path.basename(exports.path);
  const block = page.getByRole('region', { name });
  await expect(block).toContainText('Where is it now?');
  await hasNoBarriers(laptop);
  await answerOpen(laptop, here.path);
  await block.getByRole('button', { name: `Choose folder… for ${name}` }).click();
  const question = page.getByRole('dialog', { name: `Watch “${path.basename(here.path)}”` });
  await expect(question).toContainText('Clips that are on the site already are recognised and not sent again.');
  await question.getByText('Add them too').click();
  await question.getByRole('button', { name: 'Watch folder' }).click();
  await expect(page.getByRole('region', { name: path.basename(here.path) })).toContainText('Watching');
  await expect(block).toHaveCount(0);
  expect((await site.state()).uploads).toHaveLength(2);

  // From the menu it is there on every screen; the same file brings nothing more.
  await answerOpen(laptop, file);
  await click(laptop, 'move-in');
  await expect(bringing).toContainText('Everything in this file is on this computer already.');
  await click(laptop, 'settings');
  await expect(bringing).toHaveCount(0);
  expect([studio.complaints, laptop.complaints]).toEqual([[], []]);
  for (const running of [studio, laptop]) await apps.takeBack(running);
  await site.stop();
  for (const folder of [clips, exports, here]) await folder.remove();
});
