// The work of the thread that copies the list: what it says of it, and which copies are there afterwards, whatever went wrong.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

const thread = vi.hoisted(() => ({ parentPort: null as unknown, workerData: null as unknown }));
vi.mock('node:worker_threads', () => thread);
const { keep } = await import('../../../../main/adapters/database/keeper-worker.ts');

let folder: string;
const at = (name: string): string => join(folder, name);
const kept = () => keep({ database: at('list'), snapshots: [at("o'clock"), at('before')] });
/** Files of the folder that this process has open. */
const openFiles = (): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)].filter((file) => file.startsWith(folder));
    } catch {
      return [];
    }
  });
/** What a database holds. */
function held(name: string): readonly unknown[] {
  const copy = new DatabaseSync(at(name), { readOnly: true });
  try {
    return copy
      .prepare('SELECT b FROM a')
      .all()
      .map(({ b }) => b);
  } finally {
    copy.close();
  }
}
function change(sql: string): void {
  const list = new DatabaseSync(at('list'));
  list.exec(sql);
  list.close();
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-keeping-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  change("CREATE TABLE a (b); INSERT INTO a VALUES ('one')");
});

it('makes a copy and keeps the one before, and no third', () => {
  expect(kept()).toEqual({ kind: 'kept', name: "o'clock" });
  expect(readdirSync(folder).sort()).toEqual(['list', "o'clock"]);
  change("INSERT INTO a VALUES ('two')");
  kept();
  expect([held("o'clock"), held('before')]).toEqual([['one', 'two'], ['one']]);
  change("INSERT INTO a VALUES ('three')");
  kept();
  expect([held("o'clock"), held('before')]).toEqual([
    ['one', 'two', 'three'],
    ['one', 'two'],
  ]);
  expect(readdirSync(folder).sort()).toEqual(['before', 'list', "o'clock"]);
});

it.runIf(process.platform === 'linux')('leaves no file open, whatever came of it', () => {
  kept();
  expect(openFiles()).toEqual([]);
  writeFileSync(at('list'), 'No database at all. '.repeat(300));
  kept();
  expect(openFiles()).toEqual([]);
});

it('makes one where an earlier one was broken off', () => {
  writeFileSync(at("o'clock.new"), 'half of a copy');
  expect(kept().kind).toBe('kept');
  expect([held("o'clock"), existsSync(at("o'clock.new"))]).toEqual([['one'], false]);
});

it('says of a list that holds together no more what is wrong with it, and leaves the copies as they are', () => {
  change('CREATE INDEX i ON a (b)');
  kept();
  // Its index, which lies last, names another row than the one that is there.
  const bytes = readFileSync(at('list'));
  writeFileSync(at('list'), bytes.fill('two', bytes.lastIndexOf('one'), bytes.lastIndexOf('one') + 3));
  const before = readFileSync(at("o'clock"));
  expect(kept()).toEqual({ kind: 'damaged', said: expect.stringContaining('index i') });
  expect([readdirSync(folder).sort(), readFileSync(at("o'clock"))]).toEqual([['list', "o'clock"], before]);
});

it('says of a file that is no database that it is damaged, of one that is not there that it failed', () => {
  writeFileSync(at('list'), 'No database at all. '.repeat(300));
  expect(kept()).toEqual({ kind: 'damaged', said: expect.stringContaining('not a database') });
  rmSync(at('list'));
  expect(kept()).toEqual({ kind: 'failed', said: expect.stringContaining('unable to open') });
  expect(readdirSync(folder)).toEqual([]);
});

it('says of a list whose pages are damaged what SQLite says', () => {
  change('INSERT INTO a VALUES (randomblob(50000))');
  const bytes = readFileSync(at('list'));
  writeFileSync(at('list'), bytes.fill(0xee, 4_096, 8_192));
  expect(kept().kind).toBe('damaged');
  expect(readdirSync(folder)).toEqual(['list']);
});

it('only looks where no copy is wanted, and says what it saw', () => {
  const looked = () => keep({ database: at('list'), snapshots: null });
  writeFileSync(at('.new'), 'of another program');
  expect(looked()).toEqual({ kind: 'sound' });
  expect(readdirSync(folder).sort()).toEqual(['.new', 'list']);
  writeFileSync(at('list'), 'No database at all. '.repeat(300));
  expect(looked()).toMatchObject({ kind: 'damaged' });
  rmSync(at('list'));
  expect(looked()).toMatchObject({ kind: 'failed' });
  expect(readdirSync(folder)).toEqual(['.new']);
});

it('leaves no half of a copy where one cannot take its place', () => {
  mkdirSync(at("o'clock"));
  writeFileSync(at("o'clock/full"), '');
  mkdirSync(at('before'));
  writeFileSync(at('before/full'), '');
  expect(kept()).toEqual({ kind: 'failed', said: expect.stringMatching(/ENOTEMPTY|EPERM|EEXIST/) });
  expect(existsSync(at("o'clock.new"))).toBe(false);
});

it('is told to main by the thread', async () => {
  const told: unknown[] = [];
  thread.parentPort = { postMessage: (report: unknown) => void told.push(report) };
  thread.workerData = { database: at('list'), snapshots: [at('newest'), at('before')] };
  vi.resetModules();
  await import('../../../../main/adapters/database/keeper-worker.ts');
  expect(told).toEqual([{ kind: 'kept', name: 'newest' }]);
});
