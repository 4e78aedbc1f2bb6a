// Start at login on Linux, in a real folder: the file starts what runs today, as it was started today, and is off where a desktop says so.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { autostartEntry } from '../../../main/shell/autostart.ts';
import { commandOf, valueIn } from '../../../main/shell/desktop-entry.ts';
import type { LoginItem } from '../../../main/shell/login-item.ts';

const here = vi.hoisted(() => ({ appData: '', login: {} }));
vi.mock('electron', () => {
  const getLoginItemSettings = () => here.login;
  const app = { isPackaged: true, getPath: () => here.appData, getAppPath: () => '/app', getLoginItemSettings };
  return { app, default: { app } };
});
const { createLoginItem } = await import('../../../main/shell/login-item.ts');

const image = '/home/m/Apps/Clipferry-0.2.0.AppImage';
const { argv, platform, resourcesPath } = process;
const logged: string[] = [];
const write = (message: string): void => void logged.push(message);

beforeEach(() => {
  here.appData = mkdtempSync(path.join(tmpdir(), 'clipferry-login-'));
  logged.length = 0;
  vi.stubEnv('APPIMAGE', image);
  vi.stubEnv('APPDIR', '/tmp/.mount_x');
  Object.defineProperty(process, 'platform', { value: 'linux' });
  Object.defineProperty(process, 'resourcesPath', { value: '/tmp/.mount_x/resources', configurable: true });
});
afterEach(() => {
  rmSync(here.appData, { recursive: true, force: true });
  vi.unstubAllEnvs();
  process.argv = argv;
  Object.defineProperty(process, 'platform', { value: platform });
  Object.defineProperty(process, 'resourcesPath', { value: resourcesPath, configurable: true });
});

const file = (): string => path.join(here.appData, 'autostart', 'clipferry.desktop');
const entry = (): string => readFileSync(file(), 'utf8');
const command = (): readonly string[] => commandOf(valueIn(entry(), 'Exec') ?? '');
const lies = (text: string): void => {
  mkdirSync(path.dirname(file()), { recursive: true });
  writeFileSync(file(), text);
};
/** The app starts with these arguments. */
const start = (...args: string[]): LoginItem => {
  process.argv = ['/tmp/.mount_x/clipferry', ...args];
  return createLoginItem({ info: write, warn: write, error: write });
};

it('starts the AppImage itself with the switches of today, out of sight', () => {
  start('--password-store=gnome-libsecret', '/v/a.mp4', '--hidden', '--user-data-dir=/data/second').set(true);
  expect(command()).toEqual([
    image,
    ...['--password-store=gnome-libsecret', '--user-data-dir=/data/second', '--hidden'],
  ]);
});

it.each([
  [image, image],
  ['/home/m/My apps/100 %/Clipferry "new".AppImage', '/home/m/My apps/100 %/Clipferry "new".AppImage'],
  ['/home/m/a\\b.AppImage', '/home/m/a\\\\b.AppImage'],
])('starts nothing once the program is gone: desktops look whether %s is there', (program, told) => {
  vi.stubEnv('APPIMAGE', program);
  start().set(true);
  expect(command()).toEqual([program, '--hidden']);
  expect(valueIn(entry(), 'TryExec')).toBe(told);
});

it('is no other AppImage from which this one was started', () => {
  vi.stubEnv('APPDIR', '/tmp/.mount_terminal');
  start().set(true);
  expect(command()).toEqual([process.execPath, '--hidden']);
});

describe('at the next start', () => {
  it('leads to an AppImage that was moved or replaced by hand, and is as its desktop left it otherwise', () => {
    lies(`${autostartEntry(['/home/m/Downloads/Clipferry 0.1.0.AppImage', '--hidden'])}X-KDE-autostart-after=panel\n`);
    start('--ozone-platform=x11');
    expect(command()).toEqual([image, '--ozone-platform=x11', '--hidden']);
    expect(valueIn(entry(), 'TryExec')).toBe(image);
    expect(entry()).toContain('X-KDE-autostart-after=panel');
  });

  it.each([
    ['a person wrote it', '[Desktop Entry]\nType=Application\nExec=/opt/mine/clipferry --add-files\n'],
    ['it starts another profile', autostartEntry(['/old.AppImage', '--user-data-dir=/data/second', '--hidden'])],
    ['it is right', autostartEntry([image, '--hidden'])],
    ['nothing stands in it', ''],
  ])('stays where %s', (_, text) => {
    lies(text);
    start();
    expect([entry(), logged]).toEqual([text, []]);
  });

  it('is not made where there is none', () => {
    expect(start().on()).toBe(false);
    expect(existsSync(file())).toBe(false);
  });

  it('costs no start where it cannot be read', () => {
    mkdirSync(file(), { recursive: true });
    expect(start().on()).toBe(false);
    expect(logged).toEqual(['start at login could not be looked at']);
  });
});

it.each([
  ['Hidden=true', false],
  ['Hidden = true', false],
  ['Hidden=false', true],
  ['X-GNOME-Autostart-enabled=false', false],
  ['X-GNOME-Autostart-enabled=true', true],
  ['[Desktop Action quiet]\nHidden=true', true],
])('is as the desktop says: %s', (line, expected) => {
  lies(`[Desktop Entry]\nType=Application\nExec="${image}" "--hidden"\n${line}\n`);
  const item = start();
  expect(item.on()).toBe(expected);
  item.set(true);
  expect(item.on()).toBe(true);
  item.set(false);
  expect([item.on(), existsSync(file())]).toEqual([false, false]);
});

it.each([
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: true }, true],
  ['win32, switched off in its Task Manager', { openAtLogin: true, executableWillLaunchAtLogin: false }, false],
  ['win32, by another entry', { openAtLogin: false, executableWillLaunchAtLogin: true }, false],
  ['darwin', { openAtLogin: true }, true],
  ['darwin, off', { openAtLogin: false }, false],
])('is as %s says', (system, login, expected) => {
  Object.defineProperty(process, 'platform', { value: system.slice(0, 6).replace(/[^a-z0-9].*/, '') });
  here.login = login;
  expect(start().on()).toBe(expected);
});
