// A table for ten thousand clips in the real app: read, planned and applied, and how long the window is busy at once meanwhile.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { systemClock } from '../../main/adapters/clock.ts';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { queueStore } from '../../main/queue/store/job-store.ts';
import { copyJob } from '../bench/queue-jobs.ts';
import { aJob } from '../main/queue/jobs.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { answerOpen } from './behind.ts';
import { close, killLeftovers, launchApp, type RunningApp } from './harness.ts';
import { expect, test } from './lent-app.ts';
import { longest, tasksOf } from './page-tasks.ts';
import { connect } from './steps.ts';

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
  running = await launchApp();
  await connect(running.page, site);
  await close(running, { keepProfile: true });
  const sql = openSqlite(path.join(running.profile, 'clipferry.sqlite'));
  const accountId = String(sql.prepare('SELECT id FROM accounts').get()?.id);
  const store = queueStore(sql, systemClock);
  // Their files are not there, so that there is nothing to draw a picture of.
  const { clip } = aJob();
  const from = { accountId, clip: { ...clip, facts: { ...clip.facts, format: null } } };
  await copyJob(sql, store, aJob({ ...from, id: 'held', state: { kind: 'paused' } }), count);
  await store.write(() => store.setPaused(true));
  sql.exec("UPDATE jobs SET path = '/clips/' || name");
  const names = sql.prepare('SELECT name FROM jobs ORDER BY position').all();
  sql.close();
  const rows = names.map(({ name }, at) => `${name};Tide ${at} & “½”;"Low water,\n${at}";Sea;Draft`);
  const table = path.join(folder, `${count}.csv`);
  await writeFile(table, ['File;Title;Description;Tags;Visibility', ...rows].join('\r\n'));
  running = await launchApp({ profile: running.profile });
  await expect(running.page.getByRole('grid', { name: 'Uploads' })).toHaveAttribute('aria-rowcount', String(count));
  return table;
}

/**
 * Waits in the page for what is said in a button or in the line that tells what happened. A look of the test at the whole page, for what it would
 * tell of it, takes longer than what is measured.
 */
const isSaid = (page: Page, selector: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    ([where, what]: readonly [string, string]) =>
      [...document.querySelectorAll(where)].some((one) => one.textContent.includes(what)),
    [selector, text] as const,
    { polling: 100, timeout: 120_000 },
  );

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
  tag: '@measured',
}, async () => {
  await site.addTerms('video_tag', ['Sea']);
  // In one run, so that a slow computer slows both.
  const few = await importing(400);
  const many = await importing(10_000);
  process.stdout.write(
    `10,000 rows: the longest tasks of the page take ${many.planned.toFixed(1)} ms of processor time while they are planned ` +
      `(${few.planned.toFixed(1)} ms with 400), ${many.applied.toFixed(1)} ms while they are applied (${few.applied.toFixed(1)} ms)\n`,
  );
  // While it is applied, what the list hears of it a hundred times over is drawn: the longest of so many is a matter of chance, and only told.
  expect(many.planned).toBeLessThan(Math.max(50, 1.5 * few.planned));
});
