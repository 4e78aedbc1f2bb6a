// The app for Windows as it runs under Wine: started, driven over the protocol of developer tools, and ended like by a power cut.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type FreshRoot, home } from '../package/prove/fresh-root.ts';

/** Wine on a busy machine takes its time to start. */
const patienceMs = 120_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** Resolves to the first value of `ask` that is one; rejects with `what` when none comes in time. */
async function untilThere<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`${what}: not within ${patienceMs / 1_000} s`);
    await pause(200);
  }
}

export class WindowsApp {
  private readonly root: FreshRoot;
  private browser: Browser | null = null;
  private page: Page | null = null;

  constructor(root: FreshRoot) {
    this.root = root;
  }

  /** Its window, once it has a page. What it prints is in the home of its person. */
  async start(): Promise<Page> {
    const port = await freePort();
    const args = ['Z:/mnt/app', '--user-data-dir=C:/profile', `--remote-debugging-port=${port}`].join(' ');
    const command = `exec wine Z:/mnt/electron/electron.exe ${args} </dev/null >>${home}/app.out 2>>${home}/app.err`;
    this.root.startAsUser(['env', 'WINEDEBUG=-all', 'sh', '-c', command]);
    const browser = await untilThere('developer tools answer', () =>
      chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => undefined),
    );
    this.browser = browser;
    this.page = await untilThere(
      'the app has a page',
      async () => browser.contexts().flatMap((context) => context.pages())[0],
    );
    return this.page;
  }

  /** All of its processes, or that of the engine and the window alone. */
  private pids(onlyMain: boolean): readonly number[] {
    return this.root.processes().filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        return /electron\.exe/.test(line.split('\0')[0] ?? '') && !(onlyMain && line.includes('--type='));
      } catch {
        // It has ended.
        return false;
      }
    });
  }

  /** As a power cut, or the task manager. Resolves when nothing of it runs any more. */
  async kill(): Promise<void> {
    const main = this.pids(true);
    if (main.length === 0) throw new Error('the app does not run');
    for (const pid of main) process.kill(pid, 'SIGKILL');
    await this.browser?.close().catch(() => undefined);
    await untilThere('the app has ended', async () => (this.pids(false).length === 0 ? true : undefined));
  }

  /** The words in its window and the end of what it said, for who has to find out why a step failed. */
  async said(): Promise<string> {
    const words = await this.page?.locator('body').innerText().catch(String);
    const { text } = await this.root.run('sh', '-c', `tail -n 40 ${home}/app.out ${home}/app.err | grep -v ALSA`);
    return `${words}\n\n${text}`;
  }
}
