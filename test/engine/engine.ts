// The whole app without Electron, on real parts, for tests: real files, SQLite, HTTP; secrets in memory.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../main/adapters/clock.ts';
import { openStore } from '../../main/adapters/database/open-store.ts';
import { diskFiles } from '../../main/adapters/files.ts';
import { workerClaims } from '../../main/adapters/folder-claims.ts';
import { sharedBuffers, workerHasher } from '../../main/adapters/hasher.ts';
import { undiciHttp } from '../../main/adapters/http.ts';
import { systemRandom } from '../../main/adapters/random.ts';
import { systemWriters } from '../../main/adapters/system-writers.ts';
import { systemWatcher } from '../../main/adapters/watcher.ts';
import type { Clock, Connections, Logger, Secrets, Sql } from '../../main/ports.ts';
import { migrate, migrations } from '../../main/schema.ts';
import { createUploader } from '../../main/uploader.ts';
import type { Uploader, UploaderPorts } from '../../main/uploader-api.ts';
import type { AppState, FolderView, JobDetails, JobRow, QueueFilter, QueueWindow } from '../../preload/contract.ts';
import type { PracticeSite } from '../site/start.ts';
import { memorySettings, notebook } from './settings.ts';

export const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** Keeps secrets for one test; `kept` can be shared by two engines on one profile. */
export function memorySecrets(kept = new Map<string, string>()): Secrets & { readonly kept: Map<string, string> } {
  return {
    kept,
    get: async (name) => kept.get(name) ?? null,
    set: async (name, secret) => {
      kept.set(name, secret);
      return 'session';
    },
    delete: async (name) => {
      kept.delete(name);
    },
    keeping: () => 'session',
  };
}

export const quiet: Logger = { info: () => {}, warn: () => {}, error: () => {} };

/** Logs errors, so that an unexpected failure of a step is seen in the test's output. */
export const errorsOnly: Logger = { ...quiet, error: (message, facts) => console.error(message, facts) };

export interface EngineOptions {
  readonly profile?: string;
  readonly secrets?: Secrets;
  readonly settleMs?: number;
  readonly clock?: Clock;
  readonly http?: Omit<Connections, 'refresh'> & Partial<Connections>;
  readonly ports?: Partial<UploaderPorts>;
}

export interface Engine {
  readonly uploader: Uploader;
  readonly profile: string;
  readonly opened: string[];
  /** What was put into the clipboard, in order. */
  readonly copied: { readonly text: string; readonly html?: string }[];
  /** Connects by address and signs in; gives the account's id. */
  connect(
    site: Pick<PracticeSite, 'url'> & { signIn(login: string): { readonly appPassword: string } },
    login?: string,
  ): Promise<string>;
  add(accountId: string, ...paths: string[]): Promise<readonly JobRow[]>;
  rows(filter?: QueueFilter): Promise<readonly JobRow[]>;
  window(): Promise<QueueWindow>;
  details(jobId: string): Promise<JobDetails>;
  /** Resolves with the row as soon as it fits. Rejects with the row as it is after `timeoutMs`. */
  until(jobId: string, fits: (row: JobRow) => boolean, timeoutMs?: number): Promise<JobRow>;
  /** Chooses a folder in the (stubbed) dialog and has it watched; gives its id. */
  watch(accountId: string, path: string, existing?: 'take' | 'leave'): Promise<string>;
  /** What the user answers the next (stubbed) file dialogs. */
  choose(path: string): void;
  folder(folderId: string): Promise<FolderView>;
  /** Resolves with the folder as soon as it fits. */
  untilFolder(folderId: string, fits: (folder: FolderView) => boolean, timeoutMs?: number): Promise<FolderView>;
  /** Resolves when every job is in one of the states. */
  settled(kinds?: readonly JobRow['state']['kind'][], timeoutMs?: number): Promise<readonly JobRow[]>;
  stop(): Promise<void>;
}

/** A clock that runs `times` as fast. */
export function fastClock(times: number): Clock {
  const begun = systemClock.monotonic();
  const begunAt = systemClock.now();
  const passed = (): number => (systemClock.monotonic() - begun) * times;
  return {
    ...systemClock,
    now: () => begunAt + passed(),
    monotonic: () => begun + passed(),
    after: (ms, call) => systemClock.after(ms / times, call),
  };
}

const view = { filter: 'all', sort: 'queue', offset: 0, limit: 200 } as const;

/** The list of a profile, opened as the app opens it. */
export const openList = (profile: string): Sql =>
  openStore({ folder: profile, now: Date.now(), migrate, newestVersion: migrations.length, log: () => {} });

export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const profile = options.profile ?? mkdtempSync(join(tmpdir(), 'clipferry-engine-'));
  const opened: string[] = [];
  const copied: Engine['copied'] = [];
  let chosen: string | null = null;
  const uploader = await createUploader({
    clock: options.clock ?? systemClock,
    // Nobody hesitates, and no wait is spread: the same takes the same time (features/uploads/other-computers.ts).
    random: { ...systemRandom, fraction: () => 0 },
    files: diskFiles,
    watcher: systemWatcher,
    http: options.http ? { refresh: () => {}, ...options.http } : undiciHttp(),
    // Opened once: to open it reads its files, and to close a file gives up this process's locks on it (POSIX), which would leave
    // an open list unguarded against other processes.
    sql: options.ports?.sql ?? openList(profile),
    secrets: options.secrets ?? memorySecrets(),
    hasher: workerHasher(),
    claims: workerClaims(),
    writers: systemWriters(),
    buffers: sharedBuffers(),
    logger: errorsOnly,
    network: { online: () => true, onChange: () => () => {} },
    power: { onWake: () => () => {}, keepAwake: () => () => {} },
    desktop: {
      openUrl: async (url) => {
        opened.push(url);
      },
      showFile: () => {},
      copy: async (what) => void copied.push(what),
      claimLinks: async () => true,
      choose: async () => (chosen === null ? null : [chosen]),
    },
    settings: memorySettings(),
    notifier: notebook(),
    version: '0.0.0-test',
    platform: 'linux',
    region: 'en-GB',
    computer: 'test-bench',
    settleMs: options.settleMs ?? 1_000,
    ...options.ports,
  });

  /** Looks again at each patch; every patch is a change, so nothing is missed between two looks. */
  const eventually = async <T>(
    look: () => Promise<T | null>,
    timeoutMs: number,
    complain: () => Promise<string>,
  ): Promise<T> => {
    await uploader.handlers['queue.view'](view);
    const first = await look();
    if (first !== null) return first;
    return new Promise((resolve, reject) => {
      const again = (): void => {
        look().then((found) => {
          if (found === null) return;
          clearTimeout(timer);
          end();
          resolve(found);
        }, reject);
      };
      const offs = [uploader.on('queue.patch', again), uploader.on('app.state', again)];
      const end = (): void => {
        for (const off of offs) off();
      };
      const timer = setTimeout(() => {
        end();
        complain().then((text) => reject(new Error(text)), reject);
      }, timeoutMs);
    });
  };
  const state = (): Promise<AppState> => uploader.handlers['app.state']();
  const folder = async (folderId: string): Promise<FolderView> => {
    const found = (await state()).folders.find((one) => one.id === folderId);
    if (!found) throw new Error(`no folder ${folderId}`);
    return found;
  };
  const rows = async (filter: QueueFilter = 'all') => (await uploader.handlers['queue.view']({ ...view, filter })).rows;

  return {
    uploader,
    profile,
    opened,
    copied,
    rows,
    window: () => uploader.handlers['queue.view'](view),
    connect: async (site, login = 'ava') => {
      const found = await uploader.handlers['site.find'](site.url);
      if (!found.ok) throw new Error(`not found: ${JSON.stringify(found.failure)}`);
      const password = site.signIn(login).appPassword;
      const account = await uploader.handlers['account.signIn']({
        offer: found.value.offer,
        with: { kind: 'application-password', login, password },
      });
      if (!account.ok) throw new Error(`not signed in: ${JSON.stringify(account.failure)}`);
      // The check-up that follows would be heard and counted by tests of other things; asked for now, it is the same one.
      await uploader.handlers['site.checkup'](account.value.siteId);
      return account.value.id;
    },
    add: async (accountId, ...paths) => {
      const before = new Set((await rows()).map((row) => row.id));
      const result = await uploader.addPaths(paths, accountId);
      if (result.refused.length > 0) throw new Error(`refused: ${JSON.stringify(result.refused)}`);
      return (await rows()).filter((row) => !before.has(row.id));
    },
    details: async (jobId) => {
      const details = await uploader.handlers['job.watch'](jobId);
      if (!details) throw new Error(`no job ${jobId}`);
      return details;
    },
    until: (jobId, fits, timeoutMs = 150_000) =>
      eventually(
        async () => (await rows()).find((row) => row.id === jobId && fits(row)) ?? null,
        timeoutMs,
        async () => `still ${JSON.stringify((await rows()).find((row) => row.id === jobId))}`,
      ),
    watch: async (accountId, path, existing = 'take') => {
      chosen = path;
      const offer = await uploader.handlers['folder.choose']();
      if (!offer?.ok) throw new Error(`not chosen: ${JSON.stringify(offer)}`);
      const added = await uploader.handlers['folder.add']({ offer: offer.value.offer, accountId, existing });
      if (!added.ok) throw new Error(`not watched: ${JSON.stringify(added.failure)}`);
      return added.value.id;
    },
    choose: (path) => {
      chosen = path;
    },
    folder,
    untilFolder: (folderId, fits, timeoutMs = 150_000) =>
      eventually(
        async () => {
          const now = await folder(folderId);
          return fits(now) ? now : null;
        },
        timeoutMs,
        async () => `still ${JSON.stringify(await folder(folderId))}`,
      ),
    settled: (kinds = ['done'], timeoutMs = 150_000) =>
      eventually(
        async () => {
          const all = await rows();
          return all.length > 0 && all.every((row) => kinds.includes(row.state.kind)) ? all : null;
        },
        timeoutMs,
        async () => {
          const all = await rows();
          const stuck =
            all.find((row) => row.state.kind === 'needs-you') ?? all.find((row) => row.state.kind !== 'done');
          const attempts = stuck && (await uploader.handlers['job.watch'](stuck.id))?.attempts;
          return `still ${JSON.stringify(all.map((row) => row.state))}; one of them: ${JSON.stringify(attempts)}`;
        },
      ),
    stop: async () => {
      await uploader.stop();
      if (options.profile === undefined) rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A folder with copies of fixtures, under names of the test's own. */
export function clipFolder(clips: Readonly<Record<string, string>>): {
  readonly path: string;
  file(name: string): string;
  remove(): void;
} {
  const path = mkdtempSync(join(tmpdir(), 'clipferry-clips-'));
  for (const [name, from] of Object.entries(clips)) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    copyFileSync(fixture(from), join(path, name));
  }
  return { path, file: (name) => join(path, name), remove: () => rmSync(path, { recursive: true, force: true }) };
}
