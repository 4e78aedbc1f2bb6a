// Every setting of the window as users get it, and the one that developers get beside.
import { expect, test } from 'vitest';
import { webPreferences } from '../../../main/shell/web-preferences.ts';

const shipped = {
  preload: '/app/preload.cjs',
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  devTools: false,
  spellcheck: false,
};

test('a packaged app has exactly these', () => {
  const parts = { preload: '/app/preload.cjs', isPackaged: true };
  expect(webPreferences({ ...parts, platform: 'linux' })).toEqual(shipped);
  expect(webPreferences({ ...parts, platform: 'win32' })).toEqual(shipped);
  // The system's own dictionaries.
  expect(webPreferences({ ...parts, platform: 'darwin' })).toEqual({ ...shipped, spellcheck: true });
});

test('while developing there are the tools, and nothing else is different', () => {
  const developing = webPreferences({ preload: '/app/preload.cjs', isPackaged: false, platform: 'linux' });
  expect(developing).toEqual({ ...shipped, devTools: true });
});
