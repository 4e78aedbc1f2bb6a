// The real app in a network with a real proxy that asks for a sign-in: Chromium says which proxy, the window asks, and clips go
// through it; with another setting of the system they go another way at once (F-19).
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { t } from '../../preload/text/text.ts';
import { startOwnProxy } from '../network/own-proxy.ts';
import { lacking, startTinyproxy, type Tinyproxy } from '../network/tinyproxy.ts';
import { CA_FILE } from '../site/server.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { close, killLeftovers, launchApp, realDrop } from './harness.ts';
import { expect, test } from './lent-app.ts';
import { clipFolder, connect, findSite, fixture, sha256, untilDone } from './steps.ts';

const password = 'canary-of-the-proxy';
let site: PracticeSite;
let proxy: Tinyproxy;

test.skip(lacking !== null, lacking ?? '');
test.beforeEach(async () => {
  [site, proxy] = await Promise.all([
    startPracticeSite({ name: 'Harbour Films' }),
    startTinyproxy({ user: 'maria', password }),
  ]);
});
test.afterEach(async () => {
  killLeftovers();
  await Promise.all([site.stop(), proxy.close()]);
});

/** Files of the profile in which one of the texts stands. */
async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0))));
  return files.filter((_, at) => texts.some((text) => contents[at]?.includes(text)));
}

/** Signs in by the keyboard alone, as the form of the proxy is. */
async function typeSignIn(page: Page, typed: string): Promise<void> {
  await page.getByLabel(t('proxy.user')).fill('maria');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(typed);
  await page.keyboard.press('Enter');
}

test('clips go through the proxy of the system: it asks, a wrong password is told, the right one is kept', {
  tag: '@proof',
}, async () => {
  // An app of its own, started twice, and a real proxy.
  test.setTimeout(480_000);
  const folder = await clipFolder({ 'Later.mp4': 'Market street.mp4' });
  const { host } = new URL(site.httpsUrl);
  const running = await launchApp({
    args: [`--proxy-server=http://${proxy.address}`, '--proxy-bypass-list=<-loopback>'],
    env: { SSL_CERT_FILE: CA_FILE.pathname },
  });
  const { app, page, profile } = running;
  await findSite(page, site.httpsUrl);
  await expect(page.getByRole('alert')).toContainText(t('connect.proxy-sign-in.title'));
  await expect(page.getByRole('status', { name: t('proxy.label') })).toContainText(proxy.address);
  await page.getByRole('button', { name: t('proxy.act') }).click();
  const dialog = page.getByRole('dialog', { name: t('proxy.title', { proxy: proxy.address }) });
  await expect(dialog.getByLabel(t('proxy.user'))).toBeFocused();
  expect((await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations).toEqual([]);
  await typeSignIn(page, 'wrong');
  await expect(dialog.getByRole('alert')).toContainText(t('proxy.trouble.refused'));
  await expect(dialog.getByLabel(t('proxy.password'), { exact: true })).toHaveValue('wrong');
  await dialog.getByLabel(t('proxy.password'), { exact: true }).fill('');
  await typeSignIn(page, password);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('status', { name: t('proxy.label') })).toBeHidden();

  await connect(page, { url: site.httpsUrl, signIn: (login) => site.signIn(login) });
  const clip = fixture('Harbour at dawn.mp4');
  await realDrop(page, [clip]);
  await untilDone(page, 1);
  expect((await site.state()).videos.map(({ file }) => file?.sha256)).toEqual([sha256(clip)]);
  // Chromium fetches its dictionaries by itself.
  const asked = proxy.requests().filter((line) => !line.includes('gvt1.com'));
  expect(new Set(asked)).toEqual(new Set([`CONNECT ${host} HTTP/1.1`]));

  // Another setting of the system, in the middle of it all.
  await app.evaluate(({ session }) => session.defaultSession.setProxy({ mode: 'direct' }));
  await proxy.kill();
  await realDrop(page, [path.join(folder.path, 'Later.mp4')]);
  await untilDone(page, 2);

  // What was typed lies nowhere in the clear, and goes when it is to be forgotten.
  const basic = Buffer.from(`maria:${password}`).toString('base64').replace(/=+$/, '');
  expect(await filesWith(profile, [password, basic])).toEqual([]);
  await page.getByRole('button', { name: t('window.settings') }).click();
  await page.getByRole('button', { name: t('proxy.forget.label', { proxy: proxy.address }) }).click();
  await expect(page.getByRole('heading', { name: t('proxy.kept') })).toBeHidden();
  expect(running.complaints).toEqual([]);
  await close(running);
  await folder.remove();
});

test('while nobody looks, a proxy that asks for a sign-in is told once, and a click on that leads to its field', {
  tag: '@proof',
}, async () => {
  test.setTimeout(480_000);
  const running = await launchApp({
    args: [`--proxy-server=http://${proxy.address}`, '--proxy-bypass-list=<-loopback>'],
    env: { SSL_CERT_FILE: CA_FILE.pathname },
  });
  const { app, page } = running;
  await proxy.restart(null);
  await connect(page, { url: site.httpsUrl, signIn: (login) => site.signIn(login) });
  await app.evaluate(({ BrowserWindow, Notification }) => {
    const notices: Electron.Notification[] = [];
    Reflect.set(globalThis, 'notices', notices);
    Notification.isSupported = () => true;
    Notification.prototype.show = function show() {
      notices.push(this);
    };
    const [window] = BrowserWindow.getAllWindows();
    if (window) window.isFocused = () => false;
  });
  const told = () =>
    app.evaluate(() => Reflect.get(globalThis, 'notices').map((one: Electron.Notification) => one.title) as string[]);
  await proxy.restart({ user: 'maria', password });
  await realDrop(page, [fixture('Harbour at dawn.mp4')]);
  await expect.poll(told).toEqual([t('proxy.asks', { proxy: proxy.address })]);
  const totals = page.getByRole('region', { name: t('uploads.totals') });
  await expect(totals).toContainText(t('uploads.waits.proxy-sign-in'));
  await app.evaluate(() => Reflect.get(globalThis, 'notices')[0].emit('click'));
  await expect(page.getByLabel(t('proxy.user'))).toBeFocused();
  await typeSignIn(page, password);
  await untilDone(page, 1);
  const arrived = t('notice.arrived', { site: 'Harbour Films', clips: 1 });
  await expect.poll(told).toEqual([t('proxy.asks', { proxy: proxy.address }), arrived]);
  expect(running.complaints).toEqual([]);
  await close(running);
});

test('a proxy that says nothing is named by row, banner and finish time, not the site', { tag: '@proof' }, async () => {
  test.setTimeout(480_000);
  const mute = await startOwnProxy();
  const running = await launchApp({
    args: [`--proxy-server=http://${mute.address}`, '--proxy-bypass-list=<-loopback>'],
    env: { SSL_CERT_FILE: CA_FILE.pathname },
  });
  const { page } = running;
  await connect(page, { url: site.httpsUrl, signIn: (login) => site.signIn(login) });
  mute.act = () => 'silent';
  mute.cut();
  await realDrop(page, [fixture('Harbour at dawn.mp4')]);
  // Two looks that nobody answers.
  const patience = { timeout: 90_000 };
  const totals = page.getByRole('region', { name: t('uploads.totals') });
  await expect(totals).toContainText(t('uploads.waits.proxy-away'), patience);
  await expect(page.getByText(t('uploads.line.proxy-away', { proxy: mute.address }), { exact: true })).toBeVisible();
  await expect(page.getByText(t('jobs.wait.proxy-away')).first()).toBeVisible();
  mute.act = () => 'through';
  mute.cut();
  await page.getByRole('button', { name: t('uploads.try-now.label', { site: 'Harbour Films' }) }).click();
  await untilDone(page, 1);
  expect(running.complaints).toEqual([]);
  await mute.close();
  await close(running);
});
