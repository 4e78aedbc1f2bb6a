// Files as programs really write them into watched folders: in pieces, with pauses, under other names, into room made before.
import { createHash, randomFillSync } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, open, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fixture } from './engine.ts';

export const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** A real clip with `bytes` more behind it, of a content that no other has. */
export async function uniqueClip(path: string, bytes = 4_096, from = 'C0001.mp4'): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, uniqueBytes(bytes, from));
  return path;
}

/** The same as bytes: a box of padding with chance in it behind the clip's own boxes. */
export function uniqueBytes(bytes = 4_096, from = 'C0001.mp4'): Buffer {
  const box = Buffer.alloc(bytes);
  randomFillSync(box);
  box.writeUInt32BE(bytes, 0);
  box.write('free', 4, 'latin1');
  return Buffer.concat([readFileSync(fixture(from)), box]);
}

/** In equal pieces with a pause after each, as a slow disk or network does it. */
export async function writeSlowly(path: string, bytes: Buffer, pieces: number, pauseMs: number): Promise<void> {
  const size = Math.ceil(bytes.length / pieces);
  await writeFile(path, '');
  for (let at = 0; at < bytes.length; at += size) {
    await appendFile(path, bytes.subarray(at, at + size));
    await pause(pauseMs);
  }
}

/** All room first, then filled from the front, as downloaders and some copiers do it. */
export async function fillSlowly(path: string, bytes: Buffer, pieces: number, pauseMs: number): Promise<void> {
  const file = await open(path, 'w');
  await file.truncate(bytes.length);
  const size = Math.ceil(bytes.length / pieces);
  for (let at = 0; at < bytes.length; at += size) {
    await file.write(bytes, at, Math.min(size, bytes.length - at), at);
    await pause(pauseMs);
  }
  await file.close();
}

/** All room first, its first and last block, then the rest, as copies over SMB, downloaders and renderers do it. */
export async function fillFromEnds(path: string, bytes: Buffer, pieces: number, pauseMs: number): Promise<void> {
  const file = await open(path, 'w');
  await file.truncate(bytes.length);
  const size = Math.ceil(bytes.length / pieces);
  const last = (pieces - 1) * size;
  for (const at of [0, last, ...Array.from({ length: pieces - 2 }, (_, n) => (n + 1) * size)]) {
    await file.write(bytes, at, Math.min(size, bytes.length - at), at);
    await pause(pauseMs);
  }
  await file.close();
}

/** From its beginning to its end with one handle, as a recording is written. */
export async function recordSlowly(path: string, bytes: Buffer, pieces: number, pauseMs: number): Promise<void> {
  const file = await open(path, 'w');
  const size = Math.ceil(bytes.length / pieces);
  for (let at = 0; at < bytes.length; at += size) {
    await file.write(bytes.subarray(at, at + size));
    await pause(pauseMs);
  }
  await file.close();
}

/** Under another name until it is whole, as browsers and rsync do it. */
export async function renameIn(path: string, bytes: Buffer, temporary: string, pauseMs: number): Promise<void> {
  await writeSlowly(temporary, bytes, 4, pauseMs);
  await rename(temporary, path);
}

export const copyIn = (from: string, to: string): void => copyFileSync(from, to);
