// The whole engine with its updates as a process of its own, to be killed: run with one JSON argument, it says each step in a line on stdout.
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { undiciHttp } from '../../main/adapters/http.ts';
import { systemRandom } from '../../main/adapters/random.ts';
import { isSignedBy } from '../../main/adapters/updates/ed25519.ts';
import { programPlace } from '../../main/adapters/updates/program-place.ts';
import { saysVersion } from '../../main/adapters/updates/try-program.ts';
import { updateFolder } from '../../main/adapters/updates/update-folder.ts';
import type { UpdateSource } from '../../main/features/updates/look.ts';
import { createUpdates } from '../../main/features/updates/updates.ts';
import { quiet, startEngine } from '../engine/engine.ts';
import { fileSecrets } from '../engine/file-secrets.ts';
import { memorySettings } from '../engine/settings.ts';
import { hurriedClock, seen } from './stage.ts';

export interface UpdateChildOrder {
  readonly profile: string;
  readonly program: string;
  /** Of the program that lies there. */
  readonly version: string;
  readonly source: UpdateSource;
  /** Null = the account is there already. */
  readonly connect: { readonly url: string; readonly password: string } | null;
  /** Clips that may be in the list already. */
  readonly clips: readonly string[];
  /** 'quit' = as soon as the update is ready, also in the middle of a clip; 'idle' = when the queue has rested; 'drain' = all clips, no update. */
  readonly how: 'quit' | 'idle' | 'drain';
}

const order = JSON.parse(process.argv[2] ?? '') as UpdateChildOrder;
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const settings = memorySettings({ updates: 'automatic' });
const http = undiciHttp();
let told = '';
let goOn = (): void => {};
const restarted = new Promise<void>((resolve) => {
  goOn = resolve;
});
const program = await programPlace({ program: order.program, starts: saysVersion });

const engine = await startEngine({
  ...{ profile: order.profile, settleMs: 400, http, secrets: fileSecrets(join(order.profile, 'secrets.json')) },
  ports: {
    settings,
    updates: (hooks) => {
      const updates = createUpdates({
        ...{ settings, http, program, source: order.source, random: systemRandom, isSigned: isSignedBy },
        // Nobody waits three seconds of real time for the queue to have rested.
        clock: { ...hurriedClock, monotonic: () => hurriedClock.monotonic() * 20 },
        here: { app: 'clipferry', version: order.version, packedAs: 'AppImage', arch: 'x64' },
        files: updateFolder(join(order.profile, 'updates')),
        logger: quiet,
        isBusy: hooks.isBusy,
        losesSignIns: hooks.losesSignIns,
        onChange: () => {
          hooks.onChange();
          const now = seen(updates.view());
          if (now !== told) say(now);
          told = now;
        },
        system: {
          openPackage: async () => undefined,
          showFile: () => undefined,
          openPage: async () => undefined,
          runSetUp: async () => undefined,
          isWindowShown: () => true,
          restart: () => {
            say(hooks.isBusy() ? 'RESTARTED IN A CLIP' : 'restart');
            goOn();
            return true;
          },
          startAnew: () => undefined,
        },
      });
      return updates;
    },
  },
});
const { handlers, updates } = engine.uploader;
if (order.connect !== null) {
  const { url, password } = order.connect;
  await engine.connect({ url, signIn: () => ({ appPassword: password }) });
}
const accountId = (await handlers['app.state']()).sites[0]?.accounts[0]?.id ?? '';
await engine.uploader.addPaths(order.clips, accountId);
say('begun');
if (order.how === 'drain') await engine.settled();
else {
  await updates?.begin();
  await handlers['updates.act']('check');
  if (updates?.view().stage === 'ready') {
    await handlers['updates.act']('install');
    if (order.how === 'idle') await restarted;
  }
}
say('leaving');
// As the app does (main/shell/leaving.ts): nothing is lost by not waiting longer.
await Promise.race([engine.stop(), after(5_000).then(() => say('late'))]);
say('stopped');
await updates?.leave();
say('left');
process.exit(0);
