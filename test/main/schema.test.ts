// Databases of every old version open in this one with every row; landed migrations stay as they are; newer ones are refused (F-51).
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { StoreError } from '../../main/ports.ts';
import { migrate, migrations } from '../../main/schema.ts';
import { startEngine } from '../engine/engine.ts';
import { fixtureFile, hashOf, landed } from '../fixtures/stores/make.ts';

const howTo =
  'a new migration: add its rows to test/fixtures/stores/rows.ts and run `node test/fixtures/stores/make.ts`';

let profile: string;
let file: string;
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'clipferry-schema-'));
  file = join(profile, 'clipferry.sqlite');
});
afterEach(() => rmSync(profile, { recursive: true, force: true }));

/** Every row of every table, as SQL reads it. */
function contents(): Record<string, readonly object[]> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return Object.fromEntries(
      tables.map(({ name }) => [
        String(name),
        database
          .prepare(`SELECT * FROM "${name}"`)
          .all()
          .map((row) => ({ ...row })),
      ]),
    );
  } finally {
    database.close();
  }
}

const order = (jobs: readonly object[] = []): readonly string[] =>
  (jobs as readonly { readonly id: string; readonly position: number }[])
    .toSorted((a, b) => a.position - b.position)
    .map((job) => job.id);

function make(version: number): void {
  const database = new DatabaseSync(file);
  database.exec(readFileSync(fixtureFile(version), 'utf8'));
  database.close();
}

test('a migration that has landed is never edited, and a new one has its fixture (F-51)', () => {
  const hashes = landed();
  migrations.forEach((migration, index) => {
    expect(hashes[index], `migration ${index + 1} is ${index < hashes.length ? 'edited' : howTo}`).toBe(
      hashOf(migration),
    );
    expect(existsSync(fixtureFile(index + 1)), `no fixture of version ${index + 1}: ${howTo}`).toBe(true);
  });
  expect(hashes).toHaveLength(migrations.length);
});

describe.each(migrations.map((_, index) => index + 1))('a profile of version %i', (version) => {
  beforeEach(() => make(version));

  it('keeps every row, with every value in it', () => {
    const before = contents();
    expect(before.jobs).toHaveLength(12);
    const sql = openSqlite(file);
    migrate(sql);
    sql.close();
    const after = contents();
    expect(order(after.jobs)).toEqual(order(before.jobs));
    for (const [table, rows] of Object.entries(before)) {
      expect(after[table], table).toHaveLength(rows.length);
      rows.forEach((row, index) => {
        // A position counts only beside others: the order is compared below.
        const { position, ...kept } = row as { readonly position?: number };
        expect(after[table]?.[index], `${table}, row ${index + 1}`).toMatchObject(kept);
        expect(typeof position).toBe(table === 'jobs' ? 'number' : 'undefined');
      });
    }
  });

  it('opens in the app: the list, the sites and the ledger are there, and what was under way is put right', async () => {
    const engine = await startEngine({ profile });
    try {
      const states = Object.fromEntries((await engine.rows()).map((row) => [row.id, row.state.kind]));
      expect(states).toEqual({
        'job-waiting': 'waiting',
        'job-later': 'waiting',
        'job-sending': 'waiting',
        'job-processing': 'unclear',
        'job-unclear': 'unclear',
        'job-describing': 'describing',
        'job-done': 'done',
        'job-paused': 'paused',
        'job-needs-you': 'needs-you',
        'job-ask': 'needs-you',
      });
      const { sites, folders } = await engine.uploader.handlers['app.state']();
      expect(sites.map((site) => [site.name, site.accounts.map((account) => account.login)])).toEqual([
        ['Harbour Films', ['mara']],
      ]);
      expect(folders.map((folder) => folder.path)).toEqual([
        ...(version < 2 ? [] : ['/home/mara/Exports']),
        ...(version < 21 ? [] : ['D:\\Films\\Exports']),
      ]);
      expect((await engine.details('job-describing')).draft).toMatchObject({
        title: 'Harbour at dawn',
        description: 'Fog, then “gold”.',
        status: 'draft',
        slug: null,
      });
      expect((await engine.window()).totals.paused).toBe(true);
    } finally {
      await engine.stop();
    }
  });
});

test('a newer version is refused and not a byte of it is changed (F-51)', async () => {
  make(migrations.length);
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA user_version = ${migrations.length + 1}; CREATE TABLE from_the_future (x)`);
  database.close();
  const before = contents();
  const refused = await startEngine({ profile }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StoreError);
  expect((refused as StoreError).problem).toBe('newer');
  expect(contents()).toEqual(before);
});
