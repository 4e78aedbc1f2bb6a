// A whole clip of a job in pieces: what is written down while it goes, what of its end teaches about the site, and what is left there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../../main/adapters/clock.ts';
import { openSqlite } from '../../../../../main/adapters/database/sqlite.ts';
import { diskFiles } from '../../../../../main/adapters/files.ts';
import { sharedBuffers, workerHasher } from '../../../../../main/adapters/hasher.ts';
import { readAnswer } from '../../../../../main/answers.ts';
import { createPiecesFitness } from '../../../../../main/features/uploads/pieces-fitness.ts';
import { createPiecesWay } from '../../../../../main/features/uploads/tasks/pieces-way.ts';
import type { Attempt, Job } from '../../../../../main/model.ts';
import { type HttpAnswer, HttpError, type HttpRequest } from '../../../../../main/ports.ts';
import { siteUploadStore } from '../../../../../main/queue/store/site-uploads.ts';
import type { Call } from '../../../../../main/site/client/client.ts';
import type { SendOrder, SendPorts } from '../../../../../main/transfer/attempt.ts';
import { aSite } from '../../../a-site.ts';
import { clipMaker, type RandomClip, sha256 } from '../../../transfer/clips.ts';

const id = 'a5'.repeat(32);
const root = 'https://films.example/wp-json/';
const upload = `${root}clipferry/v1/uploads/${id}`;
const content = 'its bytes';
const job = { id: 'job-1', accountId: 'account-1', clip: { name: 'Clip.mp4', identity: { size: 9_000_000 } } } as Job;
const attempt = { content } as Attempt;
const site = aSite({ root, hasHelper: true });

const maker = clipMaker();
const hasher = workerHasher();
let made: RandomClip;
let tiny: RandomClip;
/** More than one piece. */
let large: RandomClip;
beforeAll(async () => {
  made = await maker.make(1024 * 1024);
  tiny = await maker.make(1024 * 1024 - 1);
  large = await maker.make(9 * 1024 * 1024);
});
afterAll(async () => {
  maker.remove();
  await hasher.close();
});

const answer = (status: number, json: unknown, headers = {}): HttpAnswer => ({
  ...{ status, headers, cut: null },
  body: Buffer.from(json === null ? '' : JSON.stringify(json)),
});
const page: HttpAnswer = {
  ...{ status: 403, headers: { 'content-type': 'text/html' }, cut: null },
  body: Buffer.from('<html>No</html>'),
};
/** What the site's own upload said to the whole file. */
const ended = (status: number, json: unknown) => ({
  state: 'answered',
  video: null,
  answer: { status, headers: {}, body: JSON.stringify(json) },
});
const refused = ended(400, { code: 'no_file', message: 'No file was sent.' });

interface Manners {
  /** In place of its own word, by method. */
  readonly instead?: Readonly<Record<string, HttpAnswer | HttpError>>;
  /** What became of a whole file. */
  readonly state?: unknown;
  /** What the helper tells of itself; an error = no answer. */
  readonly told?: unknown;
  readonly known?: { readonly hasLetGo: boolean };
  readonly signal?: AbortSignal;
  readonly isSignedOut?: boolean;
  readonly bytes?: Attempt['content'];
  readonly file?: RandomClip;
  readonly header?: string;
}

/** A site in memory that takes pieces, and one clip sent to it. */
async function sent(manners: Manners = {}) {
  const sql = openSqlite(':memory:');
  sql.exec(
    'CREATE TABLE site_uploads (job_id TEXT PRIMARY KEY, content TEXT, url TEXT, let_go INTEGER NOT NULL DEFAULT 0)',
  );
  sql.exec('CREATE TABLE jobs (id TEXT PRIMARY KEY, kind TEXT, removed INTEGER, state TEXT)');
  const uploads = siteUploadStore(sql);
  if (manners.known) uploads.begun(job.id, content, upload);
  if (manners.known?.hasLetGo) uploads.letGo(job.id);
  const asked: HttpRequest[] = [];
  const learned: unknown[] = [];
  const helperAsked: Call[] = [];
  /** What was written down when each request came. */
  const written: unknown[] = [];
  const chunks: Buffer[] = [];
  const piecesFitness = createPiecesFitness(systemClock);
  const pieces = createPiecesWay({
    ...{ http: { request: () => Promise.reject(new Error('Nobody is asked')) }, clock: systemClock },
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    accounts: {
      client: () => (manners.isSignedOut ? null : { root, authorization: 'Basic x' }),
      siteOf: () => site,
      learn: (_, what) => void learned.push(what),
    },
    calls: {
      ask: async (_: unknown, call: Call) => {
        helperAsked.push(call);
        if (manners.told instanceof Error) throw manners.told;
        return readAnswer(answer(200, manners.told ?? { version: '1.0.0', ready: true, handOver: 'refused' }), 0);
      },
    } as never,
    store: { write: async (work) => work() },
    uploads,
    piecesFitness,
  });
  const size = (): number => chunks.reduce((sum, { length }) => sum + length, 0);
  const request = async (wanted: HttpRequest): Promise<HttpAnswer> => {
    asked.push(wanted);
    const method = wanted.headers['x-http-method-override'] ?? wanted.method;
    written.push([method, uploads.of(job.id, content)]);
    const instead = manners.instead?.[method];
    if (instead instanceof Error) throw instead;
    if (instead) return instead;
    const offset = () => ({ 'upload-offset': String(size()) });
    if (method === 'POST') return answer(201, null, { location: `/somewhere/uploads/${id}` });
    if (method === 'HEAD') return answer(200, null, offset());
    if (method === 'GET') return answer(200, manners.state ?? { state: 'answered', video: 7, answer: null });
    if (typeof wanted.body === 'object' && wanted.body !== null)
      for await (const chunk of wanted.body.bytes(0)) chunks.push(Buffer.from(chunk));
    return answer(204, null, offset());
  };
  const ports: SendPorts = {
    ...{ clock: { ...systemClock, after: (ms, call) => systemClock.after(Math.min(ms, 2), call) } },
    ...{ files: diskFiles, hasher, buffers: sharedBuffers(), http: { request } as SendPorts['http'] },
  };
  const announced: unknown[] = [];
  const { clip } = manners.file ?? made;
  const order = {
    ...{ clip, fileName: clip.name, authorization: 'Basic x', header: manners.header },
    ...{ signal: manners.signal ?? new AbortController().signal, onTaken: () => {} },
    beforeLastBytes: async (digest: string | null) => void announced.push([digest, uploads.of(job.id, content)]),
  } as unknown as SendOrder;
  const report = await pieces.send(ports, job, { ...attempt, content: manners.bytes ?? content }, site, order);
  const methods = asked.map(({ method, headers }) => headers['x-http-method-override'] ?? method);
  const left = uploads.of(job.id, content);
  return { report, asked, methods, learned, helperAsked, written, announced, left, chunks, piecesFitness };
}

const http = (problem: HttpError['problem']): HttpError => new HttpError(problem, 'No answer');

describe('on its way', () => {
  it('it is written down where it goes on, and, before its last bytes leave, that they may have', async () => {
    const { report, written, announced, left, chunks } = await sent();
    expect(report?.verdict).toEqual({ kind: 'arrived', videoId: 7 });
    expect(Buffer.concat(chunks).equals(made.bytes)).toBe(true);
    // The app's own word on its end comes first: without it nothing may say that the site can have the clip.
    expect(announced).toEqual([[sha256(made.bytes), { url: upload, hasLetGo: false }]]);
    expect(written).toEqual([
      ['POST', null],
      ['PATCH', { url: upload, hasLetGo: true }],
      ['GET', { url: upload, hasLetGo: true }],
    ]);
    // What became of it is known: nobody asks any more.
    expect(left).toBeNull();
  });

  it('the site is told which of its routes is to take the whole file; all goes below its root, signed in', async () => {
    const { asked } = await sent();
    const route = Buffer.from(`/${site.uploadRoute}`).toString('base64');
    expect(asked[0]?.headers['upload-metadata']).toContain(`route ${route}`);
    expect(asked.map(({ method, url }) => [method, url])).toEqual([
      ['POST', `${root}clipferry/v1/uploads`],
      ['PATCH', upload],
      ['GET', `${upload}/state`],
    ]);
    for (const { headers } of asked) expect(headers.authorization).toBe('Basic x');
  });

  it('what the clip was before is ended first, where the site might still get all of it (F-01)', async () => {
    const instead = { GET: answer(200, { state: 'receiving', video: null, answer: null }) };
    const { methods, report } = await sent({ known: { hasLetGo: true }, bytes: 'other bytes by now', instead });
    expect(methods.slice(0, 3)).toEqual(['GET', 'DELETE', 'POST']);
    expect(report?.verdict.kind).toBe('failed');
    const later = await sent({ known: { hasLetGo: true }, bytes: 'other bytes by now', instead: { GET: page } });
    expect([later.methods, later.report?.verdict.kind]).toEqual([['GET'], 'failed']);
    // Also where the clip would go in one.
    const small = await sent({ file: tiny, known: { hasLetGo: true }, bytes: 'other bytes by now', instead });
    expect([small.methods, small.report]).toEqual([['GET', 'DELETE'], null]);
  });

  it('a place that is none of the helper’s is none', async () => {
    const instead = { POST: answer(201, null, { location: 'https://elsewhere.example/uploads/7' }) };
    const { report, methods, left } = await sent({ instead });
    expect([report?.verdict.kind, methods, left]).toEqual(['failed', ['POST'], null]);
  });

  it('one whose bytes nobody knows, or that is small, goes in one', async () => {
    expect(await sent({ bytes: null as never })).toBeTruthy();
    const small = await sent({ file: tiny });
    expect([small.report, small.methods]).toEqual([null, []]);
    expect((await sent({ file: made })).methods).toHaveLength(3);
  });
});

describe('the site’s own upload made nothing of the whole file', () => {
  it('and takes none from the helper: that is learned, what is left there ended, and the clip goes in one', async () => {
    const { report, methods, asked, learned, left, helperAsked } = await sent({ state: refused });
    expect(helperAsked).toEqual([{ method: 'GET', route: 'clipferry/v1/helper' }]);
    expect(learned).toEqual([{ hasHelper: false, helperTrouble: 'refuses' }]);
    expect(methods.at(-1)).toBe('DELETE');
    expect([asked.at(-1)?.url, asked.at(-1)?.headers.authorization]).toEqual([upload, 'Basic x']);
    expect(left).toBeNull();
    // Nothing was made, for certain: it may go at once.
    const cause = { kind: 'retry', why: 'server-error', afterMs: null, bounded: true };
    expect(report).toMatchObject({ verdict: { kind: 'failed', cause }, said: { status: 400 } });
  });

  it('of which it is not certain that nothing was made: the clip is looked for first', async () => {
    const { report, learned } = await sent({ state: ended(500, { code: 'died', message: 'No.' }) });
    expect(learned).toEqual([{ hasHelper: false, helperTrouble: 'refuses' }]);
    expect(report?.verdict.kind).toBe('unclear');
  });

  it('by a header of another name where the site is signed in to by one', async () => {
    const { asked } = await sent({ state: refused, header: 'x-authorization' });
    for (const { headers } of asked)
      expect([headers['x-authorization'], headers.authorization]).toEqual(['Basic x', undefined]);
  });

  it.each<[string, Manners]>([
    ['but takes others from it', { told: { version: '1.0.0', ready: true, handOver: 'works' } }],
    ['and nobody says whether it takes others', { told: {} }],
    ['and the line breaks when that is asked', { told: http('reset') }],
    ['and its account is signed out meanwhile', { isSignedOut: true }],
  ])('%s: the refusal is one of this clip', async (_, manners) => {
    const { report, learned, methods } = await sent({ state: refused, ...manners });
    expect(learned).toEqual([]);
    // The site needs its bytes no more, as its own upload said so.
    expect(methods).toContain('GET');
    expect(report?.said).toMatchObject({ status: 400, code: 'no_file' });
    expect(report?.verdict).not.toMatchObject({ cause: { why: 'server-error', bounded: true } });
  });

  it('anything else that goes wrong when that is asked is thrown on', async () => {
    await expect(sent({ state: refused, told: new TypeError('a fault of ours') })).rejects.toThrow('a fault of ours');
  });

  it.each<[string, Manners]>([
    ['that has a video', {}],
    ['that says yes', { state: ended(200, { id: 9, type: 'video' }) }],
    ['that wants a new sign-in', { state: ended(401, { code: 'rest_not_logged_in', message: 'Sign in.' }) }],
    ['whose page says nothing of it', { instead: { GET: page } }],
    ['that does not answer any more', { instead: { GET: http('reset') } }],
  ])('of a site %s nobody asks whether it takes any', async (_, manners) => {
    const { helperAsked, learned } = await sent(manners);
    expect([helperAsked, learned]).toEqual([[], []]);
  });

  it('is not asked of one whose last bytes have not left', async () => {
    const instead = { PATCH: answer(422, { code: 'odd', message: 'No.' }) };
    const { helperAsked, left } = await sent({ file: large, instead });
    expect([helperAsked, left]).toEqual([[], { url: upload, hasLetGo: false }]);
  });
});

describe('the site takes no clips in pieces', () => {
  it.each([
    ['its helper was removed', answer(404, { code: 'rest_no_route' }), [{ hasHelper: false }]],
    ['its account may begin none', answer(403, { code: 'clipferry_may_not_upload' }), []],
  ])('because %s', async (_, said, wanted) => {
    const { report, learned, piecesFitness } = await sent({ instead: { POST: said } });
    expect([report, learned]).toEqual([null, wanted]);
    expect(piecesFitness.isUnfit(job.accountId)).toBe(true);
  });

  it('because somebody before it lets no piece through: told, and nothing is left there', async () => {
    const { report, learned, left, methods } = await sent({ file: large, instead: { PATCH: page } });
    expect([report, learned, left]).toEqual([null, [{ hasHelper: false, helperTrouble: 'blocked' }], null]);
    expect(methods.filter((method) => method === 'PATCH')).toHaveLength(2);
    expect(methods.at(-1)).toBe('DELETE');
  });

  it('nor an end to what may still come: that is learned, too, and the clip looked for before it goes in one (F-01)', async () => {
    const { report, learned, left } = await sent({
      ...{ file: large, known: { hasLetGo: true }, instead: { PATCH: page, DELETE: page } },
    });
    expect(report?.verdict).toEqual({ kind: 'unclear', otherwise: null });
    expect([learned, left]).toEqual([[{ hasHelper: false, helperTrouble: 'blocked' }], null]);
  });

  it('is no reason to go on with one that its user has stopped', async () => {
    const stop = new AbortController();
    stop.abort(new Error('Its user stopped it'));
    const { report, piecesFitness } = await sent({
      signal: stop.signal,
      instead: { POST: answer(404, { code: 'rest_no_route' }) },
    });
    expect(report).not.toBeNull();
    expect(piecesFitness.isUnfit(job.accountId)).toBe(false);
  });
});
