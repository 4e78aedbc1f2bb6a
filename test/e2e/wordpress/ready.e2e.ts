// Clips that wait, and what a preset gives them, on a real WordPress: nothing is there before Send, and then all of it.
import { decode } from 'html-entities';
import { ask } from '../behind.ts';
import { realDrop } from '../harness.ts';
import { connect, fixture, row, untilDone } from '../steps.ts';
import { expect, test } from './real.ts';

const hard = 'A & B "½" é 你好';

test('new clips get a preset, wait, and are on the site with it once their user says so', { tag: '@proof' }, async ({
  site,
  server,
  desk,
}) => {
  const { page } = desk;
  await connect(page, server, 'admin');
  const { sites } = await ask(page, 'app.state');
  const accountId = sites[0]?.accounts[0]?.id ?? '';
  const nothing = {
    title: null,
    excerpt: null,
    publishAt: null,
    slug: null,
    password: null,
    terms: null,
    termChanges: null,
  };
  const content = {
    titlePattern: `${hard} {nn}: {name}`,
    draft: { ...nothing, description: 'About {title}.\n\nSecond line.', status: 'private', commentsOpen: false },
  };
  const presetId = await ask(page, 'preset.save', { accountId, presetId: null, name: 'Hard', content });
  await ask(page, 'account.usePreset', { accountId, presetId });
  await ask(page, 'account.holdNew', { accountId, isHeld: true });
  const before = (await site.state()).videos.length;
  await realDrop(page, [fixture('Market street.mp4'), fixture('Tide pools.mp4')]);
  await expect(row(page, `${hard} 01: Market street`)).toContainText('Ready to send');
  await expect(page.getByRole('tab', { name: /^Ready\s*2$/ })).toBeVisible();
  expect((await site.state()).videos.length).toBe(before);
  await page.getByRole('button', { name: /^Send all 2 clips to/ }).click();
  await untilDone(page, 2);
  const shown = async () =>
    (await site.state()).videos.map(({ title, status, content: text }) => ({
      title: decode(title),
      status,
      text: decode(text ?? ''),
    }));
  await expect.poll(shown).toEqual(
    expect.arrayContaining(
      [`${hard} 01: Market street`, `${hard} 02: Tide pools`].map((title) => ({
        ...{ title, status: 'private', text: `About ${title}.\n\nSecond line.` },
      })),
    ),
  );
});
