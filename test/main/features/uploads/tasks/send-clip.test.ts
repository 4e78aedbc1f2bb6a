// One clip is sent by its own account, and what came of it is told only once its answer was looked into.
import { describe, expect, it } from 'vitest';
import { sharedBuffers, workerHasher } from '../../../../../main/adapters/hasher.ts';
import { createSendClip } from '../../../../../main/features/uploads/tasks/send-clip.ts';
import type { JobTasksOptions } from '../../../../../main/features/uploads/tasks/task-options.ts';
import type { Attempt, FailureCause, Job, Site, Verdict } from '../../../../../main/model.ts';
import { type HttpAnswer, HttpError, type HttpRequest } from '../../../../../main/ports.ts';
import { bigBytes } from '../../../../../main/queue/job/schedule.ts';
import { aJob, anAttempt, bounded, later, states } from '../../../queue/jobs.ts';
import { sha256 } from '../../../transfer/clips.ts';
import { begun, client, createDesk, createShelf, film, type OnSite } from '../../proof/shelf.ts';
import { account, oneAccount } from './parts.ts';

interface Given {
  readonly status?: number;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Plan {
  /** What the site says; an error = nothing. */
  readonly answer?: Given | Error;
  readonly onSite?: readonly OnSite[];
  readonly attempt?: Partial<Attempt>;
  /** Attempts before this one. */
  readonly before?: readonly Attempt[];
  readonly job?: Partial<Job>;
  readonly bytes?: Buffer;
  readonly client?: Partial<typeof client> | null;
  readonly site?: Partial<Site> | null;
  /** When clips may go in pieces again. */
  readonly piecesInMs?: number | null;
  /** Whether a refused sign-in was replaced meanwhile. */
  readonly renewed?: boolean | Error;
  /** What a refusal is for all that is known of the site. */
  readonly taught?: FailureCause;
  /** Bytes of the largest clip that arrived. */
  readonly largestArrived?: number;
  /** The video of the file that the answer names. */
  readonly byFile?: number | null;
}

/** How long the body takes to leave, and the site to answer, in ms. */
const [sendingMs, answeringMs] = [300, 700];

async function stage(plan: Plan) {
  const desk = createDesk();
  const bytes = plan.bytes ?? film('a', 1_000);
  const attempt = anAttempt({ startedAt: begun, content: 'the bytes', key: 'k1', ...plan.attempt });
  const job = await desk.add(bytes, { state: states.sending, ...plan.job }, ...(plan.before ?? []), attempt);
  const one = oneAccount(plan.site ?? {});
  const shelf = createShelf(...(plan.onSite ?? []));
  const requests: HttpRequest[] = [];
  const bodies: Buffer[] = [];
  const calls: unknown[] = [];
  const request = async (wanted: HttpRequest): Promise<HttpAnswer> => {
    requests.push(wanted);
    const chunks: Buffer[] = [];
    if (wanted.body === null || typeof wanted.body === 'string') throw new Error('no clip was sent');
    await desk.clock.pass(sendingMs);
    for await (const chunk of wanted.body.bytes(0)) chunks.push(Buffer.from(chunk));
    bodies.push(Buffer.concat(chunks));
    await desk.clock.pass(answeringMs);
    const answer = plan.answer ?? { json: { id: 14, type: 'video' } };
    if (answer instanceof Error) throw answer;
    const { status = 201, json = {}, headers = {} } = answer;
    return { status, headers, body: Buffer.from(JSON.stringify(json)), cut: null };
  };
  const hasher = workerHasher();
  const options = {
    ...{ clock: desk.clock, files: desk.files, http: { request }, hasher, buffers: sharedBuffers() },
    ...{ store: desk.store, calls: shelf.calls },
    refusals: {
      largestArrived: () => plan.largestArrived ?? null,
      wasAnswered: (_: string, status: number) => plan.before?.some((one) => one.status === status) === true,
    },
    accounts: {
      siteOf: (id: string) => (plan.site === null ? null : one.accounts.siteOf(id)),
      client: () => (plan.client === null ? null : { ...client, ...plan.client }),
      prove: async (...what: unknown[]) => void calls.push(['prove', ...what]),
      renewed: async (...what: unknown[]) => {
        calls.push(['renewed', ...what]);
        if (plan.renewed instanceof Error) throw plan.renewed;
        return plan.renewed ?? false;
      },
    },
    claims: {
      sending: (...what: unknown[]) => {
        calls.push(['sending', ...what]);
        return () => void calls.push(['sent', ...what]);
      },
    },
    others: { ended: (...what: unknown[]) => void calls.push(['ended', ...what]) },
    pace: { took: (...what: unknown[]) => void calls.push(['took', ...what]) },
  } as unknown as JobTasksOptions;
  const note =
    (name: string) =>
    (_: Job, ...more: unknown[]) =>
      void calls.push([name, ...more]);
  const send = createSendClip(options, {
    causes: {
      orLine: async (_, cause) => cause,
      withLine: async (verdict, _, said) => {
        calls.push(['line', verdict.kind, said?.status ?? null]);
        return verdict;
      },
      orAway: async (_, cause) => {
        calls.push(['away', cause]);
        return cause;
      },
      ofCall: async (_, error) => {
        calls.push(['call', error]);
        return later;
      },
    },
    learning: {
      fromCause: (_, cause, told) => {
        calls.push(['cause', cause, told]);
        return plan.taught ?? cause;
      },
      settleTime: note('settle'),
      keys: note('keys'),
    },
    pieces: {
      send: async () => null,
      isForNow: ({ hasHelper }) => hasHelper,
      againInMs: () => plan.piecesInMs ?? null,
    },
    looks: {
      look: () => Promise.reject(new Error('nobody looks')),
      videoOfFile: async () => plan.byFile ?? null,
    },
  });
  const taken: number[] = [];
  const written: (string | null)[] = [];
  const outcome = (signal = new AbortController().signal) =>
    send(
      job,
      attempt,
      signal,
      (count) => void taken.push(count),
      async (hash) => void written.push(hash),
    ).finally(() => hasher.close());
  return { desk, job, bytes, attempt, requests, bodies, calls, taken, written, outcome };
}

async function sent(plan: Plan = {}) {
  const all = await stage(plan);
  return { ...all, outcome: await all.outcome() };
}
const verdictOf = async (plan: Plan): Promise<Verdict> => (await sent(plan)).outcome.verdict;
const callsOf = (calls: readonly unknown[], name: string): readonly unknown[] =>
  calls.filter((call) => Array.isArray(call) && call[0] === name);

describe('a clip', () => {
  it('goes whole to its site’s own route, by its account’s secret and under its attempt’s name', async () => {
    const { requests, bodies, bytes, written, outcome } = await sent({ client: { header: 'x-token' } });
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: 'http://127.0.0.1/wp-json/streamtube/v1/upload',
        headers: { 'x-token': client.authorization, 'idempotency-key': '"k1"' },
      },
    ]);
    const [body = Buffer.alloc(0)] = bodies;
    expect([body.includes(bytes), body.includes('----clipferry00'), body.includes('C0001.mp4')]).toEqual([
      ...[true, true, true],
    ]);
    expect(written).toEqual([sha256(bytes)]);
    expect(outcome).toEqual({
      ...{ verdict: { kind: 'arrived', videoId: 14 }, clipChanged: false, sha256: sha256(bytes) },
      ...{ status: 201, said: null, mediaId: null },
    });
  });

  it.each<[string, Plan['answer']]>([
    ['it arrives', {}],
    ['it is refused', { status: 403, json: { code: 'rest_forbidden' } }],
    ['its connection breaks', new HttpError('reset', 'gone')],
  ])('of a watched folder keeps the folder for this computer until its request is over: %s', async (_, answer) => {
    const { calls, job } = await sent({ job: { folderId: 'folder-1' }, ...(answer ? { answer } : {}) });
    expect(callsOf(calls, 'sending')).toEqual([['sending', 'folder-1', job.accountId]]);
    const [begin, end] = ['sending', 'sent'].map((name) => calls.findIndex((call) => callsOf([call], name).length > 0));
    expect(begin).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThan(begin ?? 0);
    expect(callsOf((await sent()).calls, 'sending')).toEqual([]);
  });

  it.each<[string, Plan]>([
    ['nobody is signed in', { client: null }],
    ['its secret is gone', { client: { authorization: null } }],
    ['its site is gone', { site: null }],
  ])('asks nobody where %s', async (_, plan) => {
    const { outcome, requests, calls } = await sent(plan);
    expect(outcome).toEqual({
      ...{ verdict: { kind: 'failed', cause: { kind: 'sign-in' } }, clipChanged: false, sha256: null },
      ...{ status: null, said: null, mediaId: null },
    });
    expect([requests, calls]).toEqual([[], []]);
  });

  it('that changed meanwhile is told as that, and nothing is learned of its site', async () => {
    const on = await stage({});
    const changed = { ...on.job.clip, identity: { ...on.job.clip.identity, mtimeNs: '1' } };
    Object.assign(on.job, { clip: changed });
    expect(await on.outcome()).toMatchObject({ verdict: { kind: 'failed' }, clipChanged: true, status: null });
    expect(callsOf(on.calls, 'settle')).toEqual([]);
  });
});

describe('a server that dies of the body', () => {
  const dies: Plan = {
    bytes: Buffer.concat([film('a', 1_000), Buffer.alloc(bigBytes)]),
    answer: { status: 500, json: { code: 'internal_server_error', message: 'Critical error.' } },
  };
  const answered500 = anAttempt({ id: 'before', status: 500, ended: 'absent' });
  const gaveUp = { kind: 'needs-you', reason: 'server-error', action: 'retry', detail: 'Critical error.' };
  const mayPass = { kind: 'retry', why: 'server-error', bounded: true };

  it.each<[string, Plan, object]>([
    ['is asked once more', {}, mayPass],
    ['is asked once more where only the line was lost before', { job: { failures: 1 } }, mayPass],
    ['is not sent the whole of it a third time', { before: [answered500] }, gaveUp],
    ['as it took one that large before', { before: [answered500], largestArrived: 2 * bigBytes }, mayPass],
    ['as it is small', { before: [answered500], bytes: film('a', 1_000) }, mayPass],
    ['as it is told to come again', { before: [answered500], answer: { status: 502 } }, mayPass],
  ])('%s', async (_, plan, otherwise) => {
    const on = await stage({ ...dies, ...plan });
    const sending = on.outcome();
    let isOver = false;
    void sending.then(() => {
      isOver = true;
    });
    // A second try of a large clip listens before it goes on.
    while (!isOver) await on.desk.clock.pass(500);
    expect((await sending).verdict).toMatchObject({ kind: 'unclear', otherwise });
  });
});

describe('what is learned', () => {
  it('is how long sending and answering took, and whether the site keeps keys', async () => {
    const { calls, attempt, taken } = await sent();
    expect(taken.at(-1)).toBeGreaterThanOrEqual(1_000);
    expect(callsOf(calls, 'took')).toEqual([['took', account.id, taken.at(-1), sendingMs]]);
    expect(callsOf(calls, 'settle')).toEqual([['settle', answeringMs]]);
    expect(callsOf(calls, 'keys')).toMatchObject([['keys', attempt, { status: 201 }]]);
    expect(callsOf(calls, 'cause')).toEqual([]);
  });

  it('is what the site refuses, and its limit where it names one', async () => {
    const json = { code: 'rest_upload_file_too_big', message: 'The upload exceeds the limit of 512000 bytes.' };
    const { calls, outcome } = await sent({ answer: { status: 413, json } });
    expect(outcome).toMatchObject({
      ...{ verdict: { kind: 'failed', cause: { reason: 'too-large' } }, status: 413, said: json.message },
    });
    expect(callsOf(calls, 'cause')).toMatchObject([
      ['cause', { reason: 'too-large' }, { limit: 512_000, isSaid: true }],
    ]);
    expect([callsOf(calls, 'settle'), callsOf(calls, 'keys'), callsOf(calls, 'prove')]).toEqual([[], [], []]);
  });

  it('is nothing where the clip went in one only because the site takes none in pieces for a while: it waits for that', async () => {
    const json = { code: 'rest_upload_file_too_big', message: 'The upload exceeds the limit of 512000 bytes.' };
    const tooLarge = { answer: { status: 413, json }, site: { hasHelper: true } };
    const { calls, outcome } = await sent({ ...tooLarge, piecesInMs: 600_000 });
    const cause = { kind: 'retry', why: 'pieces-away', afterMs: 600_000, bounded: false };
    expect(outcome.verdict).toEqual({ kind: 'failed', cause });
    // Nobody is to wait for ever: then its user is asked, and still the others are not held back.
    const asked = await sent({ ...tooLarge, piecesInMs: null });
    expect(asked.outcome.verdict).toMatchObject({ kind: 'failed', cause: { kind: 'needs-you', reason: 'too-large' } });
    expect([...callsOf(calls, 'cause'), ...callsOf(asked.calls, 'cause')]).toEqual([]);
    // Anything else that the site says is said of the clip.
    const refused = await sent({ ...tooLarge, answer: { status: 422, json: {} }, piecesInMs: 600_000 });
    expect(callsOf(refused.calls, 'cause')).toHaveLength(1);
  });

  it('is that a bare refusal may be a mistake: the clip is told so', async () => {
    const { calls, outcome } = await sent({ answer: { status: 413 }, taught: later });
    expect(callsOf(calls, 'cause')).toMatchObject([['cause', { reason: 'too-large' }, { limit: null, isSaid: false }]]);
    expect(outcome.verdict).toEqual({ kind: 'failed', cause: later });
  });

  it('is once what the account may do, where the site says that it may not', async () => {
    const { calls, outcome } = await sent({ answer: { status: 403, json: { code: 'rest_cannot_create' } } });
    expect(outcome).toMatchObject({ verdict: { cause: { reason: 'no-upload-right' } }, said: 'rest_cannot_create' });
    expect(callsOf(calls, 'prove')).toEqual([['prove', account.id, true]]);
  });

  it('is nothing where no answer came', async () => {
    const { calls, outcome, bytes } = await sent({ answer: new HttpError('reset', 'gone') });
    expect(outcome).toMatchObject({
      ...{ verdict: { kind: 'unclear' }, sha256: sha256(bytes), status: null, said: null, mediaId: null },
    });
    expect([callsOf(calls, 'settle'), callsOf(calls, 'keys')]).toEqual([[], []]);
    expect(callsOf(calls, 'line')).toEqual([['line', 'unclear', null]]);
  });
});

describe('a clip that others wait for', () => {
  it.each<[string, Given | Error, boolean]>([
    ['arrived', {}, true],
    ['was refused', { status: 413 }, false],
    ['was not answered', new HttpError('reset', 'x'), false],
  ])('is told of once its request is over: one that %s', async (_, answer, arrived) => {
    const { calls, job } = await sent(arrived ? {} : { answer });
    expect(callsOf(calls, 'ended')).toEqual([['ended', job, arrived]]);
  });
});

describe('a number in the answer', () => {
  const bare = { json: { id: 14 } };
  const made = (changes: Partial<OnSite> = {}): readonly OnSite[] => [{ videoId: 14, at: begun, ...changes }];
  const arrived = (videoId: number | null): Verdict => ({ kind: 'arrived', videoId });

  it('is the clip’s where the site shows a new video under it', async () => {
    expect(await verdictOf({ answer: bare, onSite: made() })).toEqual(arrived(14));
  });

  it.each<[string, Plan]>([
    ['no video', { onSite: [] }],
    ['an old video', { onSite: made({ at: begun - 86_400_000 }) }],
    ['a video of an unknown moment', { onSite: made({ at: null }) }],
  ])('is not believed where the site shows %s under it: the clip is looked for', async (_, plan) => {
    expect(await verdictOf({ answer: bare, ...plan })).toEqual(arrived(null));
  });

  it('is not believed where another clip stands for that video', async () => {
    const on = await stage({ answer: bare, onSite: made() });
    const other = aJob({ id: 'other', position: 2, state: states.done });
    await on.desk.store.write(() => on.desk.store.insertJob(other));
    expect((await on.outcome()).verdict).toEqual(arrived(null));
  });

  it('is believed of a video that an attempt before made, under the same key', async () => {
    const hour = 3_600_000;
    const first = anAttempt({ id: 'attempt-0', startedAt: begun - hour, content: 'the bytes', ended: 'unclear' });
    const onSite = made({ at: begun - hour });
    expect(await verdictOf({ answer: bare, onSite, before: [first] })).toEqual(arrived(14));
    const another = { ...first, content: 'other bytes' };
    expect(await verdictOf({ answer: bare, onSite, before: [another] })).toEqual(arrived(null));
  });

  it('needs no look where the answer itself says that it is a video’s', async () => {
    expect(await verdictOf({ answer: { json: { id: 14, type: 'video' } }, onSite: [] })).toEqual(arrived(14));
  });

  it('is not needed where the answer names the file', async () => {
    const answer = { json: {}, headers: { 'x-wp-upload-attachment-id': '1014' } };
    const { outcome } = await sent({ answer, byFile: 14 });
    expect(outcome).toMatchObject({ verdict: arrived(14), mediaId: 1_014 });
    expect(await verdictOf({ answer, byFile: null })).toEqual(arrived(null));
  });
});

describe('a failure', () => {
  const refused = { status: 401, json: { code: 'rest_not_logged_in' } };
  const failed = (cause: FailureCause): Verdict => ({ kind: 'failed', cause });

  it('is told once it is known who answers, and whether the clip’s disk is there', async () => {
    const { calls } = await sent({ answer: { status: 500 } });
    expect(callsOf(calls, 'line')).toEqual([['line', expect.any(String), 500]]);
    const gone = await stage({});
    Object.assign(gone.job, { clip: { ...gone.job.clip, path: '/nowhere/C0001.mp4' } });
    expect((await gone.outcome()).verdict).toMatchObject({ cause: { reason: 'clip-missing' } });
    expect(callsOf(gone.calls, 'away')).toMatchObject([['away', { reason: 'clip-missing' }]]);
  });

  it('of a sign-in that was replaced meanwhile has the clip go again', async () => {
    const { calls, outcome } = await sent({ answer: refused, renewed: true });
    expect(outcome.verdict).toEqual(failed(bounded));
    expect(callsOf(calls, 'renewed')).toEqual([['renewed', account.id, client.authorization]]);
  });

  it('of a sign-in that is the same still is for the user', async () => {
    expect(await verdictOf({ answer: refused, renewed: false })).toEqual(failed({ kind: 'sign-in' }));
  });

  it('to find out about its sign-in is that of a call', async () => {
    const { calls, outcome } = await sent({ answer: refused, renewed: new Error('no line') });
    expect(outcome.verdict).toEqual(failed(later));
    expect(callsOf(calls, 'call')).toEqual([['call', new Error('no line')]]);
  });

  it('of another kind asks nothing about its sign-in', async () => {
    const { calls } = await sent({ answer: { status: 403, json: { code: 'rest_cannot_create' } }, renewed: true });
    expect(callsOf(calls, 'renewed')).toEqual([]);
  });
});

describe('a large clip', () => {
  const large = film('a', 1024 * 1024);

  it('that was cut off before lets its head be answered first', async () => {
    const on = await stage({ bytes: large, job: { failures: 1 } });
    const from = on.desk.clock.monotonic();
    const outcome = on.outcome();
    while (on.desk.clock.timers() === 0) await on.desk.clock.settle();
    expect(on.bodies).toEqual([]);
    await on.desk.clock.pass(1_499);
    expect(on.bodies).toEqual([]);
    await on.desk.clock.pass(1);
    expect((await outcome).verdict).toEqual({ kind: 'arrived', videoId: 14 });
    expect(on.desk.clock.monotonic() - from).toBe(sendingMs + 1_500 + answeringMs);
  });

  it.each<[string, Plan]>([
    ['goes at once at first', { bytes: large }],
    ['goes at once when it is small', { bytes: film('a', 1024 * 1024 - 1), job: { failures: 1 } }],
  ])('%s', async (_, plan) => {
    const { outcome, desk } = await sent(plan);
    expect(outcome.verdict).toEqual({ kind: 'arrived', videoId: 14 });
    expect(desk.clock.monotonic()).toBe(sendingMs + answeringMs);
  });
});
