// Where tests leave what they make: in memory where there is room, for every profile and every database waits for its disk at each step.
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const memory = '/dev/shm';
/** A site takes a fifth of it, and a run has up to six. Containers often have 64 MiB. */
const leastBytes = 3 * 1024 ** 3;

/** Whether a table of mounts (as in /proc/mounts) lets programs that lie in `place` run: containers often forbid it. */
export const runsPrograms = (mounts, place) =>
  !mounts
    .split('\n')
    .map((line) => line.split(' '))
    .some(([, where, , options = '']) => where === place && options.split(',').includes('noexec'));

/** A folder that exists, to make others in. Nothing that is tested has to outlive a power cut there. */
export function memoryFolder(place = memory, least = leastBytes) {
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(place);
    const isGood = bavail * bsize >= least && runsPrograms(readFileSync('/proc/mounts', 'utf8'), place);
    return isGood ? place : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A database that just ended may still put files there, and Node's own retries do not reach into the folders below. */
async function removeFolder(folder) {
  for (let left = 40; ; left--) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (left === 0 || (error.code !== 'ENOTEMPTY' && error.code !== 'EBUSY')) throw error;
      await pause(250);
    }
  }
}

/** Gives `then` a new folder in memory that every user may write to, and takes it away with all that is in it afterwards. */
export async function inMemory(then) {
  const folder = mkdtempSync(path.join(memoryFolder(), 'clipferry-'));
  try {
    chmodSync(folder, 0o1777);
    return await then(folder);
  } finally {
    await removeFolder(folder);
  }
}

/** The environment in which programs and tests leave what they make in `folder`; without one, where the system has it. */
export const filesIn = (folder) => (folder ? { TMPDIR: folder, CLIPFERRY_TESTS_FOLDER: folder } : {});
