// What a database's write-ahead log says before SQLite opens it: whether commits that were durable once are gone from it.
//
// SQLite drops a damaged tail of the log without a word, and the database is then an older, sound one. The index beside the
// log (-shm) still counts the commits: it outlives a kill of the process, and is never ahead of what is on disk, for a commit
// is synced before it is counted. Formats: https://www.sqlite.org/walformat.html
import { readFileSync } from 'node:fs';

const headerBytes = 32;
const frameHeaderBytes = 24;

interface Counted {
  /** Frames of the log up to the last commit. */
  readonly frames: number;
  /** Of these, frames that are in the database itself already. */
  readonly copied: number;
  readonly salt: string;
}

/** What the index beside the log has counted; null = there is no index, or it says nothing. */
export function countedFrames(shm: Buffer): Counted | null {
  if (shm.length < 136 || !shm.subarray(0, 48).equals(shm.subarray(48, 96)) || shm[12] !== 1) return null;
  // In the order of bytes of this computer; all that the app runs on is little-endian.
  return {
    frames: shm.readUInt32LE(16),
    copied: shm.readUInt32LE(96),
    salt: shm.subarray(32, 40).toString('hex'),
  };
}

interface Valid {
  /** Frames up to the last commit whose checksums hold. */
  readonly frames: number;
  readonly salt: string;
  /** Behind them lies a frame of the same log that does not hold: torn, or damaged later. */
  readonly torn: boolean;
}

/** Walks through the log as SQLite does when it recovers. */
export function validFrames(wal: Buffer): Valid {
  const nothing = { frames: 0, salt: '', torn: wal.length > 0 };
  if (wal.length < headerBytes) return nothing;
  const magic = wal.readUInt32BE(0);
  const pageBytes = wal.readUInt32BE(8);
  if ((magic & ~1) !== 0x377f0682 || pageBytes < 512 || pageBytes > 65_536) return nothing;
  const bigEndian = (magic & 1) === 1;
  let s0 = 0;
  let s1 = 0;
  const add = (from: number, bytes: number): void => {
    for (let at = from; at < from + bytes; at += 8) {
      const x0 = bigEndian ? wal.readUInt32BE(at) : wal.readUInt32LE(at);
      const x1 = bigEndian ? wal.readUInt32BE(at + 4) : wal.readUInt32LE(at + 4);
      s0 = (s0 + x0 + s1) >>> 0;
      s1 = (s1 + x1 + s0) >>> 0;
    }
  };
  add(0, 24);
  if (s0 !== wal.readUInt32BE(24) || s1 !== wal.readUInt32BE(28)) return nothing;
  const salt = wal.subarray(16, 24);
  let frames = 0;
  let at = headerBytes;
  for (let frame = 1; at + frameHeaderBytes <= wal.length; frame++) {
    if (!wal.subarray(at + 8, at + 16).equals(salt)) return { frames, salt: salt.toString('hex'), torn: false };
    if (at + frameHeaderBytes + pageBytes > wal.length) break;
    add(at, 8);
    add(at + frameHeaderBytes, pageBytes);
    if (s0 !== wal.readUInt32BE(at + 16) || s1 !== wal.readUInt32BE(at + 20)) break;
    if (wal.readUInt32BE(at + 4) > 0) frames = frame;
    at += frameHeaderBytes + pageBytes;
  }
  return { frames, salt: salt.toString('hex'), torn: at < wal.length };
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/** What lies beside a database that was not closed in order. */
export interface Left {
  /** True when the last run ended without closing the database. */
  readonly unclean: boolean;
  /** True when commits that were durable are not there any more. */
  readonly behind: boolean;
}

export function lookBeside(database: string): Left {
  const wal = read(`${database}-wal`);
  const shm = read(`${database}-shm`);
  const counted = countedFrames(shm);
  const valid = validFrames(wal);
  const unclean = wal.length > 0 || shm.length > 0;
  if (counted === null) return { unclean, behind: valid.torn };
  const there = valid.salt === counted.salt ? valid.frames : 0;
  return { unclean, behind: counted.frames > counted.copied && there < counted.frames };
}
