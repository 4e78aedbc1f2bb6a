// In which states a kill found the jobs: read from a copy of the database, so that the next start finds the original untouched.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** States of the jobs on the list, each once; none before the database was made. */
export function statesAtKill(profile: string): readonly string[] {
  const name = 'clipferry.sqlite';
  if (!existsSync(join(profile, name))) return [];
  const copy = mkdtempSync(join(tmpdir(), 'clipferry-hit-'));
  try {
    for (const part of [name, `${name}-wal`]) {
      if (existsSync(join(profile, part))) copyFileSync(join(profile, part), join(copy, part));
    }
    const database = new DatabaseSync(join(copy, name));
    try {
      const rows = database.prepare('SELECT DISTINCT kind FROM jobs WHERE removed = 0').all();
      return rows.map((row) => String(row.kind));
    } finally {
      database.close();
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
