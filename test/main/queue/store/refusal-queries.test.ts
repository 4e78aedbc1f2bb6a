// Clips that cannot pass: found by their size and by their extension, of one account or of all of a site.
import { describe, expect, it } from 'vitest';
import { queuePassing } from '../../../../main/queue/store/refusal-queries.ts';
import { accountId, anAttempt, states } from '../jobs.ts';
import { clipOf, memoryQueue, otherAccount } from './memory-queue.ts';

function filled() {
  const queue = memoryQueue();
  queue.add(
    { id: 'small', clip: clipOf(10, '/a/small.mp4') },
    { id: 'limit', clip: clipOf(100, '/a/limit.MOV') },
    { id: 'big', clip: clipOf(200, '/a/big.mp4') },
    { id: 'avi', clip: clipOf(20, '/a/some.avi') },
    { id: 'hidden', clip: clipOf(21, '/a/.avi') },
    { id: 'done', clip: clipOf(900, '/a/done.avi'), state: states.done },
    { id: 'paused', clip: clipOf(901, '/a/paused.avi'), state: states.paused },
    { id: 'off', clip: clipOf(902, '/a/off.avi'), removed: true },
    { id: 'another’s', clip: clipOf(903, '/a/other.avi'), accountId: otherAccount },
    { id: 'another’s done', clip: clipOf(1_500, '/a/more.mp4'), accountId: otherAccount, state: states.done },
    { id: 'nowhere', clip: clipOf(9_999, '/a/x.mp4'), state: states['done, unknown where'] },
  );
  return { ...queue, passing: queuePassing(queue.sql) };
}

describe('what cannot pass', () => {
  const sorted = (ids: readonly string[]) => ids.toSorted();

  it('is as large as the site refuses, or has an extension that it refuses', () => {
    const { passing } = filled();
    const of = (tooLargeFrom: number | null, ...refusedExtensions: readonly string[]) =>
      sorted(passing.cannotPass(accountId, { tooLargeFrom, refusedExtensions }));
    expect(of(100)).toEqual(['big', 'limit']);
    expect(of(100.9)).toEqual(['big', 'limit']);
    expect(of(null, 'avi')).toEqual(['avi']);
    expect(of(null, 'mov', 'avi')).toEqual(['avi', 'limit']);
    expect(of(200, 'avi')).toEqual(['avi', 'big']);
    expect(of(null)).toEqual([]);
    expect(of(null, '%', "x' OR 1=1 --", 'a_i', '', 'toolongtobeanextension', 'a.avi')).toEqual([]);
  });

  it('of an extension is counted over all accounts, with a few names', () => {
    const { passing, add } = filled();
    expect(passing.ofKinds([accountId, otherAccount], ['avi'])).toEqual({ count: 2, names: ['some.avi', 'other.avi'] });
    expect(passing.ofKinds([accountId], [])).toEqual({ count: 0, names: [] });
    expect(passing.ofKinds([accountId], ['%'])).toEqual({ count: 0, names: [] });
    add(...['b', 'c', 'd'].map((name) => ({ id: name, clip: clipOf(30, `/a/${name}.avi`) })));
    expect(passing.ofKinds([accountId], ['avi', 'mov'])).toMatchObject({ count: 5, names: { length: 3 } });
  });
});

it('what needs its user for a reason is counted, with what was said of the last; what cannot be read is passed over', () => {
  const { sql, add } = memoryQueue();
  const asks = { ...states['needs you to send'], detail: 'First' } as const;
  add(
    { id: 'a', clip: clipOf(1, '/a.mp4'), state: asks },
    { id: 'b', clip: clipOf(2, '/b.mp4'), state: { ...asks, detail: 'Last' } },
    { id: 'else', clip: clipOf(3, '/c.mp4'), state: states['needs you to edit'] },
    { id: 'off', clip: clipOf(4, '/d.mp4'), state: asks, removed: true },
    { id: 'damaged', clip: clipOf(5, '/e.mp4'), state: asks },
    { id: 'cancelled', clip: clipOf(6, '/f.mp4'), state: states['cancelled before'] },
    { id: 'another’s', clip: clipOf(7, '/g.mp4'), state: { ...asks, detail: null }, accountId: otherAccount },
  );
  sql.exec("UPDATE jobs SET state = '{' WHERE id = 'damaged'");
  const passing = queuePassing(sql);
  expect(passing.needing([accountId], 'too-large')).toEqual({ count: 2, names: ['a.mp4', 'b.mp4'], detail: 'Last' });
  expect(passing.needing([accountId, otherAccount], 'too-large')).toMatchObject({ count: 3, detail: null });
  expect(passing.needing([accountId], 'web-page-answer')).toEqual({ count: 0, names: [], detail: null });
});

it('what is parked for its size comes smallest first, of all accounts of a site', () => {
  const { sql, add } = memoryQueue();
  const parked = states['needs you to send'];
  add(
    { id: 'c', clip: clipOf(30), state: parked },
    { id: 'a', clip: clipOf(10), state: parked },
    { id: 'b', clip: clipOf(20), state: parked, accountId: otherAccount },
    { id: 'off', clip: clipOf(5), state: parked, removed: true },
    { id: 'else', clip: clipOf(4), state: states['needs you to edit'] },
    { id: 'waits', clip: clipOf(3), state: states.waiting },
    { id: 'damaged', clip: clipOf(2), state: parked },
  );
  sql.exec("UPDATE jobs SET state = '{' WHERE id = 'damaged'");
  const passing = queuePassing(sql);
  expect(passing.parkedForSize([accountId, otherAccount], 9)).toEqual(['a', 'b', 'c']);
  expect(passing.parkedForSize([accountId, otherAccount], 1)).toEqual(['a']);
  expect(passing.parkedForSize([accountId], 9)).toEqual(['a', 'c']);
});

it('it is known what a try of a clip was answered with', async () => {
  const { sql, store, add } = memoryQueue();
  add({ id: 'job-1' }, { id: 'job-2' });
  await store.write(() => {
    store.insertAttempt(anAttempt({ id: 'one', status: null }));
    store.insertAttempt(anAttempt({ id: 'two', status: 413 }));
  });
  const { wasAnswered } = queuePassing(sql);
  expect([wasAnswered('job-1', 413), wasAnswered('job-1', 500), wasAnswered('job-2', 413)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('the largest clip that waits, and the largest that arrived, are known', () => {
  const { passing } = filled();
  expect(passing.largestWaiting(accountId)).toEqual({ name: 'big.mp4', bytes: 200 });
  expect(passing.largestWaiting('nobody')).toBeNull();
  expect(passing.largestArrived([accountId])).toBe(900);
  expect(passing.largestArrived([accountId, otherAccount])).toBe(1_500);
  expect(passing.largestArrived([otherAccount, accountId])).toBe(1_500);
  expect(passing.largestArrived([])).toBeNull();
});
