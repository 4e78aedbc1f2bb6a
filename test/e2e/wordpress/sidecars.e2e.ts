// Files beside clips on a real WordPress: names that it keeps encoded become their terms, a new tag is made, and what comes there is what the files say.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decode } from 'html-entities';
import { ask } from '../behind.ts';
import { realDrop } from '../harness.ts';
import { clipFolder, connect, row, untilDone } from '../steps.ts';
import { expect, test } from './real.ts';

const hard = 'A & B "½" <b> é 你好';

test('clips are filled in by the files beside them', { tag: '@proof' }, async ({ site, server, desk }) => {
  const { page } = desk;
  const folder = await clipFolder({ 'C0001.mp4': 'C0001.mp4', 'Tide pools.mp4': 'Tide pools.mp4' });
  try {
    await connect(page, server, 'admin');
    const account = (await ask(page, 'app.state')).sites[0]?.accounts[0]?.id ?? '';
    const { taxonomies } = await ask(page, 'site.form', { accountId: account, fresh: true });
    const { restBase = '' } = taxonomies.find(({ hierarchical }) => !hierarchical) ?? {};
    const names = ['Rock & Pop', `L'été “chaud”`];
    for (const name of names)
      expect(
        await ask(page, 'terms.create', { accountId: account, taxonomy: restBase, name, parent: 0 }),
      ).toMatchObject({ ok: true });
    const said = {
      title: hard,
      excerpt: 'Short & sweet',
      tags: [...names, 'Regatta'],
      categories: 'Nowhere',
      visibility: 'private',
    };
    await writeFile(path.join(folder.path, 'C0001.mp4.json'), JSON.stringify(said));
    await writeFile(
      path.join(folder.path, 'Tide pools.TXT'),
      'Title: Later\nDate: 2099-12-24 18:30\nStatus: scheduled\n\nTwo\nlines',
    );
    await realDrop(page, [folder.path]);
    await untilDone(page, 2);
    await row(page, hard).click();
    const note = page.getByRole('region', { name: 'From C0001.mp4.json' });
    await expect(note).toContainText('“Nowhere” is not on the site');
    await expect(note).not.toContainText('Regatta');
    await untilDone(page, 2);
    const { videos } = await site.state();
    const one = videos.find(({ title }) => decode(title) === hard);
    expect(one).toMatchObject({ status: 'private' });
    expect(one?.terms[restBase]).toHaveLength(3);
    expect(videos.find(({ title }) => title === 'Later')).toMatchObject({ status: 'future' });
    const details = page.getByRole('complementary', { name: 'Details' });
    for (const name of [...names, 'Regatta']) await expect(details).toContainText(name);
  } finally {
    await folder.remove();
  }
});
