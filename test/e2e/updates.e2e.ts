// Updates in the real app: none where the build names no place for them; else found, told once, fetched, tried, and put in place after the last clip.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { databaseName } from '../../main/adapters/database/names.ts';
import { versionArgument, versionLine } from '../../main/adapters/updates/version-words.ts';
import { signedPrefix } from '../../main/features/updates/feed.ts';
import { t } from '../../preload/text/text.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { fakeApp } from '../updates/fake-app.ts';
import { createSigner, feedFor, signedText } from '../updates/signed-feed.ts';
import { authorityFile, startUpdateServer, type UpdateServer } from '../updates/update-server.ts';
import { ask, connectBehind } from './behind.ts';
import {
  appArguments,
  close,
  electronProgram,
  killLeftovers,
  launchApp,
  projectRoot,
  realDrop,
  screenshot,
} from './harness.ts';
import { expect, test } from './lent-app.ts';
import { overlaps, resize } from './looks.ts';
import { grownClip } from './steps.ts';

let [site, server, folder]: [PracticeSite, UpdateServer, string] = [] as never;
test.beforeEach(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
  server = await startUpdateServer();
  folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-packed-'));
});
test.afterEach(async () => {
  killLeftovers();
  await Promise.all([site.stop(), server.close()]);
  await rm(folder, { recursive: true, force: true });
});

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

test('without a place of updates none is looked for, and the settings say so', { tag: '@proof' }, async () => {
  const running = await launchApp();
  const { page, profile } = running;
  await connectBehind(page, site);
  await page.getByRole('button', { name: t('window.settings'), exact: true }).click();
  const section = page.getByRole('region', { name: t('updates.title') });
  await expect(section).toContainText(t('updates.none'));
  await expect(section.getByRole('button')).toHaveCount(0);
  expect((await ask(page, 'app.state')).updates).toBeNull();
  expect(await isThere(path.join(profile, 'updates'))).toBe(false);
  await close(running);
  // And nothing of what they take is loaded: it lies in parts that are only read when they are asked for.
  expect(await readFile(path.join(projectRoot, 'out/main/index.js'), 'utf8')).not.toContain(signedPrefix.trim());
});

test('asked for its version it says that and ends, and touches no profile', async () => {
  const profile = path.join(folder, 'profile');
  const asked = promisify(execFile)(electronProgram(), [...appArguments(profile), versionArgument]);
  const { stdout } = await asked;
  expect(stdout.split('\n')).toContain(versionLine('0.1.0'));
  expect(await isThere(path.join(profile, databaseName))).toBe(false);
});

test('an update is told once, fetched, tried, and put in place only when the clip on its way has arrived', {
  tag: '@proof',
}, async () => {
  const program = path.join(folder, 'Applications', 'Clipferry.AppImage');
  const resources = path.join(folder, 'mounted', 'resources');
  for (const one of [path.dirname(program), resources]) await mkdir(one, { recursive: true });
  const [old, bytes, signer] = [fakeApp('0.1.0', 1_000), fakeApp('0.2.0', 2_000_000), createSigner()];
  await writeFile(program, old);
  await chmod(program, 0o755);
  await writeFile(path.join(resources, 'packed-as'), 'AppImage\n');
  await writeFile(
    path.join(resources, 'updates.json'),
    JSON.stringify({ feed: `${server.url}updates.json`, keys: [signer.key] }),
  );
  const feed = feedFor('0.2.0', bytes, { news: [{ version: '0.2.0', lines: ['Clips <b>play</b> on the moon.'] }] });
  server.files.set('/updates.json', Buffer.from(signedText(feed, signer)));
  server.files.set(`/${feed.files[0]?.name}`, bytes);

  const running = await launchApp({
    env: {
      ...{ CLIPFERRY_PACKED: resources, APPDIR: path.join(folder, 'mounted'), APPIMAGE: program },
      SSL_CERT_FILE: authorityFile,
    },
  });
  const { app, page, profile } = running;
  await connectBehind(page, site);
  await page.getByRole('button', { name: t('window.settings'), exact: true }).click();
  const section = page.getByRole('region', { name: t('updates.title') });
  await section.getByRole('button', { name: t('updates.check') }).click();
  await expect(section).toContainText('Clipferry 0.2.0 is available (2.0 MB).');
  await section.getByText(t('updates.news'), { exact: true }).click();
  await expect(section.getByRole('listitem')).toHaveText('Clips <b>play</b> on the moon.');
  expect((await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations).toEqual([]);

  // Told above the uploads, until it is answered.
  await page.getByRole('button', { name: t('window.uploads'), exact: true }).click();
  const line = page.getByRole('status', { name: t('updates.title') });
  await expect(line).toContainText('Clipferry 0.2.0 is available');
  expect((await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations).toEqual([]);
  await resize(running, 1280, 800);
  await screenshot(running, 'update-line', 'light');
  await resize(running, 900, 600);
  expect(await overlaps(page)).toEqual([]);
  await screenshot(running, 'update-line-small', 'dark');
  await line.getByRole('button', { name: t('updates.later') }).click();
  await expect(line).toBeEmpty();

  await page.getByRole('button', { name: t('window.settings'), exact: true }).click();
  await section.getByRole('button', { name: t('updates.fetch') }).click();
  await expect(section).toContainText(t('updates.stage.ready', { version: '0.2.0' }));
  await section.scrollIntoViewIfNeeded();
  await screenshot(running, 'update-ready-small', 'light');
  expect(await overlaps(page)).toEqual([]);
  expect((await readFile(program)).equals(old)).toBe(true);

  // A clip that takes a while.
  await ask(page, 'settings.change', { bytesPerSecond: 400_000 });
  const clip = path.join(folder, 'Harbour.mp4');
  await grownClip('C0001.mp4', clip, 3_000_000);
  await page.getByRole('button', { name: t('window.uploads'), exact: true }).click();
  await realDrop(page, [clip]);
  await expect.poll(async () => (await site.state()).requests.some(({ method }) => method === 'POST')).toBe(true);
  const gone = new Promise<number | null>((resolve) => void app.process().once('exit', resolve));
  await ask(page, 'updates.act', 'install');
  await page.getByRole('button', { name: t('window.settings'), exact: true }).click();
  await expect(section).toContainText(t('updates.stage.waiting', { version: '0.2.0' }));
  expect((await site.state()).videos).toHaveLength(0);
  // Nobody does anything: it goes by itself.
  expect(await gone).toBe(0);
  expect((await site.state()).videos).toHaveLength(1);
  expect((await readFile(program)).equals(bytes)).toBe(true);
  expect((await stat(program)).mode & 0o777).toBe(0o755);
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});
