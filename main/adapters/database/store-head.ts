// A copy of the pages in which SQLite keeps a database's schema: with them the rows of a file whose head is gone can be read again.
//
// They change only when a migration runs, for the app never vacuums its database in place. Format: https://www.sqlite.org/fileformat2.html
import {
  closeSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { z } from 'zod';
import { readRow } from '../../untrusted/rows.ts';
import { count } from '../../untrusted/stored.ts';

export interface StoreHead {
  /** The database's version, as in its `user_version`. */
  readonly version: number;
  readonly pageBytes: number;
  /** By their numbers, the first page is 1. */
  readonly pages: Readonly<Record<number, Buffer>>;
}

const headSchema = z.object({
  version: count,
  pageBytes: count.min(512).max(65_536),
  pages: z.record(z.string().regex(/^[1-9]\d{0,9}$/), z.string()),
});

const magic = 'SQLite format 3\0';
/** Offsets in the first page: size of a page, number of pages, version of the app's tables. */
const pageBytesAt = 16;
const pageCountAt = 28;
const versionAt = 60;
const interior = 0x05;
const leaf = 0x0d;

export function versionOf(firstPage: Buffer): number {
  return firstPage.length < 100 ? 0 : firstPage.readUInt32BE(versionAt);
}

/** The first bytes of a file; fewer where it has fewer, none where it is not there. */
export function firstBytes(file: string, bytes: number): Buffer {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return Buffer.alloc(0);
  }
  try {
    const buffer = Buffer.alloc(Math.min(bytes, statSync(file).size));
    readSync(handle, buffer, 0, buffer.length, 0);
    return buffer;
  } finally {
    closeSync(handle);
  }
}

/** True when the file begins as a database does and is as long as it says. */
export function looksWhole(firstPage: Buffer, fileBytes: number): boolean {
  if (firstPage.length < 100 || firstPage.toString('latin1', 0, 16) !== magic) return false;
  const pageBytes = firstPage.readUInt16BE(pageBytesAt) || 65_536;
  return fileBytes > 0 && fileBytes % (pageBytes === 1 ? 65_536 : pageBytes) === 0;
}

/** Reads the pages of the schema out of a sound database that has no log beside it; null when they are not as expected. */
function readPages(handle: number): StoreHead | null {
  const start = Buffer.alloc(100);
  readSync(handle, start, 0, 100, 0);
  const pageBytes = start.readUInt16BE(pageBytesAt) === 1 ? 65_536 : start.readUInt16BE(pageBytesAt);
  if (start.toString('latin1', 0, 16) !== magic || pageBytes < 512) return null;
  const page = (number: number): Buffer => {
    const buffer = Buffer.alloc(pageBytes);
    readSync(handle, buffer, 0, pageBytes, (number - 1) * pageBytes);
    return buffer;
  };
  const first = page(1);
  const pages: Record<number, Buffer> = { 1: first };
  const collect = (node: Buffer, at: number): boolean => {
    if (node[at] === leaf) return true;
    if (node[at] !== interior) return false;
    const cells = node.readUInt16BE(at + 3);
    const children = [node.readUInt32BE(at + 8)];
    for (let cell = 0; cell < cells; cell++) {
      children.push(node.readUInt32BE(node.readUInt16BE(at + 12 + 2 * cell)));
    }
    return children.every((child) => {
      const below = page(child);
      pages[child] = below;
      return collect(below, 0);
    });
  };
  return collect(first, 100) ? { version: versionOf(first), pageBytes, pages } : null;
}

/**
 * Keeps the head of a sound, checkpointed database in `to`. Never throws: it is only a spare.
 *
 * Gives what closes the file again, for when the database is closed: to close it gives up all locks that this process has on it
 * (POSIX), SQLite's own too, and another program that only looked in would then take the log away from under the app.
 */
export function keepHead(file: string, to: string): () => void {
  let handle: number | null = null;
  const letGo = (): void => {
    if (handle !== null) closeSync(handle);
    handle = null;
  };
  try {
    handle = openSync(file, 'r');
    const head = readPages(handle);
    if (head === null) return letGo;
    const text = JSON.stringify({
      version: head.version,
      pageBytes: head.pageBytes,
      pages: Object.fromEntries(Object.entries(head.pages).map(([number, page]) => [number, page.toString('base64')])),
    });
    writeFileSync(`${to}.new`, text, { flush: true });
    renameSync(`${to}.new`, to);
  } catch {
    // A full or read-only disk shows itself in the database soon enough.
  }
  return letGo;
}

export function readHead(from: string): StoreHead | null {
  try {
    const head = readRow(headSchema, readFileSync(from, 'utf8'));
    if (!head.ok) return null;
    const { version, pageBytes, pages } = head.value;
    const read = Object.fromEntries(
      Object.entries(pages).map(([number, page]) => [Number(number), Buffer.from(page, 'base64')]),
    );
    const whole = Object.values(read).every((page) => page.length === pageBytes) && read[1] !== undefined;
    return whole ? { version, pageBytes, pages: read } : null;
  } catch {
    return null;
  }
}

/**
 * Puts the head onto a copy of the database that is only read from then on: which pages it calls free does not matter there. Its
 * length is taken from the file, as it names none.
 */
export function graftHead(copy: string, head: StoreHead): void {
  const handle = openSync(copy, 'r+');
  try {
    // A tree whose first page lies behind the end would make the whole schema unreadable.
    const pagesThen = head.pages[1]?.readUInt32BE(pageCountAt) ?? 0;
    const size = Math.max(statSync(copy).size, pagesThen * head.pageBytes);
    ftruncateSync(handle, size - (size % head.pageBytes));
    for (const [number, page] of Object.entries(head.pages)) {
      const at = (Number(number) - 1) * head.pageBytes;
      if (at > size) continue;
      const written = Buffer.from(page);
      if (number === '1') written.writeUInt32BE(0, pageCountAt);
      writeSync(handle, written, 0, written.length, at);
    }
  } finally {
    closeSync(handle);
  }
}
