// The door between page and main, knocked at by strangers and with nonsense (rows 5 and 17, and requests where no policy of the page helps).
import path from 'node:path';
import { requestNames } from '../../preload/contract.ts';
import { appUnderAttack } from './attack.ts';
import { projectRoot } from './harness.ts';
import { expect, test } from './lent-app.ts';

const attack = appUnderAttack();

/** What the tests use of the bridge, untyped on purpose: a hostile page has no types. */
interface RawBridge {
  request(name: string, ...input: unknown[]): Promise<unknown>;
  on(name: string, listener: (event: unknown) => void): () => void;
}

const preload = path.join(projectRoot, 'out/preload/index.cjs');
const stranger = 'stranger';

for (const url of ['data:text/html,<p>stranger</p>', 'about:blank', 'app://main/index.html']) {
  test(`row 17: a stranger with our own preload at ${url} gets no answer from any channel`, async () => {
    const answers = await attack.running.app.evaluate(
      async ({ BrowserWindow }, { address, names, preload }) => {
        const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
        try {
          await window.loadURL(address);
          const code = `Promise.all(${JSON.stringify(names)}.map((name) =>
            clipferry.request(name).then(() => 'answered', (error) => error.message)))`;
          return (await window.webContents.executeJavaScript(code)) as string[];
        } finally {
          window.destroy();
        }
      },
      { address: url, names: Object.keys(requestNames), preload },
    );
    expect(answers).toHaveLength(Object.keys(requestNames).length);
    expect([...new Set(answers)]).toEqual([stranger]);
  });
}

test('row 17: frames inside the page have no bridge', async () => {
  const inner = await attack.running.page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const has = frame.contentWindow !== null && Reflect.has(frame.contentWindow, 'clipferry');
    frame.remove();
    return has;
  });
  expect(inner).toBe(false);
});

test('rows 1 and 5: a page without any policy, in a session of its own, reaches nothing either', async () => {
  const outcome = await attack.running.app.evaluate(async ({ BrowserWindow }, foreign) => {
    const window = new BrowserWindow({ show: false, webPreferences: { partition: 'stranger', sandbox: true } });
    try {
      await window.loadURL('data:text/html,<p>stranger</p>');
      const run = (code: string): Promise<unknown> => window.webContents.executeJavaScript(code, true);
      return {
        fetched: await run(`fetch(${JSON.stringify(foreign)}).then(() => 'ran', () => 'stopped')`),
        image: await run(
          `new Promise((resolve) => { const i = new Image(); i.onload = () => resolve('ran'); i.onerror = () => resolve('stopped'); i.src = ${JSON.stringify(`${foreign}image`)}; })`,
        ),
        opened: await run(`window.open(${JSON.stringify(foreign)}) === null`),
        notify: await run('Notification.permission'),
        file: await run(`fetch('file:///etc/passwd').then(() => 'ran', () => 'stopped')`),
      };
    } finally {
      window.destroy();
    }
  }, attack.canary.url);
  expect(outcome).toEqual({ fetched: 'stopped', image: 'stopped', opened: true, notify: 'denied', file: 'stopped' });
});

test('row 17: unknown names, foreign channels and bad arguments are refused in words', async () => {
  const outcome = await attack.running.page.evaluate(async () => {
    const bridge = Reflect.get(window, 'clipferry') as RawBridge;
    const ask = (name: string, ...input: unknown[]): Promise<string> =>
      bridge.request(name, ...input).then(
        () => 'answered',
        (error: Error) => error.message,
      );
    const listen = (name: string): string => {
      try {
        bridge.on(name, () => undefined);
        return 'listening';
      } catch (error) {
        return (error as Error).message;
      }
    };
    return {
      unknown: await Promise.all(
        ['nothing', 'queue.addPaths', 'electron-store-get-data', '__proto__', 'constructor', ''].map((name) =>
          ask(name),
        ),
      ),
      events: ['queue.addPaths', 'toString', '__proto__'].map(listen),
      bad: await Promise.all([
        ask('app.state', 'extra'),
        ask('queue.pause'),
        ask('queue.pause', 'true'),
        ask('site.open', { toString: 'x' }),
        ask('site.open', 'x'.repeat(65)),
        ask('queue.view', { filter: 'all', sort: 'queue', offset: 0, limit: 1e9 }),
        ask('queue.view', { filter: 'all', sort: 'queue', offset: 0, limit: 10, extra: true }),
        ask('account.signIn', { offer: 'o', with: { kind: 'token', token: ['x'], consentPlainHttp: false } }),
        ask('queue.act', { act: 'remove', target: { filter: 'everything' } }),
      ]),
    };
  });
  expect([...new Set(outcome.unknown)]).toEqual(['no-such-request']);
  expect([...new Set(outcome.events)]).toEqual(['no-such-request']);
  expect([...new Set(outcome.bad)]).toEqual(['not-understood']);
});

test('row 17: no channel is open beside those of the contract', async () => {
  const open = await attack.running.app.evaluate(({ ipcMain }) => ({
    // Electron's own, against crashes.
    listeners: ipcMain.eventNames().filter((name) => name !== 'error'),
    handlers: [...((Reflect.get(ipcMain, '_invokeHandlers') as Map<string, unknown> | undefined)?.keys() ?? [])],
  }));
  expect(open.listeners).toEqual([]);
  // Names in capitals are Electron's own, with checks of their own.
  const handlers = open.handlers.filter((name) => !/^[A-Z_]+$/.test(name));
  expect(handlers.toSorted()).toEqual([...Object.keys(requestNames), 'queue.addPaths'].toSorted());
});

test('row 17: after thousands of random requests the app still answers', async () => {
  const state = await attack.running.page.evaluate(async (names) => {
    const bridge = Reflect.get(window, 'clipferry') as RawBridge;
    // Small and repeatable, so that a failure can be had again.
    let seed = 4711;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const make = (depth: number): unknown => {
      const kinds: readonly (() => unknown)[] = [
        () => null,
        () => undefined,
        () => random(2) === 1,
        () => random(1_000_000) - 500_000,
        () => Number.NaN,
        () => 'x'.repeat(random(200)),
        () => new Uint8Array(random(50)),
        () => new Date(random(1_000_000)),
        () => new Map([['a', 1]]),
        () => (depth > 2 ? [] : Array.from({ length: random(4) }, () => make(depth + 1))),
        () => (depth > 2 ? {} : { ids: make(depth + 1), filter: make(depth + 1), __proto__: { polluted: 1 } }),
      ];
      return kinds[random(kinds.length)]?.();
    };
    // Dialogs would open for these two if the arguments happened to be right.
    const harmless = names.filter((name) => name !== 'queue.choose' && name !== 'site.openPasswordPage');
    for (let round = 0; round < 40; round += 1) {
      const asked = Array.from({ length: 50 }, () => {
        const input = Array.from({ length: 1 + random(3) }, () => make(0));
        return bridge.request(harmless[random(harmless.length)] ?? '', ...input).catch(() => undefined);
      });
      await Promise.all(asked);
    }
    return bridge.request('app.state');
  }, Object.keys(requestNames));
  expect(state).toMatchObject({ platform: 'linux' });
});
