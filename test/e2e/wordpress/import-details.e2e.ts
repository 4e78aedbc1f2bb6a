// A table of details on a real WordPress: tags that it keeps encoded are found, a new one is made, and what comes there is what the rows say.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decode } from 'html-entities';
import { answerOpen, ask } from '../behind.ts';
import { realDrop } from '../harness.ts';
import { clipFolder, connect, fixture, row, untilDone } from '../steps.ts';
import { expect, test } from './real.ts';

const hard = 'A & B "½" <b> é 你好';

test('a table changes clips by the names of files and tags', { tag: '@proof' }, async ({ site, server, desk }) => {
  const { page } = desk;
  const folder = await clipFolder({});
  try {
    await connect(page, server, 'admin');
    await ask(page, 'queue.pause', true);
    await realDrop(page, [fixture('C0001.mp4'), fixture('Tide pools.mp4')]);
    const account = (await ask(page, 'app.state')).sites[0]?.accounts[0]?.id ?? '';
    const { taxonomies } = await ask(page, 'site.form', { accountId: account, fresh: true });
    const { restBase = '' } = taxonomies.find(({ hierarchical }) => !hierarchical) ?? {};
    const names = ['Rock & Pop', `L'été “chaud”`, '<b>bold</b>'];
    for (const name of names)
      expect(
        await ask(page, 'terms.create', { accountId: account, taxonomy: restBase, name, parent: 0 }),
      ).toMatchObject({
        ok: true,
      });
    const table = path.join(folder.path, 'table.csv');
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    await writeFile(
      table,
      `file,title,tags,visibility,date\nc0001.MP4,${quoted(hard)},${quoted(`${names.slice(0, 2).join(', ')}, Regatta`)},Private,\nTide pools.mp4,Later,,Scheduled,2099-12-24 18:30\n`,
    );
    await answerOpen(desk.running, table);
    await row(page, 'C0001.mp4').click();
    await page.keyboard.press('ContextMenu');
    await page.getByRole('menuitem', { name: 'Import details…' }).press('Enter');
    const mend = page.getByRole('region', { name: 'To settle first' });
    await expect(mend).toContainText('there is no “Regatta”');
    await expect(mend).not.toContainText('Rock');
    await expect(mend).not.toContainText('chaud');
    await mend.getByRole('button', { name: 'Add it there now: “Regatta”' }).press('Enter');
    await page.getByRole('button', { name: 'Change 2 clips' }).press('Enter');
    await expect(row(page, hard)).toBeVisible();
    await ask(page, 'queue.pause', false);
    await untilDone(page, 2);
    const { videos } = await site.state();
    const one = videos.find(({ title }) => decode(title) === hard);
    expect(one).toMatchObject({ status: 'private' });
    expect(videos.find(({ title }) => title === 'Later')).toMatchObject({ status: 'future' });
    expect(one?.terms[restBase]).toHaveLength(3);
    await row(page, hard).click();
    const details = page.getByRole('complementary', { name: 'Details' });
    for (const name of [...names.slice(0, 2), 'Regatta']) await expect(details).toContainText(name);
  } finally {
    await folder.remove();
  }
});
