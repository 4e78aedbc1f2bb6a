// One change for many clips: whole on disk before the first of them changes, in steps, and gone on with after a kill.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emptyDraft, type Job } from '../../../../main/model.ts';
import { type Bulk, createBulk } from '../../../../main/queue/runner/bulk.ts';
import { untoldDamage } from '../../../../main/untrusted/damaged.ts';
import { states } from '../jobs.ts';
import { MiB, type RunnerStage, runnerStage, sized } from './stage.ts';

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `clip ${at}`);
const clips = (count: number): Job[] => names(count).map((id, at) => sized(id, at, MiB));

interface Many {
  readonly on: RunnerStage;
  readonly bulk: Bulk<string>;
  /** How many clips had been changed at the end of each step. */
  readonly steps: number[];
  titles(): readonly (string | null)[];
  left(): readonly Record<string, unknown>[];
}

/** Gives each clip a title with its place. Nobody is signed in, so nothing is sent meanwhile. */
async function many(count: number): Promise<Many> {
  const on = await runnerStage({ jobs: clips(count) }, { readyAccounts: () => [] });
  const steps: number[] = [];
  const titles = () => names(count).map((id) => on.store.job(id)?.draft.title ?? null);
  const bulk = createBulk({
    ...{ sql: on.sql, store: on.store, runner: on.runner },
    logger: { info: () => {}, warn: () => {}, error: (message) => void on.errors.push(message) },
    schema: z.string(),
    event: (job, place, title: string) =>
      job.state.kind === 'cancelled'
        ? { kind: 'cancel' }
        : { kind: 'edited', draft: { ...emptyDraft, title: `${title} ${place}` }, seen: null },
    onStep: () => void steps.push(titles().filter((title) => title !== null).length),
  });
  return { on, bulk, steps, titles, left: () => on.sql.prepare('SELECT * FROM bulk_changes').all() };
}

describe('a change for many', () => {
  it('reaches each of them, by its place among all, in steps of a hundred', async () => {
    const { on, bulk, steps, titles, left } = await many(250);
    expect(await on.settled(bulk.apply(names(250), 'Day'))).toBe(250);
    expect(titles()).toEqual(names(250).map((_, at) => `Day ${at}`));
    expect(steps).toEqual([100, 200, 250]);
    expect(left()).toEqual([]);
  });

  it('for a full hundred is over with that step', async () => {
    const { on, bulk, steps } = await many(100);
    expect(await on.settled(bulk.apply(names(100), 'Day'))).toBe(100);
    expect(steps).toEqual([100]);
  });

  it('counts only what it changed', async () => {
    const { on, bulk } = await many(3);
    await on.write(() => on.store.change('clip 1', { kind: 'cancel' }));
    expect(await on.settled(bulk.apply([...names(3), 'nobody'], 'Day'))).toBe(2);
  });

  it('for none is nothing: not even a step, and nothing on disk', async () => {
    const { on, bulk, steps, left } = await many(1);
    expect(await on.settled(bulk.apply([], 'Day'))).toBe(0);
    expect([steps, left()]).toEqual([[], []]);
  });

  it('may be made in the very write that begins it', async () => {
    const { on, bulk, titles } = await many(2);
    let isWriting = false;
    const { write } = on.store;
    const watched: typeof write = (work) =>
      write(() => {
        isWriting = true;
        const done = work();
        isWriting = false;
        return done;
      });
    on.store.write = watched;
    const made: boolean[] = [];
    const applied = bulk.apply(names(2), () => {
      made.push(isWriting);
      return 'Day';
    });
    await on.settled(applied);
    expect([made, titles()]).toEqual([[true], ['Day 0', 'Day 1']]);
  });

  it('that is under way is not begun a second time when there is room on the disk again', async () => {
    const { on, bulk, steps } = await many(2);
    const mayGo = Promise.withResolvers<void>();
    const { applyMany } = on.runner;
    const slow: typeof applyMany = (...asked) => mayGo.promise.then(() => applyMany(...asked));
    Object.assign(on.runner, { applyMany: slow });
    const applied = bulk.apply(names(2), 'Day');
    await on.clock.settle();
    expect(bulk.resume()).toEqual([]);
    mayGo.resolve();
    await on.settled(applied);
    await on.settled(bulk.settled());
    expect(steps).toEqual([2]);
  });

  it('that the disk did not take goes on when there is room again', async () => {
    const { on, bulk, titles, left } = await many(2);
    const { applyMany } = on.runner;
    Object.assign(on.runner, { applyMany: () => Promise.reject(new Error('disk is full')) });
    await on.settled(expect(bulk.apply(names(2), 'Day')).rejects.toThrow('disk is full'));
    expect(left()).toHaveLength(1);
    Object.assign(on.runner, { applyMany });
    expect(bulk.resume()).toEqual(['Day']);
    await on.settled(bulk.settled());
    expect([titles(), left()]).toEqual([['Day 0', 'Day 1'], []]);
  });

  it('is on disk whole before the first clip changes, with how far it has come', async () => {
    const { on, bulk, left } = await many(150);
    const seen: unknown[] = [];
    const { applyMany } = on.runner;
    const slow: typeof applyMany = async (...asked) => {
      seen.push(left());
      return applyMany(...asked);
    };
    Object.assign(on.runner, { applyMany: slow });
    await on.settled(bulk.apply(names(150), 'Day'));
    const row = { id: 1, ids: JSON.stringify(names(150)), change: '"Day"' };
    expect(seen).toEqual([[{ ...row, next: 0 }], [{ ...row, next: 100 }]]);
  });

  it('follows the one before: what was wanted last is what stays', async () => {
    const { on, bulk, titles } = await many(150);
    const both = Promise.all([bulk.apply(names(150), 'First'), bulk.apply(names(150), 'Last')]);
    let isOver = false;
    const over = both
      .then(() => bulk.settled())
      .then(() => {
        isOver = true;
      });
    expect(isOver).toBe(false);
    await on.settled(both);
    await over;
    expect(new Set(titles().map((title) => title?.split(' ')[0]))).toEqual(new Set(['Last']));
  });

  it('is settled only once it is done', async () => {
    const { on, bulk } = await many(150);
    let go = (): void => {};
    const mayGo = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { applyMany } = on.runner;
    const slow: typeof applyMany = (...asked) => mayGo.then(() => applyMany(...asked));
    Object.assign(on.runner, { applyMany: slow });
    const applied = bulk.apply(names(150), 'Day');
    await on.clock.settle();
    let isSettled = false;
    const settled = bulk.settled().then(() => {
      isSettled = true;
    });
    await on.clock.settle();
    expect(isSettled).toBe(false);
    go();
    await on.settled(applied);
    await settled;
    expect(isSettled).toBe(true);
  });
});

describe('a change that an earlier run left', () => {
  const leave = ({ on }: Many, ids: string, change: string, next: number): Promise<void> =>
    on.write(
      () => void on.sql.prepare('INSERT INTO bulk_changes (ids, change, next) VALUES (?, ?, ?)').run(ids, change, next),
    );

  it('goes on where it stood, with the places of all', async () => {
    const it = await many(5);
    await leave(it, JSON.stringify(names(5)), '"Day"', 3);
    it.bulk.resume();
    await it.on.settled(it.bulk.settled());
    expect(it.titles()).toEqual([null, null, null, 'Day 3', 'Day 4']);
    expect(it.left()).toEqual([]);
    expect(it.on.runner.paused()).toBe(false);
  });

  it('and the one that followed it both happen, in their order', async () => {
    const it = await many(2);
    await leave(it, JSON.stringify(names(2)), '"First"', 0);
    await leave(it, JSON.stringify(names(1)), '"Last"', 0);
    expect(it.bulk.resume()).toEqual(['First', 'Last']);
    await it.on.settled(it.bulk.settled());
    expect(it.titles()).toEqual(['Last 0', 'First 1']);
  });

  it.each([
    ['its clips', 'damaged', '"Day"', 0],
    ['its clips', '["clip 0"', '"Day"', 0],
    ['the change', '["clip 0"]', '7', 0],
    ['how far it came', '["clip 0"]', '"Day"', -1],
  ] as const)(
    'is ended where %s cannot be read: kept, and nothing is sent until the user goes on',
    async (_, ids, change, next) => {
      const it = await many(1);
      await leave(it, ids, change, next);
      expect(it.bulk.resume()).toEqual([]);
      await it.on.clock.settle();
      expect(it.titles()).toEqual([null]);
      expect(it.left()).toEqual([]);
      expect([it.on.runner.paused(), it.on.store.paused()]).toEqual([true, true]);
      expect(untoldDamage(it.on.sql)).toEqual({ edits: 0, changes: 1, settings: 0 });
      const [kept] = it.on.sql.prepare('SELECT kind, name, problem, text FROM damaged').all();
      expect(kept).toMatchObject({ kind: 'bulk-change', name: '1', text: JSON.stringify({ ids, change, next }) });
      expect(
        String(kept?.problem)
          .split(', ')
          .filter((problem) => problem === 'readable'),
      ).toHaveLength(2);
      // Whoever shows the queue learns of it.
      expect(it.steps).toHaveLength(1);
    },
  );

  it('is ended, and those behind it happen all the same', async () => {
    const it = await many(1);
    await leave(it, 'damaged', '"Day"', 0);
    await leave(it, '["clip 0"]', '"Day"', 0);
    it.bulk.resume();
    await it.on.clock.settle();
    expect(it.titles()).toEqual(['Day 0']);
  });

  it('stays for the next start where it cannot be written down', async () => {
    const it = await many(1);
    await leave(it, '["clip 0"]', '"Day"', 0);
    const { write } = it.on.store;
    it.on.store.write = () => Promise.reject(new Error('disk is full'));
    it.bulk.resume();
    await it.on.clock.settle();
    it.on.store.write = write;
    expect(it.left()).toHaveLength(1);
    expect(it.on.errors).toEqual(['A change for many was not finished']);
    expect(it.on.state('clip 0')).toEqual(states.waiting);
  });
});
