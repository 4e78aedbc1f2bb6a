// Asks a program that was downloaded to say its version, before it takes the place of one that is known to start.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { versionArgument, versionLine } from './version-words.ts';

/** Where nothing can be mounted an AppImage unpacks itself first. */
const patienceMs = 120_000;
const mostOutput = 100_000;

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended already.
  }
}

function listen(
  child: ChildProcessByStdio<null, Readable, null>,
  version: string,
  timeoutMs: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    let output = '';
    const timer = setTimeout(() => {
      endGroup(child.pid);
      // Not all of it need be in the group, or can be ended: nobody waits for that.
      child.stdout.destroy();
      child.unref();
      resolve(false);
    }, timeoutMs);
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      if (output.length < mostOutput) output += text;
    });
    child.on('error', () => {
      clearTimeout(timer);
      resolve(false);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0 && output.split('\n').includes(versionLine(version)));
    });
  });
}

/** Whether it starts and says that it is this version. Throws nothing. */
export async function saysVersion(program: string, version: string, timeoutMs = patienceMs): Promise<boolean> {
  try {
    // A group of its own, so that nothing of it is left when it does not end.
    const child = spawn(program, [versionArgument], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    return await listen(child, version, timeoutMs);
  } catch {
    // What Node says at once, and not as an event: a path that leads nowhere, or a name that no system has.
    return false;
  }
}
