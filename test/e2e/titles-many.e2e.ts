// Titles for ten thousand clips in the real app, pasted and replaced: how long the window is busy at once meanwhile.
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { close, killLeftovers, launchApp, type RunningApp } from './harness.ts';
import { expect, test } from './lent-app.ts';
import { appWithClips } from './many-clips.ts';
import { heavySteps, isSaid, longest, tasksOf } from './page-tasks.ts';
import { connect } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;

test.beforeEach(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
});
test.afterEach(async () => {
  await close(running).catch(killLeftovers);
  await site.stop();
});

const steps = ['pasted', 'typed on', 'given', 'word typed', 'replaced'] as const;
const yes = '.dialog .button-primary:not([aria-disabled])';
type Worked = Readonly<Record<(typeof steps)[number], number>>;

/** The longest tasks of the page at each step of titling so many clips. */
async function titling(clips: number): Promise<Worked> {
  ({ running } = await appWithClips(site, clips));
  const { app, page } = running;
  const count = clips.toLocaleString('en');
  const lines = Array.from({ length: clips }, (_, at) => `Tide ${at} & “½” é 你好`).join('\r\n');
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), lines);
  await page.getByRole('row').first().focus();
  await page.keyboard.press('Home');
  const timed = async (work: () => Promise<unknown>): Promise<number> =>
    longest(await tasksOf(app, async () => void (await work())));

  const pasted = await timed(async () => {
    await page.keyboard.press('Control+v');
    await isSaid(page, yes, `Change ${count} rows`);
  });
  if (clips > 500) await expect(page.getByRole('dialog')).toContainText('9,500 more lines follow');
  const typedOn = await timed(async () => {
    await page.getByRole('textbox', { name: /^One title per line/ }).press('Control+Home');
    await page.keyboard.type('Low ');
    await isSaid(page, '.paste-title', 'Low Tide 0');
  });
  const given = await timed(async () => {
    await page.locator(yes).press('Enter');
    await isSaid(page, '.notice', `${count} rows changed.`);
  });
  await page.getByRole('row').first().press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Find and replace…' }).press('Enter');
  const wordTyped = await timed(async () => {
    await page.getByRole('textbox', { name: 'Find' }).fill('');
    await page.keyboard.type('Tide');
    await isSaid(page, yes, `Change ${count} rows`);
  });
  await page.getByRole('textbox', { name: 'Replace with' }).fill('Ebb');
  await isSaid(page, '.paste-title', 'Ebb 1 ');
  const replaced = await timed(async () => {
    await page.locator(yes).press('Enter');
    await isSaid(page, '.notice', `${count} rows changed.`);
  });
  await expect(page.getByRole('row', { name: /^Low Ebb 0 & “½” é 你好/ })).toBeVisible();
  await close(running);
  return { pasted, 'typed on': typedOn, given, 'word typed': wordTyped, replaced };
}

/** The same for videos of the Library, which are read from their site first. */
async function titlingVideos(count: number): Promise<Pick<Worked, 'pasted' | 'given'>> {
  await site.addVideos(Array.from({ length: count }, (_, at) => ({ title: `Clip ${at}` })));
  running = await launchApp();
  const { app, page } = running;
  await connect(page, site);
  await page.getByRole('button', { name: 'Library' }).click();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  const rows = count.toLocaleString('en');
  const lines = Array.from({ length: count }, (_, at) => `Tide ${at} & “½” é 你好`).join('\r\n');
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), lines);
  await page.getByRole('row').first().focus();
  const pasted = longest(
    await tasksOf(app, async () => {
      await page.keyboard.press('Control+v');
      await isSaid(page, yes, `Change ${rows} rows`);
    }),
  );
  const given = longest(
    await tasksOf(app, async () => {
      await page.locator(yes).press('Enter');
      await isSaid(page, '.notice', `${rows} rows changed.`);
    }),
  );
  await close(running);
  return { pasted, given };
}

test('titles for ten thousand clips are pasted, replaced and given as lightly as for five hundred', {
  tag: ['@measured', '@proof'],
}, async () => {
  test.setTimeout(720_000);
  // In one run, so that a slow computer slows both; with as many as the dialog shows of very many.
  const heavy = await heavySteps(async () => {
    const few = await titling(500);
    const many = await titling(10_000);
    const videos = await titlingVideos(10_000);
    await site.stop();
    site = await startPracticeSite({ name: 'Harbour Films' });
    for (const step of steps)
      process.stdout.write(
        `Titles for 10,000 clips, ${step}: the longest tasks of the page take ${many[step].toFixed(1)} ms of processor time (${few[step].toFixed(1)} ms for 500)\n`,
      );
    process.stdout.write(
      `Titles for 10,000 videos: ${videos.pasted.toFixed(1)} ms pasted, ${videos.given.toFixed(1)} ms given\n`,
    );
    return new Map([
      ...steps.map((step) => [step, { few: few[step], many: many[step] }] as const),
      ['videos pasted', { few: few.pasted, many: videos.pasted }],
      ['videos given', { few: few.given, many: videos.given }],
    ]);
  });
  expect(heavy).toEqual([]);
});
