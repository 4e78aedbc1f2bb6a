// Serves uploaded files, with byte ranges unless they are switched off.
import { createReadStream, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { TYPES } from './attachments.ts';
import { extensionOf } from './names.ts';
import type { Site } from './site.ts';

interface Range {
  start: number;
  /** Inclusive. */
  end: number;
}

/** One range of bytes; null when there is none to honour, "unsatisfiable" when it lies outside. */
function readRange(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** Answers for a path below /wp-content/uploads/. Returns false where there is no such file. */
export async function serveUpload(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<boolean> {
  const file = resolve(site.uploadsDir, path);
  if (!file.startsWith(site.uploadsDir + sep)) return false;
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) return false;
  const { ranges } = site.switches;
  const etag = `"${Math.floor(stat.mtimeMs).toString(16)}-${stat.size.toString(16)}"`;
  const headers: Record<string, string> = {
    'Content-Type': TYPES[extensionOf(file)] ?? 'application/octet-stream',
    'Last-Modified': stat.mtime.toUTCString(),
    ETag: etag,
    Date: new Date(site.nowMs()).toUTCString(),
    ...(ranges ? { 'Accept-Ranges': 'bytes' } : {}),
  };
  const ifRange = request.headers['if-range'];
  const usable = ranges && (ifRange === undefined || ifRange === etag);
  const range = usable ? readRange(request.headers.range, stat.size) : null;
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'Content-Range': `bytes */${stat.size}`, 'Content-Length': '0' }).end();
    return true;
  }
  const { start, end } = range ?? { start: 0, end: stat.size - 1 };
  headers['Content-Length'] = String(end - start + 1);
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${stat.size}`;
  response.writeHead(range ? 206 : 200, headers);
  if (request.method === 'HEAD' || stat.size === 0) {
    response.end();
    return true;
  }
  // A client that leaves in the middle is no error of the site.
  await pipeline(createReadStream(file, { start, end }), response).catch(() => {});
  return true;
}
