// What the clip was before, and may still become a video beside the clip as it is: it is ended first, and nothing is sent before that is sure.
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../../main/adapters/clock.ts';
import { openSqlite } from '../../../../../main/adapters/database/sqlite.ts';
import { createOtherBytes } from '../../../../../main/features/uploads/tasks/other-bytes.ts';
import type { Attempt, Job } from '../../../../../main/model.ts';
import { type HttpAnswer, HttpError, type HttpRequest } from '../../../../../main/ports.ts';
import { siteUploadStore } from '../../../../../main/queue/store/site-uploads.ts';
import { aSite } from '../../../a-site.ts';

const root = 'https://films.example/wp-json/';
const url = `${root}clipferry/v1/uploads/${'a5'.repeat(32)}`;
const site = aSite({ root, hasHelper: true });
const job = { id: 'job-1', clip: { name: 'Clip.mp4', identity: { size: 9_000_000 } } } as Job;

/** As jobs name their bytes. */
const [before, now] = ['9000000 17 66306 4711', '9000000 18 66306 4711'];

const answer = (status: number, json: unknown = null): HttpAnswer => ({
  ...{ status, headers: {}, cut: null },
  body: Buffer.from(json === null ? '' : JSON.stringify(json)),
});
const state = (name: string, video: number | null = null): HttpAnswer =>
  answer(200, { state: name, video, answer: null });
const page: HttpAnswer = {
  ...{ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>Hello</html>'), cut: null },
};
const noMethod: HttpAnswer = { ...page, status: 405 };
const cameBefore: HttpAnswer = { ...answer(204), headers: { 'clipferry-video': '9' } };
const lost = (problem: HttpError['problem'] = 'reset'): HttpError => new HttpError(problem, 'No answer');

interface Plan {
  /** Of the bytes that the site may still get, and of those that are sent now. */
  readonly was?: string;
  readonly is?: string | null;
  readonly url?: string;
  readonly hasLetGo?: boolean;
  /** What the site says to a question, and to the end of it. */
  readonly said?: HttpAnswer | Error;
  readonly toDelete?: HttpAnswer | Error;
  /** To its end by POST; left out = the same. */
  readonly byPost?: HttpAnswer;
  readonly signal?: AbortSignal;
}

async function ended(plan: Plan = {}) {
  const sql = openSqlite(':memory:');
  sql.exec('CREATE TABLE jobs (id TEXT PRIMARY KEY, kind TEXT, removed INTEGER, state TEXT)');
  sql.exec(
    'CREATE TABLE site_uploads (job_id TEXT PRIMARY KEY, content TEXT, url TEXT, let_go INTEGER NOT NULL DEFAULT 0)',
  );
  const uploads = siteUploadStore(sql);
  const was = plan.was ?? before;
  uploads.begun(job.id, was, plan.url ?? url);
  if (plan.hasLetGo ?? true) uploads.letGo(job.id);
  const asked: HttpRequest[] = [];
  const request = async (wanted: HttpRequest): Promise<HttpAnswer> => {
    asked.push(wanted);
    const { byPost = plan.toDelete } = plan;
    const ends: Readonly<Record<string, HttpAnswer | Error | undefined>> = { DELETE: plan.toDelete, POST: byPost };
    const said = wanted.method === 'GET' ? (plan.said ?? state('receiving')) : (ends[wanted.method] ?? answer(204));
    if (said instanceof Error) throw said;
    return said;
  };
  const end = createOtherBytes({
    ...{ logger: { info: () => {}, warn: () => {}, error: () => {} }, uploads },
    store: { write: async (work) => work() },
  });
  const { signal = new AbortController().signal } = plan;
  const line = { http: { request }, clock: systemClock, signal, signIn: { authorization: 'Basic x' } };
  const content = plan.is === undefined ? now : plan.is;
  const report = await end(job, { content } as Attempt, site, line);
  return {
    ...{ verdict: report?.verdict ?? null, methods: asked.map(({ method }) => method), asked },
    isKept: uploads.of(job.id, was) !== null,
  };
}

describe('the clip may go at once', () => {
  it.each<[string, Plan]>([
    ['nothing of what it was had left in full', { hasLetGo: false }],
    ['it is the same', { is: before }],
    ['it is the same on a disk that was plugged in again', { is: '9000000 17 1048577 4711' }],
    ['that lies on another site', { url: url.replace('films', 'other') }],
  ])('where %s: nobody is asked, and it goes on', async (_, plan) => {
    expect(await ended(plan)).toMatchObject({ verdict: null, methods: [], isKept: true });
  });

  it.each<[string, Plan, readonly string[]]>([
    ['bytes are missing there, and it is ended', {}, ['GET', 'DELETE']],
    ['it got other bytes, and it is ended', { said: state('mixed') }, ['GET', 'DELETE']],
    ['nobody knows the bytes of the clip now', { is: null }, ['GET', 'DELETE']],
    ['it is gone', { said: answer(404, { code: 'clipferry_no_upload' }) }, ['GET']],
    ['it was ended before', { said: answer(410, { code: 'clipferry_gone' }) }, ['GET']],
    [
      'it is gone by the time that it is ended',
      { toDelete: answer(410, { code: 'clipferry_gone' }) },
      ['GET', 'DELETE'],
    ],
  ])('once %s', async (_, plan, methods) => {
    expect(await ended(plan)).toMatchObject({ verdict: null, methods, isKept: false });
  });

  it('once it is ended by POST where a firewall lets no DELETE through', async () => {
    const { verdict, asked, isKept } = await ended({ toDelete: noMethod, byPost: answer(204) });
    expect([verdict, isKept]).toEqual([null, false]);
    expect(asked.map(({ method, headers }) => [method, headers['x-http-method-override']])).toEqual([
      ['GET', undefined],
      ['DELETE', undefined],
      ['POST', 'DELETE'],
    ]);
  });

  it('at its own address, signed in', async () => {
    const { asked } = await ended();
    expect(asked.map((one) => [one.url, one.headers.authorization])).toEqual([
      [`${url}/state`, 'Basic x'],
      [url, 'Basic x'],
    ]);
  });
});

describe('the clip is looked for on the site, and not sent beside it,', () => {
  const lookedFor = { kind: 'unclear', otherwise: null };

  it.each(['whole', 'handing'])(
    'where all of it came after all and is %s: it is asked again after that',
    async (name) => {
      const { verdict, methods, isKept } = await ended({ said: state(name) });
      expect([verdict, methods, isKept]).toEqual([lookedFor, ['GET'], true]);
    },
  );

  it.each<[string, Plan, readonly string[]]>([
    ['all of it came after all and it was answered', { said: state('answered', 9) }, ['GET']],
    ['a server’s own page comes in answer to its end, both ways', { toDelete: answer(404) }, ['GET', 'DELETE', 'POST']],
    ['it became a video before it was ended', { toDelete: cameBefore }, ['GET', 'DELETE']],
    ['a firewall lets no end through', { toDelete: noMethod }, ['GET', 'DELETE', 'POST']],
    [
      'another plugin lets no end through',
      { toDelete: answer(403, { code: 'rest_guarded' }) },
      ['GET', 'DELETE', 'POST'],
    ],
  ])('where %s', async (_, plan, methods) => {
    expect(await ended(plan)).toMatchObject({ verdict: lookedFor, methods, isKept: false });
  });
});

describe('the clip is looked for, and the helper asked about further,', () => {
  const gone = answer(404, { code: 'rest_no_route' });
  it.each<[string, Plan, readonly string[]]>([
    ['where it was removed: it may be back with it', { said: gone }, ['GET']],
    ['where it was removed before that was ended', { toDelete: gone }, ['GET', 'DELETE']],
    ['where another plugin lets nobody near it', { said: answer(403, { code: 'rest_guarded' }) }, ['GET']],
    ['where its user may ask no more', { said: answer(403, { code: 'clipferry_may_not_upload' }) }, ['GET']],
  ])('%s', async (_, plan, methods) => {
    const verdict = { kind: 'unclear', otherwise: null };
    expect(await ended(plan)).toMatchObject({ verdict, methods, isKept: true });
  });
});

describe('nobody knows', () => {
  const later = { kind: 'failed', cause: { kind: 'retry', why: 'server-error', afterMs: null, bounded: true } };
  it.each<[string, Plan]>([
    ['a page in the site’s place', { said: page }],
    ['an error', { said: answer(500, { code: 'internal_server_error' }) }],
    ['a server’s own page instead of an upload', { said: answer(404) }],
    ['an end that the site has no time for', { toDelete: answer(423, { code: 'clipferry_locked' }) }],
    ['somebody’s yes to the end', { toDelete: page }],
  ])('for %s: it is asked again before anything is sent', async (_, plan) => {
    expect(await ended(plan)).toMatchObject({ verdict: later, isKept: true });
  });

  it.each<[string, Plan]>([
    ['at the question', { said: lost() }],
    ['at the end', { toDelete: lost() }],
  ])('where the line breaks %s', async (_, plan) => {
    const cause = { kind: 'retry', why: 'connection-lost' };
    expect(await ended(plan)).toMatchObject({ verdict: { kind: 'failed', cause }, isKept: true });
  });

  it('where its user has to sign in', async () => {
    const verdict = { kind: 'failed', cause: { kind: 'sign-in' } };
    for (const said of [answer(401, { code: 'rest_forbidden' }), answer(403, { code: 'jwt_auth_invalid_token' })])
      expect(await ended({ said })).toMatchObject({ verdict, isKept: true });
  });

  it('where its user stops it: nothing of it has left', async () => {
    const signal = AbortSignal.abort(new Error('Its user stopped it'));
    expect(await ended({ said: lost('aborted'), signal })).toMatchObject({
      verdict: { kind: 'stopped' },
      isKept: true,
    });
  });

  it('where something of ours fails it is thrown on', async () => {
    await expect(ended({ said: new TypeError('a fault of ours') })).rejects.toThrow('a fault of ours');
  });
});
