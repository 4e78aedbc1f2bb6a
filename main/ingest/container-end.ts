// Does the container itself say that the file is whole? Recorders write lengths last, and copies lack what was declared first.
import type { OpenFile } from '../ports.ts';

/**
 * What is known of the file's end:
 * - `proven`: the container's own lengths fit the file;
 * - `untold`: this kind of container cannot say (transport streams, for instance);
 * - `ragged`: it breaks off in the middle of a packet, though its kind of container cannot say more;
 * - `open`: it looks as during recording, though some programs leave it so for ever;
 * - `cut`: it promises more than there is.
 */
export type Ending = 'proven' | 'untold' | 'ragged' | 'open' | 'cut';

export async function readAt(file: OpenFile, length: number, position: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, await file.read(bytes, 0, length, position));
}

export function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

export function startsWith(bytes: Uint8Array, ...magic: readonly number[]): boolean {
  return magic.every((value, at) => bytes[at] === value);
}

const tailBytes = 4_096;

/** True when the end is nothing but zeros: room that was made beforehand and is still being filled (F-23). */
export async function isHollow(file: OpenFile, size: number): Promise<boolean> {
  if (size < tailBytes) return false;
  const tail = await readAt(file, tailBytes, size - tailBytes);
  return tail.every((byte) => byte === 0);
}

const places = 32;

/** True when a place in its middle is nothing but zeros, as before the pieces of a copy that comes in any order have come (F-23). */
export async function hasHollow(file: OpenFile, size: number): Promise<boolean> {
  // The pieces of a short file are short.
  const bytes = Math.min(tailBytes, Math.max(512, Math.floor(size / places / 2)));
  const room = Math.max(0, size - bytes);
  const step = Math.max(bytes, room / places);
  const samples: Promise<Uint8Array>[] = [];
  // All at once: they go to the disk together.
  for (let at = step / 2; at < room; at += step) samples.push(readAt(file, bytes, Math.floor(at)));
  return (await Promise.all(samples)).some((sample) => sample.every((byte) => byte === 0));
}

/** `format` as recognise.ts names it; every container but MP4 and its kin, whose boxes are walked there. */
export async function endingOf(file: OpenFile, size: number, format: string): Promise<Ending> {
  if (await isHollow(file, size)) return 'open';
  switch (format) {
    case 'webm':
    case 'mkv':
      return ebmlEnding(file, size);
    case 'avi':
      return riffEnding(file, size);
    case 'wmv':
      return asfEnding(file, size);
    case 'mxf':
      return mxfEnding(file, size);
    case 'mpeg':
      return programEnding(file, size);
    case 'ts':
      return packetEnding(file, size, 188, 0);
    case 'm2ts':
      return packetEnding(file, size, 192, 4);
    case 'flv':
      return flashEnding(file, size);
    case 'ogv':
      return oggEnding(file, size);
    default:
      return 'untold';
  }
}

/** Packets of one length, each with a byte of its own at `sync`. */
async function packetEnding(file: OpenFile, size: number, length: number, sync: number): Promise<Ending> {
  const last = await readAt(file, length, size - length);
  return size % length === 0 && last[sync] === 0x47 ? 'untold' : 'ragged';
}

/** Each tag is followed by its length. */
async function flashEnding(file: OpenFile, size: number): Promise<Ending> {
  const length = new DataView((await readAt(file, 4, size - 4)).slice().buffer).getUint32(0);
  // Behind the head of the file stands a length of 0.
  if (length === 0 || length + 4 > size) return 'ragged';
  const tag = await readAt(file, 4, size - 4 - length);
  const told = ((tag[1] ?? 0) << 16) | ((tag[2] ?? 0) << 8) | (tag[3] ?? 0);
  return told + 11 === length && [8, 9, 18].includes((tag[0] ?? 0) & 0x1f) ? 'untold' : 'ragged';
}

/** A page has at most 255 parts of 255 bytes. */
const longestPage = 27 + 255 + 255 * 255;

/** The last page says that it is the last, and every page how long it is. */
async function oggEnding(file: OpenFile, size: number): Promise<Ending> {
  const tail = Buffer.from(await readAt(file, longestPage, Math.max(0, size - longestPage)));
  for (let at = tail.lastIndexOf('OggS'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1)) {
    const parts = tail[at + 26] ?? 0;
    const bytes = tail.subarray(at + 27, at + 27 + parts).reduce((sum, one) => sum + one, 0);
    if (at + 27 + parts + bytes === tail.length) return ((tail[at + 5] ?? 0) & 4) === 0 ? 'untold' : 'proven';
  }
  return 'ragged';
}

/** A packet of a program stream names its length in two bytes. */
const longestPacket = 6 + 0xffff;

/** Where packets end exactly at the end of the file, none was cut off. */
async function programEnding(file: OpenFile, size: number): Promise<Ending> {
  const tail = await readAt(file, longestPacket, Math.max(0, size - longestPacket));
  // The codes of the end of a program, and of a sequence of pictures by itself.
  const last = tail.subarray(-4);
  if (startsWith(last, 0, 0, 1, 0xb9) || startsWith(last, 0, 0, 1, 0xb7)) return 'proven';
  const head = await readAt(file, 4, 0);
  if (head[3] === 0xb3) return 'untold';
  for (let at = 0; at + 6 <= tail.length; at++) {
    if (tail[at] !== 0 || tail[at + 1] !== 0 || tail[at + 2] !== 1 || (tail[at + 3] ?? 0) < 0xbb) continue;
    if (at + 6 + (((tail[at + 4] ?? 0) << 8) | (tail[at + 5] ?? 0)) === tail.length) return 'untold';
  }
  return 'ragged';
}

/** An EBML number at `at`: its value, null for "unknown", and its length in bytes; undefined when it is none. */
function ebmlNumber(bytes: Uint8Array, at: number): { value: number | null; length: number } | undefined {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return undefined;
  let value = first & (0xff >> length);
  let ones = value === 0xff >> length;
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte;
    ones &&= byte === 0xff;
  }
  return { value: ones ? null : value, length };
}

/** The Segment holds everything; its length is unknown as long as it is being recorded. */
async function ebmlEnding(file: OpenFile, size: number): Promise<Ending> {
  const head = await readAt(file, tailBytes, 0);
  const header = ebmlNumber(head, 4);
  if (!header || header.value === null) return 'untold';
  const at = 4 + header.length + header.value;
  if (!startsWith(head.subarray(at), 0x18, 0x53, 0x80, 0x67)) return 'untold';
  const segment = ebmlNumber(head, at + 4);
  if (!segment) return 'untold';
  if (segment.value === null) return (await endsWithCluster(file, size, at + 4 + segment.length)) ? 'open' : 'ragged';
  const end = at + 4 + segment.length + segment.value;
  return end > size ? 'cut' : end === size ? 'proven' : 'untold';
}

const mostElements = 20_000;

/** Whether the elements of a Segment of unknown length end where the file does, as far as each of them says how long it is. */
async function endsWithCluster(file: OpenFile, size: number, from: number): Promise<boolean> {
  let at = from;
  for (let count = 0; at < size && count < mostElements; count++) {
    const head = await readAt(file, 16, at);
    // An id is written like a length, with its mark.
    const id = ebmlNumber(head, 0);
    const length = id && ebmlNumber(head, id.length);
    if (!length) return false;
    if (length.value === null) return true;
    at += id.length + length.length + length.value;
  }
  return at <= size;
}

/** AVI: one RIFF list after the other, each with its length; 0 while it is being recorded. */
async function riffEnding(file: OpenFile, size: number): Promise<Ending> {
  let at = 0;
  while (at < size) {
    const head = await readAt(file, 8, at);
    if (ascii(head, 0, 4) !== 'RIFF' || head.length < 8) return 'untold';
    const length = new DataView(head.buffer).getUint32(4, true);
    if (length === 0) return 'open';
    at += 8 + length + (length % 2);
  }
  // A last byte of padding is often left out.
  return at > size + 1 ? 'cut' : 'proven';
}

const asfFileProperties = 'a1dcab8c47a9cf118ee400c00c205365';

/** ASF names the file's size; the broadcast flag says that nobody knew it. */
async function asfEnding(file: OpenFile, size: number): Promise<Ending> {
  const head = await readAt(file, 64 * 1024, 0);
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  for (let at = 30; at + 24 <= head.length; ) {
    const id = Buffer.from(head.subarray(at, at + 16)).toString('hex');
    const length = Number(view.getBigUint64(at + 16, true));
    if (id === asfFileProperties && at + 92 <= head.length) {
      if ((view.getUint32(at + 88, true) & 1) === 1) return 'open';
      const told = Number(view.getBigUint64(at + 40, true));
      return told > size ? 'cut' : told === size ? 'proven' : 'untold';
    }
    if (length < 24) break;
    at += length;
  }
  return 'untold';
}

/** MXF: the header partition is open until the file is closed, and names where the footer lies. */
async function mxfEnding(file: OpenFile, size: number): Promise<Ending> {
  const head = await readAt(file, 64, 0);
  const first = head[16] ?? 0;
  const at = 16 + (first < 0x80 ? 1 : 1 + (first & 0x7f));
  if (head.length < 64 || head[13] !== 2 || at + 32 > 64) return 'untold';
  // 1 and 3 are open partitions, 2 and 4 closed ones.
  if ((head[14] ?? 0) % 2 === 1) return 'open';
  const footer = Number(new DataView(head.buffer).getBigUint64(at + 24));
  if (footer === 0) return 'untold';
  if (footer + 16 > size) return 'cut';
  return startsWith(await readAt(file, 4, footer), 0x06, 0x0e, 0x2b, 0x34) ? 'proven' : 'open';
}
