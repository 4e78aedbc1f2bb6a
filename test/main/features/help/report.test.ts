// A report of a list that cannot be read to its end: it is made all the same, and tells no text in which an unknown name may stand.
import { expect, test } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { systemRandom } from '../../../../main/adapters/random.ts';
import { makeReport } from '../../../../main/features/help/report.ts';
import { type Sql, StoreError, type Support } from '../../../../main/ports.ts';
import { migrate } from '../../../../main/schema.ts';
import type { AppState } from '../../../../preload/contract.ts';
import { memorySettings } from '../../../engine/settings.ts';

const state: AppState = {
  store: {
    trouble: 'damaged',
    folder: '/canary',
    rebuilt: null,
    elsewhere: null,
    unreadable: { edits: 0, changes: 0, settings: 0 },
  },
  ...{
    sites: [],
    folders: [],
    keyring: 'none',
    duplicates: [],
    checkups: [],
    version: '0.1.0',
    platform: 'linux',
    region: 'en',
    proxies: { asking: null, kept: [] },
    updates: null,
  },
};

const support: Support = {
  facts: () => ({
    ...{ build: 'source', electron: '45', chromium: '148', node: '24', system: 'Linux' },
    ...{ scalings: [], memoryBytes: 0, databaseBytes: 0 },
  }),
  names: () => [],
  licences: async () => null,
  chromiumLicences: () => null,
  log: async () => ({
    entries: [
      {
        ...{ at: '2026-11-23 22:04:07.123', level: 'error', message: 'a request failed' },
        facts: { request: 'queue.act', error: 'Canary is open', canary: 7, status: 503, list: ['canary'] },
      },
    ],
    ...{ unreadable: 0, isCut: false },
  }),
  checkDatabase: async () => 'damaged database disk image is malformed',
  choosePlace: async () => null,
  saveZip: async () => {},
  helperFiles: async () => [],
  sumOf: async () => '',
};

test('what of a damaged list can be read is told, and of the log only messages and numbers', async () => {
  const sql = openSqlite(':memory:');
  migrate(sql);
  const damaged: Sql = {
    ...sql,
    prepare: (text) => {
      if (/FROM (jobs|attempts)/.test(text)) throw new StoreError('damaged', 'database disk image is malformed');
      return sql.prepare(text);
    },
  };
  const options = { clock: systemClock, random: systemRandom, settings: memorySettings(), computer: 'desk' };
  const { files } = await makeReport(
    { ...options, sql: damaged, store: { paused: () => false } },
    support,
    state,
    false,
  );
  const [report, log] = files.map(({ text }) => text);
  expect(report).toContain('read-to-its-end: false\ncheck: damaged database disk image is malformed');
  expect(report).toContain('rows.sites: 0\nrows.accounts: 0\nrows.jobs: -\nrows.attempts: -');
  expect(report).toContain('trouble: damaged');
  expect(log).toBe(
    '2026-11-23 22:04:07.123 error a request failed {"request":"[9]","error":"[14]","#3":7,"#4":503,"#5":["[6]"]}\n',
  );
  sql.close();
});
