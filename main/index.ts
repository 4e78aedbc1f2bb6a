// The entry: sets the app up step by step, and hands the real adapters to the uploader.
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { app, type BrowserWindow, nativeTheme, safeStorage, session } from 'electron';
import { systemClock } from './adapters/clock.ts';
import { checkOnce, keepCopies } from './adapters/database/keeper.ts';
import { databaseName } from './adapters/database/names.ts';
import { openStore } from './adapters/database/open-store.ts';
import { lockProfile } from './adapters/database/profile-lock.ts';
import { endProcess } from './adapters/end-process.ts';
import { diskFiles } from './adapters/files.ts';
import { workerClaims } from './adapters/folder-claims.ts';
import { sharedBuffers, workerHasher } from './adapters/hasher.ts';
import { undiciHttp } from './adapters/http.ts';
import { lsofWriters } from './adapters/lsof-writers.ts';
import { readMachine } from './adapters/machine.ts';
import { openZip } from './adapters/open-zip.ts';
import { systemRandom } from './adapters/random.ts';
import { readWhole } from './adapters/read-whole.ts';
import { saveText } from './adapters/save-whole.ts';
import { saveZip } from './adapters/save-zip.ts';
import { versionArgument, versionLine } from './adapters/updates/version-words.ts';
import { systemWatcher } from './adapters/watcher.ts';
import { workerWriters } from './adapters/writers.ts';
import { type Sql, StoreError } from './ports.ts';
import { migrate, migrations } from './schema.ts';
import { serveClip } from './shell/clip-stream.ts';
import { askForFile, askForPlace, createDesktop } from './shell/desktop.ts';
import { endFailedStart } from './shell/failed-start.ts';
import { tellFirstHiding } from './shell/first-hiding.ts';
import { openDoor } from './shell/ipc.ts';
import { prepareLeaving } from './shell/leaving.ts';
import { lockDown, refuseDebuggers } from './shell/lockdown.ts';
import { createLogger, logFile } from './shell/logger.ts';
import { createLoginItem } from './shell/login-item.ts';
import { setMenu } from './shell/menu.ts';
import { createNetwork } from './shell/network.ts';
import { createNotifier } from './shell/notifier.ts';
import { choosePage } from './shell/page.ts';
import { createPower } from './shell/power.ts';
import { registerAppScheme, serveApp } from './shell/protocol.ts';
import { createProxies } from './shell/proxies.ts';
import { showRefusal } from './shell/refusal.ts';
import { followRegion } from './shell/region.ts';
import { sayVersion } from './shell/say-version.ts';
import { tellScreenReaders } from './shell/screen-reader.ts';
import { createSecrets } from './shell/secrets.ts';
import { createSettings, openCiphertexts, openSettings } from './shell/settings.ts';
import { prepareStarts, type Starts } from './shell/starts.ts';
import { createSupport } from './shell/support.ts';
import { followInTaskbar } from './shell/taskbar.ts';
import { showTray } from './shell/tray.ts';
import { keepCertificateChecks, trustSystemCertificates } from './shell/trust.ts';
import { appImageFile, readPackedAs, readUpdateSource } from './shell/update-source.ts';
import { createUpdateSystem } from './shell/update-system.ts';
import { createWindow, reveal } from './shell/window.ts';
import { createUploader } from './uploader.ts';
import type { Uploader, UploaderPorts } from './uploader-api.ts';

// Built, this file lies in out/main/.
const built = (...parts: string[]): string => path.join(import.meta.dirname, '..', ...parts);
const trayIcon = built('..', 'assets', process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png');
const inUserData = (name: string): string => path.join(app.getPath('userData'), name);

const logs = inUserData('logs');
const logger = createLogger(logs, !app.isPackaged);
const leaving = prepareLeaving(logger);
let window: BrowserWindow | null = null;

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
    loginItem: createLoginItem(),
    places: { data: database, log: path.join(logs, logFile) },
  });
  nativeTheme.themeSource = settings.values().appearance;
  settings.onChange((values) => {
    nativeTheme.themeSource = values.appearance;
  });
  const act: Uploader['command'] = (command) => {
    if (window) reveal(window);
    uploader.command(command);
  };

  const notifier = createNotifier({ window: () => window, settings, follow: act });

  lockProfile(app.getPath('userData'));
  const ports: Omit<UploaderPorts, 'sql'> = {
    clock: systemClock,
    random: systemRandom,
    files: diskFiles,
    watcher: systemWatcher,
    http: undiciHttp({
      onFirstSecure: () => trustSystemCertificates(logger),
      proxies: createProxies(session.defaultSession),
    }),
    secrets: await createSecrets({
      keyring: safeStorage,
      store: openCiphertexts(),
      platform: process.platform,
      logger,
    }),
    hasher: workerHasher(),
    claims: workerClaims(),
    writers: process.platform === 'darwin' ? lsofWriters() : workerWriters(),
    buffers: sharedBuffers(),
    logger,
    network: createNetwork(),
    power: createPower(),
    desktop: createDesktop(() => window),
    settings,
    notifier,
    support: createSupport({
      ...{ logs, database, saveZip },
      checkDatabase: () => checkOnce(app.getPath('userData')),
      choosePlace: (name) => askForPlace(window, 'report', name),
    }),
    receipts: { saveText, choosePlace: (name, form) => askForPlace(window, form, name) },
    tables: {
      ...{ saveText, read: readWhole },
      chooseFile: () => askForFile(window, 'table'),
      choosePlace: (name) => askForPlace(window, 'table', name),
    },
    moving: {
      ...{ saveZip, openZip },
      choosePlace: (name) => askForPlace(window, 'move', name),
      chooseFile: () => askForFile(window, 'move'),
    },
    version: app.getVersion(),
    platform: platformName(),
    region: followRegion(),
    computer: os.hostname(),
    machine: await readMachine(),
    ...settleTime(),
  };
  const updates = await loadUpdates(ports);
  const uploader = await createOnStore({ ...ports, ...(updates === null ? {} : { updates }) });

  await serveApp({
    rendererFolder: built('renderer'),
    clip: async (jobId, ask) => {
      const clip = uploader.clip(jobId);
      return clip && serveClip(diskFiles, clip, ask);
    },
    picture: uploader.picture,
    devOrigin: page.devOrigin,
    logger,
  });
  const shown = createWindow({
    page,
    preload: built('preload', 'index.cjs'),
    settings: kept,
    logger,
    leaving: leaving.now,
    closing: 'hides',
    onHidden: () => tellFirstHiding({ store: kept.store, settings, notifier }),
    hidden: starts.hidden,
  });
  window = shown;
  openDoor({
    window: shown,
    origin: page.origin,
    uploader,
    logger,
    closed: leaving.stopping,
    onReady: () => onPageReady(uploader),
  });
  setMenu({ uploader, act, logger });
  showTray({ icon: trayIcon, uploader, open: () => reveal(shown), logger });
  followInTaskbar(uploader, shown);
  leaving.guard(uploader, shown, async () => uploader.updates?.leave());
  starts.begin(uploader, shown);
}

/** What only shows itself in reading, after the checks of opening, is met with a second opening that trusts nothing. */
async function createOnStore(ports: Omit<UploaderPorts, 'sql'>): Promise<Uploader> {
  const open = (): Sql =>
    openStore({
      folder: app.getPath('userData'),
      now: Date.now(),
      migrate,
      newestVersion: migrations.length,
      log: (message, facts) => logger.warn(message, facts),
    });
  const sql = open();
  try {
    const uploader = await createUploader({ ...ports, sql });
    keepCopies({
      folder: app.getPath('userData'),
      quiet: () => uploader.sendingCount() === 0,
      onReport: (report) => {
        logger.info('a copy of the list', report);
        if (report.kind === 'damaged') sql.reserve?.distrust();
      },
    });
    return uploader;
  } catch (error) {
    if (!(error instanceof StoreError) || error.problem !== 'damaged') throw error;
    sql.reserve?.distrust();
    sql.close();
    return createUploader({ ...ports, sql: open() });
  }
}

function platformName(): 'linux' | 'mac' | 'windows' {
  if (process.platform === 'darwin') return 'mac';
  return process.platform === 'win32' ? 'windows' : 'linux';
}

/** Tests and the demo cannot wait for a real host's two minutes; a packaged app takes no such wish. */
function settleTime(): { readonly settleMs?: number } {
  const wish = Number(process.env.CLIPFERRY_SETTLE_MS);
  return app.isPackaged || !(wish > 0) ? {} : { settleMs: wish };
}

/** Where the packaging puts what it says of itself; in place of that a test names a folder to an app that was not packed. */
function packedFolder(): string | undefined {
  return app.isPackaged ? process.resourcesPath : process.env.CLIPFERRY_PACKED;
}

/** Null = this build knows no place where updates are: nothing of what they take is loaded. */
async function loadUpdates(ports: Omit<UploaderPorts, 'sql'>): Promise<NonNullable<UploaderPorts['updates']> | null> {
  const folder = packedFolder();
  const source = folder === undefined ? null : readUpdateSource(folder);
  const packedAs = folder === undefined ? null : readPackedAs(folder, process.execPath);
  if (folder === undefined || source === null || packedAs === null) return null;
  const [{ createUpdates }, { isSignedBy }, { programPlace }, { saysVersion }, { updateFolder }] = await Promise.all([
    import('./features/updates/updates.ts'),
    import('./adapters/updates/ed25519.ts'),
    import('./adapters/updates/program-place.ts'),
    import('./adapters/updates/try-program.ts'),
    import('./adapters/updates/update-folder.ts'),
  ]);
  const image = packedAs === 'AppImage' ? appImageFile(process.env, folder) : null;
  const program = image ?? process.execPath;
  const place = image === null ? null : await programPlace({ program, starts: saysVersion });
  const { clock, random, http, settings, desktop, version } = ports;
  return (hooks) =>
    createUpdates({
      ...{ clock, random, http, settings, logger, source, isSigned: isSignedBy, ...hooks },
      here: { app: packageName(), version, packedAs, arch: process.arch },
      files: updateFolder(inUserData('updates')),
      program: place,
      system: createUpdateSystem({ desktop, window: () => window, leaving, program, packedAs }),
    });
}

/** A test build is another package, which is never replaced by the real one. */
const packageName = (): string => (/test build$/i.test(app.getName()) ? 'clipferry-test-build' : 'clipferry');

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
  if (!(error instanceof StoreError) || (error.problem !== 'newer' && error.problem !== 'in-use')) throw error;
  logger.warn('the list is not opened', { problem: error.problem });
  await showRefusal({
    reason: error.problem,
    page: choosePage(app.isPackaged, process.env.ELECTRON_RENDERER_URL),
    rendererFolder: built('renderer'),
    preload: built('preload', 'index.cjs'),
    settings: openSettings(),
    logger,
  });
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
