// A good citizen of the desktop: settings, opened files, notifications, taskbar, tray and menu, on the real app.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { PracticeSite } from '../site/start.ts';
import { ask, connectBehind, jobs } from './behind.ts';
import {
  appArguments,
  close,
  electronProgram,
  killLeftovers,
  launchApp,
  projectRoot,
  type RunningApp,
  realDrop,
} from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, fixture, grownClip, row, untilDone } from './steps.ts';

let site: PracticeSite;
let config: string;

test.beforeEach(async () => {
  site = await newPracticeSite({ name: 'Harbour Films' });
  config = await mkdtemp(path.join(os.tmpdir(), 'clipferry-config-'));
});
test.afterEach(async () => {
  killLeftovers();
  await site.stop();
  await rm(config, { recursive: true, force: true });
});

/** The autostart folder of this run lies below `config`, not in the home of whoever runs the tests. */
const launch = (options: Parameters<typeof launchApp>[0] = {}): Promise<RunningApp> =>
  launchApp({ ...options, env: { XDG_CONFIG_HOME: config } });

async function choose(page: Page, label: RegExp, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const isDark = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.matchMedia('(prefers-color-scheme: dark)').matches);

/** A folder with a program that answers in the place of the desktop's bus, whether a screen reader is on. */
async function busThatSays(on: boolean): Promise<string> {
  const folder = path.join(config, 'programs');
  await mkdir(folder);
  const answer = `dict entry( string "ScreenReaderEnabled" variant boolean ${on} )`;
  await writeFile(path.join(folder, 'dbus-send'), `#!/bin/sh\necho '${answer}'\necho asked >>'${folder}/asked'\n`, {
    mode: 0o755,
  });
  return folder;
}

for (const on of [true, false]) {
  test(`a screen reader that is ${on ? 'on' : 'off'} ${on ? 'is' : 'is not'} told what the window shows`, {
    tag: on ? [] : '@proof',
  }, async () => {
    test.skip(process.platform !== 'linux', 'elsewhere Chromium sees to it by itself');
    const programs = await busThatSays(on);
    const running = await launchApp({ env: { PATH: `${programs}:${process.env.PATH}` } });
    await expect.poll(() => existsSync(path.join(programs, 'asked'))).toBe(true);
    await expect.poll(() => running.app.evaluate(({ app }) => app.accessibilitySupportEnabled)).toBe(on);
    await close(running);
  });
}

test('settings take effect at once, survive a restart, and can be used without a pointer', {
  tag: '@proof',
}, async () => {
  const first = await launch();
  await connect(first.page, site);
  await first.page.getByRole('button', { name: 'Settings' }).click();
  await expect(first.page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(first.page.getByText('If the connection drops, a clip starts over')).toBeVisible();
  await choose(first.page, /Small uploads at once/, '5');
  await choose(first.page, /Speed limit/, 'MB/s');
  await first.page.getByLabel('Speed limit in MB/s').fill('1.5');
  await first.page.keyboard.press('Enter');
  await choose(first.page, /Appearance/, 'Dark');
  await expect.poll(() => isDark(first.page)).toBe(true);
  await first.page.getByRole('switch', { name: 'Keep the computer awake while sending' }).focus();
  await first.page.keyboard.press('Space');
  await expect(first.page.getByRole('switch', { name: /^Keep the computer awake/ })).not.toBeChecked();

  const autostart = path.join(config, 'autostart/clipferry.desktop');
  await first.page.getByRole('switch', { name: 'Start Clipferry when you log in' }).focus();
  await first.page.keyboard.press('Space');
  if (process.platform === 'linux') {
    await expect.poll(() => existsSync(autostart)).toBe(true);
    expect(readFileSync(autostart, 'utf8')).toMatch(/^Exec=".+" "--hidden"$/m);
  }
  for (const dark of [true, false]) {
    await choose(first.page, /Appearance/, dark ? 'Dark' : 'Light');
    await expect.poll(() => isDark(first.page)).toBe(dark);
    const { violations } = await new AxeBuilder({ page: first.page }).setLegacyMode(true).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  }
  const wanted = {
    smallLanes: 5,
    bytesPerSecond: 1_500_000,
    keepAwake: false,
    startAtLogin: true,
    updates: 'ask',
    appearance: 'light',
    libraryView: 'list',
    bigLanes: 1,
    notify: true,
    week: null,
    slowBytesPerSecond: 2_000_000,
    publicSites: [],
    columns: [],
    libraryColumns: [],
  };
  expect((await ask(first.page, 'settings.get')).values).toEqual(wanted);
  await close(first, { keepProfile: true });

  const second = await launch({ profile: first.profile });
  await second.page.getByRole('button', { name: 'Settings' }).click();
  await expect(second.page.getByRole('button', { name: /Small uploads at once/ })).toContainText('5');
  await expect(second.page.getByLabel('Speed limit in MB/s')).toHaveValue('1.5');
  expect((await ask(second.page, 'settings.get')).values).toEqual(wanted);
  expect(await second.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('light');
  // Nought is no limit, and the keyboard stays where it was.
  await second.page.getByLabel('Speed limit in MB/s').fill('0');
  await second.page.keyboard.press('Enter');
  await expect(second.page.getByLabel('Speed limit in MB/s')).toHaveCount(0);
  await expect(second.page.getByRole('button', { name: /Speed limit/ })).toBeFocused();
  await expect.poll(async () => (await ask(second.page, 'settings.get')).values.bytesPerSecond).toBeNull();
  await second.page.getByRole('switch', { name: 'Start Clipferry when you log in' }).focus();
  await second.page.keyboard.press('Space');
  await expect.poll(() => existsSync(autostart)).toBe(false);
  expect(second.complaints).toEqual([]);
  await close(second);
});

test('started with the computer it works without its window, until somebody asks for it', async () => {
  const running = await launch({ args: ['--hidden'] });
  await jobs(running.page);
  const visible = (): Promise<boolean> =>
    running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);
  expect(await visible()).toBe(false);
  await startAgain(running, []);
  await expect.poll(visible).toBe(true);
  await close(running);
});

/** Another start of the app on the same profile, as a file manager would make it; resolves when it has handed over. */
async function startAgain(running: RunningApp, files: readonly string[]): Promise<void> {
  const again = spawn(electronProgram(), [...appArguments(running.profile), ...files], { stdio: 'ignore' });
  expect(await new Promise((resolve) => again.once('exit', resolve))).toBe(0);
}

test('the menu of its icon asks for clips, pauses and goes on, while Clipferry runs and when it starts', {
  tag: '@proof',
}, async () => {
  const first = await launch();
  const { page } = first;
  await connect(page, site);
  await first.app.evaluate(({ dialog }, clip) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [clip] });
  }, fixture('Tide pools.mp4'));
  await startAgain(first, ['--add-files']);
  await untilDone(page, 1);
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await startAgain(first, ['--pause']);
  await expect.poll(() => page.getByRole('button', { name: 'Resume all' }).count()).toBe(1);
  await startAgain(first, ['--resume']);
  await expect.poll(() => page.getByRole('button', { name: 'Pause all' }).count()).toBe(1);
  // Neither of them brought it back.
  expect(await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(false);
  await close(first, { keepProfile: true });

  const second = await launch({ profile: first.profile, args: ['--pause'] });
  await expect(second.page.getByRole('button', { name: 'Resume all' })).toBeVisible();
  await close(second);
});

test('files opened with Clipferry go the way of a drop, while it runs and at its start', {
  tag: '@proof',
}, async () => {
  const first = await launch();
  await startAgain(first, [fixture('Tide pools.mp4')]);
  await expect(first.page.getByRole('status', { name: 'Result' })).toContainText('Connect a site first');
  await connect(first.page, site);
  await startAgain(first, [fixture('Tide pools.mp4'), `file://${encodeURI(fixture('Market street.mp4'))}`]);
  await untilDone(first.page, 2);

  await connectBehind(first.page, site, 'admin');
  await startAgain(first, [fixture('C0001.mp4')]);
  await expect(first.page.getByRole('dialog', { name: 'Send these where?' })).toBeVisible();
  expect(await jobs(first.page)).toHaveLength(2);
  await first.page
    .getByRole('dialog')
    .getByRole('button', { name: /Send to/ })
    .click();
  await first.page.getByRole('option', { name: 'Harbour Films as Ada Administrator' }).click();
  await first.page.getByRole('button', { name: 'Send', exact: true }).click();
  await untilDone(first.page, 3);
  const accounts = (await ask(first.page, 'app.state')).sites.flatMap((one) => one.accounts);
  const admin = accounts.find(({ login }) => login === 'admin');
  expect((await jobs(first.page)).at(-1)?.accountId).toBe(admin?.id);
  await ask(first.page, 'account.remove', admin?.id ?? '');
  await close(first, { keepProfile: true });

  const second = await launch({ profile: first.profile, args: [fixture('Deep zoom.mp4')] });
  await expect(row(second.page, 'Deep zoom')).toBeVisible();
  await expect(second.page.getByRole('status', { name: 'Result' })).toContainText('1 clip added');
  await expect(row(second.page, 'Deep zoom')).toContainText('On the site', { timeout: 60_000 });
  await close(second);
});

/** Writes down what the app shows on the desktop, in place of a desktop that nobody looks at. */
async function watchDesktop({ app }: RunningApp): Promise<void> {
  await app.evaluate(({ app: main, BrowserWindow, Notification, Tray }) => {
    const seen: { bars: unknown[]; badges: number[]; notices: Electron.Notification[]; tips: string[] } = {
      bars: [],
      badges: [],
      notices: [],
      tips: [],
    };
    Reflect.set(globalThis, 'seen', seen);
    const window = BrowserWindow.getAllWindows()[0];
    if (!window) throw new Error('There is no window');
    window.setProgressBar = (progress, options) => void seen.bars.push([progress, options?.mode]);
    main.setBadgeCount = (count) => seen.badges.push(count ?? -1) > 0;
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      seen.notices.push(this);
    };
    Tray.prototype.setToolTip = (text) => void seen.tips.push(text);
  });
}

interface Seen {
  readonly bars: readonly (readonly [number, string])[];
  readonly badges: readonly number[];
  readonly notices: readonly (readonly [string, string])[];
  readonly tips: readonly string[];
}

const seen = ({ app }: RunningApp): Promise<Seen> =>
  app.evaluate(() => {
    const { bars, badges, notices, tips } = Reflect.get(globalThis, 'seen');
    const told = notices.map((one: Electron.Notification) => [one.title, one.body]);
    return { bars, badges, tips, notices: told };
  });

/** From here on the window seems to be looked at, or not; gives how often that has been asked since. */
async function setFocused({ app }: RunningApp, focused: boolean): Promise<() => Promise<number>> {
  await app.evaluate(({ BrowserWindow }, value) => {
    const window = BrowserWindow.getAllWindows()[0];
    Reflect.set(globalThis, 'asked', 0);
    if (!window) return;
    window.isFocused = () => {
      Reflect.set(globalThis, 'asked', Reflect.get(globalThis, 'asked') + 1);
      return value;
    };
  }, focused);
  return () => app.evaluate(() => Reflect.get(globalThis, 'asked') as number);
}

test('the desktop is told: bar, tray, badge and one notification per batch, whose click leads to the clip', {
  tag: '@proof',
}, async () => {
  const running = await launch();
  const { page } = running;
  await connect(page, site);
  await watchDesktop(running);
  await setFocused(running, false);
  await site.switches({ holdAnswer: {}, sizeLimit: { bytes: 100_000, style: 'part-error' } });
  const folder = await clipFolder({ 'a.mp4': 'Tide pools.mp4', 'b.mp4': 'Market street.mp4' });
  await realDrop(page, [folder.path]);
  await site.waitFor('held');
  await expect.poll(async () => (await seen(running)).bars.at(-1)?.[0]).toBeGreaterThan(0);
  expect((await seen(running)).bars.at(-1)?.[1]).toBe('normal');
  await expect.poll(async () => (await seen(running)).tips.at(-1)).toMatch(/^Clipferry: \d clips? to go, \d+ % sent/);
  await site.switches({ holdAnswer: null });
  await site.release();
  await untilDone(page, 2);
  await expect.poll(async () => (await seen(running)).bars.at(-1)).toEqual([-1, 'none']);
  await expect
    .poll(async () => (await seen(running)).notices)
    .toEqual([['2 videos are on Harbour Films', 'All uploads are finished.']]);

  // Too large for the site: one clip needs the user.
  const large = path.join(folder.path, 'too large.mp4');
  await grownClip('C0001.mp4', large, 300_000);
  await realDrop(page, [large]);
  await expect.poll(async () => (await seen(running)).badges.at(-1)).toBe(1);
  await expect.poll(async () => (await seen(running)).notices.at(-1)?.[0]).toBe('1 clip needs attention');
  await page.getByRole('button', { name: /^Sites/ }).click();
  await running.app.evaluate(() => Reflect.get(globalThis, 'seen').notices.at(-1).emit('click'));
  await expect(page.getByRole('tab', { name: /^Needs attention/ })).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 'too large')).toHaveAttribute('aria-selected', 'true');

  // While the window is looked at, or when they are not wanted, there are none.
  const before = (await seen(running)).notices.length;
  const lookedAt = await setFocused(running, true);
  await realDrop(page, [fixture('C0001.mp4')]);
  await untilDone(page, 3);
  await expect.poll(lookedAt).toBeGreaterThan(0);
  const unwanted = await setFocused(running, false);
  await ask(page, 'settings.change', { notify: false });
  await realDrop(page, [fixture('Harbour at dawn.mp4')]);
  await untilDone(page, 4);
  await expect.poll(unwanted).toBeGreaterThan(0);
  expect((await seen(running)).notices).toHaveLength(before);
  await folder.remove();
  await close(running);
});

test('closing the window says where the app went, once, and a click brings it back', async () => {
  const closeWindow = ({ app }: RunningApp) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const isShown = ({ app }: RunningApp, shown: boolean) =>
    expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(shown);
  const running = await launch();
  await watchDesktop(running);
  await isShown(running, true);
  await closeWindow(running);
  await isShown(running, false);
  const titles = async () => (await seen(running)).notices.map(([title]) => title);
  expect(await titles()).toEqual(['Clipferry goes on without its window']);
  await running.app.evaluate(() => Reflect.get(globalThis, 'seen').notices.at(-1).emit('click'));
  await isShown(running, true);
  await closeWindow(running);
  await isShown(running, false);
  expect(await titles()).toHaveLength(1);
  await close(running, { keepProfile: true });
  // Nor at the next start.
  const again = await launch({ profile: running.profile });
  await watchDesktop(again);
  await isShown(again, true);
  await closeWindow(again);
  await isShown(again, false);
  expect((await seen(again)).notices).toEqual([]);
  await close(again);
});

test('under the development server clips have their poster frames too', { tag: '@proof' }, async () => {
  const files = path.join(projectRoot, 'out/renderer');
  const server = createServer((request, response) => {
    const name = path.normalize(new URL(request.url ?? '/', 'http://dev').pathname);
    readFile(path.join(files, name === '/' ? 'index.html' : name)).then(
      (bytes) => response.setHeader('Content-Type', contentTypes[path.extname(name)] ?? 'text/html').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const running = await launchApp({
    env: { XDG_CONFIG_HOME: config, ELECTRON_RENDERER_URL: `http://127.0.0.1:${port}` },
  });
  expect(new URL(running.page.url()).port).toBe(String(port));
  await connect(running.page, site);
  await realDrop(running.page, [fixture('Tide pools.mp4')]);
  await expect(row(running.page, 'Tide pools').locator('img')).toBeVisible();
  expect(running.complaints.filter((one) => !one.includes('favicon'))).toEqual([]);
  await close(running);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const contentTypes: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

test('the menu does what the buttons do, by click and by shortcut', async ({ apps }) => {
  const running = await apps.lend();
  const { app, page } = running;
  const click = (id: string): Promise<void> =>
    app.evaluate(({ Menu }, name) => Menu.getApplicationMenu()?.getMenuItemById(name)?.click(), id);
  /** Keys as the system sends them: those that Playwright makes in the page never reach the menu. */
  const press = (key: string): Promise<void> =>
    app.evaluate(({ BrowserWindow }, keyCode) => {
      const modifiers: ['meta' | 'control'] = [process.platform === 'darwin' ? 'meta' : 'control'];
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      for (const type of ['keyDown', 'keyUp'] as const) contents?.sendInputEvent({ type, keyCode, modifiers });
    }, key);
  await connect(page, site);
  await app.evaluate(({ dialog }, clip) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [clip] });
  }, fixture('Tide pools.mp4'));
  await click('settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await click('add-files');
  await untilDone(page, 1);
  await click('filter-done');
  await expect(page.getByRole('tab', { name: /^Done/ })).toHaveAttribute('aria-selected', 'true');
  await click('find');
  await expect(page.getByRole('searchbox', { name: 'Search clips' })).toBeFocused();
  await click('pause');
  await expect(page.getByRole('button', { name: 'Resume all' })).toBeVisible();
  await expect
    .poll(() => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('pause')?.label))
    .toBe('Resume all');

  const keys = await app.evaluate(({ Menu }) =>
    ['add-files', 'add-folder', 'pause', 'find', 'settings', 'filter-all', 'filter-done'].map(
      (id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.accelerator,
    ),
  );
  expect(keys).toEqual([
    'CmdOrCtrl+O',
    'CmdOrCtrl+Shift+O',
    'CmdOrCtrl+Shift+P',
    'CmdOrCtrl+F',
    'CmdOrCtrl+,',
    'CmdOrCtrl+1',
    'CmdOrCtrl+6',
  ]);
  await page.getByRole('button', { name: 'Add files' }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toHaveText(process.platform === 'darwin' ? '⌘O' : 'Ctrl+O');
  await press('1');
  await expect(page.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true');
  await press(',');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await apps.takeBack(running);
});
