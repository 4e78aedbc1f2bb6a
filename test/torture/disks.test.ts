// The mishaps of a disk as the gate runs them: a disk in memory, pulled out in the middle of a clip, read-only and full (F-24, F-26).
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { apart, worksApart } from '../engine/apart.ts';

const namespaces = ['-Urm'];
const mounting = worksApart(namespaces);
if (!mounting) console.warn('mishaps of disks: not tried here, as this system gives nobody a namespace of their own');

it.runIf(mounting)(
  'every clip of a disk is sent once and whole, whatever happens to the disk',
  { tags: 'proof', timeout: 180_000 },
  async () => {
    const program = fileURLToPath(new URL('disks-main.ts', import.meta.url));
    const command = [process.execPath, program, '--mishaps', '--disk', 'tmpfs'];
    const [file = '', ...args] = apart(namespaces, command);
    // It ends with 1, and says why, where anything is wrong.
    const { stdout } = await promisify(execFile)(file, args);
    expect(stdout.split('\n')).toContain('1 kinds of disks, 0 wrong');
  },
);
