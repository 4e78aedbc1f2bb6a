// Is this file a finished video? Decided by its bytes, not by its name.
//
// An MP4 or MOV is a row of boxes, each with a length: hopping over them costs a few reads however large the file is. One
// without `moov` has no index, one whose last box is cut off is half a copy: still being written, or broken (decision 12).
import type { OpenFile } from '../ports.ts';
import { ascii, type Ending, endingOf, isHollow, startsWith } from './container-end.ts';
import { endOfSamples } from './sample-tables.ts';

export type Recognised =
  | { readonly kind: 'video'; readonly format: string; readonly ending: Ending }
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'not-video' };

const headBytes = 4_096;
const mostBoxes = 10_000;

/** Reads a few kilobytes. `size` in bytes, more than 0. Throws FileError. */
export async function recognise(file: OpenFile, size: number): Promise<Recognised> {
  const head = new Uint8Array(Math.min(headBytes, size));
  const got = await file.read(head, 0, head.length, 0);
  const bytes = head.subarray(0, got);
  const simple = byMagic(bytes);
  if (simple) return { kind: 'video', format: simple, ending: await endingOf(file, size, simple) };
  if (!isBoxed(bytes)) return { kind: 'not-video' };
  const brand = ascii(bytes, 8, 4);
  if (ascii(bytes, 4, 4) === 'ftyp' && pictureBrands.has(brand)) return { kind: 'not-video' };
  const format = brand === 'qt  ' || ascii(bytes, 4, 4) !== 'ftyp' ? 'mov' : brand.startsWith('3gp') ? '3gp' : 'mp4';
  const ending = await boxesEnding(file, size);
  return ending === null ? { kind: 'unfinished' } : { kind: 'video', format, ending };
}

function byMagic(bytes: Uint8Array): string | null {
  if (startsWith(bytes, 0x1a, 0x45, 0xdf, 0xa3)) return ascii(bytes, 0, 64).includes('webm') ? 'webm' : 'mkv';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'AVI ') return 'avi';
  if (ascii(bytes, 0, 3) === 'FLV') return 'flv';
  if (startsWith(bytes, 0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11)) return 'wmv';
  if (startsWith(bytes, 0, 0, 1, 0xba) || startsWith(bytes, 0, 0, 1, 0xb3)) return 'mpeg';
  if (bytes[0] === 0x47 && bytes[188] === 0x47) return 'ts';
  if (bytes[4] === 0x47 && bytes[196] === 0x47) return 'm2ts';
  if (ascii(bytes, 0, 4) === 'OggS') return 'ogv';
  if (startsWith(bytes, 0x06, 0x0e, 0x2b, 0x34)) return 'mxf';
  return null;
}

/** Pictures in the same kind of boxes. */
const pictureBrands = new Set(['avif', 'avis', 'heic', 'heix', 'mif1', 'msf1']);
const firstBoxes = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp']);

function isBoxed(bytes: Uint8Array): boolean {
  return firstBoxes.has(ascii(bytes, 4, 4));
}

interface Box {
  readonly type: string;
  /** In bytes, with its head. */
  readonly length: number;
  /** It goes to the end of the file, wherever that is: it may be growing. */
  readonly isEndless: boolean;
}

/** The box that begins at `at`; 'cut' = it is not all there, 'strange' = what stands there is no box. */
async function boxAt(file: OpenFile, at: number, size: number): Promise<Box | 'cut' | 'strange'> {
  const header = new Uint8Array(16);
  const view = new DataView(header.buffer);
  const got = await file.read(header, 0, 16, at);
  if (got < 8) return 'cut';
  let length = view.getUint32(0);
  const type = ascii(header, 4, 4);
  // Some recorders leave a few bytes of their own behind the last box.
  if (!/[\x20-\x7e\xa9]{4}/.test(type)) return 'strange';
  if (length === 1 && got === 16) length = Number(view.getBigUint64(8));
  const isEndless = length === 0;
  if (isEndless) length = size - at;
  if (length < 8) return 'strange';
  return at + length > size ? 'cut' : { type, length, isEndless };
}

interface Boxes {
  readonly seen: ReadonlySet<string>;
  /** What stands behind the last of them is none. */
  readonly strange: boolean;
  readonly last: Box | null;
  readonly index: { readonly at: number; readonly length: number } | null;
}

/** Null when one reaches beyond the end of the file, as in a copy that was cut off. */
async function boxesOf(file: OpenFile, size: number): Promise<Boxes | null> {
  const seen = new Set<string>();
  let last: Box | null = null;
  let index: Boxes['index'] = null;
  let at = 0;
  for (let count = 0; count < mostBoxes && at + 8 <= size; count++) {
    const box = await boxAt(file, at, size);
    if (box === 'cut') return null;
    if (box === 'strange') return { seen, last, index, strange: true };
    if (box.type === 'moov') index = { at, length: box.length };
    seen.add(box.type);
    last = box;
    at += box.length;
  }
  return { seen, last, index, strange: false };
}

/** Null when there is no index, or a box is not all there. */
async function boxesEnding(file: OpenFile, size: number): Promise<Ending | null> {
  const boxes = await boxesOf(file, size);
  if (!boxes || (!boxes.seen.has('moov') && !boxes.seen.has('moof'))) return null;
  const { seen, strange, last, index } = boxes;
  if (await isHollow(file, size)) return 'open';
  // An index alone, or a few bytes of the next box: a copy that paused between two boxes looks like this.
  if (!seen.has('mdat') && !seen.has('moof')) return 'open';
  // Fragments are whole at any moment of a recording; only their index at the end says that it is over.
  if (seen.has('moof') && !seen.has('mfra')) return 'open';
  if (last?.isEndless) {
    const end = index && (await endOfSamples(file, index.at, index.length));
    return end === null ? 'open' : end > size ? 'ragged' : 'proven';
  }
  return strange ? 'untold' : 'proven';
}
