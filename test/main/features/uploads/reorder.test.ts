// Clips that wait go elsewhere in the order of sending, and the window is told only where something moved.
import { expect, it } from 'vitest';
import { createActLog } from '../../../../main/features/acts/act-log.ts';
import { type Changes, createSignals } from '../../../../main/features/changes.ts';
import { orderingHandlers } from '../../../../main/features/uploads/reorder.ts';
import { createJobSelection } from '../../../../main/queue/store/job-selection.ts';
import { queueOrder } from '../../../../main/queue/store/order.ts';
import { handClock } from '../../queue/hand-clock.ts';
import { idsOf, memoryQueue } from '../../queue/store/memory-queue.ts';

it('as they were named, and where', async () => {
  const { sql, store, add } = memoryQueue();
  const changes = createSignals<Changes>();
  let told = 0;
  changes.on('list', () => told++);
  add({ id: 'a' }, { id: 'b' }, { id: 'c' });
  const order = queueOrder(sql);
  const { 'queue.reorder': reorder } = orderingHandlers({
    ...{ store, order, changes, acts: createActLog(sql, handClock(), () => {}) },
    targets: createJobSelection(store, handClock(), () => []),
  });
  expect(await reorder({ target: { ids: ['c'] }, place: { to: 'first' } })).toEqual({ changed: 1, place: 1, of: 3 });
  expect([idsOf(store.rows('all', 'queue', 0, 9)), told]).toEqual([['c', 'a', 'b'], 1]);
  expect(await reorder({ target: { ids: ['c'] }, place: { to: 'first' } })).toMatchObject({ changed: 0 });
  expect(told).toBe(1);
});
