// What the last check-up of a site found, kept to be shown again; what cannot be read any more is checked anew.
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import type { CheckCode, CheckFinding } from '../../../../main/model.ts';
import type { Sql } from '../../../../main/ports.ts';
import { migrate } from '../../../../main/schema.ts';
import { type CheckupStore, checkCodes, checkupStore } from '../../../../main/site/store/checkup-store.ts';
import { siteStore } from '../../../../main/site/store/site-store.ts';
import { aSite } from '../../a-site.ts';

let sql: Sql;
let store: CheckupStore;

beforeEach(() => {
  sql = openSqlite(':memory:');
  onTestFinished(() => sql.close());
  migrate(sql);
  for (const id of ['site-1', 'site-2']) siteStore(sql).saveSite(aSite({ id, root: `http://127.0.0.1/${id}/` }));
  store = checkupStore(sql);
});
const finding = (changes: Partial<CheckFinding> = {}): CheckFinding => ({
  ...{ code: 'answers', status: 'fine', accountId: null, said: null, amount: null, names: [], clips: 0 },
  ...changes,
});
const full = finding({
  ...{ code: 'size-limit-clips', status: 'blocks', accountId: 'a', said: 'No.', amount: 5, names: ['x'], clips: 3 },
});

it('is read back as it was found, of each site the latest', () => {
  store.write('site-1', { at: 5.9, findings: [finding()] });
  store.write('site-2', { at: 6, findings: [] });
  store.write('site-1', { at: 7.9, findings: [full, finding({ status: 'note' }), finding({ status: 'unknown' })] });
  expect(store.read('site-1')).toEqual({
    at: 7,
    findings: [full, finding({ status: 'note' }), finding({ status: 'unknown' })],
  });
  expect(store.read('site-2')).toEqual({ at: 6, findings: [] });
});

it('is nothing of a site that was never checked', () => {
  expect(store.read('site-1')).toBeNull();
});

it('every finding there is can be read back', () => {
  const findings = Object.keys(checkCodes).map((code) => finding({ code: code as CheckCode }));
  store.write('site-1', { at: 5, findings });
  expect(store.read('site-1')?.findings).toEqual(findings);
});

it.each([
  ['another code', { code: 'gone' }],
  ['a code that every object has', { code: 'constructor' }],
  ['another status', { status: 'gone' }],
  ['an account that is no name', { accountId: 1 }],
  ['words that are none', { said: 1 }],
  ['an amount that is none', { amount: '5' }],
  ['names that are none', { names: [1] }],
  ['clips that are none', { clips: null }],
])('is checked anew where it holds %s', (_, change) => {
  store.write('site-1', { at: 5, findings: [finding()] });
  sql.prepare('UPDATE checkups SET findings = ?').run(JSON.stringify([{ ...finding(), ...change }]));
  expect(store.read('site-1')).toBeNull();
});

it('is checked anew where it is no list', () => {
  store.write('site-1', { at: 5, findings: [] });
  sql.exec("UPDATE checkups SET findings = '{'");
  expect(store.read('site-1')).toBeNull();
});
