// An export that is saved over one that was sent, in the real app: asked about, answered by keyboard, and the older video is replaced.
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, grownClip, row, untilDone } from './steps.ts';

test('two exports saved over those that were sent: one is answered by keyboard, and what became of each is said', {
  tag: '@proof',
}, async ({ apps }) => {
  const site = await newPracticeSite({});
  const folder = await clipFolder({ 'Harbour.mp4': 'C0001.mp4', 'Lighthouse.mp4': 'C0001.mp4' });
  const running = await apps.lend({ settlesSoon: true });
  const { page } = running;
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  try {
    await connect(page, site);
    const files = ['Harbour.mp4', 'Lighthouse.mp4'].map((name) => path.join(folder.path, name));
    for (const [at, file] of files.entries()) await grownClip('C0001.mp4', file, 2_000 + at);
    await realDrop(page, files);
    await untilDone(page, 2);
    for (const [at, file] of files.entries()) await grownClip('C0001.mp4', file, 5_000 + at);
    await realDrop(page, files);
    await expect(page.getByRole('tab', { name: /^Needs attention\s*2$/ })).toBeVisible();
    expect((await site.state()).videos).toHaveLength(2);

    const asks = page.getByRole('row').filter({ hasText: 'Newer version of a video?' });
    await asks
      .filter({ hasText: 'Harbour' })
      .getByRole('button', { name: /^Decide…/ })
      .click();
    const replace = page.getByRole('button', { name: 'Replace the older video' });
    await expect(replace).toBeFocused();
    await expect(page.getByText('Older version: “Harbour.mp4”')).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
    await screenshot(running, 'newer-version', 'light');
    await press('Enter');
    await expect(page.getByText('Replaced “Harbour.mp4”, which is in the site’s trash now.')).toBeVisible({
      timeout: 60_000,
    });
    await asks
      .filter({ hasText: 'Lighthouse' })
      .getByRole('button', { name: /^Decide…/ })
      .click();
    await expect(replace).toBeFocused();
    await press('Tab');
    await press('Enter');
    await expect(page.getByText('Newer version of “Lighthouse.mp4”, which stays on the site.')).toBeVisible();
    await untilDone(page, 4);
    // The row of what was replaced says where it is.
    await expect(row(page, 'Harbour').filter({ hasText: 'In the site’s trash' })).toHaveCount(1);
    const { videos } = await site.state();
    expect(videos.map(({ title, status }) => `${title} ${status}`).toSorted()).toEqual([
      ...['Harbour pending', 'Harbour trash', 'Lighthouse pending', 'Lighthouse pending'],
    ]);
  } finally {
    await apps.takeBack(running);
    await site.stop();
    await folder.remove();
  }
});
