// Running other programs: in the open with their output shown, or quietly with their output returned.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { pinnedNode, root } from './project.mjs';

/** The exit code a shell would report for a child that ended this way. */
export const exitCodeOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 1);

/** The environment of every child after the set-up: `node` means the pinned one. */
export function childEnv(extra = {}) {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const searchPath = `${path.dirname(pinnedNode)}${path.delimiter}${process.env[pathName] ?? ''}`;
  // Some tools colour their output even into a file.
  const plain = process.stdout.isTTY || process.env.FORCE_COLOR ? {} : { NO_COLOR: '1' };
  return { ...process.env, ...plain, [pathName]: searchPath, ...extra };
}

/**
 * Runs a program with this process's own stdin, stdout and stderr.
 * Resolves to its exit code; a program that cannot be started is 127. Ctrl-C reaches the child by the terminal.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: childEnv(), stdio: 'inherit', ...options });
    const forward = (signal) => child.kill(signal);
    const stayAlive = () => {};
    process.on('SIGTERM', forward);
    process.on('SIGINT', stayAlive);
    const settle = (code) => {
      process.off('SIGTERM', forward);
      process.off('SIGINT', stayAlive);
      resolve(code);
    };
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      settle(127);
    });
    child.on('close', (code, signal) => settle(exitCodeOf(code, signal)));
  });
}

/** How long a program may take to end after it was asked to. */
const graceMs = 15_000;

/** What is run so is a tool of the system that answers at once. */
const answer = (command, args) => capture(command, args, { timeout: 10_000 }).then(({ stdout }) => stdout);

/** What this machine is doing, for somebody who was not there: its memory, its files in memory, and what runs and waits for what. */
async function portrait() {
  if (process.platform === 'win32') return '';
  const columns = 'pid,ppid,stat,wchan:24,etimes,time,rss,args';
  const parts = await Promise.all([
    answer('uptime', []),
    answer('free', ['-m']),
    answer('df', ['-h']),
    answer('ps', ['-eo', columns, '--sort=-time']),
  ]);
  return parts.join('\n');
}

/**
 * Runs a program without input and keeps what it says on both outputs, in the order it came.
 * Resolves to `{ code, output, hung }`. What ends this process ends the program too. `hung` = it was not over after `limitMs` and has
 * been ended; what the machine did then closes its output.
 */
export function record(command, args, { limitMs = Number.POSITIVE_INFINITY, grace = graceMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: childEnv(), stdio: ['ignore', 'pipe', 'pipe'] });
    const pieces = [];
    let seen = '';
    let hung = false;
    const timers = [];
    const end = async () => {
      hung = true;
      seen = await portrait();
      child.kill('SIGTERM');
      timers.push(
        setTimeout(() => {
          child.kill('SIGKILL');
          // What it started may live on and hold them open.
          for (const stream of [child.stdout, child.stderr]) stream.destroy();
        }, grace),
      );
    };
    if (Number.isFinite(limitMs)) timers.push(setTimeout(end, limitMs));
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => pieces.push(chunk));
    const forward = (signal) => child.kill(signal);
    const stayAlive = () => {};
    process.on('SIGTERM', forward);
    process.on('SIGINT', stayAlive);
    child.on('error', (error) => pieces.push(Buffer.from(`${command}: ${error.message}\n`)));
    child.on('close', (code, signal) => {
      for (const timer of timers) clearTimeout(timer);
      process.off('SIGTERM', forward);
      process.off('SIGINT', stayAlive);
      const output = Buffer.concat(pieces).toString('utf8') + seen;
      resolve({ code: exitCodeOf(code, signal), output, hung });
    });
  });
}

/** Runs a script under the pinned Node; resolves to its exit code. */
export const runNode = (script, args = [], options = {}) => run(pinnedNode, [script, ...args], options);

/**
 * Runs a program quietly.
 * Resolves to `{ code, stdout, stderr, timedOut }`; never rejects. `timeout` is in milliseconds.
 */
export function capture(command, args, { timeout, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let stdout = '';
    let stderr = '';
    let timedOut = false;
    const timer = timeout
      ? setTimeout(() => {
          timedOut = true;
          child.kill('SIGKILL');
        }, timeout)
      : undefined;
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: 127, stdout, stderr: `${stderr}${error.message}`, timedOut });
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: exitCodeOf(code, signal), stdout, stderr, timedOut });
    });
  });
}

/** How to call npm: the one that started us when there is one, so that no shell is needed. */
export function npmCommand(args) {
  const started = process.env.npm_execpath;
  if (started && /npm-cli\.c?js$/.test(started))
    return { command: process.execPath, args: [started, ...args], options: {} };
  // On Windows npm is a .cmd file, which only a shell can start.
  if (process.platform === 'win32') return { command: 'npm.cmd', args, options: { shell: true } };
  return { command: 'npm', args, options: {} };
}
