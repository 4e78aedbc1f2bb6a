// The log read back: real entries of the real logger, the newest of many files, and nothing of what should not be in it.
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLogTail } from '../../../main/shell/log-tail.ts';
import { createLogger } from '../../../main/shell/logger.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-tail-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('what the logger wrote comes back as entries', async () => {
  const logger = createLogger(folder, false);
  logger.info('the page responds again');
  logger.error('a request failed {oddly}', { request: 'queue.act', error: new Error('no') });
  const { entries, unreadable, isCut } = await readLogTail(folder, 100_000);
  expect(entries).toMatchObject([
    { level: 'info', message: 'the page responds again', facts: null },
    { level: 'error', facts: { request: 'queue.act', error: { name: 'Error', message: 'no' } } },
  ]);
  expect(entries[0]?.at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
  expect([unreadable, isCut]).toEqual([0, false]);
});

test('secrets that an older Clipferry wrote down are taken out', async () => {
  const line =
    '[2026-11-23 22:04:07.123] [warn]  Bearer hunter2hunter2 did not help {"authorization":"Basic hunter2","url":"https://m:hunter2@a.example/"}\n';
  await writeFile(path.join(folder, 'clipferry.log'), line);
  expect(JSON.stringify(await readLogTail(folder, 100_000))).not.toContain('hunter2');
});

test('lines that are no entries are counted and left out', async () => {
  await writeFile(
    path.join(folder, 'clipferry.log'),
    'canary\n[2026-11-23 22:04:07.123] [info]  x {"broken\n{"a":"canary"}\n',
  );
  await appendFile(path.join(folder, 'clipferry.log'), '[2026-11-23 22:04:07.123] [info]  whole\n');
  const tail = await readLogTail(folder, 100_000);
  expect(tail.entries.map(({ message }) => message)).toEqual(['whole']);
  expect(tail.unreadable).toBe(3);
});

test('of much the newest is read, over several files, and no half of a line', async () => {
  const line = (at: number): string => `[2026-11-23 22:04:07.${String(at).padStart(3, '0')}] [info]  line\n`;
  const lines = (from: number): string => Array.from({ length: 10 }, (_, at) => line(from + at)).join('');
  await writeFile(path.join(folder, 'clipferry.1.log'), lines(0));
  await writeFile(path.join(folder, 'clipferry.log'), lines(10));
  await appendFile(path.join(folder, 'clipferry.2.log'), lines(90));
  const length = line(0).length;
  const seen = async (bytes: number) => {
    const { entries, isCut } = await readLogTail(folder, bytes);
    return { numbers: entries.map(({ at }) => Number(at.slice(-3))), isCut };
  };
  expect(await seen(3 * length + 5)).toEqual({ numbers: [17, 18, 19], isCut: true });
  expect(await seen(12 * length)).toEqual({
    numbers: [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    isCut: true,
  });
  expect((await seen(1_000_000)).isCut).toBe(false);
  expect((await seen(1_000_000)).numbers).toHaveLength(30);
  expect(await readLogTail(path.join(folder, 'none'), 100)).toEqual({ entries: [], unreadable: 0, isCut: false });
});
