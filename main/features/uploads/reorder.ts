// What the window asks of the order of sending: clips that wait go elsewhere in it.
import type { JobTarget } from '../../../preload/contract.ts';
import type { JobId } from '../../model.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { QueueOrder } from '../../queue/store/order.ts';
import type { Handlers } from '../../uploader-api.ts';

export interface OrderingOptions {
  readonly store: Pick<QueueStore, 'write'>;
  readonly order: QueueOrder;
  readonly idsOf: (target: JobTarget) => Promise<readonly JobId[]>;
  readonly onMoved: () => void;
}

export function orderingHandlers({ store, order, idsOf, onMoved }: OrderingOptions): Pick<Handlers, 'queue.reorder'> {
  return {
    'queue.reorder': async ({ target, place }) => {
      const ids = await idsOf(target);
      const moved = await store.write(() => order.move(ids, place));
      if (moved.changed > 0) onMoved();
      return moved;
    },
  };
}
