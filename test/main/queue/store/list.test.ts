// Windows onto a list that is cut into blocks of a few rows: each shows the same as a plain look at everything, whatever changes between two looks.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../main/model.ts';
import type { Sql } from '../../../../main/ports.ts';
import { type QueueList, queueList } from '../../../../main/queue/store/list.ts';
import type { QueueFilter, QueueSort } from '../../../../preload/contract.ts';
import { states } from '../jobs.ts';
import { clipOf, type MemoryQueue, memoryQueue } from './memory-queue.ts';
import { filters, plainWindow, sorts } from './plain-list.ts';

const blockRows = 4;
const names = ['Ahoy', 'ahoy', 'Boat', 'boat 2', 'Zebra'];
const someStates = [states.waiting, states.sending, states['needs you to send'], states.done, states.paused];

interface Cut {
  readonly queue: MemoryQueue;
  readonly list: QueueList;
  /** How often a filter was counted through, and in which order. */
  readonly recounts: string[];
}

function cutQueue(jobs: number): Cut {
  const queue = memoryQueue();
  const recounts: string[] = [];
  const sql: Sql = {
    ...queue.sql,
    prepare: (text) => {
      const statement = queue.sql.prepare(text);
      if (!text.startsWith('DELETE FROM temp.blocks')) return statement;
      return {
        ...statement,
        run: (...values) => {
          recounts.push(String(values[0]));
          return statement.run(...values);
        },
      };
    },
  };
  queue.add(...Array.from({ length: jobs }, (_, n) => jobAt(n)));
  return { queue, list: queueList(sql, queue.store.count, blockRows), recounts };
}

function jobAt(n: number): Partial<Job> {
  const clip = clipOf((n * 7) % 11, `/clips/${n}.mp4`);
  return {
    id: `job-${n}`,
    state: someStates[(n * 3) % someStates.length] ?? states.waiting,
    clip: { ...clip, name: `${names[n % names.length]}.mp4` },
  };
}

const idsIn = ({ list }: Cut, filter: QueueFilter, sort: QueueSort, offset: number, limit: number): readonly string[] =>
  list.rows(filter, sort, offset, limit).map((row) => String(row.id));

function expectSame(on: Cut, filter: QueueFilter, sort: QueueSort, offset: number, limit = 3): void {
  expect(idsIn(on, filter, sort, offset, limit), `${sort} ${filter} from ${offset}`).toEqual(
    plainWindow(on.queue.sql, filter, sort, offset, limit),
  );
}

type Change = (on: Cut) => void;
const changed = (on: Cut, n: number, change: (job: Job) => Job): void => {
  const job = on.queue.store.job(`job-${n}`);
  if (job) on.queue.rows.saveJob(change(job));
};
const place = fc.nat({ max: 45 });
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.constantFrom(...someStates)).map(
    ([n, state]): Change =>
      (on) =>
        changed(on, n, (job) => ({ ...job, state })),
  ),
  fc.tuple(place, fc.boolean()).map(
    ([n, removed]): Change =>
      (on) =>
        changed(on, n, (job) => ({ ...job, removed })),
  ),
  fc.tuple(place, fc.integer({ min: -9, max: 60 })).map(
    ([n, position]): Change =>
      (on) =>
        changed(on, n, (job) => ({ ...job, position })),
  ),
  fc.tuple(place, fc.constantFrom(...names)).map(
    ([n, name]): Change =>
      (on) =>
        changed(on, n, (job) => ({ ...job, clip: { ...job.clip, name } })),
  ),
  fc.tuple(place, fc.nat({ max: 9 })).map(
    ([n, size]): Change =>
      (on) =>
        changed(on, n, (job) => ({ ...job, clip: { ...job.clip, identity: { ...job.clip.identity, size } } })),
  ),
  place.map(
    (n): Change =>
      (on) =>
        on.queue.sql.exec(`DELETE FROM jobs WHERE id = 'job-${n}'`),
  ),
  fc.integer({ min: 100, max: 10_000 }).map(
    (n): Change =>
      (on) => {
        if (!on.queue.store.job(`job-${n}`)) on.queue.add(jobAt(n));
      },
  ),
);

describe('a list of many blocks', () => {
  it.each(sorts)('by %s shows every place under every filter', (sort) => {
    const on = cutQueue(40);
    for (const filter of filters)
      for (let offset = 0; offset <= on.queue.store.count(filter) + 1; offset++) expectSame(on, filter, sort, offset);
    expect(on.queue.store.count('done')).toBeGreaterThan(blockRows);
  });

  describe.each(sorts)('by %s', (sort) => {
    const tags = sort === 'queue' ? [] : 'proof';
    it('stays right by the changes themselves, and is not counted through again', { tags }, () => {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(anyChange, fc.constantFrom(...filters), fc.nat({ max: 60 })), {
            minLength: 8,
            maxLength: 30,
          }),
          (changes) => {
            const on = cutQueue(40);
            for (const filter of filters) expectSame(on, filter, sort, blockRows);
            for (const [change, filter, offset] of changes) {
              change(on);
              expectSame(on, filter, sort, offset);
            }
            // Once at its first look beyond the beginning; that may come late, for a filter that had few clips.
            expect(on.recounts).toEqual([...new Set(on.recounts)]);
          },
        ),
        { numRuns: 40 },
      );
    });
  });

  it('is counted anew for another order, and is right in each', () => {
    const on = cutQueue(30);
    for (const sort of [...sorts, ...sorts]) expectSame(on, 'all', sort, 17);
    expect(on.recounts).toHaveLength(2 * sorts.length);
  });

  it('is counted anew where it was changed by nobody that tells', () => {
    const on = cutQueue(30);
    expectSame(on, 'all', 'queue', 17);
    on.queue.sql.exec('UPDATE temp.blocks SET n = n + 1 WHERE rowid = 3');
    expectSame(on, 'all', 'queue', 17);
    expect(on.recounts).toEqual(['all', 'all']);
  });

  it.each(['queue', 'newest'] as const)('by %s shows its beginning without being counted through', (sort) => {
    const on = cutQueue(40);
    for (let offset = 0; offset < blockRows; offset++) expectSame(on, 'all', sort, offset);
    expect(on.recounts).toEqual([]);
    expectSame(on, 'all', sort, blockRows + 1);
    expect(on.recounts).toEqual(['all']);
  });

  it('shows what there is where a damaged count says that there is more (F-42)', () => {
    const on = cutQueue(30);
    on.queue.sql.exec("UPDATE tally SET n = n + 100 WHERE kind = 'waiting'");
    for (const offset of [17, 27, 29, 30, 33, 99]) expectSame(on, 'all', 'queue', offset);
    for (const offset of [3, 5, 9, 60]) expectSame(on, 'waiting', 'name', offset);
  });

  it('that grows is cut again: no block has more than twice its rows when it is looked into', () => {
    const on = cutQueue(20);
    expectSame(on, 'all', 'queue', 10);
    on.queue.add(...Array.from({ length: 60 }, (_, n) => jobAt(500 + n)));
    for (const offset of [70, 30, 79, 50]) expectSame(on, 'all', 'queue', offset);
    const largest = on.queue.sql.prepare("SELECT MAX(n) AS n FROM temp.blocks WHERE grp = 'all'").get();
    expect(Number(largest?.n)).toBeLessThan(2 * blockRows);
  });

  it('that grows at its beginning is cut there, up to the block behind', () => {
    const on = cutQueue(20);
    expectSame(on, 'all', 'queue', 10);
    on.queue.add(...Array.from({ length: blockRows }, (_, n) => ({ ...jobAt(500 + n), position: 2 })));
    for (const offset of [5, 9, 4, 20]) expectSame(on, 'all', 'queue', offset);
    const blocks = on.queue.sql.prepare("SELECT n FROM temp.blocks WHERE grp = 'all'").all();
    expect(blocks.map(({ n }) => Number(n))).toEqual(Array.from({ length: 6 }, () => blockRows));
  });

  it('is read in short walks: what is read begins at the block in which the window lies', () => {
    const on = cutQueue(40);
    expectSame(on, 'all', 'queue', 30);
    const blocks = on.queue.sql.prepare("SELECT n FROM temp.blocks WHERE grp = 'all' ORDER BY k0, k1").all();
    expect(blocks.map(({ n }) => Number(n))).toEqual(Array.from({ length: 10 }, () => blockRows));
  });
});

it('gives all ids from place to place, and says when there are no more', () => {
  const on = cutQueue(10);
  const first = on.list.ids('all', null, 6);
  const rest = on.list.ids('all', first.last, 6);
  expect([...first.ids, ...rest.ids]).toEqual(plainWindow(on.queue.sql, 'all', 'queue', 0, 99));
  expect([first.ids.length, rest.ids.length, rest.last]).toEqual([6, 4, null]);
});

it('says at which place a job stands, in every order and under every filter', () => {
  const on = cutQueue(23);
  on.queue.sql.exec("UPDATE jobs SET removed = 1 WHERE id = 'job-7'");
  for (const filter of filters) {
    for (const sort of sorts) {
      const ids = plainWindow(on.queue.sql, filter, sort, 0, 100);
      for (let n = 0; n < 23; n++) {
        const place = ids.indexOf(`job-${n}`);
        expect(on.list.place(`job-${n}`, filter, sort), `job-${n} by ${sort} in ${filter}`).toBe(
          place < 0 ? null : place,
        );
      }
    }
  }
});
