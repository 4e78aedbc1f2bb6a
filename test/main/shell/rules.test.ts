// Rules of the shell that hold for every line of source: each dangerous name is used in its one file, or nowhere (rows 6-11, 15, 17, 18, 31).
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const sources = ['main', 'preload', 'renderer'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|html|css)$/.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
);

/** Code without its comments, which may name what the code must not use. */
function codeOf(file: string): string {
  const text = readFileSync(path.join(root, file), 'utf8');
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

const filesWith = (pattern: RegExp): string[] => sources.filter((file) => pattern.test(codeOf(file)));

test('there is something to look at', () => {
  expect(sources.length).toBeGreaterThan(30);
  expect(filesWith(/contextBridge\.exposeInMainWorld/)).toEqual(['preload/index.ts']);
});

describe('each of these is used in one file only', () => {
  test.each([
    ['ipcMain', 'main/shell/ipc.ts'],
    ['ipcRenderer', 'preload/index.ts'],
    ['webUtils', 'preload/index.ts'],
    ['shell\\.(openExternal|showItemInFolder|openPath)', 'main/shell/desktop.ts'],
    ['showOpenDialog|showSaveDialog', 'main/shell/desktop.ts'],
    ['new BrowserWindow', 'main/shell/window.ts'],
    ['loadURL', 'main/shell/window.ts'],
    ['registerSchemesAsPrivileged|protocol\\.handle', 'main/shell/protocol.ts'],
    [
      'setWindowOpenHandler|setPermissionRequestHandler|setPermissionCheckHandler|onBeforeRequest',
      'main/shell/lockdown.ts',
    ],
    ['setDefaultCACertificates', 'main/shell/trust.ts'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', 'main/shell/trust.ts'],
    ['rejectUnauthorized', 'main/adapters/http.ts'],
    // Chromium's network, whose checks Chromium's own switches can take away, serves the page in development and nothing else.
    ['net\\.(fetch|request)|ClientRequest', 'main/shell/protocol.ts'],
    ['window\\.clipferry', 'renderer/bridge.ts'],
  ])('%s', (name, file) => expect(filesWith(new RegExp(`\\b(${name})\\b`))).toEqual([file]));
});

describe('these are used nowhere', () => {
  test.each([
    'loadFile',
    'file://',
    'setUsePlainTextEncryption',
    'encryptString\\(',
    'decryptString\\(',
    'rejectUnauthorized(?!: true\\b)',
    // Other ways to the net than main/adapters/http.ts.
    "from 'node:https?'",
    '(?<![\\w.])fetch\\(',
    'XMLHttpRequest|WebSocket|EventSource',
    'certificate-error',
    'ignore-certificate-errors',
    'no-sandbox',
    'bypassCSP',
    'corsEnabled',
    'allowServiceWorkers',
    'enableBlinkFeatures',
    'unsafe-inline',
    'unsafe-eval',
    'dangerouslySetInnerHTML',
    'innerHTML',
    'insertAdjacentHTML',
    '<webview',
    'sendSync',
    'crashReporter',
    'electron-log/main',
    "from 'electron-log'",
  ])('%s', (text) => expect(filesWith(new RegExp(text))).toEqual([]));
});

describe('what depends on packaging asks Electron itself, so that no setting of a user changes it', () => {
  test.each([
    ['main/shell/window.ts', 'webPreferences({ preload, isPackaged: app.isPackaged, platform: process.platform })'],
    ['main/shell/lockdown.ts', 'if (!app.isPackaged) return;'],
    ['main/shell/lockdown.ts', 'const devTools = !app.isPackaged;'],
    ['main/index.ts', 'choosePage(app.isPackaged, process.env.ELECTRON_RENDERER_URL)'],
  ])('%s: %s', (file, text) => expect(codeOf(file)).toContain(text));
});

test('an address reaches the system only through the allow-list', () => {
  const code = sources.map(codeOf).join('\n');
  const calls = [...code.matchAll(/\.openExternal\(([^)]*\)?)/g)].map(([, argument]) => argument);
  expect(calls).toEqual(['webAddress(url)']);
});

test('electron is imported only by the shell, the entry and the preload', () => {
  const importers = filesWith(/from 'electron(-store|-log\/node)?'/);
  expect(importers.filter((file) => !/^main\/(shell\/|index\.ts$)|^preload\/index\.ts$/.test(file))).toEqual([]);
});
