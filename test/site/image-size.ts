// Width and height of a picture, read from its first bytes as the media library does.
import { closeSync, openSync, readSync } from 'node:fs';

export interface PictureSize {
  width: number;
  height: number;
}

const HEAD = 256 * 1024;

function ofJpeg(bytes: Buffer): PictureSize | null {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    // The frame headers, all but DHT, JPG and DAC.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Pixels of a PNG, GIF or JPEG; null for anything else. */
export function pictureSize(path: string): PictureSize | null {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(HEAD);
  const got = readSync(file, bytes, 0, HEAD, 0);
  closeSync(file);
  const head = bytes.subarray(0, got);
  const mark = head.toString('latin1', 0, 4);
  if (mark === '\x89PNG' && got >= 24) return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (mark === 'GIF8' && got >= 10) return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  return mark.startsWith('\xff\xd8') ? ofJpeg(head) : null;
}
