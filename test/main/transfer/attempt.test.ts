// One attempt to send a clip: what is asked of the site, what each end of it means, and that nothing is left open behind it.
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../main/adapters/clock.ts';
import { diskFiles } from '../../../main/adapters/files.ts';
import { sharedBuffers, workerHasher } from '../../../main/adapters/hasher.ts';
import {
  FileError,
  type Files,
  type HttpAnswer,
  HttpError,
  type HttpProblem,
  type HttpRequest,
} from '../../../main/ports.ts';
import { type SendOrder, type SendPorts, sendClip } from '../../../main/transfer/attempt.ts';
import type { SendReport } from '../../../main/transfer/report.ts';
import { boundary, clipMaker, type RandomClip, sha256, wholeBody } from './clips.ts';

const url = 'https://site.example/wp-json/streamtube/v1/upload';
const smallSize = 1_000;
const bigSize = 300_000;

const maker = clipMaker();
const hasher = workerHasher();
afterAll(async () => {
  await hasher.close();
  maker.remove();
});

type Step = Partial<Omit<HttpAnswer, 'body'>> & { readonly text?: string };

let requests: HttpRequest[];
let bodies: Buffer[];
/** Files that are open. */
let open: number;
/** Buffers that are out. */
let out: number;
let isWritten: boolean;

beforeEach(() => {
  requests = [];
  bodies = [];
  open = 0;
  out = 0;
  isWritten = false;
});

const files: Files = {
  ...diskFiles,
  open: async (path) => {
    const file = await diskFiles.open(path);
    open++;
    return {
      ...file,
      close: async () => {
        open--;
        await file.close();
      },
    };
  },
};
const pool = sharedBuffers();
const buffers = {
  take: (bytes: number) => {
    out++;
    return pool.take(bytes);
  },
  give: (buffer: Uint8Array) => {
    out--;
    pool.give(buffer);
  },
};

/** How a line behaves: reads a body as far as it wants, and ends as it likes. */
type Line = (body: AsyncIterable<Uint8Array>, request: HttpRequest) => Promise<Step>;

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
/** Takes all of it and gives one answer after the other. */
const answering = (...steps: readonly Step[]): Line => {
  let count = 0;
  return async (body) => {
    bodies.push(await readAll(body));
    return steps[Math.min(count++, steps.length - 1)] ?? {};
  };
};
/** Ends with a problem, before the first byte or after the last. */
const broken =
  (problem: HttpProblem, readsAll: boolean): Line =>
  async (body) => {
    if (readsAll) await readAll(body);
    throw new HttpError(problem, 'x');
  };

function send(made: RandomClip, line: Line, order: Partial<SendOrder> = {}, more: Partial<SendPorts> = {}) {
  const request = async (wanted: HttpRequest): Promise<HttpAnswer> => {
    requests.push(wanted);
    const { body } = wanted;
    if (body === null || typeof body === 'string') throw new Error('no clip was sent');
    const source = body.bytes(0);
    // What a body throws reaches its sender as the connection's own trouble.
    const watched = (async function* () {
      try {
        yield* source;
      } catch (error) {
        throw error instanceof HttpError ? error : new HttpError('body-failed', 'x', error);
      }
    })();
    const { text = '{"id":17}', ...rest } = await line(watched, wanted);
    return { status: 201, headers: {}, body: Buffer.from(text), cut: null, ...rest };
  };
  return sendClip(
    { clock: systemClock, files, http: { request }, hasher, buffers, ...more },
    {
      clip: made.clip,
      boundary,
      fileName: made.clip.name,
      url,
      header: 'authorization',
      authorization: 'Basic eDp5',
      idempotencyKey: 'abc123',
      signal: new AbortController().signal,
      onTaken: () => {},
      beforeLastBytes: async () => {
        isWritten = true;
      },
      ...order,
    },
  );
}
const nothingLeft = (): void => expect([open, out]).toEqual([0, 0]);
const failedFor = (report: SendReport): unknown =>
  report.verdict.kind === 'failed' ? report.verdict.cause : report.verdict;

describe.each([
  ['small', smallSize],
  ['large', bigSize],
])('a %s clip', (_, size) => {
  it('is one plain POST with its secret, its key and its ends', async () => {
    const made = await maker.make(size);
    const { signal } = new AbortController();
    const report = await send(made, answering({}), { signal });
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url,
        headers: {
          authorization: 'Basic eDp5',
          accept: 'application/json',
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'idempotency-key': '"abc123"',
        },
        stallMs: 60_000,
        answerMs: 1_800_000,
        wholeMs: null,
        maxAnswerBytes: 1_048_576,
        signal,
        onInterim: null,
      },
    ]);
    expect(bodies[0]?.equals(wholeBody(made.clip, made.bytes))).toBe(true);
    expect(report).toMatchObject({
      verdict: { kind: 'arrived', videoId: 17 },
      clipChanged: false,
      sha256: sha256(made.bytes),
      said: { status: 201 },
      toldLimit: null,
    });
    nothingLeft();
  });

  it('is not sent to its end as long as a program writes to it (F-23)', async () => {
    const made = await maker.make(size);
    const asked: unknown[] = [];
    const holding = async (clips: readonly unknown[]) => {
      asked.push(...clips);
      return new Map([[made.clip.path, 'ffmpeg']]);
    };
    const report = await send(made, answering({}), {}, { writers: { holding } });
    expect(failedFor(report)).toEqual({ kind: 'retry', why: 'clip-busy', afterMs: null, bounded: false });
    expect([report.clipChanged, isWritten, bodies]).toEqual([false, false, []]);
    const { device, inode } = made.clip.identity;
    expect(asked).toEqual([{ path: made.clip.path, device, inode }]);
    nothingLeft();
  });

  it('goes, and nobody is asked, where it has not changed for ten minutes: programs keep open what they share', async () => {
    const made = await maker.make(size);
    const holding = () => Promise.reject(new Error('asked'));
    const ago = (mtime: number, changed: number): Files => {
      const stat: Files['stat'] = async (path) => ({
        ...(await diskFiles.stat(path)),
        ...{ mtimeMs: systemClock.now() - mtime, changedMs: systemClock.now() - changed },
      });
      return { ...diskFiles, stat };
    };
    const sent = (files: Files) => send(made, answering({}), {}, { writers: { holding }, files });
    expect((await sent(ago(600_000, 600_000))).verdict.kind).toBe('arrived');
    await expect(sent(ago(590_000, 600_000))).rejects.toThrow('asked');
    // Its writer sets its time back again and again.
    await expect(sent(ago(86_400_000, 1_000))).rejects.toThrow('asked');
  });

  it('goes where nobody is seen to write, and where nothing can be seen', async () => {
    for (const held of [new Map(), null]) {
      const report = await send(await maker.make(size), answering({}), {}, { writers: { holding: async () => held } });
      expect(report.verdict).toEqual({ kind: 'arrived', videoId: 17 });
    }
  });

  it('carries no key where there is none', async () => {
    await send(await maker.make(size), answering({}), { idempotencyKey: null });
    expect(requests[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('goes at the pace that is wanted', async () => {
    let paid = 0;
    const pacer = {
      take: async (bytes: number) => {
        paid += bytes;
      },
      limited: () => true,
      setLimit: () => {},
    };
    const made = await maker.make(size);
    await send(made, answering({}), {}, { pacer });
    expect([paid, bodies[0]?.length]).toEqual([bodies[0]?.length, wholeBody(made.clip, made.bytes).length]);
  });

  it.each<[HttpProblem, boolean, object]>([
    ['reset', false, { kind: 'retry', why: 'connection-lost' }],
    ['reset', true, { kind: 'unclear' }],
    ['stalled', true, { kind: 'unclear' }],
  ])('that ends with %s, all of it sent: %j', async (problem, readsAll, meaning) => {
    const report = await send(await maker.make(size), broken(problem, readsAll));
    expect(failedFor(report)).toMatchObject(meaning);
    expect(report).toMatchObject({ clipChanged: false, said: null, toldLimit: null });
    expect([isWritten, report.sha256 !== null]).toEqual([readsAll, readsAll]);
    nothingLeft();
  });

  it('that is stopped before its last bytes was not sent, one that is stopped after them may have been', async () => {
    const stopper = new AbortController();
    const stopping: Line = async () => {
      stopper.abort();
      throw new HttpError('aborted', 'x');
    };
    const report = await send(await maker.make(size), stopping, { signal: stopper.signal });
    expect(report).toEqual({
      verdict: { kind: 'stopped' },
      clipChanged: false,
      sha256: null,
      said: null,
      toldLimit: null,
    });
    const later = new AbortController();
    const late: Line = async (body) => {
      await readAll(body);
      later.abort();
      throw new HttpError('aborted', 'x');
    };
    expect((await send(await maker.make(size), late, { signal: later.signal })).verdict.kind).toBe('unclear');
    nothingLeft();
  });

  it('of which the end is not written down any more once it was stopped', async () => {
    const stopper = new AbortController();
    const line: Line = async (body) => {
      stopper.abort();
      await readAll(body);
      return {};
    };
    const report = await send(await maker.make(size), line, { signal: stopper.signal });
    expect([report.verdict, isWritten]).toEqual([{ kind: 'stopped' }, false]);
    nothingLeft();
  });

  it('that is not there any more says so, and nothing is asked of the site', async () => {
    const made = await maker.make(size);
    rmSync(made.path);
    const report = await send(made, answering({}));
    expect(failedFor(report)).toMatchObject({ kind: 'needs-you', reason: 'clip-missing' });
    expect([report.clipChanged, requests.length]).toEqual([false, 0]);
    nothingLeft();
  });

  it('that changed is tried later, as the one that it is by then', async () => {
    const made = await maker.make(size);
    appendFileSync(made.path, 'x');
    const report = await send(made, answering({}));
    expect(failedFor(report)).toEqual({ kind: 'retry', why: 'clip-busy', afterMs: null, bounded: true });
    expect(report).toMatchObject({ clipChanged: true, sha256: null, said: null });
    nothingLeft();
  });

  it('that meets a fault of the app is no failure of anything else', async () => {
    const fault = (): Promise<never> => Promise.reject(new TypeError('a fault'));
    await expect(send(await maker.make(size), fault)).rejects.toThrow(TypeError);
    await expect(send(await maker.make(size), answering({}), { beforeLastBytes: fault })).rejects.toThrow(TypeError);
    nothingLeft();
    const faulty: Partial<SendPorts> = { files: { ...files, open: fault, readWhole: fault } };
    await expect(send(await maker.make(size), answering({}), {}, faulty)).rejects.toThrow(TypeError);
  });
});

describe('a limit that the site names', () => {
  const warning = 'POST Content-Length of 5000186 bytes exceeds the limit of 4194304 bytes in Unknown on line 0\n';
  const of = async (status: number, text: string) => send(await maker.make(smallSize), answering({ status, text }));

  it('is told with a clip that is too large', async () => {
    const report = await of(400, `${warning}{"code":"rest_upload_no_data","message":"No data."}`);
    expect(report).toMatchObject({
      verdict: { kind: 'failed', cause: { reason: 'too-large', detail: '4194304\nNo data.' } },
      toldLimit: 4_194_304,
    });
    const unnamed = await of(413, '{"code":"rest_upload_no_data","message":"No data."}');
    expect(unnamed).toMatchObject({
      verdict: { cause: { reason: 'too-large', detail: '\nNo data.' } },
      toldLimit: null,
    });
  });

  it('is told in the words of its own sentence, too', async () => {
    const message = 'Die maximale Dateigröße ist 0,5 KB.';
    const report = await of(413, `{"code":"file_size_not_allowed","message":"${message}"}`);
    const cause = { reason: 'too-large', detail: `513\n${message}` };
    expect(report).toMatchObject({ verdict: { kind: 'failed', cause }, toldLimit: 513 });
    const plainNo = await of(200, `{"success":false,"code":"file_size_not_allowed","message":"${message}"}`);
    expect(plainNo.verdict).toMatchObject({ otherwise: cause });
    // A page of nobody known names nothing.
    const page = await of(413, '<html><title>Max 0.5 KB</title></html>');
    expect(page).toMatchObject({ verdict: { cause: { reason: 'too-large', detail: null } }, toldLimit: null });
  });

  it('is not concluded of a small clip of which the site saw no file: it may take none at all', async () => {
    const report = await of(400, '{"code":"rest_upload_no_data","message":"No data."}');
    expect(report.verdict).toMatchObject({ kind: 'failed', cause: { reason: 'upload-failed', detail: 'No data.' } });
    const large = await send(
      await maker.make(1024 * 1024),
      answering({ status: 400, text: '{"code":"rest_upload_no_data","message":"No data."}' }),
    );
    expect(large.verdict).toMatchObject({ cause: { reason: 'too-large', detail: '\nNo data.' } });
  });

  it.each([
    [
      403,
      '{"code":"rest_cannot_create","message":"Sorry."}',
      { cause: { reason: 'no-upload-right', detail: 'Sorry.' } },
    ],
    [429, '{"code":"busy"}', { cause: { kind: 'retry' } }],
    [201, '{"id":17}', { kind: 'arrived', videoId: 17 }],
  ])('says nothing of an answer with %d', async (status, text, verdict) => {
    expect((await of(status, `${warning}${text}`)).verdict).toMatchObject(verdict);
  });
});

describe('a redirect (F-17)', () => {
  const to = (location: string): Step => ({ status: 307, headers: { location }, text: '' });

  it('within the origin is followed once, with a body of its own', async () => {
    const made = await maker.make(bigSize);
    const report = await send(made, answering(to('/wp-json/upload/'), {}));
    expect(requests.map((request) => request.url)).toEqual([url, 'https://site.example/wp-json/upload/']);
    const whole = wholeBody(made.clip, made.bytes);
    expect(bodies.map((body) => body.equals(whole))).toEqual([true, true]);
    expect(report.verdict).toEqual({ kind: 'arrived', videoId: 17 });
    const again = await send(made, answering(to('/1'), to('/2'), {}));
    expect(requests).toHaveLength(4);
    expect(again.verdict.kind).toBe('failed');
    nothingLeft();
  });

  it('elsewhere is not, nor one that comes when the user has stopped it', async () => {
    await send(await maker.make(smallSize), answering(to('https://other.example/'), {}));
    expect(requests).toHaveLength(1);
    const stopper = new AbortController();
    const line: Line = async (body) => {
      await readAll(body);
      stopper.abort();
      return to('/1');
    };
    await send(await maker.make(smallSize), line, { signal: stopper.signal });
    expect(requests).toHaveLength(2);
  });
});

describe('a large clip whose name leads elsewhere by its end', () => {
  /** Does something to the name once the first bytes have left. */
  const during = (change: () => void): Line => {
    let isDone = false;
    return async (body) => {
      for await (const _chunk of body) {
        if (!isDone) change();
        isDone = true;
      }
      return {};
    };
  };

  // On Windows nothing takes the place of a file that is open.
  it.skipIf(process.platform === 'win32')('was replaced: it is not sent to its end', async () => {
    const made = await maker.make(bigSize);
    const report = await send(
      made,
      during(() => {
        writeFileSync(`${made.path}.new`, 'another clip');
        renameSync(`${made.path}.new`, made.path);
      }),
    );
    expect([report.clipChanged, isWritten]).toEqual([true, false]);
  });

  it('was moved away: its bytes are those that were meant', async () => {
    const made = await maker.make(bigSize);
    const report = await send(
      made,
      during(() => renameSync(made.path, `${made.path}.moved`)),
    );
    expect(report.verdict.kind).toBe('arrived');
    nothingLeft();
  });

  it('cannot be looked at for a fault of the app', async () => {
    const made = await maker.make(bigSize);
    const stat = (): Promise<never> => Promise.reject(new TypeError('a fault'));
    await expect(send(made, answering({}), {}, { files: { ...files, stat } })).rejects.toThrow(TypeError);
    nothingLeft();
  });

  it('cannot be looked at: it counts as moved', async () => {
    const made = await maker.make(bigSize);
    const stat = (): Promise<never> => Promise.reject(new FileError('unreadable', 'x'));
    expect((await send(made, answering({}), {}, { files: { ...files, stat } })).verdict.kind).toBe('arrived');
  });
});

it('a small clip is read at once, a larger one as it is sent; where that cannot be, the small one as well', async () => {
  const reads: string[] = [];
  const watched: Files = {
    ...files,
    open: async (path) => {
      reads.push('opened');
      return files.open(path);
    },
    readWhole: async (...of) => {
      reads.push('whole');
      return (await diskFiles.readWhole?.(...of)) ?? null;
    },
  };
  for (const size of [256 * 1024, 256 * 1024 + 1])
    await send(await maker.make(size), answering({}), {}, { files: watched });
  expect(reads).toEqual(['whole', 'opened']);
  const { readWhole: _readWhole, ...without } = files;
  const report = await send(await maker.make(smallSize), answering({}), {}, { files: without });
  expect(report.verdict.kind).toBe('arrived');
  nothingLeft();
});

it('a clip that cannot be read to its end is told as what it is', async () => {
  const made = await maker.make(bigSize);
  const unreadable: Files = {
    ...files,
    open: async (path) => ({
      ...(await files.open(path)),
      read: () => Promise.reject(new FileError('unreadable', 'x')),
    }),
  };
  const report = await send(made, answering({}), {}, { files: unreadable });
  expect(failedFor(report)).toMatchObject({ kind: 'needs-you', reason: 'clip-unreadable' });
  expect(report.clipChanged).toBe(false);
  nothingLeft();
});
