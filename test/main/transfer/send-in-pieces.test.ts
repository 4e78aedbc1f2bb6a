// A clip in pieces: to a tus server that others wrote, over a line that is cut; and what each answer of a site means.
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../main/adapters/clock.ts';
import { diskFiles } from '../../../main/adapters/files.ts';
import { sharedBuffers, workerHasher } from '../../../main/adapters/hasher.ts';
import { undiciHttp } from '../../../main/adapters/http.ts';
import type { Connections } from '../../../main/ports.ts';
import type { SendPorts } from '../../../main/transfer/attempt.ts';
import { createPieceMethod } from '../../../main/transfer/piece-method.ts';
import { createPieceSize } from '../../../main/transfer/piece-size.ts';
import type { PiecesReport } from '../../../main/transfer/pieces-report.ts';
import { type PiecesOrder, sendInPieces, type UploadPlace } from '../../../main/transfer/send-in-pieces.ts';
import { cutLine } from '../../network/cut-line.ts';
import { blocksSum, clipAt, clipMaker, type RandomClip, sha256 } from './clips.ts';

const maker = clipMaker();
const hasher = workerHasher();
let http: Connections;
beforeAll(() => {
  http = undiciHttp();
});
afterAll(async () => {
  await Promise.all([hasher.close(), http.close()]);
  maker.remove();
});

/** Waits pass at once: what is tested is what follows them. */
const hasty: SendPorts['clock'] = { ...systemClock, after: (ms, call) => systemClock.after(Math.min(ms, 5), call) };
const ports = (): SendPorts => ({ clock: hasty, files: diskFiles, http, hasher, buffers: sharedBuffers() });

interface Sent {
  readonly report: PiecesReport;
  /** Where it goes on, as it was written down; null = nowhere. */
  readonly upload: string | null;
  /** What was announced before the last bytes; undefined = nothing. */
  readonly announced: string | null | undefined;
  /** How far it was, each time that it was told. */
  readonly taken: readonly number[];
}

async function send(
  made: RandomClip,
  place: UploadPlace,
  more: Partial<PiecesOrder> = {},
  other: Partial<SendPorts> = {},
): Promise<Sent> {
  let upload = more.known?.url ?? null;
  let announced: string | null | undefined;
  const taken: number[] = [];
  const report = await sendInPieces(
    { ...ports(), ...other },
    {
      clip: made.clip,
      fileName: made.clip.name,
      authorization: 'Basic YTpi',
      header: undefined,
      signal: new AbortController().signal,
      onTaken: (bytes) => taken.push(bytes),
      beforeLastBytes: async (digest) => {
        announced = digest;
      },
      place,
      known: null,
      values: {},
      pieceSize: createPieceSize(1_000_000),
      pieceMethod: createPieceMethod(),
      onUpload: async (url) => {
        upload = url;
      },
      ...more,
    },
  );
  return { report, upload, announced, taken };
}

describe('to @tus/server', () => {
  let folder: string;
  let server: HttpServer;
  let url: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clipferry-tus-'));
    const tus = new Server({ path: '/files', datastore: new FileStore({ directory: folder }) });
    server = createServer((request, response) => void tus.handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  const placeAt = (base: string): UploadPlace => ({
    create: `${base}/files`,
    at: (location) => `${base}${new URL(location, base).pathname}`,
    state: null,
  });
  const stored = (upload: string | null): string => sha256(readFileSync(join(folder, upload?.split('/').at(-1) ?? '')));

  it('arrives whole through a line that is cut thirty times', async () => {
    const made = await maker.make(14_000_000);
    await using line = await cutLine(url, { every: () => 150_000 + Math.floor(Math.random() * 200_000), cuts: 30 });
    let sent = await send(made, placeAt(line.url));
    // A server that is still busy with what was cut off may bring a try to its end: the queue goes on with another, as it does after any cut.
    while (sent.report.verdict.kind === 'failed' && line.cuts() > 0 && sent.upload !== null) {
      expect(sent.report.verdict).toMatchObject({ cause: { kind: 'retry' } });
      sent = await send(made, placeAt(line.url), {
        known: { url: sent.upload, hasLetGo: sent.announced !== undefined },
      });
    }
    const { report, upload, announced } = sent;
    expect(report.verdict).toEqual({ kind: 'arrived', videoId: null });
    expect(line.cuts()).toBe(30);
    expect(stored(upload)).toBe(sha256(made.bytes));
    expect([report.sha256, announced]).toEqual([sha256(made.bytes), sha256(made.bytes)]);
    // It kept what came of each piece, so that hardly anything left twice.
    expect(line.bytes()).toBeLessThan(1.4 * made.bytes.length);
  });

  it('goes on at the byte where it was stopped, and is one sum over all', async () => {
    const made = await maker.make(5_000_000);
    const stop = new AbortController();
    const first = await send(made, placeAt(url), {
      signal: stop.signal,
      onTaken: (bytes) => {
        if (bytes >= 2_000_000) stop.abort();
      },
    });
    expect(first.report.verdict).toEqual({ kind: 'stopped' });
    expect(first.announced).toBeUndefined();
    const known = { url: first.upload ?? '', hasLetGo: false };
    const second = await send(made, placeAt(url), { known });
    expect(second.report.verdict.kind).toBe('arrived');
    expect(second.taken[0]).toBeGreaterThanOrEqual(1_000_000);
    expect(second.report.sha256).toBe(sha256(made.bytes));
    expect(stored(second.upload)).toBe(sha256(made.bytes));
  });

  it('begins anew where the server has not got the upload any more', async () => {
    const made = await maker.make(1_000);
    const gone = await send(made, placeAt(url), { known: { url: `${url}/files/none`, hasLetGo: false } });
    expect(gone.report.verdict).toMatchObject({ kind: 'failed', cause: { kind: 'retry' } });
    expect(gone.upload).toBeNull();
    expect((await send(made, placeAt(url))).report.verdict.kind).toBe('arrived');
  });
});

// ---------------------------------------------------------------- a site that answers as a test wants

type Reply = {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly page?: string;
  readonly cut?: true;
};

/** What comes of a body; false = it was cut. */
async function readAll(request: IncomingMessage, into: Buffer[]): Promise<boolean> {
  try {
    for await (const chunk of request) into.push(chunk as Buffer);
    return true;
  } catch {
    return false;
  }
}

/** A helper that keeps bytes as it should, and does what `script` says in place of that where it says something. */
class ScriptedSite {
  readonly asked: string[] = [];
  bytes: Buffer = Buffer.alloc(0);
  size = 0;
  told: Record<string, string> = {};
  /** What its own upload said. */
  state: unknown = { state: 'answered', video: 7, answer: { status: 201, headers: {}, body: '{"id":7}' } };
  /** `offset` of a piece; NaN for what is none. */
  script: (method: string, count: number, isAhead: boolean, offset: number) => Reply | null = () => null;
  /** Whoever is before the site: what it says in its place to "PATCH", or to "POST for PATCH"; null = it lets the request through. */
  before: (sentAs: string) => Reply | null | Promise<Reply> = () => null;
  readonly sentAs: string[] = [];
  /** It takes a piece while the one before it is at work. */
  takesAhead = false;
  /** What a piece waits for once it is there, before it is kept: `count` of all pieces so far. */
  works: (count: number) => Promise<void> = async () => undefined;
  /** Called when the first byte of a piece has come. */
  onPiece: (offset: number) => void = () => undefined;
  /** Offsets of pieces in the order in which they came, and whether each said that it was ahead. */
  readonly came: [number, boolean][] = [];
  readonly #counts = new Map<string, number>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  url = '';

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get place(): UploadPlace {
    return {
      create: `${this.url}/uploads`,
      at: (location) => (location.endsWith('/uploads/1') ? `${this.url}/uploads/1` : null),
      state: (upload) => `${upload}/state`,
    };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const stands = request.headers['x-http-method-override'];
    const method = request.url?.endsWith('/state') ? 'STATE' : (stands?.toString() ?? request.method ?? '');
    const sentAs = stands === undefined ? method : `POST for ${method}`;
    this.sentAs.push(sentAs);
    const count = (this.#counts.get(method) ?? 0) + 1;
    this.#counts.set(method, count);
    this.asked.push(method);
    const isAhead = request.headers['clipferry-ahead'] === '1';
    const offset = Number(request.headers['upload-offset']);
    if (method === 'PATCH') {
      this.came.push([offset, isAhead]);
      this.onPiece(offset);
    }
    const chunks: Buffer[] = [];
    const isWhole = await readAll(request, chunks);
    const body = Buffer.concat(chunks);
    const scripted = isWhole ? ((await this.before(sentAs)) ?? this.script(method, count, isAhead, offset)) : null;
    if (method === 'PATCH' && scripted === null) {
      await this.works(count);
      await this.#untilHere(request);
    }
    const reply = scripted ?? this.#usual(method, request, body);
    if (reply.cut) return void request.socket.destroy();
    const text = reply.page ?? (reply.json === undefined ? '' : JSON.stringify(reply.json));
    const ahead = this.takesAhead ? { 'clipferry-ahead': '1' } : {};
    const headers = { ...(text === '' ? {} : { 'content-type': 'application/json' }), ...ahead, ...reply.headers };
    response.writeHead(reply.status, headers).end(text);
  }

  #usual: (method: string, request: IncomingMessage, body: Buffer) => Reply = (method, { headers }, body) => {
    const offset = { 'upload-offset': String(this.bytes.length) };
    switch (method) {
      case 'POST':
        this.size = Number(headers['upload-length']);
        this.#hear(headers['upload-metadata']);
        return { status: 201, headers: { location: `${this.url}/uploads/1` } };
      case 'HEAD':
        return { status: 200, headers: offset };
      case 'PATCH':
        if (Number(headers['upload-offset']) !== this.bytes.length) return { status: 409, headers: offset };
        this.#hear(headers['upload-metadata']);
        this.bytes = Buffer.concat([this.bytes, body]);
        return { status: 204, headers: { 'upload-offset': String(this.bytes.length) } };
      case 'STATE':
        return { status: 200, json: this.bytes.length < this.size ? { state: 'receiving' } : this.state };
      default:
        return { status: 204 };
    }
  };

  /** As our helper does: a piece that is ahead waits for the one before it, not for ever. */
  async #untilHere({ headers, socket }: IncomingMessage): Promise<void> {
    if (headers['clipferry-ahead'] !== '1') return;
    const until = performance.now() + 10_000;
    const isMissing = (): boolean => this.bytes.length < Number(headers['upload-offset']);
    while (performance.now() < until && !socket.destroyed && isMissing()) await setTimeout(1);
  }

  #hear(header: string | string[] | undefined): void {
    for (const pair of String(header ?? '').split(',')) {
      const [key = '', value = ''] = pair.split(' ');
      if (key !== '') this.told[key] = Buffer.from(value, 'base64').toString();
    }
  }
}

let site: ScriptedSite;
beforeEach(async () => {
  site = new ScriptedSite();
  await site.start();
});
afterEach(() => site.stop());

const refusal = (status: number, code: string, message = 'No.'): Reply => ({
  status,
  json: { code, message, data: { status } },
});

describe('what the site is told', () => {
  it('hears name, type and the sum of the whole, and is asked what became of it', async () => {
    const made = await maker.make(2_500_000, 'Über uns & mehr.mp4');
    const { report, upload, announced } = await send(made, site.place, { values: { route: '/streamtube/v1/upload' } });
    expect(site.told).toEqual({
      filename: 'Über uns & mehr.mp4',
      filetype: 'video/mp4',
      route: '/streamtube/v1/upload',
      sha256: sha256(made.bytes),
      blocks: blocksSum(made.bytes),
    });
    expect(site.bytes.equals(made.bytes)).toBe(true);
    expect(site.asked).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH', 'STATE']);
    expect(report).toMatchObject({ verdict: { kind: 'arrived', videoId: 7 }, sha256: sha256(made.bytes) });
    expect([upload, announced]).toEqual([null, sha256(made.bytes)]);
  });

  it('sends nothing of the end before that is written down', async () => {
    const made = await maker.make(2_500_000);
    const { report } = await send(made, site.place, {
      beforeLastBytes: async () => {
        expect(site.bytes.length).toBe(2_000_000);
        throw new Error('stopped here');
      },
    }).catch((error: Error) => ({ report: error }));
    expect(report).toMatchObject({ message: 'stopped here' });
    expect(site.bytes.length).toBe(2_000_000);
  });
});

describe('what answers mean', () => {
  const cases: readonly [string, unknown, PiecesReport['verdict']['kind'], Partial<PiecesReport['verdict']>][] = [
    ['a video', { state: 'answered', video: 9, answer: null }, 'arrived', { videoId: 9 } as never],
    [
      'no, for good',
      { state: 'answered', video: null, answer: { status: 415, body: '{"code":"file_type_not_allowed"}' } },
      'failed',
      { cause: { kind: 'needs-you', reason: 'extension-refused' } } as never,
    ],
    [
      'an error of the site, which may be over in a while',
      { state: 'answered', video: null, answer: { status: 503, body: '{"code":"busy","message":"x"}' } },
      'unclear',
      {},
    ],
    ['a death without an answer and without a video', { state: 'answered', video: null, answer: null }, 'unclear', {}],
    ['bytes that were mixed', { state: 'mixed', video: null, answer: null }, 'failed', {}],
    [
      'a video that bears no mark, but is named in the answer',
      { state: 'answered', video: null, answer: { status: 201, body: '{"id":12}' } },
      'arrived',
      { videoId: 12 } as never,
    ],
  ];
  it.each(cases)('%s', async (_, state, kind, more) => {
    site.state = state;
    const made = await maker.make(1_000);
    const { report, upload } = await send(made, site.place);
    expect(report.verdict).toMatchObject({ kind, ...more });
    // Where the site said its last word, the next try begins anew; else it asks on.
    expect(upload === null).toBe(kind !== 'unclear');
    expect(site.asked.includes('DELETE')).toBe(kind === 'failed');
  });

  it('waits while the site works', async () => {
    let looks = 0;
    site.script = (method) =>
      method === 'STATE' && ++looks < 12 ? { status: 200, json: { state: looks < 3 ? 'whole' : 'handing' } } : null;
    const { report } = await send(await maker.make(1_000), site.place);
    expect(report.verdict).toEqual({ kind: 'arrived', videoId: 7 });
    expect(looks).toBe(12);
  });

  it.each([
    ['the helper is not there', refusal(404, 'rest_no_route')],
    ['it does not know which upload is meant', refusal(400, 'clipferry_no_route')],
    ['it lets this person in by other rules than the site', refusal(403, 'clipferry_may_not_upload')],
    ['too many of this person are unfinished there', refusal(429, 'clipferry_too_many')],
    ['its address is no address', { status: 201, headers: { location: 'https://elsewhere.example/uploads/1/x' } }],
    ['a yes is none of a helper', { status: 200, json: { success: true } }],
    ['a yes is none of a helper, and says no', { status: 200, json: { code: 'blocked', message: 'Not so.' } }],
    ['there is nothing in a yes', { status: 204 }],
  ] as [string, Reply][])('is to go in one where %s', async (_, reply) => {
    site.script = (method) => (method === 'POST' ? reply : null);
    const { report, upload } = await send(await maker.make(1_000), site.place);
    expect([report.isUnfit, upload]).toEqual([true, null]);
    expect(site.asked).toEqual(['POST']);
  });

  it('is to go in one where the helper was removed in the middle, but not after its last bytes', async () => {
    const made = await maker.make(2_500_000);
    const gone = refusal(404, 'rest_no_route');
    site.script = (method, count) => (method === 'PATCH' && count === 2 ? gone : null);
    expect((await send(made, site.place)).report.isUnfit).toBe(true);
    site.script = (method) => (method === 'STATE' ? gone : null);
    site.bytes = Buffer.alloc(0);
    const { report, upload } = await send(made, site.place);
    // It may be back: then the same upload is asked about.
    expect([report.isUnfit, report.verdict.kind, upload]).toEqual([false, 'unclear', `${site.url}/uploads/1`]);
    const asked = site.asked.length;
    site.script = () => null;
    const later = await send(made, site.place, { known: { url: upload ?? '', hasLetGo: true } });
    expect([later.report.verdict.kind, site.asked.slice(asked)]).toEqual(['arrived', ['HEAD', 'PATCH', 'STATE']]);
  });

  it('is asked about further where nobody knows of it right after its last bytes: HEAD does not tell whether the helper is only switched off', async () => {
    const made = await maker.make(1_000);
    site.script = (method) => {
      if (method === 'PATCH') return { status: 0, cut: true };
      return method === 'HEAD' ? { status: 404 } : null;
    };
    const { report, upload } = await send(made, site.place);
    expect([report.verdict, upload]).toEqual([{ kind: 'unclear', otherwise: null }, `${site.url}/uploads/1`]);
    // A later try, after the site was looked through, is the end of it.
    const known = { url: upload ?? '', hasLetGo: true };
    expect((await send(made, site.place, { known })).upload).toBeNull();
  });

  it('does not believe that nothing arrived when an upload is gone whose last bytes had left', async () => {
    site.script = (method) =>
      method === 'HEAD' ? { status: 404, headers: { 'clipferry-code': 'clipferry_no_upload' } } : null;
    const made = await maker.make(1_000);
    const known = { url: `${site.url}/uploads/1`, hasLetGo: true };
    const { report, upload } = await send(made, site.place, { known });
    expect([report.verdict, upload]).toEqual([{ kind: 'unclear', otherwise: null }, null]);
    expect(site.asked).toEqual(['HEAD']);
  });

  it.each([
    [403, 'clipferry_may_not_upload', { kind: 'needs-you' }],
    [401, 'rest_not_logged_in', null],
    [429, 'rest_busy', { why: 'site-busy' }],
  ])('does not take %i %s to a question about it for a word on the clip', async (status, code, otherwise) => {
    site.script = (method) => (method === 'STATE' ? refusal(status, code) : null);
    const { report, upload } = await send(await maker.make(1_000), site.place);
    expect([report.verdict.kind, report.isUnfit]).toEqual(['unclear', false]);
    const meant = report.verdict.kind === 'unclear' ? report.verdict.otherwise : undefined;
    expect(meant).toEqual(otherwise && expect.objectContaining(otherwise));
    expect(upload).not.toBeNull();
  });

  it('asks the site to take what it could not take before', async () => {
    const made = await maker.make(1_000);
    site.bytes = made.bytes;
    site.size = 1_000;
    const known = { url: `${site.url}/uploads/1`, hasLetGo: true };
    const { report } = await send(made, site.place, { known });
    expect(site.asked).toEqual(['HEAD', 'PATCH', 'STATE']);
    expect(report.verdict).toEqual({ kind: 'arrived', videoId: 7 });
  });

  it('may have arrived all the same where it is stopped right before the site is asked to take it', async () => {
    const made = await maker.make(1_000);
    site.bytes = made.bytes;
    site.size = 1_000;
    const stop = new AbortController();
    const writers = {
      holding: async () => {
        stop.abort();
        return new Map();
      },
    };
    const known = { url: `${site.url}/uploads/1`, hasLetGo: true };
    const { report } = await send(made, site.place, { known, signal: stop.signal }, { writers });
    expect(report.verdict.kind).toBe('unclear');
    expect(site.asked).toEqual(['HEAD']);
  });

  it('counts as stopped where it is stopped right before its last bytes', async () => {
    const made = await maker.make(1_000);
    const stop = new AbortController();
    const writers = {
      holding: async () => {
        stop.abort();
        return new Map();
      },
    };
    const { report } = await send(made, site.place, { signal: stop.signal }, { writers });
    expect(report.verdict).toEqual({ kind: 'stopped' });
    expect(site.asked).toEqual(['POST']);
  });
});

describe('somebody who answers in the site’s place (F-05)', () => {
  const portal: Reply = { status: 200, page: '<html><title>Welcome to the hotel</title></html>' };
  const cause = { kind: 'retry', why: 'web-page-answer', bounded: true };

  it('costs a try where the clip was to begin, and does not take the site for one without a helper', async () => {
    site.script = (method) => (method === 'POST' ? portal : null);
    const { report, upload } = await send(await maker.make(1_000), site.place);
    expect([report.verdict, report.isUnfit, upload]).toMatchObject([{ kind: 'failed', cause }, false, null]);
  });

  it.each([portal, { status: 200 }, { status: 204 }, { status: 200, headers: { 'upload-offset': '-7' } }])(
    'costs nothing of what the site has: %j',
    async (reply) => {
      const made = await maker.make(3_000_000);
      site.script = (method, count) => {
        if (method === 'PATCH' && count === 3) return { status: 0, cut: true };
        return method === 'HEAD' && count <= 2 ? reply : null;
      };
      const { report } = await send(made, site.place);
      expect(report.verdict.kind).toBe('arrived');
      expect(site.bytes.equals(made.bytes)).toBe(true);
      expect(site.asked.slice(0, 7)).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH', 'HEAD', 'HEAD', 'HEAD']);
      // On from there.
      expect(site.asked.slice(7)).not.toContain('POST');
      expect(site.came.slice(3).map(([offset]) => offset)[0]).toBe(2_000_000);
    },
  );

  it.each([
    [false, { kind: 'failed', cause }],
    [true, { kind: 'unclear', otherwise: cause }],
  ])(
    'and does not go away is left for another time: what was begun stays, its last bytes having left (%s)',
    async (hasLetGo, verdict) => {
      const made = await maker.make(3_000_000);
      site.bytes = Buffer.from(made.bytes.subarray(0, 2_000_000));
      site.size = made.bytes.length;
      site.script = (method) => (method === 'HEAD' ? portal : null);
      const known = { url: `${site.url}/uploads/1`, hasLetGo };
      const first = await send(made, site.place, { known });
      expect([first.report.verdict, first.upload]).toMatchObject([verdict, known.url]);
      expect(new Set(site.asked)).toEqual(new Set(['HEAD']));
      site.script = () => null;
      expect((await send(made, site.place, { known })).report.verdict.kind).toBe('arrived');
      expect(site.bytes.equals(made.bytes)).toBe(true);
    },
  );

  it('is not believed where it is asked what became of the clip', async () => {
    site.script = (method) => (method === 'STATE' ? { status: 200, json: { success: true, id: 12 } } : null);
    const { report, upload } = await send(await maker.make(1_000), site.place);
    expect([report.verdict, upload]).toMatchObject([{ kind: 'unclear', otherwise: cause }, `${site.url}/uploads/1`]);
  });
});

describe('a host that lets no piece through', () => {
  const firewall: Reply = { status: 403, page: '<html><title>403 Forbidden</title></html>' };
  const noMethod: Reply = { status: 405, page: '<html><title>405 Not Allowed</title></html>' };
  const refusing =
    (reply: Reply, ...ways: readonly string[]) =>
    (sentAs: string) =>
      ways.includes(sentAs) ? reply : null;

  it.each([
    firewall,
    noMethod,
    { status: 501 },
    { status: 400, page: '<html>Bad Request</html>' },
    { status: 404, page: '<html>Not Found</html>' },
    { status: 415, page: '<html>Unsupported</html>' },
    { status: 403, json: { message: 'Forbidden' } },
  ])('as PATCH gets it by POST, from then on and for the next clip, too: %j', async (reply) => {
    site.before = refusing(reply, 'PATCH');
    const [made, pieceMethod] = [await maker.make(2_500_000), createPieceMethod()];
    const { report } = await send(made, site.place, { pieceMethod });
    expect(report).toMatchObject({ verdict: { kind: 'arrived', videoId: 7 }, isUnfit: false });
    expect(site.bytes.equals(made.bytes)).toBe(true);
    const byPost = ['POST for PATCH', 'POST for PATCH', 'POST for PATCH', 'STATE'];
    expect(site.sentAs).toEqual(['POST', 'PATCH', 'POST for HEAD', ...byPost]);
    const next = await maker.make(2_500_000);
    site.bytes = Buffer.alloc(0);
    await send(next, site.place, { pieceMethod });
    expect(site.sentAs.slice(7)).toEqual(['POST', ...byPost]);
  });

  it('nor any question by HEAD is asked by POST', async () => {
    const made = await maker.make(2_500_000);
    site.bytes = Buffer.from(made.bytes.subarray(0, 1_000_000));
    site.size = made.bytes.length;
    site.before = refusing(noMethod, 'HEAD');
    const known = { url: `${site.url}/uploads/1`, hasLetGo: false };
    expect((await send(made, site.place, { known })).report.verdict.kind).toBe('arrived');
    expect(site.sentAs.slice(0, 3)).toEqual(['HEAD', 'POST for HEAD', 'POST for PATCH']);
  });

  it('as PATCH gets two clips at once by POST, each whole', async () => {
    const other = new ScriptedSite();
    await other.start();
    // Neither is refused before both have left.
    let came = 0;
    let bothCame: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      bothCame = resolve;
    });
    const before = (sentAs: string): null | Promise<Reply> => {
      if (sentAs !== 'PATCH') return null;
      if (++came === 2) bothCame();
      return both.then(() => firewall);
    };
    site.before = before;
    other.before = before;
    const pieceMethod = createPieceMethod();
    const [one, two] = [await maker.make(2_500_000), await maker.make(2_500_000)];
    const sent = await Promise.all([send(one, site.place, { pieceMethod }), send(two, other.place, { pieceMethod })]);
    await other.stop();
    expect(sent.map(({ report }) => report.verdict.kind)).toEqual(['arrived', 'arrived']);
    expect([site.sentAs[1], other.sentAs[1]]).toEqual(['PATCH', 'PATCH']);
    expect([site.bytes.equals(one.bytes), other.bytes.equals(two.bytes)]).toEqual([true, true]);
  });

  it('goes back to PATCH where POST is refused later', async () => {
    const [made, pieceMethod] = [await maker.make(2_500_000), createPieceMethod()];
    pieceMethod.refused(false);
    site.before = refusing(firewall, 'POST for PATCH', 'POST for HEAD');
    const { report } = await send(made, site.place, { pieceMethod });
    expect(report.verdict.kind).toBe('arrived');
    expect(site.sentAs.slice(0, 3)).toEqual(['POST', 'POST for PATCH', 'HEAD']);
  });

  it('in either way gets the clip in one', async () => {
    site.before = refusing(firewall, 'PATCH', 'POST for PATCH');
    const { report } = await send(await maker.make(2_500_000), site.place);
    expect([report.isUnfit, site.bytes.length]).toEqual([true, 0]);
    // What was begun is taken back.
    expect(site.sentAs).toEqual(['POST', 'PATCH', 'POST for HEAD', 'POST for PATCH', 'POST for DELETE']);
  });

  it('gets a clip of one piece in one, too, once it is certain that the site has not got it', async () => {
    site.before = refusing(firewall, 'PATCH', 'POST for PATCH');
    const [made, pieceMethod] = [await maker.make(1_000), createPieceMethod()];
    const first = await send(made, site.place, { pieceMethod });
    // Its last bytes have left, and who has them is not known.
    expect([first.report.verdict, first.report.isUnfit]).toEqual([{ kind: 'unclear', otherwise: null }, false]);
    const known = { url: first.upload ?? '', hasLetGo: true };
    const second = await send(made, site.place, { pieceMethod, known });
    expect([second.report.isUnfit, site.sentAs.slice(4)]).toEqual([true, ['POST for HEAD', 'POST for DELETE']]);
  });

  it('to begin with gets the clip in one', async () => {
    site.before = refusing(firewall, 'POST');
    const { report, upload } = await send(await maker.make(1_000), site.place);
    expect([report.isUnfit, upload, site.sentAs]).toEqual([true, null, ['POST']]);
  });

  it('but only for a while loses nothing: what the site has stays, and no other way is taken for the clip', async () => {
    const made = await maker.make(3_000_000);
    let isBlocked = true;
    site.before = (sentAs) => (isBlocked && site.bytes.length >= 1_000_000 && sentAs !== 'POST' ? firewall : null);
    const pieceMethod = createPieceMethod();
    const { report, upload } = await send(made, site.place, { pieceMethod });
    expect(report).toMatchObject({
      isUnfit: false,
      verdict: { cause: { kind: 'needs-you', reason: 'web-page-answer' } },
    });
    isBlocked = false;
    const known = { url: upload ?? '', hasLetGo: false };
    expect((await send(made, site.place, { pieceMethod, known })).report.verdict.kind).toBe('arrived');
    expect(site.bytes.equals(made.bytes)).toBe(true);
    expect(site.sentAs.filter((one) => one === 'POST')).toHaveLength(1);
  });
});

describe('trouble on the way', () => {
  it.each([413, 502, 504, 408])('tries smaller pieces after %i', async (status) => {
    site.script = (method, count) => (method === 'PATCH' && count <= 2 ? { status, json: {} } : null);
    const made = await maker.make(1_500_000);
    const pieceSize = createPieceSize(1_000_000);
    const { report } = await send(made, site.place, { pieceSize });
    expect(report.verdict.kind).toBe('arrived');
    expect(site.bytes.equals(made.bytes)).toBe(true);
    expect(pieceSize.next()).toBe(250_000);
  });

  it('goes on from where the site stands, wherever that is', async () => {
    const made = await maker.make(3_000_000);
    // The site lost what it had, was ahead of us, and another request of ours came through late.
    const stands = [500_000, 1_700_000, 10];
    site.script = (method, count) => {
      const at = method === 'PATCH' && count % 2 === 0 ? stands[count / 2 - 1] : undefined;
      if (at === undefined) return null;
      site.bytes = Buffer.from(made.bytes.subarray(0, at));
      return { status: 409, headers: { 'upload-offset': String(at) } };
    };
    const { report } = await send(made, site.place);
    expect(report).toMatchObject({ verdict: { kind: 'arrived' }, sha256: sha256(made.bytes) });
    expect(site.bytes.equals(made.bytes)).toBe(true);
    expect(site.told.sha256).toBe(sha256(made.bytes));
  });

  it('gives up for now where the line holds no more, and goes on later', async () => {
    const made = await maker.make(3_000_000);
    site.script = (method, count) => (method !== 'POST' && count > 1 ? { status: 0, cut: true } : null);
    const first = await send(made, site.place);
    expect(first.report.verdict).toMatchObject({ kind: 'failed', cause: { why: 'connection-lost' } });
    expect(first.upload).toBe(`${site.url}/uploads/1`);
    site.script = () => null;
    const second = await send(made, site.place, { known: { url: first.upload ?? '', hasLetGo: true } });
    expect(second.report.verdict.kind).toBe('arrived');
    expect(second.taken[0]).toBe(1_000_000);
  });

  it('tells that it is not known when the answer to the last piece is lost and nobody answers', async () => {
    site.script = (method) => (method === 'POST' ? null : { status: 0, cut: true });
    const { report, upload } = await send(await maker.make(1_000), site.place);
    expect(report.verdict).toMatchObject({ kind: 'unclear', otherwise: { why: 'connection-lost' } });
    expect(upload).not.toBeNull();
  });

  it.each([
    [401, 'rest_not_logged_in', { kind: 'sign-in' }],
    [507, 'clipferry_disk_full', { kind: 'needs-you', reason: 'site-full' }],
    [413, 'clipferry_too_large', { kind: 'needs-you', reason: 'too-large' }],
    [429, 'rest_busy', { kind: 'retry', why: 'site-busy' }],
  ] as const)('%i %s', async (status, code, cause) => {
    site.script = (method) => (method === 'POST' ? refusal(status, code) : null);
    const { report } = await send(await maker.make(1_000), site.place);
    expect(report).toMatchObject({ verdict: { kind: 'failed', cause }, isUnfit: false });
  });
});

describe('a site that names a time for which it wants to be left alone (F-14)', () => {
  const later = (status: number): Reply => ({ ...refusal(status, 'rest_busy'), headers: { 'retry-after': '90' } });
  const busy = { kind: 'failed', cause: { kind: 'retry', why: 'site-busy', afterMs: 90_000 } };

  it('gets it when a clip is to begin', async () => {
    site.script = () => later(429);
    const { report, upload } = await send(await maker.make(1_000), site.place);
    expect([report.verdict, report.isUnfit, upload]).toMatchObject([busy, false, null]);
    expect(site.asked).toEqual(['POST']);
  });

  it.each([429, 503])(
    'gets it with a piece (%i): nothing more is asked, and the clip goes on where it was',
    async (status) => {
      const made = await maker.make(2_500_000);
      site.script = (method, count) => (method === 'PATCH' && count === 2 ? later(status) : null);
      const first = await send(made, site.place);
      expect(first.report.verdict).toMatchObject(busy);
      expect(site.asked).toEqual(['POST', 'PATCH', 'PATCH']);
      const { report, taken } = await send(made, site.place, { known: { url: first.upload ?? '', hasLetGo: false } });
      expect([report.verdict.kind, taken[0]]).toEqual(['arrived', 1_000_000]);
    },
  );

  it.each([429, 503])('gets it with a piece that was sent ahead (%i), and then one at a time', async (status) => {
    const made = await maker.make(4_500_000);
    const pieceSize = createPieceSize(1_000_000);
    site.takesAhead = true;
    site.works = () => setTimeout(30);
    site.script = (_method, _count, isAhead) => (isAhead ? later(status) : null);
    const first = await send(made, site.place, { pieceSize });
    expect(first.report.verdict).toMatchObject(busy);
    expect(site.asked).not.toContain('HEAD');
    const known = { url: first.upload ?? '', hasLetGo: false };
    expect((await send(made, site.place, { pieceSize, known })).report.verdict.kind).toBe('arrived');
    expect(site.came.filter(([, isAhead]) => isAhead)).toHaveLength(1);
  });

  it.each([429, 503])('gets it where it is asked how far a clip has come (%i)', async (status) => {
    site.script = () => later(status);
    const known = { url: `${site.url}/uploads/1`, hasLetGo: false };
    const { report, upload } = await send(await maker.make(1_000), site.place, { known });
    expect([report.verdict, upload]).toMatchObject([busy, known.url]);
    expect(site.asked).toEqual(['HEAD']);
  });
});

describe('a site that takes a piece while the one before it is at work', () => {
  beforeEach(() => {
    site.takesAhead = true;
  });

  it('gets the next as soon as the bytes of one have left; the last waits for all of them', async () => {
    const made = await maker.make(4_500_000);
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const kept: number[] = [];
    site.works = (count) => (count === 2 ? held : Promise.resolve());
    site.onPiece = (offset) => {
      kept.push(site.bytes.length);
      // The third is there although nothing of the second is kept; the first went alone, as it showed what passes.
      if (offset === 2_000_000) goOn();
    };
    const { report, announced } = await send(made, site.place);
    expect(report).toMatchObject({ verdict: { kind: 'arrived', videoId: 7 }, sha256: sha256(made.bytes) });
    expect(site.bytes.equals(made.bytes)).toBe(true);
    expect(kept.slice(0, 3)).toEqual([0, 1_000_000, 1_000_000]);
    // Two that are under way at once travel on lines of their own, and may come in either order.
    expect(site.came.map(([offset]) => offset).sort((a, b) => a - b)).toEqual([
      0, 1_000_000, 2_000_000, 3_000_000, 4_000_000,
    ]);
    expect([site.came[0], site.came[4], kept[4]]).toEqual([[0, false], [4_000_000, false], 4_000_000]);
    expect(announced).toBe(sha256(made.bytes));
  });

  it('is not believed to do so where it does not say it', async () => {
    site.takesAhead = false;
    const made = await maker.make(4_500_000);
    await send(made, site.place);
    expect(site.came.map(([, isAhead]) => isAhead)).toEqual([false, false, false, false, false]);
  });

  it.each([
    ['takes no two requests of one person at once', 503],
    ['does not wait for the one before', 409],
  ])('gets one at a time, this clip and the next, once it %s', async (_, status) => {
    const pieceSize = createPieceSize(1_000_000);
    site.works = () => setTimeout(30);
    site.script = (_method, _count, isAhead) => (isAhead ? { status } : null);
    const first = await maker.make(4_500_000);
    expect((await send(first, site.place, { pieceSize })).report.verdict.kind).toBe('arrived');
    expect(site.bytes.equals(first.bytes)).toBe(true);
    expect(site.came.filter(([, isAhead]) => isAhead)).toHaveLength(1);
    // What was refused because of its company is no smaller from now on.
    expect(pieceSize.next()).toBe(1_000_000);
    site.bytes = Buffer.alloc(0);
    const second = await maker.make(4_500_000);
    expect((await send(second, site.place, { pieceSize })).report.verdict.kind).toBe('arrived');
    expect(site.bytes.equals(second.bytes)).toBe(true);
    expect(site.came.filter(([, isAhead]) => isAhead)).toHaveLength(1);
  });

  it('gets nothing of the next after one that it did not take', async () => {
    const made = await maker.make(6_500_000);
    site.works = () => setTimeout(20);
    let cuts = 0;
    // The third is cut while the fourth is under way.
    site.script = (_method, _count, _isAhead, offset) =>
      offset === 2_000_000 && cuts++ === 0 ? { status: 0, cut: true } : null;
    const { report } = await send(made, site.place);
    expect(report).toMatchObject({ verdict: { kind: 'arrived' }, sha256: sha256(made.bytes) });
    expect(site.bytes.equals(made.bytes)).toBe(true);
    // What was ahead of it left for nothing: no other is on this line.
    const again = site.came.findLastIndex(([offset]) => offset <= 2_000_000);
    expect(site.came.slice(again).some(([, isAhead]) => isAhead)).toBe(false);
  });

  it('has no request of a clip any more that was stopped, and the clip goes on later', async () => {
    const made = await maker.make(6_500_000);
    const stop = new AbortController();
    let open = 0;
    site.works = async (count) => {
      open++;
      if (count === 3) stop.abort();
      await setTimeout(20);
      open--;
    };
    const first = await send(made, site.place, { signal: stop.signal });
    expect(first.report.verdict).toEqual({ kind: 'stopped' });
    await expect.poll(() => open).toBe(0);
    site.works = async () => undefined;
    const known = { url: first.upload ?? '', hasLetGo: false };
    const { report } = await send(made, site.place, { known });
    expect(report.sha256).toBe(sha256(made.bytes));
    expect(site.bytes.equals(made.bytes)).toBe(true);
  });

  it('is told to forget it when the clip is changed while two pieces are under way', async () => {
    const made = await maker.make(6_500_000);
    site.works = () => setTimeout(20);
    site.onPiece = (offset) => {
      if (offset === 5_000_000) appendFileSync(made.path, 'more');
    };
    const { report, upload } = await send(made, site.place);
    expect(report).toMatchObject({ clipChanged: true, verdict: { kind: 'failed' } });
    expect([upload, site.asked.at(-1)]).toEqual([null, 'DELETE']);
    expect(site.bytes.length).toBeLessThan(6_500_000);
  });

  const whateverHappens = async (rounds: number): Promise<void> => {
    const made = await maker.make(6_500_000);
    for (let round = 0; round < rounds; round++) {
      site.bytes = Buffer.alloc(0);
      let troubles = 0;
      site.works = () => setTimeout(Math.random() * 20);
      site.script = (method) => {
        if (method === 'POST' || troubles >= 10 || Math.random() < 0.7) return null;
        troubles++;
        const ways: readonly Reply[] = [{ status: 0, cut: true }, { status: 502 }, { status: 423 }, { status: 409 }];
        return ways[Math.floor(Math.random() * ways.length)] ?? null;
      };
      const pieceSize = createPieceSize(400_000 + Math.floor(Math.random() * 600_000));
      let sent = await send(made, site.place, { pieceSize });
      while (sent.report.verdict.kind !== 'arrived') {
        expect(['failed', 'unclear']).toContain(sent.report.verdict.kind);
        const known = sent.upload === null ? null : { url: sent.upload, hasLetGo: sent.announced !== undefined };
        sent = await send(made, site.place, { pieceSize, known });
      }
      expect(site.bytes.equals(made.bytes)).toBe(true);
    }
  };
  it('has the very bytes in the end, whatever is cut, late or refused on the way', () => whateverHappens(4));
  it('has them forty times over', { tags: 'proof' }, () => whateverHappens(40));
});

describe('the clip on disk', () => {
  it('begins anew when it is changed between two pieces; nothing is mixed', async () => {
    const made = await maker.make(2_500_000);
    let pieces = 0;
    site.script = (method) => {
      if (method === 'PATCH' && ++pieces === 2) appendFileSync(made.path, 'more');
      return null;
    };
    const { report, upload } = await send(made, site.place);
    expect(report).toMatchObject({ clipChanged: true, verdict: { kind: 'failed' } });
    expect([upload, site.bytes.length, site.asked.at(-1)]).toEqual([null, 2_000_000, 'DELETE']);
  });

  it('begins anew when another took its place before it went on', async () => {
    const made = await maker.make(2_500_000);
    const other = await maker.make(2_500_000);
    const known = { url: `${site.url}/uploads/1`, hasLetGo: false };
    site.bytes = Buffer.from(made.bytes.subarray(0, 1_000_000));
    renameSync(other.path, made.path);
    const { report, upload } = await send(made, site.place, { known });
    expect([report.clipChanged, upload]).toEqual([true, null]);
    expect(site.asked).toEqual(['DELETE']);
  });

  it('is not sent to its end while a program writes to it', async () => {
    const made = await maker.make(1_000);
    writeFileSync(made.path, made.bytes);
    const writers = { holding: async () => new Map([[made.path, 'ffmpeg']]) };
    const report = await sendInPieces(
      { ...ports(), writers },
      {
        ...{ clip: await clipAt(made.path), fileName: 'a.mp4', authorization: 'x', header: undefined, values: {} },
        ...{ signal: new AbortController().signal, onTaken: () => undefined, beforeLastBytes: async () => undefined },
        ...{
          place: site.place,
          known: null,
          pieceSize: createPieceSize(100_000),
          pieceMethod: createPieceMethod(),
          onUpload: async () => undefined,
        },
      },
    );
    expect(report.verdict).toMatchObject({ kind: 'failed', cause: { why: 'clip-busy' } });
    expect(site.bytes.length).toBe(0);
  });

  it('says what is wrong with it where it cannot be read', async () => {
    const made = await maker.make(1_000);
    rmSync(made.path);
    expect((await send(made, site.place)).report.verdict).toMatchObject({ cause: { reason: 'clip-missing' } });
    expect(site.asked).toEqual([]);
  });
});
