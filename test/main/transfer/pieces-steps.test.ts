// The steps of a clip in pieces, one by one: what is asked when, what is waited for, what is noted of each piece, and what is left behind.
import { writeFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../main/adapters/clock.ts';
import { diskFiles } from '../../../main/adapters/files.ts';
import { sharedBuffers, workerHasher } from '../../../main/adapters/hasher.ts';
import { FileError, type Files, HttpError } from '../../../main/ports.ts';
import { createPieceMethod } from '../../../main/transfer/piece-method.ts';
import type { PieceSize } from '../../../main/transfer/piece-size.ts';
import { type KnownUpload, type PiecesOrder, sendInPieces } from '../../../main/transfer/send-in-pieces.ts';
import { clipMaker, type RandomClip } from './clips.ts';
import { type Asked, lineByHand, type Reply } from './line-by-hand.ts';

const maker = clipMaker();
const hasher = workerHasher();
afterAll(async () => {
  await hasher.close();
  maker.remove();
});

const root = 'https://harbour.example/uploads';
const url = `${root}/1`;
const pieceBytes = 1_000;
const known: KnownUpload = { url, hasLetGo: false };

type Answer = Reply | Error | null | Promise<Reply | Error | null>;

/** Keeps what comes as a site does; a test's own answers come before its. */
class Site {
  bytes = Buffer.alloc(0);
  takesAhead = false;
  /** Null = as a site does. `at` = how many requests of this kind there were before. */
  instead: (kind: string, at: number, asked: Asked) => Answer = () => null;
  readonly http = lineByHand((asked) => this.#answer(asked));
  readonly #counts = new Map<string, number>();

  get kinds(): string[] {
    return this.http.asked.map(kindOf);
  }

  offset = (): Record<string, string> => ({
    'upload-offset': String(this.bytes.length),
    ...(this.takesAhead ? { 'clipferry-ahead': '1' } : {}),
  });

  keep = ({ body }: Asked): void => {
    this.bytes = Buffer.concat([this.bytes, body as Buffer]);
  };

  async #answer(asked: Asked): Promise<Reply | Error> {
    const kind = kindOf(asked);
    const at = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, at + 1);
    return (await this.instead(kind, at, asked)) ?? this.#usual(kind, asked);
  }

  #usual(kind: string, asked: Asked): Reply {
    switch (kind) {
      case 'POST':
        return { status: 201, headers: { location: '/uploads/1', ...this.offset() } };
      case 'HEAD':
        return { status: 200, headers: this.offset() };
      case 'PATCH':
        if (Number(asked.headers['upload-offset']) !== this.bytes.length)
          return { status: 409, headers: this.offset() };
        this.keep(asked);
        return { status: 204, headers: this.offset() };
      case 'STATE':
        return { status: 200, text: JSON.stringify({ state: 'answered', video: 7, answer: null }) };
      default:
        return { status: 204 };
    }
  }
}
const kindOf = ({ method, url: asked }: Asked): string => (asked.endsWith('/state') ? 'STATE' : method);

let site: Site;
/** What was waited for, in ms. */
let waits: number[];
beforeEach(() => {
  site = new Site();
  waits = [];
});
/** Waits pass at once; those for a line that went silent never come. */
const hasty = {
  ...systemClock,
  after: (ms: number, call: () => void) => {
    if (ms >= 60_000) return () => undefined;
    // The shorter one is for whoever may still write to the clip.
    if (ms >= 200) waits.push(ms);
    return systemClock.after(0, call);
  },
};

const sizes = (): PieceSize & { readonly cuts: number[]; readonly passes: number[] } => {
  const [cuts, passes]: [number[], number[]] = [[], []];
  return {
    ...{
      cuts,
      passes,
      next: () => pieceBytes,
      refused: () => false,
      mayGoAhead: () => true,
      aheadRefused: () => undefined,
    },
    passed: (bytes) => void passes.push(bytes),
    cut: (bytes) => void cuts.push(bytes),
  };
};

async function send(made: RandomClip, more: Partial<PiecesOrder> = {}, files: Files = diskFiles) {
  const written: (string | null)[] = [];
  const taken: number[] = [];
  const announced = vi.fn(async () => undefined);
  const report = await sendInPieces(
    { clock: hasty, files, http: site.http, hasher, buffers: sharedBuffers() },
    {
      ...{ clip: made.clip, fileName: made.clip.name, authorization: 'Basic YTpi', header: undefined },
      ...{ signal: new AbortController().signal, values: {}, known: null },
      place: {
        create: root,
        at: (location) => (location === '/uploads/1' ? url : null),
        state: (upload) => `${upload}/state`,
      },
      onTaken: (bytes) => taken.push(bytes),
      beforeLastBytes: announced,
      pieceSize: sizes(),
      pieceMethod: createPieceMethod(),
      onUpload: async (upload) => void written.push(upload),
      ...more,
    },
  );
  return { report, written, taken, announced };
}

const cut = new HttpError('reset', 'The line was cut');
const lost = { kind: 'failed', cause: { kind: 'retry', why: 'connection-lost' } };

describe('every request', () => {
  it.each([
    [undefined, 'authorization'],
    ['x-authorization', 'x-authorization'],
  ] as const)('signs in, by the header that the site sees (%s)', async (header, name) => {
    await send(await maker.make(2_500), { header });
    expect(site.kinds).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH', 'STATE']);
    for (const { headers } of site.http.asked) expect(headers).toMatchObject({ [name]: 'Basic YTpi' });
  });
});

describe('a clip that begins', () => {
  it('is nowhere yet where the line breaks first: nothing is written down, and nothing was sent', async () => {
    site.instead = () => cut;
    const { report, written } = await send(await maker.make(2_500));
    expect(report).toMatchObject({ verdict: lost, isUnfit: false, isBlocked: false });
    expect([written, site.kinds]).toEqual([[], ['POST']]);
  });

  it('says that none of it is there', async () => {
    expect((await send(await maker.make(2_500))).taken[0]).toBe(0);
  });

  it('has no upload by a yes that made nothing', async () => {
    site.instead = (kind) => (kind === 'POST' ? { status: 200, headers: { location: '/uploads/1' } } : null);
    const { report, written } = await send(await maker.make(2_500));
    expect([report.isUnfit, written, site.kinds]).toEqual([true, [], ['POST']]);
  });
});

describe('a site that is asked where it stands', () => {
  it('and stands further than the clip is long has something else: what was begun is forgotten', async () => {
    site.instead = (kind) => (kind === 'HEAD' ? { status: 200, headers: { 'upload-offset': '9000' } } : null);
    const { report, written } = await send(await maker.make(2_500), { known });
    expect(report.verdict).toMatchObject({ kind: 'failed', cause: { kind: 'retry', why: 'server-error' } });
    expect([written, site.kinds]).toEqual([[null], ['HEAD']]);
  });

  it.each([300, 304, 401, 403])('and says %i stands nowhere, and is not asked twice', async (status) => {
    const headers = { 'upload-offset': '1000' };
    site.instead = (kind) => (kind === 'HEAD' ? { status, headers, text: '{"code":"no","message":"No."}' } : null);
    const { report } = await send(await maker.make(2_500), { known });
    expect([report.verdict.kind, site.kinds, waits]).toEqual(['failed', ['HEAD'], []]);
  });

  it.each([500, 502, 599])('and says %i for a moment is asked again', async (status) => {
    site.instead = (kind, at) => (kind === 'HEAD' && at === 0 ? { status } : null);
    const { report } = await send(await maker.make(2_500), { known });
    expect([report.verdict.kind, waits]).toEqual(['arrived', [200]]);
    expect(site.kinds).toEqual(['HEAD', 'HEAD', 'PATCH', 'PATCH', 'PATCH', 'STATE']);
  });
});

describe('pauses', () => {
  it('grow while nothing comes on, and end with the try', async () => {
    site.instead = (kind) => (kind === 'PATCH' ? cut : null);
    const { report, written } = await send(await maker.make(2_500));
    expect(report.verdict).toMatchObject(lost);
    expect(waits).toEqual([200, 500, 2_000, 5_000]);
    // Where it goes on is known.
    expect(written).toEqual([url]);
  });

  it('begin anew with whatever has come on, also where nobody heard that it had', async () => {
    site.instead = (kind, _, asked) => {
      if (kind !== 'PATCH') return null;
      // All is kept, and no answer ever comes.
      site.keep(asked);
      return cut;
    };
    const { report } = await send(await maker.make(6_500));
    expect(report.verdict.kind).toBe('arrived');
    expect(waits.filter((ms) => ms > 200)).toEqual([]);
    expect(site.bytes.length).toBe(6_500);
  });

  it('begin anew where a piece was taken, and where a part of one was', async () => {
    for (const part of [1_000, 400]) {
      site = new Site();
      waits = [];
      site.instead = (kind, at, asked) => {
        if (kind !== 'PATCH') return null;
        if (at % 2 === 0) return cut;
        site.bytes = Buffer.concat([site.bytes, (asked.body as Buffer).subarray(0, part)]);
        return { status: 204, headers: site.offset() };
      };
      const { report } = await send(await maker.make(6_000));
      expect([report.verdict.kind, new Set(waits)]).toEqual(['arrived', new Set([200])]);
    }
  });
});

describe('what is noted of a piece', () => {
  it('is its size where it passed, and that its method did', async () => {
    const pieceSize = sizes();
    const pieceMethod = { ...createPieceMethod(), passed: vi.fn() };
    await send(await maker.make(2_500), { pieceSize, pieceMethod });
    expect([pieceSize.passes, pieceSize.cuts]).toEqual([[1_000, 1_000, 500], []]);
    expect(pieceMethod.passed).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['nothing', 0, [1_000]],
    ['all', 1_000, [0]],
    ['a part', 400, [0]],
  ])('is what was lost with a cut, where the site kept %s of it', async (_, part, wanted) => {
    const pieceSize = sizes();
    site.instead = (kind, at, asked) => {
      if (kind !== 'PATCH' || at > 0) return null;
      site.bytes = Buffer.from((asked.body as Buffer).subarray(0, part));
      return cut;
    };
    const { report } = await send(await maker.make(2_500), { pieceSize });
    expect([report.verdict.kind, pieceSize.cuts]).toEqual(['arrived', wanted]);
  });

  it('is what was lost of the one ahead of it, too', async () => {
    site.takesAhead = true;
    const pieceSize = sizes();
    let bothCame: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      bothCame = resolve;
    });
    site.instead = (kind, at) => {
      if (kind !== 'PATCH' || at > 1) return null;
      if (at === 1) bothCame();
      return both.then(() => cut);
    };
    const { report } = await send(await maker.make(4_500), { pieceSize });
    expect([report.verdict.kind, pieceSize.cuts]).toEqual(['arrived', [2_000]]);
  });
});

describe('what a site says it has kept of a piece', () => {
  it.each([
    ['more than was sent', { status: 204, headers: { 'upload-offset': '1500' } }],
    ['nothing', { status: 204, headers: { 'upload-offset': '0' } }],
    ['something that is no number', { status: 204, headers: { 'upload-offset': 'all' } }],
    ['it does not say', { status: 204 }],
    ['all, with a no', { status: 409, headers: { 'upload-offset': '1000' } }],
  ] as [string, Reply][])('is not believed where it is %s: it is asked where it stands', async (_, reply) => {
    site.instead = (kind, at) => (kind === 'PATCH' && at === 0 ? reply : null);
    const made = await maker.make(2_500);
    const { report } = await send(made);
    expect([report.verdict.kind, site.kinds.slice(0, 3)]).toEqual(['arrived', ['POST', 'PATCH', 'HEAD']]);
    const offsets = site.http.asked.flatMap(({ headers }) => headers['upload-offset'] ?? []);
    expect(offsets).toEqual(['0', '0', '1000', '2000']);
    expect(site.bytes.equals(made.bytes)).toBe(true);
  });

  it.each([
    [500, [200]],
    [423, [200]],
    [409, [200]],
    [599, [200]],
  ])('is asked after a pause where it says %i', async (status, wanted) => {
    site.instead = (kind, at) => (kind === 'PATCH' && at === 0 ? { status } : null);
    const { report } = await send(await maker.make(2_500));
    expect([report.verdict.kind, waits]).toEqual(['arrived', wanted]);
  });

  it('is not asked where it was no for good', async () => {
    site.instead = (kind) => (kind === 'PATCH' ? { status: 422, text: '{"code":"no","message":"No."}' } : null);
    const { report } = await send(await maker.make(2_500));
    expect([report.verdict.kind, site.kinds, waits]).toEqual(['failed', ['POST', 'PATCH'], []]);
  });
});

describe('the last piece', () => {
  it('never goes ahead of the one before it, also where it is as large as that one', async () => {
    site.takesAhead = true;
    await send(await maker.make(3_000));
    const ahead = site.http.asked.flatMap(({ headers: { 'upload-offset': at, 'clipferry-ahead': isAhead } }) =>
      at === undefined ? [] : [[at, isAhead]],
    );
    expect(ahead).toEqual([
      ['0', undefined],
      ['1000', '1'],
      ['2000', undefined],
    ]);
  });

  it('is announced once, however often it leaves', async () => {
    site.instead = (kind, at) => (kind === 'PATCH' && at >= 2 && at < 4 ? cut : null);
    const { report, announced } = await send(await maker.make(2_500));
    expect([report.verdict.kind, announced.mock.calls.length]).toEqual(['arrived', 1]);
  });
});

describe('whatever comes of it', () => {
  /** Files that are counted while they are open; `trouble` = what reading from a byte on comes to. */
  function counted(
    trouble: (position: number) => Error | null = () => null,
  ): Files & { readonly open: typeof diskFiles.open; left(): number } {
    let left = 0;
    return {
      ...diskFiles,
      open: async (path) => {
        const file = await diskFiles.open(path);
        left++;
        return {
          stat: () => file.stat(),
          read: async (buffer, offset, length, position) => {
            const error = trouble(position);
            if (error) throw error;
            return file.read(buffer, offset, length, position);
          },
          close: async () => {
            left--;
            await file.close();
          },
        };
      },
      left: () => left,
    };
  }

  it.each([
    ['it arrives', () => null],
    ['the line breaks', () => cut],
  ] as [string, Site['instead']][])('the file is closed: %s', async (_, instead) => {
    site.instead = instead;
    const files = counted();
    await send(await maker.make(2_500), {}, files);
    expect(files.left()).toBe(0);
  });

  it('what its disk cannot give now is asked of it later, and what the site has of the clip stays there', async () => {
    const files = counted((position) => (position >= 1_000 ? new FileError('no-answer', 'silent') : null));
    const { report, written } = await send(await maker.make(2_500), {}, files);
    expect(report).toMatchObject({
      ...{
        verdict: { kind: 'failed', cause: { kind: 'retry' } },
        clipChanged: false,
        isUnfit: false,
        isBlocked: false,
      },
    });
    expect([written, site.kinds.includes('DELETE'), files.left()]).toEqual([[url], false, 0]);
  });

  it('a clip that is not there at all is no matter of the site', async () => {
    const made = await maker.make(2_500);
    const files: Files = { ...diskFiles, open: () => Promise.reject(new FileError('missing', 'gone')) };
    const { report } = await send(made, {}, files);
    expect(report).toMatchObject({ verdict: { cause: { reason: 'clip-missing' } }, isUnfit: false, isBlocked: false });
  });

  it('nothing of it is under way any more when the site is told to forget it', async () => {
    site.takesAhead = true;
    const made = await maker.make(6_500);
    let [under, underAtEnd] = [0, -1];
    site.instead = async (kind, at) => {
      if (kind === 'DELETE') underAtEnd = under;
      if (kind !== 'PATCH') return null;
      // Another clip takes its place while its first piece is at work, which nobody answers.
      if (at === 0) {
        writeFileSync(made.path, Buffer.alloc(10));
        under++;
        return new Promise<null>(() => undefined);
      }
      return null;
    };
    const http = site.http;
    const watched = {
      ...http,
      request: (asked: Parameters<typeof http.request>[0]) =>
        http.request(asked).finally(() => {
          if (asked.method === 'PATCH') under--;
        }),
    };
    Object.assign(site, { http: Object.assign(watched, { asked: http.asked }) });
    const { report, written } = await send(made);
    expect([report.clipChanged, written, underAtEnd]).toEqual([true, [url, null], 0]);
  });
});

describe('a clip that is stopped', () => {
  const stopAt = (kind: string, at: number) => {
    const stop = new AbortController();
    site.instead = (asked, count) => {
      if (asked !== kind || count !== at) return null;
      stop.abort();
      return new Promise<null>(() => undefined);
    };
    return stop.signal;
  };

  it.each([
    ['POST', 0],
    ['PATCH', 0],
    ['PATCH', 1],
  ] as const)('before its last bytes is stopped: at %s %i', async (kind, at) => {
    const { report } = await send(await maker.make(2_500), { signal: stopAt(kind, at) });
    expect(report.verdict).toEqual({ kind: 'stopped' });
    expect(site.kinds.includes('DELETE')).toBe(false);
  });

  it.each([
    ['PATCH', 2],
    ['STATE', 0],
  ] as const)('after that may have arrived: at %s %i', async (kind, at) => {
    const { report, written } = await send(await maker.make(2_500), { signal: stopAt(kind, at) });
    expect([report.verdict.kind, written]).toEqual(['unclear', [url]]);
    expect(report.sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('what stands for another method', () => {
  const isBy = ({ headers }: Asked): boolean => 'x-http-method-override' in headers;

  it.each<[string, Reply]>([
    ['is refused by a firewall, too', { status: 403 }],
    ['loses its method on the way', { status: 404, text: '{"code":"rest_no_route","message":"No route."}' }],
  ])('where it %s there is no way in pieces: the clip goes in one', async (_, reply) => {
    site.instead = (kind, _at, asked) => (kind === 'PATCH' ? { status: 403 } : isBy(asked) ? reply : null);
    const { report, written } = await send(await maker.make(2_500));
    expect([report.isUnfit, report.isBlocked, written]).toEqual([true, true, [url, null]]);
    // All of it left at once: that is looked for first, and goes in one after that.
    site = new Site();
    site.instead = (kind, _at, asked) => (kind === 'PATCH' ? { status: 403 } : isBy(asked) ? reply : null);
    const [made, pieceMethod] = [await maker.make(800), createPieceMethod()];
    expect((await send(made, { pieceMethod })).report.verdict.kind).toBe('unclear');
    const later = await send(made, { pieceMethod, known: { url, hasLetGo: true } });
    expect([later.report.isUnfit, later.report.isBlocked, later.written]).toEqual([true, true, [null]]);
  });

  it.each([
    ['ended', 204, true, 'failed'],
    // Somebody holds that back, too: it is looked for first, and known all the same that there is no way in pieces.
    ['ended by nobody', 405, false, 'unclear'],
  ] as const)('where its only piece left and it is %s then', async (_, end, isUnfit, verdict) => {
    site.instead = (kind, _at, asked) => {
      if (kind === 'PATCH' || isBy(asked)) return { status: 403 };
      return kind === 'DELETE' ? { status: end } : null;
    };
    const [made, pieceMethod] = [await maker.make(800), createPieceMethod()];
    await send(made, { pieceMethod });
    const { report } = await send(made, { pieceMethod, known: { url, hasLetGo: true } });
    expect([report.isUnfit, report.isBlocked, report.verdict.kind]).toEqual([isUnfit, true, verdict]);
  });

  it('is asked again where the line breaks meanwhile', async () => {
    let plain = 0;
    site.instead = (kind, _at, asked) => {
      if (kind === 'PATCH' || isBy(asked)) return { status: 403 };
      return kind === 'HEAD' && plain++ === 0 ? cut : null;
    };
    const { report, written } = await send(await maker.make(2_500));
    expect([report.isUnfit, report.isBlocked, written, waits]).toEqual([true, true, [url, null], [200]]);
  });

  it('is no matter where nothing at all is let through for a while', async () => {
    let isBanned = false;
    site.instead = (kind) => {
      isBanned ||= kind === 'PATCH';
      return isBanned ? { status: 403 } : null;
    };
    const { report, written } = await send(await maker.make(2_500));
    expect([report.isUnfit, report.verdict.kind, written]).toEqual([false, 'failed', [url]]);
  });

  it('where it loses its method only with a piece, nothing of the clip is left in doubt', async () => {
    site.instead = (kind, _at, asked) => {
      if (kind === 'PATCH') return { status: 403 };
      return asked.headers['x-http-method-override'] === 'PATCH'
        ? { status: 404, text: '{"code":"rest_no_route","message":"No route."}' }
        : null;
    };
    const { report, written } = await send(await maker.make(2_500));
    expect([report.isUnfit, report.isBlocked, written]).toEqual([true, true, [url, null]]);
  });
});

it('goes in one where another plugin lets nobody begin one in pieces, but not where its user has to sign in', async () => {
  for (const [word, isUnfit] of [
    ['rest_guarded', true],
    ['rest_forbidden', true],
    ['jwt_auth_invalid_token', false],
    // The upload's own word, which it would only say once more at the end of the whole clip.
    ['rest_cannot_create', false],
  ] as const) {
    site.instead = (kind) => (kind === 'POST' ? { status: 403, text: JSON.stringify({ code: word }) } : null);
    expect((await send(await maker.make(2_500))).report.isUnfit).toBe(isUnfit);
  }
});

it('goes in one where no way is left, which says both that pieces are no way and that somebody blocks them', async () => {
  site.instead = (kind, _, { headers }) =>
    kind === 'PATCH' || headers['x-http-method-override'] === 'PATCH' ? { status: 403 } : null;
  const { report, written } = await send(await maker.make(2_500));
  expect(report).toMatchObject({ isUnfit: true, isBlocked: true, said: { status: 403 } });
  expect(written).toEqual([url, null]);
});

describe('where no way is left for a clip whose last bytes may still be on their way (F-01)', () => {
  const letGo: KnownUpload = { url, hasLetGo: true };
  const isFor = (method: string, { method: by, headers }: Asked): boolean =>
    by === method || headers['x-http-method-override'] === method;
  /** The ways in which it was asked to end what it has. */
  let ends: string[];
  const blocked = (answerTo: (by: string) => Answer): void => {
    ends = [];
    site.instead = (_kind, _at, asked) => {
      if (isFor('PATCH', asked)) return { status: 403 };
      if (!isFor('DELETE', asked)) return null;
      ends.push(asked.method);
      return answerTo(asked.method);
    };
  };
  const code = (status: number, text: string): Reply => ({
    status,
    text: JSON.stringify({ code: text, message: 'No.' }),
  });

  it.each<[string, (by: string) => Answer, string[]]>([
    ['it was ended', () => ({ status: 204 }), ['POST']],
    ['it is not there any more', () => code(404, 'clipferry_not_found'), ['POST']],
    ['it was ended in the other way', (by) => ({ status: by === 'POST' ? 403 : 204 }), ['POST', 'DELETE']],
  ])('it goes in one once %s', async (_, answerTo, asked) => {
    blocked(answerTo);
    const { report, written } = await send(await maker.make(2_500), { known: letGo });
    expect([report.isUnfit, written, ends]).toEqual([true, [null], asked]);
  });

  it.each<[string, Answer, string[]]>([
    ['it has become a video by then', { status: 204, headers: { 'clipferry-video': '7' } }, ['POST']],
    ['nobody lets that through, in no way', { status: 405 }, ['POST', 'DELETE']],
    ['another plugin lets that through in no way', code(403, 'rest_guarded'), ['POST', 'DELETE']],
    ['a server’s own page comes in answer', { status: 404 }, ['POST', 'DELETE']],
  ])('it is looked for on the site first where %s', async (_, answer, asked) => {
    blocked(() => answer);
    const { report, written } = await send(await maker.make(2_500), { known: letGo });
    expect([report.isUnfit, report.verdict.kind, written, ends]).toEqual([false, 'unclear', [null], asked]);
  });

  it('it is looked for first where no helper is there any more, which is asked about further as it may be back', async () => {
    blocked(() => code(404, 'rest_no_route'));
    const { report, written } = await send(await maker.make(2_500), { known: letGo });
    // By POST that is also said where somebody has taken the method out of it.
    expect([report.isUnfit, report.verdict.kind, written, ends]).toEqual([false, 'unclear', [], ['POST', 'DELETE']]);
  });

  it('it is looked for first where one way is closed, and the method is taken out of the other', async () => {
    blocked((by) => (by === 'DELETE' ? { status: 405 } : code(404, 'rest_no_route')));
    const { report, written } = await send(await maker.make(2_500), { known: letGo });
    expect([report.isUnfit, report.verdict.kind, written]).toEqual([false, 'unclear', [null]]);
  });

  it.each(['jwt_auth_invalid_token', 'rest_guarded'])(
    'its user signs in again where %s says so with 403',
    async (word) => {
      blocked(() => code(403, word));
      const { report } = await send(await maker.make(2_500), { known: letGo });
      const signsIn = report.verdict.kind === 'failed' && report.verdict.cause.kind === 'sign-in';
      expect(signsIn).toBe(word === 'jwt_auth_invalid_token');
    },
  );

  it.each<[string, Answer, string]>([
    ['another plugin says that its user has to sign in', code(401, 'rest_guarded'), 'sign-in'],
    ['there is no answer to that', cut, 'connection-lost'],
    ['a page says yes', { status: 200, text: '<html>Welcome</html>' }, 'server-error'],
    ['the site is in trouble', { status: 503 }, 'server-error'],
    ['the site wants to be left alone', { status: 429, headers: { 'retry-after': '90' } }, 'site-busy'],
    ['it is at it', code(409, 'clipferry_at_work'), 'server-error'],
  ])('it waits where %s: what it has could become a video beside the one that goes in one', async (_, answer, why) => {
    blocked(() => answer);
    const { report, written } = await send(await maker.make(2_500), { known: letGo });
    expect([report.isUnfit, report.verdict.kind, written]).toEqual([false, 'failed', []]);
    expect(report.verdict).toMatchObject({ cause: why === 'sign-in' ? { kind: why } : { kind: 'retry', why } });
  });

  describe.each(['clipferry_may_not_upload', 'clipferry_too_many', 'clipferry_no_route', 'rest_no_route'])(
    'where the helper itself takes no piece of it (%s)',
    (word) => {
      const refuses = (answer: Answer): void => {
        ends = [];
        site.instead = (_kind, _at, asked) => {
          if (isFor('PATCH', asked)) return code(word === 'rest_no_route' ? 404 : 403, word);
          if (!isFor('DELETE', asked)) return null;
          ends.push(asked.method);
          return answer;
        };
      };

      it('it goes in one once what is there is ended', async () => {
        refuses({ status: 204 });
        const { report, written } = await send(await maker.make(2_500), { known: letGo });
        expect([report.isUnfit, ends]).toEqual([true, ['DELETE']]);
        // Whoever sends it in one forgets what was begun; the site without its helper has forgotten it by itself.
        expect(written).toEqual(word === 'rest_no_route' ? [null] : []);
      });

      it.each<[string, Answer]>([
        ['does not answer', cut],
        ['is at it', code(409, 'clipferry_at_work')],
        ['says yes with a page', { status: 200, text: '<html>Welcome</html>' }],
      ])('it waits where whoever is asked to end it %s', async (_, answer) => {
        refuses(answer);
        const { report, written } = await send(await maker.make(2_500), { known: letGo });
        expect([report.isUnfit, report.verdict.kind, written]).toEqual([false, 'failed', []]);
      });

      it('it goes in one at once where its last bytes never left', async () => {
        refuses(cut);
        const { report } = await send(await maker.make(2_500), { known });
        expect([report.isUnfit, ends]).toEqual([true, []]);
      });
    },
  );

  describe('and the site says all at once that it has nothing of it, without a word of its helper', () => {
    /** `from` = the question from which on it has nothing of it. A question by HEAD is answered without a body. */
    const losesIt = (answer: Answer, from = 1, headers: Reply['headers'] = {}): void => {
      ends = [];
      site.instead = (kind, at, asked) => {
        if (isFor('PATCH', asked)) return cut;
        if (kind === 'HEAD' && at >= from) return { status: 404, headers };
        if (!isFor('DELETE', asked)) return null;
        ends.push(asked.method);
        return answer;
      };
    };

    it('it begins anew once that is ended, whatever it is', async () => {
      losesIt({ status: 204 });
      const { report, written } = await send(await maker.make(2_500), { known: letGo });
      expect([report.isUnfit, report.verdict.kind, written, ends]).toEqual([false, 'failed', [null], ['DELETE']]);
    });

    it('it is looked for first where that page comes in answer to its end, too', async () => {
      losesIt({ status: 404 });
      const { report, written } = await send(await maker.make(2_500), { known: letGo });
      expect([report.verdict.kind, written, ends]).toEqual(['unclear', [null], ['DELETE', 'POST']]);
    });

    it('it goes on with it where nobody ended it', async () => {
      losesIt(cut);
      const { report, written } = await send(await maker.make(2_500), { known: letGo });
      expect([report.isUnfit, report.verdict.kind, written]).toEqual([false, 'failed', []]);
    });

    it.each([0, 1])(
      'the helper itself is believed, which says its code beside the answer (asked %i times before)',
      async (from) => {
        losesIt({ status: 204 }, from, { 'clipferry-code': 'clipferry_no_upload' });
        const { report, written } = await send(await maker.make(2_500), { known: letGo });
        // Whether it became a video before is seen among the videos.
        expect([report.verdict.kind, written, ends]).toEqual([from === 0 ? 'unclear' : 'failed', [null], []]);
      },
    );

    it.each<[string, Answer, string, (string | null)[], string[]]>([
      ['it is ended, and looked for', { status: 204 }, 'unclear', [null], ['DELETE']],
      ['it is asked about further where no helper is there', code(404, 'rest_no_route'), 'unclear', [], ['DELETE']],
      ['it is looked for where nobody lets that through', { status: 404 }, 'unclear', [null], ['DELETE', 'POST']],
      ['it goes on with it where nobody ended it', cut, 'unclear', [], ['DELETE']],
    ])('by the first question of a later try: %s', async (_, answer, verdict, forgotten, asked) => {
      losesIt(answer, 0);
      const { report, written } = await send(await maker.make(2_500), { known: letGo });
      expect([report.isUnfit, report.verdict.kind, written, ends]).toEqual([false, verdict, forgotten, asked]);
    });
  });

  it.each([
    ['is kept in mind where its end may still come: it is ended before the clip goes anew', letGo, [], []],
    ['is forgotten where its last bytes never left', known, [null], ['DELETE']],
  ])('what a clip was that changes on disk %s (F-25)', async (_, begun, forgotten, asked) => {
    const made = await maker.make(2_500);
    ends = [];
    site.instead = (kind, _at, { method }) => {
      if (kind === 'HEAD') writeFileSync(made.path, Buffer.alloc(10));
      if (kind === 'DELETE') ends.push(method);
      return null;
    };
    const { report, written } = await send(made, { known: begun });
    expect([report.clipChanged, written, ends]).toEqual([true, forgotten, asked]);
  });

  it('a clip whose last bytes never left goes all the same: what the site has is not whole', async () => {
    blocked(() => cut);
    const { report, written } = await send(await maker.make(2_500), { known });
    expect([report.isUnfit, written, ends]).toEqual([true, [null], ['POST']]);
  });
});
