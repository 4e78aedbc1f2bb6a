// What waits for each account, as the database counts it: the same as counting all jobs, after anything that happens to them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import type { Job } from '../../../../main/model.ts';
import type { Sql } from '../../../../main/ports.ts';
import { bigBytes, isBig } from '../../../../main/queue/job/schedule.ts';
import { queueLoad } from '../../../../main/queue/store/backlog.ts';
import { createJobRows } from '../../../../main/queue/store/job-rows.ts';
import { queueStore } from '../../../../main/queue/store/job-store.ts';
import { migrate } from '../../../../main/schema.ts';
import { accountId, aJob, stateNames, states } from '../jobs.ts';

let folder: string;
let sql: Sql;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-load-'));
  sql = openSqlite(join(folder, 'clipferry.sqlite'));
  migrate(sql);
  sql.exec("INSERT INTO sites (id, name, address, root, upload_route, settle_ms) VALUES ('s', 'S', 'a', 'r', 'u', 1)");
  for (const [user, id] of [accountId, 'account-2'].entries()) {
    sql.exec(`INSERT INTO accounts (id, site_id, login, name, user_id, can_upload, can_publish, signed_in)
      VALUES ('${id}', 's', 'l', 'n', ${user}, 1, 1, 1)`);
  }
});
afterEach(() => {
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

it('is what counting all jobs gives, whatever becomes of them', async () => {
  const rows = createJobRows(sql, systemClock);
  const store = queueStore(sql, systemClock, rows);
  const load = queueLoad(sql);
  const one = fc.record({
    id: fc.integer({ min: 0, max: 9 }),
    account: fc.constantFrom(accountId, 'account-2'),
    state: fc.oneof(fc.constantFrom(...stateNames), fc.constant('ready' as const)),
    size: fc.constantFrom(1, bigBytes - 1, bigBytes, 3 * bigBytes),
    removed: fc.boolean(),
  });
  const jobs = new Map<string, Job>();
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 30 }), async (changes) => {
      for (const { id, account, state, size, removed } of changes) {
        const base = aJob({ id: `${id}`, position: id, accountId: account, state: states[state], removed });
        const job = { ...base, clip: { ...base.clip, identity: { ...base.clip.identity, size } } };
        await store.write(() => (jobs.has(job.id) ? rows.saveJob(job) : rows.insertJob(job)));
        jobs.set(job.id, job);
      }
      const truth: Record<string, { small: object; big: object }> = {};
      for (const account of [accountId, 'account-2']) {
        const of = (big: boolean): object => {
          const found = [...jobs.values()].filter(
            (job) =>
              job.accountId === account &&
              job.state.kind === 'waiting' &&
              !job.removed &&
              isBig(job.clip.identity.size) === big,
          );
          return { clips: found.length, bytes: found.reduce((sum, job) => sum + job.clip.identity.size, 0) };
        };
        const counted = { small: of(false), big: of(true) };
        if (JSON.stringify(counted) !== '{"small":{"clips":0,"bytes":0},"big":{"clips":0,"bytes":0}}')
          truth[account] = counted;
      }
      expect(Object.fromEntries(load.waiting())).toEqual(truth);
      const ready = new Map<string, number>();
      for (const { accountId: account, state, removed } of jobs.values())
        if (state.kind === 'ready' && !removed) ready.set(account, (ready.get(account) ?? 0) + 1);
      expect(load.ready()).toEqual(ready);
    }),
    { numRuns: 40 },
  );
});

it('what waits for a time is known by the last of those times, by account and on the list only', async () => {
  const rows = createJobRows(sql, systemClock);
  const { lastDue } = queueLoad(sql);
  expect(lastDue(accountId)).toBeNull();
  const until = (at: number) => ({ ...states['waiting for a time'], until: at });
  rows.insertJob(aJob({ id: 'at once' }));
  expect(lastDue(accountId)).toBeNull();
  rows.insertJob(aJob({ id: 'a', state: until(50) }));
  rows.insertJob(aJob({ id: 'b', state: until(70) }));
  rows.insertJob(aJob({ id: 'off', state: until(90), removed: true }));
  rows.insertJob(aJob({ id: 'describing', state: { ...states['describing later'], until: 95 } }));
  rows.insertJob(aJob({ id: 'elsewhere', accountId: 'account-2', state: until(99) }));
  expect(lastDue(accountId)).toBe(70);
  const { clip } = aJob();
  rows.insertJob(
    aJob({ id: 'big', clip: { ...clip, identity: { ...clip.identity, size: bigBytes } }, state: until(80) }),
  );
  expect([lastDue(accountId), lastDue('account-2'), lastDue('account-3')]).toEqual([80, 99, null]);
});
