// Length and picture size of an MP4 or MOV file, read from its moov box as the platform's media library does.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

interface Box {
  type: string;
  /** Of the content, after the box header. */
  start: number;
  end: number;
}

const MAX_MOOV = 16 * 1024 * 1024;

function boxHeader(bytes: Buffer, at: number): { type: string; size: number; header: number } | null {
  if (at + 8 > bytes.length) return null;
  const size = bytes.readUInt32BE(at);
  const type = bytes.toString('latin1', at + 4, at + 8);
  if (size !== 1) return { type, size, header: 8 };
  return at + 16 > bytes.length ? null : { type, size: Number(bytes.readBigUInt64BE(at + 8)), header: 16 };
}

function* boxes(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at < to; ) {
    const box = boxHeader(bytes, at);
    if (!box || box.size < box.header) return;
    yield { type: box.type, start: at + box.header, end: Math.min(at + box.size, to) };
    at += box.size;
  }
}

function readMoov(path: string): Buffer | null {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const header = Buffer.alloc(16);
    for (let at = 0; at < size; ) {
      const got = readSync(file, header, 0, 16, at);
      const box = boxHeader(header.subarray(0, got), 0);
      if (!box || box.size < box.header) return null;
      if (box.type === 'moov') {
        if (box.size > MAX_MOOV) return null;
        const moov = Buffer.alloc(box.size - box.header);
        readSync(file, moov, 0, moov.length, at + box.header);
        return moov;
      }
      at += box.size;
    }
    return null;
  } finally {
    closeSync(file);
  }
}

/** `length` in whole seconds, `width` and `height` in pixels; empty when the file shows none. */
export function probeMp4(path: string): Record<string, unknown> {
  const moov = readMoov(path);
  if (!moov) return {};
  const out: Record<string, unknown> = { fileformat: 'mp4' };
  for (const box of boxes(moov, 0, moov.length)) {
    if (box.type === 'mvhd' && moov[box.start] === 0) {
      const seconds = Math.round(moov.readUInt32BE(box.start + 16) / (moov.readUInt32BE(box.start + 12) || 1));
      out.length = seconds;
      out.length_formatted = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    }
    if (box.type !== 'trak') continue;
    for (const inner of boxes(moov, box.start, box.end)) {
      if (inner.type !== 'tkhd' || inner.end - inner.start < 8) continue;
      const width = moov.readUInt16BE(inner.end - 8);
      if (width > 0) Object.assign(out, { width, height: moov.readUInt16BE(inner.end - 4) });
    }
  }
  return out;
}
