// Sites that answer to harm, by name: what they send while they are looked for, and what becomes of that.
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ConnectProblem } from '../../preload/contract.ts';
import { filled } from './answers.ts';
import type { Raw } from './front.ts';

export interface HostileSite {
  readonly name: string;
  /** What is answered like this: the front page, or the REST root's index. */
  readonly at: 'front' | 'index';
  readonly answer: () => Raw;
  /** 'found' = the site behind is found all the same. */
  readonly outcome: 'found' | ConnectProblem;
}

type Headers = readonly (readonly [string, string])[];
const crlf = '\r\n';
const html: Headers = [['content-type', 'text/html; charset=UTF-8']];
const json: Headers = [['content-type', 'application/json; charset=UTF-8']];

/** One whole answer with a true length. */
export function raw(status: number | string, headers: Headers, body: string | Uint8Array = ''): Buffer {
  const bytes = Buffer.from(body);
  const lines = [
    `HTTP/1.1 ${status} Told`,
    ...headers.map((pair) => pair.join(': ')),
    `content-length: ${bytes.length}`,
  ];
  return Buffer.concat([Buffer.from([...lines, '', ''].join(crlf), 'latin1'), bytes]);
}

/** Bytes as they are, then the end. */
const exactly = (...lines: readonly string[]): Buffer => Buffer.from(lines.join(crlf), 'latin1');
const page = (body = '<!doctype html><title>A</title>'): Buffer => raw(200, html, body);
const to = (location: string, status = 302, body = ''): Buffer => raw(status, [...html, ['location', location]], body);
const index = (over: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    ...{ name: 'Hostile', url: '', home: '', namespaces: ['wp/v2', 'streamtube/v1', 'jwt-auth/v1'] },
    ...{ authentication: { 'application-passwords': { endpoints: { authorization: 'x' } } } },
    ...over,
  });

const megabyte = 1024 * 1024;
/** Sixty-four kilobytes that become 64 MB. */
const bomb = (): Buffer => gzipSync(Buffer.alloc(64 * megabyte, 32));

const front = (name: string, outcome: HostileSite['outcome'], answer: () => Raw): HostileSite => ({
  ...{ name, outcome, answer },
  at: 'front',
});
const root = (name: string, outcome: HostileSite['outcome'], answer: () => Raw): HostileSite => ({
  ...{ name, outcome, answer },
  at: 'index',
});

export const hostileSites: readonly HostileSite[] = [
  // redirects
  front('a redirect to itself', 'unexpected', () => to('/')),
  front('a redirect to another scheme', 'unexpected', () => to('ftp://127.0.0.1/')),
  front('a redirect to a file', 'unexpected', () => to('file:///etc/passwd')),
  front('a redirect to a script', 'unexpected', () => to('javascript:alert(1)')),
  front('a redirect to what is no address', 'unexpected', () => to('http://[::1')),
  front('a redirect without a place', 'found', () => raw(302, html, 'moved')),
  front('a redirect to an address of 12 KB', 'found', () => to(`/${filled('a', 12_000)}`)),
  front('a redirect to an address longer than any header', 'not-wordpress', () => to(`/${filled('a', 200_000)}`)),
  front('a redirect to two places', 'found', () =>
    raw(301, [
      ['location', '/?p=1'],
      ['location', '/?p=2'],
    ]),
  ),
  // pages
  front('a page of 4 MB of opened links', 'found', () => page(filled('<link rel="https://api.w.org/" ', 4 * megabyte))),
  front('a page of 4 MB of comments that never end', 'found', () => page(filled('<!--', 4 * megabyte))),
  front('a page of 4 MB of scripts within scripts', 'found', () => page(filled('<script ', 4 * megabyte))),
  front('a page of 4 MB of elements in elements', 'found', () => page(filled('<noscript><template>', 4 * megabyte))),
  front('a page of bytes that are no text', 'found', () => raw(200, html, Buffer.alloc(megabyte, 0xff))),
  front('a page in UTF-16', 'found', () =>
    raw(200, html, Buffer.from('\uFEFF<!doctype html><title>A</title>', 'utf16le')),
  ),
  front('a page that unpacks to 64 MB', 'found', () => raw(200, [...html, ['content-encoding', 'gzip']], bomb())),
  front('a page that says it is packed and is not', 'found', () =>
    raw(200, [...html, ['content-encoding', 'gzip']], '<p>'),
  ),
  front('a page packed in an unknown way', 'found', () =>
    raw(200, [...html, ['content-encoding', 'zoo, br, gzip, zoo']], '<p>'),
  ),
  front('an empty page', 'found', () => page('')),
  // heads
  front('a Link header of 12 KB of openings', 'found', () =>
    raw(200, [...html, ['link', filled('<x>;rel="', 12_000)]]),
  ),
  front('a Link header that never ends', 'not-wordpress', () => raw(200, [['link', filled('<', megabyte)]])),
  front('five thousand headers', 'not-wordpress', () =>
    raw(
      200,
      Array.from({ length: 5_000 }, (_, at) => [`x-${at}`, filled('a', 100)] as const),
    ),
  ),
  front('a hundred cookies', 'found', () =>
    raw(200, [...html, ...Array.from({ length: 100 }, (_, at) => ['set-cookie', `a${at}=b; Path=/`] as const)]),
  ),
  front('a thousand early hints before the page', 'found', () =>
    Buffer.concat([Buffer.from(filled(`HTTP/1.1 103 Early Hints${crlf}link: </a>${crlf}${crlf}`, 41_000)), page()]),
  ),
  front('no status line', 'not-wordpress', () => exactly('<html>nothing of HTTP</html>', '', '')),
  front('a status of four digits', 'not-wordpress', () => exactly('HTTP/1.1 2000 OK', 'content-length: 0', '', '')),
  front('two lengths that differ', 'not-wordpress', () =>
    exactly('HTTP/1.1 200 OK', 'content-length: 3', 'content-length: 5', '', 'abcde'),
  ),
  front('a negative length', 'not-wordpress', () => exactly('HTTP/1.1 200 OK', 'content-length: -1', '', 'abc')),
  front('a chunk of 16 exabytes', 'found', () =>
    exactly('HTTP/1.1 200 OK', 'content-type: text/html', 'transfer-encoding: chunked', '', 'ffffffffffffffff', 'abc'),
  ),
  front('more than was announced', 'found', () => exactly('HTTP/1.1 200 OK', 'content-length: 1', '', 'abcdef')),
  front('less than was announced', 'found', () =>
    exactly('HTTP/1.1 200 OK', 'content-type: text/html', 'content-length: 900', '', 'abcdef'),
  ),
  front('a page without a body that has one', 'found', () =>
    exactly('HTTP/1.1 204 No', 'content-length: 3', '', 'abc'),
  ),
  front('the connection ends in the middle of a header', 'not-reachable', () =>
    exactly('HTTP/1.1 200 OK', 'content-ty'),
  ),
  // the index
  root('lists in lists, half a million deep', 'not-wordpress', () =>
    raw(200, json, '['.repeat(megabyte / 2) + ']'.repeat(megabyte / 2)),
  ),
  root('objects in objects that never close', 'not-wordpress', () => raw(200, json, filled('{"a":', megabyte))),
  root('a name of a megabyte', 'not-wordpress', () => raw(200, json, index({ name: filled('A', megabyte) }))),
  root('a name of half a megabyte of markup', 'found', () =>
    raw(200, json, index({ name: filled('<!--', megabyte / 2) })),
  ),
  root('a hundred thousand namespaces', 'not-wordpress', () =>
    raw(200, json, index({ namespaces: Array.from({ length: 60_000 }, (_, at) => `a/v${at}`) })),
  ),
  root('namespaces that lead elsewhere', 'no-upload-route', () =>
    raw(200, json, index({ namespaces: ['wp/v2', '../../evil/v1', '//evil.example/v1', 'http://evil.example/v1'] })),
  ),
  root('addresses of its own that are scripts', 'found', () =>
    raw(200, json, index({ url: 'javascript:alert(1)', home: 'javascript:alert(1)' })),
  ),
  root('addresses of its own of a hundred kilobytes', 'found', () =>
    raw(200, json, index({ url: filled('http://a', 100_000), home: filled('http://a', 100_000) })),
  ),
  root('warnings of PHP before and behind it', 'found', () =>
    raw(200, html, `<br />\n<b>Warning</b>: x in <b>y</b><br />\n${index()}\n<b>Notice</b>: {z}`),
  ),
  root('a byte order mark before it', 'found', () => raw(200, json, `\uFEFF${index()}`)),
  root('UTF-16', 'not-wordpress', () => raw(200, json, Buffer.from(index(), 'utf16le'))),
  root('keys that every object has', 'found', () =>
    raw(200, json, `{"__proto__":{"namespaces":[]},"constructor":1,${index().slice(1)}`),
  ),
  root('numbers where texts belong', 'not-wordpress', () => raw(200, json, index({ namespaces: 7, name: 1e308 }))),
  root('null', 'not-wordpress', () => raw(200, json, 'null')),
  root('a refusal of strangers with a code of 64 KB', 'found', () =>
    raw(401, json, JSON.stringify({ code: `rest_${filled('a.b+c-', 65_000)}`, message: filled('<b>', 100_000) })),
  ),
  root('a redirect to a file', 'unexpected', () => to('file:///etc/passwd')),
  root('an index that unpacks to 64 MB', 'not-wordpress', () =>
    raw(200, [...json, ['content-encoding', 'gzip']], bomb()),
  ),
  root('maintenance for ever', 'maintenance', () => raw(503, [...html, ['retry-after', '1e300']], 'later')),
];

/** Every so many ms a piece, as long as somebody listens. */
const dripping =
  (piece: string | (() => string), ms: number, begin = '') =>
  (): Raw =>
  (socket: Socket) => {
    socket.write(begin);
    const timer = setInterval(() => socket.write(typeof piece === 'string' ? piece : piece()), ms);
    socket.on('close', () => clearInterval(timer));
  };

/** As fast as it is taken, without an end. */
const pouring = (piece: string, begin: string) => (): Raw => (socket: Socket) => {
  socket.write(begin);
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
};

const chunkedHead = `HTTP/1.1 200 OK${crlf}content-type: text/html${crlf}transfer-encoding: chunked${crlf}${crlf}`;
const chunk = (text: string): string => `${text.length.toString(16)}${crlf}${text}${crlf}`;

/** Those without an end; a test lets the time pass faster for them. */
export const endlessSites: readonly HostileSite[] = [
  front('nothing at all', 'not-reachable', () => () => undefined),
  front('a byte of a header now and then', 'not-reachable', dripping('a', 20, `HTTP/1.1 200 OK${crlf}x-slow: `)),
  front('early hints for ever', 'not-reachable', dripping(`HTTP/1.1 103 Early Hints${crlf}${crlf}`, 20)),
  front('a page of which a byte comes now and then', 'found', dripping(chunk('a'), 20, chunkedHead)),
  front('a page that never ends', 'found', pouring(chunk(filled('<p>', 60_000)), chunkedHead)),
  front(
    'headers that never end',
    'not-wordpress',
    pouring(`x-more: ${filled('a', 1_000)}${crlf}`, `HTTP/1.1 200 OK${crlf}`),
  ),
  front(
    'a redirect whose page never ends',
    'found',
    dripping(chunk('a'), 20, chunkedHead.replace('200 OK', '302 Found\r\nlocation: /?p=1')),
  ),
  root('an index of which a byte comes now and then', 'not-wordpress', dripping(chunk(' '), 20, chunkedHead)),
  root(
    'an index that never ends',
    'not-wordpress',
    pouring(chunk(filled('{"a":1},', 60_000)), `${chunkedHead}${chunk('[')}`),
  ),
];
