// Many videos moved to the trash in the real app: how far it is, a kill in the middle, a stop, and each that stayed with its reason.
import type { Page } from '@playwright/test';
import type { PracticeSite } from '../site/start.ts';
import { close, kill9, launchApp, type RunningApp, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { connect, row } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;

test.beforeEach(async () => {
  site = await newPracticeSite({ name: 'Harbour Films', ownProcess: true });
  running = await launchApp();
});
test.afterEach(async () => {
  await close(running);
  await site.stop();
});

const result = (page: Page) => page.getByRole('status', { name: 'Result' });
const line = (page: Page) => page.getByRole('region', { name: 'Videos that are being moved' });
const inTrash = async () => (await site.state()).videos.filter(({ status }) => status === 'trash').length;
const clips = (count: number, over: { readonly author?: string } = {}) =>
  site.addVideos(
    Array.from({ length: count }, (_, at) => ({
      ...{ title: `Clip ${String(at + 1).padStart(2, '0')}`, status: at % 2 === 0 ? 'publish' : 'private' },
      ...over,
    })),
  );
async function trashAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Library' }).press('Enter');
  await row(page, 'Clip 40').click();
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('heading', { name: '40 videos selected' })).toBeVisible();
  await page.keyboard.press('Delete');
}

test('forty videos on their way are seen, go on after a kill, each once, and are back by one press', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  const ids = await clips(40);
  await connect(page, site);
  await site.switches({ answerDelayMs: 200 });
  await trashAll(page);
  await expect(line(page)).toContainText(/Moving videos to the trash: [1-9]\d* of 40/);
  // From here on the site does what it is asked for, and no answer comes.
  await site.switches({ holdAnswer: { route: '^DELETE /wp/v2/video/' } });
  // None of them looks as if it rested, also not in the moment after it went.
  const states = () =>
    page
      .getByRole('row')
      .evaluateAll((rows) => rows.map((one) => /On its way to the trash/.test(one.textContent ?? '')));
  await expect.poll(async () => new Set(await states())).toEqual(new Set([true]));
  await screenshot(running, 'library-moving', 'light');
  await screenshot(running, 'library-moving', 'dark');
  await kill9(running);
  await site.switches({ answerDelayMs: 10, holdAnswer: null });
  await site.release();
  running = await launchApp({ profile: running.profile });
  await expect(result(running.page)).toContainText('40 videos moved to the trash.', { timeout: 60_000 });
  expect(await inTrash()).toBe(40);
  const { requests } = await site.state();
  const asked = ids.map((id) =>
    requests.filter(({ method, path }) => method === 'DELETE' && new RegExp(`/video/${id}(\\?|$)`).test(path)),
  );
  expect(asked.map((those) => those.length)).toEqual(ids.map(() => 1));
  await result(running.page).getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(result(running.page)).toContainText('40 videos are back from the trash, with their earlier status.', {
    timeout: 60_000,
  });
  const statuses = new Map((await site.state()).videos.map(({ id, status }) => [id, status]));
  expect(ids.map((id) => statuses.get(id))).toEqual(ids.map((_, at) => (at % 2 === 0 ? 'publish' : 'private')));
  expect(running.complaints).toEqual([]);
});

test('a batch is stopped by the keyboard, and what a site refused is listed with its reason until it is tried again', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await clips(40);
  await connect(page, site);
  const code = { code: 'rest_cannot_delete', message: 'No.' };
  const refusal = { route: '^DELETE /wp/v2/video/', status: 403, body: code };
  // So slow that the key comes while most of them are still to go, also on a busy machine.
  await site.switches({ answerDelayMs: 1_500, failWith: { ...refusal, times: 3 } });
  await trashAll(page);
  await expect(line(page)).toContainText(/: ([4-9]|[1-3]\d) of 40/);
  await line(page).getByRole('button', { name: /^Stop/ }).press('Enter');
  await expect(result(page)).toContainText(/stay as they are\./);
  await expect(result(page)).toContainText('3 videos were not: your account may not do that.');
  await expect(line(page)).toBeHidden();
  const failed = page.getByRole('region', { name: '3 videos were not moved to the trash.' });
  await failed.getByRole('button', { name: 'Show' }).press('Enter');
  await expect(failed.getByRole('listitem')).toHaveCount(3);
  await expect(failed.getByRole('listitem').first()).toContainText('your account may not do that');
  await screenshot(running, 'library-not-moved', 'light');
  await screenshot(running, 'library-not-moved', 'dark');
  const before = await inTrash();
  await site.switches({ failWith: null, answerDelayMs: 0 });
  await failed.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(result(page)).toContainText('3 videos moved to the trash.');
  await expect(failed).toBeHidden();
  expect(await inTrash()).toBe(before + 3);
  expect(running.complaints).toEqual([]);
});

test('without a connection it says why it waits, and goes on by itself', { tag: '@proof' }, async () => {
  const { page } = running;
  await clips(40);
  await connect(page, site);
  await page.getByRole('button', { name: 'Library' }).press('Enter');
  await expect(row(page, 'Clip 40')).toBeVisible();
  await site.kill();
  await row(page, 'Clip 40').click();
  await page.keyboard.press('Delete');
  await expect(line(page)).toContainText('Moving videos to the trash: 0 of 1');
  await expect(line(page).getByRole('status')).not.toBeEmpty();
  await screenshot(running, 'library-moves-wait', 'light');
  await site.restart();
  await expect(result(page)).toContainText('1 video moved to the trash.', { timeout: 90_000 });
  await expect(row(page, 'Clip 40')).toHaveCount(0);
});
