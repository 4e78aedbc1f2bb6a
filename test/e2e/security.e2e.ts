// The running app against the security list: what the page is made of and what it may do (rows 1-6, 12, 18, 20, 26).
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { appUnderAttack } from './attack.ts';
import { realDrop } from './harness.ts';
import { expect, test } from './lent-app.ts';

const attack = appUnderAttack();

test('row 1: the page loads nothing but its own files', async () => {
  const urls: string[] = [];
  attack.running.page.on('request', (request) => urls.push(request.url()));
  await attack.running.page.reload();
  expect(urls.length).toBeGreaterThan(1);
  for (const url of urls) expect(url).toMatch(/^(app:\/\/main\/|blob:app:\/\/main\/|data:)/);
});

test('row 7: the app itself keeps to its policy', async () => {
  const complaints: string[] = [];
  attack.running.page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  attack.running.page.on('pageerror', (error) => complaints.push(error.message));
  await attack.running.page.reload();
  await expect(attack.running.page.getByRole('main')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('rows 2, 3, 20: the page has no Node and no Electron, only the frozen bridge', async () => {
  const seen = await attack.running.page.evaluate(() => {
    const globals = [
      'require',
      'module',
      'exports',
      'process',
      'Buffer',
      'global',
      '__dirname',
      'electron',
      'ipcRenderer',
    ];
    const bridge: object = Reflect.get(window, 'clipferry') as object;
    const property = Object.getOwnPropertyDescriptor(window, 'clipferry');
    return {
      globals: globals.filter((name) => Reflect.has(window, name)),
      keys: Object.keys(bridge).sort(),
      types: Object.values(bridge).map((value) => typeof value),
      frozen: Object.isFrozen(bridge),
      replaced: Reflect.set(window, 'clipferry', {}) || Reflect.deleteProperty(window, 'clipferry'),
      changed: Reflect.set(bridge, 'request', 1),
      writable: property?.writable ?? false,
      configurable: property?.configurable ?? false,
    };
  });
  expect(seen).toEqual({
    globals: [],
    keys: ['addFiles', 'on', 'request'],
    types: ['function', 'function', 'function'],
    frozen: true,
    replaced: false,
    changed: false,
    writable: false,
    configurable: false,
  });
});

test('rows 2, 3, 4, 6, 8, 9, 10, 12: every window has the safe settings', async () => {
  const all = await attack.running.app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      const read = Reflect.get(contents, 'getLastWebPreferences') as () => Record<string, unknown>;
      return read.call(contents);
    }),
  );
  expect(all).toHaveLength(1);
  for (const preferences of all) {
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    });
    expect(preferences.enableBlinkFeatures ?? '').toBe('');
  }
});

test('row 1: no dictionaries are fetched from anywhere', async () => {
  const isOn = await attack.running.app.evaluate(({ session }) => session.defaultSession.isSpellCheckerEnabled());
  expect(isOn).toBe(process.platform === 'darwin');
});

test('row 4: the process of the page really is in a sandbox', async () => {
  test.skip(process.platform !== 'linux', 'read from /proc');
  const pid = await attack.running.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  expect(status).toMatch(/^Seccomp:\s+2$/m);
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
  expect(commandLine).not.toContain('--no-sandbox');
});

test('row 5: every permission is refused', async () => {
  const answers = await attack.running.page.evaluate(async () => {
    const name = (error: unknown): string => (error instanceof Error ? error.name : String(error));
    const failure = (promise: Promise<unknown> | undefined): Promise<string> =>
      promise === undefined ? Promise.resolve('absent') : promise.then(() => 'allowed', name);
    const states = await Promise.all(
      ['geolocation', 'camera', 'microphone', 'notifications', 'clipboard-read', 'midi', 'persistent-storage'].map(
        async (permission) =>
          navigator.permissions.query({ name: permission as PermissionName }).then(
            (status) => status.state,
            () => 'unknown',
          ),
      ),
    );
    return {
      states: [...new Set(states)],
      camera: await failure(navigator.mediaDevices.getUserMedia({ video: true })),
      screen: await failure(navigator.mediaDevices.getDisplayMedia({ video: true })),
      place: await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('allowed'),
          (error) => resolve(error.code),
        ),
      ),
      notify: await Notification.requestPermission(),
      clipboard: await failure(navigator.clipboard.readText()),
      music: await failure(navigator.requestMIDIAccess()),
      devices: await Promise.all(
        ['hid', 'usb', 'serial'].map(async (kind) => {
          const api = Reflect.get(navigator, kind) as
            | { getDevices?: () => Promise<unknown[]>; getPorts?: () => Promise<unknown[]> }
            | undefined;
          return (await (api?.getDevices?.() ?? api?.getPorts?.()))?.length ?? 0;
        }),
      ),
    };
  });
  expect(answers.states).toEqual(['denied']);
  expect(answers.camera).toBe('NotAllowedError');
  expect(answers.screen).toBe('NotAllowedError');
  expect(answers.place).toBe(1);
  expect(answers.notify).toBe('denied');
  expect(answers.clipboard).toBe('NotAllowedError');
  expect(answers.music).toBe('NotAllowedError');
  expect(answers.devices).toEqual([0, 0, 0]);
});

test('row 12: a webview is only an unknown element, and cannot be attached even where it is known', async () => {
  const inPage = await attack.running.page.evaluate(() => {
    const view = document.createElement('webview');
    document.body.append(view);
    return Reflect.has(view, 'getWebContentsId');
  });
  expect(inPage).toBe(false);
  const prevented = await attack.running.app.evaluate(async ({ BrowserWindow, webContents }) => {
    const window = new BrowserWindow({ show: false, webPreferences: { webviewTag: true, sandbox: true } });
    const asked = new Promise<boolean>((resolve) => {
      window.webContents.on('will-attach-webview', (event) => resolve(event.defaultPrevented));
    });
    await window.loadURL('data:text/html,<webview src="data:text/html,x"></webview>');
    const result = await asked;
    const guests = webContents.getAllWebContents().filter((contents) => contents.getType() === 'webview').length;
    window.destroy();
    return { prevented: result, guests };
  });
  expect(prevented).toEqual({ prevented: true, guests: 0 });
});

test('row 18: app:// serves its table of files and nothing beside it', async () => {
  const outcome = await attack.running.app.evaluate(async ({ net }) => {
    const paths = [
      'main/',
      'main/..%2f..%2fpackage.json',
      'main/%2e%2e/%2e%2e/package.json',
      'main/..%5c..%5cpackage.json',
      'main/..\\..\\package.json',
      'main//etc/passwd',
      'main/%2fetc%2fpasswd',
      'main/index.html%00',
      'main/index.html%00.js',
      'main/INDEX.HTML',
      'main/assets/',
      'main/clip/',
      'main/clip/unknown',
      'main/clip/..%2f..%2findex.html',
      'main/clip/a/b',
      'other/index.html',
      'main.evil/index.html',
      'user:pass@main/clip/unknown',
    ];
    const statuses = await Promise.all(
      paths.map(async (path) =>
        net.fetch(`app://${path}`).then(
          (response) => response.status,
          () => 404,
        ),
      ),
    );
    const page = await net.fetch('app://main/index.html');
    const posted = await net.fetch('app://main/index.html', { method: 'POST', body: 'x' });
    return {
      served: paths.filter((_path, index) => statuses[index] !== 404),
      page: page.status,
      sniff: page.headers.get('X-Content-Type-Options'),
      posted: posted.status,
    };
  });
  expect(outcome).toEqual({ served: [], page: 200, sniff: 'nosniff', posted: 404 });
});

test.describe('row 26: the page names files only by what the user gave it', () => {
  let folder: string;
  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-drop-'));
    await writeFile(path.join(folder, 'foreign.html'), '<h1>foreign</h1>');
  });
  test.afterAll(() => rm(folder, { recursive: true }));

  test('a file that the page made up has no path', async () => {
    const answer = await attack.running.page.evaluate(async () => {
      const file = new File(['x'], '/etc/passwd');
      const bridge = Reflect.get(window, 'clipferry') as {
        addFiles(files: File[], accountId: string): Promise<unknown>;
      };
      return bridge.addFiles([file], 'a1').then(
        () => 'added',
        (error: Error) => error.message,
      );
    });
    expect(answer).toBe('no-files');
  });

  test('a page dropped on the window is not opened by it, and its real path reaches only the preload', async () => {
    await attack.running.page.evaluate(() => {
      const take = (event: DragEvent): void => {
        event.preventDefault();
        event.stopPropagation();
      };
      const taken = new Promise((resolve) => {
        const drop = (event: DragEvent): void => {
          take(event);
          resolve([...(event.dataTransfer?.files ?? [])].map((file) => ({ ...file })));
        };
        window.addEventListener('dragover', take, { capture: true });
        window.addEventListener('drop', drop, { capture: true, once: true });
      });
      Reflect.set(window, 'takenDrop', taken);
    });
    await realDrop(attack.running.page, [path.join(folder, 'foreign.html')]);
    expect(await attack.running.page.evaluate(() => Reflect.get(window, 'takenDrop') as Promise<unknown>)).toEqual([
      {},
    ]);
    expect(await attack.running.page.evaluate(() => document.title)).toBe('Clipferry');
  });
});
