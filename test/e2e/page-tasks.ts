// What the page's main thread is busy with while somebody works with it: processor time, which other programs do not lengthen.
import { readFile, rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { RunningApp } from './harness.ts';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time, which other programs on this computer do not lengthen. */
  readonly tdur?: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

/** Processor time in ms of each task of the page's main thread while `work` was done. */
export async function tasksOf(app: RunningApp['app'], work: () => Promise<void>): Promise<readonly number[]> {
  await app.evaluate(({ contentTracing }) => contentTracing.startRecording({ included_categories: ['toplevel'] }));
  await work();
  const file = await app.evaluate(({ contentTracing }) => contentTracing.stopRecording());
  const { traceEvents } = JSON.parse(await readFile(file, 'utf8')) as { readonly traceEvents: readonly TraceEvent[] };
  await rm(file);
  const threads = new Set(
    traceEvents
      .filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain')
      .map((event) => `${event.pid} ${event.tid}`),
  );
  return traceEvents
    .filter((event) => event.name.endsWith('RunTask') && threads.has(`${event.pid} ${event.tid}`))
    .map((event) => (event.tdur ?? event.dur ?? 0) / 1_000);
}

/** The mean of the three longest, in ms: one alone is as long as the collection of garbage that fell into it. */
export const longest = (tasks: readonly number[]): number =>
  tasks
    .toSorted((a, b) => b - a)
    .slice(0, 3)
    .reduce((sum, ms) => sum + ms / 3, 0);

/**
 * The steps that were heavy each time they were measured, at most three times: what falls into a task by chance (a collection of garbage, a
 * processor that is slowed down meanwhile) only ever adds to it, and not three times to the same one. Heavy is what takes longer than a picture
 * that somebody would miss (50 ms) and than 1.5 times what it takes with few.
 */
export async function heavySteps(
  measure: () => Promise<ReadonlyMap<string, { readonly few: number; readonly many: number }>>,
): Promise<readonly string[]> {
  const heavyOf = async (): Promise<readonly string[]> =>
    [...(await measure())].filter(([, { few, many }]) => many >= Math.max(50, 1.5 * few)).map(([step]) => step);
  let heavy = await heavyOf();
  for (let again = 0; again < 2 && heavy.length > 0; again++) {
    const now = await heavyOf();
    heavy = heavy.filter((step) => now.includes(step));
  }
  return heavy;
}

/**
 * Waits in the page for what is said in a button or in the line that tells what happened. A look of the test at the whole page, for what it would
 * tell of it, takes longer than what is measured.
 */
export const isSaid = (page: Page, selector: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    ([where, what]: readonly [string, string]) =>
      [...document.querySelectorAll(where)].some((one) => one.textContent.includes(what)),
    [selector, text] as const,
    { polling: 100, timeout: 120_000 },
  );

/** Scrolls the list by the wheel and by jumps; gives the most elements of the role that the page had meanwhile. */
export function mostWhileScrolled(page: Page, role: 'row' | 'gridcell'): Promise<number> {
  return page.evaluate(async (counted) => {
    const list = document.querySelector('.list');
    if (list === null) throw new Error('no list');
    let most = 0;
    for (let step = 0; step < 200; step += 1) {
      list.scrollTop += step < 150 ? 120 : 6_000;
      await new Promise(requestAnimationFrame);
      most = Math.max(most, document.querySelectorAll(`[role="${counted}"]`).length);
    }
    return most;
  }, role);
}
