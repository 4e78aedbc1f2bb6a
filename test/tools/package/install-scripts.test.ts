// What the packages' scripts do on a system: the sandbox is set up rightly for each kind of kernel, and nobody's files are touched.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { debScript, rpmScript } from './scripts.ts';

const assets = path.resolve(import.meta.dirname, '../../../assets/packaging/linux');
let root: string;
const inRoot = (...parts: string[]): string => path.join(root, ...parts);

/** A command that answers in place of the system's. */
function command(name: string, text: string): void {
  writeFileSync(inRoot('bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'clipferry-scripts-'));
  for (const name of [
    'bin',
    'opt/Clipferry/resources',
    'etc',
    'sys/module/apparmor/parameters',
    'home/one/.config/Clipferry',
  ])
    mkdirSync(inRoot(name), { recursive: true });
  writeFileSync(inRoot('opt/Clipferry/chrome-sandbox'), '', { mode: 0o755 });
  writeFileSync(inRoot('opt/Clipferry/resources/apparmor-profile'), 'profile clipferry');
  writeFileSync(inRoot('sys/module/apparmor/parameters/enabled'), 'Y');
  // Owners cannot be given away without being root; that it is asked for is what counts.
  command('chown', `echo "$@" > ${inRoot('owner')}`);
  command('setpriv', 'exit 1');
  command(
    'getent',
    `echo one:x:1000:1000::${inRoot('home/one')}:/bin/sh; echo two:x:1001:1001::${inRoot('home/two')}:/bin/sh`,
  );
  for (const name of ['update-desktop-database', 'gtk-update-icon-cache']) command(name, 'exit 1');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs the script as dpkg or rpm does, on the system below `root`. */
function runScript(kind: 'afterInstall' | 'afterRemove', how: 'deb' | 'rpm', argument: string): string {
  const name = { afterInstall: 'after-install.sh', afterRemove: 'after-remove.sh' }[kind];
  const text = readFileSync(path.join(assets, name), 'utf8')
    .replaceAll('${' + 'executable}', 'clipferry')
    .replaceAll('${' + 'sanitizedProductName}', 'Clipferry')
    .replace(/(?<![\w$])\/(opt|etc|sys|usr)\//g, `${root}/$1/`);
  const whole = how === 'deb' ? debScript(kind, text) : rpmScript(kind, text).replaceAll('%%', '%');
  const ran = spawnSync('/bin/sh', ['-s', argument], {
    input: whole,
    encoding: 'utf8',
    env: { PATH: `${inRoot('bin')}:/usr/bin:/bin` },
  });
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  return ran.stdout;
}

const sandboxMode = (): string => (statSync(inRoot('opt/Clipferry/chrome-sandbox')).mode & 0o7777).toString(8);

for (const [how, argument] of [
  ['deb', 'configure'],
  ['rpm', '1'],
] as const) {
  test(`${how}: where anybody may make user namespaces the sandbox’s helper has no rights of its own`, () => {
    command('setpriv', 'case "$*" in *--reuid=65534*unshare*--user*) exit 0 ;; esac; exit 1');
    runScript('afterInstall', how, argument);
    expect(sandboxMode()).toBe('755');
  });

  test(`${how}: where they are closed the helper is root’s and setuid`, () => {
    runScript('afterInstall', how, argument);
    expect(sandboxMode()).toBe('4755');
    expect(readFileSync(inRoot('owner'), 'utf8')).toBe(`root:root ${inRoot('opt/Clipferry/chrome-sandbox')}\n`);
  });
}

test('where programs need a profile for them, ours is put there and loaded, and taken away again', () => {
  mkdirSync(inRoot('etc/apparmor.d'));
  command('apparmor_parser', `echo "$1" >> ${inRoot('parsed')}`);
  runScript('afterInstall', 'deb', 'configure');
  expect(sandboxMode()).toBe('755');
  expect(readFileSync(inRoot('etc/apparmor.d/clipferry'), 'utf8')).toBe('profile clipferry');
  expect(readFileSync(inRoot('parsed'), 'utf8')).toBe('--skip-kernel-load\n--replace\n');
  runScript('afterRemove', 'deb', 'upgrade');
  expect(existsSync(inRoot('etc/apparmor.d/clipferry'))).toBe(true);
  runScript('afterRemove', 'deb', 'remove');
  expect(existsSync(inRoot('etc/apparmor.d/clipferry'))).toBe(false);
  expect(readFileSync(inRoot('parsed'), 'utf8')).toContain('--remove\n');
});

test('a profile that an older system does not understand is not put there', () => {
  mkdirSync(inRoot('etc/apparmor.d'));
  command('apparmor_parser', 'exit 1');
  runScript('afterInstall', 'deb', 'configure');
  expect(existsSync(inRoot('etc/apparmor.d/clipferry'))).toBe(false);
  expect(sandboxMode()).toBe('4755');
});

test('removing leaves what people have, and purging tells where it is', () => {
  const kept = inRoot('home/one/.config/Clipferry');
  const told = `Clipferry: lists, settings and what was typed are kept in ${kept}\n`;
  expect(runScript('afterRemove', 'deb', 'remove')).toBe('');
  expect(runScript('afterRemove', 'deb', 'purge')).toBe(told);
  expect(runScript('afterRemove', 'rpm', '1')).toBe('');
  expect(runScript('afterRemove', 'rpm', '0')).toBe(told);
  expect(existsSync(kept)).toBe(true);
});

test('where rpm shows no homes to the script, it tells in which place of them that is', () => {
  command('getent', `echo one:x:1000:1000::${inRoot('no such home')}:/bin/sh`);
  expect(runScript('afterRemove', 'rpm', '0')).toBe(
    'Clipferry: lists, settings and what was typed are kept in .config/Clipferry of the homes of those who used it\n',
  );
  expect(runScript('afterRemove', 'deb', 'purge')).toBe('');
  expect(runScript('afterRemove', 'rpm', '1')).toBe('');
});
