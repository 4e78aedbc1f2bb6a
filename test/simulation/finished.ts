// Runs a program to its end, or until its time is over, and gives back what it said.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Finished {
  /** Null = it was ended by a signal, or could not be started. */
  readonly code: number | null;
  /** Both outputs, as they came. */
  readonly said: string;
}

/** Groups of processes that are under way: they end with this one. */
const groups = new Set<number>();
const end = (pid: number): void => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of it is there any more.
  }
};
const endAll = (): void => groups.forEach(end);
process.once('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endAll();
    groups.clear();
    process.kill(process.pid, signal);
  });
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What Node keeps of the sources that it has read lies in a copy of the project, so that it goes with the copy. */
function environmentIn(folder: string): NodeJS.ProcessEnv {
  if (path.resolve(folder) === path.resolve(root)) return process.env;
  return { ...process.env, NODE_COMPILE_CACHE: path.join(folder, '.compile-cache') };
}

/** After `limitMs` the program is ended with everything that it started. */
export function finished(command: string, args: readonly string[], folder: string, limitMs: number): Promise<Finished> {
  return new Promise((resolve) => {
    // A group of its own, so that no process that it started is left behind.
    const child = spawn(command, args, {
      cwd: folder,
      env: environmentIn(folder),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const { pid } = child;
    if (pid !== undefined) groups.add(pid);
    let said = '';
    const hear = (text: string): void => {
      said += text;
    };
    const timer = setTimeout(() => {
      hear(`\nended with all its processes after ${limitMs / 1_000} s (group ${pid})\n`);
      if (pid !== undefined) end(pid);
    }, limitMs);
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.on('error', (error) => resolve({ code: null, said: `${command}: ${error.message}` }));
    child.on('close', (code) => {
      clearTimeout(timer);
      if (pid !== undefined) groups.delete(pid);
      resolve({ code, said });
    });
  });
}
