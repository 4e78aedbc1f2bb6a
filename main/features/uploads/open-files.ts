// Files that the system hands over (open with, dock, a second start): added like a drop, once it is clear to which account.
import type { AddResult, Opened } from '../../../preload/contract.ts';
import type { AccountId } from '../../model.ts';
import type { Handlers } from '../../uploader-api.ts';

export interface OpeningOptions {
  /** Accounts that clips could go to. */
  readonly accounts: () => readonly AccountId[];
  readonly add: (paths: readonly string[], accountId: AccountId) => Promise<AddResult>;
  readonly emit: (opened: Opened) => void;
}

export interface Opening {
  /** `paths` are absolute. */
  open(paths: readonly string[]): Promise<void>;
  readonly handlers: Pick<Handlers, 'queue.addOpened'>;
}

export function createOpenFiles({ accounts, add, emit }: OpeningOptions): Opening {
  /** Paths that wait for the user's choice; they never cross the bridge. */
  let waiting: readonly string[] = [];
  return {
    open: async (paths) => {
      if (paths.length === 0) return;
      const [first, second] = accounts();
      if (first === undefined) {
        emit({ kind: 'no-account' });
        return;
      }
      if (second === undefined) {
        emit({ kind: 'added', result: await add(paths, first) });
        return;
      }
      waiting = [...waiting, ...paths];
      emit({ kind: 'choose', count: waiting.length });
    },
    handlers: {
      'queue.addOpened': async (accountId) => {
        const paths = waiting;
        waiting = [];
        return accountId === null || paths.length === 0 ? null : add(paths, accountId);
      },
    },
  };
}
