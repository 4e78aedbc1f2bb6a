// The window's processes die while clips are being sent: the app stays, the window comes back with the truth, every clip arrives once.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { connectBehind, dropBehind } from './behind.ts';
import { close, endsBy, killLeftovers, launchApp, type RunningApp, readLog } from './harness.ts';
import { expect, test } from './lent-app.ts';
import { grownClip, sha256 } from './steps.ts';

const count = 20;
let site: PracticeSite;
let folder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-crash-'));
  // Slow enough that clips are on their way through all that happens to the window.
  site = await startPracticeSite({ name: 'Harbour Films', switches: { slowBytesPerSecond: 200_000 } });
});
test.afterEach(async () => {
  killLeftovers();
  await site.stop();
  await rm(folder, { recursive: true });
});

/** Starts the app with a site and twenty clips on their way to it. */
async function launchSending(): Promise<RunningApp & { readonly files: readonly string[] }> {
  const files = Array.from({ length: count }, (_, at) => path.join(folder, `clip ${at + 1}.mp4`));
  for (const file of files) await grownClip('C0001.mp4', file, 300_000);
  const running = await launchApp();
  const { id } = await connectBehind(running.page, site);
  expect(await dropBehind(running.page, files, id)).toMatchObject({ added: count });
  await site.waitFor('uploadStarted');
  return { ...running, files };
}

/** What the page itself says; asked through main, because a debugger that saw the page crash stays with the dead one. */
const say = ({ app }: RunningApp, code: string): Promise<unknown> =>
  app.evaluate(async ({ BrowserWindow }, text) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined || contents.isCrashed() || contents.isLoadingMainFrame()) return null;
    return Promise.race([
      contents.executeJavaScript(text) as Promise<unknown>,
      new Promise((resolve) => setTimeout(resolve, 2_000, null)),
    ]).catch(() => null);
  }, code);

const pagePid = ({ app }: RunningApp): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0);

/** The window shows its list of uploads again, drawn by another process than `before`. */
async function isBack(running: RunningApp, before: number): Promise<void> {
  await expect.poll(async () => ![0, before].includes(await pagePid(running)), { timeout: 60_000 }).toBe(true);
  await expect
    .poll(() => say(running, 'document.querySelector("h1")?.textContent'), { timeout: 60_000 })
    .toBe('Uploads');
}

async function crash(running: RunningApp, signal: NodeJS.Signals): Promise<number> {
  const pid = await pagePid(running);
  expect(pid).toBeGreaterThan(0);
  process.kill(pid, signal);
  return pid;
}

/** Kills the process for graphics or network, and waits until another one is there. */
async function endHelper({ app }: RunningApp, type: 'GPU' | 'Utility'): Promise<void> {
  const pid = (): Promise<number> =>
    app.evaluate(({ app: main }, wanted) => main.getAppMetrics().find((one) => one.type === wanted)?.pid ?? 0, type);
  const before = await pid();
  expect(before).toBeGreaterThan(0);
  process.kill(before, 'SIGKILL');
  await expect.poll(async () => ![0, before].includes(await pid())).toBe(true);
}

async function arrivesOnce(files: readonly string[]): Promise<void> {
  await site.switches({ slowBytesPerSecond: null });
  await expect.poll(async () => (await site.state()).videos.length, { timeout: 60_000 }).toBe(count);
  const { videos, uploads } = await site.state();
  expect(videos.map((video) => video.file?.sha256).toSorted()).toEqual(files.map(sha256).toSorted());
  expect(uploads).toHaveLength(count);
}

test('killed pages and a killed GPU process are replaced while the sending goes on', { tag: '@proof' }, async () => {
  const running = await launchSending();
  const main = running.app.process().pid;

  await isBack(running, await crash(running, 'SIGKILL'));
  const second = await pagePid(running);
  // A crash of the page's own making, other than the kill before: Chromium's own address for tests of it.
  await running.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]
      ?.webContents.loadURL('chrome://crash')
      .catch(() => undefined);
  });
  await isBack(running, second);
  expect(await readLog(running.profile)).toMatch(/"reason":"killed"[\s\S]*"reason":"crashed"/);

  // Chromium itself would end the app at the sixth crash of its process for graphics.
  for (let time = 0; time < 8; time += 1) await endHelper(running, 'GPU');
  await endHelper(running, 'Utility');
  await isBack(running, 0);
  await expect
    .poll(async () => (await readLog(running.profile)).split('a process of the app is gone {"type":"GPU"').length - 1)
    .toBe(8);

  await arrivesOnce(running.files);
  await expect.poll(() => say(running, 'document.querySelector("[role=tablist]")?.textContent')).toMatch(/Done\s*20/);
  expect(running.app.process()).toMatchObject({ pid: main, exitCode: null, signalCode: null });
  await close(running);
});

interface Offer {
  readonly message: string;
  readonly buttons: readonly string[];
}

/** From here on questions are only written down, and answered by `answer`. */
const catchQuestions = ({ app }: RunningApp): Promise<void> =>
  app.evaluate(({ dialog }) => {
    const offers: unknown[] = [];
    Reflect.set(globalThis, 'offers', offers);
    dialog.showMessageBox = (async (_window: unknown, { message, buttons }: Electron.MessageBoxOptions) => {
      offers.push({ message, buttons });
      return new Promise((resolve) => {
        Reflect.set(globalThis, 'answerOffer', (response: number) => resolve({ response, checkboxChecked: false }));
      });
    }) as typeof dialog.showMessageBox;
  });
const offers = ({ app }: RunningApp): Promise<readonly Offer[]> =>
  app.evaluate(() => Reflect.get(globalThis, 'offers') as Offer[]);
const answer = ({ app }: RunningApp, response: number): Promise<void> =>
  app.evaluate(
    (_electron, chosen) => (Reflect.get(globalThis, 'answerOffer') as (at: number) => void)(chosen),
    response,
  );

test('after more than three crashes a minute the user is asked, once, and the queue goes on behind the question', {
  tag: '@proof',
}, async () => {
  const running = await launchSending();
  await catchQuestions(running);
  for (let time = 0; time < 3; time += 1) await isBack(running, await crash(running, 'SIGKILL'));
  const dead = await crash(running, 'SIGKILL');
  await expect
    .poll(() => offers(running))
    .toMatchObject([{ buttons: ['Open the window again', 'Keep working in the background'] }]);

  await arrivesOnce(running.files);
  expect(await pagePid(running)).not.toBe(dead);
  expect(await say(running, '1')).toBeNull();
  expect(await offers(running)).toHaveLength(1);
  const visible = (): Promise<boolean> =>
    running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);
  await answer(running, 1);
  await expect.poll(visible).toBe(false);
  // Somebody asks for the window, as by a click in the tray.
  await running.app.evaluate(({ app }) => app.emit('activate'));
  await isBack(running, dead);
  expect(await visible()).toBe(true);
  await expect.poll(() => say(running, 'document.querySelector("[role=tablist]")?.textContent')).toMatch(/Done\s*20/);
  await close(running);
});

test('a page that hangs can be opened anew', { tag: '@proof' }, async () => {
  const running = await launchApp();
  await catchQuestions(running);
  const before = await pagePid(running);
  // Chromium takes a quarter of a minute to notice that clicks are not answered; here it is told at once.
  await running.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    void window?.webContents.executeJavaScript('for (;;);').catch(() => undefined);
    window?.emit('unresponsive');
    window?.emit('unresponsive');
  });
  await expect.poll(() => offers(running)).toMatchObject([{ buttons: ['Open the window again', 'Wait'] }]);
  await answer(running, 0);
  await expect.poll(async () => ![0, before].includes(await pagePid(running))).toBe(true);
  await expect.poll(() => say(running, 'document.querySelector("main") !== null'), { timeout: 60_000 }).toBe(true);
  expect(await offers(running)).toHaveLength(1);
  await close(running);
});

test('the real question holds up nothing, and goes away when the window is asked for in another way', {
  tag: '@proof',
}, async () => {
  const running = await launchApp();
  await running.app.evaluate(({ dialog }) => {
    const show = dialog.showMessageBox.bind(dialog) as (...input: unknown[]) => Promise<unknown>;
    const offers: { over: boolean }[] = [];
    Reflect.set(globalThis, 'offers', offers);
    dialog.showMessageBox = (async (...input: unknown[]) => {
      const offer = { over: false };
      offers.push(offer);
      const reply = await show(...input);
      offer.over = true;
      return reply;
    }) as typeof dialog.showMessageBox;
  });
  // A window that is shown is asked for, the first time too: crashes before that do not count.
  await expect
    .poll(() => running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true);
  const dead: number[] = [];
  for (let time = 0; time < 4; time += 1) {
    await expect.poll(async () => ![0, dead.at(-1)].includes(await pagePid(running))).toBe(true);
    // A process that dies before it has the page is replaced by Chromium by itself, and told to nobody.
    await expect.poll(() => say(running, 'document.querySelector("main") !== null'), { timeout: 60_000 }).toBe(true);
    dead.push(await crash(running, 'SIGKILL'));
  }
  await expect.poll(() => offers(running)).toEqual([{ over: false }]);
  expect(await pagePid(running)).toBe(0);
  await running.app.evaluate(({ app }) => app.emit('activate'));
  await expect.poll(() => say(running, 'document.querySelector("main") !== null'), { timeout: 60_000 }).toBe(true);
  await expect.poll(() => offers(running)).toEqual([{ over: true }]);
  await close(running);
});

test('the window of a start that was refused comes back as well, and closing it still ends the app', {
  tag: '@proof',
}, async () => {
  const first = await launchApp();
  await first.page.getByLabel('Site address').waitFor();
  await close(first, { keepProfile: true });
  const store = new DatabaseSync(path.join(first.profile, 'clipferry.sqlite'));
  store.exec('PRAGMA user_version = 9999');
  store.close();

  const running = await launchApp({ profile: first.profile });
  const before = await crash(running, 'SIGKILL');
  await expect.poll(async () => ![0, before].includes(await pagePid(running))).toBe(true);
  await expect
    .poll(() => say(running, 'document.querySelector("h1")?.textContent'), { timeout: 60_000 })
    .toBe('Your list belongs to a newer Clipferry');
  const ended = endsBy(running.app, () =>
    running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
  );
  expect(await ended).toBe(0);
  await rm(first.profile, { recursive: true, force: true });
});
