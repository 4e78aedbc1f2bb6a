// What electron-builder asks of fpm is understood to the last argument, and what is not understood is refused.
import { expect, test } from 'vitest';
import { readFpmArguments } from './fpm-arguments.ts';
import { programLink } from './program-link.ts';

/** As electron-builder 26 calls it for a .deb. */
const deb = [
  ...['-s', 'dir', '--force', '-t', 'deb', '-d', 'libnss3', '-d', 'libcups2 | libcups2t64'],
  ...['--deb-recommends', 'gnome-keyring', '--deb-compression', 'gz', '--architecture', 'amd64'],
  ...['--after-install', '/tmp/in.sh', '--after-remove', '/tmp/out.sh'],
  ...['--description', 'Carries files\n Carries all files, exactly once.', '--version', '0.1.0'],
  ...['--package', '/dist/clipferry_0.1.0_amd64.deb', '--name', 'clipferry', '--maintainer', 'Founders'],
  ...['--vendor', 'Founders', '--url', 'https://clipferry.invalid', '--deb-priority', 'optional', '--license', 'MIT'],
  ...['--conflicts', 'clipferry', '--conflicts', 'clipferry-test-build'],
  '/dist/a=/linux-unpacked/=/opt/Clipferry',
  '/assets/icon.png=/usr/share/icons/hicolor/512x512/apps/clipferry.png',
  '/tmp/1.desktop=/usr/share/applications/clipferry.desktop',
];

test('a .deb is asked for with what it needs, where its files are and where they go', () => {
  expect(readFpmArguments(deb)).toEqual({
    format: 'deb',
    name: 'clipferry',
    version: '0.1.0',
    architecture: 'amd64',
    maintainer: 'Founders',
    license: 'MIT',
    url: null,
    summary: 'Carries files',
    description: 'Carries all files, exactly once.',
    depends: ['libnss3', 'libcups2 | libcups2t64'],
    recommends: ['gnome-keyring'],
    conflicts: ['clipferry-test-build'],
    compression: 'gz',
    afterInstall: '/tmp/in.sh',
    afterRemove: '/tmp/out.sh',
    output: '/dist/clipferry_0.1.0_amd64.deb',
    sources: [
      { from: '/dist/a=/linux-unpacked/', to: '/opt/Clipferry' },
      { from: '/assets/icon.png', to: '/usr/share/icons/hicolor/512x512/apps/clipferry.png' },
      { from: '/tmp/1.desktop', to: '/usr/share/applications/clipferry.desktop' },
    ],
  });
});

test('an .rpm has its summary beside its description', () => {
  const changed = deb.map((value) => (value === 'deb' ? 'rpm' : value === 'Carries files' ? '' : value));
  const rpm = [...changed.slice(0, 5), '--rpm-os', 'linux', '--rpm-summary', 'Carries', ...changed.slice(5)]
    .map((value) => (value === '--deb-compression' ? '--rpm-compression' : value))
    .map((value) => (value === 'gz' ? 'xzmt' : value))
    .map((value) => (value.startsWith('https') ? 'https://example.org' : value));
  expect(readFpmArguments(rpm)).toMatchObject({
    format: 'rpm',
    summary: 'Carries',
    description: 'Carries files\n Carries all files, exactly once.',
    compression: 'xz',
    url: 'https://example.org',
  });
});

test('what nobody knows, what is missing and what has no place is refused', () => {
  expect(() => readFpmArguments([...deb, '--deb-systemd', 'x'])).toThrow("Unknown option '--deb-systemd'");
  expect(() => readFpmArguments(deb.filter((value) => value !== '--license' && value !== 'MIT'))).toThrow(
    '--license is missing',
  );
  expect(() => readFpmArguments([...deb, 'README.md'])).toThrow('No place is named for README.md');
  expect(() => readFpmArguments(deb.map((value) => (value === 'deb' ? 'pacman' : value)))).toThrow('pacman');
});

test('the program is found by the name of its desktop file', () => {
  expect(programLink(readFpmArguments(deb).sources)).toEqual({
    at: '/usr/bin/clipferry',
    to: '/opt/Clipferry/clipferry',
  });
  expect(() => programLink([])).toThrow('no program');
});
