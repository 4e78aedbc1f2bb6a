// A local clip as an answer with byte ranges, for the poster frames and the player of the page.
import path from 'node:path';
import { isSameOnAnyDisk } from '../model.ts';
import { FileError, type FileStat, type Files, type OpenFile } from '../ports.ts';

/** Never a type that a page could run or show as a document, whatever the file holds. */
const contentTypes: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/mp4',
  '.webm': 'video/webm',
  '.mkv': 'video/x-matroska',
};

const fixedHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Accept-Ranges': 'bytes',
};

export interface ByteRange {
  readonly first: number;
  /** Inclusive, as in HTTP. */
  readonly last: number;
}

/**
 * Reads a `Range` header against a file of `size` bytes (RFC 9110, section 14). Null = send everything (no range, or one
 * of a form we do not serve: several ranges, other units); 'outside' = nothing of it exists.
 */
export function parseRange(header: string | null, size: number): ByteRange | null | 'outside' {
  const match = header === null ? null : /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const count = Math.min(Number(to), size);
    return count === 0 ? 'outside' : { first: size - count, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'outside' : { first, last };
}

/** Of a job's clip: where it lies, and what its file is known by. */
export interface ServedClip {
  readonly path: string;
  readonly identity: Pick<FileStat, 'device' | 'inode' | 'size' | 'mtimeNs'>;
  /** It stands for a video on a site: what was written into the file since is not what was sent. */
  readonly isSent: boolean;
}

export interface ClipAsk {
  /** The header of that name. */
  readonly range: string | null;
  /** False: only what it would be is asked for. */
  readonly withBody: boolean;
}

/** Read at once; the page asks for the next piece when it has use for it. */
const pieceBytes = 256 * 1024;

/**
 * True for the job's own file, until it is sent also when it was written to meanwhile: whatever a link on the way leads to is another
 * one. A disk that was plugged in again may have another number; then nothing else may differ (F-27).
 */
function isOwn({ identity, isSent }: ServedClip, stat: FileStat): boolean {
  if (stat.kind !== 'file' || stat.inode !== identity.inode) return false;
  const isUntouched = isSameOnAnyDisk(identity, stat);
  if (isSent) return isUntouched;
  return stat.device === identity.device || isUntouched;
}

/** The bytes from `first` to `last`; closes the file at its end, when it fails, and when the page stops listening. */
function streamOf(file: OpenFile, { first, last }: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = first;
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const bytes = new Uint8Array(Math.min(pieceBytes, last + 1 - at));
          const length = await file.read(bytes, 0, bytes.length, at);
          if (length === 0) throw new FileError('failed', 'The clip is shorter than it was');
          at += length;
          controller.enqueue(bytes.subarray(0, length));
          if (at <= last) return;
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        await file.close();
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}

/** Answers with 200, 206 or 416; null when the file cannot be read, is no regular file, or not the job's own any more. */
export async function serveClip(
  files: Pick<Files, 'open'>,
  clip: ServedClip,
  { range: rangeHeader, withBody }: ClipAsk,
): Promise<Response | null> {
  const file = await files.open(clip.path).catch(() => null);
  if (file === null) return null;
  let isStreamed = false;
  try {
    const stat = await file.stat().catch(() => null);
    if (stat === null || !isOwn(clip, stat)) return null;
    const range = parseRange(rangeHeader, stat.size);
    if (range === 'outside') {
      return new Response(null, { status: 416, headers: { ...fixedHeaders, 'Content-Range': `bytes */${stat.size}` } });
    }
    const { first, last } = range ?? { first: 0, last: stat.size - 1 };
    const headers: Record<string, string> = {
      ...fixedHeaders,
      'Content-Type': contentTypes[path.extname(clip.path).toLowerCase()] ?? 'application/octet-stream',
      'Content-Length': String(last - first + 1),
    };
    if (range !== null) headers['Content-Range'] = `bytes ${first}-${last}/${stat.size}`;
    const status = range === null ? 200 : 206;
    isStreamed = withBody && stat.size > 0;
    return new Response(isStreamed ? streamOf(file, { first, last }) : null, { status, headers });
  } finally {
    if (!isStreamed) await file.close();
  }
}
