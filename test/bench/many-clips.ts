// Makes clips that are real to every reader of boxes: one far beyond 4 GiB, and thousands that all differ.
import { createHash } from 'node:crypto';
import {
  closeSync,
  ftruncateSync,
  futimesSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const fixture = (name: string): Buffer => readFileSync(fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)));

function box(type: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** The boxes of a fixture up to its pictures: `ftyp` and `moov`. */
function beginning(clip: Buffer): Buffer {
  let at = 0;
  while (clip.toString('latin1', at + 4, at + 8) !== 'mdat') at += clip.readUInt32BE(at);
  return clip.subarray(0, at);
}

/** A clip of exactly `bytes` whose pictures are a hole in the file, in a box with a 64-bit length. */
export function writeHugeClip(file: string, bytes: number): void {
  const start = beginning(fixture('C0001.mp4'));
  const mdat = Buffer.alloc(16);
  mdat.writeUInt32BE(1);
  mdat.write('mdat', 4, 'latin1');
  mdat.writeBigUInt64BE(BigInt(bytes - start.length), 8);
  const handle = openSync(file, 'wx');
  writeSync(handle, Buffer.concat([start, mdat]));
  ftruncateSync(handle, bytes);
  // A hole at the end of a file that was changed just now would count as still being written.
  const earlier = Date.now() / 1000 - 60;
  futimesSync(handle, earlier, earlier);
  closeSync(handle);
}

/** Writes `count` small clips, each with a `free` box of its own; returns their sha256 in hex. */
export function writeManyClips(folder: string, count: number): string[] {
  mkdirSync(folder);
  const clip = fixture('C0001.mp4');
  return Array.from({ length: count }, (_, index) => {
    const bytes = Buffer.concat([clip, box('free', Buffer.from(`clip ${index}`))]);
    writeFileSync(join(folder, `clip ${String(index).padStart(5, '0')}.mp4`), bytes);
    return createHash('sha256').update(bytes).digest('hex');
  });
}
