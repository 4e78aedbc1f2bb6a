// A thread that reads the whole database through once in a while, and makes a copy of it when it is sound.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { KeeperOrder, KeeperReport } from './keeper.ts';

const damaged: ReadonlySet<number> = new Set([11, 26]);

/** The copy before this one is kept, and nothing replaces it before the new one is whole and on disk. */
function copy(live: DatabaseSync, [newest, before]: NonNullable<KeeperOrder['snapshots']>): KeeperReport {
  const fresh = `${newest}.new`;
  try {
    // Half of one that was broken off.
    rmSync(fresh, { force: true });
    live.exec(`VACUUM INTO '${fresh.replaceAll("'", "''")}'`);
    const handle = openSync(fresh, 'r+');
    fsyncSync(handle);
    closeSync(handle);
    if (existsSync(newest)) renameSync(newest, before);
    renameSync(fresh, newest);
    return { kind: 'kept', name: path.basename(newest) };
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Checks, and copies where that is wanted. */
export function keep({ database, snapshots }: KeeperOrder): KeeperReport {
  try {
    const live = new DatabaseSync(database, { readOnly: true });
    try {
      live.exec('PRAGMA busy_timeout=5000');
      const said = String(live.prepare('PRAGMA integrity_check(1)').get()?.integrity_check);
      if (said !== 'ok') return { kind: 'damaged', said };
      return snapshots === null ? { kind: 'sound' } : copy(live, snapshots);
    } finally {
      live.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
    const said = error instanceof Error ? error.message : String(error);
    return { kind: damaged.has(code) ? 'damaged' : 'failed', said };
  }
}

parentPort?.postMessage(keep(workerData as KeeperOrder));
