// The queue joined from its parts: a clip goes from the list to its site and is described there, and others are told of each step.
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { sharedBuffers, workerHasher } from '../../../../main/adapters/hasher.ts';
import { type Changes, createSignals } from '../../../../main/features/changes.ts';
import { joinQueue, type UploadQueueOptions } from '../../../../main/features/uploads/queue.ts';
import { createCircuits } from '../../../../main/hosts/circuit.ts';
import { circuitStore } from '../../../../main/hosts/circuit-store.ts';
import type { HttpAnswer, HttpRequest, Settings } from '../../../../main/ports.ts';
import { blockedClipsStore } from '../../../../main/queue/store/blocked-clips-store.ts';
import { createLedger } from '../../../../main/queue/store/ledger.ts';
import { uniqueBytes } from '../../../engine/folder-writers.ts';
import { memorySettings } from '../../../engine/settings.ts';
import { aSite } from '../../a-site.ts';
import { states } from '../../queue/jobs.ts';
import { client, createDesk, createShelf, type Desk } from '../proof/shelf.ts';
import { account } from './tasks/parts.ts';

let desk: Desk;
let queue: ReturnType<typeof joinQueue>;
let settings: Settings;
let told: unknown[];
let sent: HttpRequest[];
/** Requests to the site that are under way beside the queue. */
let inFlight: number;
let hasWork: (accountId: string) => boolean;

beforeEach(() => {
  desk = createDesk();
  [settings, told, sent, inFlight] = [memorySettings(), [], [], 0];
  // Nobody hesitates: nothing here makes time go on.
  const random = { fraction: () => 0, hex: (count: number) => '0'.repeat(count * 2) };
  const changes = createSignals<Changes>();
  changes.on('job', ({ jobId }) => told.push(`job ${jobId}`));
  changes.on('moved', ({ before, after }) => told.push(`${before.state.kind} to ${after.state.kind}`));
  changes.on('busy', (busy) => told.push(busy ? 'busy' : 'idle'));
  const request = async (wanted: HttpRequest): Promise<HttpAnswer> => {
    sent.push(wanted);
    if (typeof wanted.body === 'object') for await (const _chunk of wanted.body?.bytes(0) ?? []);
    const body = Buffer.from(JSON.stringify({ id: 14, type: 'video' }));
    return { status: 201, headers: {}, body, cut: null };
  };
  const hasher = workerHasher();
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
    demandOf: (asks: typeof hasWork) => {
      hasWork = asks;
    },
    mayBegin: () => true,
    isAway: async () => false,
    accounts: {
      ...{ ready: () => [account], account: () => account, siteOf: () => aSite(), client: () => client },
      ...{ skewMs: () => 0, prove: async () => null, lasting: async () => null, learn: () => {} },
      learnOf: () => {},
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
const isDone = () => desk.store.job('job-1')?.state.kind === 'done';

it('sends and describes what waits, and tells of each step', async () => {
  await desk.add(uniqueBytes(), { sha256: null });
  await begin();
  await expect.poll(isDone).toBe(true);
  await expect.poll(() => told).toContain('idle');
  expect(sent).toMatchObject([{ method: 'POST', url: 'http://127.0.0.1/wp-json/streamtube/v1/upload' }]);
  expect(queue.videos.get('job-1')).toMatchObject({ id: 14, title: 'There' });
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
  expect([hasWork(account.id), hasWork('account-2')]).toEqual([true, false]);
  settings.change({ week: 'n'.repeat(168) });
  expect(hasWork(account.id)).toBe(false);
  settings.change({ week: null });
  expect(hasWork(account.id)).toBe(true);
  const pausing = queue.runner.setPaused(true);
  await desk.clock.settle();
  await pausing;
  expect(hasWork(account.id)).toBe(false);
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
  expect(queue.obeyed.lanes()).toEqual({ small: 5, big: 1 });
});
