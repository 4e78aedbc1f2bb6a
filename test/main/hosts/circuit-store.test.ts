// Hosts that are left alone, in a real database: what is kept over a restart, and what a damaged row means.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqlite } from '../../../main/adapters/database/sqlite.ts';
import { circuitStore } from '../../../main/hosts/circuit-store.ts';
import type { Sql } from '../../../main/ports.ts';
import { migrate } from '../../../main/schema.ts';

const host = 'https://site.example';
const another = 'https://another.example';

let folder: string;
let sql: Sql;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-holds-'));
  sql = openSqlite(join(folder, 'clipferry.sqlite'));
  migrate(sql);
});
afterEach(() => {
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each(['site-busy', 'site-maintenance', 'uploads-blocked', 'uploads-unsure', 'site-blocked'] as const)(
  'keeps a host that is held for %s',
  (why) => {
    const record = { host, why, until: 1_763_620_000_000, ms: 60_000, waits: 2 };
    circuitStore(sql).save(record);
    expect(circuitStore(sql).all()).toEqual([record]);
  },
);

it('keeps what is so now in place of what was, and parts of a millisecond as whole ones', () => {
  const store = circuitStore(sql);
  store.save({ host, why: 'site-busy', until: 5, ms: 4, waits: 0 });
  store.save({ host: another, why: 'site-busy', until: 5, ms: 4, waits: 0 });
  store.save({ host, why: 'site-maintenance', until: 70.2, ms: 60.5, waits: 1 });
  expect(store.all()).toEqual([
    { host, why: 'site-maintenance', until: 71, ms: 61, waits: 1 },
    { host: another, why: 'site-busy', until: 5, ms: 4, waits: 0 },
  ]);
  store.remove(host);
  expect(store.all().map((record) => record.host)).toEqual([another]);
});

it('leaves a host alone for an hour from now on where nobody knows any more for how long it asked', () => {
  const store = circuitStore(sql);
  const unknown = { until: Number.MAX_SAFE_INTEGER, ms: 3_600_000, waits: 0 };
  for (const column of ['until', 'ms', 'waits']) {
    store.save({ host, why: 'site-blocked', until: 5, ms: 4, waits: 3 });
    sql.exec(`UPDATE holds SET ${column} = -1`);
    expect(store.all()).toEqual([{ host, why: 'site-blocked', ...unknown }]);
  }
});

it('takes a reason that cannot be read for a busy site, and its times as they are', () => {
  const store = circuitStore(sql);
  store.save({ host, why: 'site-blocked', until: 5, ms: 4, waits: 3 });
  sql.exec("UPDATE holds SET why = 'x'");
  expect(store.all()).toEqual([{ host, why: 'site-busy', until: 5, ms: 4, waits: 3 }]);
});
