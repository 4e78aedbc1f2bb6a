// Where a real WordPress is set up for tests: in memory where there is room, for its database waits for the disk at every step.
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** A site takes a fifth of it, and a run has up to six. Containers often have 64 MiB. */
const leastBytes = 3 * 1024 ** 3;

/** A folder that exists, to make others in. Nothing that is tested has to outlive a power cut there. */
export function memoryFolder(place = memory, least = leastBytes) {
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize >= least ? place : tmpdir();
  } catch {
    return tmpdir();
  }
}
