// A plain HTTP client for the tests of the practice site: no retries, no cleverness, the answer as it came.
import { type ClientRequest, request as httpRequest } from 'node:http';
import type { PracticeSite } from './start.ts';

/** Any site of the tests that can be asked. */
export type Asked = Pick<PracticeSite, 'root' | 'basic'>;

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined where it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes.
  json: any;
}

export interface Call {
  json?: unknown;
  body?: RequestInit['body'];
  headers?: Record<string, string>;
}

async function read(response: Response): Promise<Reply> {
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

/**
 * A connection for each request. One that rests for five seconds is ended by the site, as Apache does it, and a test that was busy for so
 * long would write its next request into it.
 */
const once = { connection: 'close' };

export async function get(url: string, headers: Record<string, string> = {}): Promise<Reply> {
  return read(await fetch(url, { headers: { ...once, ...headers }, redirect: 'manual' }));
}

/** A call of the API: `route` without the leading slash, query included; `login` null for nobody. */
export async function api(
  site: Asked,
  login: string | null,
  method: string,
  route: string,
  call: Call = {},
): Promise<Reply> {
  const headers: Record<string, string> = {
    ...once,
    ...(login ? { authorization: site.basic(login) } : {}),
    ...call.headers,
  };
  if (call.json !== undefined) headers['content-type'] = 'application/json';
  const body = call.json === undefined ? call.body : JSON.stringify(call.json);
  // A stream goes out while it is made, and without a length.
  const sent = body === undefined ? {} : { body, ...(body instanceof ReadableStream ? { duplex: 'half' } : {}) };
  return read(await fetch(site.root + route, { method, headers, ...sent }));
}

/** Bytes that look like an MP4 to a type check: no text, no picture. */
export function filmBytes(size: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31 + (at >> 8)) & 255;
  bytes.write('\0\0\0\x18ftypmp42', 0, 'latin1');
  return bytes;
}

export function form(name: string, bytes: Buffer<ArrayBuffer>, part = 'file'): FormData {
  const out = new FormData();
  out.append(part, new File([bytes], name, { type: 'video/mp4' }));
  return out;
}

export function upload(site: Asked, login: string | null, name: string, bytes = filmBytes(2000)): Promise<Reply> {
  return api(site, login, 'POST', 'streamtube/v1/upload', { body: form(name, bytes) });
}

/** The cookies of a browser that signed in on the site's own page, for a Cookie header. */
export async function browserCookies(home: string, login: string, password: string): Promise<string> {
  const body = new URLSearchParams({ log: login, pwd: password, testcookie: '1' });
  const headers = { ...once, cookie: 'wordpress_test_cookie=WP%20Cookie%20check' };
  const page = await fetch(`${home}/wp-login.php`, { method: 'POST', redirect: 'manual', headers, body });
  return page.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

export interface RawUpload {
  request: ClientRequest;
  /** The answer's status, or the error code of the broken connection. */
  outcome: Promise<{ status: number; text: string } | { error: string }>;
}

/** An upload whose body the test writes itself; it announces `fileSize` bytes of file. */
export function rawUpload(site: Asked, fileSize: number, headers: Record<string, string> = {}): RawUpload {
  const head =
    '--B\r\nContent-Disposition: form-data; name="file"; filename="raw.mp4"\r\nContent-Type: video/mp4\r\n\r\n';
  const tail = '\r\n--B--\r\n';
  const request = httpRequest(`${site.root}streamtube/v1/upload`, {
    method: 'POST',
    headers: {
      authorization: site.basic('ava'),
      'content-type': 'multipart/form-data; boundary=B',
      'content-length': head.length + fileSize + tail.length,
      ...headers,
    },
  });
  const outcome = new Promise<{ status: number; text: string } | { error: string }>((resolve) => {
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message }));
    });
    request.on('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message }));
  });
  request.write(head);
  return { request, outcome };
}

export const RAW_TAIL = '\r\n--B--\r\n';
