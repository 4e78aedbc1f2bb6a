// The window and the life of the app: one instance, closing only hides, its place is remembered, quitting asks once.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { connectBehind, dropBehind, jobs, states, writeBigClip } from './behind.ts';
import {
  appArguments,
  close,
  electronProgram,
  endsBy,
  killLeftovers,
  launchApp,
  newProfile,
  projectRoot,
  type RunningApp,
  setTheme,
} from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';

const clip = path.join(projectRoot, 'test/fixtures/Harbour at dawn.mp4');

test.afterEach(killLeftovers);

const isShown = ({ app }: RunningApp): Promise<boolean> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);

const closeWindow = ({ app }: RunningApp): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

test('closing the window only hides it; a second start brings it back, opens nothing without an account and ends (row 28)', async ({
  apps,
}) => {
  const running = await apps.lend();
  await expect.poll(() => isShown(running)).toBe(true);
  await closeWindow(running);
  await expect.poll(() => isShown(running)).toBe(false);
  expect(await running.page.evaluate(() => document.title), 'the page lives on').toBe('Clipferry');

  const second = spawn(electronProgram(), [...appArguments(running.profile), clip, 'clipferry://approve?x=1'], {
    stdio: 'ignore',
  });
  const code = await new Promise((resolve) => second.once('exit', resolve));
  expect(code).toBe(0);
  await expect.poll(() => isShown(running)).toBe(true);
  expect(running.page.url()).toBe('app://main/index.html');
  expect(await jobs(running.page)).toEqual([]);
  await apps.takeBack(running);
});

test('the window comes back where it was left', { tag: '@proof' }, async () => {
  const first = await launchApp();
  const wanted = { x: 120, y: 80, width: 1000, height: 640 };
  await first.app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), wanted);
  await close(first, { keepProfile: true });
  const second = await launchApp({ profile: first.profile });
  const found = await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  expect(found).toEqual(wanted);
  await close(second, { keepProfile: true });

  // Remembered on a screen that is gone: back to the usual size, on a screen that is there.
  const settings = path.join(first.profile, 'settings.json');
  await writeFile(settings, JSON.stringify({ window: { ...wanted, x: 20_000, maximized: false } }));
  const third = await launchApp({ profile: first.profile });
  const usual = await third.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  expect(usual).toMatchObject({ width: 1280, height: 800 });
  await close(third);
});

test('damaged settings cost nothing but the place', async () => {
  const profile = await newProfile();
  await writeFile(path.join(profile, 'settings.json'), '{"window": 7');
  const second = await launchApp({ profile });
  await expect.poll(() => isShown(second)).toBe(true);
  await close(second);
});

test('settings that cannot be written cost nothing but the place: the window is still only hidden, and comes back', async () => {
  const running = await launchApp();
  await expect.poll(() => isShown(running)).toBe(true);
  // As a full disk or another program that holds the file: every writing of it throws.
  const settings = path.join(running.profile, 'settings.json');
  await rm(settings, { force: true });
  await mkdir(path.join(settings, 'held'), { recursive: true });
  await closeWindow(running);
  await expect.poll(() => isShown(running)).toBe(false);
  expect(await running.page.evaluate(() => document.title), 'the page lives on').toBe('Clipferry');
  const second = spawn(electronProgram(), appArguments(running.profile), { stdio: 'ignore' });
  await new Promise((resolve) => second.once('exit', resolve));
  await expect.poll(() => isShown(running)).toBe(true);
  await close(running);
});

test('the page follows the system between light and dark', async ({ apps }) => {
  const running = await apps.lend();
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(running, theme);
    const ground = await running.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const behind = await running.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getBackgroundColor(),
    );
    const [red = 0, green = 0, blue = 0] = (ground.match(/\d+/g) ?? []).map(Number);
    const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    expect(behind?.toLowerCase(), 'nothing flashes in another colour').toBe(hex);
  }
  await apps.takeBack(running);
});

for (const how of ['the menu', 'the system'] as const) {
  test(`when ${how} asks an idle app to quit, it goes without a question`, {
    tag: how === 'the menu' ? [] : '@proof',
  }, async () => {
    const running = await launchApp();
    await jobs(running.page);
    const ask =
      how === 'the system'
        ? async () => void running.app.process().kill('SIGTERM')
        : () => running.app.evaluate(({ app }) => app.quit());
    expect(await endsBy(running.app, ask)).toBe(0);
    await rm(running.profile, { recursive: true, force: true });
  });
}

test('quitting while a clip is sent asks once; staying goes on, leaving keeps the clip for the next start', async () => {
  const site = await newPracticeSite({ switches: { stallAfterBytes: { bytes: 1_000 } } });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-quit-'));
  const big = path.join(folder, 'big.mp4');
  await writeBigClip(big, 30);
  const first = await launchApp();
  const { id } = await connectBehind(first.page, site);
  await dropBehind(first.page, [big], id);
  await expect.poll(() => states(first.page)).toEqual(['sending']);

  // Stands in for the person in front of the dialog: first "Keep sending", then "Quit".
  await first.app.evaluate(({ dialog }) => {
    const questions: string[] = [];
    Reflect.set(globalThis, 'questions', questions);
    dialog.showMessageBox = async (...input: unknown[]) => {
      const options = input.at(-1) as Electron.MessageBoxOptions;
      questions.push(options.message);
      return { response: questions.length === 1 ? 1 : 0, checkboxChecked: false };
    };
  });
  const questions = (): Promise<unknown> => first.app.evaluate(() => Reflect.get(globalThis, 'questions') as unknown);
  await first.app.evaluate(({ app }) => app.quit());
  await expect.poll(questions).toEqual(['A clip is being sent. Quit anyway?']);
  expect(await states(first.page)).toEqual(['sending']);

  expect(await endsBy(first.app, () => first.app.evaluate(({ app }) => app.quit()))).toBe(0);

  await site.switches({ stallAfterBytes: null });
  const second = await launchApp({ profile: first.profile });
  await expect.poll(() => states(second.page), { timeout: 60_000 }).toEqual(['done']);
  expect((await site.state()).videos).toHaveLength(1);
  await close(second);
  await site.stop();
  await rm(folder, { recursive: true });
});

test('a frame that comes a moment later than the word that it is there makes no empty picture', async ({ apps }) => {
  const site = await newPracticeSite({ switches: { stallAfterBytes: { bytes: 1_000 } } });
  const running = await apps.lend();
  const { page } = running;
  const { id } = await connectBehind(page, site);
  await page.evaluate(() => {
    const { prototype } = CanvasRenderingContext2D;
    const draw = prototype.drawImage;
    let early = 3;
    prototype.drawImage = function (...drawn: unknown[]) {
      if (drawn[0] instanceof HTMLVideoElement && early-- > 0) return;
      Reflect.apply(draw, this, drawn);
    };
  });
  await dropBehind(page, [clip], id);
  const picture = page.locator('[role="row"] img').first();
  await expect(picture).toBeVisible();
  const isPicture = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return [...pixels].some((value, index) => index % 4 !== 3 && value > 50);
  });
  expect(isPicture).toBe(true);
  await apps.takeBack(running);
  await site.stop();
});

test('a clip of the queue plays in the page: by range, to the frame, onto a canvas', async ({ apps }) => {
  const site = await newPracticeSite({ switches: { stallAfterBytes: { bytes: 1_000 } } });
  const running = await apps.lend();
  const { id } = await connectBehind(running.page, site);
  await dropBehind(running.page, [clip], id);
  const [job] = await jobs(running.page);
  const bytes = await readFile(clip);
  const seen = await running.page.evaluate(async (jobId) => {
    const url = `/clip/${jobId}`;
    const part = await fetch(url, { headers: { Range: 'bytes=100-199' } });
    const video = document.createElement('video');
    video.src = url;
    video.muted = true;
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = reject;
    });
    const seeked = new Promise((resolve) => {
      video.onseeked = resolve;
    });
    video.currentTime = video.duration / 2;
    await seeked;
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
    const context = canvas.getContext('2d');
    // Throws when the picture is of another origin. On a busy machine the frame can come later than the word that it is there.
    let isPainted = false;
    while (!isPainted) {
      context?.drawImage(video, 0, 0, 64, 36);
      const pixels = context?.getImageData(0, 0, 64, 36).data ?? [];
      isPainted = [...pixels].some((value, index) => index % 4 !== 3 && value > 0);
      if (!isPainted) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return {
      status: part.status,
      range: part.headers.get('Content-Range'),
      bytes: [...new Uint8Array(await part.arrayBuffer())],
      width: video.videoWidth,
      moved: video.currentTime > 0,
    };
  }, job?.id ?? '');
  expect(seen).toMatchObject({ status: 206, range: `bytes 100-199/${bytes.length}`, moved: true });
  expect(Buffer.from(seen.bytes).equals(bytes.subarray(100, 200))).toBe(true);
  expect(seen.width).toBeGreaterThan(0);
  await apps.takeBack(running);
  await site.stop();
});
