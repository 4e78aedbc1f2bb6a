// What tests of the real app on a real WordPress share: the site, set up once for all of them, and a web server for each.
import type { Page } from '@playwright/test';
import { decode } from 'html-entities';
import type { StateVideo } from '../../site/control-state.ts';
import type { Front, FrontOptions } from '../../wordpress/fronts.ts';
import { WordPressSite } from '../../wordpress/start.ts';
import { type RunningApp, screenshot } from '../harness.ts';
import { type Apps, test as base, expect } from '../lent-app.ts';
import { findSite, sha256 } from '../steps.ts';

/** The app of one test, which may end it and start another on the same profile. */
export interface Desk {
  running: RunningApp;
  readonly page: Page;
  readonly browser: Apps['browser'];
  /** After a kill: the same profile again. */
  again(): Promise<void>;
}

/** A web server before the site; it can be put in the place of another under the same address. */
export interface Server {
  readonly url: string;
  readonly signIn: WordPressSite['signIn'];
  change(options: FrontOptions): Promise<void>;
}

interface OfTest {
  readonly serverOptions: FrontOptions;
  readonly server: Server;
  readonly desk: Desk;
}

export const test = base.extend<OfTest, { site: WordPressSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const site = await WordPressSite.start({ name: 'Harbour Films' });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  serverOptions: [{ kind: 'apache' }, { option: true }],
  server: async ({ site, serverOptions }, use) => {
    await site.reset();
    let front: Front = await site.front(serverOptions);
    await use({
      url: front.url,
      signIn: (login) => site.signIn(login),
      change: async (options) => {
        front = await site.front(options, front);
      },
    });
    await front.stop();
  },
  desk: async ({ apps }, use) => {
    const desk = {
      running: await apps.lend({ settlesSoon: true }),
      get page(): Page {
        return desk.running.page;
      },
      browser: apps.browser,
      again: async () => {
        desk.running = await apps.again(desk.running);
      },
    };
    await use(desk);
    const complaints = [...desk.running.complaints];
    await apps.takeBack(desk.running);
    expect(complaints).toEqual([]);
  },
});

export { expect };

/** The form to sign in, for the site behind this address. */
export async function toSignIn(page: Page, url: string): Promise<void> {
  await findSite(page, url);
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
}

/** A title or text of the database as a person reads it. */
export const read = (stored: string | undefined): string => decode(stored ?? '');

/** Every source lies on the server's disk once, byte for byte, and nothing else does. */
export async function expectExactly(site: WordPressSite, sources: readonly string[]): Promise<readonly StateVideo[]> {
  const { videos, unattached } = await site.state();
  expect(videos.map((video) => video.file?.sha256).sort()).toEqual(sources.map(sha256).sort());
  expect(unattached).toEqual([]);
  return videos;
}

const sizes = [
  [1280, 800],
  [900, 600],
] as const;

/**
 * Pictures of a message, for a person to judge and so only with CLIPFERRY_PICTURES=yes: light and dark, as the window opens and as
 * small as it gets. The details are opened where the window is small all the same.
 */
export async function picture({ running }: Desk, name: string, withDetails = false): Promise<void> {
  const isPictured = process.env.CLIPFERRY_PICTURES === 'yes';
  for (const [width, height] of sizes) {
    // Where the details lie over the list, they have to be asked for.
    const areAsked = withDetails && width < 1120;
    if (!isPictured && !areAsked) continue;
    await resize(running, width, height);
    if (areAsked) await running.page.getByRole('button', { name: 'Details', exact: true }).click();
    if (!isPictured) continue;
    for (const theme of ['light', 'dark'] as const) await screenshot(running, `wordpress-${name}-${width}`, theme);
  }
  await resize(running, ...sizes[0]);
}

async function resize({ app, page }: RunningApp, width: number, height: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.setContentSize(wanted.width, wanted.height),
    { width, height },
  );
  await page.waitForFunction((wanted) => window.innerWidth === wanted, width);
}
