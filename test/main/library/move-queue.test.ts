// Moves on their way: a few at once, in their order for each video, at the times of the one policy, and on disk before a site is asked.
import { expect, it } from 'vitest';
import { openSqlite } from '../../../main/adapters/database/sqlite.ts';
import { createCircuits } from '../../../main/hosts/circuit.ts';
import { createMoveQueue } from '../../../main/library/move-queue.ts';
import { type Move, type MoveTried, newMove } from '../../../main/library/move-state.ts';
import { type HeldMove, moveStore } from '../../../main/library/move-store.ts';
import type { FailureCause } from '../../../main/model.ts';
import { StoreError } from '../../../main/ports.ts';
import { createTries, longestBackOffMs } from '../../../main/retry.ts';
import { migrate } from '../../../main/schema.ts';
import { handClock } from '../queue/hand-clock.ts';
import { later, signIn } from '../queue/jobs.ts';

const host = 'https://site.example';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const done: MoveTried = { kind: 'ended', end: { kind: 'done' } };
type Answer = FailureCause | 'hangs' | 'hangs-asked' | 'throws' | null;

/** A queue of moves on real rows, real circuits and the real policy. `answers` = what comes of each try; null, or none left = it is done. */
function moving(answers: Answer[] = [], sql = openSqlite(':memory:')) {
  migrate(sql);
  const clock = handClock();
  const random = { fraction: () => 0, hex: () => '' };
  const circuits = createCircuits(clock, random, { all: () => [], save: () => {}, remove: () => {} }, () =>
    queue.kick(),
  );
  const store = moveStore(sql);
  const disk = { isFull: false };
  const tries: { readonly videoId: number; readonly at: number }[] = [];
  const ends: (() => void)[] = [];
  const log: string[] = [];
  const errors: string[] = [];
  const changes: (readonly [batchId: number | null, ended: string | null])[] = [];
  const signedOut = new Set<string>();
  const queue = createMoveQueue({
    clock,
    logger: { ...quiet, error: (said, facts) => void errors.push(`${said} ${JSON.stringify(facts)}`) },
    store: {
      ...store,
      write: (work) => {
        if (disk.isFull) throw new StoreError('full', 'database or disk is full');
        return store.write(work);
      },
    },
    tries: createTries({ clock, random, circuits }),
    hostOf: () => host,
    mayAskInMs: (accountId) => (signedOut.has(accountId) ? Number.POSITIVE_INFINITY : circuits.leftMs(host)),
    atOnce: () => (circuits.stateOf(host) === 'closed' ? 3 : 1),
    apply: async (_accountId, move, asks) => {
      tries.push({ videoId: move.videoId, at: clock.monotonic() });
      const answer = answers.shift() ?? null;
      if (answer === 'throws') throw new Error('what nobody thought of');
      if (answer === 'hangs-asked') asks('publish');
      if (answer === 'hangs' || answer === 'hangs-asked') await new Promise<void>((resolve) => ends.push(resolve));
      else if (answer !== null) return { kind: 'failed', cause: answer };
      return answer === 'hangs-asked' || asks('publish') ? done : { kind: 'dropped' };
    },
    onAsks: ({ move }, was) => void log.push(`asks ${move.videoId} ${was}`),
    onEnd: ({ move }, batch) => void log.push(`${move.state.kind} ${move.videoId}${batch ? ', all over' : ''}`),
    signedOut: (accountId) => void signedOut.add(accountId),
    onChange: (batchId, held) =>
      void changes.push([batchId, held === null ? null : `${held.move.videoId} ${held.move.state.kind}`]),
  });
  const add = (videoIds: readonly number[], more: Partial<HeldMove> = {}): number =>
    queue.add(() =>
      videoIds.map((videoId) => ({
        ...{ accountId: 'ava', what: 'trash', actId: null, isTold: false, ...more },
        move: { ...newMove({ videoId, title: null, to: 'trash', from: null }), ...more.move, videoId },
      })),
    ) ?? 0;
  const rows = (): readonly Move[] => store.all().map(({ move }) => move);
  const moves = (batchId: number): readonly HeldMove[] => queue.batch(batchId)?.moves ?? [];
  return { sql, clock, circuits, disk, tries, ends, log, errors, changes, signedOut, queue, add, rows, moves };
}

it('at most three of an account are under way, and each is on disk as asked for before it is', async () => {
  const on = moving(['hangs-asked', 'hangs-asked', 'hangs-asked', 'hangs']);
  on.add([1, 2, 3, 4, 5]);
  await on.clock.pass(10);
  expect(on.tries.map(({ videoId }) => videoId)).toEqual([1, 2, 3]);
  expect(on.rows().map(({ isAsked, from }) => [isAsked, from])).toEqual([
    ...[1, 2, 3].map(() => [true, 'publish']),
    ...[4, 5].map(() => [false, null]),
  ]);
  on.ends[1]?.();
  await on.clock.pass(10);
  expect(on.tries.map(({ videoId }) => videoId)).toEqual([1, 2, 3, 4]);
  expect(on.log).toEqual(['asks 1 publish', 'asks 2 publish', 'asks 3 publish', 'done 2']);
});

it('a later move of a video waits for the earlier one, whatever else may go', async () => {
  const on = moving(['hangs', null, null, null]);
  on.add([1, 2]);
  on.add([1, 3]);
  await on.clock.pass(10);
  expect(on.tries.map(({ videoId }) => videoId)).toEqual([1, 2, 3]);
  on.ends[0]?.();
  await on.clock.pass(10);
  expect(on.tries.map(({ videoId }) => videoId)).toEqual([1, 2, 3, 1]);
  expect(on.log.at(-1)).toBe('done 1, all over');
});

it('where the host is tried after a rest one goes first, and the others when it answered', async () => {
  const on = moving([{ ...later, why: 'site-busy', afterMs: 60_000 }]);
  on.add([1]);
  await on.clock.pass(10);
  on.add([2, 3]);
  await on.clock.pass(50_000);
  expect(on.tries).toHaveLength(1);
  await on.clock.pass(20_000);
  expect(new Set(on.tries.slice(1).map(({ videoId }) => videoId))).toEqual(new Set([1, 2, 3]));
});

it('what failed for a while goes again ever later, and none of it goes where its account is signed out, until a kick', async () => {
  const on = moving([later, later, signIn]);
  on.add([1]);
  await on.clock.pass(60_000);
  expect(on.tries.map(({ at }) => at)).toEqual([0, 1_000, 3_000]);
  expect([on.queue.waits('ava'), on.queue.waits('admin')]).toEqual([true, false]);
  on.signedOut.clear();
  on.queue.kick();
  await on.clock.pass(10);
  expect(on.log).toEqual(['asks 1 publish', 'done 1, all over']);
  expect(on.queue.waits('ava')).toBe(false);
});

it('what is stopped is dropped where it was not asked for, also while it is looked at, and looked at where it was', async () => {
  const on = moving(['hangs-asked', 'hangs', 'hangs']);
  const batch = on.add([1, 2, 3, 4]);
  await on.clock.pass(10);
  const dropped: number[] = [];
  on.queue.stopMoves(on.moves(batch), ({ move }, after) => {
    if (after.state.kind === 'stopped') dropped.push(move.videoId);
  });
  expect(dropped).toEqual([2, 3, 4]);
  expect(on.rows().map(({ stops, state }) => [stops, state.kind])).toEqual([
    [true, 'waiting'],
    ...[2, 3, 4].map(() => [false, 'stopped']),
  ]);
  for (const end of on.ends) end();
  await on.clock.pass(10);
  expect(on.log).toEqual(['asks 1 publish', 'done 1, all over']);
  expect(on.tries).toHaveLength(3);
});

it('a batch is there until it was told, then what failed, until that is dismissed', async () => {
  const on = moving([null, { kind: 'needs-you', reason: 'site-refused', action: 'retry', detail: 'No.' }]);
  const batch = on.add([1, 2]);
  await on.clock.pass(10);
  expect(on.queue.batch(batch)).toMatchObject({ open: 0, isTold: false });
  on.queue.told(batch);
  expect(on.rows()).toMatchObject([{ videoId: 2, state: { kind: 'failed', said: 'No.' } }]);
  on.queue.retry(batch);
  await on.clock.pass(10);
  expect(on.queue.batch(batch)).toMatchObject({
    open: 0,
    isTold: false,
    moves: [{ move: { state: { kind: 'done' } } }],
  });
  on.queue.dismiss(batch);
  expect([on.queue.batch(batch), on.rows()]).toEqual([null, []]);
});

it('one that nobody is to be told of is gone once it is done', async () => {
  const on = moving();
  on.add([1], { isTold: true });
  await on.clock.pass(10);
  expect([on.log.at(-1), on.rows()]).toEqual(['done 1, all over', []]);
});

it('without room on the disk nothing begins, and what the site has done counts all the same (F-43)', async () => {
  const on = moving(['hangs-asked']);
  const batch = on.add([1]);
  await on.clock.pass(10);
  on.disk.isFull = true;
  expect(() => on.add([2])).toThrow(StoreError);
  expect(() => on.queue.stopMoves(on.moves(batch), () => {})).toThrow(StoreError);
  expect(on.moves(batch)).toMatchObject([{ move: { stops: false } }]);
  on.ends[0]?.();
  await on.clock.pass(10);
  expect(on.queue.batch(batch)).toMatchObject({ open: 0 });
  expect(on.rows()).toMatchObject([{ isAsked: true, state: { kind: 'waiting' } }]);
});

it('what an ended app leaves is gone on with by the next, which knows what was asked for', async () => {
  const on = moving(['hangs-asked']);
  on.add([1, 2], { actId: 5 });
  on.add([1]);
  await on.clock.pass(10);
  const stopping = on.queue.stop();
  for (const end of on.ends) end();
  await stopping;
  expect(on.clock.timers()).toBe(0);
  // What came of the first after the end is found out by the next.
  expect(on.rows().map(({ state }) => state.kind)).toEqual(['waiting', 'done', 'waiting']);
  const next = moving(['hangs', 'hangs'], on.sql);
  const known = next.queue.batches().map(({ actId, moves }) => [actId, moves.map(({ move }) => move.isAsked)]);
  // The second was tried beside the first: what came of it is on the disk already.
  expect(known).toEqual([
    [5, [true, true]],
    [null, [false]],
  ]);
  expect(next.queue.ofVideo('ava', 1)).toMatchObject({ batchId: 2 });
});

it.each([['a day', 24 * 3_600_000]])(
  'moves go as soon as they would have gone where the clock is put back by %s (F-13)',
  async (_, backMs) => {
    const on = moving([later, later]);
    on.add([1]);
    await on.clock.pass(10);
    on.clock.setWall(on.clock.now() - backMs);
    await on.clock.pass(60_000);
    expect(on.tries.map(({ at }) => at)).toEqual([0, 1_000, 3_000]);
  },
);

it('one that was to go in years by a clock that was ahead goes within the longest pause (F-13)', async () => {
  const sql = openSqlite(':memory:');
  migrate(sql);
  const ahead = newMove({ videoId: 1, title: null, to: 'trash', from: null });
  moveStore(sql).insert({
    ...{ batchId: 1, accountId: 'ava', what: 'trash', actId: null, isTold: false },
    move: { ...ahead, state: { kind: 'waiting', why: 'site-busy', until: Date.UTC(2200, 0) } },
  });
  const on = moving([], sql);
  await on.clock.pass(longestBackOffMs - 1);
  expect(on.tries).toEqual([]);
  await on.clock.pass(1);
  expect(on.tries).toHaveLength(1);
});

it('"Try now" lets go what its site sent away', async () => {
  const on = moving([{ ...later, why: 'site-busy', afterMs: 600_000 }]);
  on.add([1]);
  await on.clock.pass(10);
  on.circuits.lift(host);
  on.queue.hurry('ava');
  await on.clock.pass(10);
  expect(on.log.at(-1)).toBe('done 1, all over');
});

it('each account has its own few at once', async () => {
  const on = moving(Array(8).fill('hangs'));
  on.add([1, 2, 3, 4]);
  on.add([5, 6, 7, 8], { accountId: 'ben' });
  await on.clock.pass(10);
  expect(on.tries.map(({ videoId }) => videoId)).toEqual([1, 2, 3, 5, 6, 7]);
});

it('what nobody thought of is written into the log, and its user is asked after four tries', async () => {
  const on = moving(Array(5).fill('throws'));
  const batch = on.add([1]);
  await on.clock.pass(3_600_000);
  expect(on.tries).toHaveLength(4);
  expect(on.moves(batch)).toMatchObject([{ move: { state: { kind: 'failed', problem: 'server-error', said: null } } }]);
  expect(on.errors).toEqual(Array(4).fill('A video could not be moved {"error":"Error: what nobody thought of"}'));
});

it('the site is not asked for what was stopped while the video was looked at, though it was asked before', async () => {
  const on = moving(['hangs', null]);
  const asked = newMove({ videoId: 1, title: null, to: 'trash', from: 'publish' });
  const batch = on.add([1], { move: { ...asked, isAsked: true } });
  await on.clock.pass(10);
  on.queue.stopMoves(on.moves(batch), () => {});
  on.ends[0]?.();
  await on.clock.pass(10);
  // It is looked at once more, by who knows that it is not wanted any more.
  expect([on.tries.length, on.log.filter((line) => line.startsWith('asks'))]).toEqual([2, ['asks 1 publish']]);
  expect(on.log.indexOf('asks 1 publish')).toBe(0);
  expect(on.moves(batch)).toMatchObject([{ move: { stops: true, state: { kind: 'done' } } }]);
});

it('nothing is asked for once the app ends', async () => {
  const on = moving(['hangs']);
  on.add([1]);
  await on.clock.pass(10);
  let isOver = false;
  const stopping = on.queue.stop().then(() => {
    isOver = true;
  });
  await on.clock.pass(10);
  // It waits for what is under way.
  expect(isOver).toBe(false);
  on.ends[0]?.();
  await stopping;
  expect([on.log, on.rows().map(({ isAsked }) => isAsked)]).toEqual([[], [false]]);
});

it('a batch that changes is told, with the move that ended where one did', async () => {
  const on = moving(['hangs', later]);
  const first = on.add([1]);
  const second = on.add([2]);
  await on.clock.pass(10);
  on.ends[0]?.();
  await on.clock.pass(10);
  on.queue.stopMoves(on.moves(second), () => {});
  on.queue.told(first);
  on.queue.dismiss(first);
  on.queue.retry(second);
  expect(on.changes).toEqual([
    [first, null],
    [second, null],
    [second, null],
    [first, '1 done'],
    [second, null],
    [first, null],
    [first, null],
    [second, null],
  ]);
  // None of them is no change, and none is no batch.
  on.changes.length = 0;
  expect(on.queue.add(() => [])).toBeNull();
  expect(on.changes).toEqual([]);
  expect(() => on.queue.retry(99)).not.toThrow();
  expect(on.clock.timers()).toBe(0);
});

it('a later move of a video goes at once when the earlier one, which waits for its time, is stopped', async () => {
  const on = moving([{ ...later, afterMs: 600_000 }]);
  const first = on.add([1]);
  on.add([1]);
  await on.clock.pass(10);
  expect([on.tries.length, on.queue.isUnderWay(1)]).toEqual([1, false]);
  on.circuits.lift(host);
  on.queue.stopMoves(on.moves(first), () => {});
  expect([on.queue.isUnderWay(1), on.queue.isUnderWay(2)]).toEqual([false, true]);
  await on.clock.pass(10);
  expect(on.log.at(-1)).toBe('done 1, all over');
});

it('one that waits goes as soon as the clock, which was put ahead, has its time', async () => {
  const on = moving([later]);
  on.add([1]);
  await on.clock.pass(10);
  on.clock.setWall(on.clock.now() + 24 * 3_600_000);
  on.queue.kick();
  await on.clock.pass(10);
  expect(on.tries).toHaveLength(2);
});
