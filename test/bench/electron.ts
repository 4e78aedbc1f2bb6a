// Starts an Electron main process for a benchmark, asks it to send, and watches its memory from outside.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answered, Asked, Order, Sent } from './orders.ts';

/** RssAnon of a process in MiB; NaN where the system does not tell. */
export function anonymousMiB(pid: number): number {
  try {
    const line = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(line?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Looks every 10 ms; `stop` gives the highest value seen, in MiB. */
export function watchMemory(pid: number): { stop(): number } {
  let peak = anonymousMiB(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, anonymousMiB(pid));
  }, 10);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

export interface Sender {
  readonly pid: number;
  send(order: Order): Promise<Sent>;
  stop(): Promise<void>;
}

/** The executable that the tools have chosen; throws outside of them. */
export function electronExecutable(): string {
  const executable = process.env.CLIPFERRY_ELECTRON;
  if (!executable) throw new Error('Run this by its npm script: it needs to be told where Electron is');
  return executable;
}

/** `entry` is a file of this folder; `profile` a folder of its own. */
export function spawnElectron(entry: string, profile: string, args: readonly string[] = []): ChildProcess {
  const file = fileURLToPath(new URL(entry, import.meta.url));
  // Electron's own complaints about missing desktop services say nothing about the benchmark.
  const child = spawn(electronExecutable(), [`--user-data-dir=${profile}`, '--log-level=3', file, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return child;
}

/** `name` tells several of them apart within `folder`. */
export async function startSender(folder: string, name: string): Promise<Sender> {
  const child = spawnElectron('electron-sender.ts', join(folder, name));
  const waiting = new Map<number, { resolve: (sent: Sent) => void; reject: (error: Error) => void }>();
  let asked = 0;
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (answer: Answered) => {
      if (answer.kind === 'ready') {
        resolve();
        return;
      }
      if (answer.kind === 'sent') waiting.get(answer.id)?.resolve(answer.sent);
      else waiting.get(answer.id)?.reject(new Error(answer.error));
      waiting.delete(answer.id);
    });
    child.on('exit', (code) => {
      const error = new Error(`Electron ended with code ${code}`);
      reject(error);
      for (const one of waiting.values()) one.reject(error);
    });
  });
  await ready;
  return {
    pid: child.pid ?? 0,
    send: (order) =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        waiting.set(id, { resolve, reject });
        child.send({ id, order } satisfies Asked);
      }),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
