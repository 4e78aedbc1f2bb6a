// The engine as a process of its own that is made to be killed: it does what the driver orders over IPC.
import { join } from 'node:path';
import { undiciHttp } from '../../main/adapters/http.ts';
import type { JobRow } from '../../preload/contract.ts';
import { type Engine, openList, startEngine } from '../engine/engine.ts';
import { fileSecrets } from '../engine/file-secrets.ts';
import { deadlyPorts } from './deadly-ports.ts';
import type { AnswerMessage, OrderMessage, OrderName, Orders, Standing } from './orders.ts';

/** What a fault of the site may end in after several tries, or a yes that was none: the user is asked, and says "Try again". */
const passing = new Set([
  ...['server-error', 'web-page-answer', 'site-refused', 'clip-changing', 'arrived-not-found'],
  ...['metadata-failing', 'metadata-blocked'],
]);

let engine: Engine | null = null;
let accountId: string | null = null;

function running(): Engine {
  if (!engine) throw new Error('The engine has not begun');
  return engine;
}

const isPassing = (row: JobRow): boolean => row.state.kind === 'needs-you' && passing.has(row.state.reason);

async function retry(rows: readonly JobRow[]): Promise<void> {
  if (rows.length === 0) return;
  const target = { ids: rows.map((row) => row.id) };
  await running().uploader.handlers['queue.act']({ act: 'retry', target });
}

const orders: Orders = {
  begin: async ({ profile, settleMs, death }) => {
    const real = { sql: openList(profile), http: undiciHttp() };
    const ports = death ? deadlyPorts(real, death) : real;
    const secrets = fileSecrets(join(profile, 'secrets.json'));
    engine = await startEngine({ profile, settleMs, secrets, http: ports.http, ports: { sql: ports.sql } });
    accountId = (await engine.uploader.handlers['app.state']()).sites[0]?.accounts[0]?.id ?? null;
  },
  connect: async ({ url, login, password, folder, stableMs }) => {
    const { handlers } = running().uploader;
    const found = await handlers['site.find'](url);
    if (!found.ok) throw new Error(JSON.stringify(found.failure));
    const way = { kind: 'application-password', login, password } as const;
    const account = await handlers['account.signIn']({ offer: found.value.offer, with: way });
    if (!account.ok) throw new Error(JSON.stringify(account.failure));
    accountId = account.value.id;
    const folderId = await running().watch(accountId, folder);
    await handlers['folder.change']({ folderId, rules: { stableMs } });
  },
  drop: async ({ paths }) => {
    if (accountId === null) throw new Error('Nobody is signed in');
    await running().uploader.addPaths(paths, accountId);
  },
  type: async ({ name, draft }) => {
    const row = (await running().rows()).find((one) => one.name === name);
    if (!row) return false;
    await running().uploader.handlers['job.describe']({ jobId: row.id, draft });
    return true;
  },
  hurry: async () => {
    const waits = (row: JobRow): boolean => row.state.kind === 'waiting' || row.state.kind === 'describing';
    await retry((await running().rows()).filter((row) => waits(row) || isPassing(row)));
  },
  drain: async ({ names, timeoutMs }) => {
    const { uploader, rows } = running();
    const standing = async (): Promise<readonly Standing[]> => {
      const all = new Map((await rows()).map((row) => [row.name, row]));
      await retry([...all.values()].filter(isPassing));
      return names.flatMap((name) => {
        const row = all.get(name);
        if (row?.state.kind === 'done') return [];
        return [{ name, state: row ? JSON.stringify(row.state) : 'not in the list' }];
      });
    };
    return new Promise((resolve, reject) => {
      const look = (): void => {
        standing().then((open) => {
          if (open.length === 0) end(open);
        }, reject);
      };
      const end = (open: readonly Standing[]): void => {
        off();
        clearTimeout(timer);
        resolve(open);
      };
      const off = uploader.on('queue.patch', look);
      const timer = setTimeout(() => void standing().then(end, reject), timeoutMs);
      look();
    });
  },
  request: async ({ name, input }) => {
    const handler = running().uploader.handlers[name] as (...input: readonly unknown[]) => Promise<unknown>;
    return handler(...input);
  },
  tidy: async () => {
    const ids = (await running().rows()).filter((row) => row.state.kind === 'done').map((row) => row.id);
    await running().uploader.handlers['queue.act']({ act: 'remove', target: { ids } });
  },
};

process.on('message', (message: OrderMessage) => {
  const { n, order, input } = message;
  const answer = (said: Omit<AnswerMessage, 'n'>): void => void process.send?.({ n, ...said });
  const run = orders[order] as (input: unknown) => Promise<Awaited<ReturnType<Orders[OrderName]>>>;
  run(input).then(
    (value) => answer({ value }),
    (error: unknown) => answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
// A driver that is gone orders nothing any more.
process.on('disconnect', () => process.exit(0));
