// 100,000 clips in the real app: scrolled, jumped through, filtered and changed all at once, without a long task and with the rows in sight alone (F-45).
import path from 'node:path';
import type { Page } from '@playwright/test';
import { systemClock } from '../../main/adapters/clock.ts';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { queueStore } from '../../main/queue/store/job-store.ts';
import { copyJob } from '../bench/queue-jobs.ts';
import { aJob } from '../main/queue/jobs.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { close, killLeftovers, launchApp, type RunningApp } from './harness.ts';
import { expect, test } from './lent-app.ts';
import { longest, tasksOf } from './page-tasks.ts';
import { connect } from './steps.ts';

interface Length {
  readonly done: number;
  readonly paused: number;
}

const long: Length = { done: 95_000, paused: 5_000 };
/** The same work on a list that is over after a few screens. */
const short: Length = { done: 380, paused: 20 };
/** The rows in sight, six more on either side, and the one that has the keyboard's focus. */
const mostRows = 30;

let site: PracticeSite;
let running: RunningApp;

test.beforeEach(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
  running = await launchApp();
});
test.afterEach(async () => {
  await close(running).catch(killLeftovers);
  await site.stop();
});

const rowsInPage = (page: Page): Promise<number> => page.locator('[role="row"]').count();
/** The row that stands at a place in the whole list is drawn, with its name. */
const rowAt = (page: Page, index: number) => page.locator(`[role="row"][data-index="${index}"] .row-title`);

/** By the wheel, page after page, as fast as pictures come. */
async function wheel(page: Page, pages: number): Promise<void> {
  const box = await page.locator('.list').boundingBox();
  if (!box) throw new Error('no list');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let at = 0; at < pages; at++) {
    await page.mouse.wheel(0, box.height * 0.9);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
}

/** By the scroll bar's thumb, to a part of the list's whole length. */
async function dragTo(page: Page, part: number): Promise<void> {
  const index = await page.locator('.list').evaluate((list, where) => {
    list.scrollTop = (list.scrollHeight - list.clientHeight) * where;
    return Math.ceil(list.scrollTop / 64) + 1;
  }, part);
  await expect(rowAt(page, index)).not.toHaveText('');
}

interface Worked {
  /** Processor time in ms of each task of the page. */
  readonly tasks: readonly number[];
  readonly mostRows: number;
  readonly complaints: readonly string[];
}

/** Connects a new profile, puts so many clips on its list, and works with it. */
async function workWith({ done, paused }: Length): Promise<Worked> {
  await connect(running.page, site);
  await close(running, { keepProfile: true });
  const sql = openSqlite(path.join(running.profile, 'clipferry.sqlite'));
  const accountId = String(sql.prepare('SELECT id FROM accounts').get()?.id);
  const store = queueStore(sql, systemClock);
  // Their files are not there, so that there is nothing to draw a picture of.
  const { clip } = aJob();
  const from = { accountId, clip: { ...clip, facts: { ...clip.facts, format: null } } };
  const onSite = { kind: 'done', videoId: 7, finishedAt: 1 } as const;
  await copyJob(sql, store, aJob({ ...from, id: 'done', state: onSite }), done);
  await copyJob(sql, store, aJob({ ...from, id: 'held', state: { kind: 'paused' } }), paused);
  // Nothing of it is there to be sent.
  await store.write(() => store.setPaused(true));
  sql.close();
  running = await launchApp({ profile: running.profile });
  const { page } = running;
  const grid = page.getByRole('grid', { name: 'Uploads' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(done + paused));

  const most: number[] = [];
  const tasks = await tasksOf(running.app, async () => {
    await wheel(page, 40);
    most.push(await rowsInPage(page));
    for (const part of [0.9, 0.1, 0.5, 1, 0.33, 0]) {
      await dragTo(page, part);
      most.push(await rowsInPage(page));
    }
    await page.getByRole('row').first().click();
    await page.keyboard.press('End');
    await expect(rowAt(page, done + paused - 1)).toBeVisible();
    await page.keyboard.press('Home');
    await expect(rowAt(page, 0)).toBeVisible();
    for (let at = 0; at < 10; at++) await page.keyboard.press('PageDown');
    most.push(await rowsInPage(page));
    for (const sort of ['Name', 'Largest first', 'Newest first']) {
      await page.getByRole('button', { name: /Sort/ }).click();
      await page.getByRole('option', { name: sort }).click();
      await dragTo(page, 0.7);
      most.push(await rowsInPage(page));
    }
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    for (const text of ['nothing is called so', 'mp4']) {
      await page.getByRole('searchbox', { name: 'Search clips' }).fill(text);
      const all = text === 'mp4' ? done + paused : 0;
      await expect(page.getByRole('status').filter({ hasText: 'found' })).toHaveText(
        `${all.toLocaleString('en')} clips found`,
        { timeout: 60_000 },
      );
    }
    await dragTo(page, 0.6);
    most.push(await rowsInPage(page));
    await page.getByRole('button', { name: 'Close search' }).click();
    await page.getByRole('tab', { name: /Done/ }).click();
    await expect(grid).toHaveAttribute('aria-rowcount', String(done));
    await dragTo(page, 0.5);
    await page.getByRole('tab', { name: /Waiting/ }).click();
    await expect(grid).toHaveAttribute('aria-rowcount', String(paused));
    await page.getByRole('row').first().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Space');
    await wheel(page, 10);
    await expect(page.getByRole('status', { name: 'Result' })).toContainText(
      `${paused.toLocaleString('en')} clips resumed`,
      {
        timeout: 60_000,
      },
    );
    most.push(await rowsInPage(page));
  });
  const worked = { tasks, mostRows: Math.max(...most), complaints: running.complaints };
  await close(running);
  return worked;
}

test('100,000 clips are scrolled, filtered, sorted and changed as lightly as a few, with the rows in sight alone (F-45)', {
  tag: ['@measured', '@proof'],
}, async () => {
  test.setTimeout(480_000);
  // In one run, so that a slow computer slows both.
  const few = await workWith(short);
  running = await launchApp();
  const many = await workWith(long);
  const [fewMs, manyMs] = [longest(few.tasks), longest(many.tasks)];
  process.stdout.write(
    `100,000 clips: the longest tasks of the page take ${manyMs.toFixed(1)} ms of processor time, ` +
      `with 400 clips ${fewMs.toFixed(1)} ms; at most ${many.mostRows} rows\n`,
  );
  expect(many.tasks.length).toBeGreaterThan(100);
  expect(many.mostRows).toBeLessThanOrEqual(mostRows);
  expect(manyMs / fewMs).toBeLessThan(2);
  expect([...few.complaints, ...many.complaints]).toEqual([]);
});
