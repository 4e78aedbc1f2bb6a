// The queue joined from its parts: a clip goes from the list to its site and is described there, and others are told of each step.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sharedBuffers, workerHasher } from '../../../../main/adapters/hasher.ts';
import { type Changes, createSignals } from '../../../../main/features/changes.ts';
import { joinQueue, type UploadQueueOptions } from '../../../../main/features/uploads/queue.ts';
import { createCircuits } from '../../../../main/hosts/circuit.ts';
import { circuitStore } from '../../../../main/hosts/circuit-store.ts';
import type { Job } from '../../../../main/model.ts';
import { type HttpAnswer, HttpError, type HttpRequest, type Settings } from '../../../../main/ports.ts';
import { bigBytes } from '../../../../main/queue/job/schedule.ts';
import { blockedClipsStore } from '../../../../main/queue/store/blocked-clips-store.ts';
import { createLedger } from '../../../../main/queue/store/ledger.ts';
import type { JobRow } from '../../../../preload/contract.ts';
import { uniqueBytes } from '../../../engine/folder-writers.ts';
import { memorySettings } from '../../../engine/settings.ts';
import { aSite } from '../../a-site.ts';
import { aJob, states, tooLarge } from '../../queue/jobs.ts';
import { accounts, sized } from '../../queue/runner/stage.ts';
import { client, createDesk, createShelf, type Desk } from '../proof/shelf.ts';

const [one, other] = ['account-1', 'account-2'] as const;

let desk: Desk;
let queue: ReturnType<typeof joinQueue>;
let settings: Settings;
let told: unknown[];
let sent: HttpRequest[];
/** Requests to the site that are under way beside the queue. */
let inFlight: number;
let demands: ((accountId: string) => boolean)[];
/** The site takes nothing until whoever sends gives up. */
let isStuck: boolean;
/** Accounts whose user was not asked whether everybody may see their clips at once. */
let unasked: Set<string>;

beforeEach(() => {
  desk = createDesk();
  [settings, told, sent, inFlight] = [memorySettings(), [], [], 0];
  [demands, isStuck, unasked] = [[], false, new Set()];
  let names = 0;
  // Nobody hesitates: nothing here makes time go on.
  const random = { fraction: () => 0, hex: (count: number) => String(names++).padStart(count * 2, '0') };
  const changes = createSignals<Changes>();
  changes.on('job', ({ jobId }) => told.push(`job ${jobId}`));
  changes.on('moved', ({ before, after }) => told.push(`${before.state.kind} to ${after.state.kind}`));
  changes.on('busy', (busy) => told.push(busy ? 'busy' : 'idle'));
  const request = async (wanted: HttpRequest): Promise<HttpAnswer> => {
    sent.push(wanted);
    if (isStuck) {
      await new Promise((ends) => wanted.signal?.addEventListener('abort', ends));
      throw new HttpError('aborted', 'aborted');
    }
    if (typeof wanted.body === 'object') for await (const _chunk of wanted.body?.bytes(0) ?? []);
    const body = Buffer.from(JSON.stringify({ id: 14, type: 'video' }));
    return { status: 201, headers: {}, body, cut: null };
  };
  const hasher = workerHasher();
  const account = (id: string) => accounts.find((known) => known.id === id);
  const options = {
    ...{ clock: desk.clock, random, files: desk.files, buffers: sharedBuffers(), hasher, settings, changes },
    ...{ sql: desk.sql, store: desk.store, ledger: createLedger(desk.sql, desk.store) },
    ...{ calls: createShelf({ videoId: 14, title: 'There' }).calls, engineHttp: { request } },
    logger: { info: () => {}, warn: () => {}, error: (...what: unknown[]) => void told.push(what) },
    power: { keepAwake: () => () => {} },
    rebuilds: { since: () => null, listedAt: () => null },
    blockedClips: blockedClipsStore(desk.sql),
    circuits: createCircuits(desk.clock, random, circuitStore(desk.sql), () => {}),
    lines: { isOpen: () => true, sort: async (_: string, cause: unknown) => cause },
    inFlight: { of: (id: string) => (id === 'site-1' ? inFlight : 0) },
    demandOf: (asks: (accountId: string) => boolean) => void demands.push(asks),
    hostOf: () => 'http://127.0.0.1',
    mayBegin: () => true,
    isAway: async () => false,
    accounts: {
      ...{
        ready: () => accounts.filter(({ id }) => id === one),
        siteOf: () => aSite(),
        site: () => aSite(),
        client: () => client,
      },
      account: (id: string) => ({ ...account(id), publicUnasked: unasked.has(id) }),
      views: () => [{ ...aSite(), tooLargeFrom: null, accounts: accounts.filter(({ siteId }) => siteId === 'site-1') }],
      ...{ skewMs: () => 0, prove: async () => null, lasting: async () => null, learn: () => {} },
      learnOf: (id: string) => void unasked.add(id),
      ...{ renewed: async () => false, signedOut: () => {} },
    },
  } as unknown as UploadQueueOptions;
  queue = joinQueue(options);
  onTestFinished(async () => {
    const stopped = queue.runner.stop();
    await desk.clock.settle();
    await stopped;
    queue.pacing.stop();
    queue.obeyed.stop();
    await hasher.close();
  });
});
const begin = async (): Promise<void> => {
  const started = queue.runner.start();
  await desk.clock.settle();
  await started;
};
/** Whether the account's site is to be found, for all that is wanted of it. */
const hasWork = (accountId: string): boolean => demands.some((asks) => asks(accountId));
/** Puts jobs on the list as they are, whose clips nobody reads. */
const put = (...jobs: readonly Job[]): Promise<void> =>
  desk.store.write(() => {
    for (const job of jobs) desk.store.insertJob(job);
  });
const kindOf = (id: string) => desk.store.job(id)?.state.kind;
const isDone = () => desk.store.job('job-1')?.state.kind === 'done';

it('sends and describes what waits, and tells of each step', async () => {
  await desk.add(uniqueBytes(), { sha256: null });
  await begin();
  await expect.poll(isDone).toBe(true);
  await expect.poll(() => told).toContain('idle');
  expect(sent).toMatchObject([{ method: 'POST', url: 'http://127.0.0.1/wp-json/streamtube/v1/upload' }]);
  expect(queue.videos.get('job-1')).toMatchObject({ id: 14, title: 'There' });
  expect(queue.onSite.of(one, 14)).toMatchObject({ status: 'publish' });
  expect(told).toEqual(
    expect.arrayContaining(['busy', 'waiting to processing', 'processing to describing', 'describing to done']),
  );
  expect(told).toContain('job job-1');
});

it('takes no copy of a clip that is on the list for another one', async () => {
  const bytes = uniqueBytes();
  await desk.add(bytes, { id: 'first', state: states.done, position: 1 });
  await desk.add(bytes, { position: 2 });
  await begin();
  await expect.poll(() => desk.store.job('job-1')?.state).toMatchObject({ reason: 'clip-known' });
  expect(sent).toEqual([]);
});

it('begins nothing while as much is asked of the site as may be', async () => {
  inFlight = 100;
  await desk.add(uniqueBytes(), { state: states.describing });
  await begin();
  expect(isDone()).toBe(false);
  inFlight = 0;
  queue.runner.kick();
  await expect.poll(isDone).toBe(true);
});

it('has work for a site while something waits for it that neither a pause nor the hours hold back', async () => {
  await desk.add(uniqueBytes());
  expect([hasWork(one), hasWork(other)]).toEqual([true, false]);
  settings.change({ week: 'n'.repeat(168) });
  expect(hasWork(one)).toBe(false);
  settings.change({ week: null });
  expect(hasWork(one)).toBe(true);
  const pausing = queue.runner.setPaused(true);
  await desk.clock.settle();
  await pausing;
  expect(hasWork(one)).toBe(false);
});

it('forgets what it measured under another limit', async () => {
  queue.throughput.begins('site-1', 'a', 1e9);
  for (let n = 0; n <= 50; n++) {
    queue.throughput.taken('a', n * 100_000);
    await desk.clock.pass(100, 1);
  }
  expect(queue.throughput.line()).toBeGreaterThan(0);
  settings.change({ bytesPerSecond: 1_000_000 });
  expect(queue.throughput.line()).toBeNull();
});

it('sends in as many lanes as its user wants', () => {
  settings.change({ smallLanes: 5 });
  expect(queue.obeyed.lanes(null)).toEqual({ small: 5, big: 1 });
  expect(queue.obeyed.lanes(aSite())).toEqual({ small: 5, big: 1 });
  expect(queue.obeyed.lanes(aSite({ hasHelper: true }))).toEqual({ small: 5, big: 2 });
});

it('has work for a site also while somebody looks at what arrived there', () => {
  const row = { id: 'there', accountId: one, state: { kind: 'done', videoId: 14 } } as JobRow;
  expect(hasWork(one)).toBe(false);
  queue.onSite.look([row]);
  expect([hasWork(one), hasWork(other)]).toEqual([true, false]);
  queue.onSite.stop();
});

describe('clips that would be public at once', () => {
  it.each([
    [
      'small and large ones',
      [
        ['a', 1],
        ['b', bigBytes],
        ['c', bigBytes],
      ],
      3,
    ],
    ['small ones alone', [['a', 1]], 1],
  ] as const)('are counted as long as they wait for an answer: %s', async (_, clips, count) => {
    unasked = new Set([one, other]);
    expect(queue.publicHold.waits()).toEqual([]);
    await put(...clips.map(([id, size], at) => sized(id, at, size)));
    const wait = { accountId: one, accountName: one, siteName: 'Practice', clips: count };
    expect(queue.publicHold.waits()).toEqual([wait]);
  });

  it('are not sent any further when that turns out, and go from their beginning once their user agreed', async () => {
    isStuck = true;
    // So large that its last bytes are not read at once.
    await desk.add(uniqueBytes(4 * 1024 * 1024), { sha256: null });
    await begin();
    await expect.poll(() => sent.length).toBe(1);
    queue.publicHold.arrivedAs(other, 'publish');
    await desk.clock.settle();
    expect(kindOf('job-1')).toBe('sending');
    queue.publicHold.arrivedAs(one, 'publish');
    await expect.poll(() => kindOf('job-1')).toBe('waiting');
    await expect.poll(() => told).toContain('idle');
    isStuck = false;
    unasked.clear();
    queue.runner.kick();
    await expect.poll(isDone).toBe(true);
    expect(sent).toHaveLength(2);
  });

  it('do not go by themselves while they wait for an answer; what is on the site is described all the same', async () => {
    expect(queue.goesOn(one)).toBe(false);
    await put(aJob());
    expect([queue.goesOn(one), queue.goesOn(other)]).toEqual([true, false]);
    unasked.add(one);
    expect(queue.goesOn(one)).toBe(false);
    await put(aJob({ id: 'there', state: states.describing }));
    expect(queue.goesOn(one)).toBe(true);
  });

  it('go on as far as they are on their way', async () => {
    isStuck = true;
    await desk.add(uniqueBytes(), { sha256: null });
    await begin();
    await expect.poll(() => sent.length).toBe(1);
    unasked = new Set([one, other]);
    expect([queue.goesOn(one), queue.goesOn(other)]).toEqual([true, false]);
  });
});

it('tells together of clips that need their user for one cause', async () => {
  const parked = { ...states['needs you to send'], ...tooLarge, kind: 'needs-you' } as const;
  await put(aJob({ id: 'a', state: parked }), aJob({ id: 'b', state: parked, position: 2 }));
  expect(queue.needsGroups.groups()).toMatchObject([{ siteId: 'site-1', reason: 'too-large', clips: 2 }]);
});
