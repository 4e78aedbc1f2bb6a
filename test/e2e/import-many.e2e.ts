// A table for ten thousand clips in the real app: read, planned and applied, and how long the window is busy at once meanwhile.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { answerOpen } from './behind.ts';
import { close, killLeftovers, type RunningApp } from './harness.ts';
import { expect, test } from './lent-app.ts';
import { appWithClips } from './many-clips.ts';
import { heavySteps, isSaid, longest, tasksOf } from './page-tasks.ts';

let site: PracticeSite;
let running: RunningApp;
let folder: string;

test.beforeEach(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-table-'));
});
test.afterEach(async () => {
  await close(running).catch(killLeftovers);
  await site.stop();
  await rm(folder, { recursive: true });
});

/** A list of so many clips, and a table with a row for each. */
async function listWithTable(count: number): Promise<string> {
  const { names, ...app } = await appWithClips(site, count);
  running = app.running;
  const rows = names.map((name, at) => `${name};Tide ${at} & “½”;"Low water,\n${at}";Sea;Draft`);
  const table = path.join(folder, `${count}.csv`);
  await writeFile(table, ['File;Title;Description;Tags;Visibility', ...rows].join('\r\n'));
  return table;
}

interface Worked {
  readonly planned: number;
  readonly applied: number;
}

/** The longest tasks of the page while the table is shown and planned, and while it is applied. */
async function importing(clips: number): Promise<Worked> {
  const table = await listWithTable(clips);
  const { app, page } = running;
  await answerOpen(running, table);
  const count = clips.toLocaleString('en');
  const change = '.dialog .button-primary:not([aria-disabled])';
  const planned = await tasksOf(app, async () => {
    await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('import')?.click());
    await isSaid(page, change, `Change ${count} clips`);
  });
  const applied = await tasksOf(app, async () => {
    await page.locator(change).press('Enter');
    await isSaid(page, '.notice', `Details of ${count} clips changed.`);
  });
  await expect(page.getByText('Tide 0 & “½”')).toBeVisible();
  await close(running);
  return { planned: longest(planned), applied: longest(applied) };
}

test('a table of ten thousand rows is read and planned as lightly as one of four hundred', {
  tag: ['@measured', '@proof'],
}, async () => {
  await site.addTerms('video_tag', ['Sea']);
  test.setTimeout(720_000);
  // While it is applied, what the list hears of it a hundred times over is drawn: the longest of so many is a matter of chance, and only told.
  const heavy = await heavySteps(async () => {
    // In one run, so that a slow computer slows both.
    const few = await importing(400);
    const many = await importing(10_000);
    process.stdout.write(
      `10,000 rows: the longest tasks of the page take ${many.planned.toFixed(1)} ms of processor time while they are planned ` +
        `(${few.planned.toFixed(1)} ms with 400), ${many.applied.toFixed(1)} ms while they are applied (${few.applied.toFixed(1)} ms)\n`,
    );
    return new Map([['planned', { few: few.planned, many: many.planned }]]);
  });
  expect(heavy).toEqual([]);
});
