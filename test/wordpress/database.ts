// A MariaDB of the test's own: its data in a folder of ours, reachable through a socket there and not at all by network.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Person, type Restartable, runProgram, startRestartable } from './programs.ts';

/**
 * Makes and starts the database `wordpress` below `folder`, which belongs to `person`. `isDurable` = what it said yes to outlives its own death,
 * as with MariaDB's usual settings; nobody else needs to wait for that.
 */
export async function startDatabase(folder: string, person: Person, isDurable: boolean): Promise<Restartable> {
  const data = join(folder, 'data');
  const seed = join(folder, 'init.sql');
  // A MariaDB that starts takes temporary tables out of its folder for them, also those of another one that lies there.
  const env = { TMPDIR: join(folder, 'tmp') };
  mkdirSync(data, { recursive: true });
  mkdirSync(env.TMPDIR);
  writeFileSync(seed, 'CREATE DATABASE IF NOT EXISTS wordpress CHARACTER SET utf8mb4;\n');
  runProgram('chown', ['-R', person ? `${person.uid}:${person.gid}` : String(process.getuid?.() ?? 0), folder], {
    person: null,
    cwd: '/',
  });
  // Its log alone would be 96 MiB, and the site lies in memory.
  const common = ['--no-defaults', `--datadir=${data}`, '--innodb-log-file-size=16M'];
  runProgram('mariadb-install-db', [...common, '--skip-test-db', '--auth-root-authentication-method=normal'], {
    person,
    cwd: folder,
    env,
  });
  return startRestartable({
    command: 'mariadbd',
    args: [
      ...common,
      `--socket=${join(folder, 'mysqld.sock')}`,
      `--pid-file=${join(folder, 'mysqld.pid')}`,
      `--init-file=${seed}`,
      // The socket's folder is the lock on the door.
      '--skip-grant-tables',
      '--skip-networking',
      '--innodb-buffer-pool-size=64M',
      `--innodb-flush-log-at-trx-commit=${isDurable ? 1 : 0}`,
      '--skip-log-bin',
    ],
    person,
    cwd: folder,
    env,
    ready: /ready for connections/,
  });
}
