// Which computer the list belongs to: on another one, where a copy of it was put, nothing is sent until the user says so (F-48).
import type { StoreView } from '../../../preload/contract.ts';
import { type Clock, type Sql, StoreError } from '../../ports.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { Rebuilds } from '../../queue/store/rebuilds.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Changes, Signals } from '../changes.ts';

export interface ProfileOwner {
  /** False = the list came from another computer, and nothing goes by itself. Where the computer is not known, it is the same. */
  isHere(): boolean;
  view(): StoreView['elsewhere'];
  /** Inside a write: the list belongs to this computer from here on. */
  settle(): void;
  /** Inside a write: it is to stay as it is, and the user is not asked again on this computer. */
  leave(): void;
}

/** `machine` = what tells this computer from others, null = nothing does. Takes over an already migrated database. */
export function createProfileOwner(sql: Sql, machine: string | null): ProfileOwner {
  const row = sql.prepare('SELECT machine, left_on FROM home').get();
  let isHere = machine === null || row === undefined || row.machine === machine;
  let left = !isHere && row?.left_on === machine;

  const settle = (): void => {
    sql
      .prepare(
        'INSERT INTO home VALUES (1, ?, NULL) ON CONFLICT (only) DO UPDATE SET machine = excluded.machine, left_on = NULL',
      )
      .run(machine);
    isHere = true;
    left = false;
  };
  if (row === undefined && machine !== null) {
    try {
      settle();
    } catch (error) {
      // Without room on the disk it is written down by a later start (F-43).
      if (!(error instanceof StoreError) || error.problem !== 'full') throw error;
    }
  }

  return {
    isHere: () => isHere,
    view: () => (isHere ? null : left ? 'left' : 'asked'),
    settle,
    leave: () => {
      sql.prepare('UPDATE home SET left_on = ?').run(machine);
      left = true;
    },
  };
}

export interface OwnerHandlersOptions {
  readonly clock: Clock;
  readonly owner: ProfileOwner;
  readonly store: QueueStore;
  readonly rebuilds: Pick<Rebuilds, 'doubt'>;
  readonly changes: Signals<Changes>;
}

export function ownerHandlers(parts: OwnerHandlersOptions): Pick<Handlers, 'store.goOnHere' | 'store.leave'> {
  const { clock, owner, store, rebuilds, changes } = parts;
  return {
    'store.goOnHere': async () => {
      if (owner.isHere()) return;
      // In one write: a crash in between would send what the other computer has sent since.
      await store.write(() => {
        rebuilds.doubt(clock.now());
        owner.settle();
      });
      changes.tell('claimed', null);
      changes.tell('owner', null);
    },
    'store.leave': async () => {
      if (owner.isHere()) return;
      await store.write(() => owner.leave());
      changes.tell('owner', null);
    },
  };
}
