// Uses the app past its screens, through the bridge that they use too: for tests of what lies behind them.
import { randomFillSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type {
  AccountView,
  AddResult,
  Bridge,
  JobRow,
  RequestInput,
  RequestName,
  RequestOutput,
} from '../../preload/contract.ts';
import type { PracticeSite } from '../site/start.ts';
import { projectRoot, type RunningApp, realDrop } from './harness.ts';

/** One request of the contract, as the page would make it. */
export function ask<N extends RequestName>(page: Page, name: N, ...input: RequestInput<N>): Promise<RequestOutput<N>> {
  return page.evaluate(
    ([request, args]) => (Reflect.get(window, 'clipferry') as Bridge).request(request, ...(args as never)),
    [name, input] as const,
  ) as Promise<RequestOutput<N>>;
}

/** Connects by address and signs in over HTTP with the application password. */
export async function connectBehind(page: Page, site: PracticeSite, login = 'ava'): Promise<AccountView> {
  const found = await ask(page, 'site.find', site.url);
  if (!found.ok) throw new Error(`The site was not found: ${found.failure.problem}`);
  const password = site.signIn(login).appPassword;
  const signedIn = await ask(page, 'account.signIn', {
    offer: found.value.offer,
    with: { kind: 'application-password', login, password },
  });
  if (!signedIn.ok) throw new Error(`Signing in failed: ${signedIn.failure.problem}`);
  return signedIn.value;
}

/** A real drop, handed to the account whatever screen is open. */
export async function dropBehind(page: Page, files: readonly string[], accountId: string): Promise<AddResult> {
  await page.evaluate((account) => {
    const take = (event: DragEvent): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    const added = new Promise((resolve, reject) => {
      const drop = (event: DragEvent): void => {
        take(event);
        window.removeEventListener('dragover', take, { capture: true });
        const bridge = Reflect.get(window, 'clipferry') as Bridge;
        bridge.addFiles([...(event.dataTransfer?.files ?? [])], account).then(resolve, reject);
      };
      window.addEventListener('dragover', take, { capture: true });
      window.addEventListener('drop', drop, { capture: true, once: true });
    });
    Reflect.set(window, 'addedBehind', added);
  }, accountId);
  await realDrop(page, files);
  return page.evaluate(() => Reflect.get(window, 'addedBehind') as Promise<AddResult>);
}

/** All jobs, in the queue's order. */
export async function jobs(page: Page): Promise<readonly JobRow[]> {
  const all: JobRow[] = [];
  for (;;) {
    const { rows, total } = await ask(page, 'queue.view', {
      filter: 'all',
      sort: 'queue',
      offset: all.length,
      limit: 200,
    });
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}

export const states = async (page: Page): Promise<readonly string[]> => (await jobs(page)).map((job) => job.state.kind);

export async function account(page: Page): Promise<AccountView | null> {
  return (await ask(page, 'app.state')).sites[0]?.accounts[0] ?? null;
}

/**
 * Writes a playable clip of about `megabytes` into `file`: small ones fit into the network's buffers, so that all their
 * bytes have left before anybody could look. The filling is an MP4 box of its own that players skip.
 */
export async function writeBigClip(file: string, megabytes: number): Promise<void> {
  // Not empty at its end: that would look like a file which is still being written.
  const filling = Buffer.alloc(megabytes * 1024 * 1024, 1);
  filling.writeUInt32BE(filling.length, 0);
  filling.write('free', 4, 'latin1');
  // No two alike: the same bytes under another name are the same clip.
  randomFillSync(filling, 8, 16);
  await writeFile(file, Buffer.concat([await readFile(path.join(projectRoot, 'test/fixtures/C0001.mp4')), filling]));
}

/** Answers the question where to. */
export const answerSave = ({ app }: RunningApp, filePath: string): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
  }, filePath);

/** Answers the question which file; null = closes it. */
export const answerOpen = ({ app }: RunningApp, filePath: string | null): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] });
  }, filePath);
