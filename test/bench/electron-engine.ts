// Electron's main process with the whole engine in it: adds what it is told to, and reports when all of it is on the site.
import { join } from 'node:path';
import { app } from 'electron';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import type { Sql } from '../../main/ports.ts';
import { startEngine } from '../engine/engine.ts';
import { type Gaps, watchLoop } from './measure.ts';

/** Sent to this process. */
export interface UploadOrder {
  readonly siteUrl: string;
  readonly login: string;
  readonly appPassword: string;
  /** Files or folders. */
  readonly paths: readonly string[];
  /** For the database; removed by who made it. */
  readonly folder: string;
  readonly timeLimitMs: number;
}

export type EngineAnswer =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'uploaded';
      readonly clips: number;
      /** From the adding to the last clip on the site. */
      readonly seconds: number;
      readonly gaps: Gaps;
      /** Longest durable change in ms: mostly the disk's doing. */
      readonly longestWriteMs: number;
      /** What the app says of the first clip. */
      readonly sha256: string | null;
    }
  | { readonly kind: 'failed'; readonly error: string };

const tell = (answer: EngineAnswer): void => {
  process.send?.(answer);
};

/** The list as a window shows it, so that its patches cost what they cost in the app. */
const view = { filter: 'all', sort: 'queue', offset: 0, limit: 50 } as const;

/** Notes the longest time that a durable change kept the main thread. */
function timed(sql: Sql): { readonly sql: Sql; longestMs(): number } {
  let longest = 0;
  return {
    sql: {
      ...sql,
      transaction: (work) => {
        const start = performance.now();
        try {
          return sql.transaction(work);
        } finally {
          longest = Math.max(longest, performance.now() - start);
        }
      },
    },
    longestMs: () => longest,
  };
}

async function upload(order: UploadOrder): Promise<EngineAnswer> {
  const database = timed(openSqlite(join(order.folder, 'watched.sqlite')));
  const engine = await startEngine({ profile: order.folder, ports: { sql: database.sql } });
  try {
    const { handlers, addPaths, on } = engine.uploader;
    const found = await handlers['site.find'](order.siteUrl);
    if (!found.ok) throw new Error(`The site was not found: ${JSON.stringify(found.failure)}`);
    const { offer } = found.value;
    const account = await handlers['account.signIn']({
      offer,
      with: { kind: 'application-password', login: order.login, password: order.appPassword },
    });
    if (!account.ok) throw new Error(`Not signed in: ${JSON.stringify(account.failure)}`);
    await handlers['queue.view'](view);

    const loop = watchLoop();
    const start = performance.now();
    let expected = Number.POSITIVE_INFINITY;
    const allDone = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('It took too long')), order.timeLimitMs);
      on('queue.patch', ({ counts }) => {
        if (counts.needsYou > 0) reject(new Error(`${counts.needsYou} clips need somebody`));
        if (counts.done < expected) return;
        clearTimeout(timer);
        resolve();
      });
    });
    const added = await addPaths(order.paths, account.value.id);
    if (added.refused.length > 0) throw new Error(`Refused: ${JSON.stringify(added.refused.slice(0, 3))}`);
    expected = added.added;
    await allDone;
    const seconds = (performance.now() - start) / 1000;
    const gaps = loop.stop();
    const [first] = await engine.rows();
    const sha256 = first ? (await engine.details(first.id)).sha256 : null;
    return { kind: 'uploaded', clips: added.added, seconds, gaps, longestWriteMs: database.longestMs(), sha256 };
  } finally {
    await engine.stop();
  }
}

process.on('message', (order: UploadOrder) => {
  upload(order).then(tell, (error: unknown) =>
    tell({ kind: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => app.exit(0));
app.on('window-all-closed', () => undefined);
app.whenReady().then(() => tell({ kind: 'ready' }));
