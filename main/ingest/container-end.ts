// Does the container itself say that the file is whole? Recorders write lengths last, and copies lack what was declared first.
import type { OpenFile } from '../ports.ts';

/**
 * What is known of the file's end:
 * - `proven`: the container's own lengths fit the file;
 * - `untold`: this kind of container cannot say (transport streams, for instance);
 * - `open`: it looks as during recording, though some programs leave it so for ever;
 * - `cut`: it promises more than there is.
 */
export type Ending = 'proven' | 'untold' | 'open' | 'cut';

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
      // MPEG_program_end_code
      return startsWith(await readAt(file, 4, size - 4), 0, 0, 1, 0xb9) ? 'proven' : 'untold';
    default:
      return 'untold';
  }
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
  if (segment.value === null) return 'open';
  const end = at + 4 + segment.length + segment.value;
  return end > size ? 'cut' : end === size ? 'proven' : 'untold';
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
