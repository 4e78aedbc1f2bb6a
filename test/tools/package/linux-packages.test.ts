// What fpm's stand-in makes: real packages that dpkg and rpm read, the same ones each time, whose scripts do what they should and no more.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const fpm = path.join(import.meta.dirname, 'fpm.ts');
const assets = path.resolve(import.meta.dirname, '../../../assets/packaging/linux');
const hasTool = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;
const epoch = '1700000000';

const desktopFile = '[Desktop Entry]\nName=Some App\nType=Application\nExec=clipferry %U\nMimeType=video/mp4;\n';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'clipferry-fpm-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...parts: string[]): string => path.join(folder, ...parts);

/** A small app under `name`, `made` long before it is packaged; with what electron-builder puts into the scripts. */
function makeApp(name: string, made: number, mode = 0o700): void {
  mkdirSync(at(name, 'resources'), { recursive: true });
  writeFileSync(at(name, 'clipferry'), '#!/bin/sh\n', { mode });
  writeFileSync(at(name, 'chrome-sandbox'), 'x', { mode: 0o755 });
  writeFileSync(at(name, 'resources/app.asar'), '100 %', { mode: 0o600 });
  writeFileSync(at(name, 'resources/packed-as'), 'tar.gz\n');
  symlinkSync('resources/app.asar', at(name, 'link'));
  utimesSync(at(name, 'clipferry'), made, made);
  writeFileSync(at('clipferry.desktop'), desktopFile);
  writeFileSync(at('LICENSE'), 'MIT');
}

function script(name: string): string {
  const text = readFileSync(path.join(assets, name), 'utf8');
  return text.replaceAll('${' + 'executable}', 'clipferry').replaceAll('${' + 'sanitizedProductName}', 'Some App');
}

const fromTheCommit = { ...process.env, SOURCE_DATE_EPOCH: epoch };

function make(format: 'deb' | 'rpm', app: string, output: string, env = fromTheCommit): SpawnSyncReturns<string> {
  for (const name of ['after-install.sh', 'after-remove.sh']) writeFileSync(at(name), script(name));
  const args = [
    ...['-s', 'dir', '--force', '-t', format, '-d', 'bash'],
    ...(format === 'deb' ? ['--deb-compression', 'gz'] : ['--rpm-compression', 'gzip', '--rpm-summary', 'In short']),
    ...['--architecture', format === 'deb' ? 'amd64' : 'x86_64'],
    ...['--after-install', at('after-install.sh'), '--after-remove', at('after-remove.sh')],
    ...['--description', format === 'deb' ? 'In short\n At length.\n\n 100 % so.' : 'At length, 100 % so.'],
    ...['--version', '1.2.0~beta1', '--package', at(output), '--name', 'some-app', '--maintainer', 'Somebody'],
    ...['--vendor', 'Somebody', '--url', 'https://example.org', '--license', 'MIT', '--conflicts', 'other-app'],
    `${at(app)}/=/opt/Some App`,
    `${at('clipferry.desktop')}=/usr/share/applications/clipferry.desktop`,
    `${at('LICENSE')}=/usr/share/licenses/some-app/LICENSE`,
  ];
  return spawnSync(process.execPath, [fpm, ...args], { encoding: 'utf8', env });
}

/** Two of them, from files with other times and rights; both have to be made. */
function makeTwice(format: 'deb' | 'rpm'): readonly [Buffer, Buffer] {
  makeApp('one', 1_000_000_000);
  expect(make(format, 'one', `one.${format}`)).toMatchObject({ status: 0, stderr: '' });
  rmSync(at('one'), { recursive: true });
  makeApp('two', 1_600_000_000, 0o755);
  expect(make(format, 'two', `two.${format}`)).toMatchObject({ status: 0, stderr: '' });
  return [readFileSync(at(`one.${format}`)), readFileSync(at(`two.${format}`))];
}

const said = (command: string, ...args: string[]): string =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' } }).stdout;

describe.skipIf(!hasTool('dpkg-deb'))('a .deb', () => {
  test('says beside the app that it is one', () => {
    makeApp('one', 1_000_000_000);
    expect(make('deb', 'one', 'one.deb')).toMatchObject({ status: 0 });
    said('dpkg-deb', '--extract', at('one.deb'), at('out'));
    expect(readFileSync(at('out/opt/Some App/resources/packed-as'), 'utf8')).toBe('deb\n');
  });

  test('is the same each time, all of it root’s, at its place and with what it needs', () => {
    const [one, two] = makeTwice('deb');
    expect(one.equals(two)).toBe(true);
    const listed = said('dpkg-deb', '--contents', at('one.deb')).split('\n');
    expect(listed.map((line) => line.replace(/ +/g, ' '))).toEqual(
      expect.arrayContaining([
        '-rwxr-xr-x root/root 10 2023-11-14 22:13 ./opt/Some App/clipferry',
        '-rw-r--r-- root/root 5 2023-11-14 22:13 ./opt/Some App/resources/app.asar',
        'lrwxrwxrwx root/root 0 2023-11-14 22:13 ./opt/Some App/link -> resources/app.asar',
        'lrwxrwxrwx root/root 0 2023-11-14 22:13 ./usr/bin/clipferry -> /opt/Some App/clipferry',
        `-rw-r--r-- root/root ${desktopFile.length} 2023-11-14 22:13 ./usr/share/applications/clipferry.desktop`,
      ]),
    );
    expect(said('dpkg-deb', '--field', at('one.deb'))).toBe(
      [
        ...['Package: some-app', 'Version: 1.2.0~beta1', 'Architecture: amd64', 'Section: video'],
        ...['Priority: optional', 'Maintainer: Somebody', 'Installed-Size: 1', 'Depends: bash'],
        ...['Conflicts: other-app', 'Homepage: https://example.org', 'Description: In short'],
        ...[' At length.', ' .', ' 100 % so.', ''],
      ].join('\n'),
    );
    said('dpkg-deb', '--raw-extract', at('one.deb'), at('raw'));
    const sums = spawnSync('md5sum', ['--check', '--quiet', 'DEBIAN/md5sums'], { cwd: at('raw'), encoding: 'utf8' });
    expect(sums).toMatchObject({ status: 0, stdout: '' });
    for (const name of ['postinst', 'postrm'])
      expect(spawnSync('sh', ['-n', at('raw/DEBIAN', name)])).toMatchObject({ status: 0 });
  });

  test.skipIf(!hasTool('desktop-file-validate'))(
    'is not made with a desktop file that desktops do not understand',
    () => {
      makeApp('one', 1_000_000_000);
      writeFileSync(at('clipferry.desktop'), desktopFile.replace('video/mp4;', 'video/mp4;video/mp4;'));
      expect(make('deb', 'one', 'one.deb').stderr).toContain('"video/mp4" more than once');
      expect(existsSync(at('one.deb'))).toBe(false);
    },
  );

  test('is not made where nobody says when it is from', () => {
    const env = { ...process.env, SOURCE_DATE_EPOCH: 'today' };
    makeApp('one', 1_000_000_000);
    expect(make('deb', 'one', 'one.deb', env)).toMatchObject({ stderr: expect.stringContaining('SOURCE_DATE_EPOCH') });
    expect(existsSync(at('one.deb'))).toBe(false);
  });
});

describe.skipIf(!hasTool('rpmbuild'))('an .rpm', () => {
  test('is the same each time, all of it root’s, at its place and with what it needs', () => {
    const [one, two] = makeTwice('rpm');
    expect(one.equals(two)).toBe(true);
    const listed = said('rpm', '-qp', '--qf', '[%{FILEMODES:perms} %{FILEUSERNAME} %{FILENAMES}\\n]', at('one.rpm'));
    expect(listed.split('\n')).toEqual([
      'drwxr-xr-x root /opt/Some App',
      '-rwxr-xr-x root /opt/Some App/chrome-sandbox',
      '-rwxr-xr-x root /opt/Some App/clipferry',
      'lrwxrwxrwx root /opt/Some App/link',
      'drwxr-xr-x root /opt/Some App/resources',
      '-rw-r--r-- root /opt/Some App/resources/app.asar',
      '-rw-r--r-- root /opt/Some App/resources/packed-as',
      'lrwxrwxrwx root /usr/bin/clipferry',
      '-rw-r--r-- root /usr/share/applications/clipferry.desktop',
      // Folders of the package are taken along when it is removed, and others are not.
      'drwxr-xr-x root /usr/share/licenses/some-app',
      '-rw-r--r-- root /usr/share/licenses/some-app/LICENSE',
      '',
    ]);
    const header =
      '%{NAME} %{VERSION} %{RELEASE} %{ARCH} %{LICENSE} %{SUMMARY} %{BUILDTIME} %{BUILDHOST}\n%{DESCRIPTION}';
    expect(said('rpm', '-qp', '--qf', header, at('one.rpm'))).toBe(
      `some-app 1.2.0~beta1 1 x86_64 MIT In short ${epoch} localhost\nAt length, 100 % so.`,
    );
    expect(said('rpm', '-qp', '--requires', at('one.rpm'))).toMatch(/^bash$/m);
    expect(said('rpm', '-qp', '--conflicts', at('one.rpm'))).toBe('other-app\n');
    expect(said('rpm', '-qp', '--scripts', at('one.rpm'))).toContain('[ "$1" = 0 ] || exit 0');
  });
});

test.skipIf(!hasTool('appstreamcli'))('what software centres show is valid', () => {
  const metainfo = path.join(assets, 'app.clipferry.desktop.metainfo.xml');
  const checked = spawnSync('appstreamcli', ['validate', '--no-net', metainfo], { encoding: 'utf8' });
  expect([checked.status, checked.stdout]).toEqual([0, expect.not.stringMatching(/^[EW]:/m)]);
});
