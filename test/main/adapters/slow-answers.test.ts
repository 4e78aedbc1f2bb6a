// Servers that send something for ever: every request ends in its time, and what came is told apart from what is whole (F-11).
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { undiciHttp } from '../../../main/adapters/http.ts';
import { type BodySource, type HttpAnswer, HttpError, type HttpRequest } from '../../../main/ports.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';

/** What the server writes at once, and then a piece of what it writes again and again. */
interface Drip {
  readonly begin: string;
  readonly piece: string;
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const inHead: Readonly<Record<string, Drip>> = {
  'a header byte by byte': { begin: `${head}X-Slow: `, piece: 'a' },
  'one header after the other': { begin: head, piece: 'X-Slow: a\r\n' },
  'the status line': { begin: 'HTTP/1.1 200 O', piece: 'K' },
  'early hints (103)': { begin: '', piece: 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n' },
  'its word that it works on it (102)': { begin: '', piece: 'HTTP/1.1 102 Processing\r\n\r\n' },
  'its word on resumption (104)': { begin: '', piece: 'HTTP/1.1 104 Upload Resumption Supported\r\n\r\n' },
};
const inBody: Readonly<Record<string, Drip>> = {
  'a body of known length': { begin: `${head}Content-Length: 1000000\r\n\r\n[`, piece: ' ' },
  'a body without an end': { begin: `${head}Connection: close\r\n\r\n[`, piece: '{"id":1},' },
  'one chunk after the other': { begin: `${head}Transfer-Encoding: chunked\r\n\r\n`, piece: '1\r\n \r\n' },
  'one large chunk': { begin: `${head}Transfer-Encoding: chunked\r\n\r\nFFFFFF\r\n[`, piece: ' ' },
};
/** What nobody above the parser gets to see moves nothing. */
const unseen: Readonly<Record<string, Drip>> = {
  'the extension of a chunk': { begin: `${head}Transfer-Encoding: chunked\r\n\r\n1;x=`, piece: 'a' },
  'a header after the last chunk': {
    begin: `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\nX-Slow: `,
    piece: 'a',
  },
};

let server: Server;
let clock: HandClock;
let http: ReturnType<typeof undiciHttp>;
let sockets: Socket[];
let heard: string;
let url: string;
let onData: (socket: Socket) => void;

beforeEach(async () => {
  clock = handClock();
  http = undiciHttp({ clock });
  sockets = [];
  heard = '';
  onData = () => {};
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      heard += data.toString('latin1');
      onData(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  await http.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const minute = 60_000;
const call = (changes: Partial<HttpRequest> = {}): HttpRequest => ({
  ...{ method: 'GET', url, headers: {}, body: null, stallMs: minute, answerMs: minute, wholeMs: 90_000 },
  ...{ maxAnswerBytes: 1_000_000, signal: null, onInterim: null, ...changes },
});
const clip: BodySource = {
  length: 4,
  async *bytes() {
    yield new TextEncoder().encode('clip');
  },
};
const upload = (changes: Partial<HttpRequest> = {}): HttpRequest =>
  call({ method: 'POST', body: clip, answerMs: 30 * minute, wholeMs: null, ...changes });

type Outcome = HttpAnswer | HttpError;

/** Asks, lets one piece come in every `everyMs` once the request is there, and tells what came of it after how long. */
async function dripped(wanted: HttpRequest, drip: Drip, everyMs: number): Promise<{ ms: number; outcome: Outcome }> {
  let outcome: Outcome | null = null;
  http.request(wanted).then(
    (answer) => {
      outcome = answer;
    },
    (error: HttpError) => {
      outcome = error;
    },
  );
  await expect.poll(() => heard.endsWith(wanted.body === null ? '\r\n\r\n' : 'clip')).toBe(true);
  sockets[0]?.write(drip.begin);
  const begun = clock.monotonic();
  while (outcome === null && clock.monotonic() - begun < 3 * 60 * minute) {
    sockets[0]?.write(drip.piece);
    await clock.pass(everyMs);
  }
  if (outcome === null) throw new Error('still waiting after three hours');
  return { ms: clock.monotonic() - begun, outcome };
}

describe('a call whose answer drips', () => {
  it.each(Object.entries({ ...inHead, ...unseen }))(
    'in %s: ends when nothing of worth came for a minute',
    async (_, drip) => {
      const { ms, outcome } = await dripped(call(), drip, 1_000);
      expect(ms).toBeLessThanOrEqual(minute + 1_000);
      if (outcome instanceof HttpError) expect(outcome.problem).toBe('stalled');
      else expect(outcome.cut).toBe('stalled');
    },
  );

  it.each(Object.entries(inBody))('in %s: ends with its time, and what came is not whole', async (_, drip) => {
    const { ms, outcome } = await dripped(call(), drip, 1_000);
    expect(ms).toBeGreaterThan(minute);
    expect(ms).toBeLessThanOrEqual(91_000);
    expect(outcome).toMatchObject({ status: 200, cut: 'stalled' });
  });
});

describe('a clip that has left, and whose answer drips', () => {
  it.each(Object.entries(inHead))('in %s: has no answer half an hour after its last byte', async (_, drip) => {
    const { ms, outcome } = await dripped(upload(), drip, 20_000);
    expect(ms).toBeGreaterThan(29 * minute);
    expect(ms).toBeLessThanOrEqual(30 * minute + 20_000);
    expect(outcome).toMatchObject({ problem: 'stalled' });
  });

  it.each(Object.entries(inBody))('in %s: is told what the status line said, at the same moment', async (_, drip) => {
    const { ms, outcome } = await dripped(upload(), drip, 20_000);
    expect(ms).toBeGreaterThan(29 * minute);
    expect(ms).toBeLessThanOrEqual(30 * minute + 20_000);
    expect(outcome).toMatchObject({ status: 200, cut: 'stalled' });
  });
});

describe('a server that answers while the clip is still being sent', () => {
  /** A clip whose bytes nobody takes any more after the first, so that the sending stands still. */
  const stuck = (): { body: BodySource; begun: Promise<void> } => {
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    return {
      begun,
      body: {
        length: 1_000_000_000,
        async *bytes() {
          yield new Uint8Array(1_000);
          begin();
          await new Promise(() => {});
        },
      },
    };
  };

  it.each([
    ['a refusal', '403 Forbidden'],
    ['a success', '200 OK'],
    ['an interim answer', '103 Early Hints'],
  ])('with %s, and drips on: keeps nobody longer than the stall', async (_, status) => {
    const { body, begun } = stuck();
    let outcome: Outcome | null = null;
    http.request(upload({ body })).then(
      (answer) => {
        outcome = answer;
      },
      (error: HttpError) => {
        outcome = error;
      },
    );
    await begun;
    await expect.poll(() => heard.length).toBeGreaterThan(1_000);
    const line = `HTTP/1.1 ${status}\r\n`;
    const isInterim = status.startsWith('1');
    if (!isInterim) sockets[0]?.write(`${line}Content-Length: 1000000\r\n\r\n`);
    const from = clock.monotonic();
    while (outcome === null && clock.monotonic() - from < 60 * minute) {
      sockets[0]?.write(isInterim ? `${line}\r\n` : ' ');
      await clock.pass(1_000);
    }
    expect(clock.monotonic() - from).toBeLessThanOrEqual(minute + 1_000);
    expect(outcome).toMatchObject(
      isInterim ? { problem: 'stalled' } : { status: Number(status.slice(0, 3)), cut: 'stalled' },
    );
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  });

  it('with a refusal, and goes on taking bytes one by one: the refusal counts within a minute', async () => {
    let more = (): void => {};
    const body: BodySource = {
      length: 1_000_000_000,
      async *bytes() {
        for (;;) {
          yield new Uint8Array(1_000);
          await new Promise<void>((resolve) => {
            more = resolve;
          });
        }
      },
    };
    let outcome: Outcome | null = null;
    http.request(upload({ body })).then((answer) => {
      outcome = answer;
    });
    await expect.poll(() => heard.length).toBeGreaterThan(1_000);
    sockets[0]?.write('HTTP/1.1 413 Too Large\r\nContent-Length: 1000000\r\n\r\n');
    const from = clock.monotonic();
    while (outcome === null && clock.monotonic() - from < 60 * minute) {
      more();
      await clock.pass(10_000);
    }
    expect(clock.monotonic() - from).toBeLessThanOrEqual(minute + 10_000);
    expect(outcome).toMatchObject({ status: 413, cut: 'stalled' });
  });
});

describe('a connection that never becomes one', () => {
  it.each([
    ['a call', call()],
    ['a clip', upload()],
  ])('because its handshake drips: ends %s within a minute', async (_, wanted) => {
    let outcome: Outcome | null = null;
    http.request({ ...wanted, url: url.replace('http:', 'https:') }).then(
      () => {},
      (error: HttpError) => {
        outcome = error;
      },
    );
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    // A handshake record of 4,096 bytes.
    sockets[0]?.write(Buffer.from([0x16, 3, 3, 0x10, 0]));
    while (outcome === null && clock.monotonic() < 60 * minute) {
      sockets[0]?.write(Buffer.from([2]));
      await clock.pass(1_000);
    }
    expect(clock.monotonic()).toBeLessThanOrEqual(minute + 1_000);
    expect(outcome).toMatchObject({ problem: 'stalled' });
  });

  it('is given up by itself too, before anybody is stalled by it', async () => {
    const hasty = undiciHttp({ clock, connectMs: 300 });
    const asked = hasty.request(call({ url: url.replace('http:', 'https:') })).catch((error: HttpError) => error);
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    sockets[0]?.write(Buffer.from([0x16, 3, 3, 0x10, 0]));
    const drip = setInterval(() => sockets[0]?.write(Buffer.from([2])), 20);
    expect(await asked).toMatchObject({ problem: 'unreachable' });
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
    clearInterval(drip);
    await hasty.close();
  });
});

describe('an answer that is too much', () => {
  const outcomeOf = (wanted: HttpRequest): Promise<Outcome> => http.request(wanted).catch((error: HttpError) => error);

  it.each([
    ['interim answers without end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10_000), { problem: 'protocol' }],
    ['a hundred thousand headers', `${head}${'X-A: b\r\n'.repeat(100_000)}\r\n[]`, { problem: 'protocol' }],
    ['one header of a megabyte', `${head}X-A: ${'b'.repeat(1_000_000)}\r\n\r\n[]`, { problem: 'protocol' }],
    [
      'interim answers with headers that add up',
      `HTTP/1.1 103 Early Hints\r\n${'X-A: b\r\n'.repeat(100_000)}\r\n`,
      { problem: 'protocol' },
    ],
  ])('%s is no HTTP', async (_, text, expected) => {
    onData = (socket) => void socket.write(text);
    expect(await outcomeOf(call())).toMatchObject(expected);
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  });

  it('headers under names of the language’s own are headers like others', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const lines = names.map((name) => `${name}: x\r\n${name}: y\r\n`).join('');
    onData = (socket) => void socket.write(`${head}${lines}Content-Length: 2\r\n\r\n[]`);
    const outcome = await outcomeOf(call());
    expect(outcome).toMatchObject({ status: 200, cut: null, headers: { 'content-type': 'application/json' } });
  });

  it('a few interim answers before it are none', async () => {
    onData = (socket) =>
      void socket.write(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)}${head}Content-Length: 2\r\n\r\n[]`);
    const interims: number[] = [];
    expect(await outcomeOf(call({ onInterim: (status) => interims.push(status) }))).toMatchObject({ cut: null });
    expect(interims).toHaveLength(100);
  });

  it('a body in millions of pieces takes the room of its bytes, not of its pieces', async () => {
    const bytes = 1_500_000;
    onData = (socket) => {
      const pieces = Buffer.from('1\r\n \r\n'.repeat(10_000));
      let left = bytes / 10_000;
      const more = (): void => {
        while (left > 0 && !socket.destroyed) {
          left--;
          if (!socket.write(pieces)) return;
        }
      };
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
      socket.on('drain', more);
      more();
    };
    const before = process.memoryUsage().rss;
    let most = 0;
    const look = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before);
    }, 10);
    const outcome = await outcomeOf(call({ maxAnswerBytes: bytes }));
    clearInterval(look);
    expect((outcome as HttpAnswer).body).toHaveLength(bytes);
    expect(most).toBeLessThan(100 * 1024 * 1024);
  });

  it('a body without end is cut at what was wanted, and its connection is closed', async () => {
    onData = (socket) => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
      const more = (): void => {
        while (!socket.destroyed && socket.write(`1000\r\n${'x'.repeat(4_096)}\r\n`));
      };
      socket.on('drain', more);
      more();
    };
    const outcome = await outcomeOf(call({ maxAnswerBytes: 10_000 }));
    expect(outcome).toMatchObject({ status: 200, cut: 'enough' });
    expect((outcome as HttpAnswer).body).toHaveLength(10_000);
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  });
});

describe('a length that is a lie', () => {
  const answered = async (text: string, end: boolean, wanted: Partial<HttpRequest> = {}): Promise<Outcome> => {
    onData = (socket) => void (end ? socket.end(text) : socket.write(text));
    return http.request(call(wanted)).catch((error: HttpError) => error);
  };

  it.each([
    ['a body that ends before it', `${head}Content-Length: 10\r\n\r\n[1,2]`, { status: 200, cut: 'reset' }],
    ['chunks that end before the last', `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n[1,2]\r\n`, { cut: 'reset' }],
    ['a chunk that ends before its length', `${head}Transfer-Encoding: chunked\r\n\r\nF\r\n[1,2]`, { cut: 'reset' }],
    ['a negative one', `${head}Content-Length: -5\r\n\r\n[1,2]`, { problem: 'protocol' }],
    ['two different ones', `${head}Content-Length: 5\r\nContent-Length: 7\r\n\r\n[1,2]`, { problem: 'protocol' }],
    ['none at all that could be', `${head}Content-Length: five\r\n\r\n[1,2]`, { problem: 'protocol' }],
    [
      'one beside chunks',
      `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[1,2]\r\n0\r\n\r\n`,
      { problem: 'protocol' },
    ],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', { problem: 'protocol' }],
    ['HTTP/0.9', '<html></html>', { problem: 'protocol' }],
  ])('%s', async (_, text, expected) => {
    expect(await answered(text, true)).toMatchObject(expected);
  });

  it.each([
    [
      'more than was announced',
      'GET',
      `${head}Content-Length: 5\r\n\r\n[1,2]${head}Content-Length: 2\r\n\r\n{}`,
      '[1,2]',
    ],
    ['a body after HEAD', 'HEAD', `${head}Content-Length: 5\r\n\r\n[1,2]`, ''],
    ['a body after 204', 'GET', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n[1,2]', ''],
    ['a body after 304', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n[1,2]', ''],
  ] as const)('%s is none of the next answer', async (_, method, text, body) => {
    const first = await answered(text, false, { method });
    expect(first).toMatchObject({ cut: null });
    expect(String(Buffer.from((first as HttpAnswer).body))).toBe(body);
    const second = await answered(`${head}Content-Length: 4\r\n\r\n[42]`, false);
    expect(String(Buffer.from((second as HttpAnswer).body))).toBe('[42]');
    expect(sockets).toHaveLength(2);
  });
});

describe('a body that was compressed although nobody asked for it', () => {
  const gzip = (text: string): Buffer => gzipSync(Buffer.from(text));
  const answered = async (body: Buffer, coding: string, wanted: Partial<HttpRequest> = {}): Promise<Outcome> => {
    const lines = `${head}Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
    onData = (socket) => void socket.write(Buffer.concat([Buffer.from(lines), body]));
    return http.request(call(wanted)).catch((error: HttpError) => error);
  };
  const textOf = (outcome: Outcome): string => String(Buffer.from((outcome as HttpAnswer).body));

  it.each([
    ['gzip', gzip('[42]')],
    ['x-gzip', gzip('[42]')],
    ['GZIP', gzip('[42]')],
    ['deflate', deflateSync(Buffer.from('[42]'))],
    ['br', brotliCompressSync(Buffer.from('[42]'))],
    ['zstd', zstdCompressSync(Buffer.from('[42]'))],
    ['identity', Buffer.from('[42]')],
  ])('with %s is read', async (coding, body) => {
    const outcome = await answered(body, coding);
    expect(textOf(outcome)).toBe('[42]');
    expect(outcome).toMatchObject({ status: 200, cut: null });
    expect(heard.toLowerCase()).toContain('accept-encoding: identity');
  });

  it.each([
    ['is none', Buffer.from('[42]'), 'gzip'],
    ['ends too early', gzip('[42]'.repeat(1_000)).subarray(0, 30), 'gzip'],
    ['nobody knows', Buffer.from('[42]'), 'snake'],
    ['stands twice', gzipSync(gzip('[42]')), 'gzip, gzip'],
  ])('in a way that %s has a status, and no body', async (_, body, coding) => {
    expect(await answered(body, coding)).toMatchObject({ status: 200, cut: 'protocol', body: new Uint8Array() });
  });

  it('to swell to a gigabyte never takes more room than was wanted', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
    const before = process.memoryUsage().rss;
    for (let times = 0; times < 5; times++) {
      expect(await answered(bomb, 'gzip', { maxAnswerBytes: 1_000_000 })).toMatchObject({ status: 200, cut: 'enough' });
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1024 * 1024);
  });
});

describe('a person who does not wait any longer', () => {
  it.each([
    ['before the head', ''],
    ['in the middle of the body', `${head}Content-Length: 1000\r\n\r\n[`],
  ])('ends the call %s', async (_, text) => {
    const stopper = new AbortController();
    const asked = http.request(call({ signal: stopper.signal })).catch((error: HttpError) => error);
    await expect.poll(() => heard).toContain('\r\n\r\n');
    sockets[0]?.write(text);
    await clock.settle();
    stopper.abort();
    const outcome = await asked;
    expect(outcome instanceof HttpError ? outcome.problem : outcome.cut).toBe('aborted');
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  });
});
