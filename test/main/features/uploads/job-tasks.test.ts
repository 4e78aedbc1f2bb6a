// What the queue has done for it, bound to a job's own account: who may send, what is proved before, and by which name a clip goes.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedBuffers, workerHasher } from '../../../../main/adapters/hasher.ts';
import { readAnswer, type SiteAnswer, SiteRefusal } from '../../../../main/answers.ts';
import { createJobTasks } from '../../../../main/features/uploads/job-tasks.ts';
import type { JobTasksOptions } from '../../../../main/features/uploads/tasks/task-options.ts';
import { type Account, emptyDraft, type FailureCause, type Job, type Site } from '../../../../main/model.ts';
import { FileError, HttpError } from '../../../../main/ports.ts';
import type { JobTasks } from '../../../../main/queue/runner/job-tasks.ts';
import { aSite } from '../../a-site.ts';
import { aJob, later, signIn } from '../../queue/jobs.ts';
import { sha256 } from '../../transfer/clips.ts';
import { createDesk, createShelf, type Desk, film } from '../proof/shelf.ts';
import { account } from './tasks/parts.ts';

const MiB = 1024 * 1024;
const hasher = workerHasher();
afterAll(() => hasher.close());

let desk: Desk;
let tasks: JobTasks;
let calls: unknown[];
let account1: Account | null;
let site: Site | null;
let mayBegin: boolean;
let open: readonly string[];
let skewMs: number | null;
/** What the proof of a sign-in, and the look at its token, come to. */
let proof: FailureCause | null;
let life: FailureCause | null;
let problem: Error | null;
let answer: () => Promise<SiteAnswer>;
let hasClient: boolean;

beforeEach(() => {
  desk = createDesk();
  [calls, account1, site, mayBegin, open] = [
    [],
    account,
    aSite({ root: 'http://a.example:81/wp-json/' }),
    true,
    ['site-1'],
  ];
  [skewMs, proof, life, problem] = [250, null, null, null];
  hasClient = true;
  const options = {
    ...{ clock: desk.clock, store: desk.store, buffers: sharedBuffers() },
    calls: { ...createShelf().calls, json: () => answer() },
    files: {
      ...desk.files,
      readWhole: (...what: Parameters<NonNullable<Desk['files']['readWhole']>>) =>
        problem ? Promise.reject(problem) : desk.files.readWhole?.(...what),
    },
    hasher,
    mayBegin: () => mayBegin,
    lines: {
      isOpen: (id: string) => open.includes(id),
      sort: async (id: string, cause: FailureCause) => {
        calls.push(['sort', id, cause]);
        return later;
      },
    },
    accounts: {
      ready: () => [account, { ...account, id: 'account-2', siteId: 'site-2' }],
      account: () => account1,
      siteOf: () => site,
      client: () => (hasClient ? { root: 'http://a.example:81/wp-json/' } : null),
      skewMs: () => skewMs,
      signedOut: (id: string) => void calls.push(['signed out', id]),
      prove: async (...what: unknown[]) => {
        calls.push(['prove', ...what]);
        return proof;
      },
      lasting: async (...what: unknown[]) => {
        calls.push(['lasting', ...what]);
        return life;
      },
    },
    pace: { took: () => {}, expected: (id: string, bytes: number) => ({ ms: bytes, measured: id === account.id }) },
    siteFiles: { newest: () => 90 },
  } as unknown as JobTasksOptions;
  tasks = createJobTasks(options);
});
const sized = (size: number): Job => {
  const { clip } = aJob();
  return aJob({ clip: { ...clip, identity: { ...clip.identity, size } } });
};
const lasting = (size: number) => ['lasting', account.id, { ms: size, measured: true }];

describe('an account', () => {
  it('may send while its line is open and anything may begin', () => {
    const ids = () => tasks.readyAccounts().map(({ id }) => id);
    expect(ids()).toEqual(['account-1']);
    open = ['site-1', 'site-2'];
    expect(ids()).toEqual(['account-1', 'account-2']);
    mayBegin = false;
    expect(ids()).toEqual([]);
  });

  it('has a host and a settle time while its site is known', () => {
    expect([tasks.hostOf(account.id), tasks.settleMs(account.id)]).toEqual(['http://a.example:81', 130_000]);
    site = null;
    expect([tasks.hostOf(account.id), tasks.settleMs(account.id)]).toEqual(['', 0]);
  });

  const said = (status: number, body: string): SiteAnswer =>
    readAnswer({ status, headers: {}, body: new TextEncoder().encode(body), cut: null }, 0);
  const refused = (status: number, body: string) => async () => {
    throw new SiteRefusal(said(status, body));
  };
  it.each<[string, () => Promise<SiteAnswer>, boolean | null]>([
    ['says who we are', async () => said(200, '{"id":5,"name":"Ava","slug":"ava"}'), false],
    ['says no as data', refused(403, '{"code":"rest_forbidden"}'), false],
    ['answers with a page', refused(403, '<html><title>Blocked</title>'), true],
    ['answers well, with a page', refused(200, '<html>One moment, please'), true],
    ['says nothing', refused(200, ''), null],
    ['fails with data', refused(500, '{"code":"internal_server_error"}'), null],
    ['asks for time', refused(429, '{"code":"too_many"}'), null],
    ['does not answer', async () => Promise.reject(new HttpError('reset', 'x')), null],
  ])(
    'is blocked by a site that, asked for something else than a clip, %s: or not, or nobody knows',
    async (_, answered, isBlocked) => {
      answer = answered;
      expect(await tasks.isBlocked(account.id)).toBe(isBlocked);
      hasClient = false;
      expect(await tasks.isBlocked(account.id)).toBeNull();
    },
  );

  it('whose asking fails for no reason of a site or line is no blocked one', async () => {
    answer = () => Promise.reject(new TypeError('a mistake of ours'));
    await expect(tasks.isBlocked(account.id)).rejects.toThrow('a mistake of ours');
  });

  it('whose secret is dead is signed out', () => {
    tasks.signedOut(account.id);
    expect(calls).toEqual([['signed out', account.id]]);
  });
});

describe('before a clip is sent', () => {
  it('its sign-in is proved where a refusal would cost much, or where it is not known yet', async () => {
    expect(await tasks.enter(sized(8 * MiB - 1))).toBeNull();
    expect(calls).toEqual([lasting(8 * MiB - 1)]);
    calls.length = 0;
    expect(await tasks.enter(sized(8 * MiB))).toBeNull();
    expect(calls).toEqual([['prove', account.id, false], lasting(8 * MiB)]);
    calls.length = 0;
    skewMs = null;
    expect(await tasks.enter(sized(1))).toBeNull();
    expect(calls[0]).toEqual(['prove', account.id, false]);
  });

  it.each([
    ['may not upload', { ...account, canUpload: false }],
    ['is not known', null],
  ])('it is asked what the account may do where it %s', async (_, known) => {
    account1 = known;
    expect(await tasks.enter(sized(1))).toBeNull();
    expect(calls).toEqual([['prove', account.id, true], lasting(1)]);
  });

  it('what the proof or the token comes to is told once it is known who answers', async () => {
    proof = signIn;
    expect(await tasks.enter(sized(8 * MiB))).toBe(later);
    expect(calls.slice(1)).toEqual([['sort', 'site-1', signIn]]);
    [proof, life] = [null, signIn];
    expect(await tasks.enter(sized(1))).toBe(later);
    expect(calls.at(-1)).toEqual(['sort', 'site-1', signIn]);
  });

  it('its name and the site’s clock are noted', () => {
    const job = aJob({ draft: { ...emptyDraft, title: 'Harbour' } });
    expect(tasks.prepare(job)).toEqual({ fileName: 'Harbour.mp4', siteSkewMs: 250, afterMediaId: 90 });
    expect(tasks.elsewhereAttempt(job)).toMatchObject({ id: 'elsewhere-job-1', fileName: 'Harbour.mp4' });
  });

  it('it is known by its bytes, as far as its disk answers', async () => {
    const { clip } = await desk.add(film('a', 1_000));
    expect(await tasks.hashed(clip)).toBe(sha256(film('a', 1_000)));
    problem = new FileError('no-answer', 'nothing');
    expect(await tasks.hashed(clip)).toBeNull();
    problem = new TypeError('a bug');
    await expect(tasks.hashed(clip)).rejects.toThrow('a bug');
  });
});

it('nobody is asked for a clip whose account is signed out', async () => {
  const all = createJobTasks({
    ...{ clock: desk.clock, store: desk.store, calls: createShelf().calls, files: desk.files },
    accounts: { siteOf: () => site, client: () => null, account: () => null },
  } as unknown as JobTasksOptions);
  const job = await desk.add(film('a', 1_000));
  const attempt = { id: 'a', looks: [] } as never;
  const none = { kind: 'failed', cause: { kind: 'sign-in' } };
  const { signal } = new AbortController();
  expect(
    (
      await all.send(
        job,
        attempt,
        signal,
        () => {},
        async () => {},
      )
    ).verdict,
  ).toEqual(none);
  expect(await all.look(job, attempt, 5)).toMatchObject(none);
});
