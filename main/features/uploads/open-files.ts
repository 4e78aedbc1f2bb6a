// Files that the system hands over (open with, dock, a second start): added like a drop, once it is clear to which account.
import type { AddResult, Events, Opened } from '../../../preload/contract.ts';
import type { AccountId } from '../../model.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Signals } from '../changes.ts';

export interface OpeningOptions {
  /** Accounts that clips could go to, by site. */
  readonly accounts: { views(): readonly { readonly accounts: readonly { readonly id: AccountId }[] }[] };
  readonly add: (paths: readonly string[], accountId: AccountId) => Promise<AddResult>;
  readonly events: Pick<Signals<Events>, 'tell'>;
}

export interface Opening {
  /** `paths` are absolute. */
  open(paths: readonly string[]): Promise<void>;
  readonly handlers: Pick<Handlers, 'queue.addOpened'>;
}

export function createOpenFiles({ accounts, add, events }: OpeningOptions): Opening {
  const emit = (opened: Opened): void => events.tell('desktop.opened', opened);
  /** Paths that wait for the user's choice; they never cross the bridge. */
  let waiting: readonly string[] = [];
  return {
    open: async (paths) => {
      if (paths.length === 0) return;
      const [first, second] = accounts.views().flatMap((site) => site.accounts.map(({ id }) => id));
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
