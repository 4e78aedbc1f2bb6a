// Where tests leave what they make: in memory where there is room, for every profile and every database waits for its disk at each step.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
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

/**
 * How many bytes are free for programs, as a system tells in `table` (/proc/meminfo). Files in memory have a limit of their own, which
 * may be as much as the whole machine has; one that they fill does nothing any more but read its programs again.
 */
export const availableBytes = (table) => Number(/^MemAvailable:\s+(\d+) kB$/m.exec(table)?.[1] ?? 0) * 1024;

/** A folder that exists, to make others in. Nothing that is tested has to outlive a power cut there. */
export function memoryFolder(place = memory, least = leastBytes) {
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(place);
    // As much again for what runs beside it.
    const hasRoom = bavail * bsize >= least && availableBytes(readFileSync('/proc/meminfo', 'utf8')) >= 2 * least;
    const isGood = hasRoom && runsPrograms(readFileSync('/proc/mounts', 'utf8'), place);
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

const prefix = 'clipferry-';
/** Tells in such a folder whose it is: its process, and where numbers of processes count so, for containers may share their memory. */
const ownerFile = '.owner';
const numbering = () => (process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : process.platform);

/** Writes down in `folder` that it is this process's. */
export const markOwn = (folder) => writeFileSync(path.join(folder, ownerFile), `${numbering()}\n${process.pid}\n`);

function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function ownerIsGone(folder) {
  try {
    const [where, pid] = readFileSync(path.join(folder, ownerFile), 'utf8').split('\n');
    return where === numbering() && isGone(Number(pid));
  } catch {
    return false;
  }
}

/** Takes away what runs that were killed left in the memory of the machine: a dozen of them fill it. */
async function sweep(place) {
  for (const name of readdirSync(place)) {
    const folder = path.join(place, name);
    // Of another user, or somebody else is at it: theirs to take away.
    if (name.startsWith(prefix) && ownerIsGone(folder)) await removeFolder(folder).catch(() => undefined);
  }
}

/** Gives `then` a new folder in memory that every user may write to, and takes it away with all that is in it afterwards. */
export async function inMemory(then, place = memory) {
  if (existsSync(place)) await sweep(place);
  const folder = mkdtempSync(path.join(memoryFolder(place), prefix));
  try {
    markOwn(folder);
    chmodSync(folder, 0o1777);
    return await then(folder);
  } finally {
    await removeFolder(folder);
  }
}

/** The environment in which programs and tests leave what they make in `folder`; without one, where the system has it. */
export const filesIn = (folder) => (folder ? { TMPDIR: folder, CLIPFERRY_TESTS_FOLDER: folder } : {});
