// Acts that are taken back on a real WordPress: titles, text, visibility, terms and what was in the trash are in its database as before.
import { decode } from 'html-entities';
import { ask } from '../behind.ts';
import { realDrop } from '../harness.ts';
import { connect, fixture, row, untilDone } from '../steps.ts';
import { expect, test } from './real.ts';

const hard = 'A & B "½" <b> é 你好';

test('a change for many and a trip to the trash are taken back; what somebody else changed is asked about', {
  tag: '@proof',
}, async ({ site, server, desk }) => {
  const { page } = desk;
  await connect(page, server, 'admin');
  const result = page.getByRole('status', { name: 'Result' });
  const own = new Set((await site.state()).videos.map(({ id }) => id));
  const shown = async () =>
    (await site.state()).videos
      .filter(({ id }) => !own.has(id))
      .map(({ id, title, content, status, terms }) => ({
        ...{ id, title: decode(title), content: decode(content ?? ''), status, tags: terms.video_tag ?? [] },
      }))
      .toSorted((one, other) => one.id - other.id);
  await realDrop(page, [fixture('Market street.mp4'), fixture('Tide pools.mp4'), fixture('Harbour at dawn.mp4')]);
  await untilDone(page, 3);
  const before = await shown();

  const change = {
    draft: { description: hard, status: 'private' },
    titlePattern: `${hard} {n}`,
    terms: { video_tag: { add: [4], remove: [] } },
  };
  await ask(page, 'job.describeMany', { target: { filter: 'all' }, change });
  await untilDone(page, 3);
  await expect.poll(async () => (await shown()).map(({ status }) => status)).toEqual(Array(3).fill('private'));
  const changed = await shown();
  expect(changed.map(({ title }) => title).toSorted()).toEqual([1, 2, 3].map((n) => `${hard} ${n}`));
  expect(changed.map(({ tags }) => tags)).toEqual(Array(3).fill([4]));
  const theirs = changed[1]?.id ?? 0;
  await site.editVideo(theirs, { title: 'By the editor' });
  await page.keyboard.press('Control+z');
  await expect(result).toContainText('3 clips get their earlier text again.');
  await expect
    .poll(async () => (await shown()).filter(({ id }) => id !== theirs))
    .toEqual(before.filter(({ id }) => id !== theirs));
  await expect.poll(async () => (await shown())[1]?.status).toBe(before[1]?.status);
  expect((await shown())[1]?.title).toBe('By the editor');
  await expect(page.getByText('Also changed on the site').first()).toBeVisible();

  await page.getByRole('button', { name: 'Library' }).click();
  await row(page, 'Market street').click();
  await page.keyboard.press('Delete');
  await expect(result).toContainText('1 video moved to the trash.');
  const market = before.find(({ title }) => title === 'Market street');
  const statusNow = async () => (await shown()).find(({ id }) => id === market?.id)?.status;
  expect(await statusNow()).toBe('trash');
  await result.getByRole('button', { name: 'Undo' }).click();
  await expect(result).toContainText('1 video is back from the trash, with its earlier status.');
  expect(await statusNow()).toBe(market?.status);
  await expect(row(page, 'Market street')).toBeVisible();
});
