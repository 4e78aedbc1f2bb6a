// How an AppImage starts the app: with all that it was given, and never where the app would have no sandbox.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const appRun = path.resolve(import.meta.dirname, '../../../assets/packaging/linux/appimage/AppRun');
let folder: string;

function command(name: string, text: string): void {
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

/** Of the system's commands only those of the shell itself are there, and what a test puts beside them. */
const start = (...words: readonly string[]): SpawnSyncReturns<string> =>
  spawnSync('/bin/sh', [appRun, ...words], {
    encoding: 'utf8',
    env: { PATH: path.join(folder, 'bin'), APPDIR: folder },
  });

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'clipferry-app-run-'));
  mkdirSync(path.join(folder, 'bin'));
  symlinkSync('/bin/sh', path.join(folder, 'bin/sh'));
  command('clipferry', 'for word in "$@"; do echo "[$word]"; done; exit 7');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('where people may make user namespaces, or nobody can tell, it starts with what it was given', () => {
  const started = { status: 7, stdout: '[two words]\n[--hidden]\n', stderr: '' };
  expect(start('two words', '--hidden')).toMatchObject(started);
  command('bin/unshare', 'exit 0');
  expect(start('two words', '--hidden')).toMatchObject(started);
});

test('where they may not, it does not start, and says what to install', () => {
  command('bin/unshare', '[ "$*" = "--user --map-root-user true" ] && exit 1');
  const asked = path.join(folder, 'told');
  command('bin/zenity', `echo "$*" > ${asked}`);
  const refused = start('two words');
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toContain('install Clipferry’s .deb or .rpm package');
  expect(spawnSync('cat', [asked], { encoding: 'utf8' }).stdout).toContain('install Clipferry’s .deb or .rpm package');
});
