// A thread that is told what to do, by the real one that hashes: when it begins, how orders come together, and what its end takes with it.
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HashOrder, HashReport } from '../../../main/adapters/hash-worker.ts';
import { type Thread, workerThread } from '../../../main/adapters/thread.ts';

let thread: Thread<HashOrder>;
/** What came back, and of what the thread died. */
let reports: HashReport[];
let deaths: Error[];
let onReport: (report: HashReport) => void;
let begun: number;
const onWorker = (): void => void begun++;

beforeEach(() => {
  [reports, deaths, onReport, begun] = [[], [], () => {}, 0];
  process.on('worker', onWorker);
  const settle = (report: HashReport): void => {
    reports.push(report);
    onReport(report);
  };
  thread = workerThread<HashOrder, HashReport>('hash-worker', settle, (error) => void deaths.push(error));
});
afterEach(async () => {
  process.off('worker', onWorker);
  await thread.end();
});

const memory = new SharedArrayBuffer(4);
const update = (run: number, start = 0): HashOrder => ({ kind: 'update', run, memory, start, length: 4 });
const digest = (run: number): HashOrder => ({ kind: 'digest', run });
const of = (kind: HashReport['kind']): readonly number[] =>
  reports.filter((report) => report.kind === kind).map(({ run }) => run);
const untilReports = (count: number): Promise<void> => expect.poll(() => reports.length, { interval: 2 }).toBe(count);
/** How many threads the process waits for before it ends. */
const awaited = (): number => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

it('answers every order, in the order in which they were told', async () => {
  for (const order of [update(1), update(2), digest(1)]) thread.tell(order);
  await untilReports(3);
  thread.tell(digest(2));
  await untilReports(4);
  const hex = createHash('sha256').update(new Uint8Array(4)).digest('hex');
  expect(reports).toEqual([
    { kind: 'updated', run: 1 },
    { kind: 'updated', run: 2 },
    { kind: 'digested', run: 1, hex },
    { kind: 'digested', run: 2, hex },
  ]);
});

it('hears what is told in one turn at once, and answers it at once', async () => {
  /** How many turns of the microtasks ended before each report. */
  const met: number[] = [];
  let passed = 0;
  onReport = () => {
    met.push(passed);
    queueMicrotask(() => void passed++);
  };
  for (let run = 1; run <= 3; run++) thread.tell(update(run));
  await untilReports(3);
  expect(met).toEqual([0, 0, 0]);
});

it('keeps the process waiting for nothing', async () => {
  const before = awaited();
  thread.tell(update(1));
  await untilReports(1);
  expect(awaited()).toBe(before);
});

it('that dies tells of what; the next order has a new one that knows nothing of the old', async () => {
  thread.tell(update(1));
  await untilReports(1);
  // More of the memory than there is.
  thread.tell(update(1, 2));
  await expect.poll(() => deaths.length, { interval: 2 }).toBe(1);
  expect(deaths[0]).toBeInstanceOf(RangeError);
  thread.tell(digest(1));
  await untilReports(2);
  expect(reports[1]).toMatchObject({ hex: createHash('sha256').digest('hex') });
  expect(deaths).toHaveLength(1);
});

it('hears nothing any more of what it was told in the turn in which it was ended', async () => {
  thread.tell(update(1));
  const ended = thread.end();
  thread.tell(update(2));
  await ended;
  await untilReports(1);
  expect(of('updated')).toEqual([2]);
});

it('is begun with the first order, once, and not where nothing is left to be told', async () => {
  await turn();
  expect(begun).toBe(0);
  thread.tell(update(1));
  await thread.end();
  await turn();
  expect(begun).toBe(0);
  thread.tell(update(1));
  await untilReports(1);
  thread.tell(update(1));
  await untilReports(2);
  expect(begun).toBe(1);
});

it('is over when its end is told: nothing comes back after that', async () => {
  thread.tell(update(1));
  await untilReports(1);
  for (let run = 2; run < 200; run++) thread.tell(update(run));
  await turn();
  await thread.end();
  const count = reports.length;
  thread.tell(digest(1));
  await untilReports(count + 1);
  expect(reports.at(-1)).toMatchObject({ hex: createHash('sha256').digest('hex') });
});
