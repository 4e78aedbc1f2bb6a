// Pipes and links where clips were, in the real app: told as what they are, never shown, and everything else goes on.
import { execFileSync } from 'node:child_process';
import { rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Bridge } from '../../preload/contract.ts';
import { explain } from '../../renderer/text/jobs.ts';
import { realDrop } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, row, sha256, untilDone } from './steps.ts';

/** What the page gets for the clip of each row, by file name: the status, and the first bytes as text. */
const served = (page: Page): Promise<Record<string, { readonly status: number; readonly head: string }>> =>
  page.evaluate(async () => {
    const { clipferry } = window as unknown as { readonly clipferry: Bridge };
    const { rows } = await clipferry.request('queue.view', { filter: 'all', sort: 'queue', offset: 0, limit: 200 });
    const answers = rows.map(async ({ id, name }) => {
      const answer = await fetch(`app://main/clip/${id}`, { headers: { Range: 'bytes=0-63' } });
      return [name, { status: answer.status, head: await answer.text() }] as const;
    });
    return Object.fromEntries((await Promise.all(answers)).filter(([name]) => name.startsWith('Clip ')));
  });

test('five pipes and a link in place of clips hold up no other clip, and the link is not followed', {
  tag: '@proof',
}, async ({ apps }) => {
  const names = [1, 2, 3, 4, 5, 6].map((number) => `Clip ${number}.mp4`);
  const folder = await clipFolder(Object.fromEntries(names.map((name) => [name, 'C0001.mp4'])));
  const others = await clipFolder({ 'First.mp4': 'Market street.mp4', 'Last.mp4': 'Tide pools.mp4' });
  const site = await newPracticeSite();
  const running = await apps.lend();
  const { page } = running;
  try {
    // Six clips of the same bytes would be one.
    for (const [index, name] of names.entries()) {
      const box = Buffer.alloc(1_000 + index);
      box.writeUInt32BE(box.length);
      box.write('free', 4, 'latin1');
      await writeFile(path.join(folder.path, name), box, { flag: 'a' });
    }
    await connect(page, site);
    await realDrop(page, [path.join(others.path, 'First.mp4')]);
    await untilDone(page, 1);
    await page.getByRole('button', { name: 'Pause all' }).click();
    await realDrop(
      page,
      names.map((name) => path.join(folder.path, name)),
    );
    await expect(row(page, 'Clip 6')).toBeVisible();
    expect(Object.values(await served(page)).map(({ status }) => status)).toEqual(names.map(() => 206));

    const secret = path.join(others.path, 'secret.txt');
    await writeFile(secret, 'nobody is to see this');
    for (const [index, name] of names.entries()) {
      const clip = path.join(folder.path, name);
      await rename(clip, `${clip}.away`);
      if (index === 0) await symlink(secret, clip);
      else execFileSync('mkfifo', [clip]);
    }
    const answers = Object.values(await served(page));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 404));
    expect(JSON.stringify(answers)).not.toContain('nobody');

    await page.getByRole('button', { name: 'Resume all' }).click();
    const { title } = explain('clip-no-file', null);
    for (const name of names) await expect(row(page, name.replace('.mp4', ''))).toContainText(title);
    await realDrop(page, [path.join(others.path, 'Last.mp4')]);
    await untilDone(page, 2);
    expect((await site.state()).videos.map((video) => video.file?.sha256).sort()).toEqual(
      ['First.mp4', 'Last.mp4'].map((name) => sha256(path.join(others.path, name))).sort(),
    );
  } finally {
    await apps.takeBack(running);
    await site.stop();
    await folder.remove();
    await others.remove();
  }
});
