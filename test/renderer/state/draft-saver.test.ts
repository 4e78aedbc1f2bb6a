// Nothing typed is lost: it is saved soon, in order, once, and kept while main cannot take it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Draft } from '../../../preload/contract.ts';
import { createDraftSaver } from '../../../renderer/state/draft-saver.ts';

interface Asked {
  readonly jobId: string;
  readonly draft: Partial<Draft>;
  done(): void;
  fail(): void;
}

function started() {
  const asked: Asked[] = [];
  const problems: (string | null)[] = [];
  const save = (jobId: string, draft: Partial<Draft>) =>
    new Promise<void>((resolve, reject) => {
      asked.push({ jobId, draft, done: resolve, fail: () => reject(new Error('The disk is full.')) });
    });
  const saver = createDraftSaver(
    save,
    () => undefined,
    (message) => problems.push(message),
  );
  return { asked, problems, saver };
}

const soon = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('what is typed within a moment is saved together, no later than 300 ms after its first change', async () => {
  const { asked, saver } = started();
  saver.type('a', { title: 'T' });
  await vi.advanceTimersByTimeAsync(150);
  saver.type('a', { title: 'To' });
  saver.type('a', { description: 'D' });
  await vi.advanceTimersByTimeAsync(150);
  expect(asked).toMatchObject([{ jobId: 'a', draft: { title: 'To', description: 'D' } }]);
});

test('flushing saves at once, and nothing is saved twice', async () => {
  const { asked, saver } = started();
  saver.type('a', { title: 'Now' });
  saver.flush();
  expect(asked).toHaveLength(1);
  asked[0]?.done();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveLength(1);
  expect(saver.unsaved('a')).toBeNull();
});

test('what is typed while a save is under way follows it and counts as unsaved', async () => {
  const { asked, saver } = started();
  saver.type('a', { title: 'One' });
  saver.flush();
  saver.type('a', { description: 'More' });
  expect(saver.unsaved('a')).toEqual({ title: 'One', description: 'More' });
  asked[0]?.done();
  await soon();
  expect(asked[1]).toMatchObject({ draft: { description: 'More' } });
});

test('a failed save is told, kept, merged under newer words and tried again', async () => {
  const { asked, problems, saver } = started();
  saver.type('a', { title: 'Old', description: 'Kept' });
  saver.flush();
  saver.type('a', { title: 'New' });
  asked[0]?.fail();
  await soon();
  expect(problems).toEqual(['The disk is full.']);
  expect(saver.unsaved('a')).toEqual({ title: 'New', description: 'Kept' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked[1]?.draft).toEqual({ title: 'New', description: 'Kept' });
  asked[1]?.done();
  await soon();
  expect(problems).toEqual(['The disk is full.', null]);
});

test('two jobs are saved one after the other, each with its own words', async () => {
  const { asked, saver } = started();
  saver.type('a', { title: 'A' });
  saver.type('b', { title: 'B' });
  saver.flush();
  asked[0]?.done();
  await soon();
  expect(asked).toMatchObject([
    { jobId: 'a', draft: { title: 'A' } },
    { jobId: 'b', draft: { title: 'B' } },
  ]);
});

test('a job that was taken off the list is not tried for ever', async () => {
  const { asked, saver } = started();
  saver.type('a', { title: 'A' });
  saver.flush();
  asked[0]?.fail();
  await soon();
  saver.forget('a');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(1);
});
