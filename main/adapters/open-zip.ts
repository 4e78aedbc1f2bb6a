// Reads a zip that a person chose, from wherever it may come: whole and as it was written, within limits, or not at all.
//
// Not fflate, which writes ours (save-zip.ts): it looks at no checksum, and a flipped byte in a ledger would go unnoticed. Unpacking
// happens on threads of the system, and never makes more bytes than were announced.
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { type OpenedZip, ReadError, ZipError } from '../ports.ts';
import { readWhole } from './read-whole.ts';

const inflateRaw = promisify(zlib.inflateRaw);

/** Several times what the largest list takes; all in bytes. */
const mostPacked = 64 * 1024 * 1024;
const mostUnpacked = 128 * 1024 * 1024;
/** As much as is ever read of one text (untrusted/rows.ts). */
const mostOfOne = 16 * 1024 * 1024;
const mostEntries = 1_000;

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localEntry = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
const isEncrypted = 1;
const stored = 0;
const deflated = 8;

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Where its local header begins. */
  readonly at: number;
}

const damaged = (what: string): ZipError => new ZipError('damaged', what);

async function readAll(path: string): Promise<Buffer> {
  try {
    return await readWhole(path, mostPacked);
  } catch (error) {
    if (error instanceof ReadError) throw new ZipError(error.problem, error.message);
    throw error;
  }
}

/** Where the directory's end record begins; it is the last thing in the file. */
function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - endBytes; at >= Math.max(0, bytes.length - endBytes - 0xffff); at--) {
    if (bytes.readUInt32LE(at) === directoryEnd && at + endBytes + bytes.readUInt16LE(at + 20) === bytes.length)
      return at;
  }
  const isCut = bytes.length >= 4 && bytes.readUInt32LE(0) === localEntry;
  throw new ZipError(isCut ? 'damaged' : 'not-zip', 'It has no end of a zip');
}

function readEntry(
  bytes: Buffer,
  at: number,
  end: number,
): { readonly name: string; readonly entry: Entry; readonly next: number } {
  if (at + entryBytes > end || bytes.readUInt32LE(at) !== directoryEntry)
    throw damaged('No entry where one is announced');
  const nameBytes = bytes.readUInt16LE(at + 28);
  const next = at + entryBytes + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  const method = bytes.readUInt16LE(at + 10);
  if (next > end || (bytes.readUInt16LE(at + 8) & isEncrypted) !== 0 || (method !== stored && method !== deflated))
    throw damaged('An entry that cannot be read');
  return {
    name: bytes.toString('utf8', at + entryBytes, at + entryBytes + nameBytes),
    entry: {
      method,
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    },
    next,
  };
}

function readDirectory(bytes: Buffer): ReadonlyMap<string, Entry> {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > mostEntries) throw new ZipError('too-large', `${count} entries`);
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  let at = bytes.readUInt32LE(end + 16);
  while (entries.size < count) {
    const { name, entry, next } = readEntry(bytes, at, end);
    if (entries.has(name)) throw damaged('Two entries of one name');
    unpacked += entry.unpacked;
    if (entry.unpacked > mostOfOne || unpacked > mostUnpacked)
      throw new ZipError('too-large', `${unpacked} bytes unpacked`);
    entries.set(name, entry);
    at = next;
  }
  return entries;
}

async function unpack(bytes: Buffer, entry: Entry): Promise<Buffer> {
  const { at, packed, unpacked, method } = entry;
  if (at + localBytes > bytes.length || bytes.readUInt32LE(at) !== localEntry)
    throw damaged('No data where it is announced');
  const from = at + localBytes + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  if (from + packed > bytes.length) throw damaged('Less data than announced');
  const data = bytes.subarray(from, from + packed);
  if (method === stored) return data;
  try {
    return await inflateRaw(data, { maxOutputLength: Math.max(1, unpacked) });
  } catch (error) {
    throw damaged(String(error));
  }
}

/** As `MoveFiles` has it. */
export async function openZip(path: string): Promise<OpenedZip> {
  const bytes = await readAll(path);
  const entries = readDirectory(bytes);
  return {
    names: [...entries.keys()],
    text: async (name) => {
      const entry = entries.get(name);
      if (entry === undefined) throw damaged(`There is no ${name}`);
      const data = await unpack(bytes, entry);
      if (data.length !== entry.unpacked || zlib.crc32(data) !== entry.crc)
        throw damaged(`${name} is not what was written`);
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(data);
      } catch {
        throw damaged(`${name} is no text`);
      }
    },
  };
}
