// A real proxy on this computer: tinyproxy from Debian's packages, with or without a sign-in.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const onPath = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'tinyproxy')));

/** Why there can be none; null = there can. */
export const lacking: string | null = onPath ? null : 'tinyproxy is not installed (Debian: tinyproxy-bin)';

export interface Tinyproxy {
  /** Host and port; the same after `restart`. */
  readonly address: string;
  /** Request lines in its log, of all its runs. */
  requests(): readonly string[];
  /** All of its log. */
  log(): string;
  /**
   * Another sign-in than before, or none; whoever is connected is cut off. `tunnelsTo` = the only ports to which it opens tunnels, as
   * who runs it has ruled; it says 403 to any other. Missing = all.
   */
  restart(
    signIn: { readonly user: string; readonly password: string } | null,
    tunnelsTo?: readonly number[],
  ): Promise<void>;
  /** Ends it; `restart` brings it back. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A port on which nobody listens. It is none that systems give out by themselves (Linux: 32768 and more): as long as nobody listens
 * there, as between two runs of a proxy, another program could be given such a one, and who asks there could even meet itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true)).once('error', () => resolve(false));
      server.listen(port, '127.0.0.1');
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Resolves as soon as somebody listens there. Rejects when `child` ends before. */
async function listening(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`tinyproxy ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const answers = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (answers) return;
    await wait(5);
  }
}

export async function startTinyproxy(signIn: Parameters<Tinyproxy['restart']>[0]): Promise<Tinyproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-tinyproxy-'));
  const port = await freePort();
  const logFile = join(folder, 'log');
  const configuration = join(folder, 'tinyproxy.conf');
  let child: ChildProcess | null = null;

  const kill: Tinyproxy['kill'] = async () => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const restart: Tinyproxy['restart'] = async (wanted, tunnelsTo = []) => {
    await kill();
    const lines = [
      ...[`Port ${port}`, 'Listen 127.0.0.1', 'Allow 127.0.0.1', 'Timeout 600', 'MaxClients 50'],
      ...[`LogFile "${logFile}"`, 'LogLevel Connect', 'DisableViaHeader Yes'],
      ...(wanted === null ? [] : [`BasicAuth ${wanted.user} ${wanted.password}`]),
      ...tunnelsTo.map((one) => `ConnectPort ${one}`),
    ];
    writeFileSync(configuration, `${lines.join('\n')}\n`);
    child = spawn('tinyproxy', ['-d', '-c', configuration], { stdio: 'ignore' });
    await listening(port, child);
  };
  await restart(signIn);
  const log = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
  return {
    address: `127.0.0.1:${port}`,
    requests: () => [...log().matchAll(/Request \(file descriptor \d+\): (.*)/g)].map(([, line]) => line ?? ''),
    ...{ log, restart, kill },
    close: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
