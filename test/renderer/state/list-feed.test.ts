// The window's copy of a list stays true: patches in order, a new look on a gap, answers and events out of order.
import { expect, test, vi } from 'vitest';
import type { Bridge, QueuePatch, QueueView, QueueWindow } from '../../../preload/contract.ts';
import { createListFeed } from '../../../renderer/state/list-feed.ts';
import { applyPatch, type QueueQuery, queueSource } from '../../../renderer/state/queue-list.ts';
import { fakeRow } from '../fake-bridge.ts';

const view: QueueView = { filter: 'all', sort: 'queue', offset: 0, limit: 200 };
const query: QueueQuery = { filter: 'all', sort: 'queue' };
const counts = { all: 2, needsYou: 0, ready: 0, active: 0, waiting: 2, done: 0, arrived: 0 };
const totals = {
  bytesOpen: 2,
  bytesSent: 0,
  bytesPerSecond: 0,
  secondsLeft: null,
  paused: false,
  offline: false,
  finish: [],
  lines: [],
  signIns: [],
  publics: [],
  ready: [],
  needs: [],
  hours: null,
};

function windowAt(seq: number, over: Partial<QueueWindow> = {}): QueueWindow {
  return { seq, view, total: 2, rows: [fakeRow(1), fakeRow(2)], counts, totals, ...over };
}

function patchAt(seq: number, over: Partial<QueuePatch> = {}): QueuePatch {
  return { seq, total: 2, counts, totals, rows: null, changed: [], ...over };
}

/** A bridge whose answers to `queue.view` are given by hand, one promise per request. */
function heldBridge() {
  const asked: { readonly view: QueueView; answer(window: QueueWindow): void; refuse(error: Error): void }[] = [];
  const request = ((_name: string, wanted: QueueView) =>
    new Promise<QueueWindow>((resolve, reject) => {
      asked.push({ view: wanted, answer: resolve, refuse: reject });
    })) as unknown as Bridge['request'];
  const shown: QueueWindow[] = [];
  const problems: (string | null)[] = [];
  const feed = createListFeed(queueSource({ request }), {
    onWindow: (window) => shown.push(window),
    onProblem: (message) => problems.push(message),
  });
  return { asked, shown, problems, feed };
}

test('a patch replaces only the rows it names and keeps the others’ identity', () => {
  const before = windowAt(4);
  const changed = fakeRow(2, { title: 'New' });
  const after = applyPatch(before, patchAt(5, { changed: [changed], total: 7 }));
  if (typeof after === 'string') throw new Error(after);
  expect(after.rows[0]).toBe(before.rows[0]);
  expect(after.rows[1]).toBe(changed);
  expect([after.seq, after.total]).toEqual([5, 7]);
});

test('a patch with rows replaces the window; an old one is known; a missing one is a gap', () => {
  const before = windowAt(4);
  expect(applyPatch(before, patchAt(5, { rows: [fakeRow(9)] }))).toMatchObject({ rows: [{ id: 'job-9' }] });
  expect(applyPatch(before, patchAt(4))).toBe('old');
  expect(applyPatch(before, patchAt(6))).toBe('gap');
});

test('a gap asks for the view again and goes on from the answer', async () => {
  const { asked, shown, feed } = heldBridge();
  feed.look(query, 0);
  asked[0]?.answer(windowAt(1));
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  feed.patch(patchAt(3, { changed: [fakeRow(1, { title: 'never shown from a gap' })] }));
  expect(asked).toHaveLength(2);
  asked[1]?.answer(windowAt(3));
  await vi.waitFor(() => expect(shown.at(-1)?.seq).toBe(3));
  feed.patch(patchAt(4, { total: 5 }));
  expect(shown.at(-1)).toMatchObject({ seq: 4, total: 5 });
});

test('patches that overtake the answer are applied after it, older ones are not', async () => {
  const { asked, shown, feed } = heldBridge();
  feed.look(query, 0);
  feed.patch(patchAt(8, { total: 8 }));
  feed.patch(patchAt(7, { total: 7 }));
  feed.patch(patchAt(5, { total: 5 }));
  asked[0]?.answer(windowAt(6));
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]).toMatchObject({ seq: 8, total: 8 });
  expect(asked).toHaveLength(1);
});

test('a gap among the overtaking patches leads to one more look', async () => {
  const { asked, shown, feed } = heldBridge();
  feed.look(query, 0);
  feed.patch(patchAt(9));
  asked[0]?.answer(windowAt(6));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.answer(windowAt(9));
  await vi.waitFor(() => expect(shown.at(-1)?.seq).toBe(9));
});

test('of several wishes while one is under way only the newest is asked', async () => {
  const { asked, shown, feed } = heldBridge();
  feed.look(query, 0);
  feed.look(query, 100);
  feed.look(query, 300);
  asked[0]?.answer(windowAt(1));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.view.offset).toBe(300);
  asked[1]?.answer(windowAt(2, { view: { ...view, offset: 300 } }));
  await vi.waitFor(() => expect(shown.at(-1)?.view.offset).toBe(300));
  expect(asked).toHaveLength(2);
});

test('a failed look is told and tried again', async () => {
  vi.useFakeTimers();
  try {
    const { asked, shown, problems, feed } = heldBridge();
    feed.look(query, 0);
    asked[0]?.refuse(new Error('The store is busy.'));
    await vi.advanceTimersByTimeAsync(0);
    expect(problems).toEqual(['The store is busy.']);
    await vi.advanceTimersByTimeAsync(1_000);
    asked[1]?.answer(windowAt(1));
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toHaveLength(1);
    expect(problems).toEqual(['The store is busy.', null]);
  } finally {
    vi.useRealTimers();
  }
});

test('a range is read in parts of 200 that overlap, then the window is shown again', async () => {
  const { asked, shown, feed } = heldBridge();
  feed.look(query, 0);
  asked[0]?.answer(windowAt(1));
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  const range = feed.range(query, 10, 309);
  const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => fakeRow(from + index));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.view).toMatchObject({ offset: 10, limit: 200 });
  asked[1]?.answer(windowAt(2, { rows: rows(10, 200) }));
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  expect(asked[2]?.view).toMatchObject({ offset: 190, limit: 120 });
  asked[2]?.answer(windowAt(3, { rows: rows(190, 120) }));
  expect(await range).toHaveLength(300);
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  expect(asked[3]?.view).toEqual(view);
  expect(shown).toHaveLength(1);
});

test('after a look that failed no patch is taken: nobody knows which rows it is about', async () => {
  vi.useFakeTimers();
  try {
    const { asked, shown, feed } = heldBridge();
    feed.look(query, 0);
    asked[0]?.answer(windowAt(1));
    await vi.advanceTimersByTimeAsync(0);
    feed.look(query, 100);
    asked[1]?.refuse(new Error('The store is busy.'));
    await vi.advanceTimersByTimeAsync(0);
    feed.patch(patchAt(2, { rows: [fakeRow(100)] }));
    expect(shown).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    asked[2]?.answer(windowAt(2, { view: { ...view, offset: 100 }, rows: [fakeRow(100)] }));
    await vi.advanceTimersByTimeAsync(0);
    expect(shown.at(-1)).toMatchObject({ offset: 100, rows: [{ id: 'job-100' }] });
  } finally {
    vi.useRealTimers();
  }
});

test('of a list that was left, no answer is shown, and no more of it is read', async () => {
  const { asked, shown, feed } = heldBridge();
  feed.look(query, 0);
  feed.leave();
  feed.look({ ...query, filter: 'done' }, 0);
  asked[0]?.answer(windowAt(1));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(shown).toEqual([]);
  asked[1]?.answer(windowAt(2, { view: { ...view, filter: 'done' } }));
  await vi.waitFor(() => expect(shown.map((window) => window.view.filter)).toEqual(['done']));
  const range = feed.range({ ...query, filter: 'done' }, 0, 999);
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  feed.leave();
  feed.look(query, 0);
  asked[2]?.answer(windowAt(3, { rows: Array.from({ length: 200 }, (_, index) => fakeRow(index)) }));
  expect(await range).toHaveLength(200);
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  expect(asked[3]?.view.filter).toBe('all');
});
