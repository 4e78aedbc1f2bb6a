// What the packaging is told about security: every fuse, what goes into the archive, and whom it may fetch from (rows 19, 27, 32).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const config = readFileSync(path.join(root, 'electron-builder.yml'), 'utf8');

/** The lines below a key of the first level, without comments. */
function below(key: string): readonly string[] {
  const [, block = ''] = new RegExp(`^${key}:\\n((?:[ #].*\\n)*)`, 'm').exec(config) ?? [];
  return block
    .split('\n')
    .map((line) => line.replace(/#.*$/, '').trim())
    .filter((line) => line !== '');
}

test('every fuse is set, as `npm run package` checks it on what came out', () => {
  expect(Object.fromEntries(below('electronFuses').map((line) => line.split(': ')))).toEqual({
    runAsNode: 'false',
    enableCookieEncryption: 'true',
    enableNodeOptionsEnvironmentVariable: 'false',
    enableNodeCliInspectArguments: 'false',
    enableEmbeddedAsarIntegrityValidation: 'true',
    onlyLoadAppFromAsar: 'true',
    loadBrowserProcessSpecificV8Snapshot: 'false',
    grantFileProtocolExtraPrivileges: 'false',
  });
});

test('the app is one archive of built files, without source maps and packages', () => {
  expect(config).toMatch(/^asar: true$/m);
  expect(below('files')).toEqual([
    '- out/**',
    '- "!out/**/*.map"',
    '- assets/*.png',
    '- assets/wordpress/**',
    '- package.json',
    '- "!node_modules"',
  ]);
});
