// Many videos that become public one after the other, on a real site: each at its own moment, by the site's clock, in the order of the list.
import { expect, it, onTestFinished } from 'vitest';
import { stepped, toWall } from '../../preload/site-zone.ts';
import { startPracticeSite } from '../site/start.ts';
import { api } from '../site/test-client.ts';
import { clipFolder } from './clip-files.ts';
import { startEngine } from './engine.ts';

it('three clips, two days apart: at the same time of day of the site, through the end of summer time', async () => {
  const site = await startPracticeSite({ timezone: 'Europe/Paris' });
  const engine = await startEngine();
  const folder = clipFolder();
  onTestFinished(async () => {
    await engine.stop();
    await site.stop();
    folder.remove();
  });
  const { handlers } = engine.uploader;
  const account = await engine.connect(site);
  await handlers['queue.pause'](true);
  const rows = await engine.add(account, ...['a', 'b', 'c'].map((name, at) => folder.make(`${name}.mp4`, 20_000 + at)));
  const { zone } = await handlers['site.form']({ accountId: account, fresh: true });
  expect(zone.name).toBe('Europe/Paris');
  const year = new Date().getUTCFullYear() + 1;
  const first = Date.parse(`${year}-10-23T07:00:00Z`);
  const publishEvery = { count: 2, unit: 'day' } as const;
  const change = { draft: { status: 'future', publishAt: first }, titlePattern: null, terms: {}, publishEvery };
  expect(await handlers['job.describeMany']({ target: { filter: 'all' }, change })).toEqual({ changed: 3 });
  await expect
    .poll(async () => (await engine.details(rows[2]?.id ?? '')).draft.publishAt)
    .toBe(stepped(first, 2, publishEvery, zone));
  await handlers['queue.pause'](false);
  await engine.settled();
  const shown = await Promise.all(
    (await site.state()).videos.map(async ({ id }) => {
      const { json } = await api(site, 'admin', 'GET', `wp/v2/video/${id}?context=edit`);
      const { date, status, title } = json as { date: string; status: string; title: { raw: string } };
      return `${title.raw} ${status} ${date}`;
    }),
  );
  expect(shown.toSorted()).toEqual([
    `a future ${year}-10-23T09:00:00`,
    `b future ${year}-10-25T09:00:00`,
    `c future ${year}-10-27T09:00:00`,
  ]);
  expect(toWall(first, zone)).toBe(`${year}-10-23T09:00`);
});
