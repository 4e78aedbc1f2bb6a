// The engine as a process of its own: sends a dropped and a watched folder in eight lanes and says what that took of it and of the window.
import { readdirSync } from 'node:fs';
import { startEngine } from './engine.ts';
import { memorySettings } from './settings.ts';

export interface LongQueueOrder {
  readonly profile: string;
  readonly url: string;
  readonly login: string;
  readonly password: string;
  readonly dropped: string;
  readonly watched: string;
  /** Clips in both. */
  readonly clips: number;
}

export interface LongQueueReport {
  /** From the first clip to the last. */
  readonly seconds: number;
  readonly patches: number;
  readonly details: number;
  /** Rows of the longest patch. */
  readonly mostRows: number;
  /** Files and connections open at one time; null where the system does not tell. */
  readonly mostOpen: number | null;
}

/** Rows that the window shows. */
export const windowRows = 20;

function openNow(): number | null {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return null;
  }
}

async function run(order: LongQueueOrder): Promise<LongQueueReport> {
  const engine = await startEngine({
    profile: order.profile,
    ports: { settings: memorySettings({ smallLanes: 8 }) },
  });
  const { handlers } = engine.uploader;
  const found = await handlers['site.find'](order.url);
  if (!found.ok) throw new Error(JSON.stringify(found.failure));
  const account = await handlers['account.signIn']({
    offer: found.value.offer,
    with: { kind: 'application-password', login: order.login, password: order.password },
  });
  if (!account.ok) throw new Error(JSON.stringify(account.failure));

  const look = () => handlers['queue.view']({ filter: 'all', sort: 'newest', offset: 0, limit: windowRows });
  const before = (await look()).counts.done;
  let patches = 0;
  let details = 0;
  let mostRows = 0;
  let mostOpen = openNow();
  const begin = performance.now();
  const all = new Promise<void>((resolve) => {
    engine.uploader.on('queue.patch', (patch) => {
      patches++;
      mostRows = Math.max(mostRows, patch.changed.length, patch.rows?.length ?? 0);
      const open = openNow();
      if (open !== null) mostOpen = Math.max(mostOpen ?? 0, open);
      if (patch.counts.done === before + order.clips) resolve();
    });
  });
  engine.uploader.on('job.details', () => details++);
  await engine.watch(account.value.id, order.watched);
  const added = await engine.uploader.addPaths([order.dropped], account.value.id);
  if (added.refused.length > 0) throw new Error(JSON.stringify(added.refused));
  const [newest] = (await look()).rows;
  await handlers['job.watch'](newest?.id ?? null);
  await all;
  const seconds = (performance.now() - begin) / 1_000;
  await engine.stop();
  return { seconds, patches, details, mostRows, mostOpen };
}

if (process.argv[1] === import.meta.filename) {
  const report = await run(JSON.parse(process.argv[2] ?? '') as LongQueueOrder);
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
