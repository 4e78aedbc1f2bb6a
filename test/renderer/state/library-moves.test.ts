// Batches of moved videos as the window has them: which are shown, what is told once, and what its user may do about them.
import { afterEach, expect, test, vi } from 'vitest';
import type { LibraryBatch } from '../../../preload/contract.ts';
import { setRegion } from '../../../preload/text/region.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { actsFor } from '../../../renderer/state/library-actions.ts';
import { batchesFailed, batchesUnderWay } from '../../../renderer/state/library-moves.ts';
import { takenBackWords } from '../../../renderer/text/acts.ts';
import { actResultWords, batchWords, moveFailureWords } from '../../../renderer/text/library.ts';
import { createFakeBridge } from '../fake-bridge.ts';
import { fakeVideo } from '../fake-library.ts';
import { told } from '../told.ts';

const running: LibraryBatch = {
  ...{ id: 4, accountId: 'account-1', act: 'trash', actId: null, total: 40, over: 12, isStopped: false, waits: null },
  ...{ result: null, taken: null, failed: [], mayRetry: false },
};
const refused = { id: 2, title: 'Harbour', problem: 'not-allowed', said: null } as const;
const over: LibraryBatch = {
  ...{ ...running, over: 40, mayRetry: true, failed: [refused] },
  result: { done: [1, 3], failed: [{ id: 2, problem: 'not-allowed', said: null }] },
};

const stores: AppStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

async function started(batches: readonly LibraryBatch[]) {
  const bridge = createFakeBridge({ library: { videos: [1, 2, 3].map((id) => fakeVideo(id)), batches } });
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(bridge.calls.some(({ name }) => name === 'library.batches')).toBe(true));
  const asked = () => bridge.calls.filter(({ name }) => name === 'library.batch').map(({ input }) => input[0]);
  return { bridge, store, asked };
}

test('what ended before the window was there is told, once, and only what failed stays listed', async () => {
  const { bridge, store, asked } = await started([over]);
  await vi.waitFor(() => expect(asked()).toEqual([{ id: 4, how: 'told' }]));
  expect(told(store)).toBe('2 videos moved to the trash. 1 video was not: your account may not do that.');
  const { batches } = store.library.getState();
  expect(batchesFailed(batches, 'account-1')).toMatchObject([{ id: 4, result: null }]);
  expect(batchesFailed(batches, 'account-2')).toEqual([]);
  store.dismissNotice();
  bridge.emit('library.batches', batches);
  expect(store.getState().notice).toBeNull();
  await store.library.batch(4, 'dismiss');
  expect(store.library.getState().batches).toEqual([]);
});

test('a question that comes late waits for the one that is open, and takes nothing from its answer', async () => {
  const { bridge, store } = await started([]);
  const yes = vi.fn();
  const ask = () => store.ask({ title: 'Sign out?', body: '', yes: 'Sign out', danger: true, onYes: yes });
  ask();
  const first = store.getState().question;
  // A key that is pressed twice asks once.
  ask();
  const failed = [{ id: 2, title: 'Harbour', problem: 'no-trash', said: null }] as const;
  bridge.emit('library.batches', [{ ...over, failed, result: { done: [1, 3], failed } }]);
  await vi.waitFor(() => expect(told(store)).toBe('2 videos moved to the trash.'));
  expect(store.getState().question).toBe(first);
  store.answer(true);
  expect(yes).toHaveBeenCalledOnce();
  const late = store.getState().question;
  expect(late?.title).toBe('This site has no trash');
  expect(late?.id).not.toBe(first?.id);
  store.answer(false);
  expect(store.getState().question).toBeNull();
  expect(bridge.calls.filter(({ name }) => name === 'library.act')).toEqual([]);
});

test('what main repeats before it has heard that it was told is told once', async () => {
  const { bridge, asked } = await started([]);
  for (const _ of [1, 2, 3]) bridge.emit('library.batches', [over]);
  await vi.waitFor(() => expect(asked()).toHaveLength(1));
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(asked()).toEqual([{ id: 4, how: 'told' }]);
});

test('what is told once more after it was tried again is news', async () => {
  const { bridge, store, asked } = await started([over]);
  await vi.waitFor(() => expect(asked()).toHaveLength(1));
  bridge.emit('library.batches', [{ ...over, over: 39, result: null, failed: [] }]);
  bridge.emit('library.batches', [{ ...over, result: { done: [2], failed: [] }, failed: [] }]);
  await vi.waitFor(() => expect(told(store)).toBe('1 video moved to the trash.'));
  expect(asked()).toHaveLength(2);
});

test('an act that was taken back is told once its videos are there, with the way forth again', async () => {
  const { store } = await started([
    {
      ...{ ...running, act: 'restore', actId: 9, over: 40 },
      taken: { kind: 'trash', way: 'undo', changed: 40, kept: 0, failed: 0, otherwise: 0 },
    },
  ]);
  await vi.waitFor(() => expect(store.getState().notice?.back).toEqual({ id: 9, way: 'redo' }));
  expect(told(store)).toBe('40 videos are back from the trash, with their earlier status.');
});

test('a line is for many videos, or where nothing goes on', () => {
  const few = { ...running, total: 10, over: 3 };
  const waits = { why: 'site-busy', until: null } as const;
  const shown = (...batches: readonly LibraryBatch[]) => batchesUnderWay(batches, 'account-1').length;
  expect([shown(running), shown(few), shown({ ...few, waits }), shown(over)]).toEqual([1, 0, 1, 0]);
  expect(batchesUnderWay([running], 'account-2')).toEqual([]);
});

test('says how far a batch is, why it waits and until which day, and why a video is as it was', () => {
  setRegion('en-GB');
  const now = new Date(2026, 10, 20, 17, 10).getTime();
  const waitsUntil = (day: number) =>
    batchWords({ ...running, waits: { why: 'site-busy', until: new Date(2026, 10, day, 16, 58).getTime() } }, now);
  expect(batchWords(running, now)).toEqual({ progress: 'Moving videos to the trash: 12 of 40', waiting: null });
  expect(batchWords({ ...running, waits: { why: 'sign-in', until: null } }, now).waiting).toMatch(/sign in/i);
  expect(waitsUntil(20).waiting).toContain('Tries again at 16:58.');
  expect(waitsUntil(21).waiting).toContain('Tries again tomorrow at 16:58.');
  expect(moveFailureWords(refused)).toBe('your account may not do that');
  expect(moveFailureWords({ ...refused, problem: 'site-refused', said: 'No.' })).toBe('the site refused (“No.”)');
  expect(actResultWords('trash', { done: [1], stopped: [2, 3], failed: [] })).toBe(
    '1 video moved to the trash. 2 videos stay as they are.',
  );
  const taken = { kind: 'trash', way: 'undo', changed: 1, kept: 0, failed: 0, otherwise: 0, stopped: 2 } as const;
  expect(takenBackWords(taken)).toContain('2 stay where they are, because you stopped.');
});

test('a video on its way is offered nothing else', () => {
  const moving = fakeVideo(1, { moving: 'to-trash' });
  expect(actsFor([moving])).toEqual([]);
  expect(actsFor([moving, fakeVideo(2)])).toEqual(['trash']);
});
