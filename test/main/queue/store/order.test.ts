// The order of sending on a real store: moves of one and of many, to any place, each writing only what moves.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import type { JobState } from '../../../../main/model.ts';
import type { Sql } from '../../../../main/ports.ts';
import { type QueueStore, queueStore } from '../../../../main/queue/store/job-store.ts';
import { between, type Moved, positionStep, type QueueOrder, queueOrder } from '../../../../main/queue/store/order.ts';
import { jobColumns } from '../../../../main/queue/store/rows.ts';
import { migrate } from '../../../../main/schema.ts';
import type { OrderPlace } from '../../../../preload/contract.ts';
import { accountId, aJob, states } from '../jobs.ts';

let folder: string;
let sql: Sql;
let store: QueueStore;
let order: QueueOrder;
/** Rows whose place was written since the last look. */
let writes = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-order-'));
  const real = openSqlite(join(folder, 'clipferry.sqlite'));
  sql = {
    ...real,
    prepare: (text) => {
      const statement = real.prepare(text);
      if (!text.startsWith('UPDATE jobs SET position')) return statement;
      return {
        ...statement,
        run: (...values) => {
          writes++;
          return statement.run(...values);
        },
      };
    },
  };
  migrate(real);
  real.exec(`
    INSERT INTO sites (id, name, address, root, upload_route, settle_ms) VALUES ('s', 'S', 'a', 'r', 'u', 1);
    INSERT INTO accounts (id, site_id, login, name, user_id, can_upload, can_publish, signed_in)
      VALUES ('${accountId}', 's', 'l', 'n', 1, 1, 1, 1)`);
  store = queueStore(sql, systemClock);
  order = queueOrder(sql);
  writes = 0;
});
afterEach(() => {
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

const fill = (names: string, state: (name: string) => JobState = () => states.waiting): Promise<void> =>
  store.write(() => {
    for (const name of names) store.insertJob(aJob({ id: name, position: store.nextPosition(), state: state(name) }));
  });
const listed = (): string => store.ids('all', null, 1_000).ids.join('');
const move = (ids: string | readonly string[], place: OrderPlace) => store.write(() => order.move([...ids], place));

describe('a move', () => {
  beforeEach(() => fill('abcdefgh'));

  it.each<[ids: string, place: OrderPlace, becomes: string]>([
    ['e', { to: 'first' }, 'eabcdfgh'],
    ['b', { to: 'last' }, 'acdefghb'],
    ['gbe', { to: 'first' }, 'begacdfh'],
    ['ah', { to: 'last' }, 'bcdefgah'],
    ['c', { to: 'up' }, 'acbdefgh'],
    ['c', { to: 'down' }, 'abdcefgh'],
    ['cd', { to: 'up' }, 'acdbefgh'],
    ['cd', { to: 'down' }, 'abecdfgh'],
    ['ce', { to: 'up' }, 'acebdfgh'],
    ['ce', { to: 'down' }, 'abdfcegh'],
    ['a', { to: 'up' }, 'abcdefgh'],
    ['h', { to: 'down' }, 'abcdefgh'],
    ['ac', { to: 'up' }, 'acbdefgh'],
    ['fh', { to: 'down' }, 'abcdegfh'],
    ['g', { to: 'before', jobId: 'b' }, 'agbcdefh'],
    ['a', { to: 'after', jobId: 'h' }, 'bcdefgha'],
    ['ah', { to: 'before', jobId: 'd' }, 'bcahdefg'],
    ['bdf', { to: 'before', jobId: 'd' }, 'acbdfegh'],
    ['bdf', { to: 'after', jobId: 'd' }, 'acbdfegh'],
    ['c', { to: 'before', jobId: 'c' }, 'abcdefgh'],
    ['c', { to: 'before', jobId: 'gone' }, 'abcdefgh'],
    ['bg', { to: 'after', jobId: 'b' }, 'abgcdefh'],
    ['bg', { to: 'before', jobId: 'g' }, 'acdefbgh'],
  ])('of %s to %j gives %s', async (ids, place, becomes) => {
    await move(ids, place);
    expect(listed()).toBe(becomes);
  });

  it('writes what moves and nothing else, and says where it stands now', async () => {
    expect(await move('gh', { to: 'first' })).toEqual({ changed: 2, place: 1, of: 8 });
    expect(writes).toBe(2);
    expect(await move('gh', { to: 'first' })).toEqual({ changed: 0, place: 1, of: 8 });
    expect(await move('a', { to: 'down' })).toEqual({ changed: 1, place: 4, of: 8 });
    expect(writes).toBe(3);
  });

  it.each<[ids: string, place: OrderPlace]>([
    ['c', { to: 'after', jobId: 'b' }],
    ['c', { to: 'before', jobId: 'd' }],
    ['c', { to: 'before', jobId: 'c' }],
    ['c', { to: 'after', jobId: 'c' }],
    ['gh', { to: 'last' }],
    ['c', { to: 'before', jobId: 'gone' }],
  ])('of %s to %j, where it stands already, writes nothing', async (ids, place) => {
    expect(await move(ids, place)).toMatchObject({ changed: 0 });
    expect([writes, listed()]).toEqual([0, 'abcdefgh']);
  });

  it('of everything changes nothing', async () => {
    expect(await move('abcdefgh', { to: 'last' })).toMatchObject({ changed: 0 });
    expect(listed()).toBe('abcdefgh');
  });
});

it('moves only what waits, past what waits', async () => {
  const others: Record<string, JobState> = { a: states.done, c: states.sending, e: states['video gone'] };
  await fill('abcdef', (name) => others[name] ?? states.waiting);
  expect(await move('aecf', { to: 'first' })).toEqual({ changed: 1, place: 1, of: 3 });
  expect(listed()).toBe('afbcde');
  await move('d', { to: 'up' });
  expect(listed()).toBe('afdbce');
  expect(await move('ace', { to: 'last' })).toMatchObject({ changed: 0 });
});

it('keeps every order that any row of moves leads to, as a list would', async () => {
  const names = 'abcdefghij';
  const place: fc.Arbitrary<OrderPlace> = fc.oneof(
    fc.record({ to: fc.constantFrom('first' as const, 'last' as const) }),
    fc.record({ to: fc.constantFrom('before' as const, 'after' as const), jobId: fc.constantFrom(...names) }),
  );
  const moves = fc.array(fc.record({ ids: fc.subarray([...names], { minLength: 1 }), place }), { maxLength: 60 });
  await fill(names);
  let list = [...names];
  await fc.assert(
    fc.asyncProperty(moves, async (all) => {
      for (const { ids, place: to } of all) {
        const block = list.filter((name) => ids.includes(name));
        const rest = list.filter((name) => !ids.includes(name));
        const at = list.findIndex((name) => 'jobId' in to && name === to.jobId);
        const ahead = list.slice(0, to.to === 'after' ? at + 1 : at).filter((name) => !ids.includes(name)).length;
        rest.splice(to.to === 'first' ? 0 : to.to === 'last' ? rest.length : ahead, 0, ...block);
        list = rest;
        await move(ids.join(''), to);
        expect(listed()).toBe(list.join(''));
      }
    }),
    { numRuns: 40 },
  );
});

it('makes room by itself when the same place is used again and again', async () => {
  await fill('abcdefghijklmnopqrstuvwxyz');
  for (let round = 0; round < 300; round++) {
    await move(round % 2 === 0 ? 'y' : 'z', { to: 'after', jobId: 'c' });
    expect(listed().slice(0, 5)).toBe(round % 2 === 0 && round > 0 ? 'abcyz' : round === 0 ? 'abcyd' : 'abczy');
  }
  // One row a move, and now and then the neighbours.
  expect(writes).toBeLessThan(1_500);
});

describe('among clips that stand close together', () => {
  /** Clips at every whole position from 1, and others far behind them. */
  const fillClose = (close: number, far: number): Promise<void> =>
    store.write(() => {
      for (let n = 1; n <= close; n++) store.insertJob(aJob({ id: `close-${n}`, position: n }));
      for (let n = 1; n <= far; n++) store.insertJob(aJob({ id: `far-${n}`, position: n * positionStep }));
    });
  const idsNow = (): readonly string[] => store.ids('all', null, 1_000).ids;

  it.each([
    ['a few of those behind make room', 20, 200, 34],
    ['more of them, and none of those that have room', 50, 200, 66],
    ['all of them, where the list ends', 100, 0, 101],
  ])('%s', async (_, close, far, most) => {
    await fillClose(close, far);
    const moved = far > 0 ? `far-${far}` : `close-${close}`;
    const expected = idsNow().filter((id) => id !== moved);
    expected.splice(1, 0, moved);
    expect(await move([moved], { to: 'after', jobId: 'close-1' })).toMatchObject({ changed: 1, place: 2 });
    expect(idsNow()).toEqual(expected);
    expect(writes).toBeLessThanOrEqual(most);
    // There is room now, where the same is done again.
    writes = 0;
    await move([idsNow().at(-1) ?? ''], { to: 'after', jobId: 'close-1' });
    expect(writes).toBe(1);
  });

  it('room is made for all that move', async () => {
    await fillClose(10, 40);
    const moved = ['far-38', 'far-39', 'far-40'];
    await move(moved, { to: 'before', jobId: 'close-2' });
    expect(idsNow().slice(0, 5)).toEqual(['close-1', ...moved, 'close-2']);
  });

  it.each([
    ['far enough behind: they alone move', 0, 33],
    ['a little too near: ever more move', -1, 65],
  ])('the first beyond 32 neighbours stands %s', async (_, by, moved) => {
    const close = Array.from({ length: 32 }, (__, at) => 2 + at * 3);
    const far = Array.from({ length: 60 }, (__, at) => 1e9 + at * positionStep);
    await store.write(() => {
      for (const [at, position] of [1, ...close, 1 + 34 * 2 ** 10 + by, ...far].entries())
        store.insertJob(aJob({ id: `clip-${at}`, position }));
    });
    await move(['clip-93'], { to: 'after', jobId: 'clip-0' });
    expect(writes).toBe(moved);
  });
});

it('puts back what still stands where it was moved to, and says which', async () => {
  await fill('abcde');
  const all: Moved[] = [];
  await store.write(() => order.move(['a', 'c'], { to: 'last' }, (moved) => all.push(moved)));
  expect([listed(), all.map(({ jobId }) => jobId)]).toEqual(['bdeac', ['a', 'c']]);
  await move('c', { to: 'after', jobId: 'd' });
  const putBack = (moved: readonly Moved[]) => store.write(() => order.putBack(moved));
  expect(await putBack([...all, { jobId: 'gone', from: 1, to: 2 }])).toEqual(['a']);
  expect(listed()).toBe('abdce');
  expect(await putBack(all), 'it was put back already').toEqual([]);
});

it('moves past each other also clips that stand at one and the same place', async () => {
  await fill('ab');
  sql.exec('UPDATE jobs SET position = 5');
  expect(await move('a', { to: 'after', jobId: 'b' })).toMatchObject({ changed: 1 });
  expect(listed()).toBe('ba');
  sql.exec('UPDATE jobs SET position = 5');
  expect(await move('b', { to: 'before', jobId: 'a' })).toMatchObject({ changed: 1 });
  expect(listed()).toBe('ba');
});

it('puts what was added first behind older positions of any kind, and shows the newest by when it came', async () => {
  await fill('abc');
  await move('a', { to: 'last' });
  await fill('d');
  expect(listed()).toBe('bcad');
  expect(store.rows('all', 'newest', 0, 9).map((job) => job.id)).toEqual(['d', 'c', 'b', 'a']);
});

it('writes one row to move one of 20,000', async () => {
  const count = 20_000;
  await store.write(() => store.insertJob(aJob({ id: 'seed', position: 0, removed: true })));
  const rest = jobColumns.filter((name) => name !== 'position' && name !== 'removed').join(', ');
  sql.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO jobs (id, position, removed, ${rest})
      SELECT 'j' || i, i * ${positionStep}, 0, ${rest} FROM n, jobs WHERE id = 'seed'`);
  await store.write(() => order.move([`j${count}`], { to: 'first' }));
  expect(writes).toBe(1);
  expect(store.startable(accountId, 0, false, 1e9, 1)[0]?.id).toBe(`j${count}`);
});

describe('between', () => {
  it.each([
    [0, 2, 1, [1]],
    [0, 1, 1, null],
    [0, 4, 3, [1, 2, 3]],
    [0, 10, 1, [5]],
    [null, 0, 2, [-2 * positionStep, -positionStep]],
    [7, null, 2, [7 + positionStep, 7 + 2 * positionStep]],
  ] as const)('%s and %s stand %i as %j', (low, high, count, positions) => {
    expect(between(low, high, count)).toEqual(positions);
  });

  it('gives whole numbers in order strictly inside, or says that there is no room', () => {
    const side = fc.option(fc.integer({ min: -1e12, max: 1e12 }));
    fc.assert(
      fc.property(side, side, fc.integer({ min: 1, max: 500 }), (one, other, count) => {
        const [low, high] = one !== null && other !== null && one > other ? [other, one] : [one, other];
        const found = between(low, high, count);
        if (found === null) {
          expect((high ?? 0) - (low ?? 0)).toBeLessThanOrEqual(count);
          return;
        }
        const all = [low ?? Number.NEGATIVE_INFINITY, ...found, high ?? Number.POSITIVE_INFINITY];
        expect(found).toHaveLength(count);
        for (const [at, value] of all.entries()) if (at > 0) expect(value).toBeGreaterThan(all[at - 1] ?? 0);
        expect(found.every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });
});
