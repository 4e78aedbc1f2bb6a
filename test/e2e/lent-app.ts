// One app for many tests: each gets it empty, as it was started, and it is replaced where that cannot be had or a test has failed.
import type { ChildProcess } from 'node:child_process';
import { test as base, expect, type Page } from '@playwright/test';
import type { SettingValues } from '../../preload/contract.ts';
import { type PracticeSite, type PracticeSiteOptions, startPracticeSite } from '../site/start.ts';
import { ask } from './behind.ts';
import { closeBrowser, type StandInBrowser, standInBrowser } from './browser.ts';
import { close, isNoLeftover, launchApp, type RunningApp, setting } from './harness.ts';

/** The settle time in ms of apps whose clips are to be looked for soon; a real site gets 130 s. */
const shortSettleMs = '1500';
const laterSettleMs = '10000';

/**
 * Nothing imitates graphics hardware: what is drawn is the same. Apps that a test starts by itself, and those that are measured, are
 * started as users start them.
 */
const plainDrawing = ['--disable-gpu', '--disable-software-rasterizer'];

export interface Lending {
  /** True: a clip may go again after a moment without an answer; 'later' = after two clips that wait for each other have both gone. */
  readonly settlesSoon?: boolean | 'later';
  /** True: there is a camera, so that it is refused and not just missing. */
  readonly hasCamera?: boolean;
}

export interface Apps {
  /** An app on its first screen, without sites, clips, folders and changed settings. */
  lend(lending?: Lending): Promise<RunningApp>;
  /** Starts the app of a test once more on its profile, after the test has ended it. */
  again(running: RunningApp): Promise<RunningApp>;
  /** At the end of a test, with its app or the one that has followed it. */
  takeBack(running: RunningApp): Promise<void>;
  /** What the app of this test has asked the system to open. */
  readonly browser: Pick<StandInBrowser, 'opened'>;
}

/** What of an app cannot be asked for when it is to be as it was started. */
interface Lent {
  readonly lending: Lending;
  readonly settings: SettingValues;
}

const isSame = (one: Lending, other: Lending): boolean =>
  (one.settlesSoon ?? false) === (other.settlesSoon ?? false) &&
  (one.hasCamera ?? false) === (other.hasCamera ?? false);

/** By the clock, and then alone on the machine (`@alone`), or by processor time, beside other tests. */
const isMeasured = (): boolean => base.info().tags.some((tag) => tag === '@alone' || tag === '@measured');

class Pool implements Apps {
  private readonly system: StandInBrowser;
  private readonly idle: RunningApp[] = [];
  /** Processes of apps that tests have, by profile; what a failed one has not given back ends with its worker. */
  private readonly out = new Map<string, ChildProcess>();
  private readonly lent = new Map<string, Lent>();
  private openedBefore = 0;

  constructor(system: StandInBrowser) {
    this.system = system;
  }

  readonly browser = {
    opened: async () => (await this.system.opened()).slice(this.openedBefore),
  };

  private async launch({ settlesSoon = false, hasCamera = false }: Lending, profile?: string): Promise<RunningApp> {
    const env = {
      ...this.system.env,
      ...(settlesSoon === false
        ? {}
        : { CLIPFERRY_SETTLE_MS: settlesSoon === 'later' ? laterSettleMs : shortSettleMs }),
    };
    const args = [...(hasCamera ? ['--use-fake-device-for-media-stream'] : []), ...(isMeasured() ? [] : plainDrawing)];
    const running = await launchApp({ env, args, ...(profile === undefined ? {} : { profile }) });
    isNoLeftover(running);
    this.out.set(running.profile, running.app.process());
    await rememberStubbed(running);
    return running;
  }

  async lend(lending: Lending = {}): Promise<RunningApp> {
    this.openedBefore = (await this.system.opened()).length;
    const at = this.idle.findIndex(
      ({ app, profile }) => app.process().exitCode === null && isSame(this.lent.get(profile)?.lending ?? {}, lending),
    );
    // What measures time is measured on an app without a past.
    const [known] = at < 0 || isMeasured() ? [] : this.idle.splice(at, 1);
    if (known) {
      this.out.set(known.profile, known.app.process());
      return known;
    }
    const running = await this.launch(lending);
    this.lent.set(running.profile, { lending, settings: (await ask(running.page, 'settings.get')).values });
    return running;
  }

  again({ profile }: RunningApp): Promise<RunningApp> {
    return this.launch(this.lent.get(profile)?.lending ?? {}, profile);
  }

  async takeBack(running: RunningApp): Promise<void> {
    this.out.delete(running.profile);
    const lent = this.lent.get(running.profile);
    const { status, expectedStatus } = base.info();
    if (!lent || isMeasured() || status !== expectedStatus) return close(running);
    const left = await empty(running, lent.settings);
    if (left === null) this.idle.push(running);
    else {
      process.stdout.write(`the app is not lent again: ${left}\n`);
      await close(running);
    }
  }

  async end(): Promise<void> {
    for (const running of this.idle) await close(running);
    for (const child of this.out.values()) child.kill('SIGKILL');
    await this.system.remove();
    await closeBrowser();
  }
}

/** Functions of the system that tests put others in place of. */
const rememberStubbed = ({ app }: RunningApp): Promise<void> =>
  app.evaluate(({ BrowserWindow, dialog, shell }) => {
    const { showOpenDialog, showSaveDialog, showMessageBox } = dialog;
    const { openExternal } = shell;
    const bounds = BrowserWindow.getAllWindows()[0]?.getBounds();
    Reflect.set(globalThis, 'asStarted', {
      dialog: { showOpenDialog, showSaveDialog, showMessageBox },
      shell: { openExternal },
      bounds,
    });
  });

const restoreStubbed = ({ app }: RunningApp): Promise<void> =>
  setting(() =>
    app.evaluate(({ BrowserWindow, dialog, nativeTheme, shell }) => {
      const asStarted = Reflect.get(globalThis, 'asStarted');
      Object.assign(dialog, asStarted.dialog);
      Object.assign(shell, asStarted.shell);
      nativeTheme.themeSource = 'system';
      const [window] = BrowserWindow.getAllWindows();
      window?.setBounds(asStarted.bounds);
      window?.show();
    }),
  );

/** Takes everything off the app by its own acts; null = nothing is left, else what is. */
async function empty(running: RunningApp, settings: SettingValues): Promise<string | null> {
  const { page } = running;
  await ask(page, 'queue.pause', true);
  const { sites, folders } = await ask(page, 'app.state');
  for (const folder of folders) await ask(page, 'folder.remove', folder.id);
  await ask(page, 'queue.act', { act: 'remove', target: { filter: 'all' } });
  for (const site of sites) await ask(page, 'site.remove', site.id);
  await ask(page, 'queue.pause', false);
  await ask(page, 'queue.sendAnyway', false);
  await ask(page, 'settings.change', settings);
  const left = await leftOf(page);
  if (left !== null) return left;
  await restoreStubbed(running);
  // The mouse stays where the last test had it, and would hover there.
  await page.mouse.move(0, 0);
  await page.reload();
  await page.getByLabel('Site address').waitFor();
  running.complaints.splice(0);
  return null;
}

/** Before the page is loaded anew: main tells a page of the clips that it asked for last. */
async function leftOf(page: Page): Promise<string | null> {
  const { sites, folders, duplicates } = await ask(page, 'app.state');
  const { total } = await ask(page, 'queue.view', { filter: 'all', sort: 'queue', offset: 0, limit: 1 });
  const left = { sites: sites.length, folders: folders.length, duplicates: duplicates.length, clips: total };
  return Object.values(left).every((count) => count === 0)
    ? null
    : `of the test before is left ${JSON.stringify(left)}`;
}

const usedAddresses = new Set<string>();

/** A practice site that no test before had: the system gives a port to another site after a while, and apps remember sites. */
export async function newPracticeSite(options: PracticeSiteOptions = {}): Promise<PracticeSite> {
  const site = await startPracticeSite(options);
  if (!usedAddresses.has(site.url)) {
    usedAddresses.add(site.url);
    return site;
  }
  const other = await newPracticeSite(options);
  await site.stop();
  return other;
}

export const test = base.extend<object, { apps: Apps }>({
  apps: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const pool = new Pool(await standInBrowser());
      await use(pool);
      await pool.end();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

export { expect };
