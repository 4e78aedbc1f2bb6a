// Where the last picture or sound of an MP4 ends, by the tables of its index: what a box without a length of its own cannot say.
import type { OpenFile } from '../ports.ts';
import { ascii, readAt } from './container-end.ts';

/** Of indexes; that of a film of many hours is smaller. */
const mostBytes = 32 * 1024 * 1024;

interface Part {
  readonly type: string;
  readonly body: DataView;
}

function partsOf(view: DataView): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 0; at + 8 <= view.byteLength; ) {
    const length = view.getUint32(at);
    if (length < 8 || at + length > view.byteLength) break;
    const type = ascii(new Uint8Array(view.buffer, view.byteOffset + at + 4, 4), 0, 4);
    parts.push({ type, body: new DataView(view.buffer, view.byteOffset + at + 8, length - 8) });
    at += length;
  }
  return parts;
}

const bodyOf = (view: DataView | undefined, ...path: readonly string[]): DataView | undefined =>
  path.reduce(
    (inner: DataView | undefined, type) => inner && partsOf(inner).find((part) => part.type === type)?.body,
    view,
  );

/** The end of a track's last sample, in bytes from the beginning of the file; null = its tables do not say. */
function endOfTrack(track: DataView): number | null {
  const tables = bodyOf(track, 'mdia', 'minf', 'stbl');
  const [sizes, runs] = [bodyOf(tables, 'stsz'), bodyOf(tables, 'stsc')];
  const [short, long] = [bodyOf(tables, 'stco'), bodyOf(tables, 'co64')];
  const offsets = short ?? long;
  if (!sizes || !runs || !offsets) return null;
  const chunks = offsets.getUint32(4);
  const runCount = runs.getUint32(4);
  const samples = sizes.getUint32(8);
  if (chunks === 0 || runCount === 0 || samples === 0) return null;
  const last = short ? short.getUint32(8 + 4 * (chunks - 1)) : Number(offsets.getBigUint64(8 + 8 * (chunks - 1)));
  // The last run reaches to the last chunk, and its chunks hold as many samples each.
  const inChunk = Math.min(samples, runs.getUint32(8 + 12 * (runCount - 1) + 4));
  const equal = sizes.getUint32(4);
  // Not one by one: a table of a few bytes can name thousands of millions of them.
  if (equal > 0) return last + equal * inChunk;
  let end = last;
  for (let at = samples - inChunk; at < samples; at++) end += sizes.getUint32(12 + 4 * at);
  return end;
}

/** `at` and `length` of the index with its head, in bytes. Null = it does not say. Throws FileError. */
export async function endOfSamples(file: OpenFile, at: number, length: number): Promise<number | null> {
  if (length > mostBytes) return null;
  const bytes = (await readAt(file, length, at)).slice();
  try {
    const tracks = partsOf(new DataView(bytes.buffer, 8)).filter(({ type }) => type === 'trak');
    const ends = tracks.map(({ body }) => endOfTrack(body)).filter((end) => end !== null);
    return ends.length > 0 ? Math.max(...ends) : null;
  } catch (error) {
    // A table that promises more than there is.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
