// The narrowed list: in every order and under every filter just what a plain look at everything finds, whatever changes meanwhile.
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../main/model.ts';
import { type Sql, StoreError } from '../../../../main/ports.ts';
import { createFoundJobs } from '../../../../main/queue/store/found-jobs.ts';
import { searchedBy, toFindable } from '../../../../main/queue/store/job-search.ts';
import type { QueueFilter, QueueSearch, QueueSort } from '../../../../preload/contract.ts';
import { fill } from '../../../bench/queue-jobs.ts';
import { handClock } from '../hand-clock.ts';
import { states } from '../jobs.ts';
import { clipOf, memoryQueue, otherAccount, titled } from './memory-queue.ts';
import { filters, plainWindow, sorts } from './plain-list.ts';

const harbour: QueueSearch = { text: 'harbour', accountIds: null, from: null };
const words = ['Harbour', 'market', 'the harbour', 'Zoo'];
const someStates = [states.waiting, states.sending, states['needs you to send'], states.done, states.paused];

function jobAt(n: number): Partial<Job> {
  const clip = clipOf((n * 7) % 11, `/clips/${n}.mp4`);
  return {
    id: `job-${n}`,
    ...titled(words[n % words.length] ?? ''),
    state: someStates[(n * 3) % someStates.length] ?? states.waiting,
    clip: { ...clip, name: `${(n * 5) % 9}.mp4` },
    ...(n % 5 === 0 ? { accountId: otherAccount } : {}),
  };
}

function searching(jobs: number) {
  const queue = memoryQueue();
  const clock = handClock();
  queue.add(...Array.from({ length: jobs }, (_, n) => jobAt(n)));
  let told = 0;
  const turns: (() => void)[] = [];
  let refusals = 0;
  let refusal: Error = new StoreError('full', 'no room');
  const sql: Sql = {
    ...queue.sql,
    transaction: (work) => {
      if (refusals-- > 0) throw refusal;
      return queue.sql.transaction(work);
    },
  };
  const found = createFoundJobs(sql, { ...clock, soon: (call) => void turns.push(call) }, () => {
    told++;
  });
  /** The disk takes nothing the next so many times. */
  const refuse = (times: number, by = refusal): void => {
    refusals = times;
    refusal = by;
  };
  /** Others had their turn, so many times; gives whether anything was waiting for that. */
  const takeTurns = (most: number): boolean => {
    for (let taken = 0; taken < most; taken++) turns.shift()?.();
    return turns.length > 0;
  };
  const plain = (search: QueueSearch, filter: QueueFilter, sort: QueueSort): readonly string[] => {
    const fits = searchedBy(search);
    const by = new Map(
      queue.sql
        .prepare('SELECT * FROM jobs')
        .all()
        .map((row) => [String(row.id), row]),
    );
    return plainWindow(queue.sql, filter, sort, 0, 100_000).filter((id) => {
      const row = by.get(id);
      return row !== undefined && fits(toFindable(row));
    });
  };
  const expectAll = (search: QueueSearch, sort: QueueSort): void => {
    for (const filter of filters)
      expect(found.ids(filter, 0, 100_000), `${filter} by ${sort}`).toEqual(plain(search, filter, sort));
  };
  return { ...queue, clock, found, plain, expectAll, takeTurns, refuse, told: () => told };
}

describe('what is found', () => {
  it.each(sorts)('stands in the order of the list by %s, under each filter, with how many those are', (sort) => {
    const on = searching(60);
    for (const search of [harbour, { ...harbour, text: '', accountIds: [otherAccount] }]) {
      on.found.look(search, sort);
      expect(on.found.isSearching()).toBe(false);
      on.expectAll(search, sort);
      const all = on.plain(search, 'all', sort);
      expect(on.found.ids('all', 3, 4)).toEqual(all.slice(3, 7));
      expect(on.found.counts()).toMatchObject({ all: all.length, done: on.plain(search, 'done', sort).length });
    }
  });

  it('is nothing any more once nothing is looked for', () => {
    const on = searching(8);
    on.found.look(harbour, 'queue');
    on.found.look(null, 'queue');
    expect([on.found.ids('all', 0, 9), on.found.counts().all, on.found.changed('job-0')]).toEqual([[], 0, false]);
    on.found.changedAll();
    expect(on.clock.timers()).toBe(0);
    // What a hundred thousand clips were found for takes no room any longer.
    expect(on.sql.prepare("SELECT name FROM temp.sqlite_master WHERE name = 'found'").all()).toEqual([]);
  });

  it('is told to be on its way again where something else is looked for', async () => {
    const on = searching(0);
    await fill(on.store, 0, 2_600, 2_600);
    on.found.look(harbour, 'queue');
    on.takeTurns(9);
    expect(on.found.isSearching()).toBe(false);
    on.found.look({ ...harbour, text: 'zoo' }, 'queue');
    expect(on.found.isSearching()).toBe(true);
  });

  it('is kept where the same is looked for again', () => {
    const on = searching(8);
    on.found.look(harbour, 'queue');
    on.sql.exec("UPDATE jobs SET title = 'Harbour'");
    on.found.look({ ...harbour }, 'queue');
    expect(on.found.counts().all).toBe(4);
    on.found.look(harbour, 'name');
    expect(on.found.counts().all).toBe(8);
  });
});

describe('one job that changed', () => {
  it.each<[string, string, boolean]>([
    ['comes where it fits now', "UPDATE jobs SET title = 'Harbour' WHERE id = 'job-1'", true],
    ['goes where it does not', "UPDATE jobs SET title = 'Zoo' WHERE id = 'job-0'", true],
    ['goes where it is off the list', "UPDATE jobs SET removed = 1 WHERE id = 'job-0'", true],
    ['moves with its place', "UPDATE jobs SET position = 99 WHERE id = 'job-0'", true],
    ['moves with its state', "UPDATE jobs SET grp = 'done' WHERE id = 'job-0'", true],
    ['stays where nothing of that changed', "UPDATE jobs SET failures = 3 WHERE id = 'job-0'", false],
    ['stays away where it never fitted', "UPDATE jobs SET title = 'Market' WHERE id = 'job-1'", false],
  ])('%s', (_, change, moved) => {
    const on = searching(12);
    on.found.look(harbour, 'queue');
    on.sql.exec(change);
    const id = /job-\d/.exec(change)?.[0] ?? '';
    expect(on.found.changed(id)).toBe(moved);
    on.expectAll(harbour, 'queue');
  });

  it('is nothing where there is no such job', () => {
    const on = searching(2);
    on.found.look(harbour, 'queue');
    expect(on.found.changed('nobody')).toBe(false);
  });
});

describe('a long list', () => {
  it('is looked through in turns, and told of after each', async () => {
    const on = searching(0);
    await fill(on.store, 0, 2_600, 2_600);
    on.sql.exec("UPDATE jobs SET title = 'Harbour' WHERE rowid % 2 = 0");
    on.found.look(harbour, 'queue');
    expect([on.found.isSearching(), on.found.counts().all]).toEqual([true, 500]);
    on.takeTurns(2);
    expect([on.found.isSearching(), on.found.counts().all, on.told()]).toEqual([true, 1_000, 2]);
    expect(on.takeTurns(2)).toBe(false);
    expect([on.found.isSearching(), on.found.counts().all, on.told()]).toEqual([false, 1_300, 4]);
    on.expectAll(harbour, 'queue');
  });

  it('is not looked through any further for what nobody looks for now', async () => {
    const on = searching(0);
    await fill(on.store, 0, 2_600, 2_600);
    on.found.look({ ...harbour, text: 'nothing' }, 'queue');
    on.found.changedAll();
    await on.clock.pass(500);
    on.found.look({ ...harbour, text: 'mp4' }, 'queue');
    // The next turn was waited for by the search before.
    on.takeTurns(1);
    expect([on.found.counts().all, on.told()]).toEqual([1_000, 0]);
    on.takeTurns(1);
    expect([on.found.counts().all, on.told()]).toEqual([1_500, 1]);
    on.found.stop();
    expect([on.takeTurns(9), on.told(), on.found.isSearching()]).toEqual([false, 1, false]);
  });

  it('is looked through again after a change of many, once for several of them', async () => {
    const on = searching(40);
    on.found.look(harbour, 'queue');
    on.sql.exec(
      "UPDATE jobs SET title = CASE WHEN title = 'Zoo' THEN 'Harbour zoo' ELSE 'x' END, position = -position",
    );
    on.add({ id: 'new', ...titled('Another harbour') });
    on.found.changedAll();
    await on.clock.pass(300);
    on.found.changedAll();
    expect(on.clock.timers()).toBe(1);
    await on.clock.pass(100);
    expect([on.takeTurns(0), on.found.counts().all]).toEqual([false, 20]);
    await on.clock.pass(100);
    expect(on.takeTurns(1)).toBe(false);
    on.expectAll(harbour, 'queue');
    expect([on.found.counts().all, on.told()]).toEqual([11, 1]);
  });

  it('is looked through to its end however often many change meanwhile, and then for what those changed', async () => {
    const on = searching(0);
    await fill(on.store, 0, 2_600, 2_600);
    on.found.look(harbour, 'queue');
    on.sql.exec("UPDATE jobs SET title = 'Harbour' WHERE rowid <= 900");
    for (const isOver of [false, false, false, true]) {
      on.found.changedAll();
      await on.clock.pass(500);
      on.takeTurns(1);
      expect(on.found.isSearching()).toBe(!isOver);
    }
    expect(on.found.counts().all).toBe(0);
    await on.clock.pass(500);
    // What was found stays in sight, and nobody is told to wait once more.
    expect([on.takeTurns(2), on.found.isSearching(), on.found.counts().all]).toEqual([true, false, 900]);
    on.takeTurns(9);
    on.expectAll(harbour, 'queue');
  });

  it('goes on where the disk refused for a moment, from the same place', async () => {
    const on = searching(0);
    await fill(on.store, 0, 2_600, 2_600);
    on.sql.exec("UPDATE jobs SET title = 'Harbour'");
    on.found.look(harbour, 'queue');
    on.refuse(2);
    for (const _ of [1, 2]) {
      expect(on.takeTurns(1)).toBe(false);
      expect([on.found.isSearching(), on.told()]).toEqual([true, 0]);
      await on.clock.pass(500);
    }
    expect(on.takeTurns(9)).toBe(false);
    expect([on.found.isSearching(), on.found.counts().all]).toEqual([false, 2_600]);
  });

  it('is not tried again where it was no refusal of the disk', async () => {
    const on = searching(0);
    await fill(on.store, 0, 2_600, 2_600);
    on.found.look(harbour, 'queue');
    on.refuse(1, new TypeError('a fault of ours'));
    expect(() => on.takeTurns(1)).toThrow('a fault of ours');
    expect(on.clock.timers()).toBe(0);
  });

  it('that could not be begun is begun by the next question', () => {
    const on = searching(12);
    on.refuse(1);
    expect(() => on.found.look(harbour, 'queue')).toThrow('no room');
    expect([on.found.isSearching(), on.found.counts().all]).toEqual([false, 0]);
    on.found.look(harbour, 'queue');
    on.expectAll(harbour, 'queue');
  });

  it('that is stopped is not looked through again', async () => {
    const on = searching(4);
    on.found.look(harbour, 'queue');
    on.found.changedAll();
    on.found.stop();
    await on.clock.pass(1_000);
    expect([on.takeTurns(0), on.told()]).toEqual([false, 0]);
  });
});
