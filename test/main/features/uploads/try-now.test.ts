// “Try now” for a whole site: what it sent away goes at once, every clip of it and none of another site.
import { beforeEach, expect, it } from 'vitest';
import { type TryNowOptions, tryNowHandlers } from '../../../../main/features/uploads/try-now.ts';
import type { Site } from '../../../../main/model.ts';
import { aSite } from '../../a-site.ts';
import { type HandClock, handClock } from '../../queue/hand-clock.ts';
import { states } from '../../queue/jobs.ts';
import { type MemoryQueue, memoryQueue, otherAccount } from '../../queue/store/memory-queue.ts';

let clock: HandClock;
let queue: MemoryQueue;
let hurried: string[];
let calls: unknown[];
let site: Site | null;

beforeEach(() => {
  clock = handClock();
  queue = memoryQueue();
  [hurried, calls, site] = [[], [], aSite({ root: 'http://127.0.0.1:8080/wp-json/' })];
});

function tryNow(siteId = 'site-1'): Promise<unknown> {
  const options: TryNowOptions = {
    ...{ clock, store: queue.store },
    accounts: {
      site: (id) => (id === site?.id ? site : null),
      siteOf: (id) => (id === otherAccount ? aSite({ id: 'site-2' }) : site),
      views: () => [
        { id: 'site-2', accounts: [{ id: otherAccount }] },
        { id: 'site-1', accounts: [{ id: 'one' }, { id: 'two' }] },
      ],
    },
    runner: {
      apply: async (id, event) => {
        const job = queue.store.job(id);
        expect(typeof event === 'function' && job ? event(job) : event).toEqual({ kind: 'hurried' });
        hurried.push(id);
        return job !== null;
      },
    },
    circuits: { lift: (host) => void calls.push(['lift', host]) },
    lines: { doubt: (id) => void calls.push(['doubt', id, hurried.length]) },
    library: { hurry: (id) => void calls.push(['library', id]) },
    piecesFitness: { mayTry: (ids) => void calls.push(['pieces', ...ids]) },
  };
  return tryNowHandlers(options)['site.tryNow'](siteId);
}
const until = (ms: number) => ({ until: clock.now() + ms });

it('is for each of its clips that it sent away, and for no other', async () => {
  const away = { ...states['waiting for a busy site'], ...until(9_000) };
  queue.add(
    { id: 'a', state: away },
    { id: 'b', state: { ...states['describing later'], why: 'site-maintenance', ...until(5_000) } },
    { id: 'tried again', state: { ...states['waiting for a time'], ...until(9_000) } },
    { id: 'c', state: { ...states['waiting for a busy site'], why: 'pieces-away', ...until(600_000) } },
    { id: 'another site', accountId: otherAccount, state: away },
    { id: 'waits', state: states.waiting },
  );
  await tryNow();
  expect(hurried.toSorted()).toEqual(['a', 'b', 'c']);
});

it('is for very many', async () => {
  const ids = Array.from({ length: 250 }, (_, n) => String(n));
  queue.add(...ids.map((id, n) => ({ id, state: { ...states['waiting for a busy site'], ...until(1 + n) } })));
  await tryNow();
  expect(hurried.toSorted()).toEqual(ids.toSorted());
});

it('is for its host and its edits too, and somebody looks who answers there once all of that may go', async () => {
  queue.add({ id: 'a', state: { ...states['waiting for a busy site'], ...until(9_000) } });
  await tryNow();
  expect(calls).toEqual([
    ['lift', 'http://127.0.0.1:8080'],
    ['pieces', 'one', 'two'],
    ['library', 'site-1'],
    ['doubt', 'site-1', 1],
  ]);
});

it('of a site that is gone hurries nothing', async () => {
  queue.add({ id: 'a', state: { ...states['waiting for a busy site'], ...until(9_000) } });
  site = null;
  await tryNow();
  expect(hurried).toEqual([]);
});
