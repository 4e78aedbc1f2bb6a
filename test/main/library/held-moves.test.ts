// The moves that are not over, or not read of yet: found by number, batch, account and video, in memory as on disk.
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../../main/adapters/database/sqlite.ts';
import { createHeldMoves } from '../../../main/library/held-moves.ts';
import { type Move, type MoveEnd, type MoveEvent, newMove } from '../../../main/library/move-state.ts';
import { type HeldMove, moveStore } from '../../../main/library/move-store.ts';
import { StoreError } from '../../../main/ports.ts';
import { longestBackOffMs } from '../../../main/retry.ts';
import { migrate } from '../../../main/schema.ts';
import { handClock } from '../queue/hand-clock.ts';

const clock = handClock();
const full = new StoreError('full', 'database or disk is full');
const done: MoveEnd = { kind: 'done' };
const failed: MoveEnd = { kind: 'failed', problem: 'offline', said: null };
const ends = ({ move }: HeldMove, end: MoveEnd): Move => ({ ...move, state: end });
const waitingUntil = (until: number, why: 'offline' | 'site-busy' = 'offline'): Move['state'] => ({
  ...{ kind: 'waiting', why, until },
});

/** Moves on real rows. */
function holding(sql = openSqlite(':memory:')) {
  migrate(sql);
  const store = moveStore(sql);
  const problem: { now: Error | null; at: 'write' | 'remove' } = { now: null, at: 'write' };
  const meet = (at: 'write' | 'remove'): void => {
    if (problem.now && problem.at === at) throw problem.now;
  };
  const saved: number[] = [];
  const removed: number[][] = [];
  const log: string[] = [];
  const over: { readonly videoId: number; readonly batch: string | null }[] = [];
  const held = createHeldMoves({
    clock,
    logger: {
      info: () => {},
      warn: () => {},
      error: (said, facts) => void log.push(`${said} ${JSON.stringify(facts)}`),
    },
    store: {
      ...store,
      write: (work) => {
        meet('write');
        return store.write(work);
      },
      save: (id, move) => {
        saved.push(id);
        store.save(id, move);
      },
      remove: (ids) => {
        meet('remove');
        removed.push([...ids]);
        store.remove(ids);
      },
    },
    onEnd: ({ move }, batch) => {
      const states = batch?.moves.map((one) => `${one.move.videoId} ${one.move.state.kind}`).join(', ') ?? null;
      over.push({ videoId: move.videoId, batch: batch === null ? null : `${batch.id}, ${batch.open} open: ${states}` });
    },
  });
  const add = (videoIds: readonly number[], more: Partial<HeldMove> = {}): number =>
    held.add(() =>
      videoIds.map((videoId) => ({
        ...{ accountId: 'ava', what: 'trash', actId: null, isTold: false, ...more },
        move: { ...newMove({ videoId, title: null, to: 'trash', from: null }), ...more.move, videoId },
      })),
    ) ?? 0;
  const moves = (batchId: number): readonly HeldMove[] => held.batch(batchId)?.moves ?? [];
  const one = (videoId: number, accountId = 'ava'): HeldMove => {
    const found = held.ofVideo(accountId, videoId);
    if (found === null) throw new Error(`No open move of ${videoId}`);
    return found;
  };
  const rows = (): readonly string[] =>
    store
      .all()
      .map(({ accountId, move, isTold }) => `${accountId} ${move.videoId} ${move.state.kind}${isTold ? ' told' : ''}`);
  const open = (accountId = 'ava'): readonly number[] => [...held.open(accountId)].map(({ move }) => move.videoId);
  return { sql, held, problem, saved, removed, log, over, add, moves, one, rows, open };
}

describe('added', () => {
  it('they are one batch, on disk and found by everything that they are asked for by', () => {
    const on = holding();
    const first = on.add([1, 2], { actId: 7 });
    const second = on.add([3], { accountId: 'ben', what: 'restore' });
    expect([first, second]).toEqual([1, 2]);
    expect(on.rows()).toEqual(['ava 1 waiting', 'ava 2 waiting', 'ben 3 waiting']);
    expect([on.open(), on.open('ben'), on.open('nobody')]).toEqual([[1, 2], [3], []]);
    expect(['ava', 'ben', 'nobody'].map(on.held.hasOpen)).toEqual([true, true, false]);
    expect(on.held.accounts()).toEqual(['ava', 'ben']);
    expect(
      on.held
        .batches()
        .map(({ id, accountId, what, actId, isTold, open, moves }) => [
          ...[id, accountId, what, actId, isTold, open, moves.length],
        ]),
    ).toEqual([
      [1, 'ava', 'trash', 7, false, 2, 2],
      [2, 'ben', 'restore', null, false, 1, 1],
    ]);
    expect([on.held.get(on.one(2).id)?.move.videoId, on.held.get(99), on.held.batch(99)]).toEqual([2, null, null]);
    expect([on.held.ofVideo('ava', 3), on.held.ofVideo('ben', 1)]).toEqual([null, null]);
  });

  it('none of them is no batch, and what cannot be written is not there', () => {
    const on = holding();
    expect(on.held.add(() => [])).toBeNull();
    on.problem.now = full;
    expect(() => on.add([1])).toThrow(full);
    expect([on.held.batches(), on.open(), on.rows(), on.held.accounts()]).toEqual([[], [], [], []]);
  });

  it('they are there again after a restart, in their order, and wait no longer than any reason explains (F-13)', () => {
    const before = holding();
    before.add([5, 4]);
    before.add([3], { isTold: true });
    before.held.keep(before.one(5), { ...before.one(5).move, state: waitingUntil(clock.now() + 400 * 86_400_000) });
    before.held.keep(before.one(4), { ...before.one(4).move, state: waitingUntil(clock.now() + 1_000) });
    const on = holding(before.sql);
    expect(on.open()).toEqual([5, 4, 3]);
    const until = (videoId: number): number => Number(Reflect.get(on.one(videoId).move.state, 'until'));
    expect(until(5)).toBeGreaterThan(clock.now());
    expect(until(5)).toBeLessThanOrEqual(clock.now() + 2 * longestBackOffMs);
    expect(until(4)).toBe(clock.now() + 1_000);
    expect(on.held.batch(2)).toMatchObject({ isTold: true, open: 1 });
    // A new batch is none of those before it.
    expect(on.add([9])).toBe(3);
  });
});

it('of a video the last one that is not over counts', () => {
  const on = holding();
  on.add([1]);
  on.add([1], { what: 'restore' });
  const last = on.one(1);
  expect(last.what).toBe('restore');
  on.held.keepEnd(last, ends(last, done));
  expect(on.one(1).what).toBe('trash');
  on.held.keepEnd(on.one(1), ends(on.one(1), done));
  expect(on.held.ofVideo('ava', 1)).toBeNull();
});

describe('one that changes', () => {
  it('is on disk with what is written alongside, and held', () => {
    const on = holding();
    on.add([1]);
    const alongside: string[] = [];
    const held = on.one(1);
    on.held.keep(held, { ...held.move, isAsked: true }, () => void alongside.push('with it'));
    expect([on.one(1).move.isAsked, alongside, on.saved]).toEqual([true, ['with it'], [held.id]]);
    expect(on.held.get(held.id)?.move.isAsked).toBe(true);
    expect(on.moves(1)[0]?.move.isAsked).toBe(true);
  });

  it.each<[string, (on: ReturnType<typeof holding>) => (() => void) | undefined]>([
    [
      'it cannot be written',
      ({ problem }) => {
        problem.now = full;
        return undefined;
      },
    ],
    [
      'what belongs to it cannot be written',
      () => () => {
        throw full;
      },
    ],
  ])('is as before where %s', (_, spoil) => {
    const on = holding();
    on.add([1]);
    const held = on.one(1);
    const alongside = spoil(on);
    expect(() => on.held.keep(held, ends(held, done), alongside)).toThrow(full);
    expect([on.one(1).move.state.kind, on.rows(), on.held.batch(1)?.open]).toEqual(['waiting', ['ava 1 waiting'], 1]);
  });
});

describe('one that ends', () => {
  it('is told with its batch once that is over, as it then is', () => {
    const on = holding();
    on.add([1, 2, 3]);
    on.held.keepEnd(on.one(2), ends(on.one(2), done));
    expect([on.open(), on.held.batch(1)?.open]).toEqual([[1, 3], 2]);
    on.held.keepEnd(on.one(1), ends(on.one(1), failed));
    on.held.keepEnd(on.one(3), ends(on.one(3), { kind: 'stopped' }));
    expect(on.over).toEqual([
      { videoId: 2, batch: null },
      { videoId: 1, batch: null },
      { videoId: 3, batch: '1, 0 open: 1 failed, 2 done, 3 stopped' },
    ]);
    expect([on.held.hasOpen('ava'), on.held.batch(1)?.open, on.rows()]).toEqual([
      ...[false, 0],
      ['ava 1 failed', 'ava 2 done', 'ava 3 stopped'],
    ]);
  });

  it('is not told of while it goes on', () => {
    const on = holding();
    on.add([1]);
    on.held.keepEnd(on.one(1), { ...on.one(1).move, failures: 2 });
    expect([on.over, on.one(1).move.failures, on.held.batch(1)?.open]).toEqual([[], 2, 1]);
  });

  it('counts on a disk without room, too, with a word in the log; another fault is none of the disk (F-43)', () => {
    const on = holding();
    on.add([1, 2]);
    on.problem.now = full;
    on.held.keepEnd(on.one(1), ends(on.one(1), done));
    expect([on.open(), on.rows()]).toEqual([[2], ['ava 1 waiting', 'ava 2 waiting']]);
    expect(on.log).toEqual(['What became of a move could not be written down {"problem":"full"}']);
    on.problem.now = new TypeError('a fault of ours');
    expect(() => on.held.keepEnd(on.one(2), ends(on.one(2), done))).toThrow(on.problem.now);
    expect([on.open(), on.log.length]).toEqual([[2], 1]);
  });

  it('of a batch of which its user has read leaves with it, but for what has failed', () => {
    const on = holding();
    on.add([1, 2, 3]);
    on.held.setTold(1, true);
    expect(on.moves(1).map(({ isTold }) => isTold)).toEqual([true, true, true]);
    on.held.keepEnd(on.one(1), ends(on.one(1), done));
    on.held.keepEnd(on.one(2), ends(on.one(2), failed));
    expect(on.rows()).toEqual(['ava 1 done told', 'ava 2 failed told', 'ava 3 waiting told']);
    on.held.keepEnd(on.one(3), ends(on.one(3), done));
    expect([on.rows(), on.moves(1).map(({ move }) => move.videoId)]).toEqual([['ava 2 failed told'], [2]]);
    expect([on.held.get(1), on.held.get(3)]).toEqual([null, null]);
  });

  it('is tidied up with the next where that could not be written at once', () => {
    const on = holding();
    on.add([1]);
    on.held.setTold(1, true);
    Object.assign(on.problem, { now: full, at: 'remove' });
    on.held.keepEnd(on.one(1), ends(on.one(1), done));
    expect([on.rows(), on.moves(1).length]).toEqual([['ava 1 done told'], 1]);
    on.problem.now = new TypeError('a fault of ours');
    expect(() => on.held.setTold(1, true)).toThrow(on.problem.now);
    on.problem.now = null;
    on.held.setTold(1, true);
    expect([on.rows(), on.held.batch(1), on.held.batches()]).toEqual([[], null, []]);
  });
});

describe('what happens', () => {
  const hurried: MoveEvent = { kind: 'hurried' };
  const busy = (): Partial<HeldMove> => ({
    move: {
      ...newMove({ videoId: 0, title: null, to: 'trash', from: null }),
      state: waitingUntil(clock.now() + 60_000, 'site-busy'),
    },
  });
  const until = (on: ReturnType<typeof holding>): readonly unknown[] =>
    ['ava', 'ben'].flatMap((accountId) =>
      [...on.held.open(accountId)].map(({ move }) => Reflect.get(move.state, 'until')),
    );

  it('to all happens to all that are open, and what is left as before is not written', () => {
    const on = holding();
    on.add([1], busy());
    on.add([2]);
    on.add([3], { ...busy(), accountId: 'ben' });
    on.held.happens(hurried);
    expect([until(on), on.saved.length]).toEqual([[null, null, null], 2]);
  });

  it('to those of one account leaves the others', () => {
    const on = holding();
    on.add([1], busy());
    on.add([3], { ...busy(), accountId: 'ben' });
    on.held.happens(hurried, 'ben');
    on.held.happens(hurried, 'nobody');
    expect(until(on)).toEqual([clock.now() + 60_000, null]);
  });

  it('may end all of an account while they are gone through', () => {
    const on = holding();
    on.add([1, 2, 3]);
    on.held.happens({ kind: 'stop' }, 'ava');
    expect([on.open(), on.rows()]).toEqual([[], ['ava 1 stopped', 'ava 2 stopped', 'ava 3 stopped']]);
  });

  it('to some happens to all of them or none, with what is written for each that changed', () => {
    const on = holding();
    on.add([1, 2, 3]);
    on.held.keepEnd(on.one(3), ends(on.one(3), done));
    on.saved.length = 0;
    const alongside: string[] = [];
    const note = (before: HeldMove, after: Move): void =>
      void alongside.push(`${before.move.videoId} ${before.move.state.kind} ${after.state.kind}`);
    on.problem.now = full;
    const all = on.moves(1);
    expect(() => on.held.happensTo(all, { kind: 'stop' }, note)).toThrow(full);
    expect([on.open(), alongside]).toEqual([[1, 2], []]);
    on.problem.now = null;
    on.held.happensTo(all, { kind: 'stop' }, note);
    expect([on.open(), alongside, on.saved.length]).toEqual([[], ['1 waiting stopped', '2 waiting stopped'], 2]);
    // Nothing is written where nothing changes.
    on.problem.now = full;
    on.held.happensTo(on.moves(1), { kind: 'stop' });
    // As nothing that a try has ended, nobody is told of it as of an end.
    expect(on.over.map(({ videoId }) => videoId)).toEqual([3]);
  });

  it('to some of a batch of which its user has read tidies it up', () => {
    const on = holding();
    on.add([1, 2]);
    on.add([9]);
    on.held.setTold(1, true);
    on.held.happensTo(on.moves(1), { kind: 'stop' });
    expect([on.rows(), on.held.batches().map(({ id }) => id)]).toEqual([['ava 9 waiting'], [2]]);
  });

  it('and one that failed is open again once it is to be tried again', () => {
    const on = holding();
    on.add([1, 2]);
    for (const videoId of [1, 2]) on.held.keepEnd(on.one(videoId), ends(on.one(videoId), failed));
    expect([on.held.batch(1)?.open, on.held.hasOpen('ava')]).toEqual([0, false]);
    on.held.happensTo(on.moves(1), { kind: 'retry' });
    expect([on.held.batch(1)?.open, on.open(), on.one(2).move.state.kind]).toEqual([2, [1, 2], 'waiting']);
  });
});

describe('a batch', () => {
  it('is told to have been read, or not, in every row', () => {
    const on = holding();
    on.add([1]);
    on.held.keepEnd(on.one(1), ends(on.one(1), failed));
    on.held.setTold(1, true);
    expect([on.rows(), on.held.batch(1)?.isTold]).toEqual([['ava 1 failed told'], true]);
    on.held.setTold(1, false);
    expect([on.rows(), on.held.batch(1)?.isTold]).toEqual([['ava 1 failed'], false]);
  });

  it('is forgotten as far as it is over', () => {
    const on = holding();
    on.add([1, 2, 3]);
    on.held.keepEnd(on.one(1), ends(on.one(1), failed));
    on.held.keepEnd(on.one(2), ends(on.one(2), done));
    on.held.dismiss(1);
    expect([on.rows(), on.open(), on.held.batch(1)?.open, on.removed]).toEqual([['ava 3 waiting'], [3], 1, [[1, 2]]]);
    // Nothing of it is over, and nothing is there of the other: nothing is written.
    on.held.dismiss(1);
    on.held.dismiss(99);
    expect(on.removed).toHaveLength(1);
    on.held.keepEnd(on.one(3), ends(on.one(3), done));
    on.held.dismiss(1);
    expect([on.rows(), on.held.batches()]).toEqual([[], []]);
  });
});
