// The log on disk: readable lines, no secrets, never more than five files.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../../main/shell/logger.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-log-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('writes level, message and facts, and no secret', async () => {
  const logger = createLogger(path.join(folder, 'logs'), false);
  logger.warn('the site refused', {
    status: 401,
    authorization: 'Basic c2VjcmV0',
    url: 'https://m:hunter2@example.org/',
  });
  logger.error('Bearer hunter2 did not help', { error: new Error('password=hunter2') });
  const text = await readFile(path.join(folder, 'logs', 'clipferry.log'), 'utf8');
  expect(text).toContain('[warn]');
  expect(text).toContain('the site refused {"status":401');
  expect(text).toContain('"name":"Error"');
  expect(text).not.toMatch(/hunter2|c2VjcmV0/);
});

test('keeps five files of about 5 MB, the newest lines first', async () => {
  const logger = createLogger(folder, false);
  const filler = Array.from({ length: 4 }, () => 'x'.repeat(7_900));
  for (let line = 0; line < 1_200; line += 1) logger.info(`line ${line}`, { filler });
  const names = (await readdir(folder)).sort();
  expect(names).toEqual(['clipferry.1.log', 'clipferry.2.log', 'clipferry.3.log', 'clipferry.4.log', 'clipferry.log']);
  for (const name of names) expect((await stat(path.join(folder, name))).size).toBeLessThan(7 * 1024 * 1024);
  expect(await readFile(path.join(folder, 'clipferry.log'), 'utf8')).toContain('line 1199 ');
  const all = (await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))).join('');
  expect(all).not.toContain('line 0 ');
});
