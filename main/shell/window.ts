// The one window: sandboxed, remembers its place, appears only when painted, and on closing only hides.
import { app, BrowserWindow, type Details, dialog, nativeTheme, screen } from 'electron';
import { t } from '../../preload/text/text.ts';
import type { Logger } from '../ports.ts';
import { createPageLife, type PageLife } from './page-life.ts';
import { type SettingsFile, type WindowBounds, windowBounds } from './settings.ts';
import { webPreferences } from './web-preferences.ts';

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

interface WindowOptions {
  /** The address of the page: asked for whenever it is loaded. */
  readonly url: () => string;
  readonly preload: string;
  readonly settings: SettingsFile;
  readonly logger: Logger;
  /** True while the app is on its way out: then closing really closes. */
  readonly leaving: () => boolean;
  /** What closing the window does before: the queue goes on without it, or there is none. */
  readonly closing: () => 'hides' | 'ends';
  /** It was hidden in place of being closed. */
  readonly onHidden: () => void;
  /** Started with the computer: the window waits until somebody asks for it. */
  readonly hidden: boolean;
  /** It is not seen before: a page that nobody answers yet is worth nothing, and some starts are refused. */
  readonly answered: Promise<unknown>;
}

export function createWindow({
  url,
  preload,
  settings,
  logger,
  leaving,
  closing,
  onHidden,
  hidden,
  answered,
}: WindowOptions): BrowserWindow {
  const remembered = windowBounds(settings);
  const place = remembered !== null && isVisible(remembered) ? remembered : null;
  const window = new BrowserWindow({
    ...(place ?? usual),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: t('window.app'),
    backgroundColor: background(),
    autoHideMenuBar: true,
    webPreferences: webPreferences({ preload, isPackaged: app.isPackaged, platform: process.platform }),
  });
  if (place?.maximized) window.maximize();

  /** What cannot be written is not worth the window: a listener that throws would let it be closed (F-43). */
  const remember = (): void => {
    try {
      settings.store.set('window', { ...window.getNormalBounds(), maximized: window.isMaximized() });
    } catch (error) {
      logger.warn('the place of the window could not be kept', { error });
    }
  };
  const recolour = (): void => window.setBackgroundColor(background());
  nativeTheme.on('updated', recolour);
  window.on('closed', () => nativeTheme.off('updated', recolour));
  window.on('close', (event) => {
    remember();
    if (leaving() || closing() === 'ends') return;
    event.preventDefault();
    window.hide();
    onHidden();
  });
  if (!hidden) {
    const painted = new Promise<void>((resolve) => window.once('ready-to-show', resolve));
    Promise.all([painted, answered]).then(
      () => window.isDestroyed() || window.show(),
      () => {},
    );
  }
  const load = (): void => {
    // Not awaited: the window is usable as an object at once, and a failed load is logged below.
    window.loadURL(url()).catch((error: unknown) => logger.error('the page did not load', { error }));
  };
  surviveHelpers(window, logger);
  keepAlive({ window, load, leaving, logger, mayAsk: () => closing() === 'hides' });
  load();
  return window;
}

const lives = new WeakMap<BrowserWindow, PageLife>();

interface Kept extends Pick<WindowOptions, 'leaving' | 'logger'> {
  readonly window: BrowserWindow;
  readonly load: () => void;
  /** False where nothing goes on behind the window, of which the question speaks. */
  readonly mayAsk: () => boolean;
}

function keepAlive({ window, load, leaving, logger, mayAsk }: Kept): void {
  const contents = window.webContents;
  const life = createPageLife({
    over: () => leaving() || window.isDestroyed(),
    seen: () => mayAsk() && window.isVisible() && !window.isMinimized(),
    load,
    end: () => contents.forcefullyCrashRenderer(),
    hide: () => window.hide(),
    ask: async ({ message, detail, buttons }, signal) => {
      const options = {
        type: 'warning' as const,
        message,
        detail,
        buttons: [...buttons],
        defaultId: 0,
        cancelId: 1,
        signal,
      };
      // With a parent: without one macOS holds up the whole app until the question is answered.
      return (await dialog.showMessageBox(window, options)).response === 0;
    },
    later: (call, ms) => void setTimeout(call, ms),
    now: () => performance.now(),
    logger,
  });
  lives.set(window, life);
  contents.on('render-process-gone', (_event, { reason, exitCode }) => life.gone(reason, exitCode));
  contents.on('preload-error', (_event, _path, error) => logger.error('the bridge failed', { error }));
  window.on('unresponsive', life.hangs);
  window.on('responsive', life.answers);
  // Also a click in the taskbar or the system's own list of windows.
  window.on('show', life.wanted);
  window.on('restore', life.wanted);
  window.on('closed', life.closed);
}

/** From the third crash on Chromium has fallen back from the graphics card to drawing by itself. */
const graphicsCrashes = 3;

/**
 * Chromium starts its helpers (graphics, network) again by itself. But when the one for graphics crashed a few times more in spite of
 * the fallback, it would end the whole app; a queue needs no graphics. Seen on Electron 42: the sixth crash.
 */
function surviveHelpers(window: BrowserWindow, logger: Logger): void {
  let crashes = 0;
  const gone = (_event: unknown, { type, serviceName, reason, exitCode }: Details): void => {
    logger.error('a process of the app is gone', { type, serviceName, reason, exitCode });
    if (type === 'GPU') crashes += 1;
    if (crashes === graphicsCrashes + 1) app.commandLine.appendSwitch('disable-gpu-process-crash-limit');
  };
  app.on('child-process-gone', gone);
  window.on('closed', () => app.off('child-process-gone', gone));
}

/** Shows the page as it is at `url`, which may be another place of the one that is there: by itself it would stay as it is. */
export async function showAnew(window: BrowserWindow, url: string, logger: Logger): Promise<void> {
  await window.loadURL(url).catch((error: unknown) => logger.error('the page did not load', { error }));
  window.webContents.once('did-finish-load', () => window.show());
  window.webContents.reload();
}

/** Brings the window back from the tray, the dock or behind others. */
export function reveal(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  lives.get(window)?.wanted();
}
