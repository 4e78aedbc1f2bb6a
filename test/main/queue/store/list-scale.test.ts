// A queue of 20,000: every window is a walk in an index, stays right while jobs change, and costs what is shown (F-45).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import { sidecarStore } from '../../../../main/features/sidecars/sidecar-store.ts';
import type { Job } from '../../../../main/model.ts';
import type { Sql } from '../../../../main/ports.ts';
import { bigBytes } from '../../../../main/queue/job/schedule.ts';
import { createFoundJobs } from '../../../../main/queue/store/found-jobs.ts';
import { createJobRows, type JobRows } from '../../../../main/queue/store/job-rows.ts';
import { type QueueStore, queueStore } from '../../../../main/queue/store/job-store.ts';
import { createLedger } from '../../../../main/queue/store/ledger.ts';
import { lostJobs } from '../../../../main/queue/store/lost-jobs.ts';
import type { QueueFilter, QueueSort } from '../../../../preload/contract.ts';
import { accountId, clipJob, fill, openQueue } from '../../../bench/queue-jobs.ts';
import { median } from '../../../bench/report.ts';
import { cpuMs, leastCpuMs } from '../../../tools/cpu.ts';
import { states } from '../jobs.ts';
import { filters, plainWindow, sorts } from './plain-list.ts';

const count = 20_000;
const shown = 50;

let folder: string;
let sql: Sql;
let noting: Sql;
let store: QueueStore;
/** Writes jobs as no event makes them. */
let rows: JobRows;
let few: ReturnType<typeof openQueue>;
/** Everything that was asked of the database. */
const asked = new Set<string>();
/** Filters whose list was counted through. */
let rebuilt: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-list-'));
  few = openQueue(join(folder, 'few.sqlite'));
  await fill(few.store, 0, 1_000, 1_000);
  const many = openQueue(join(folder, 'many.sqlite'));
  await fill(many.store, 0, count, count);
  sql = many.sql;
  noting = {
    ...sql,
    prepare: (text) => {
      asked.add(text);
      const statement = sql.prepare(text);
      if (!text.startsWith('DELETE FROM temp.blocks')) return statement;
      return {
        ...statement,
        run: (...values) => {
          rebuilt.push(String(values[0]));
          return statement.run(...values);
        },
      };
    },
  };
  rows = createJobRows(noting, systemClock);
  store = queueStore(noting, systemClock, rows);
});
afterAll(() => {
  sql.close();
  few.sql.close();
  rmSync(folder, { recursive: true, force: true });
});

const offsets = (total: number): readonly number[] => [
  0,
  Math.max(0, Math.floor((total - shown) / 2)),
  Math.max(0, total - shown),
];
const eachWindow = (of: QueueStore, look: (filter: QueueFilter, sort: QueueSort, offset: number) => void): void => {
  for (const sort of sorts) {
    for (const filter of filters) for (const offset of offsets(of.count(filter))) look(filter, sort, offset);
  }
};

it('is asked through indexes only: nothing is sorted, nothing is looked through', () => {
  asked.clear();
  eachWindow(store, (filter, sort, offset) => store.rows(filter, sort, offset, shown));
  for (const filter of filters) store.ids(filter, store.ids(filter, null, 5).last, 5);
  for (const big of [true, false]) store.startable(accountId, 1, big, bigBytes, 8);
  store.due(accountId, 'describing', 1, 8);
  store.due(accountId, 'unclear', 1, 8);
  store.nextDue(1);
  store.nextPosition();
  store.timed({ dueAt: 1, rowid: 0 }, 100);
  store.interrupted();
  store.takenVideos(accountId, 'x').has(7);
  store.notFound(accountId, 5, 'x');
  for (const sending of [true, false]) store.goesOn(accountId, sending);
  store.counts();
  store.openBytes();
  lostJobs((text) => noting.prepare(text), 1);
  const ledger = createLedger(noting, store);
  const { identity, path } = clipJob(7).clip;
  ledger.known(accountId, { ...identity, inode: 'another' }, `${path}x`);
  ledger.settled(accountId, { ...identity, inode: 'another' }, `${path}x`);
  ledger.hasSize(accountId, identity.size);
  ledger.byContent(accountId, identity.size, 'ab');
  ledger.unhashed(accountId, identity.size);
  ledger.ofSize(accountId, identity.size);
  ledger.openAt(accountId, `${path}x`);
  ledger.tally('folder-1');

  const plans = [...asked]
    .filter((text) => text.includes('FROM jobs') && text.trimStart().startsWith('SELECT'))
    .map((text) => ({
      text,
      steps: sql
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all(...Array.from(text.matchAll(/\?/g), () => 1))
        .map((row) => String(row.detail)),
    }));
  expect(plans.length).toBeGreaterThan(40);
  // Sorted among themselves are clips whose time has come (store.ts keeps them few), and what the ledger has of one clip.
  const ofFew =
    /due_at <= \?\)? ORDER BY position|ORDER BY removed|size = \? (AND sha256 IS NULL )?ORDER BY|BY jobs_by_path/;
  const wrong = plans.filter(({ text, steps }) =>
    steps.some((step) => /^SCAN jobs/.test(step) || (/TEMP B-TREE/.test(step) && !ofFew.test(text))),
  );
  expect(wrong).toEqual([]);
});

it('shows the same as a plain look at everything, whatever changes between two looks', async () => {
  const ask = (filter: QueueFilter, sort: QueueSort, offset: number): void => {
    const found = store.rows(filter, sort, offset, shown).map((job) => job.id);
    expect(found, `${sort} ${filter} from ${offset}`).toEqual(plainWindow(sql, filter, sort, offset, shown));
  };
  const change = (n: number, with_: (job: Job) => Job): Promise<void> =>
    store.write(() => {
      const job = store.job(clipJob(n).id);
      if (job) rows.saveJob(with_(job));
    });
  let added = count;
  for (const sort of sorts) {
    for (const filter of filters) for (const offset of offsets(store.count(filter))) ask(filter, sort, offset);
    // From here on the changes themselves keep it right.
    rebuilt = [];
    for (let round = 0; round < 6; round++) {
      const n = (round * 7_001 + sorts.indexOf(sort) * 131) % count;
      await change(n, (job) => ({ ...job, state: states.done }));
      await change(n + 1, (job) => ({ ...job, state: states.paused }));
      await change(n + 2, (job) => ({ ...job, removed: true }));
      await change(n + 3, (job) => ({ ...job, position: (round % 2) * 1e9 - round }));
      await change(n + 4, (job) => ({
        ...job,
        clip: { ...job.clip, name: `${'aZ'[round % 2]}oved.mp4` },
      }));
      await change(n + 6, (job) => ({
        ...job,
        clip: { ...job.clip, identity: { ...job.clip.identity, size: round * 1_000_000 } },
      }));
      await change(n + 2, (job) => ({ ...job, removed: round % 3 > 0 }));
      const refused = store.write(() => {
        store.insertJob(clipJob(900_000));
        throw new Error('thought better of it');
      });
      await expect(refused).rejects.toThrow('better');
      await store.write(() => store.insertJob(clipJob(added++)));
      sql.exec(`UPDATE jobs SET position = position - 3 WHERE id = '${clipJob(n + 5).id}'`);
      // Deep in the list, on the list and off it: one counted too many or too few shows another row at every later place.
      await change(n + 8, (job) => ({ ...job, removed: true }));
      for (const gone of [n + 7, n + 8]) sql.exec(`DELETE FROM jobs WHERE id = '${clipJob(gone).id}'`);
      const filter = filters[round % filters.length] ?? 'all';
      for (const offset of [2_500, ...offsets(store.count(filter)), store.count(filter) + 5]) ask(filter, sort, offset);
      ask('all', sort, 11_111);
    }
    expect(rebuilt).toEqual([]);
  }
  // Thousands more behind the last block.
  await fill(store, added, added + 5_000, 5_000);
  for (const offset of [...offsets(store.count('all')), 21_000]) ask('all', 'size', offset);
});

it('costs what is shown: a look, a change and a new file take as long as among 1,000', async () => {
  const look = (of: QueueStore): number =>
    cpuMs(() => {
      eachWindow(of, (filter, sort, offset) => of.rows(filter, sort, offset, shown));
      of.counts();
      of.nextDue(1);
      for (const big of [true, false]) of.startable(accountId, 1, big, bigBytes, 8);
    });
  /** What is asked before a file that nobody knows is added. */
  const newFiles = (of: { readonly sql: Sql; readonly store: QueueStore }): number => {
    const ledger = createLedger(of.sql, of.store);
    return cpuMs(() => {
      for (let n = 1_000_000; n < 1_000_200; n++) {
        const { identity, path } = clipJob(n).clip;
        expect(ledger.known(accountId, identity, path) ?? ledger.openAt(accountId, path)).toBeNull();
        expect(ledger.hasSize(accountId, identity.size)).toBe(false);
      }
    });
  };
  const changes = async (of: { readonly store: QueueStore; readonly rows: JobRows }): Promise<number> => {
    const begin = process.cpuUsage();
    for (let n = 0; n < 40; n++) {
      const job = of.store.job(clipJob(n * 23).id);
      if (job)
        await of.store.write(() => of.rows.saveJob({ ...job, state: n % 2 === 0 ? states.paused : states.waiting }));
    }
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1_000;
  };
  const looks: number[] = [];
  const saves: number[] = [];
  const adds: number[] = [];
  for (let round = 0; round < 5; round++) {
    const less = look(few.store);
    looks.push(look(store) / less);
    const short = await changes(few);
    saves.push((await changes({ store, rows })) / short);
    const alone = newFiles(few);
    adds.push(newFiles({ sql, store }) / alone);
  }
  // A list that is looked through or sorted takes 20 to 400 times as long.
  expect(median(looks)).toBeLessThan(4);
  expect(median(saves)).toBeLessThan(4);
  expect(median(adds)).toBeLessThan(4);
});

it('knows whether names in files beside clips have to be asked for without a look at the clips', () => {
  const ask = (of: Sql): number => {
    const sidecars = sidecarStore(of);
    return leastCpuMs(() => {
      for (let n = 0; n < 50; n++)
        expect([sidecars.asks(accountId), ...sidecars.asking(accountId, 9)]).toEqual([false]);
    });
  };
  // With each clip looked at: more than ten times as long.
  expect(median(Array.from({ length: 5 }, () => ask(sql) / ask(few.sql)))).toBeLessThan(4);
});

it('finds what may start behind any number of clips that wait for a time (F-46)', () => {
  const start = (now: number, limit: number) => {
    const begin = performance.now();
    const ids = store.startable(accountId, now, false, bigBytes, limit).map((job) => job.id);
    return { ids, ms: performance.now() - begin };
  };
  const all = sql.prepare('SELECT id FROM jobs WHERE removed = 0 ORDER BY position, rowid').all();
  const [first = '', last = ''] = [all.at(0), all.at(-1)].map((row) => String(row?.id));
  sql.exec('SAVEPOINT waiting');
  sql.exec(`UPDATE jobs SET kind = 'waiting', grp = 'waiting', state = '{"kind":"waiting","why":null,"until":100}', due_at = 100;
    UPDATE jobs SET due_at = 50 WHERE id = '${last}'`);
  expect(start(10, 8).ids).toEqual([]);
  expect(start(50, 8).ids).toEqual([last]);
  expect(start(100, 1).ids).toEqual([first]);
  const moments = [10, 50, 100];
  const lookThrough = sql.prepare('SELECT COUNT(*) AS n FROM jobs NOT INDEXED WHERE due_at <= ? AND size >= 0');
  const plain = (now: number): number => {
    const begin = performance.now();
    lookThrough.get(now);
    return performance.now() - begin;
  };
  const sum = (ms: (now: number) => number): number => moments.map(ms).reduce((a, b) => a + b);
  // One after the other, so that a busy machine slows both.
  const times = Array.from({ length: 9 }, () => sum((now) => start(now, 1).ms) / sum(plain));
  sql.exec(`UPDATE jobs SET state = '{"kind":"waiting","why":null,"until":null}', due_at = NULL WHERE id = '${last}'`);
  expect(start(10, 8).ids).toEqual([last]);
  sql.exec('ROLLBACK TO waiting; RELEASE waiting');
  // Against a plain look at every row: about 0.07, and twice as much and more where all that wait are looked through.
  expect(median(times)).toBeLessThan(0.14);
});

it('keeps what a watched folder brought without counting (F-45)', () => {
  const { taken, waiting, lastTakenAt } = createLedger(sql, store).tally('folder-1');
  const row = sql
    .prepare(
      `SELECT COUNT(*) AS taken, SUM(removed = 0 AND grp <> 'done') AS waiting, MAX(added_at) AS last
       FROM jobs WHERE folder_id = 'folder-1'`,
    )
    .get();
  expect({ taken, waiting, last: lastTakenAt }).toEqual({ ...row });
  expect(taken).toBeGreaterThan(10_000);
  sql.exec(`DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE folder_id = 'folder-1' LIMIT 3)`);
  expect(createLedger(sql, store).tally('folder-1').taken).toBe(taken - 3);
  expect(store.count('all')).toBe(Number(sql.prepare('SELECT COUNT(*) AS n FROM jobs WHERE removed = 0').get()?.n));
});

it('is searched in turns of which none takes long, and shows places deep in what was found at once', () => {
  const turns: (() => void)[] = [];
  const clock = { ...systemClock, soon: (call: () => void) => void turns.push(call) };
  const found = createFoundJobs(sql, clock, () => {});
  const spent: number[] = [];
  const timed = (work: () => void): void => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    spent.push((user + system) / 1_000);
  };
  timed(() => found.look({ text: 'dji_ mp4', accountIds: null, from: null }, 'name'));
  for (let turn = turns.shift(); turn; turn = turns.shift()) timed(turn);
  const fitting = found.counts().all;
  expect(found.isSearching()).toBe(false);
  expect(fitting).toBeGreaterThan(count / 5);
  expect(spent.length).toBeGreaterThan(30);
  expect(median(spent)).toBeLessThan(20);
  spent.length = 0;
  for (let times = 0; times < 9; times++) timed(() => found.ids('all', fitting - 200, 200));
  expect(median(spent)).toBeLessThan(20);
  found.stop();
});
