// What other jobs have to do with a clip: of the same account and size, never the job itself.
import { describe, expect, it } from 'vitest';
import { accountId, anAttempt, lookPoint, states } from '../jobs.ts';
import { clipOf, idsOf, memoryQueue, otherAccount } from './memory-queue.ts';

const clip = clipOf(100);
const other = clipOf(101);

it('jobs that may be on the site are told apart by account and size, and by what became of them', () => {
  const { store, add } = memoryQueue();
  const found = { id: 'asks', clip, state: states['needs you to choose'] };
  add(
    { id: 'itself', clip, state: states.unclear },
    found,
    { id: 'processing', clip, state: states.processing },
    { id: 'cancelled', clip, state: states['cancelled unclear'], removed: true },
    { ...found, id: 'larger', clip: other },
    { ...found, id: 'another’s', accountId: otherAccount },
    { id: 'waiting', clip },
    { id: 'done', clip, state: states.done },
  );
  expect(idsOf(store.notFound(accountId, 100, 'itself')).toSorted()).toEqual(['asks', 'cancelled', 'processing']);
  expect(store.notFound(accountId, 99, 'itself')).toEqual([]);
});

it('attempts that were not there when they were looked for may come late, newest first (F-02)', () => {
  const { store, add } = memoryQueue();
  add({ id: 'itself', clip }, { id: 'a', clip, state: states.done }, { id: 'b', clip: other });
  add({ id: 'c', clip, accountId: otherAccount }, { id: 'd', clip });
  const attempt = (jobId: string, id: string, ended: 'absent' | 'unclear' = 'absent') =>
    store.insertAttempt(anAttempt({ id, jobId, ended }));
  attempt('itself', '1');
  attempt('a', '2');
  attempt('b', '3');
  attempt('c', '4');
  attempt('d', '5');
  attempt('d', '6', 'unclear');
  expect(store.mayComeLate(accountId, 100, 'itself').map(({ id }) => id)).toEqual(['5', '2']);
  expect(store.mayComeLate(accountId, 99, 'itself')).toEqual([]);
});

it('videos that other jobs of the account stand for are taken', () => {
  const { store, add } = memoryQueue();
  const done = (videoId: number) => ({ kind: 'done', videoId, finishedAt: 1 }) as const;
  add({ id: 'itself', state: done(1) }, { id: 'a', state: done(2) });
  add({ id: 'another’s', state: done(3), accountId: otherAccount });
  const taken = store.takenVideos(accountId, 'itself');
  expect([1, 2, 3, 4].filter((id) => taken.has(id))).toEqual([2]);
});

describe('another job with the very bytes', () => {
  it.each([
    ['sending', true],
    ['processing', true],
    ['unclear', true],
    ['describing', true],
    ['done', true],
    ['needs you to choose', true],
    ['cancelled unclear', true],
    ['waiting', false],
    ['paused', false],
    ['needs you to send', false],
    ['cancelled before', false],
  ] as const)('%s: under way or there = %j', (name, is) => {
    const { store, add } = memoryQueue();
    add({ id: 'itself', clip, sha256: 'aa', state: states.done });
    add({ id: 'other', clip, sha256: 'aa', state: states[name] });
    expect(store.underWay(accountId, 100, 'aa', 'itself')?.id ?? null).toBe(is ? 'other' : null);
  });

  it('is none of another account, size or content', () => {
    const { store, add } = memoryQueue();
    const sent = { sha256: 'aa', state: { ...states['needs you to choose'], resume: lookPoint } };
    add({ id: 'itself', clip, ...sent }, { id: 'a', clip: other, ...sent });
    add({ id: 'b', clip, ...sent, accountId: otherAccount }, { id: 'c', clip, ...sent, sha256: 'bb' });
    expect(store.underWay(accountId, 100, 'aa', 'itself')).toBeNull();
  });
});
