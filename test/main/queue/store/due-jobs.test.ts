// What goes on by itself: big clips that become due soon, jobs that a time is kept for, and those that go on at all.
import { describe, expect, it } from 'vitest';
import { accountId, aJob, states } from '../jobs.ts';
import { clipOf, idsOf, memoryQueue, otherAccount, waitingUntil } from './memory-queue.ts';

const now = 1_000_000;

it('big clips that become due soon are given in the order of the queue', () => {
  const { store, add } = memoryQueue();
  const big = clipOf(100);
  add(
    { id: 'later, first', clip: big, state: waitingUntil(now + 50) },
    { id: 'sooner', clip: big, state: waitingUntil(now + 10) },
    { id: 'due', clip: big, state: waitingUntil(now) },
    { id: 'too late', clip: big, state: waitingUntil(now + 51) },
    { id: 'small', clip: clipOf(99), state: waitingUntil(now + 10) },
    { id: 'off', clip: big, state: waitingUntil(now + 10), removed: true },
    { id: 'another’s', clip: big, state: waitingUntil(now + 10), accountId: otherAccount },
    { id: 'at once', clip: big },
  );
  expect(idsOf(store.soon(accountId, now, 50, 100))).toEqual(['later, first', 'sooner']);
  expect(store.soon('nobody', now, 50, 100)).toEqual([]);
});

describe('what may start', () => {
  it('is of those that wait for nothing and those whose time has come, in one order and no more than asked for', () => {
    const { store, add } = memoryQueue();
    add({ id: 'a', state: waitingUntil(now) }, { id: 'b' }, { id: 'c', state: waitingUntil(now - 5) }, { id: 'd' });
    const ids = (limit: number) => idsOf(store.startable(accountId, now, false, 1e9, limit));
    expect([ids(9), ids(3), ids(1)]).toEqual([['a', 'b', 'c', 'd'], ['a', 'b', 'c'], ['a']]);
  });

  it('is asked for each account and each kind of clip apart: none of one says nothing of another', () => {
    const { store, add } = memoryQueue();
    add({ id: 'big', clip: clipOf(100) }, { id: 'another’s', accountId: otherAccount });
    const ids = (account: string, big: boolean, bigBytes: number) =>
      idsOf(store.startable(account, now, big, bigBytes, 9));
    expect(ids(accountId, false, 100)).toEqual([]);
    expect(ids(accountId, true, 100)).toEqual(['big']);
    expect(ids(accountId, false, 101)).toEqual(['big']);
    expect(store.due(accountId, 'describing', now, 9)).toEqual([]);
    expect(ids(otherAccount, false, 9_999)).toEqual(['another’s']);
  });

  it('is found behind any number that wait for a time', () => {
    const { store, add } = memoryQueue();
    add(...Array.from({ length: 520 }, (_, n) => ({ id: `late ${n}`, state: waitingUntil(now + 1) })));
    add({ id: 'x', state: waitingUntil(now) }, { id: 'y', state: waitingUntil(now - 9) });
    expect(idsOf(store.startable(accountId, now, false, 1e9, 9))).toEqual(['x', 'y']);
  });
});

describe('requests that are due', () => {
  it('are those at once in the order of the queue, then those by their time, no more than asked for', () => {
    const { store, add } = memoryQueue();
    const later = (until: number) => ({ ...states['describing later'], until });
    add(
      { id: 'c', state: later(now) },
      { id: 'a', state: states.describing },
      { id: 'd', state: later(now - 5) },
      { id: 'b', state: states.describing },
      { id: 'not yet', state: later(now + 1) },
      { id: 'another’s', state: states.describing, accountId: otherAccount },
      { id: 'another’s later', state: later(now), accountId: otherAccount },
    );
    const due = (limit: number) => idsOf(store.due(accountId, 'describing', now, limit));
    expect(due(9)).toEqual(['a', 'b', 'd', 'c']);
    expect([due(3), due(2), due(1)]).toEqual([['a', 'b', 'd'], ['a', 'b'], ['a']]);
  });

  it('are asked for each account and each kind apart', () => {
    const { store, add } = memoryQueue();
    add({ id: 'a', state: states.describing, accountId: otherAccount }, { id: 'b', state: states.unclear });
    expect(store.due(accountId, 'describing', now, 9)).toEqual([]);
    expect(idsOf(store.due(otherAccount, 'describing', now, 9))).toEqual(['a']);
    expect(idsOf(store.due(accountId, 'unclear', now, 9))).toEqual(['b']);
  });

  it('looks: by their time', () => {
    const { store, add } = memoryQueue();
    add(
      { id: 'b', state: { ...states.unclear, nextLookAt: 20 } },
      { id: 'a', state: { ...states.unclear, nextLookAt: 10 } },
    );
    expect(idsOf(store.due(accountId, 'unclear', now, 9))).toEqual(['a', 'b']);
    expect(idsOf(store.due(accountId, 'unclear', now, 1))).toEqual(['a']);
    expect(idsOf(store.unclear())).toEqual(['b', 'a']);
  });

  it('a damaged one is parked, so that it is not found again and again', () => {
    const { store, add, sql } = memoryQueue();
    add({ id: 'a', state: states.describing }, { id: 'b', state: states.describing });
    sql.exec("UPDATE jobs SET state = '{' WHERE id = 'a'");
    expect(idsOf(store.due(accountId, 'describing', now, 9))).toEqual(['b']);
    expect(sql.prepare("SELECT kind FROM jobs WHERE id = 'a'").get()).toEqual({ kind: 'needs-you' });
  });
});

it.each([
  ['waiting', true, false],
  ['sending', true, false],
  ['unclear', true, true],
  ['describing', true, true],
  ['paused', false, false],
  ['done', false, false],
  ['needs you to send', false, false],
] as const)('%s goes on by itself: %j; without sending: %j', (name, goes, asks) => {
  const { store, rows, add } = memoryQueue();
  add({ id: 'a', state: states[name] });
  expect([store.goesOn(accountId, true), store.goesOn(accountId, false)]).toEqual([goes, asks]);
  expect(store.goesOn(otherAccount, true)).toBe(false);
  rows.saveJob(aJob({ id: 'a', accountId, state: states[name], removed: true }));
  expect(store.goesOn(accountId, true)).toBe(false);
});

it.each(['unclear', 'describing'] as const)('a job that asks the site something is known by its state: %s', (name) => {
  const { store, rows, add } = memoryQueue();
  add({ id: 'a', state: states[name] }, { id: 'b' });
  const asked = (['unclear', 'describing'] as const).filter((kind) => store.asks(accountId, kind));
  expect([asked, store.asks(otherAccount, name)]).toEqual([[name], false]);
  rows.saveJob(aJob({ id: 'a', accountId, state: states[name], removed: true }));
  expect(store.asks(accountId, name)).toBe(false);
});

it('jobs that a time is kept for come page by page, earliest first, also where many have the same time', () => {
  const { store, add } = memoryQueue();
  add(...[30, 20, 20, 20, 10].map((until, at) => ({ id: `${at}`, state: waitingUntil(until) })), { id: 'none' });
  const pagesOf = (limit: number) => {
    const pages: (readonly string[])[] = [];
    let after: Parameters<typeof store.timed>[0] | null = { dueAt: 0, rowid: 0 };
    while (after !== null) {
      const { jobs, last }: ReturnType<typeof store.timed> = store.timed(after, limit);
      pages.push(idsOf(jobs));
      after = last;
    }
    return pages;
  };
  expect(pagesOf(2)).toEqual([['4', '1'], ['2', '3'], ['0']]);
  expect(pagesOf(3)).toEqual([
    ['4', '1', '2'],
    ['3', '0'],
  ]);
});

it('what was running is given with all it is', () => {
  const { store, add } = memoryQueue();
  add({ id: 'a', state: states.sending }, { id: 'b', state: states.processing }, { id: 'c', state: states.unclear });
  const found = store.interrupted().toSorted((one, two) => one.position - two.position);
  expect(found).toMatchObject([{ state: states.sending }, { state: states.processing }]);
});
