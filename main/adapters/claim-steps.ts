// The steps by which one of several computers gets to go first in a folder that all of them see, on whatever disk or server it lies.
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Claimed } from '../ports.ts';

/** Hidden, so that no list of clips and no watcher takes what is in it. */
export const claimsFolder = '.clipferry';
const longestClaim = 4_096;

/** Whatever a claim is called, its file has a name that every disk takes. */
const fileOf = (folder: string, name: string): string =>
  path.join(folder, claimsFolder, createHash('sha256').update(name).digest('hex').slice(0, 24));

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Null = there is none that can be read. */
function readClaim(file: string): string | null {
  try {
    const stat = lstatSync(file);
    return stat.isFile() && stat.size <= longestClaim ? (readFileSync(file, 'utf8').split('\n')[0] ?? '') : null;
  } catch {
    return null;
  }
}

/** True when the place for claims is there, and no link that leads elsewhere. Throws what the disk says. */
function makePlace(place: string): boolean {
  try {
    mkdirSync(place);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return lstatSync(place).isDirectory();
}

/** True when nobody had it: created exclusively, which file servers see to as well. Throws what the disk says. */
function createNew(file: string, us: string): boolean {
  try {
    const made = openSync(file, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o666);
    try {
      writeSync(made, `${us}\n`);
    } finally {
      closeSync(made);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** What a system says where one may read and not write. */
const forbidden: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);
const isYoung = (nowMs: number, file: string, staleMs: number): boolean =>
  Math.abs(nowMs - lstatSync(file).mtimeMs) < staleMs;

/**
 * Takes over what nobody keeps young: what we write now is as old as now by the server's own clock. What is younger than now was
 * written before that clock was set back, or carried here with a time of elsewhere: nobody keeps it young either. Throws what the disk says.
 */
function takeOver(file: string, us: string, staleMs: number): Claimed {
  const probe = `${file}.${us.replace(/[^\w-]/g, '').slice(0, 40)}`;
  try {
    writeFileSync(probe, `${us}\n`);
  } catch (error) {
    if (!forbidden.has(codeOf(error))) throw error;
    // The place is of another user, who keeps their claim there all the same: our own clock has to do.
    return isYoung(Date.now(), file, staleMs) ? 'theirs' : 'free';
  }
  try {
    if (isYoung(lstatSync(probe).mtimeMs, file, staleMs)) return 'theirs';
    renameSync(probe, file);
    return readClaim(file) === us ? 'ours' : 'theirs';
  } finally {
    removeIfThere(probe);
  }
}

function removeIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Moved to its place, taken away by somebody else, or on a disk that went: nothing is left to do.
  }
}

/** As `FolderClaims` has it. A folder in which nothing can be written keeps nobody waiting, but for whom another user claimed it. */
export function claim(folder: string, name: string, us: string, staleMs: number): Claimed {
  const file = fileOf(folder, name);
  try {
    if (!makePlace(path.dirname(file))) return 'free';
    if (createNew(file, us)) return 'ours';
    if (readClaim(file) !== us) return takeOver(file, us, staleMs);
    writeFileSync(file, `${us}\n`);
    return 'ours';
  } catch {
    return 'free';
  }
}

export function release(folder: string, name: string, us: string): void {
  const file = fileOf(folder, name);
  if (readClaim(file) === us) removeIfThere(file);
  try {
    rmdirSync(path.dirname(file));
  } catch {
    // Others are in it still.
  }
}
