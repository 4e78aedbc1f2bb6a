// The entry: the app's flags, one instance, and its window as early as the system allows; the engine is read while the page loads.
import path from 'node:path';
import process from 'node:process';
import { app, type BrowserWindow, nativeTheme, safeStorage, session } from 'electron';
import { databaseName } from './adapters/database/names.ts';
import { lockProfile } from './adapters/database/profile-lock.ts';
import { endProcess } from './adapters/end-process.ts';
import { diskFiles } from './adapters/files.ts';
import { versionArgument, versionLine } from './adapters/updates/version-words.ts';
import { StoreError } from './ports.ts';
import { serveClip } from './shell/clip-stream.ts';
import { endFailedStart } from './shell/failed-start.ts';
import { tellFirstHiding } from './shell/first-hiding.ts';
import { openDoor } from './shell/ipc.ts';
import { prepareLeaving } from './shell/leaving.ts';
import { lockDown, refuseDebuggers } from './shell/lockdown.ts';
import { createLogger, logFile } from './shell/logger.ts';
import { createLoginItem } from './shell/login-item.ts';
import { setMenu } from './shell/menu.ts';
import { createNotifier } from './shell/notifier.ts';
import { choosePage } from './shell/page.ts';
import { registerAppScheme, serveApp } from './shell/protocol.ts';
import { createProxies } from './shell/proxies.ts';
import { type Refusal, refusalUrl, showRefusal } from './shell/refusal.ts';
import { sayVersion } from './shell/say-version.ts';
import { tellScreenReaders } from './shell/screen-reader.ts';
import { createSecrets } from './shell/secrets.ts';
import { createSettings, openCiphertexts, openSettings } from './shell/settings.ts';
import { prepareStarts, type Starts } from './shell/starts.ts';
import { followInTaskbar } from './shell/taskbar.ts';
import { showTray } from './shell/tray.ts';
import { keepCertificateChecks } from './shell/trust.ts';
import { createWindow, reveal } from './shell/window.ts';
import type { Uploader } from './uploader-api.ts';

// Built, this file lies in out/main/.
const built = (...parts: string[]): string => path.join(import.meta.dirname, '..', ...parts);
const trayIcon = built('..', 'assets', process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png');
const inUserData = (name: string): string => path.join(app.getPath('userData'), name);

const logs = inUserData('logs');
const logger = createLogger(logs, !app.isPackaged);
const leaving = prepareLeaving(logger);
let window: BrowserWindow | null = null;
/** Why this start must not go on. */
let refused: Refusal | null = null;

async function start(starts: Starts): Promise<void> {
  const page = choosePage(app.isPackaged, process.env.ELECTRON_RENDERER_URL);
  logger.info('start', { version: app.getVersion(), electron: process.versions.electron, platform: process.platform });
  keepCertificateChecks(process.env, logger);
  // The name under which the installer registered the app; without it Windows shows no notifications.
  if (process.platform === 'win32') app.setAppUserModelId('app.clipferry.desktop');
  lockDown(page, logger);
  tellScreenReaders();

  const kept = openSettings();
  const database = inUserData(databaseName);
  const settings = createSettings({
    file: kept,
    loginItem: createLoginItem(logger),
    places: { data: database, log: path.join(logs, logFile) },
  });
  nativeTheme.themeSource = settings.values().appearance;
  settings.onChange((values) => {
    nativeTheme.themeSource = values.appearance;
  });
  const engine = Promise.withResolvers<Uploader>();
  const act: Uploader['command'] = (command) => {
    if (window) reveal(window);
    void engine.promise.then((ready) => ready.command(command));
  };
  const notifier = createNotifier({ window: () => window, settings, follow: act });

  await serveApp({
    rendererFolder: built('renderer'),
    clip: async (jobId, ask) => {
      const clip = (await engine.promise).clip(jobId);
      return clip && serveClip(diskFiles, clip, ask);
    },
    picture: async (accountId, mediaId) => (await engine.promise).picture(accountId, mediaId),
    devOrigin: page.devOrigin,
    logger,
  });
  const shown = createWindow({
    url: () => (refused === null ? page.url : refusalUrl(page, refused)),
    preload: built('preload', 'index.cjs'),
    settings: kept,
    logger,
    leaving: leaving.now,
    closing: () => (refused === null ? 'hides' : 'ends'),
    onHidden: () => tellFirstHiding({ store: kept.store, settings, notifier }),
    hidden: starts.hidden,
    answered: engine.promise,
  });
  window = shown;
  openDoor({
    window: shown,
    origin: page.origin,
    uploader: engine.promise,
    logger,
    closed: leaving.stopping,
    onReady: () => void engine.promise.then(onPageReady),
  });

  lockProfile(app.getPath('userData'));
  // From here on the page loads in a process of its own and the keyring opens, while this one reads the engine.
  const secrets = createSecrets({ keyring: safeStorage, store: openCiphertexts(), platform: process.platform, logger });
  const { assemble } = await import('./assembly.ts');
  const about = { name: app.getName(), version: app.getVersion(), isPackaged: app.isPackaged };
  const proxies = createProxies(session.defaultSession);
  const places = { profile: app.getPath('userData'), database, logs, updates: inUserData('updates') };
  const uploader = await assemble({
    ...places,
    app: about,
    proxies,
    secrets,
    window: shown,
    settings,
    notifier,
    leaving,
    logger,
  });
  engine.resolve(uploader);
  setMenu({ uploader, act, logger });
  showTray({ icon: trayIcon, uploader, open: () => reveal(shown), logger });
  followInTaskbar(uploader, shown);
  leaving.guard(uploader, shown, async () => uploader.updates?.leave());
  starts.begin(uploader, shown);
}

/** The page has asked its first question: this Clipferry runs. */
function onPageReady(uploader: Uploader): void {
  uploader.updates?.begin().catch((error: unknown) => logger.error('updates could not begin', { error }));
  endSmokeRun();
}

/** For the packaging check: proves that page, bridge and engine of this build work together, then goes. */
function endSmokeRun(): void {
  if (process.env.CLIPFERRY_SMOKE !== '1') return;
  process.stdout.write('clipferry: window ready\n', () => app.quit());
}

/** What has an answer is told in the window; the rest in a box of the system's. */
async function explain(error: unknown): Promise<void> {
  const problem = error instanceof StoreError ? error.problem : null;
  if (window === null || (problem !== 'newer' && problem !== 'in-use')) throw error;
  logger.warn('the list is not opened', { problem });
  refused = problem;
  await showRefusal(window, refusalUrl(choosePage(app.isPackaged, process.env.ELECTRON_RENDERER_URL), problem), logger);
}

function failToStart(error: unknown): void {
  logger.error('the app could not start', { error });
  endFailedStart(error, logs);
}

// The queue on disk is true at every moment, so going on is safer than vanishing in the middle of an upload.
process.on('uncaughtException', (error) => logger.error('uncaught exception', { error }));
process.on('unhandledRejection', (reason) => logger.error('unhandled rejection', { error: reason }));

app.enableSandbox();
refuseDebuggers();
if (process.argv.includes(versionArgument)) sayVersion(versionLine(app.getVersion()));
else if (app.requestSingleInstanceLock()) {
  registerAppScheme();
  const starts = prepareStarts(logger);
  // Closing the window keeps queue and folders running.
  app.on('window-all-closed', () => undefined);
  app.on('quit', () => endProcess(diskFiles));
  app
    .whenReady()
    .then(() => start(starts).catch(explain))
    .catch(failToStart);
} else {
  app.quit();
}
