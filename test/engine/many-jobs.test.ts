// One change for 10,000 jobs: written down whole first, finished also after a restart, and nothing is held up by it.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../main/adapters/clock.ts';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { queueStore } from '../../main/queue/store/job-store.ts';
import { migrate } from '../../main/schema.ts';
import { watchLoop } from '../bench/measure.ts';
import { accountId, aJob } from '../main/queue/jobs.ts';
import { longestTurn } from '../tools/cpu.ts';
import { type Engine, startEngine } from './engine.ts';

const count = 10_000;
const everything = { filter: 'all' } as const;
const change = {
  draft: { status: 'private' },
  titlePattern: '{n} {name}',
  terms: { tags: { add: [1], remove: [] } },
};

/** With all jobs in it; each test has a copy. */
let prepared: string;
let profile: string;
let engine: Engine;

beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'clipferry-many-'));
  const sql = openSqlite(join(prepared, 'clipferry.sqlite'));
  migrate(sql);
  sql.exec(`
    INSERT INTO sites (id, name, address, root, upload_route, settle_ms)
      VALUES ('s', 'S', 'http://127.0.0.1:9', 'http://127.0.0.1:9/', 'r', 1);
    INSERT INTO accounts (id, site_id, login, name, user_id, can_upload, can_publish, signed_in)
      VALUES ('${accountId}', 's', 'l', 'n', 1, 1, 1, 0)`);
  const store = queueStore(sql, systemClock);
  await store.write(() => {
    for (let n = 0; n < count; n++) store.insertJob(aJob({ id: `job-${n}`, position: n, state: { kind: 'paused' } }));
  });
  sql.close();
});
afterAll(() => rmSync(prepared, { recursive: true }));
beforeEach(async () => {
  profile = mkdtempSync(join(tmpdir(), 'clipferry-many-'));
  cpSync(prepared, profile, { recursive: true });
  engine = await startEngine({ profile });
});
afterEach(async () => {
  await engine.stop();
  rmSync(profile, { recursive: true });
});

it('is applied to all and leaves room for everything else', async () => {
  const turns = longestTurn();
  const answer = await engine.uploader.handlers['job.describeMany']({ target: everything, change });
  const longestMs = turns.end();
  expect(answer.changed).toBe(count);
  // In one go it would hold everything up for seconds.
  expect(longestMs).toBeGreaterThan(0);
  expect(longestMs).toBeLessThan(500);
  const summary = await engine.uploader.handlers['job.summarize'](everything);
  expect(summary).toMatchObject({ count, values: { status: 'private' }, mixed: ['title'] });
  expect((await engine.rows()).slice(0, 2).map((row) => row.title)).toEqual(['1 C0001', '2 C0001']);
});

it('gives each its own text, in the order of the ids, also after the app ended in the middle of it', {
  tags: 'proof',
}, async () => {
  const ids = Array.from({ length: count }, (_, at) => `job-${count - 1 - at}`);
  const each = ids.map((id, at) => (at === 1 ? {} : at === 2 ? { title: ' ' } : { title: `A & B ½ <b> 你好 ${id}` }));
  const own = { ...change, titlePattern: null, terms: {}, each };
  const longest = longestTurn();
  const patched = new Promise<void>((resolve) => {
    const end = engine.uploader.on('queue.patch', () => {
      end();
      resolve();
    });
  });
  await engine.window();
  const broken = engine.uploader.handlers['job.describeMany']({ target: { ids }, change: own }).catch(() => null);
  await patched;
  expect(longest.end()).toBeLessThan(500);
  await engine.stop();
  await broken;
  engine = await startEngine({ profile });
  const last = ids.at(-1) ?? '';
  await engine.uploader.handlers['job.describe']({ jobId: last, draft: { description: 'Typed later' } });
  expect((await engine.details(last)).draft).toMatchObject({
    ...{ title: `A & B ½ <b> 你好 ${last}`, description: 'Typed later', status: 'private' },
  });
  const titles = await Promise.all(ids.slice(0, 4).map(async (id) => (await engine.details(id)).draft.title));
  expect(titles).toEqual([`A & B ½ <b> 你好 ${ids[0]}`, null, null, `A & B ½ <b> 你好 ${ids[3]}`]);
});

describe.each([
  ['resume', 'waiting'],
  ['cancel', 'cancelled'],
  ['remove', null],
] as const)('of %s', (act, becomes) => {
  it('is done in small steps, too (F-45)', { tags: 'proof' }, async () => {
    const loop = watchLoop();
    const answer = await engine.uploader.handlers['queue.act']({ act, target: everything });
    const { ownMs } = loop.stop();
    expect(answer.changed).toBe(count);
    // In one go it would hold everything up for seconds.
    expect(ownMs).toBeLessThan(200);
    const { total, rows } = await engine.window();
    expect(total).toBe(becomes === null ? 0 : count);
    expect(rows.every((row) => row.state.kind === becomes)).toBe(true);
  });
});

it('goes on where it was when the app ended in the middle of it', { tags: 'proof' }, async () => {
  const patched = new Promise<void>((resolve) => {
    const end = engine.uploader.on('queue.patch', () => {
      end();
      resolve();
    });
  });
  await engine.window();
  const broken = engine.uploader.handlers['job.describeMany']({ target: everything, change });
  const outcome = broken.then(
    () => 'finished',
    () => 'broken off',
  );
  await patched;
  await engine.stop();
  expect(await outcome).toBe('broken off');

  engine = await startEngine({ profile });
  // What is typed now comes after it, so that it is not overtaken.
  await engine.uploader.handlers['job.describe']({ jobId: 'job-9999', draft: { title: 'Typed later' } });
  const summary = await engine.uploader.handlers['job.summarize'](everything);
  expect(summary).toMatchObject({ count, values: { status: 'private' }, mixed: ['title'] });
  const last = await engine.details('job-9998');
  expect(last.draft).toMatchObject({ title: '9999 C0001', termChanges: { tags: { add: [1], remove: [] } } });
  expect((await engine.details('job-9999')).draft.title).toBe('Typed later');
});
