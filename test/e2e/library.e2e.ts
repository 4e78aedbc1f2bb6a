// The library on the real app: list, search, edit, trash, restore, delete, open on the site, pictures, ten thousand videos.
import type { Page } from '@playwright/test';
import { shapes } from '../site/shapes.ts';
import type { NewVideo, PracticeSite } from '../site/start.ts';
import { api } from '../site/test-client.ts';
import { close, type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { longest, mostWhileScrolled, tasksOf } from './page-tasks.ts';
import { connect, fixture, row, untilDone } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films', ownProcess: true });
  running = await apps.lend();
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await site.stop();
});

async function openLibrary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Library' }).click();
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
}

async function choose(page: Page, what: string, option: RegExp): Promise<void> {
  await page.getByRole('button', { name: what }).click();
  await page.getByRole('option', { name: option }).click();
}

const video = (title: string, over: Partial<NewVideo> = {}): NewVideo => ({ title, status: 'publish', ...over });
const onSite = async (title: string) => (await site.state()).videos.find((one) => one.title === title);

/** Keeps what the app would open in the user's browser instead of opening it. */
async function watchBrowser(app: RunningApp['app']): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { openedPages: opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  return () => app.evaluate(() => (globalThis as unknown as { openedPages: string[] }).openedPages);
}

test('lists, searches, edits and opens what is on the site', async () => {
  const { page, app } = running;
  await site.addVideos([
    video('Arrival of the ships', { dateGmt: '2026-01-02T10:00:00' }),
    video('Rope &amp; <i>tar</i>', { dateGmt: '2026-01-01T10:00:00' }),
    video('Of others', { author: 'admin' }),
  ]);
  await connect(page, site);
  await openLibrary(page);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').nth(1)).toContainText('Rope & <i>tar</i>');
  await choose(page, 'Mine', /Everyone/);
  await expect(page.getByRole('row')).toHaveCount(3);
  await row(page, 'Of others').click();
  await expect(page.getByText('Your account may look at this video, but not change it.')).toBeVisible();

  await page.getByLabel('Search videos').fill('arrival');
  await expect(page.getByRole('row')).toHaveCount(1);
  await row(page, 'Arrival of the ships').click();
  await page.getByLabel('Title', { exact: true }).fill('Ships & <b>sails</b>');
  await page.getByRole('textbox', { name: 'Description' }).fill('Two lines,\nas typed.');
  await page.keyboard.press('Tab');
  await expect(row(page, 'Ships & <b>sails</b>')).toContainText('Changes not on the site yet');
  await expect
    .poll(async () => (await onSite('Ships &amp; &lt;b&gt;sails&lt;/b&gt;'))?.content)
    .toBe('Two lines,\nas typed.');
  await page.getByLabel('Search videos').fill('ships');
  await expect(row(page, 'Ships & <b>sails</b>')).not.toContainText('Changes not on the site yet');

  const opened = await watchBrowser(app);
  await row(page, 'Ships & <b>sails</b>').getByRole('button').click();
  await expect.poll(opened).toEqual([`${site.url}/video/arrival-of-the-ships/`]);

  await page.getByRole('tab', { name: 'Blog posts' }).click();
  await page.getByRole('row').first().dblclick();
  await expect.poll(async () => (await opened()).length).toBe(2);
  expect(new URL((await opened())[1] ?? '').origin).toBe(site.url);
  expect(running.complaints).toEqual([]);
});

test('a draft post from chosen videos: ordered, made once though its answer is lost, and found, searched and opened by keyboard', {
  tag: '@proof',
}, async () => {
  const { page, app } = running;
  await site.addVideos([
    video('Ropes', { dateGmt: '2026-01-03T10:00:00' }),
    video('Sails', { dateGmt: '2026-01-02T10:00:00' }),
    video('Tar', { dateGmt: '2026-01-01T10:00:00' }),
  ]);
  await connect(page, site);
  await openLibrary(page);
  await row(page, 'Ropes').click();
  await row(page, 'Sails').click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'New post draft…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Move Sails up' }).press('Enter');
  await expect(dialog.getByRole('listitem')).toContainText(['Sails', 'Ropes']);
  await dialog.getByLabel('Title of the post').fill('How <we> rig & sail');
  const route = '^POST /wp/v2/posts';
  await site.switches({ dropUpload: { route, times: 1 } });
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Harbour Films did not say whether it created the draft');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'New post draft…' }).click();
  await dialog.getByLabel('Title of the post').fill('How <we> rig & sail');
  await site.switches({ loseAnswer: { route, times: 1 } });
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText('The draft “How <we> rig & sail” is on Harbour Films.');
  const { json: drafts } = await api(site, 'ava', 'GET', 'wp/v2/posts?status=draft&author=2&context=edit');
  expect(drafts).toHaveLength(1);
  const [draft] = drafts;
  expect(draft.content.raw).toMatch(/ropes[\s\S]*sails/);

  const opened = await watchBrowser(app);
  await expect(dialog.getByRole('button', { name: 'Open on the site' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(opened).toEqual([`${site.url}/wp-admin/post.php?post=${draft.id}&action=edit`]);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await choose(page, 'All (except trash)', /^Public/);
  await page.getByRole('tab', { name: 'Blog posts' }).click();
  await page.getByLabel('Search blog posts').fill('no such post');
  await expect(page.getByText('No matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all posts' }).click();
  await page.getByLabel('Search blog posts').fill('rig');
  await expect(page.getByRole('row')).toHaveCount(1);
  await expect(page.getByRole('row')).toContainText('How <we> rig & sail');
  await page.getByRole('row').focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await opened()).length).toBe(2);
  expect((await opened())[1]).toContain(`p=${draft.id}`);
  expect(running.complaints).toEqual([]);
});

test('what is typed without a connection goes out when the site is back', { tag: '@proof' }, async ({ apps }) => {
  const { page } = running;
  await site.addVideos([video('Long exposure')]);
  await connect(page, site);
  await openLibrary(page);
  await row(page, 'Long exposure').click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Long exposure');
  await site.kill();
  await page.getByLabel('Title', { exact: true }).fill('Longer exposure');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Not on the site yet', { exact: true })).toBeVisible();
  await close(running, { keepProfile: true });

  await site.restart();
  running = await apps.again(running);
  await openLibrary(running.page);
  await expect.poll(async () => (await onSite('Longer exposure'))?.status).toBe('publish');
  await expect(row(running.page, 'Longer exposure')).not.toContainText('Changes not on the site yet');
});

test('a change made on the site meanwhile is said, and the user decides', { tag: '@proof' }, async () => {
  const { page } = running;
  const [id] = await site.addVideos([video('First words')]);
  await connect(page, site);
  await openLibrary(page);
  await row(page, 'First words').click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('First words');
  await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { title: 'Words of others' } });
  await page.getByLabel('Title', { exact: true }).fill('My words');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Also changed on the site')).toBeVisible();
  const title = page.getByRole('radiogroup', { name: 'Title' });
  await expect(title.getByText('Words of others')).toBeVisible();
  expect(await onSite('Words of others')).toBeDefined();
  await title.getByText('Use mine').click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(async () => onSite('My words')).toBeDefined();
  await expect(page.getByText('Also changed on the site')).toBeHidden();
  await expect(page.getByText('On the site.', { exact: true })).toBeVisible();

  await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { title: 'Others again' } });
  await page.getByLabel('Title', { exact: true }).fill('Mine again');
  await page.keyboard.press('Tab');
  await title.getByText('Keep the site’s').click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Others again');
  expect(await onSite('Others again')).toBeDefined();
});

test('an upload says what the site has of it by now, and one that was deleted there is sent again by its button', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await connect(page, site);
  await realDrop(page, [fixture('Tide pools.mp4')]);
  await untilDone(page, 1);
  const upload = row(page, 'Tide pools');
  await expect(upload).toContainText('On the site · Pending review');

  await openLibrary(page);
  await row(page, 'Tide pools').click();
  await page.getByRole('button', { name: 'Move to trash', exact: true }).click();
  await expect(page.getByText('No videos of yours yet.')).toBeVisible();
  await page.getByRole('button', { name: /^Uploads/ }).click();
  await expect(upload).toContainText('In the site’s trash');
  await expect(upload.getByRole('button')).toHaveCount(0);

  await openLibrary(page);
  await choose(page, 'All (except trash)', /In the trash/);
  await row(page, 'Tide pools').click();
  await page.getByRole('button', { name: 'Delete forever…' }).click();
  await page.getByRole('button', { name: 'Delete forever', exact: true }).click();
  await expect.poll(async () => (await site.state()).videos).toEqual([]);
  await page.getByRole('button', { name: /^Uploads/ }).click();
  await expect(upload).toContainText('Deleted on the site');
  await upload.getByRole('button', { name: /^Send again/ }).click();
  await expect(upload).toContainText('On the site · Pending review');
  expect((await site.state()).videos).toHaveLength(1);
  expect(running.complaints).toEqual([]);
});

test('trash, restore and delete forever, one and many, by mouse and by keyboard', async () => {
  const { page } = running;
  await site.addVideos([video('One'), video('Two'), video('Three', { status: 'pending' })]);
  await connect(page, site);
  await openLibrary(page);
  await row(page, 'One').click();
  await row(page, 'Two').click({ modifiers: ['Control'] });
  await row(page, 'Three').click({ modifiers: ['Control'] });
  await expect(page.getByRole('heading', { name: '3 videos selected' })).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('3 videos moved to the trash.');
  await expect(page.getByText('No videos of yours yet.')).toBeVisible();

  await choose(page, 'All (except trash)', /In the trash \(3\)/);
  await row(page, 'Three').click();
  await page.getByRole('button', { name: 'Restore…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('1 video restored as a draft.');
  expect(await onSite('Three')).toMatchObject({ status: 'draft', slug: '' });

  await row(page, 'One').click();
  await page.getByRole('button', { name: 'Delete forever…' }).click();
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(/^This cannot be undone\./);
  await page.getByRole('button', { name: 'Delete forever', exact: true }).focus();
  // Of videos that were moved elsewhere: what is asked of them comes after it, and no key for the first answers it.
  await running.app.evaluate(({ BrowserWindow }) => {
    const failed = [{ id: 9, title: 'Four', problem: 'no-trash', said: null }];
    const batch = { id: 999, accountId: 'other', act: 'trash', actId: null, total: 2, over: 2, isStopped: false };
    const over = { ...batch, waits: null, result: { done: [8], failed }, taken: null, failed, mayRetry: true };
    BrowserWindow.getAllWindows()[0]?.webContents.send('library.batches', [over]);
  });
  await expect(page.getByText('1 video moved to the trash.')).toBeAttached();
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(/^This cannot be undone\./);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'This site has no trash' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('row')).toHaveCount(1);
  expect(await onSite('One')).toBeUndefined();

  await site.switches({ trashDisabled: true });
  await choose(page, 'In the trash', /All \(except trash\)/);
  await row(page, 'Three').click();
  await page.getByRole('button', { name: 'Move to trash', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toContainText('This site has no trash');
  expect(await onSite('Three')).toBeDefined();
  await page.getByRole('button', { name: 'Delete forever', exact: true }).click();
  await expect(page.getByRole('row')).toHaveCount(0);
  expect(await onSite('Three')).toBeUndefined();
});

for (const { taxonomies, tree, treeName, flat, flatName } of shapes) {
  test(`is narrowed by ${treeName} and ${flatName} together, by mouse and by keyboard`, { tag: '@proof' }, async () => {
    const { page } = running;
    await site.switches({ taxonomies });
    const [sea = 0] = await site.addTerms(tree, ['Sea & <i>harbour</i>']);
    const [cove = 0] = await site.addTerms(tree, [{ name: 'Cove', parent: sea }]);
    const tags = await site.addTerms(
      flat,
      Array.from({ length: 250 }, (_, at) => `tag ${String(at + 1).padStart(3, '0')}`),
    );
    const [both = 0, one = 0] = await site.addVideos([video('Sea by night'), video('Sea by day'), video('Land')]);
    await site.editVideo(both, { terms: { [tree]: [cove], [flat]: [tags[221] ?? 0] } });
    await site.editVideo(one, { terms: { [tree]: [sea] } });
    await connect(page, site);
    await openLibrary(page);
    await expect(page.getByRole('row')).toHaveCount(3);

    // A tree shows what lies below what, and counts it in.
    await page.getByRole('button', { name: `${treeName}: any` }).click();
    const box = page.getByRole('dialog', { name: `Filter by ${treeName}` });
    await expect(box.getByRole('combobox', { name: `Find in ${treeName}` })).toBeFocused();
    await box.getByRole('option', { name: /^Sea &/ }).click();
    await page.keyboard.press('Escape');
    await expect(box).toBeHidden();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('button', { name: `${treeName}: Sea &` })).toBeFocused();

    // Of very many tags some are loaded, and the site finds the others.
    await page.getByRole('button', { name: `${flatName}: any` }).click();
    const list = page.getByRole('dialog', { name: `Filter by ${flatName}` });
    await expect(list.getByText(/^100 of 25\d$/)).toBeVisible();
    await list.getByRole('button', { name: 'Show more' }).click();
    await expect(list.getByText(/^200 of 25\d$/)).toBeVisible();
    for (const theme of ['light', 'dark'] as const) await screenshot(running, `library-filter-${taxonomies}`, theme);
    await page.getByRole('combobox', { name: `Find in ${flatName}` }).focus();
    await page.keyboard.type('222');
    // Before the site has answered, one option says that it is being looked for: no key can lead there.
    await expect(list.getByRole('option', { name: /^tag 222/ })).toBeVisible();
    await expect(list.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expect(list.getByRole('option')).toHaveAttribute('data-focused', 'true');
    await page.keyboard.press('Enter');
    await expect(list.getByRole('row', { name: 'tag 222' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(page.getByRole('row')).toHaveCount(1);
    await expect(row(page, 'Sea by night')).toBeVisible();

    // It is still chosen after looking elsewhere, and one step takes it all off.
    await page.getByRole('button', { name: /^Uploads/ }).click();
    await page.getByRole('button', { name: 'Library' }).click();
    await expect(page.getByRole('button', { name: `${flatName}: tag 222` })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(1);
    await page.getByLabel('Search videos').fill('nowhere');
    await page.getByRole('button', { name: 'Show all videos' }).click();
    await expect(page.getByRole('row')).toHaveCount(3);
    expect(running.complaints).toEqual([]);
  });
}

test('says that the site has no taxonomies, and that they cannot be loaded', async () => {
  const { page } = running;
  await site.addVideos([video('Alone')]);
  await connect(page, site);
  const route = '^GET /wp/v2/taxonomies';
  await site.switches({ failWith: { route, status: 500 } });
  await openLibrary(page);
  await expect(page.getByText('Categories and tags cannot be loaded.')).toBeVisible();
  await site.switches({ failWith: { route, status: 200, body: [] } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('This site has no categories or tags for videos.')).toBeVisible();
  await expect(row(page, 'Alone')).toBeVisible();
  await site.switches({ failWith: null });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Video Tags: any' }).click();
  await site.switches({
    failWith: {
      route: '^GET /wp/v2/video_tag',
      status: 403,
      body: { code: 'rest_forbidden', message: 'Not for you.' },
    },
  });
  await page.getByRole('combobox', { name: 'Find in Video Tags' }).fill('sea');
  await expect(page.getByRole('alert')).toContainText(
    'Your account may not see these on this site. It said: “Not for you.”',
  );
  // A screen reader would read out an entry that has no words.
  await expect(page.locator('[role=option]')).toHaveCount(0);
  await site.switches({ failWith: null });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No matches')).toBeVisible();
});

/** 1 × 1, red. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('pictures of the site come through the app itself', async () => {
  const { page } = running;
  const [id] = await site.addVideos([video('With a picture')]);
  const media = await api(site, 'ava', 'POST', 'wp/v2/media', {
    body: png,
    headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="poster.png"' },
  });
  await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { featured_media: media.json.id } });
  await connect(page, site);
  await openLibrary(page);
  const picture = row(page, 'With a picture').locator('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  expect(await picture.getAttribute('src')).toMatch(/^app:\/\/main\/poster\//);
  const unknown = await page.evaluate(async () => (await fetch('app://main/poster/nobody/1')).status);
  expect(unknown).toBe(404);
});

/** Processor time in ms of the longest tasks of the page while so many videos, one of which is called `one`, are scrolled, narrowed and all changed. */
async function worked(page: Page, count: number, one: string) {
  const all = page.getByText(`${count.toLocaleString('en')} videos`, { exact: true });
  await expect(all).toBeVisible();
  let rows = 0;
  const scrolled = await tasksOf(running.app, async () => {
    rows = await mostWhileScrolled(page, 'row');
  });
  const narrowed = await tasksOf(running.app, async () => {
    await page.getByLabel('Search videos').fill(one);
    await expect(page.getByText('1 video', { exact: true })).toBeVisible();
    await page.getByLabel('Search videos').fill('');
    await expect(all).toBeVisible();
    await choose(page, 'Date: Any date', /Last 7 days/);
    await expect(page.getByText('No matches')).toBeVisible();
    await page.getByRole('button', { name: 'Show all videos' }).click();
    await expect(all).toBeVisible();
  });
  const changed = await tasksOf(running.app, async () => {
    await page.getByRole('row').first().click();
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('heading', { name: `${count.toLocaleString('en')} videos selected` })).toBeVisible({
      timeout: 120_000,
    });
    await page.getByRole('textbox', { name: 'Description' }).fill('For all of them');
    await page.getByRole('button', { name: `Change ${count.toLocaleString('en')} videos` }).click();
    await expect(page.getByRole('status', { name: 'Result' })).toContainText('get the change.', { timeout: 120_000 });
  });
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThanOrEqual(200);
  expect(scrolled.length).toBeGreaterThan(100);
  return [scrolled, narrowed, changed].map(longest);
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) =>
    video(`Clip ${from + at}`, {
      dateGmt: new Date(Date.UTC(2020, 0, 1) + (from + at) * 60_000).toISOString().slice(0, 19),
    }),
  );

test('ten thousand videos: only what is in sight is in the page; scrolling, searching and changing all of them is as light as with four hundred', {
  tag: ['@measured', '@proof'],
}, async () => {
  const { page } = running;
  await site.addVideos(numbered(0, 400));
  await connect(page, site);
  await openLibrary(page);
  // In one run, so that a slow computer slows both.
  const few = await worked(page, 400, 'Clip 399');
  await site.addVideos(numbered(400, 10_000));
  await page.getByRole('button', { name: 'Refresh' }).click();
  // Of those that are selected still the number says so.
  await page.getByRole('row').first().click();
  const many = await worked(page, 10_000, 'Clip 9876');
  const told = ['scrolled', 'searched and filtered', 'all changed'].map(
    (what, at) => `${many[at]?.toFixed(1)} ms while they are ${what} (${few[at]?.toFixed(1)} ms with 400)`,
  );
  process.stdout.write(`10,000 videos: the longest tasks of the page take ${told.join(', ')} of processor time\n`);
  // Nobody sees 50 ms; a computer that is slower than that with four hundred may take twice as long with all of them.
  for (const [at, ms] of many.entries()) expect(ms).toBeLessThan(Math.max(50, 2 * (few[at] ?? 0)));

  await row(page, 'Clip').first().focus();
  await page.keyboard.press('End');
  await expect(page.getByText('Clip 0', { exact: true }).first()).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThanOrEqual(200);
});
