// What the window asks about the list of uploads: each request does its part, for what is still there, and tells what follows.

import { beforeEach, describe, expect, it } from 'vitest';
import { createActLog } from '../../../../main/features/acts/act-log.ts';
import { type Changes, createSignals } from '../../../../main/features/changes.ts';
import { type UploadsOptions, uploadsHandlers } from '../../../../main/features/uploads/handlers.ts';
import { createVideoCache } from '../../../../main/features/uploads/video-cache.ts';
import type { Account } from '../../../../main/model.ts';
import { createJobSelection } from '../../../../main/queue/store/job-selection.ts';
import { createLedger } from '../../../../main/queue/store/ledger.ts';
import { queueOrder } from '../../../../main/queue/store/order.ts';
import type { QueueView } from '../../../../preload/contract.ts';
import { aSite } from '../../a-site.ts';
import { handClock } from '../../queue/hand-clock.ts';
import { states } from '../../queue/jobs.ts';
import { type MemoryQueue, memoryQueue } from '../../queue/store/memory-queue.ts';
import { client, createShelf, type OnSite, type Shelf } from '../proof/shelf.ts';
import { account } from './tasks/parts.ts';

const clock = handClock();
const view: QueueView = { filter: 'all', sort: 'queue', offset: 0, limit: 10 };

let queue: MemoryQueue;
let calls: unknown[];
let told: string[];
let chosenPaths: readonly string[] | null;
let isSignedIn: boolean;
let known: Account | null;
let warnings: unknown[];
let shelf: Shelf;

beforeEach(() => {
  queue = memoryQueue();
  [calls, told, chosenPaths, isSignedIn, known, warnings] = [[], [], null, true, account, []];
});

function handlers(...held: readonly OnSite[]) {
  shelf = createShelf(...held);
  const changes = createSignals<Changes>();
  for (const what of ['list', 'resumed', 'added'] as const) changes.on(what, () => told.push(what));
  const call =
    <T>(name: string, gives: T) =>
    async (...what: unknown[]): Promise<T> => {
      calls.push([name, ...what]);
      return gives;
    };
  const accounts = {
    account: (id: string) => (known?.id === id ? known : null),
    siteOf: () => aSite(),
    client: () => (isSignedIn ? client : null),
  };
  const files = {
    stat: () => Promise.reject(new Error('nothing is there')),
    open: () => Promise.reject(new Error('nothing is there')),
  };
  return uploadsHandlers({
    ...{
      clock,
      store: queue.store,
      order: queueOrder(queue.sql),
      targets: createJobSelection(queue.store, clock, () => []),
    },
    ledger: createLedger(queue.sql, queue.store),
    acts: createActLog(queue.sql, clock, () => {}),
    sidecars: { look: async () => {} },
    ...{ changes, accounts, calls: shelf.calls, videos: createVideoCache(clock), hostOf: () => 'host', files },
    adding: { clock, files, accounts: { ...accounts, holdsNew: () => false }, clockSetMs: () => 0 },
    logger: { info: () => {}, error: () => {}, warn: (...what: unknown[]) => void warnings.push(what) },
    desktop: {
      choose: async (what: string) => {
        calls.push(['choose', what]);
        return chosenPaths;
      },
      showFile: call('show', undefined),
      openUrl: call('open', undefined),
    },
    runner: {
      live: () => new Map(),
      setPaused: call('pause', undefined),
      moveTo: call('move', true),
      choose: call('chosen', 'chosen'),
      apply: async (id: string, event: unknown) => {
        calls.push(['apply', id, event]);
        return queue.store.job(id);
      },
    },
    piecesFitness: { mayTry: () => {} },
    circuits: { of: () => null, uploadsTo: (host: string) => host },
    lines: { doubt: () => {} },
    pacing: { sendAnyway: (anyway: boolean) => void calls.push(['anyway', anyway]) },
    feed: {
      view: (asked: QueueView) => ({ view: asked }),
      watch: (id: string | null) => (id !== null && queue.store.job(id) ? { row: { id } } : null),
      changed: (...what: unknown[]) => void calls.push(['changed', ...what]),
    },
  } as unknown as UploadsOptions);
}

describe('the list', () => {
  it('is shown as it was asked for', async () => {
    expect(await handlers()['queue.view'](view)).toEqual({ view });
  });

  it('gets what the user chose, and nothing where that was nothing', async () => {
    const { 'queue.choose': choose } = handlers();
    expect(await choose({ accountId: account.id, what: 'files' })).toBeNull();
    chosenPaths = [];
    expect(await choose({ accountId: account.id, what: 'folder' })).toMatchObject({ added: 0, refused: [] });
    expect(calls).toEqual([
      ['choose', 'files'],
      ['choose', 'folder'],
    ]);
  });

  it('does what is wanted of clips; what was resumed may go in spite of what was learned', async () => {
    queue.add({ id: 'a', state: states.paused });
    const { 'queue.act': act } = handlers();
    expect(await act({ act: 'finish', target: { ids: ['a'] } })).toMatchObject({ changed: expect.any(Number) });
    expect([calls, told]).toEqual([[['apply', 'a', { kind: 'finish', now: clock.now() }]], []]);
    await act({ act: 'resume', target: { ids: ['a'] } });
    expect(told).toEqual(['resumed']);
  });

  it('is paused as a whole', async () => {
    await handlers()['queue.pause'](true);
    expect([calls, told]).toEqual([[['pause', true]], ['list']]);
  });

  it('is sent all the same', async () => {
    await handlers()['queue.sendAnyway'](true);
    expect(calls).toEqual([['anyway', true]]);
  });

  it('has another order', async () => {
    queue.add({ id: 'a' }, { id: 'b' });
    expect(await handlers()['queue.reorder']({ target: { ids: ['b'] }, place: { to: 'first' } })).toMatchObject({
      changed: 1,
    });
  });

  it('gives clips to another account, as long as that is there', async () => {
    queue.add({ id: 'a' });
    const { 'queue.moveTo': moveTo } = handlers();
    expect(await moveTo({ ids: ['a'], accountId: account.id })).toEqual({ changed: 1 });
    expect([calls, told]).toEqual([[['move', 'a', account.id, true]], ['resumed']]);
    known = null;
    await expect(moveTo({ ids: ['a'], accountId: account.id })).rejects.toMatchObject({ code: 'account-gone' });
    expect(calls).toHaveLength(1);
  });
});

describe('a clip', () => {
  it('that is looked at is shown at once, and looked into', async () => {
    queue.add({ id: 'a' });
    const { 'job.watch': watch } = handlers();
    expect(await watch('a')).toEqual({ row: { id: 'a' } });
    await clock.settle();
    expect([calls, warnings]).toEqual([[['changed', 'a', false]], []]);
  });

  it('that cannot be looked into is shown all the same', async () => {
    queue.add({ id: 'a', state: states.done });
    const { 'job.watch': watch } = handlers();
    shelf.answer = () => ({ status: 500 });
    expect(await watch('a')).toEqual({ row: { id: 'a' } });
    await clock.settle();
    expect(warnings).toMatchObject([[expect.any(String), { error: expect.stringContaining('500') }]]);
  });

  it('that is gone, or none, is not looked into', async () => {
    const { 'job.watch': watch } = handlers();
    expect([await watch('gone'), await watch(null)]).toEqual([null, null]);
    await clock.settle();
    expect([calls, warnings]).toEqual([[], []]);
  });

  it('is shown where it lies, and its video in the browser', async () => {
    queue.add({ id: 'a', state: states.done });
    const { 'job.showFile': showFile, 'job.openVideo': openVideo } = handlers();
    await showFile('a');
    await openVideo('a');
    expect(calls).toEqual([
      ['show', queue.store.job('a')?.clip.path],
      ['open', 'http://127.0.0.1/?post_type=video&p=14'],
    ]);
  });

  it('that is gone can be asked nothing', async () => {
    const all = handlers();
    const gone = { code: 'upload-gone' };
    await expect(all['job.showFile']('x')).rejects.toMatchObject(gone);
    await expect(all['job.openVideo']('x')).rejects.toMatchObject(gone);
    await expect(all['job.candidates']('x')).rejects.toMatchObject(gone);
    await expect(all['job.choose']({ jobId: 'x', videoId: null })).rejects.toMatchObject(gone);
  });

  it('is shown which videos it may be', async () => {
    queue.add({ id: 'a', state: states['needs you to choose'] });
    expect(await handlers({ videoId: 7, title: 'There' })['job.candidates']('a')).toMatchObject([
      { videoId: 7, title: 'There', there: true },
    ]);
  });
});

describe('the choice of a video', () => {
  const choose = async (videoId: number | null, ...held: readonly OnSite[]) => {
    queue.add({ id: 'a', state: states['needs you to choose'] });
    return handlers(...held)['job.choose']({ jobId: 'a', videoId });
  };
  const chosen = (videoId: number | null) => [['chosen', 'a', videoId]];

  it('counts where it is there', async () => {
    expect([await choose(7, { videoId: 7 }), calls]).toEqual(['chosen', chosen(7)]);
  });

  it.each<[string, readonly OnSite[]]>([
    ['it is gone', []],
    ['it lies in the bin', [{ videoId: 7, status: 'trash' }]],
  ])('is told to be too late where %s', async (_, held) => {
    expect([await choose(7, ...held), calls]).toEqual(['gone', []]);
  });

  it('counts where nobody can be asked now', async () => {
    isSignedIn = false;
    expect([await choose(7), shelf.asked, calls]).toEqual(['chosen', [], chosen(7)]);
  });

  it('counts where the site cannot answer now', async () => {
    queue.add({ id: 'a', state: states['needs you to choose'] });
    const { 'job.choose': pick } = handlers();
    shelf.answer = () => ({ status: 500 });
    expect([await pick({ jobId: 'a', videoId: 7 }), calls]).toEqual(['chosen', chosen(7)]);
  });

  it('of none asks nobody', async () => {
    expect([await choose(null), shelf.asked, calls]).toEqual(['chosen', [], chosen(null)]);
  });
});
