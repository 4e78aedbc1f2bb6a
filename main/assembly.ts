// The engine with its real adapters: what takes longest to read of the app. The entry reads it while the window loads its page.
import os from 'node:os';
import process from 'node:process';
import { systemClock } from './adapters/clock.ts';
import { checkOnce, keepCopies } from './adapters/database/keeper.ts';
import { openStore } from './adapters/database/open-store.ts';
import { diskFiles } from './adapters/files.ts';
import { workerClaims } from './adapters/folder-claims.ts';
import { sharedBuffers, workerHasher } from './adapters/hasher.ts';
import { helperFiles, sumOf } from './adapters/helper-files.ts';
import { undiciHttp } from './adapters/http.ts';
import { readMachine } from './adapters/machine.ts';
import { openZip } from './adapters/open-zip.ts';
import { systemRandom } from './adapters/random.ts';
import { readWhole } from './adapters/read-whole.ts';
import { saveText } from './adapters/save-whole.ts';
import { saveZip } from './adapters/save-zip.ts';
import { systemWriters } from './adapters/system-writers.ts';
import { systemWatcher } from './adapters/watcher.ts';
import { type Logger, type Notifier, type Secrets, type Settings, type Sql, StoreError } from './ports.ts';
import { migrate, migrations } from './schema.ts';
import { askForFile, askForPlace, createDesktop } from './shell/desktop.ts';
import type { Leaving } from './shell/leaving.ts';
import { createNetwork } from './shell/network.ts';
import { createPower } from './shell/power.ts';
import type { createProxies } from './shell/proxies.ts';
import { followRegion } from './shell/region.ts';
import { lastingSwitches } from './shell/start-arguments.ts';
import { createSupport } from './shell/support.ts';
import { trustSystemCertificates } from './shell/trust.ts';
import { appImageFile, readPackedAs, readUpdateSource } from './shell/update-source.ts';
import { createUpdateSystem } from './shell/update-system.ts';
import { createUploader } from './uploader.ts';
import type { Uploader, UploaderPorts } from './uploader-api.ts';

type Window = NonNullable<Parameters<typeof askForPlace>[0]>;

interface Parts {
  /** The app's folder of this user. */
  readonly profile: string;
  readonly database: string;
  /** The folder of the logs. */
  readonly logs: string;
  readonly updates: string;
  readonly secrets: Promise<Secrets>;
  readonly window: Window;
  /** What the packaging says of this app. */
  readonly app: { readonly name: string; readonly version: string; readonly isPackaged: boolean };
  readonly proxies: ReturnType<typeof createProxies>;
  readonly settings: Settings;
  readonly notifier: Notifier;
  readonly leaving: Leaving;
  readonly logger: Logger;
}

/** Opens the list and starts the engine on it. Throws StoreError where that list must not be opened. */
export async function assemble({ profile, logs, window, logger, ...parts }: Parts): Promise<Uploader> {
  const askPlace = (form: Parameters<typeof askForPlace>[1]) => (name: string) => askForPlace(window, form, name);
  const [secrets, machine] = await Promise.all([parts.secrets, readMachine(), import('./shell/requests.ts')]);
  const ports: Omit<UploaderPorts, 'sql'> = {
    clock: systemClock,
    random: systemRandom,
    files: diskFiles,
    watcher: systemWatcher,
    http: undiciHttp({
      onFirstSecure: () => trustSystemCertificates(logger),
      proxies: parts.proxies,
    }),
    secrets,
    hasher: workerHasher(),
    claims: workerClaims(),
    writers: systemWriters(),
    buffers: sharedBuffers(),
    logger,
    network: createNetwork(),
    power: createPower(),
    desktop: createDesktop(() => window),
    settings: parts.settings,
    notifier: parts.notifier,
    support: createSupport({
      ...{ logs, database: parts.database, saveZip, readHelper: helperFiles, sumOf },
      checkDatabase: () => checkOnce(profile),
      choosePlace: askPlace('report'),
    }),
    receipts: { saveText, choosePlace: (name, form) => askForPlace(window, form, name) },
    tables: {
      ...{ saveText, read: readWhole },
      chooseFile: () => askForFile(window, 'table'),
      choosePlace: askPlace('table'),
    },
    moving: {
      ...{ saveZip, openZip },
      choosePlace: askPlace('move'),
      chooseFile: () => askForFile(window, 'move'),
    },
    version: parts.app.version,
    platform: platformName(),
    region: followRegion(),
    computer: os.hostname(),
    machine,
    ...settleTime(parts.app),
  };
  const updates = await loadUpdates(ports, { window, logger, ...parts });
  return createOnStore(profile, { ...ports, ...(updates === null ? {} : { updates }) });
}

/** What only shows itself in reading, after the checks of opening, is met with a second opening that trusts nothing. */
async function createOnStore(profile: string, ports: Omit<UploaderPorts, 'sql'>): Promise<Uploader> {
  const open = (): Sql =>
    openStore({
      folder: profile,
      now: Date.now(),
      migrate,
      newestVersion: migrations.length,
      log: (message, facts) => ports.logger.warn(message, facts),
    });
  const sql = open();
  try {
    const uploader = await createUploader({ ...ports, sql });
    keepCopies({
      folder: profile,
      quiet: () => uploader.sendingCount() === 0,
      onReport: (report) => {
        ports.logger.info('a copy of the list', report);
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
function settleTime(app: Parts['app']): { readonly settleMs?: number } {
  const wish = Number(process.env.CLIPFERRY_SETTLE_MS);
  return app.isPackaged || !(wish > 0) ? {} : { settleMs: wish };
}

/** Where the packaging puts what it says of itself; in place of that a test names a folder to an app that was not packed. */
function packedFolder(app: Parts['app']): string | undefined {
  return app.isPackaged ? process.resourcesPath : process.env.CLIPFERRY_PACKED;
}

/** Null = this build knows no place where updates are: nothing of what they take is loaded. */
async function loadUpdates(
  ports: Omit<UploaderPorts, 'sql'>,
  { app, updates, window, leaving, logger }: Pick<Parts, 'app' | 'updates' | 'window' | 'leaving' | 'logger'>,
): Promise<NonNullable<UploaderPorts['updates']> | null> {
  const folder = packedFolder(app);
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
      here: { app: packageName(app.name), version, packedAs, arch: process.arch },
      files: updateFolder(updates),
      program: place,
      system: createUpdateSystem({
        ...{ desktop, window: () => window, leaving, program, packedAs },
        switches: lastingSwitches(process.argv.slice(1), process.cwd()),
      }),
    });
}

/** A test build is another package, which is never replaced by the real one. */
const packageName = (name: string): string => (/test build$/i.test(name) ? 'clipferry-test-build' : 'clipferry');
