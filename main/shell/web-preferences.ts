// What the page may do at all, setting by setting; pure, so that a test reads the same list as the window.
import type { WebPreferences } from 'electron';

interface RunnerContext {
  /** Path of the built preload. */
  readonly preload: string;
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
}

/** Rows 2 to 4, 6, 8 to 10, 12, 13 and 27 of the security list; spelled out also where Electron's default is the same. */
export function webPreferences({ preload, isPackaged, platform }: RunnerContext): WebPreferences {
  return {
    preload,
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
    devTools: !isPackaged,
    // Elsewhere Chromium fetches its dictionaries from the internet, past our request filter.
    spellcheck: platform === 'darwin',
  };
}
