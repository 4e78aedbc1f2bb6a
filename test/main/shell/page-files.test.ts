// The table of files that the page is served from: only what lay in the folder at the start, each with its headers.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileTable, readFileTable, servePageFile } from '../../../main/shell/page-files.ts';

let folder = '';
let table: FileTable = new Map();

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-page-'));
  const renderer = path.join(folder, 'renderer');
  await mkdir(path.join(renderer, 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'secret.html'), 'secret');
  await writeFile(path.join(renderer, 'index.html'), '<meta nonce="%NONCE%"><style nonce="%NONCE%"></style>');
  await writeFile(path.join(renderer, 'assets', 'index-1a.js'), 'export {};');
  await writeFile(path.join(renderer, 'assets', 'strange.exe'), 'MZ');
  await symlink(path.join(folder, 'secret.html'), path.join(renderer, 'link.html'));
  await symlink(folder, path.join(renderer, 'up'));
  table = await readFileTable(renderer);
  await writeFile(path.join(renderer, 'late.html'), 'came later');
});
afterAll(() => rm(folder, { recursive: true }));

const policyOf = (response: Response | null): Map<string, string> =>
  new Map(
    (response?.headers.get('Content-Security-Policy') ?? '').split('; ').map((part) => {
      const space = part.indexOf(' ');
      return [part.slice(0, space), part.slice(space + 1)];
    }),
  );

test('serves a script with its type and without sniffing', async () => {
  const response = await servePageFile(table, '/assets/index-1a.js');
  expect(response?.status).toBe(200);
  expect(response?.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
  expect(response?.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(await response?.text()).toBe('export {};');
});

test('gives every load of the page a nonce of its own, the same in page and policy', async () => {
  const [first, second] = [await servePageFile(table, '/index.html'), await servePageFile(table, '/index.html')];
  const html = (await first?.text()) ?? '';
  const nonces = [...html.matchAll(/nonce="([^"]*)"/g)].map((match) => match[1]);
  expect(nonces).toHaveLength(2);
  expect(new Set(nonces).size).toBe(1);
  expect(nonces[0]).toMatch(/^[\w-]{22}$/);
  expect(policyOf(first).get('style-src')).toBe(`'self' 'nonce-${nonces[0]}'`);
  expect(policyOf(second).get('style-src')).not.toBe(policyOf(first).get('style-src'));
});

test('allows nothing unsafe in its policy', async () => {
  const policy = policyOf(await servePageFile(table, '/index.html'));
  expect(policy.get('default-src')).toBe("'none'");
  expect(policy.get('script-src')).toBe("'self'");
  expect(policy.get('require-trusted-types-for')).toBe("'script'");
  for (const name of ['base-uri', 'form-action', 'frame-ancestors', 'object-src'])
    expect(policy.get(name)).toBe("'none'");
  expect([...policy.values()].join(' ')).not.toMatch(/unsafe-|\*|https?:/);
});

test('allows exactly this, and says so with every file', async () => {
  const exact = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' blob: data:",
    'media-src': "'self'",
    'connect-src': "'self'",
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'object-src': "'none'",
    'require-trusted-types-for': "'script'",
  };
  const [page, script] = [await servePageFile(table, '/index.html'), await servePageFile(table, '/assets/index-1a.js')];
  const nonce = policyOf(page).get('style-src') ?? '';
  expect(Object.fromEntries(policyOf(page))).toEqual({ ...exact, 'style-src': nonce });
  expect(Object.fromEntries(policyOf(script))).toEqual(exact);
  for (const response of [page, script]) {
    expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  }
});

describe('everything else is not there', () => {
  test.each([
    '/',
    '/INDEX.HTML',
    '/index.html/',
    '//index.html',
    '/./index.html',
    '/assets',
    '/assets/',
    '/../secret.html',
    '/..%2fsecret.html',
    '/%2e%2e/secret.html',
    '/..\\secret.html',
    '/..%5csecret.html',
    '/index.html%00',
    '/index.html%00.js',
    '/assets/strange.exe',
    '/link.html',
    '/up/secret.html',
    '/late.html',
    '/__proto__',
    '/etc/passwd',
    '',
  ])('%s', async (urlPath) => expect(await servePageFile(table, urlPath)).toBeNull());
});
