// What the window asks of acts that are taken back, or done again: each by the room in which it was done.
import pLimit from 'p-limit';
import type { ActKind, ActWay, Events } from '../../../preload/contract.ts';
import { type Clock, StoreError } from '../../ports.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { Moved, QueueOrder } from '../../queue/store/order.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { ActLog } from '../acts/act-log.ts';
import type { Changes, Signals } from '../changes.ts';
import type { Library } from '../library/library.ts';
import type { Taken } from '../library/take-back.ts';
import type { ManyChanges } from '../metadata/many-changes.ts';

export interface TakeBackOptions {
  readonly clock: Clock;
  readonly store: Pick<QueueStore, 'write'>;
  readonly order: QueueOrder;
  readonly acts: ActLog;
  readonly many: Pick<ManyChanges, 'take'>;
  readonly library: Pick<Library, 'takeBack'>;
  readonly changes: Signals<Changes>;
  readonly events: Signals<Events>;
}

export interface TakeBack {
  readonly handlers: Pick<Handlers, 'acts.offers' | 'acts.take'>;
  /** Tells the window soon what is offered now. */
  changed(): void;
  stop(): void;
}

/** The window is told so often at most. */
const calmMs = 100;

export function createTakeBack(options: TakeBackOptions): TakeBack {
  const { acts, changes, clock, events, library, many, order, store } = options;
  const inTurn = pLimit(1);
  const tellOffers = (): void => {
    try {
      events.tell('acts.changed', acts.offers());
    } catch (error) {
      // A list that cannot be read is told of by who keeps it.
      if (!(error instanceof StoreError)) throw error;
    }
  };
  let isTelling = false;
  let isStopped = false;

  const reorder = async (id: number, way: ActWay): Promise<Taken> => {
    const taken = await store.write(() => {
      const all = acts.abouts(id).flatMap((jobId): Moved[] => {
        const item = acts.item(id, 'order', jobId);
        if (item === null) return [];
        const { from, to } = item;
        return [way === 'undo' ? { jobId, from, to } : { jobId, from: to, to: from }];
      });
      const changed = order.putBack(all).length;
      acts.setState(id, way === 'undo' ? 'undone' : 'done');
      return { changed, kept: all.length - changed, failed: 0, otherwise: 0 };
    });
    changes.tell('list', null);
    return taken;
  };

  const take = async (id: number, kind: ActKind, way: ActWay): Promise<Taken & { readonly batch?: number }> => {
    switch (kind) {
      case 'order':
        return reorder(id, way);
      case 'text':
      case 'remove':
      case 'cancel': {
        const taken = { ...(await many.take(id, way)), failed: 0, otherwise: 0 };
        // What is back may be too large for its site, or go at once.
        if (kind !== 'text') changes.tell('resumed', null);
        return taken;
      }
      case 'video-text':
        return library.takeBack.text(id, way);
      case 'trash':
      case 'restore': {
        const batch = library.takeBack.trash(id, kind, way);
        return { changed: 0, kept: 0, failed: 0, otherwise: 0, ...(batch === null ? {} : { batch }) };
      }
    }
  };

  return {
    handlers: {
      'acts.offers': async () => acts.offers(),
      'acts.take': async ({ id, way }) => {
        return inTurn(async () => {
          // One after the other, the last one first: what an act found is what the one after it left.
          if (acts.offers()[way]?.id !== id) return null;
          const { kind } = acts.find(id) ?? {};
          return kind === undefined ? null : { kind, way, ...(await take(id, kind, way)) };
        });
      },
    },
    changed: () => {
      if (isTelling) return;
      isTelling = true;
      clock.after(calmMs, () => {
        isTelling = false;
        if (!isStopped) tellOffers();
      });
    },
    stop: () => {
      isStopped = true;
      acts.stop();
    },
  };
}
