// Drives the real app: starts it on a profile of its own, drops real files on it, pictures it, and kills it without mercy.
import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test';

export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** Where pictures and reports go; the tool that runs the tests names the folder. */
export const resultsFolder = process.env.CLIPFERRY_RESULTS ?? path.join(projectRoot, 'test-results');

/** The Electron program that the set-up chose (see test/tools/electron-runtime.mjs). */
export function electronProgram(): string {
  const named = process.env.CLIPFERRY_ELECTRON;
  if (named !== undefined) return named;
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (dist !== undefined) return path.join(dist, 'electron');
  throw new Error('CLIPFERRY_ELECTRON is not set: run these tests with `npm run test:e2e`.');
}

/**
 * What runs beside another test has a desktop of its own: screen, bus, keyring and home (see test/tools/desktop-session-inner.mjs).
 * It counts for all that this process starts.
 */
function moveToOwnDesk(): void {
  const desks = JSON.parse(process.env.CLIPFERRY_FURTHER_DESKS ?? '[]') as readonly Readonly<Record<string, string>>[];
  const place = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
  if (place === 0) return;
  const desk = desks[place - 1];
  if (!desk) throw new Error(`There is no desktop for a test at place ${place} beside ${desks.length + 1}.`);
  Object.assign(process.env, desk);
}
moveToOwnDesk();

export interface LaunchOptions {
  /** The app's whole memory between runs. A new, empty one when left out. */
  readonly profile?: string;
  /** False starts the app as on a computer without a keyring. */
  readonly keyring?: boolean;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunningApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly profile: string;
  /** Errors of the page, and what its content security policy stopped, in the order they came. */
  readonly complaints: string[];
}

export const newProfile = (): Promise<string> => mkdtemp(path.join(os.tmpdir(), 'clipferry-profile-'));

/** The arguments that every start of the app gets, also one beside Playwright's. */
export function appArguments(profile: string, keyring = true): string[] {
  const store = process.platform === 'linux' ? [`--password-store=${keyring ? 'gnome-libsecret' : 'basic'}`] : [];
  return [projectRoot, `--user-data-dir=${profile}`, ...store];
}

function ownEnv(): Record<string, string> {
  const set = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(set);
}

const holdScript = path.join(import.meta.dirname, 'hold.cjs');

const started = new Set<ChildProcess>();

/** Resolves once the page has loaded. End it with `close` or `kill9`. */
export async function launchApp(options: LaunchOptions = {}): Promise<RunningApp> {
  const profile = options.profile ?? (await newProfile());
  const app = await electron.launch({
    executablePath: electronProgram(),
    args: ['-r', holdScript, ...appArguments(profile, options.keyring), ...(options.args ?? [])],
    env: { ...ownEnv(), ...options.env },
    cwd: projectRoot,
    // Without this Playwright switches the sandbox off, and the tests would not see the app that users get.
    chromiumSandbox: true,
    // The system decides between light and dark, as for users.
    colorScheme: null,
  });
  const child = app.process();
  started.add(child);
  child.once('exit', () => started.delete(child));
  const page = await app.firstWindow();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.waitForLoadState('load');
  return { app, page, profile, complaints };
}

/** Quits as a user would, with a yes to the question whether to quit while sending; `keepProfile` for a start that follows. */
export async function close(running: RunningApp, { keepProfile = false } = {}): Promise<void> {
  await setting(() =>
    running.app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
    }),
  );
  await running.app.close();
  if (!keepProfile) await rm(running.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** What is lent to one test after the other is nobody's leftover. */
export const isNoLeftover = ({ app }: RunningApp): void => void started.delete(app.process());

/** Ends what a failed test left running, so that it does not hold up the next one: call it after each test. */
export function killLeftovers(): void {
  for (const child of started) child.kill('SIGKILL');
}

/** Does what ends the app and gives its exit code: the answer to that very click or call is often lost with the app. */
export async function endsBy(app: ElectronApplication, act: () => Promise<unknown>): Promise<number | null> {
  const gone = new Promise<number | null>((resolve) => void app.process().once('exit', resolve));
  await act().catch((error: unknown) => {
    if (!/has been closed|Target closed/.test(String(error))) throw error;
  });
  return gone;
}

/** Ends the app like a power cut; resolves when its process is gone. The profile stays. */
export async function kill9(running: RunningApp): Promise<void> {
  const child = running.app.process();
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  await gone;
}

/**
 * Drops files and folders (absolute paths) on the window as the system would: a trusted event with real paths, which an
 * event made by the page can never have. `x`, `y` are in CSS pixels; the middle of the window when left out.
 */
export async function realDrop(
  page: Page,
  files: readonly string[],
  at?: { readonly x: number; readonly y: number },
): Promise<void> {
  const { x, y } = at ?? (await page.evaluate(() => ({ x: window.innerWidth / 2, y: window.innerHeight / 2 })));
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await session.detach();
}

/** Files are held over the middle of the window while `look` looks, and are taken away again. */
export async function dragOver(page: Page, files: readonly string[], look: () => Promise<void>): Promise<void> {
  const { x, y } = await page.evaluate(() => ({ x: window.innerWidth / 2, y: window.innerHeight / 2 }));
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver'] as const)
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  await look();
  await session.send('Input.dispatchDragEvent', { type: 'dragCancel', x, y, data });
  await session.detach();
}

export type Theme = 'light' | 'dark';

/**
 * Now and then the inspector loses the promise of a call that was made, so far always where the theme was set, which
 * runs other code of the app before the answer is out: what is only set is set again.
 */
export async function setting(set: () => Promise<void>): Promise<void> {
  try {
    await set();
  } catch (error) {
    if (!String(error).includes('Resulting promise was garbage collected')) throw error;
    await set();
  }
}

/** Switches the whole app, and waits until the page shows it. */
export async function setTheme(running: RunningApp, theme: Theme): Promise<void> {
  await setting(() =>
    running.app.evaluate(({ nativeTheme }, wanted) => {
      nativeTheme.themeSource = wanted;
    }, theme),
  );
  await running.page.waitForFunction((wanted) => window.matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme);
}

/** Saves `<results>/screenshots/<name>-<theme>.png` and returns its path. */
export async function screenshot(running: RunningApp, name: string, theme: Theme): Promise<string> {
  await setTheme(running, theme);
  const folder = path.join(resultsFolder, 'screenshots');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${name}-${theme}.png`);
  // Enlarged, a part of the page would be all that is seen: the whole is a picture of the window, once what moves has come to rest.
  const times = await running.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor(),
  );
  if (times === 1) await running.page.screenshot({ path: file, animations: 'disabled' });
  else {
    await running.page.evaluate(() =>
      Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null))),
    );
    const session = await running.page.context().newCDPSession(running.page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
    await session.detach();
    await writeFile(file, Buffer.from(data, 'base64'));
  }
  return file;
}

/** What the app has logged so far in this profile. */
export async function readLog(profile: string): Promise<string> {
  return readFile(path.join(profile, 'logs', 'clipferry.log'), 'utf8').catch(() => '');
}
