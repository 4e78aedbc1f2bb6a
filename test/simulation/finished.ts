// Runs a program to its end, or until its time is over, and gives back what it said.
import { spawn } from 'node:child_process';

export interface Finished {
  /** Null = it was ended by a signal, or could not be started. */
  readonly code: number | null;
  /** Both outputs, as they came. */
  readonly said: string;
}

/** After `limitMs` the program is ended with everything that it started. */
export function finished(command: string, args: readonly string[], folder: string, limitMs: number): Promise<Finished> {
  return new Promise((resolve) => {
    // A group of its own, so that no process that it started is left behind.
    const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let said = '';
    const hear = (text: string): void => {
      said += text;
    };
    const timer = setTimeout(() => {
      hear(`\nended after ${limitMs / 1_000} s\n`);
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, limitMs);
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.on('error', (error) => resolve({ code: null, said: `${command}: ${error.message}` }));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, said });
    });
  });
}
