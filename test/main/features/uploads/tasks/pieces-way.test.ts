// Which clips go in pieces, where to, and what a site's own word on one means.
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../../main/adapters/clock.ts';
import { openSqlite } from '../../../../../main/adapters/database/sqlite.ts';
import type { SiteAnswer } from '../../../../../main/answers.ts';
import { createPiecesFitness } from '../../../../../main/features/uploads/pieces-fitness.ts';
import { createPiecesWay } from '../../../../../main/features/uploads/tasks/pieces-way.ts';
import type { Attempt, Job, Site } from '../../../../../main/model.ts';
import { type HttpAnswer, HttpError, type HttpRequest } from '../../../../../main/ports.ts';
import { elsewhereAttempt } from '../../../../../main/queue/job/presumed-attempt.ts';
import { siteUploadStore } from '../../../../../main/queue/store/site-uploads.ts';
import type { Call } from '../../../../../main/site/client/client.ts';
import type { SendOrder, SendPorts } from '../../../../../main/transfer/attempt.ts';
import { aSite } from '../../../a-site.ts';

const id = 'a5'.repeat(32);
const content = '2000000 17 66306 4711';
const root = 'https://films.example/wp-json/';
const job = { id: 'job-1', accountId: 'account-1' } as Job;
const attempt = { id: 'attempt-1', content } as Attempt;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

function way(
  site: Site,
  state: unknown = null,
  answer: HttpAnswer | null = null,
  status = 200,
  monotonic = (): number => 0,
) {
  const sql = openSqlite(':memory:');
  sql.exec(
    'CREATE TABLE site_uploads (job_id TEXT PRIMARY KEY, content TEXT, url TEXT, let_go INTEGER NOT NULL DEFAULT 0)',
  );
  sql.exec('CREATE TABLE jobs (id TEXT PRIMARY KEY, kind TEXT, removed INTEGER, state TEXT)');
  const uploads = siteUploadStore(sql);
  const asked: HttpRequest[] = [];
  /** What is said next; null = no answer comes. */
  const answers = { next: answer, isSilent: false };
  const calls: Call[] = [];
  const learned: unknown[] = [];
  const http = {
    request: async (request: HttpRequest): Promise<HttpAnswer> => {
      asked.push(request);
      if (answers.isSilent)
        return new Promise((_, reject) => {
          request.signal?.addEventListener('abort', () => reject(new HttpError('aborted', '', request.signal?.reason)));
        });
      if (answers.next !== null) return answers.next;
      throw new HttpError('aborted', 'nobody is asked further');
    },
  };
  const pieces = createPiecesWay({
    ...{ http, clock: { ...systemClock, now: () => 0, monotonic } },
    logger: quiet,
    accounts: { client: () => null, siteOf: () => site, learn: (_, what) => void learned.push(what) },
    calls: {
      ask: async (_: unknown, call: Call) => {
        calls.push(call);
        return { status, headers: {}, json: state, code: (state as { code?: string } | null)?.code } as SiteAnswer;
      },
    } as never,
    store: { write: async (work) => work() },
    uploads,
    piecesFitness: createPiecesFitness({ monotonic }),
  });
  const file = { stat: async () => identity, close: async () => {} };
  const ports = {
    ...{ http, files: { open: async () => file }, hasher: { begin: () => ({ drop: () => {} }) } },
    clock: { now: () => 0, monotonic },
    buffers: {
      take: () => {
        throw new HttpError('aborted', 'nobody reads further');
      },
    },
  } as unknown as SendPorts;
  const identity = { device: '66306', inode: '4711', size: 2_000_000, mtimeNs: '17' };
  const order = (size = 2_000_000): SendOrder =>
    ({
      clip: { path: '/a.mp4', name: 'a.mp4', identity: { ...identity, size } },
      ...{ fileName: 'a.mp4', authorization: 'Basic x', header: undefined, signal: new AbortController().signal },
      ...{ onTaken: () => {}, beforeLastBytes: async () => {} },
    }) as unknown as SendOrder;
  return {
    pieces,
    uploads,
    asked,
    answers,
    calls,
    learned,
    send: (size?: number) => pieces.send(ports, job, attempt, site, order(size)),
  };
}

const withHelper = aSite({ root, hasHelper: true });

describe('which clips go in pieces', () => {
  it('none to a site without our helper, and none that is small', async () => {
    const without = way(aSite({ root }));
    expect(await without.send()).toBeNull();
    const there = way(withHelper);
    expect(await there.send(1024 * 1024 - 1)).toBeNull();
    expect([...without.asked, ...there.asked]).toEqual([]);
  });

  it('a large one: it begins there', async () => {
    const { send, asked } = way(withHelper);
    expect(await send()).not.toBeNull();
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([`POST ${root}clipferry/v1/uploads`]);
  });

  it('at an address with a query, where the site has no other', async () => {
    const { send, asked } = way(aSite({ root: 'https://films.example/?rest_route=/', hasHelper: true }));
    await send();
    expect(asked[0]?.url).toBe('https://films.example/?rest_route=/clipferry/v1/uploads');
  });
});

describe('where a clip goes on', () => {
  it('is where it was, with the same bytes', async () => {
    const { send, uploads, asked } = way(withHelper);
    uploads.begun(job.id, content, `${root}clipferry/v1/uploads/${id}`);
    await send();
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([`HEAD ${root}clipferry/v1/uploads/${id}`]);
  });

  it('is where it was on a disk that was plugged in again, and has another number now (F-27)', async () => {
    const { send, uploads, asked } = way(withHelper);
    uploads.begun(job.id, '2000000 17 16777234 4711', `${root}clipferry/v1/uploads/${id}`);
    await send();
    expect(asked.map(({ method }) => method)).toEqual(['HEAD']);
  });

  it.each([
    ['other bytes', '1 2 3 4', `${root}clipferry/v1/uploads/${id}`],
    ['another site', content, `https://other.example/wp-json/clipferry/v1/uploads/${id}`],
    ['another form of the address', content, `http://films.example/wp-json/clipferry/v1/uploads/${id}`],
    ['no upload of ours', content, `${root}wp/v2/media/7`],
  ])('is nowhere for %s: no sign-in goes there', async (_, bytes, url) => {
    const { send, uploads, asked } = way(withHelper);
    uploads.begun(job.id, bytes, url);
    await send();
    expect(asked.map((request) => `${request.method} ${request.url}`)).toEqual([`POST ${root}clipferry/v1/uploads`]);
  });
});

describe('a clip that goes in one although a part of it is there', () => {
  const known = `${root}clipferry/v1/uploads/${id}`;
  const refuse = (status: number, code: string) => ({
    status,
    headers: {},
    body: Buffer.from(JSON.stringify({ code })),
    cut: null,
  });

  const page: HttpAnswer = {
    ...{ status: 403, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>No</html>'), cut: null },
  };
  const begun: HttpAnswer = {
    ...{ status: 201, headers: { location: known }, body: Buffer.from(''), cut: null },
  };

  it('is not answered for by that part', async () => {
    for (const { send, pieces, uploads, calls } of [
      way(aSite({ root }), { state: 'receiving' }),
      way(withHelper, { state: 'receiving' }, refuse(403, 'clipferry_may_not_upload')),
    ]) {
      uploads.begun(job.id, content, known);
      expect(await send()).toBeNull();
      expect(await pieces.look(job, attempt, { root, authorization: 'Basic x' })).toBeNull();
      expect(calls).toEqual([]);
    }
  });

  it('is none for a page in the site’s place, nor for the next; after the third it is, for a while', async () => {
    let monotonic = 0;
    const { send, asked } = way(withHelper, null, page, 200, () => monotonic);
    for (let times = 1; times <= 2; times++) {
      const cause = { kind: 'retry', why: 'web-page-answer', afterMs: null, bounded: false };
      expect(await send()).toMatchObject({ verdict: { kind: 'failed', cause } });
      monotonic += 1_000;
    }
    expect(await send()).toBeNull();
    expect(await send()).toBeNull();
    expect(asked).toHaveLength(3);
    monotonic += 600_000;
    expect(await send()).toBeNull();
    expect(asked).toHaveLength(4);
  });

  it('is none for pages between which one was begun', async () => {
    let monotonic = 0;
    const { send, answers } = way(withHelper, null, page, 200, () => monotonic);
    for (const answer of [page, page, begun, page, page]) {
      monotonic += 1_000;
      answers.next = answer;
      expect(await send()).not.toBeNull();
    }
  });

  it('is one for the time that the site takes none, and only what is large enough for pieces', () => {
    const { pieces } = way(withHelper, null, refuse(429, 'clipferry_too_many'));
    const clip = (size: number) => ({ identity: { size } }) as Job['clip'];
    expect(pieces.isForNow(withHelper, clip(1024 * 1024))).toBe(true);
    expect(pieces.isForNow(withHelper, clip(1024 * 1024 - 1))).toBe(false);
    expect(pieces.isForNow(aSite({ root }), clip(2_000_000))).toBe(false);
  });

  it('is told when the way in pieces may be open again', async () => {
    let monotonic = 0;
    const { send, pieces } = way(withHelper, null, refuse(429, 'clipferry_too_many'), 200, () => monotonic);
    expect(pieces.againInMs(job.accountId)).toBe(0);
    await send();
    monotonic += 60_000;
    expect(pieces.againInMs(job.accountId)).toBe(540_000);
  });

  it('is none where its last bytes have left: the helper may be back with it', async () => {
    const { send, uploads, asked } = way(aSite({ root }));
    uploads.begun(job.id, content, known);
    uploads.letGo(job.id);
    await send();
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([`HEAD ${known}`]);
  });

  it('is none where the site only takes no new one', async () => {
    const { send, uploads, asked } = way(withHelper, null, refuse(429, 'clipferry_too_many'));
    expect(await send()).toBeNull();
    uploads.begun(job.id, content, known);
    await send();
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'HEAD']);
  });
});

describe('what the site says of a clip whose end is not known', () => {
  const known = `${root}clipferry/v1/uploads/${id}`;
  it.each([
    ['it has a video', { state: 'answered', video: 9 }, { kind: 'found', videoId: 9 }],
    ['it has not got all of it', { state: 'receiving', video: null }, { kind: 'absent', isSure: true }],
    ['it got other bytes', { state: 'mixed', video: null }, { kind: 'absent', isSure: true }],
    ['it is at it', { state: 'handing', video: null }, { kind: 'absent', isComing: true }],
    ['it will be at it', { state: 'whole', video: null }, { kind: 'absent', isComing: true }],
    ['it made none', { state: 'answered', video: null }, null],
    ['it says something else', { success: true }, 'unsaid'],
    ['a page of the network’s comes in its place', undefined, 'unsaid'],
  ])('%s', async (_, state, found) => {
    const { pieces, uploads, calls } = way(withHelper, state);
    uploads.begun(job.id, content, known);
    uploads.letGo(job.id);
    expect(uploads.of(job.id, content)).toEqual({ url: known, hasLetGo: true });
    expect(await pieces.look(job, attempt, { root, authorization: 'Basic x' })).toEqual(found);
    expect(calls).toEqual([{ method: 'GET', route: `clipferry/v1/uploads/${id}/state` }]);
    // Where it has a video there is nothing left to go on with.
    expect(uploads.of(job.id, content) === null).toBe(typeof found === 'object' && found?.kind === 'found');
  });

  it.each([
    [404, 'clipferry_no_upload', true, null],
    [410, 'clipferry_gone', true, null],
    // Switched off in the middle of it: the request that makes the video goes on.
    [404, 'rest_no_route', true, 'unsaid'],
    // A server's own page, where its rules are changed at that moment.
    [404, null, true, 'unsaid'],
    [410, 'other_plugin', true, 'unsaid'],
    [500, 'an_error', true, 'unsaid'],
    [503, 'an_error', true, 'unsaid'],
    // It cannot have what never left.
    [503, 'an_error', false, null],
    [404, 'rest_no_route', false, null],
  ] as const)('a %i (%s), all of it having left (%s)', async (status, code, hasLetGo, found) => {
    const { pieces, uploads } = way(withHelper, { code }, null, status);
    uploads.begun(job.id, content, known);
    if (hasLetGo) uploads.letGo(job.id);
    expect(await pieces.look(job, attempt, { root, authorization: 'Basic x' })).toBe(found);
  });

  it.each([
    ['a helper that was removed', { code: 'rest_no_route' }, 404, 'unsaid'],
    ['a page of the network’s', undefined, 200, 'unsaid'],
    ['a helper that is at it', { state: 'handing' }, 200, { kind: 'absent', isComing: true }],
    ['a helper that has not got all of it', { state: 'receiving' }, 200, null],
    ['a helper that made a video of it', { state: 'answered', video: 9 }, 200, null],
    ['a helper that has forgotten it', { code: 'clipferry_gone' }, 410, null],
  ])('of what the clip was before: %s', async (_, state, status, found) => {
    const ended = { ...{ status: 204, headers: {}, cut: null }, body: Buffer.from('') };
    const { pieces, uploads, calls } = way(withHelper, state, ended, status);
    uploads.begun(job.id, '2000000 16 66306 4711', known);
    expect(await pieces.look(job, attempt, { root, authorization: 'Basic x' })).toBeNull();
    expect(calls).toEqual([]);
    uploads.letGo(job.id);
    expect(await pieces.look(job, attempt, { root, authorization: 'Basic x' })).toEqual(found);
    expect(uploads.letGoOfOthers(job.id, content)).toBe(known);
    expect(await pieces.giveUp(job, { root, authorization: 'Basic x' })).toBe(true);
    expect(await pieces.look(job, attempt, { root, authorization: 'Basic x' })).toBeNull();
    expect(calls).toHaveLength(1);
  });

  it('ends what still waits for an answer of it, once it has a video: no piece leaves any more', async () => {
    const { pieces, uploads, answers, asked, send } = way(withHelper, { state: 'answered', video: 9 });
    uploads.begun(job.id, content, known);
    uploads.letGo(job.id);
    answers.isSilent = true;
    const sent = send();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(await pieces.look(job, attempt, { root, authorization: 'Basic x' })).toMatchObject({ kind: 'found' });
    expect((await sent)?.verdict.kind).toBe('unclear');
    expect(asked.map(({ method }) => method)).toEqual(['HEAD']);
  });

  it.each([
    [204, null, true],
    [410, 'clipferry_gone', true],
    [404, 'rest_no_route', true],
    // It is at it at this very moment, or cannot be asked.
    [423, 'clipferry_locked', false],
    [500, 'clipferry_database', false],
  ] as const)('is waited for no longer where its end is answered with %i %s: %s', async (status, code, isGivenUp) => {
    const body = Buffer.from(code === null ? '' : JSON.stringify({ code }));
    const { pieces, uploads, asked } = way(withHelper, null, { status, headers: {}, body, cut: null });
    uploads.begun(job.id, content, known);
    expect(await pieces.giveUp(job, { root, authorization: 'Basic x' })).toBe(isGivenUp);
    expect(asked.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
      ['DELETE', known, 'Basic x'],
    ]);
    expect(uploads.anyOf(job.id) === null).toBe(isGivenUp);
  });

  it('is forgotten unasked where it lies on another site: no sign-in goes there', async () => {
    const { pieces, uploads, asked } = way(withHelper);
    uploads.begun(job.id, content, known.replace('films', 'other'));
    expect(await pieces.giveUp(job, { root, authorization: 'Basic x' })).toBe(true);
    expect([asked, uploads.anyOf(job.id)]).toEqual([[], null]);
  });

  it('nothing of what others may have sent', async () => {
    const { pieces, uploads, calls } = way(withHelper, { code: 'rest_no_route' }, null, 404);
    uploads.begun(job.id, content, known);
    uploads.letGo(job.id);
    const seen = elsewhereAttempt(job, { fileName: 'a.mp4', startedAt: 0, siteSkewMs: null });
    expect(await pieces.look(job, seen, { root, authorization: 'Basic x' })).toBeNull();
    expect(calls).toEqual([]);
  });

  it('nothing, where it never went there', async () => {
    const { pieces, calls } = way(withHelper, { state: 'answered', video: 9 });
    expect(await pieces.look(job, attempt, { root, authorization: 'Basic x' })).toBeNull();
    expect(calls).toEqual([]);
  });
});
