// One process per profile: a lock that the system itself gives back when the process ends, however it ends (F-44).
import { truncateSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../../ports.ts';

const notADatabase = 26;
const busy = 5;

const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

/** Kept, for a database that nobody knows any more is closed, and with it goes the lock. */
const held = new Set<DatabaseSync>();

/**
 * Two that start at the same moment hold the first step of the lock both, in each other's way: the one that is ahead waits so
 * long, in ms, for the other to let go. Without it both would be refused. In SQLite's exclusive locking mode neither would let go.
 */
const patienceMs = 100;

/** Opens the lock's own small database, which nothing is ever written to, and takes it for this process alone. */
function take(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    database.exec(`PRAGMA busy_timeout=${patienceMs}; BEGIN EXCLUSIVE`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Locks the profile in `folder` and gives the function that unlocks it. Throws StoreError 'in-use' while another process has it.
 *
 * Locks of this kind lie on the file itself, so two paths to one folder (links, another user-data folder) meet in it.
 */
export function lockProfile(folder: string): () => void {
  const file = path.join(folder, 'clipferry.lock');
  for (let again = false; ; again = true) {
    try {
      const database = take(file);
      held.add(database);
      return () => {
        if (held.delete(database)) database.close();
      };
    } catch (error) {
      const code = codeOf(error);
      if (code === busy) throw new StoreError('in-use', 'Another Clipferry uses this profile');
      if (code !== notADatabase || again) throw error;
      // Who reads the content has the lock: nobody else uses a damaged one. Cut, never deleted: others would lock another file.
      truncateSync(file);
    }
  }
}
