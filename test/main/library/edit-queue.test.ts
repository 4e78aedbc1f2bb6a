// Edits on their way: one after the other, at the times of the one policy, and never to a host that is to be left alone.
import { expect, test } from 'vitest';
import { createCircuits } from '../../../main/hosts/circuit.ts';
import { createEditQueue } from '../../../main/library/edit-queue.ts';
import { type EditTried, typed } from '../../../main/library/edit-state.ts';
import type { AccountId, Edit, FailureCause, LeavingText } from '../../../main/model.ts';
import { StoreError } from '../../../main/ports.ts';
import { createTries, longestBackOffMs } from '../../../main/retry.ts';
import { handClock } from '../queue/hand-clock.ts';
import { bounded, later, signIn } from '../queue/jobs.ts';

const host = 'https://site.example';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** A queue of edits on real circuits and the real policy. `answers` = what comes of each try; null, or none left = the video is gone. */
function editing(answers: (FailureCause | 'hangs' | 'throws' | null)[] = [], part = 0, before: readonly Edit[] = []) {
  const clock = handClock();
  const random = { fraction: () => part, hex: () => '' };
  const circuits = createCircuits(clock, random, { all: () => [], save: () => {}, remove: () => {} }, () =>
    queue.kick(),
  );
  const kept = new Map<number, Edit>();
  const tries: { readonly accountId: AccountId; readonly videoId: number; readonly at: number }[] = [];
  const signedOut = new Set<AccountId>();
  const disk = { isFull: false };
  const ends: ((tried: EditTried) => void)[] = [];
  const leaving: ((all: LeavingText, compared: LeavingText | null) => boolean)[] = [];
  const changes: number[] = [];
  const questions: AccountId[] = [];
  const queue = createEditQueue({
    ...{ clock, logger: quiet },
    store: {
      edits: () => before.map((edit) => ({ accountId: 'ava', edit })),
      clipsOf: () => new Map(),
      save: (_accountId, videoId, edit) => {
        if (disk.isFull) throw new StoreError('full', 'database or disk is full');
        if (edit) kept.set(videoId, edit);
        else kept.delete(videoId);
      },
      saveAll: (_accountId, edits) => {
        if (disk.isFull) throw new StoreError('full', 'database or disk is full');
        for (const [videoId, edit] of edits) if (edit) kept.set(videoId, edit);
      },
    },
    tries: createTries({ clock, random, circuits }),
    hostOf: () => host,
    mayAskInMs: (accountId) => {
      questions.push(accountId);
      return signedOut.has(accountId) ? Number.POSITIVE_INFINITY : circuits.leftMs(host);
    },
    apply: async (accountId, edit, leaves) => {
      leaving.push(leaves);
      tries.push({ accountId, videoId: edit.videoId, at: clock.monotonic() });
      const cause = answers.shift();
      if (cause === 'throws') throw new Error('what nobody thought of');
      if (cause === 'hangs') return new Promise((resolve) => ends.push(resolve));
      return cause ? { kind: 'failed', cause } : { kind: 'gone' };
    },
    signedOut: (accountId) => signedOut.add(accountId),
    onChange: (_accountId, videoIds) => void changes.push(...videoIds),
  });
  const type = (videoId = 7, accountId = 'ava'): void =>
    queue.type(accountId, [{ videoId, seen: null, draft: { title: 'New' }, shown: {} }]);
  /** How long each try waited for its turn after the one before it. */
  const waits = (): number[] => tries.slice(1).map(({ at }, index) => at - (tries[index]?.at ?? 0));
  return { clock, circuits, disk, kept, tries, signedOut, ends, leaving, changes, questions, queue, type, waits };
}

test('wait ever longer, spread, at most a quarter of an hour', async () => {
  for (const [part, least] of [
    [0, 0.5],
    [0.5, 0.75],
  ] as const) {
    const on = editing(Array(12).fill(later), part);
    on.type();
    await on.clock.pass(4 * 3_600_000);
    const longest = 900_000;
    expect(on.waits()).toEqual(Array.from({ length: 12 }, (_, at) => Math.min(longest, 2_000 * 2 ** at) * least));
    expect(on.kept.get(7)?.state).toEqual({ kind: 'gone' });
  }
});

test('ask the user after four tries of what does not get better, also of what nobody thought of', async () => {
  for (const answer of [bounded, 'throws'] as const) {
    const on = editing(Array(5).fill(answer));
    on.type();
    await on.clock.pass(3_600_000);
    expect(on.tries).toHaveLength(4);
    expect(on.kept.get(7)?.state).toEqual({ kind: 'refused', said: null });
  }
});

test('go to no host that is to be left alone, whoever was told so, and go by themselves when that is over', async () => {
  const on = editing([{ ...later, why: 'site-busy', afterMs: 600_000 }]);
  on.type();
  await on.clock.pass(2_000);
  expect(on.tries).toHaveLength(1);
  on.type(8, 'admin');
  await on.clock.pass(590_000);
  expect(on.tries).toHaveLength(1);
  expect(on.kept.get(8)?.failures).toBe(0);
  await on.clock.pass(11_000);
  expect(on.tries.map(({ videoId }) => videoId).sort()).toEqual([7, 7, 8]);
});

test('go at once when the user wants it now', async () => {
  const on = editing([{ ...later, why: 'site-busy', afterMs: 600_000 }, later]);
  on.type();
  await on.clock.pass(2_000);
  on.circuits.lift(host);
  on.queue.hurry('ava');
  await on.clock.pass(10);
  expect(on.tries).toHaveLength(2);
});

test.each([
  ['asked before the site was left alone, go at once when the user ends that', true, 2],
  ['asked while nothing was to be ended, wait as they are told', false, 1],
] as const)('%s', async (_, isHeld, tries) => {
  const busy = { ...later, why: 'site-busy', afterMs: 600_000 } as const;
  const on = editing(['hangs']);
  on.type();
  await on.clock.pass(2_000);
  expect(on.tries).toHaveLength(1);
  if (isHeld) on.circuits.asked(host, 60_000);
  on.circuits.lift(host);
  on.queue.hurry('ava');
  on.ends[0]?.({ kind: 'failed', cause: busy });
  await on.clock.pass(10);
  expect(on.tries).toHaveLength(tries);
});

test('wait for a sign-in without a time of their own, and go on with it', async () => {
  const on = editing([later, later, signIn]);
  on.type();
  await on.clock.pass(3_600_000);
  expect(on.tries).toHaveLength(3);
  expect(on.kept.get(7)).toMatchObject({ failures: 2, state: { kind: 'waiting', why: 'sign-in', until: null } });
  on.signedOut.clear();
  on.queue.kick();
  await on.clock.pass(0);
  expect(on.kept.get(7)?.state).toEqual({ kind: 'gone' });
});

test('whose end cannot be written down wait like any other all the same, and are kept once there is room (F-43)', async () => {
  const on = editing(Array(6).fill(later));
  on.type();
  on.disk.isFull = true;
  await on.clock.pass(10_000);
  expect(on.waits()).toEqual([1_000, 2_000, 4_000]);
  expect(on.kept.get(7)?.failures).toBe(0);
  expect(() => on.type(8)).toThrow(StoreError);
  expect(on.queue.get('ava', 8)).toBeNull();
  on.disk.isFull = false;
  await on.clock.pass(3_600_000);
  expect(on.kept.get(7)?.state).toEqual({ kind: 'gone' });
});

const no = { kind: 'needs-you', reason: 'site-refused', action: 'retry', detail: 'No.' } as const;

test('that the last run left go out with this one', async () => {
  const on = editing([], 0, [typed(null, { videoId: 7, seen: null, draft: { title: 'Before' }, shown: {} }, 0)]);
  expect(on.queue.get('ava', 7)?.draft.title).toBe('Before');
  await on.clock.pass(10);
  expect(on.tries).toMatchObject([{ accountId: 'ava', videoId: 7 }]);
});

test('are on disk with what leaves before it leaves, unless they were dropped meanwhile', async () => {
  const on = editing(['hangs']);
  on.type();
  await on.clock.pass(2_000);
  const left = { values: { title: 'Old' }, sent: { title: 'New' } };
  expect(on.leaving[0]?.(left, left)).toBe(true);
  expect(on.kept.get(7)?.left).toEqual({ values: { title: 'Old' }, sent: { title: 'New' } });
  on.queue.settle('ava', 7, 'theirs');
  expect(on.leaving[0]?.(left, left)).toBe(false);
  expect([on.kept.size, on.queue.get('ava', 7)]).toEqual([0, null]);
  on.ends[0]?.({ kind: 'gone' });
  await on.clock.pass(10);
  expect([on.kept.size, on.queue.get('ava', 7)]).toEqual([0, null]);
});

test('do not leave as they were where something else was typed while their video was looked at', async () => {
  const on = editing(['hangs', 'hangs']);
  on.type();
  await on.clock.pass(2_000);
  on.type();
  expect(on.leaving[0]?.({ values: {}, sent: { title: 'New' } }, null)).toBe(false);
  on.ends[0]?.({ kind: 'typed-since' });
  await on.clock.pass(2_000);
  expect(on.tries).toHaveLength(2);
  expect(on.leaving[1]?.({ values: {}, sent: { title: 'New' } }, null)).toBe(true);
});

test('that stand still go again at once by the word of the user, or are dropped, and each change is told', async () => {
  const on = editing([no, no]);
  on.type();
  await on.clock.pass(2_000);
  expect(on.queue.get('ava', 7)?.state).toEqual({ kind: 'refused', said: 'No.' });
  expect(on.queue.waits('ava')).toBe(false);
  on.changes.length = 0;
  on.queue.settle('ava', 7, 'retry');
  expect(on.changes).toEqual([7]);
  await on.clock.pass(0);
  expect(on.tries).toHaveLength(2);
  on.queue.settle('ava', 7, 'theirs');
  on.queue.settle('ava', 99, 'retry');
  expect([on.kept.size, on.queue.get('ava', 7), on.queue.get('ava', 99)]).toEqual([0, null, null]);
});

test('that the user settled while the site was busy with them are not ended by its answer', async () => {
  const on = editing(['hangs', 'hangs']);
  on.type();
  await on.clock.pass(2_000);
  on.queue.settle('ava', 7, 'retry');
  on.ends[0]?.({ kind: 'gone' });
  await on.clock.pass(10);
  expect(on.queue.get('ava', 7)?.state).toMatchObject({ kind: 'waiting' });
  expect(on.tries).toHaveLength(2);
});

test('in which something was typed while the site was busy with them go on from its answer', async () => {
  const on = editing(['hangs', 'hangs']);
  on.type();
  await on.clock.pass(2_000);
  on.type();
  on.ends[0]?.({ kind: 'ignored', fields: ['status'] });
  await on.clock.pass(10);
  expect(on.queue.get('ava', 7)).toMatchObject({ revision: 2, state: { kind: 'ignored' } });
});

test('wait where one of them would go if it could, and not where all stand still or none was typed', async () => {
  const on = editing([no, 'hangs']);
  expect(on.queue.waits('ava')).toBe(false);
  on.type();
  expect(on.queue.waits('ava')).toBe(true);
  await on.clock.pass(2_000);
  expect(on.queue.waits('ava')).toBe(false);
  on.type(8);
  expect([on.queue.waits('ava'), on.queue.waits('admin')]).toEqual([true, false]);
});

test('that are on their way are waited for at the end of the app; what comes of them is found out by the next run', async () => {
  const on = editing(['hangs']);
  on.type();
  on.type(8, 'admin');
  await on.clock.pass(1_500);
  on.type(9);
  let isOver = false;
  const stopping = on.queue.stop().then(() => {
    isOver = true;
  });
  await on.clock.settle();
  expect(isOver).toBe(false);
  on.ends[0]?.({ kind: 'gone' });
  await stopping;
  const tries = on.tries.length;
  on.queue.kick();
  await on.clock.pass(60_000);
  expect(on.tries).toHaveLength(tries);
  expect(on.kept.get(7)?.state.kind).toBe('waiting');
  expect(on.clock.timers()).toBe(0);
});

test('go at once also where others of the account wait for a later time', async () => {
  const on = editing(Array(12).fill(later));
  on.type();
  // By then it waits for minutes.
  await on.clock.pass(3_600_000);
  on.type(8);
  await on.clock.pass(2_000);
  expect(on.tries.some(({ videoId }) => videoId === 8)).toBe(true);
});

test('have nobody asked about an account where nothing goes by itself, or while one is under way', async () => {
  const on = editing([no, 'hangs']);
  on.type();
  await on.clock.pass(2_000);
  on.questions.length = 0;
  on.queue.kick();
  expect(on.questions).toEqual([]);
  on.type(8);
  await on.clock.pass(2_000);
  on.questions.length = 0;
  on.queue.kick();
  expect(on.questions).toEqual([]);
});

test('that nobody sent away are left as they are by "Try now"; of one that was never typed there is nothing', async () => {
  const on = editing([later]);
  on.type();
  await on.clock.pass(10);
  on.changes.length = 0;
  on.queue.hurry('ava');
  expect([on.changes, on.queue.get('nobody', 7), on.queue.get('ava', 8)]).toEqual([[], null, null]);
});

test.each([
  ['a day', 24 * 3_600_000],
  ['ten years', 10 * 365 * 24 * 3_600_000],
])('go as soon as they would have gone where the clock is put back by %s (F-13)', async (_, backMs) => {
  const on = editing([later, later, later]);
  on.type();
  await on.clock.pass(2_000);
  on.clock.setWall(on.clock.now() - backMs);
  await on.clock.pass(60_000);
  expect(on.waits()).toEqual([1_000, 2_000, 4_000]);
  expect(on.kept.get(7)?.state).toEqual({ kind: 'gone' });
});

test('that were to go in years by a clock that was ahead go within the longest pause (F-13)', async () => {
  const ahead = typed(null, { videoId: 7, seen: null, draft: { title: 'Before' }, shown: {} }, Date.UTC(2200, 0));
  const on = editing([], 0, [ahead, typed(null, { videoId: 8, seen: null, draft: { title: 'Due' }, shown: {} }, 0)]);
  const until = on.clock.now() + longestBackOffMs;
  expect(on.queue.get('ava', 7)?.state).toEqual({ kind: 'waiting', why: null, until });
  await on.clock.pass(longestBackOffMs - 1);
  expect(on.tries.map(({ videoId }) => videoId)).toEqual([8]);
  await on.clock.pass(1);
  expect(on.tries.map(({ videoId }) => videoId)).toEqual([8, 7]);
});

test('stay as they are where the clock is set ahead, and while it only goes on', async () => {
  const on = editing([later]);
  on.type();
  await on.clock.pass(2_000);
  on.changes.length = 0;
  on.queue.kick();
  on.clock.setWall(on.clock.now() + 500);
  on.queue.kick();
  expect(on.changes).toEqual([]);
});

test('set no alarm where nothing goes by itself', async () => {
  const on = editing([no]);
  expect(on.clock.timers()).toBe(0);
  on.type();
  await on.clock.pass(2_000);
  expect(on.clock.timers()).toBe(0);
});
