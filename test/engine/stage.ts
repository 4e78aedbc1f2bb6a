// A whole engine on practice sites of its own, signed in, with a folder for clips: all of it is gone when its test is over.
import { systemRandom } from '../../main/adapters/random.ts';
import type { JobRow } from '../../preload/contract.ts';
import { type PracticeSite, type SwitchPatch, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder } from './clip-files.ts';
import { type Engine, type EngineOptions, memorySecrets, startEngine } from './engine.ts';

export interface Stage extends AsyncDisposable {
  readonly sites: readonly PracticeSite[];
  /** The first site, and the account that is signed in there. */
  readonly site: PracticeSite;
  readonly account: string;
  /** One for each site, in order. */
  readonly accounts: readonly string[];
  readonly folder: ClipFolder;
  /** The engine that runs now; `restart` makes another one on the same profile. */
  readonly engine: Engine;
  restart(): Promise<void>;
  /** Adds clips while the queue is paused, so that something can happen to them before they go. */
  addPaused(...paths: string[]): Promise<readonly JobRow[]>;
  go(): Promise<void>;
  /** The job of this file name. */
  job(name: string): Promise<JobRow>;
}

export interface StageOptions {
  readonly switches?: SwitchPatch;
  /** Each site in a process of its own, which can be killed. */
  readonly ownProcess?: boolean;
  /** A site for each, and the host under which the engine knows it; without any there is one, at its own address. */
  readonly hosts?: readonly string[];
  /** How the engine is started. */
  readonly engine?: EngineOptions | ((sites: readonly PracticeSite[]) => EngineOptions);
}

/** Back-off without jitter, so that waits are as short as they may be. */
export const noJitter: NonNullable<EngineOptions['ports']> = { random: { ...systemRandom, fraction: () => 0 } };

export async function createStage({
  switches = {},
  ownProcess = false,
  ...options
}: StageOptions = {}): Promise<Stage> {
  const { hosts = [] } = options;
  const named = hosts.map((host) => ({ name: host.split('.')[0] ?? host }));
  const [site, ...others] = await Promise.all(
    (named.length > 0 ? named : [{}]).map((name) => startPracticeSite({ ...name, switches, ownProcess })),
  );
  if (!site) throw new Error('no site');
  const sites = [site, ...others];
  const folder = clipFolder();
  const profile = clipFolder();
  const started: EngineOptions = {
    ...{ profile: profile.path, secrets: memorySecrets() },
    ...(typeof options.engine === 'function' ? options.engine(sites) : options.engine),
  };
  let engine = await startEngine(started);
  const accounts: string[] = [];
  for (const [at, one] of sites.entries()) {
    const host = hosts[at];
    accounts.push(
      await engine.connect(host === undefined ? one : { url: `https://${host}`, signIn: (login) => one.signIn(login) }),
    );
  }
  const account = accounts[0] ?? '';
  return {
    ...{ sites, site, account, accounts, folder },
    get engine() {
      return engine;
    },
    restart: async () => {
      await engine.stop();
      engine = await startEngine(started);
    },
    addPaused: async (...paths) => {
      await engine.uploader.handlers['queue.pause'](true);
      return engine.add(account, ...paths);
    },
    go: () => engine.uploader.handlers['queue.pause'](false),
    job: async (name) => {
      const found = (await engine.rows()).find((row) => row.name === name);
      if (!found) throw new Error(`no job of ${name}`);
      return found;
    },
    [Symbol.asyncDispose]: async () => {
      await engine.stop();
      await Promise.all(sites.map((one) => one.stop()));
      folder.remove();
      profile.remove();
    },
  };
}
