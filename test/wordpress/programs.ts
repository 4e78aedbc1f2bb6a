// Starts the programs of the test site as an ordinary user; they end with this process, however it ends.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureOrdinaryUser } from '../tools/ordinary-user.mjs';

/** Whom the programs run as: MariaDB and PHP refuse root, and nothing of a test needs it. Null = whoever we are. */
export type Person = { readonly uid: number; readonly gid: number } | null;

export async function ordinaryPerson(): Promise<Person> {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = await ensureOrdinaryUser();
  return { uid, gid };
}

export interface Program {
  readonly pid: number;
  /** What it wrote last, for a message when something went wrong. */
  said(): string;
  /** Ends it and waits until it has. */
  stop(): Promise<void>;
  /** The same by SIGKILL, to it and all that it has started. */
  kill(): Promise<void>;
  /** SIGKILL to what it has started alone, such as the workers of php-fpm, which starts others. */
  killWorkers(): void;
}

export interface Order {
  readonly command: string;
  readonly args: readonly string[];
  readonly person: Person;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** It is ready when it has written a line that fits. */
  readonly ready: RegExp;
  /** After it was killed it would believe by this file that it still runs. */
  readonly pidFile?: string;
}

/**
 * Our end of the pipe closes when we end, even by SIGKILL: the shell then ends the program, and all of its process group, for PHP's built-in server
 * leaves its workers behind otherwise. It goes last itself, so that its end is the end of them all.
 * `cat` makes a real pipe of what Node hands us: servers open /dev/stderr by its name.
 */
const keeper =
  'trap : TERM; exec > >(cat) 2>&1 3<&0; "$@" </dev/null & pid=$!; { read _ <&3; kill -TERM $pid; } & while kill -0 $pid 2>/dev/null; do wait $pid; done; kill -KILL 0';

/** What /proc has; '' for a process that is gone. */
function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

const childrenOf = (pid: number): number[] =>
  procFile(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);

const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

/** One that nobody has asked for its end yet is dead all the same. */
const isAlive = (pid: number): boolean => !/^$|\) [ZX]/.test(procFile(pid, 'stat'));

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Resolves when the program says that it is ready; rejects with its words when it ends before. */
export function startProgram(order: Order): Promise<Program> {
  const { person } = order;
  const child: ChildProcess = spawn('/bin/bash', ['-c', keeper, 'keeper', order.command, ...order.args], {
    cwd: order.cwd,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...order.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group of its own.
    detached: true,
    ...(person ?? {}),
  });
  let said = '';
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const program: Program = {
    pid: child.pid ?? 0,
    said: () => said,
    stop: async () => {
      child.stdin?.end();
      await exited;
    },
    kill: async () => {
      // php-fpm leaves our group for one of its own.
      const family = familyOf(program.pid);
      for (const pid of family) killOne(pid);
      await exited;
      while (family.some(isAlive)) await delay(5);
    },
    // The program is the keeper's child.
    killWorkers: () => childrenOf(program.pid).flatMap(childrenOf).forEach(killOne),
  };
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${order.command} ended with ${code}:\n${said}`)));
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        said = `${said}${line}\n`.slice(-8_000);
        if (order.ready.test(line)) resolve(program);
      });
    }
  });
}

/** A program that can be killed at any moment, and started again as it was. */
export interface Restartable {
  /** SIGKILL, to it and all that it has started; resolves when they are gone. */
  kill(): Promise<void>;
  killWorkers(): void;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** As startProgram does. */
export async function startRestartable(order: Order): Promise<Restartable> {
  let program = await startProgram(order);
  return {
    kill: () => program.kill(),
    killWorkers: () => program.killWorkers(),
    restart: async () => {
      if (order.pidFile !== undefined) rmSync(order.pidFile, { force: true });
      program = await startProgram(order);
    },
    stop: () => program.stop(),
  };
}

/** Runs a program to its end and gives what it wrote; throws with its words when it fails. */
export function runProgram(
  command: string,
  args: readonly string[],
  options: {
    readonly person: Person;
    readonly cwd: string;
    readonly input?: string;
    readonly env?: Readonly<Record<string, string>>;
  },
): string {
  const result = spawnSync(command, args, {
    cwd: options.cwd,
    input: options.input ?? '',
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', PWD: options.cwd, ...options.env },
    maxBuffer: 64 * 1024 * 1024,
    ...(options.person ?? {}),
  });
  if (result.status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${result.status}:\n${result.stderr}${result.stdout}`);
  return result.stdout;
}

/**
 * A port that nobody uses at this moment. It lies below those that the system gives to connections and to listeners without a wish
 * (from 32,768 on, Linux's ip_local_port_range): one of those may be gone again before a program that is only starting has taken it.
 */
export async function freePort(host: string): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(16_384, 32_768);
    if (await isFree(port, host)) return port;
  }
  throw new Error(`No port is free at ${host}.`);
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** Waits until nobody listens at a port: of a group that was killed the last process may let go of it a moment later. */
export async function untilFree(port: number, host: string): Promise<void> {
  const giveUpAt = Date.now() + 20_000;
  while (!(await isFree(port, host))) {
    if (Date.now() > giveUpAt) throw new Error(`Somebody else listens at ${host}:${port}.`);
    await delay(10);
  }
}

/** The newest program of a family whose names carry a version, such as php-fpm8.2. */
export function versioned(folder: string, name: RegExp): string {
  const found = readdirSync(folder)
    .filter((one) => name.test(one))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);
  if (found === undefined) throw new Error(`No program ${name} in ${folder}`);
  return `${folder}/${found}`;
}
