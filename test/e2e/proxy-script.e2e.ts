// The real app in a network whose script (PAC) says who goes through which proxy: real proxies that die, change and refuse while a clip
// is half sent, and scripts that are none (F-19).
import path from 'node:path';
import type { Page } from '@playwright/test';
import { t } from '../../preload/text/text.ts';
import { type Pac, scriptFor, startPac } from '../network/pac.ts';
import { freePort, lacking, startTinyproxy, type Tinyproxy } from '../network/tinyproxy.ts';
import { CA_FILE } from '../site/server.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { ask } from './behind.ts';
import { close, killLeftovers, launchApp, type RunningApp, realDrop } from './harness.ts';
import { expect, test } from './lent-app.ts';
import { clipFolder, connect, fixture, grownClip, openDetails, row, sha256, untilDone } from './steps.ts';

const mebibyte = 1_024 * 1_024;
let site: PracticeSite;
let proxy: Tinyproxy;
let pac: Pac;

const missing = process.platform === 'linux' ? lacking : 'only on Linux the environment names a script';
test.skip(missing !== null, missing ?? '');
test.beforeEach(async () => {
  [site, proxy, pac] = await Promise.all([
    startPracticeSite({ name: 'Harbour Films' }),
    startTinyproxy(null),
    startPac(null),
  ]);
});
test.afterEach(async () => {
  killLeftovers();
  await Promise.all([site.stop(), proxy.close(), pac.close()]);
});

/** Chromium asks no script about loopback addresses; this one leads here, too, and is none to it. */
const outside = ({ httpsUrl }: PracticeSite): string => httpsUrl.replace('127.0.0.1', '0.0.0.0');

/** On a desktop without settings of its own, whose environment names the script. */
const launch = (): Promise<RunningApp> =>
  launchApp({
    env: { SSL_CERT_FILE: CA_FILE.pathname, auto_proxy: pac.url, XDG_CURRENT_DESKTOP: '', DESKTOP_SESSION: '' },
  });
const connectOutside = (page: Page): Promise<void> =>
  connect(page, { url: outside(site), signIn: (login) => site.signIn(login) });

const tunnel = (): string => `CONNECT ${new URL(outside(site)).host} HTTP/1.1`;
const asked = (one: Tinyproxy): ReadonlySet<string> => new Set(one.requests());
/** Until questions to the site go through this one: what the system said before counts for a moment. */
const goesThrough = (page: Page, one: Tinyproxy): Promise<void> =>
  expect
    .poll(async () => {
      await ask(page, 'site.find', outside(site));
      return asked(one);
    })
    .toEqual(new Set([tunnel()]));

async function eachOnce(paths: readonly string[]): Promise<void> {
  const { videos, unattached } = await site.state();
  expect(videos.map(({ file }) => file?.sha256).sort()).toEqual(paths.map(sha256).sort());
  expect(unattached).toEqual([]);
}

/** The tries to send a clip, the first one first, are told in these words, and are no more. */
async function expectHistory(page: Page, name: string, words: readonly string[]): Promise<void> {
  await openDetails(page, name);
  const tries = page.getByRole('region', { name: t('uploads.history') }).getByRole('listitem');
  await expect(tries).toContainText([...words]);
}

test('clips follow the script of the network past a dead proxy, and survive it when theirs dies or is changed', {
  tag: '@proof',
}, async () => {
  test.setTimeout(480_000);
  const [other, elsewhere, dead] = await Promise.all([startTinyproxy(null), startPracticeSite(), freePort()]);
  const folder = await clipFolder({ 'Last.mp4': 'Market street.mp4' });
  const inFolder = (name: string): string => path.join(folder.path, name);
  const [killed, kept, last] = [inFolder('Killed.mp4'), inFolder('Kept.mp4'), inFolder('Last.mp4')];
  // More than the system takes into its buffers on both ways, so that a clip that stands still stays half sent.
  await grownClip('C0001.mp4', killed, 60 * mebibyte);
  await grownClip('Deep zoom.mp4', kept, 60 * mebibyte);
  pac.script = scriptFor([outside(site)], `PROXY 127.0.0.1:${dead}; PROXY ${proxy.address}`);
  const running = await launch();
  const { app, page } = running;

  // Of another site the script says that there is a straight way.
  expect(await ask(page, 'site.find', outside(elsewhere))).toMatchObject({ ok: true });
  expect((await elsewhere.state()).requests).not.toEqual([]);
  expect(asked(proxy)).toEqual(new Set());

  await connectOutside(page);
  const first = fixture('Harbour at dawn.mp4');
  await realDrop(page, [first]);
  await untilDone(page, 1);
  await eachOnce([first]);
  expect(asked(proxy)).toEqual(new Set([tunnel()]));

  // It dies when a clip is half sent.
  const half = async (clip: string): Promise<void> => {
    const { counts } = await site.state();
    await site.switches({ stallAfterBytes: { bytes: mebibyte, times: 1 } });
    await realDrop(page, [clip]);
    await site.waitFor('uploadBytes', counts.uploadBytes + mebibyte);
    await expect(row(page, path.basename(clip, '.mp4'))).toContainText('Sending');
  };
  await half(killed);
  await proxy.kill();
  await expect(row(page, 'Killed')).toContainText(t('jobs.wait.proxy-away'), { timeout: 60_000 });
  await expectHistory(page, 'Killed', [t('jobs.try.connection-lost', { begun: 'yes' })]);
  expect((await site.state()).videos).toHaveLength(1);
  await proxy.restart(null);
  await untilDone(page, 2);
  await eachOnce([first, killed]);
  await expectHistory(page, 'Killed', [
    t('jobs.try.connection-lost', { begun: 'yes' }),
    t('jobs.try.arrived', { yes: 'yes' }),
  ]);

  // The system names another one when a clip is half sent: it ends on its own way, and the next goes the new one.
  await half(kept);
  await app.evaluate(
    ({ session }, proxyRules) => session.defaultSession.setProxy({ mode: 'fixed_servers', proxyRules }),
    `http://${other.address}`,
  );
  await goesThrough(page, other);
  const before = proxy.requests().length;
  await realDrop(page, [last]);
  await untilDone(page, 3);
  await expect(row(page, 'Kept')).toContainText('Sending');
  await site.release();
  await untilDone(page, 4);
  await eachOnce([first, killed, kept, last]);
  await expectHistory(page, 'Kept', [t('jobs.try.arrived', { yes: 'yes' })]);
  expect(proxy.requests()).toHaveLength(before);
  expect(running.complaints).toEqual([]);
  await close(running);
  await Promise.all([folder.remove(), other.close(), elsewhere.stop()]);
});

test('a proxy whose rules do not allow the site is what refuses, and uploads go on by themselves once they do', {
  tag: '@proof',
}, async () => {
  test.setTimeout(480_000);
  pac.script = scriptFor([outside(site)], `PROXY ${proxy.address}`);
  const running = await launch();
  const { page } = running;
  await connectOutside(page);
  const { requests } = await site.state();
  await proxy.restart(null, [443]);
  const clips = [fixture('Harbour at dawn.mp4'), fixture('Tide pools.mp4')];
  await realDrop(page, clips);
  const holds = page.getByRole('list', { name: t('uploads.holds') });
  const line = t('uploads.line.proxy-refuses', { proxy: proxy.address, site: 'Harbour Films' });
  await expect(holds).toContainText(line, { timeout: 60_000 });
  await expect(holds.getByRole('listitem')).toHaveCount(1);
  await expect(holds).toContainText(t('uploads.hold.proxy-refuses'));
  for (const name of ['Harbour at dawn', 'Tide pools'])
    await expect(row(page, name)).toContainText(t('jobs.wait.proxy-refuses'));
  const totals = page.getByRole('region', { name: t('uploads.totals') });
  await expect(totals).toContainText(t('uploads.waits.proxy-refuses'));
  await expect(page.getByRole('tab', { name: /^Needs attention\s*0$/ })).toBeVisible();
  expect(proxy.log()).toContain('CONNECT');
  expect((await site.state()).requests).toEqual(requests);

  await proxy.restart(null);
  await untilDone(page, 2);
  await expect(holds).toBeHidden();
  await eachOnce(clips);
  expect(running.complaints).toEqual([]);
  await close(running);
});

test('a script that is not there or is none counts as no proxy, as Chromium has it, and one that is mended counts again', {
  tag: '@proof',
}, async () => {
  const running = await launch();
  const { app, page } = running;
  const answer = (): Promise<string> =>
    app.evaluate(async ({ session }, origin) => {
      await session.defaultSession.forceReloadProxyConfig();
      return session.defaultSession.resolveProxy(origin);
    }, outside(site));
  const none = [
    null,
    '',
    '<html>Sign in to this network</html>',
    'function FindProxyForURL(url, host { return "PROXY',
    'function FindProxyForURL(url, host) { throw new Error("broken"); }',
    'function FindProxyForURL(url, host) { return null; }',
    'function FindProxyForURL(url, host) { return "NO-SUCH-WORD a:1"; }',
  ];
  for (const script of none) {
    const before = pac.asked;
    pac.script = script;
    // Nothing in this answer says that a script was to be asked.
    expect(await answer(), `${script}`).toBe('DIRECT');
    expect(pac.asked, `${script}`).toBeGreaterThan(before);
  }
  expect(await ask(page, 'site.find', outside(site))).toMatchObject({ ok: true });
  expect(asked(proxy)).toEqual(new Set());

  pac.script = scriptFor([outside(site)], `PROXY ${proxy.address}`);
  expect(await answer()).toBe(`PROXY ${proxy.address}`);
  await goesThrough(page, proxy);
  await close(running);
});
