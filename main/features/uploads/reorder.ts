// What the window asks of the order of sending: clips that wait go elsewhere in it.
import type { JobSelection } from '../../queue/store/job-selection.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { Moved, QueueOrder } from '../../queue/store/order.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { ActLog } from '../acts/act-log.ts';
import type { Changes, Signals } from '../changes.ts';

export interface OrderingOptions {
  readonly store: Pick<QueueStore, 'write'>;
  readonly order: QueueOrder;
  readonly targets: Pick<JobSelection, 'idsOf'>;
  readonly acts: Pick<ActLog, 'moved'>;
  readonly changes: Signals<Changes>;
}

export function orderingHandlers(options: OrderingOptions): Pick<Handlers, 'queue.reorder'> {
  const { store, order, targets, acts, changes } = options;
  return {
    'queue.reorder': async ({ target, place }) => {
      const ids = await targets.idsOf(target);
      const moved = await store.write(() => {
        const all: Moved[] = [];
        const result = order.move(ids, place, (one) => all.push(one));
        acts.moved(all);
        return result;
      });
      if (moved.changed > 0) changes.tell('list', null);
      return moved;
    },
  };
}
