// One request as it leaves and what is made of its answer, against a server that writes what the test wants; and new connections for old.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { undiciHttp } from '../../../main/adapters/http.ts';
import type { BodySource, HttpAnswer, HttpError, HttpRequest } from '../../../main/ports.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';

let server: Server;
let clock: HandClock;
let http: ReturnType<typeof undiciHttp>;
let sockets: Socket[];
let heard: string;
let url: string;
/** What the server does once it has heard this much more. */
let onData: (socket: Socket, text: string) => void;

beforeEach(async () => {
  clock = handClock();
  http = undiciHttp({ clock });
  [sockets, heard, onData] = [[], '', () => {}];
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      heard += data.toString('latin1');
      onData(socket, data.toString('latin1'));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await http.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

type Outcome = HttpAnswer | HttpError;
const minute = 60_000;
function asked(changes: Partial<HttpRequest> = {}): Promise<Outcome> {
  const request: HttpRequest = {
    ...{ method: 'GET', url: `${url}/`, headers: {}, body: null, stallMs: minute, answerMs: 2 * minute, wholeMs: null },
    ...{ maxAnswerBytes: 1_000_000, signal: null, onInterim: null, ...changes },
  };
  return http.request(request).catch((error: HttpError) => error);
}
/** What comes of it, where the server writes this when it has heard the end of the head. */
function answered(text: string, changes: Partial<HttpRequest> = {}): Promise<Outcome> {
  onData = (socket) => void (heard.includes('\r\n\r\n') && socket.write(text));
  return asked(changes);
}
const textOf = (outcome: Outcome): string => Buffer.from((outcome as HttpAnswer).body).toString();
const ok = (body: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const untilHeard = (text: string): Promise<void> => expect.poll(() => heard, { interval: 5 }).toContain(text);
/** A clip whose pieces are given one after the other by the test. */
function pieces(length: number) {
  const waiting: string[] = [];
  let wake = (): void => {};
  const body: BodySource = {
    length,
    async *bytes() {
      for (let sent = 0; sent < length; ) {
        while (waiting.length === 0)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        const piece = Buffer.from(waiting.shift() ?? '');
        sent += piece.length;
        yield piece;
      }
    },
  };
  const give = (text: string): void => {
    waiting.push(text);
    wake();
  };
  return { body, give };
}

describe('a request', () => {
  it('is asked as it is: method, path and question, its own headers, and no compression', async () => {
    await answered(ok(''), { method: 'DELETE', url: `${url}/a/b?c=d&e=%20f#g`, headers: { authorization: 'Basic x' } });
    expect(heard.split('\r\n')[0]).toBe('DELETE /a/b?c=d&e=%20f HTTP/1.1');
    expect(heard.toLowerCase()).toContain('\r\nauthorization: basic x\r\n');
    expect(heard.toLowerCase()).toContain('\r\naccept-encoding: identity\r\n');
    expect(heard.toLowerCase()).not.toContain('content-length');
  });

  it('has the headers that it names in place of the usual ones', async () => {
    await answered(ok(''), { headers: { 'accept-encoding': 'gzip' } });
    expect(heard).toContain('accept-encoding: gzip');
    expect(heard).not.toContain('identity');
  });

  it('carries text with its headers, and a clip by its length', async () => {
    await answered(ok(''), { method: 'POST', body: '{"a":1}' });
    expect(heard.toLowerCase()).toContain('\r\ncontent-length: 7\r\n');
    expect(heard.split('\r\n\r\n')[1]).toBe('{"a":1}');
    heard = '';
    const { body, give } = pieces(8);
    const asking = answered('', { method: 'POST', body, headers: { 'content-type': 'video/mp4' } });
    give('half');
    await untilHeard('half');
    expect(heard.toLowerCase()).toContain('content-length: 8\r\n');
    expect(heard).toContain('video/mp4');
    give('more');
    await untilHeard('more');
    sockets.at(-1)?.write(ok('stored'));
    expect(textOf(await asking)).toBe('stored');
  });

  it('whose clip cannot be read any more fails with what the disk said', async () => {
    const fault = new Error('The disk was pulled');
    const body: BodySource = {
      length: 9,
      // biome-ignore lint/correctness/useYield: it fails before there is anything to give.
      async *bytes() {
        throw fault;
      },
    };
    const failed = { problem: 'body-failed', message: 'The body could not be read', cause: fault };
    expect(await answered('', { method: 'POST', body })).toMatchObject(failed);
  });

  it.each([
    ['a header that HTTP does not allow', { headers: { 'x-a': 'b\r\nc: d' } }],
    ['a method that there is not', { method: 'GE T' as 'GET' }],
    ['an address that is none', { url: 'nonsense' }],
  ])('with %s is no HTTP, and nothing of it is sent', async (_, changes) => {
    const outcome = await asked(changes);
    expect(outcome).toMatchObject({ problem: 'protocol', message: expect.stringMatching(/\S/) });
    expect((outcome as HttpError).cause).toBeInstanceOf(Error);
    expect([sockets.length, heard]).toEqual([0, '']);
    expect(clock.timers()).toBe(0);
  });

  it('that was stopped before it began is not sent', async () => {
    const reason = new Error('not wanted');
    const outcome = await asked({ signal: AbortSignal.abort(reason) });
    expect(outcome).toMatchObject({ problem: 'aborted', message: 'The request was stopped', cause: reason });
    expect([sockets.length, clock.timers()]).toEqual([0, 0]);
  });

  it('leaves nothing behind: no timer, and nobody who listens to its signal', async () => {
    const stopper = new AbortController();
    let listening = 0;
    const { signal } = stopper;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => [listening++, add(...args)][1];
    signal.removeEventListener = (...args: Parameters<typeof remove>) => [listening--, remove(...args)][1];
    const outcome = await answered(ok('[1]'), { signal, wholeMs: minute });
    expect([textOf(outcome), listening, clock.timers()]).toEqual(['[1]', 0, 0]);
    stopper.abort();
    expect(outcome).toMatchObject({ cut: null });
  });
});

describe('an answer', () => {
  it('has its headers in lower case, repeated ones joined', async () => {
    const text = 'HTTP/1.1 418 Teapot\r\nX-One: a\r\nX-ONE: b\r\nLink: <c>\r\nContent-Length: 0\r\n\r\n';
    const outcome = await answered(text);
    expect(outcome).toMatchObject({ status: 418, cut: null, headers: { 'x-one': 'a, b', link: '<c>' } });
    expect(Object.keys((outcome as HttpAnswer).headers).sort()).toEqual(['content-length', 'link', 'x-one']);
  });

  it.each([
    [9, null, '12345678'],
    [8, 'enough', '12345678'],
    [5, 'enough', '12345'],
  ])('of which %d bytes are wanted ends there', async (maxAnswerBytes, cut, text) => {
    const outcome = await answered(ok('12345678'), { maxAnswerBytes });
    expect([textOf(outcome), outcome]).toEqual([text, expect.objectContaining({ cut })]);
  });

  it('in pieces is put together, whatever their size', async () => {
    const parts = [3_000, 1_096, 1, 9_000, 2, 20_000].map((length, at) => String(at).repeat(length));
    const whole = parts.join('');
    onData = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n`);
      for (const part of parts) socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
      socket.write('0\r\n\r\n');
    };
    for (const maxAnswerBytes of [1_000_000, whole.length + 1, whole.length, 4_096, 4_097, 12_345]) {
      expect(textOf(await asked({ maxAnswerBytes }))).toBe(whole.slice(0, maxAnswerBytes));
    }
  });

  it('comes after interim ones, which are told with their headers', async () => {
    const told: unknown[] = [];
    const text = `HTTP/1.1 103 Early Hints\r\nLINK: <a>\r\nLink: <b>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${ok('[]')}`;
    const outcome = await answered(text, { onInterim: (...interim) => void told.push(interim) });
    expect(told).toEqual([
      [103, { link: '<a>, <b>' }],
      [102, {}],
    ]);
    expect(outcome).toMatchObject({ status: 200, cut: null });
  });

  it.each([
    ['two thousand interim ones', 2_000, 0, { status: 200 }],
    ['one more', 2_001, 0, { problem: 'protocol', message: 'Interim answers without end' }],
    ['one more for each second that passed', 2_003, 3_000, { status: 200 }],
    ['still more', 2_004, 3_000, { problem: 'protocol' }],
  ])('after %s at once: %d', async (_, count, afterMs, expected) => {
    await clock.pass(100_000);
    const waiting = asked();
    await untilHeard('\r\n\r\n');
    await clock.pass(afterMs);
    sockets[0]?.write(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(count)}${ok('[]')}`);
    expect(await waiting).toMatchObject(expected);
  });

  it('whose time is over says why', async () => {
    await clock.pass(100_000);
    const waiting = asked({ stallMs: 1_000, wholeMs: 500 });
    await untilHeard('\r\n\r\n');
    await clock.pass(499);
    expect(clock.timers()).toBe(2);
    await clock.pass(1);
    expect(await waiting).toMatchObject({ problem: 'stalled', message: 'It took too long in all' });
    const silent = asked({ stallMs: 1_000 });
    await expect.poll(() => heard.split('\r\n\r\n').length).toBe(3);
    await clock.pass(1_000);
    expect(await silent).toMatchObject({ problem: 'stalled', message: 'Nothing moved for too long' });
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });
});

describe('a clip', () => {
  /** One whose first half is on the server. */
  async function half() {
    const { body, give } = pieces(8);
    const sending = asked({ method: 'POST', body });
    give('half');
    await untilHeard('half');
    const rest = async (): Promise<void> => {
      give('more');
      await untilHeard('halfmore');
    };
    return { sending, give, rest, write: (text: string) => void sockets[0]?.write(text) };
  }
  const head = (status: string): string => `HTTP/1.1 ${status}\r\nContent-Length: 6\r\n\r\n`;
  /** Lets what was written arrive, for which no answer can be waited. */
  const arrives = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns++) await clock.settle();
  };

  it.each([
    ['200 OK', null],
    ['300 Multiple Choices', 'stalled'],
  ])('that is still being sent when its answer begins with %s ends so: %s', async (status, cut) => {
    const { sending, give, write } = await half();
    write(head(status));
    await arrives();
    for (const piece of ['m', 'o', 'r']) {
      await clock.pass(30_000);
      give(piece);
      await arrives();
    }
    give('e');
    await arrives();
    write('stored');
    expect(await sending).toMatchObject({ status: Number(status.slice(0, 3)), cut });
  });

  it('whose answer has begun has as long for the rest as for any silence, not as long as for its beginning', async () => {
    const { sending, rest, write } = await half();
    await rest();
    await arrives();
    await clock.pass(50_000);
    write(head('200 OK'));
    await arrives();
    const begun = clock.monotonic();
    await clock.pass(minute);
    expect(await sending).toMatchObject({ status: 200, cut: 'stalled' });
    expect(clock.monotonic() - begun).toBe(minute);
  });

  it('whose answer comes slowly is waited for as long as something comes', async () => {
    const { sending, rest, write } = await half();
    await rest();
    await arrives();
    write(head('200 OK'));
    await arrives();
    for (const letter of ['st', 'or']) {
      await clock.pass(45_000);
      write(letter);
      await arrives();
    }
    write('ed');
    expect(textOf(await sending)).toBe('stored');
  });
});

describe('new connections', () => {
  it('take the place of idle ones', async () => {
    await answered(ok('[1]'));
    http.refresh(5_000);
    await expect.poll(() => sockets[0]?.destroyed || sockets[0]?.readableEnded).toBe(true);
    expect(textOf(await asked())).toBe('[1]');
    expect(sockets).toHaveLength(2);
  });

  it.each([
    ['a question', {}],
    ['a text that has left', { method: 'POST', body: '{}' } as const],
  ])('leave %s alone that waits for its answer, where it is given time', async (_, what) => {
    const waiting = asked({ stallMs: 100_000, ...what });
    await untilHeard('\r\n\r\n');
    http.refresh(5_000);
    await clock.pass(50_000);
    sockets[0]?.write(ok('[1]'));
    expect(textOf(await waiting)).toBe('[1]');
    expect(sockets).toHaveLength(1);
  });

  it('take nothing from the end: what waits on one from before ends with it, too', async () => {
    const waiting = asked({ stallMs: 100_000 });
    await untilHeard('\r\n\r\n');
    http.refresh(5_000);
    await http.close();
    expect(await waiting).toMatchObject({ problem: 'reset' });
    await expect.poll(() => sockets[0]?.destroyed || sockets[0]?.readableEnded).toBe(true);
    expect(clock.timers()).toBe(0);
  });

  it('end what is being sent when nothing moves in the time that it is given', async () => {
    const { body, give } = pieces(8);
    const sending = asked({ method: 'POST', body });
    give('half');
    await untilHeard('half');
    http.refresh(5_000);
    await clock.pass(4_999);
    expect(sockets[0]?.destroyed).toBe(false);
    await clock.pass(1);
    expect(await sending).toMatchObject({ problem: 'stalled' });
  });

  it('go on with what is being sent and moves', async () => {
    const { body, give } = pieces(8);
    const sending = asked({ method: 'POST', body });
    give('ha');
    await untilHeard('ha');
    http.refresh(5_000);
    await clock.pass(1_000);
    give('lf');
    await untilHeard('half');
    give('mo');
    await untilHeard('halfmo');
    await clock.pass(10_000);
    give('re');
    await untilHeard('halfmore');
    sockets[0]?.write(ok('stored'));
    expect(textOf(await sending)).toBe('stored');
  });

  it('at once end everything: what may be asked again is, on a new one, and the rest fails', async () => {
    const reading = asked();
    const writing = asked({ method: 'POST', body: '{}' });
    await expect.poll(() => heard.split('\r\n\r\n').length).toBe(3);
    onData = (socket) => void socket.write(ok('again'));
    http.refresh(0);
    expect(await writing).toMatchObject({
      ...{ problem: 'reset', message: 'The connection is from before the computer slept' },
    });
    expect(textOf(await reading)).toBe('again');
    expect(sockets).toHaveLength(3);
    expect(clock.timers()).toBe(0);
  });
});
