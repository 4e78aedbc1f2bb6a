// The engine as a process of its own, to be killed: run with one JSON argument, it says each step in a line on stdout.
import { join } from 'node:path';
import type { Draft } from '../../preload/contract.ts';
import { startEngine } from './engine.ts';
import { fileSecrets } from './file-secrets.ts';

export interface EngineOrder {
  readonly profile: string;
  /** Only at the first start: where to connect, and what to add with which draft. */
  readonly first: {
    readonly url: string;
    readonly login: string;
    readonly password: string;
    readonly clips: readonly { readonly path: string; readonly draft: Draft }[];
  } | null;
  readonly settleMs: number;
}

export type EngineLine = 'ready' | 'settled';

const order = JSON.parse(process.argv[2] ?? '') as EngineOrder;
const say = (line: EngineLine): void => {
  process.stdout.write(`${line}\n`);
};

const engine = await startEngine({
  profile: order.profile,
  settleMs: order.settleMs,
  secrets: fileSecrets(join(order.profile, 'secrets.json')),
});
const { handlers } = engine.uploader;
if (order.first) {
  const { url, login, password, clips } = order.first;
  const found = await handlers['site.find'](url);
  if (!found.ok) throw new Error(JSON.stringify(found.failure));
  const account = await handlers['account.signIn']({
    offer: found.value.offer,
    with: { kind: 'application-password', login, password },
  });
  if (!account.ok) throw new Error(JSON.stringify(account.failure));
  await handlers['queue.pause'](true);
  for (const { path, draft } of clips) {
    const [job] = await engine.add(account.value.id, path);
    if (!job) throw new Error(`not added: ${path}`);
    await handlers['job.describe']({ jobId: job.id, draft });
  }
  await handlers['queue.pause'](false);
}
say('ready');
await engine.settled();
say('settled');
await engine.stop();
