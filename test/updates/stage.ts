// Updates as the app has them, on a real disk, with a real program to replace and a real web server to fetch from.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { systemClock } from '../../main/adapters/clock.ts';
import { undiciHttp } from '../../main/adapters/http.ts';
import { systemRandom } from '../../main/adapters/random.ts';
import { isSignedBy } from '../../main/adapters/updates/ed25519.ts';
import { programPlace } from '../../main/adapters/updates/program-place.ts';
import { saysVersion } from '../../main/adapters/updates/try-program.ts';
import { updateFolder } from '../../main/adapters/updates/update-folder.ts';
import type { UpdateFeed } from '../../main/features/updates/feed.ts';
import { createUpdates, type UpdatesOptions } from '../../main/features/updates/updates.ts';
import type { PackedAs, Updates } from '../../main/ports/updates.ts';
import type { Clock, Http } from '../../main/ports.ts';
import type { UpdateMode, UpdatesView } from '../../preload/contract.ts';
import { memorySettings } from '../engine/settings.ts';
import { fakeApp } from './fake-app.ts';
import { createSigner, feedFor, type Signer, signedText } from './signed-feed.ts';
import { authorityFile, startUpdateServer, type UpdateServer } from './update-server.ts';

/** Real time, but nobody waits long for another try; what comes once a day, or once a minute, comes when it is asked for. */
export const hurriedClock: Clock = {
  ...systemClock,
  after: (ms, call) => (ms >= 60_000 ? () => undefined : systemClock.after(Math.min(ms, 5), call)),
};

export interface Stage {
  readonly folder: string;
  /** How long a new program is. */
  readonly payloadBytes: number;
  /** What runs here, as far as the updates know. */
  readonly program: string;
  readonly old: Buffer;
  readonly server: UpdateServer;
  readonly signer: Signer;
  /** The line that is used where a start names no other. */
  readonly http: Http;
  /** What the desktop was asked for. */
  readonly asked: string[];
  /** Whether anything of a clip is under way. */
  busy: boolean;
  windowShown: boolean;
  /** Puts the file on the server, and a signed list of it. */
  publish(version: string, bytes: Buffer, over?: Partial<UpdateFeed>): void;
  /** Another start of the app, of the version that the place has by then. */
  start(over?: Partial<UpdatesOptions> & { readonly packedAs?: PackedAs; readonly version?: string }): Promise<Updates>;
  setMode(mode: UpdateMode): void;
  /** Ends all that was started, and removes the folder. */
  close(): Promise<void>;
}

export async function setStage(payloadBytes: number): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipferry-updates-'));
  const server = await startUpdateServer();
  const known = getCACertificates('default');
  setDefaultCACertificates([...known, readFileSync(authorityFile, 'utf8')]);
  const http = undiciHttp({ connectMs: 5_000 });
  const program = path.join(folder, 'Applications', 'Clipferry.AppImage');
  const old = fakeApp('0.1.0', 100_000);
  mkdirSync(path.dirname(program));
  writeFileSync(program, old);
  chmodSync(program, 0o755);
  const signer = createSigner();
  const asked: string[] = [];
  const started: Updates[] = [];
  const settings = memorySettings();
  const stage: Stage = {
    ...{ folder, payloadBytes, program, old, server, signer, http, asked, busy: false, windowShown: true },
    close: async () => {
      for (const one of started) one.stop();
      setDefaultCACertificates(known);
      await http.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
    setMode: (updates) => settings.change({ updates }),
    publish: (version, bytes, over) => {
      const feed = feedFor(version, bytes, over);
      server.files.set('/updates.json', Buffer.from(signedText(feed, signer)));
      for (const { name } of feed.files) server.files.set(`/${name}`, bytes);
    },
    start: async ({ packedAs = 'AppImage', version = '0.1.0', ...over } = {}) => {
      const updates = createUpdates({
        ...{ settings, http, random: systemRandom, clock: hurriedClock, isSigned: isSignedBy },
        source: { feed: `${server.url}updates.json`, keys: [signer.key] },
        here: { app: 'clipferry', version, packedAs, arch: 'x64' },
        files: updateFolder(path.join(folder, 'updates')),
        program: await programPlace({ program, starts: saysVersion }),
        logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
        isBusy: () => stage.busy,
        losesSignIns: () => false,
        onChange: () => undefined,
        system: {
          openPackage: async (file) => void asked.push(`open ${path.basename(file)}`),
          showFile: (file) => void asked.push(`show ${path.basename(file)}`),
          openPage: async (url) => void asked.push(`page ${url}`),
          runSetUp: async (file, startsApp) =>
            void asked.push(`run ${path.basename(file)}${startsApp ? ', start' : ''}`),
          isWindowShown: () => stage.windowShown,
          restart: () => {
            asked.push('restart');
            return true;
          },
          startAnew: () => void asked.push('start anew'),
        },
        ...over,
      });
      started.push(updates);
      await updates.begin();
      return updates;
    },
  };
  return stage;
}

/** What a person would see, in short. */
export const seen = ({ stage, problem, found }: UpdatesView): string =>
  [stage, found?.version, problem].filter((one) => one !== null && one !== undefined).join(' ');
