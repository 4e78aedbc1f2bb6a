// The mishaps of a disk as the gate runs them: a disk in memory, pulled out in the middle of a clip, read-only and full (F-24, F-26).
import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** In a namespace of its own, as anybody may have one where the system lets them. */
const apart = ['-Urm'];

function mayMount(): boolean {
  try {
    execFileSync('unshare', [...apart, 'true'], { stdio: 'pipe' });
    return process.platform === 'linux';
  } catch {
    return false;
  }
}
const mounting = mayMount();
if (!mounting) console.warn('mishaps of disks: not tried here, as this system gives nobody a namespace of their own');

it.runIf(mounting)(
  'every clip of a disk is sent once and whole, whatever happens to the disk',
  { timeout: 180_000 },
  async () => {
    const program = fileURLToPath(new URL('disks-main.ts', import.meta.url));
    const args = [...apart, process.execPath, program, '--mishaps', '--disk', 'tmpfs'];
    // It ends with 1, and says why, where anything is wrong.
    const { stdout } = await promisify(execFile)('unshare', args);
    expect(stdout.split('\n')).toContain('1 kinds of disks, 0 wrong');
  },
);
