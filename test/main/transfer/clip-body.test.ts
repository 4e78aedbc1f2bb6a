// The body of an upload: the same bytes from every offset and in every pass, through buffers that are never reused too early.
import { appendFileSync, renameSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../main/adapters/clock.ts';
import { diskFiles } from '../../../main/adapters/files.ts';
import { sharedBuffers, workerHasher } from '../../../main/adapters/hasher.ts';
import { undiciHttp } from '../../../main/adapters/http.ts';
import type { Buffers, OpenFile } from '../../../main/ports.ts';
import { type SendOrder, sendClip } from '../../../main/transfer/attempt.ts';
import { ClipChanged } from '../../../main/transfer/clip-changed.ts';
import { chunkBytes } from '../../../main/transfer/clip-ring.ts';
import type { SendReport } from '../../../main/transfer/report.ts';
import {
  bodyOf,
  boundary,
  clipAt,
  clipMaker,
  collected,
  formOf,
  type Manner,
  type RandomClip,
  type ReadingServer,
  readingServer,
  sha256,
  testCa,
  wholeBody,
} from './clips.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

const maker = clipMaker();
const hasher = workerHasher();
const buffers = sharedBuffers();
const http = undiciHttp();
const ports = { clock: systemClock, files: diskFiles, http, hasher, buffers };
afterAll(async () => {
  await http.close();
  await hasher.close();
  maker.remove();
});

async function opened<T>(clip: RandomClip, use: (file: OpenFile) => Promise<T>): Promise<T> {
  const file = await diskFiles.open(clip.path);
  return use(file).finally(() => file.close());
}

/** The pool counted: how many buffers are out. */
function counted(): Buffers & { out(): number } {
  let out = 0;
  const pool = sharedBuffers();
  return {
    take: (bytes) => {
      out++;
      return pool.take(bytes);
    },
    give: (buffer) => {
      out--;
      pool.give(buffer);
    },
    out: () => out,
  };
}

describe('the bytes of a pass', () => {
  it.each([1, 100, 64 * KiB, 256 * KiB - 1, 256 * KiB, 256 * KiB + 1, MiB, 2 * MiB, 2 * MiB + 1, 5 * MiB + 7])(
    'are the same from every class of offset: %i bytes',
    async (size) => {
      const made = await maker.make(size);
      const whole = wholeBody(made.clip, made.bytes);
      const head = formOf(made.clip).head.length;
      const offsets = [0, 1, head - 1, head, head + 1, head + size - 1, head + size, head + size + 1, whole.length];
      await opened(made, async (file) => {
        for (const offset of offsets.filter((one) => one <= whole.length)) {
          const body = bodyOf(made.clip, { file, buffers, hasher });
          const bytes = await collected(body, offset);
          expect(bytes.length, `from ${offset}`).toBe(whole.length - offset);
          expect(bytes.equals(whole.subarray(offset)), `from ${offset}`).toBe(true);
          expect(body.sha256()).toBe(offset <= head ? sha256(made.bytes) : null);
          await body.release();
        }
      });
    },
  );

  it('are the same from any offset of any size', async () => {
    const size = fc.oneof(
      fc.integer({ min: 1, max: 5 * MiB }),
      fc
        .constantFrom(64 * KiB, 256 * KiB, 2 * MiB, 4 * MiB)
        .chain((near) => fc.integer({ min: near - 2, max: near + 2 })),
    );
    await fc.assert(
      fc.asyncProperty(size, fc.double({ min: 0, max: 1, noNaN: true }), async (bytes, part) => {
        const made = await maker.make(bytes, 'any.mp4');
        const whole = wholeBody(made.clip, made.bytes);
        const offset = Math.round(part * whole.length);
        await opened(made, async (file) => {
          const body = bodyOf(made.clip, { file, buffers, hasher });
          expect((await collected(body, offset)).equals(whole.subarray(offset))).toBe(true);
          await body.release();
        });
      }),
      { numRuns: 60, seed: 20261120 },
    );
  });

  it('come in chunks of at least 64 KiB, so that undici waits for the socket, up to the last of the file', async () => {
    const made = await maker.make(3 * chunkBytes + 7);
    await opened(made, async (file) => {
      const body = bodyOf(made.clip, { file, buffers, hasher });
      const lengths: number[] = [];
      for await (const chunk of body.bytes(0)) lengths.push(chunk.length);
      await body.release();
      expect(lengths.slice(1, -2)).toEqual([chunkBytes, chunkBytes, chunkBytes]);
    });
  });

  it('come in pieces that a slow line takes in a tenth of a second each, but never below 64 KiB', async () => {
    const made = await maker.make(20 * MiB + 7);
    const whole = wholeBody(made.clip, made.bytes);
    let now = 0;
    const clock = { ...systemClock, monotonic: () => now };
    const lengthsAt = async (bytesPerSecond: number): Promise<number[]> => {
      const lengths: number[] = [];
      await opened(made, async (file) => {
        const body = bodyOf(made.clip, { file, buffers, hasher, clock });
        const arrived: Buffer[] = [];
        for await (const piece of body.bytes(0)) {
          arrived.push(Buffer.from(piece));
          lengths.push(piece.length);
          now += (piece.length / bytesPerSecond) * 1000;
        }
        await body.release();
        expect(Buffer.concat(arrived).equals(whole)).toBe(true);
        expect(body.sha256()).toBe(sha256(made.bytes));
      });
      return lengths.slice(1, -2);
    };
    const slow = await lengthsAt(100 * KiB);
    expect(slow.slice(1).every((length) => length >= 64 * KiB && length < 128 * KiB)).toBe(true);
    const middling = await lengthsAt(5 * MiB);
    expect(middling.every((length) => length >= 256 * KiB && length < 640 * KiB)).toBe(true);
    const fast = await lengthsAt(1024 * MiB);
    expect(fast.slice(0, 3)).toEqual([256 * KiB, 512 * KiB, MiB]);
    expect(Math.max(...fast)).toBe(chunkBytes);
  });

  it('are those of a fresh pass after one that was given up anywhere (F-07)', async () => {
    const made = await maker.make(5 * MiB + 3);
    const whole = wholeBody(made.clip, made.bytes);
    for (const part of [0, 0.01, 0.5, 0.99, 1]) {
      await opened(made, async (file) => {
        const body = bodyOf(made.clip, { file, buffers, hasher });
        let taken = 0;
        for await (const chunk of body.bytes(0)) {
          taken += chunk.length;
          if (taken >= part * whole.length) break;
        }
        expect((await collected(body)).equals(whole), `given up at ${part}`).toBe(true);
        expect(body.sha256()).toBe(sha256(made.bytes));
        await body.release();
      });
    }
  });

  it('are not mixed with a read that an earlier pass left behind', async () => {
    const made = await maker.make(5 * MiB);
    await opened(made, async (file) => {
      let finish = (): void => {};
      const held = new Promise<void>((resolve) => {
        finish = resolve;
      });
      let reads = 0;
      const holding: OpenFile = {
        ...file,
        read: async (...where) => {
          if (++reads === 3) await held;
          return file.read(...where);
        },
      };
      const body = bodyOf(made.clip, { file: holding, buffers, hasher });
      const first = body.bytes(0);
      for (let chunk = 0; chunk < 3; chunk++) await first.next();
      await first.return();
      const second = collected(body);
      for (let turns = 0; turns < 50; turns++) await turn();
      expect(reads).toBe(3);
      finish();
      expect((await second).equals(wholeBody(made.clip, made.bytes))).toBe(true);
      await body.release();
    });
  });

  it('of a chunk stay as they are until the next but one is asked for', async () => {
    const made = await maker.make(6 * MiB + 5);
    await opened(made, async (file) => {
      let reading: Promise<unknown> = Promise.resolve();
      const watched: OpenFile = {
        ...file,
        read: (...where) => {
          const read = file.read(...where);
          reading = Promise.allSettled([reading, read]);
          return read;
        },
      };
      const body = bodyOf(made.clip, { file: watched, buffers, hasher });
      let last: { chunk: Uint8Array; was: string } | null = null;
      for await (const chunk of body.bytes(0)) {
        // Every read that could overwrite the last chunk has ended by now.
        await reading;
        if (last) expect(sha256(last.chunk)).toBe(last.was);
        last = { chunk, was: sha256(chunk) };
      }
      await body.release();
    });
  });
});

describe('the buffers', () => {
  it('go back only after the last read has ended, and none is read into afterwards', async () => {
    const made = await maker.make(8 * chunkBytes);
    const pool = counted();
    await opened(made, async (file) => {
      let finish = (): void => {};
      const held = new Promise<void>((resolve) => {
        finish = resolve;
      });
      let reads = 0;
      const holding: OpenFile = {
        ...file,
        read: async (...where) => {
          // The third read hangs on a slow disk while the request comes to its end.
          if (++reads === 3) await held;
          return file.read(...where);
        },
      };
      const body = bodyOf(made.clip, { file: holding, buffers: pool, hasher });
      const pass = body.bytes(0);
      for (let chunk = 0; chunk < 3; chunk++) await pass.next();
      const next = pass.next();
      const released = body.release();
      let given = false;
      void released.then(() => {
        given = true;
      });
      await turn();
      expect(given).toBe(false);
      const begun = reads;
      expect(pool.out()).toBeGreaterThanOrEqual(3);
      finish();
      await released;
      // The reader of the pass learns of the end only after the read that it waited for.
      await next.catch(() => undefined);
      await pass.return();
      expect(reads).toBe(begun);
      expect(pool.out()).toBe(0);
    });
  });

  it('go back when the pass was read to its end, and when the clip could not be read', async () => {
    const made = await maker.make(2 * chunkBytes + 1);
    const pool = counted();
    await opened(made, async (file) => {
      const body = bodyOf(made.clip, { file, buffers: pool, hasher });
      await collected(body);
      expect(pool.out()).toBe(3);
      await body.release();
      expect(pool.out()).toBe(0);
    });
    const file = await diskFiles.open(made.path);
    const failing: OpenFile = { ...file, read: () => Promise.reject(new Error('EIO')) };
    const body = bodyOf(made.clip, { file: failing, buffers: pool, hasher });
    await expect(collected(body)).rejects.toThrow('EIO');
    await body.release();
    await file.close();
    expect(pool.out()).toBe(0);
  });

  it('are never lost to a hasher that dies', async () => {
    const made = await maker.make(4 * MiB);
    const pool = counted();
    const dying = { begin: () => ({ update: die, digest: die, drop: () => {} }), close: async () => {} };
    function die(): Promise<never> {
      return Promise.reject(new Error('the thread ended'));
    }
    await opened(made, async (file) => {
      const body = bodyOf(made.clip, { file, buffers: pool, hasher: dying });
      await expect(collected(body)).rejects.toThrow('the thread ended');
      await body.release();
      expect(pool.out()).toBe(0);
    });
  });
});

// ---------------------------------------------------------------- over the line

interface Sending {
  readonly report: SendReport;
  readonly taken: number;
}

async function send(url: string, made: RandomClip, order: Partial<SendOrder> = {}): Promise<Sending> {
  let taken = 0;
  const report = await sendClip(ports, {
    clip: made.clip,
    boundary,
    fileName: made.clip.name,
    url,
    authorization: 'Basic eDp5',
    header: undefined,
    idempotencyKey: 'abc123',
    signal: new AbortController().signal,
    beforeLastBytes: async () => {},
    ...order,
    onTaken: (bytes) => {
      taken = bytes;
      order.onTaken?.(bytes);
    },
  });
  return { report, taken };
}

let server: ReadingServer;
afterEach(() => server?.stop());

describe.each([
  ['plain', false],
  ['TLS', true],
] as const)('over %s http', (_, secure) => {
  beforeAll(() => {
    if (secure) setDefaultCACertificates([...getCACertificates('default'), testCa()]);
  });

  it.each(['slowly', 'inBursts'] as const)(
    'several lanes on one pool arrive byte for byte at a server that reads %s',
    { tags: secure ? 'proof' : [] },
    async (manner: Manner) => {
      server = await readingServer(manner, secure);
      // Sizes that no chunk, page or TLS record divides.
      const sizes = [20 * MiB + 1, 21 * MiB + 4_097, 22 * MiB - 1, 23 * MiB + 65_537];
      const clips = await Promise.all(sizes.map((size) => maker.make(size)));
      const sendings = await Promise.all(clips.map((clip) => send(server.url, clip)));
      for (const [at, made] of clips.entries()) {
        const whole = wholeBody(made.clip, made.bytes);
        const hash = sha256(whole);
        expect(server.arrivals.filter((one) => one.sha256 === hash)).toMatchObject([{ bytes: whole.length }]);
        expect(sendings[at]?.report).toMatchObject({
          verdict: { kind: 'arrived', videoId: 17 },
          sha256: sha256(made.bytes),
          clipChanged: false,
        });
        expect(sendings[at]?.taken).toBe(whole.length);
      }
    },
  );
});

describe('the request', () => {
  it('signs in by the header that the order names, and by no other', async () => {
    server = await readingServer('slowly');
    const made = await maker.make(KiB);
    await send(server.url, made, { authorization: 'abc', header: 'x-pass' });
    await send(server.url, made);
    const carried = server.arrivals.map(({ headers }) => [headers['x-pass'], headers.authorization]);
    expect(carried).toEqual([
      ['abc', undefined],
      [undefined, 'Basic eDp5'],
    ]);
  });

  it('says its length and is not chunked (platform facts, section 16)', async () => {
    server = await readingServer('slowly');
    const made = await maker.make(300 * KiB, process.platform === 'win32' ? 'Café — № 1.mp4' : 'Café — "№ 1".mp4');
    await send(server.url, made);
    const [arrival] = server.arrivals;
    const names = arrival?.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()) ?? [];
    expect(arrival?.headers['content-length']).toBe(String(arrival?.bytes));
    expect(arrival?.bytes).toBe(wholeBody(made.clip, made.bytes).length);
    expect(names.filter((name) => name === 'content-length')).toHaveLength(1);
    expect(names).not.toContain('transfer-encoding');
    expect(names).not.toContain('cookie');
    expect(names).not.toContain('expect');
    expect(arrival?.headers.accept).toBe('application/json');
    expect(arrival?.headers['content-type']).toBe(`multipart/form-data; boundary=${boundary}`);
  });

  it.each([300 * KiB, 5 * MiB])('never hands out the tail before it is written down: %i bytes', async (size) => {
    server = await readingServer('slowly');
    const made = await maker.make(size);
    const refusing = send(server.url, made, { beforeLastBytes: () => Promise.reject(new Error('disk full')) });
    await expect(refusing).rejects.toThrow('disk full');
    await server.arrived(1);
    const [arrival] = server.arrivals;
    expect(arrival?.complete).toBe(false);
    expect(arrival?.end.includes(`--${boundary}--`)).toBe(false);
    expect(arrival?.bytes).toBeLessThanOrEqual(formOf(made.clip).head.length + size);
  });

  it.each([1, 200 * KiB])(
    'hands out nothing at all of a small clip before it is written down: %i bytes',
    async (size) => {
      server = await readingServer('slowly');
      const made = await maker.make(size);
      const refusing = send(server.url, made, { beforeLastBytes: () => Promise.reject(new Error('disk full')) });
      await expect(refusing).rejects.toThrow('disk full');
      // A second request comes after whatever the first one may have sent.
      await send(server.url, made);
      expect(server.arrivals.map((one) => one.complete)).toEqual([true]);
    },
  );

  it('holds the tail back for as long as the writing takes', async () => {
    server = await readingServer('inBursts');
    const made = await maker.make(2 * MiB);
    let release = (): void => {};
    const written = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = (): void => {};
    const ready = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const sending = send(server.url, made, {
      beforeLastBytes: () => {
        asked();
        return written;
      },
    });
    await ready;
    for (let turns = 0; turns < 200; turns++) await turn();
    expect(server.arrivals).toEqual([]);
    release();
    expect((await sending).report.verdict).toEqual({ kind: 'arrived', videoId: 17 });
  });

  it('that is stopped in the middle says so, and its buffers serve the next one', async () => {
    server = await readingServer('inBursts');
    const made = await maker.make(20 * MiB);
    for (const at of [0, 1, 3 * MiB, 17 * MiB]) {
      const stop = new AbortController();
      const { report } = await send(server.url, made, {
        signal: stop.signal,
        onTaken: (bytes) => {
          if (bytes > at) stop.abort();
        },
      });
      expect(report).toMatchObject({ verdict: { kind: 'stopped' }, sha256: null });
      const again = await send(server.url, made);
      expect(again.report).toMatchObject({ verdict: { kind: 'arrived' }, sha256: sha256(made.bytes) });
    }
    const hash = sha256(wholeBody(made.clip, made.bytes));
    expect(server.arrivals.filter((one) => one.complete).map((one) => one.sha256)).toEqual([hash, hash, hash, hash]);
  });
});

// ---------------------------------------------------------------- a clip that does not stay as it was (F-08, F-25)

const changes: Readonly<Record<string, (path: string) => void>> = {
  truncated: (path) => truncateSync(path, 3 * MiB),
  emptied: (path) => truncateSync(path, 0),
  grown: (path) => appendFileSync(path, 'four'),
  touched: (path) => utimesSync(path, new Date(), new Date(Date.now() + 5_000)),
  // On Windows nothing takes the place of a file that is open.
  ...(process.platform === 'win32'
    ? {}
    : {
        replaced: (path: string) => {
          writeFileSync(`${path}.new`, 'another clip');
          renameSync(`${path}.new`, path);
        },
      }),
};

describe.each(Object.keys(changes))('a clip that is %s', (name) => {
  const change = (path: string): void => changes[name]?.(path);

  it.each([
    ['before', -1],
    ['while its first bytes leave', 0],
    ['in the middle of sending', 9 * MiB],
    ['when all of it was read', 15 * MiB + 200 * KiB],
  ] as const)('%s is not sent to its end', async (_, at) => {
    server = await readingServer('slowly');
    const made = await maker.make(16 * MiB + 11);
    let changed = at < 0;
    if (changed) change(made.path);
    const { report } = await send(server.url, made, {
      onTaken: (bytes) => {
        if (changed || bytes <= at) return;
        changed = true;
        change(made.path);
      },
    });
    expect(changed).toBe(true);
    expect(report).toMatchObject({
      clipChanged: true,
      verdict: { kind: 'failed', cause: { kind: 'retry', why: 'clip-busy', bounded: true } },
    });
    if (at >= 0) await server.arrived(1);
    expect(server.arrivals.filter((one) => one.complete)).toEqual([]);
    // As it is now it can go.
    if (name === 'emptied') return;
    const now = await send(server.url, { ...made, clip: await clipAt(made.path) });
    expect(now.report.verdict.kind).toBe('arrived');
  });
});

it('a clip that was moved away while it was sent arrives all the same: its bytes are those that were meant', async () => {
  server = await readingServer('slowly');
  const made = await maker.make(4 * MiB);
  const { report } = await send(server.url, made, { onTaken: () => renameIfThere(made.path) });
  expect(report).toMatchObject({ verdict: { kind: 'arrived' }, sha256: sha256(made.bytes) });
});

function renameIfThere(path: string): void {
  try {
    renameSync(path, `${path}.moved`);
  } catch {
    // Moved by an earlier chunk.
  }
}

it('what changed is named as such', async () => {
  const made = await maker.make(100);
  appendFileSync(made.path, 'x');
  await opened(made, async (file) => {
    const body = bodyOf(made.clip, { file, buffers, hasher });
    await expect(collected(body)).rejects.toBeInstanceOf(ClipChanged);
    await body.release();
  });
});
