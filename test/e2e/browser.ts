// The user's own browser, as far as a test needs it: what the app asked the system to open, and a person who says yes or no.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { launchChromium } from './chromium.ts';

export interface StandInBrowser {
  /** For the app's environment: the system's own way to open an address leads here. */
  readonly env: Readonly<Record<string, string>>;
  /** Addresses that the app asked the system to open, in order. */
  opened(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** Stands in for `xdg-open`, which a desktop has on PATH; `xdg-settings` would change the desktop's settings. */
export async function standInBrowser(): Promise<StandInBrowser> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-browser-'));
  const list = path.join(folder, 'opened');
  await writeFile(list, '');
  for (const [name, script] of [
    ['xdg-open', `printf '%s\\n' "$1" >> '${list}'`],
    ['xdg-settings', 'exit 0'],
  ] as const) {
    const file = path.join(folder, name);
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
  }
  return {
    env: { PATH: `${folder}${path.delimiter}${process.env.PATH ?? ''}` },
    opened: async () => (await readFile(list, 'utf8')).split('\n').filter((line) => line !== ''),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

let chromium: Promise<Browser> | null = null;

/** Ends the browser that answers pages. */
export async function closeBrowser(): Promise<void> {
  await (await chromium)?.close();
  chromium = null;
}

/** A person signs in to the site in a real browser and answers its page; gives the link that the browser then opens. */
export async function answerPage(
  url: string,
  person: { readonly login: string; readonly password: string },
  answer: 'approve' | 'reject',
): Promise<string> {
  chromium ??= launchChromium();
  // Without the cookies and the sign-in of the answer before.
  const context = await (await chromium).newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.getByLabel('Username or Email Address').fill(person.login);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('heading', { name: 'Authorize Application' }).waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Page.enable');
    const left = new Promise<string>((resolve) => {
      session.on('Page.frameRequestedNavigation', ({ url: to }) => {
        if (!/^https?:/.test(to)) resolve(to);
      });
    });
    await page
      .getByRole('button', { name: answer === 'approve' ? /^Yes, I approve/ : /^No, I do not approve/ })
      .click();
    return await left;
  } finally {
    await context.close();
  }
}
