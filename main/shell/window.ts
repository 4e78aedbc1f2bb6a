// The one window: sandboxed, remembers its place, appears only when painted, and on closing only hides.
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import type { Logger } from '../ports.ts';
import type { Page } from './page.ts';
import type { SettingsStore, WindowBounds } from './settings.ts';

const smallest = { width: 900, height: 600 };
const usual = { width: 1280, height: 800 };

/** The page's own ground (renderer/styles/tokens.css), so that nothing flashes before its first frame. */
const background = (): string => (nativeTheme.shouldUseDarkColors ? '#1b1f21' : '#ffffff');

/** A remembered place counts only while some screen still shows a fair part of it. */
function isVisible(bounds: WindowBounds): boolean {
  const { workArea } = screen.getDisplayMatching(bounds);
  const width = Math.min(bounds.x + bounds.width, workArea.x + workArea.width) - Math.max(bounds.x, workArea.x);
  const height = Math.min(bounds.y + bounds.height, workArea.y + workArea.height) - Math.max(bounds.y, workArea.y);
  return width >= 200 && height >= 200;
}

interface Parts {
  readonly page: Page;
  readonly preload: string;
  readonly settings: SettingsStore;
  readonly logger: Logger;
  /** True while the app is on its way out: then closing really closes. */
  readonly leaving: () => boolean;
  /** Started with the computer: the window waits until somebody asks for it. */
  readonly hidden: boolean;
}

export function createWindow({ page, preload, settings, logger, leaving, hidden }: Parts): BrowserWindow {
  const remembered = settings.get('window');
  const place = remembered !== null && isVisible(remembered) ? remembered : null;
  const window = new BrowserWindow({
    ...(place ?? usual),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: 'Clipferry',
    backgroundColor: background(),
    autoHideMenuBar: true,
    webPreferences: {
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
      // Middle clicks open windows by themselves otherwise.
      disableBlinkFeatures: 'Auxclick',
      devTools: !app.isPackaged,
      // Elsewhere Chromium fetches its dictionaries from the internet, past our request filter.
      spellcheck: process.platform === 'darwin',
    },
  });
  if (place?.maximized) window.maximize();

  const remember = (): void => {
    settings.set('window', { ...window.getNormalBounds(), maximized: window.isMaximized() });
  };
  const recolour = (): void => window.setBackgroundColor(background());
  nativeTheme.on('updated', recolour);
  window.on('closed', () => nativeTheme.off('updated', recolour));
  window.on('close', (event) => {
    remember();
    if (leaving()) return;
    event.preventDefault();
    window.hide();
  });
  if (!hidden) window.once('ready-to-show', () => window.show());
  keepAlive(window, logger);
  // Not awaited: the window is usable as an object at once, and a failed load is logged below.
  window.loadURL(page.url).catch((error: unknown) => logger.error('the page did not load', { error }));
  return window;
}

const reloadsPerMinute = 3;

/** A crashed page is loaded again: it only holds a copy, so nothing is lost. */
function keepAlive(window: BrowserWindow, logger: Logger): void {
  let reloads: number[] = [];
  window.webContents.on('render-process-gone', (_event, details) => {
    logger.error('the page crashed', { reason: details.reason, exitCode: details.exitCode });
    const now = performance.now();
    reloads = reloads.filter((at) => now - at < 60_000);
    if (details.reason === 'clean-exit' || reloads.length >= reloadsPerMinute) return;
    reloads.push(now);
    window.webContents.reload();
  });
  window.webContents.on('preload-error', (_event, _path, error) => logger.error('the bridge failed', { error }));
  window.on('unresponsive', () => logger.warn('the page does not respond'));
}

/** Brings the window back from the tray, the dock or behind others. */
export function reveal(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
