// Connections that are kept between requests and die under them: noticed and repeated where nothing of the request counted (F-09).

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { undiciHttp } from '../../../main/adapters/http.ts';
import type { BodySource, HttpRequest } from '../../../main/ports.ts';

/** What a test does with each piece that arrives on a connection; `n` counts connections from 1. */
type OnData = (socket: Socket, n: number, text: string) => void;

let server: Server;
let http: ReturnType<typeof undiciHttp>;
let onData: OnData;
let sockets: Socket[];
let url: string;

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

beforeEach(async () => {
  sockets = [];
  http = undiciHttp();
  server = createServer((socket) => {
    sockets.push(socket);
    const n = sockets.length;
    socket.on('error', () => {});
    socket.on('data', (data) => onData(socket, n, data.toString('latin1')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  await http.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const request = (changes: Partial<HttpRequest> = {}): HttpRequest => ({
  ...{ method: 'GET', url, headers: {}, body: null, stallMs: 10_000, answerMs: 10_000, maxAnswerBytes: 100 },
  ...{ signal: null, onInterim: null, wholeMs: 10_000, ...changes },
});
/** The answer's text, once its connection is free for the next request. */
async function words(wanted: HttpRequest): Promise<string> {
  const { body } = await http.request(wanted);
  await turn();
  return new TextDecoder().decode(body);
}

describe('a kept connection that the server resets just when it is used again', () => {
  /** The first request of each connection is answered; the next one meets a reset. */
  const resetsSecond = (): { seen: string[] } => {
    const seen: string[] = [];
    const counts = new Map<number, number>();
    onData = (socket, n, text) => {
      seen.push(`${n} ${text.slice(0, text.indexOf(' '))}`);
      const count = (counts.get(n) ?? 0) + 1;
      counts.set(n, count);
      if (count === 1) socket.write(ok);
      else socket.resetAndDestroy();
    };
    return { seen };
  };

  it.each(['GET', 'HEAD', 'OPTIONS'] as const)('is no failure of a %s: it is asked again at once', async (method) => {
    const { seen } = resetsSecond();
    await words(request());
    await http.request(request({ method }));
    expect(seen).toEqual(['1 GET', `1 ${method}`, `2 ${method}`]);
  });

  it.each([
    ['a JSON body', '{"title":"x"}'],
    ['a clip whose bytes have begun to leave', source(async () => {})],
  ])('is one of %s: it may have been done', async (_, body) => {
    const { seen } = resetsSecond();
    await words(request());
    await expect(http.request(request({ method: 'POST', body }))).rejects.toMatchObject({ problem: 'reset' });
    expect(seen).toEqual(['1 GET', '1 POST']);
  });

  it('is no failure of a clip none of whose bytes has left: it is read anew and sent', async () => {
    onData = (socket, n, text) => {
      if (n === 1 || text.endsWith('clip')) socket.write(ok);
    };
    await words(request());
    let passes = 0;
    let reset = (): void => {};
    const noticed = new Promise<void>((resolve) => {
      reset = resolve;
    });
    const body = source(async () => {
      passes++;
      if (passes > 1) return;
      // Still being read from the disk when the connection dies.
      sockets[0]?.resetAndDestroy();
      await noticed;
    });
    server.once('connection', () => reset());
    expect(await words(request({ method: 'POST', body }))).toBe('ok');
    expect([sockets.length, passes]).toEqual([2, 2]);
  });

  it('twice is a failure', async () => {
    onData = (socket, n) => {
      if (n === 1 && socket.bytesWritten === 0) socket.write(ok);
      else socket.resetAndDestroy();
    };
    await words(request());
    await expect(http.request(request())).rejects.toMatchObject({ problem: 'reset' });
    expect(sockets).toHaveLength(2);
  });
});

it('closed ends what is under way, and asks nothing any more', async () => {
  const seen: string[] = [];
  onData = (_, __, text) => void seen.push(text);
  const waiting = http.request(request());
  await expect.poll(() => seen.length).toBe(1);
  await http.close();
  await expect(waiting).rejects.toMatchObject({ problem: 'reset' });
  await expect(http.request(request())).rejects.toMatchObject({ problem: 'reset' });
  expect(sockets).toHaveLength(1);
});

it('is not kept long enough for a server to close it under a clip', async () => {
  onData = (socket) => void socket.write(ok);
  await words(request());
  const begun = performance.now();
  await new Promise((resolve) => sockets[0]?.once('close', resolve));
  expect(performance.now() - begun).toBeLessThan(4_500);
});

function source(before: () => Promise<void>): BodySource {
  return {
    length: 4,
    async *bytes() {
      await before();
      yield new TextEncoder().encode('clip');
    },
  };
}

it('tells before the first connection that is encrypted, once and never before a plain one', async () => {
  const told: number[] = [];
  const own = undiciHttp({ onFirstSecure: () => told.push(sockets.length) });
  onData = (socket, _, text) => {
    if (text.startsWith('GET')) socket.write(ok);
    else socket.destroy();
  };
  await own.request(request());
  expect(told).toEqual([]);
  const secure = request({ url: url.replace('http:', 'https:') });
  await expect(own.request(secure)).rejects.toThrow();
  // Nothing of it had begun.
  expect(told).toEqual([1]);
  own.refresh(0);
  await expect(own.request(secure)).rejects.toThrow();
  expect(told).toEqual([1]);
  await own.close();
});

describe('an encrypted connection', () => {
  /** A server of an authority that nobody knows; what the connections to it named. */
  async function unknown() {
    const [cert, key] = ['server', 'server-key'].map((name) =>
      readFileSync(new URL(`../../site/tls/${name}.pem`, import.meta.url)),
    );
    const offered: string[][] = [];
    const ALPNCallback = ({ protocols }: { protocols: string[] }): string | undefined => {
      offered.push(protocols);
      return protocols[0];
    };
    const secure = createTlsServer({ cert, key, ALPNCallback });
    secure.on('tlsClientError', () => {});
    secure.listen(0, '127.0.0.1');
    await once(secure, 'listening');
    onTestFinished(() => void secure.close());
    return { offered, wanted: request({ url: `https://127.0.0.1:${(secure.address() as AddressInfo).port}/` }) };
  }

  it('is not made to a server of an authority that nobody knows, also where the environment would allow it', async () => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    onTestFinished(() => {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    const { wanted } = await unknown();
    await expect(http.request(wanted)).rejects.toMatchObject({ problem: 'certificate' });
  });

  it('speaks HTTP/1.1 and nothing else: over HTTP/2 interim answers would be lost', async () => {
    const { wanted, offered } = await unknown();
    await expect(http.request(wanted)).rejects.toMatchObject({ problem: 'certificate' });
    expect(offered).toEqual([['http/1.1']]);
  });
});

describe('an answer that is taken piece by piece', () => {
  const body = Buffer.alloc(400_000, 'clip');
  const sends = (status: string, bytes: Uint8Array, length = bytes.length): void => {
    onData = (socket) => {
      socket.write(`HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n`);
      socket.write(bytes);
      if (length > bytes.length) socket.end();
    };
  };
  /** As a disk does that takes its time over each. */
  const taking =
    (taken: Uint8Array[]): NonNullable<HttpRequest['onPiece']> =>
    async (piece) => {
      const before = taken.length;
      await turn();
      await turn();
      expect(taken, 'a second one came before the first was taken').toHaveLength(before);
      taken.push(Buffer.from(piece));
    };

  it('waits until each piece is taken, and keeps none', async () => {
    sends('206 Partial Content', body);
    const taken: Uint8Array[] = [];
    const answer = await http.request(request({ onPiece: taking(taken) }));
    expect(answer).toMatchObject({ status: 206, cut: null });
    expect(answer.body).toHaveLength(0);
    expect(Buffer.concat(taken).equals(body)).toBe(true);
  });

  it('that ends early says so, once all that came was taken', async () => {
    sends('200 OK', body.subarray(0, 300_000), body.length);
    const taken: Uint8Array[] = [];
    const answer = await http.request(request({ onPiece: taking(taken) }));
    expect(answer.cut).toBe('reset');
    expect(Buffer.concat(taken)).toHaveLength(300_000);
  });

  it('ends when a piece is not taken', async () => {
    sends('200 OK', body);
    const refused = async (): Promise<void> => {
      throw new Error('no room');
    };
    expect((await http.request(request({ onPiece: refused }))).cut).toBe('aborted');
  });

  it('is kept as any other where it is no file', async () => {
    sends('404 Not Found', Buffer.from('gone'));
    const taken: Uint8Array[] = [];
    const answer = await http.request(request({ onPiece: taking(taken) }));
    expect(new TextDecoder().decode(answer.body)).toBe('gone');
    expect(taken).toEqual([]);
  });
});
