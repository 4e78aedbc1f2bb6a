// A local clip as an answer with byte ranges, for the poster frames and the player of the page.
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

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

/** Answers with 200, 206 or 416; null when the file cannot be read or is no regular file. */
export async function serveClip(file: string, rangeHeader: string | null): Promise<Response | null> {
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return null;
  const stat = await handle.stat();
  if (!stat.isFile()) {
    await handle.close();
    return null;
  }
  const range = parseRange(rangeHeader, stat.size);
  if (range === 'outside') {
    await handle.close();
    return new Response(null, { status: 416, headers: { ...fixedHeaders, 'Content-Range': `bytes */${stat.size}` } });
  }
  const { first, last } = range ?? { first: 0, last: stat.size - 1 };
  const headers: Record<string, string> = {
    ...fixedHeaders,
    'Content-Type': contentTypes[path.extname(file).toLowerCase()] ?? 'application/octet-stream',
    'Content-Length': String(last - first + 1),
  };
  if (range !== null) headers['Content-Range'] = `bytes ${first}-${last}/${stat.size}`;
  const status = range === null ? 200 : 206;
  if (stat.size === 0) {
    await handle.close();
    return new Response(null, { status, headers });
  }
  // Closes the handle by itself when it ends or when the page stops listening.
  const stream = handle.createReadStream({ start: first, end: last });
  return new Response(Readable.toWeb(stream) as NodeReadableStream<Uint8Array<ArrayBuffer>> as ReadableStream, {
    status,
    headers,
  });
}
