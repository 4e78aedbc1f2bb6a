// The built renderer as a fixed table of files, with the security headers that each one is served with.
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** Where index.html wants this load's nonce, for the styles that react-aria adds at run time. */
const noncePlaceholder = '%NONCE%';

/** Electron-security row 7. Without a nonce only style sheets of our own are let in. */
export function contentSecurityPolicy(nonce: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === null ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

export function securityHeaders(nonce: string | null): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(nonce),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

/** URL path (`/assets/index.js`) to the file's place on disk. */
export type FileTable = ReadonlyMap<string, string>;

/** Reads the folder once: what is not there at the start is never served, and links are not followed (row 18). */
export async function readFileTable(folder: string, urlFolder = '/'): Promise<FileTable> {
  const table = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    const urlPath = `${urlFolder}${entry.name}`;
    if (entry.isFile()) table.set(urlPath, file);
    if (!entry.isDirectory()) continue;
    for (const [innerPath, inner] of await readFileTable(file, `${urlPath}/`)) table.set(innerPath, inner);
  }
  return table;
}

/** Serves exactly the paths of the table; null for every other one, however it is spelled. */
export async function servePageFile(table: FileTable, urlPath: string): Promise<Response | null> {
  const file = table.get(urlPath);
  const type = contentTypes[path.extname(urlPath)];
  if (file === undefined || type === undefined) return null;
  const bytes = await readFile(file);
  if (!type.startsWith('text/html')) {
    return new Response(bytes, { headers: { ...securityHeaders(null), 'Content-Type': type } });
  }
  const nonce = randomBytes(16).toString('base64url');
  const html = bytes.toString('utf8').replaceAll(noncePlaceholder, nonce);
  return new Response(html, { headers: { ...securityHeaders(nonce), 'Content-Type': type } });
}
