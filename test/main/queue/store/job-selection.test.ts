// Which jobs a request means: all of any number, in order, with turns for others in between.
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import { createJobSelection } from '../../../../main/queue/store/job-selection.ts';
import { fill } from '../../../bench/queue-jobs.ts';
import { states } from '../jobs.ts';
import { memoryQueue, titled } from './memory-queue.ts';

describe('the jobs of a target', () => {
  it('are those that were named, or the first of them', async () => {
    const { idsOf } = createJobSelection(memoryQueue().store, systemClock, noneNeeds);
    expect(await idsOf({ ids: ['b', 'a', 'c'] })).toEqual(['b', 'a', 'c']);
    expect(await idsOf({ ids: ['b', 'a', 'c'] }, 2)).toEqual(['b', 'a']);
  });

  it('are all under a filter, in the order of the queue', async () => {
    const { store, add } = memoryQueue();
    add({ id: 'a' }, { id: 'done', state: states.done }, { id: 'b' }, { id: 'off', removed: true });
    const { idsOf } = createJobSelection(store, systemClock, noneNeeds);
    expect(await idsOf({ filter: 'waiting' })).toEqual(['a', 'b']);
    expect(await idsOf({ filter: 'all' })).toEqual(['a', 'done', 'b']);
    expect(await idsOf({ filter: 'all' }, 1)).toEqual(['a']);
    expect(await idsOf({ filter: 'active' })).toEqual([]);
  });

  it('are of a narrowed list those that are found, whatever else is under the filter', async () => {
    const { store, add } = memoryQueue();
    add(
      { id: 'a', ...titled('Harbour') },
      { id: 'b' },
      { id: 'c', ...titled('harbour 2'), state: states.done },
      { id: 'd', ...titled('Harbour 3') },
    );
    const { idsOf } = createJobSelection(store, systemClock, noneNeeds);
    const search = { text: 'harbour', accountIds: null, from: null };
    expect(await idsOf({ filter: 'all', search })).toEqual(['a', 'c', 'd']);
    expect(await idsOf({ filter: 'waiting', search })).toEqual(['a', 'd']);
    expect(await idsOf({ filter: 'all', search }, 2)).toEqual(['a', 'c']);
  });

  it('are read a page at a time where they are very many, and others get their turn in between', async () => {
    const { store } = memoryQueue();
    await fill(store, 0, 2_500, 2_500);
    let turns = 0;
    const pages: number[] = [];
    const soon = (call: () => void): void => {
      turns++;
      systemClock.soon(call);
    };
    const counting: typeof store = {
      ...store,
      ids: (filter, after, limit) => {
        pages.push(limit);
        return store.ids(filter, after, limit);
      },
    };
    const { idsOf } = createJobSelection(counting, { ...systemClock, soon }, noneNeeds);
    const all = await idsOf({ filter: 'all' });
    expect([all.length, new Set(all).size, turns]).toEqual([2_500, 2_500, 2]);
    expect(pages.splice(0)).toEqual([1_000, 1_000, 1_000]);
    expect(await idsOf({ filter: 'all' }, 1_200)).toEqual(all.slice(0, 1_200));
    expect(pages.splice(0)).toEqual([1_000, 200]);
  });
});

const noneNeeds = (): readonly string[] => [];

it('what is done with each of very many is done a hundred at once, and comes back in order', async () => {
  const { each } = createJobSelection(memoryQueue().store, systemClock, noneNeeds);
  const ids = Array.from({ length: 250 }, (_, n) => `${n}`);
  let running = 0;
  let most = 0;
  const results = await each(ids, async (id) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return `did ${id}`;
  });
  expect(results).toEqual(ids.map((id) => `did ${id}`));
  expect(most).toBe(100);
  expect(await each([], async () => 1)).toEqual([]);
});

it('of one cause is what needs its user for it, the first of them', async () => {
  const asked: object[] = [];
  const { idsOf } = createJobSelection(memoryQueue().store, systemClock, (target) => {
    asked.push(target);
    return ['a', 'b', 'c'];
  });
  const needs = { siteId: 'site-1', reason: 'too-large', detail: '9' };
  expect(await idsOf({ needs })).toEqual(['a', 'b', 'c']);
  expect(await idsOf({ needs }, 2)).toEqual(['a', 'b']);
  expect(asked).toEqual([needs, needs]);
});
