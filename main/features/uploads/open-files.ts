// Files that the system hands over (open with, dock, a second start): added like a drop, once it is clear to which account.
import type { AddResult, Events, Opened } from '../../../preload/contract.ts';
import type { AccountId, SiteId } from '../../model.ts';
import type { Settings } from '../../ports.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Signals } from '../changes.ts';

export interface OpeningOptions {
  /** Accounts that clips could go to, by site. */
  readonly accounts: {
    views(): readonly {
      readonly id: SiteId;
      readonly accounts: readonly {
        readonly id: AccountId;
        readonly publishesAtOnce: boolean | null;
        readonly publicUnasked: boolean;
        readonly holdsNew: boolean;
      }[];
    }[];
  };
  readonly settings: Pick<Settings, 'values'>;
  readonly add: (paths: readonly string[], accountId: AccountId) => Promise<AddResult>;
  readonly events: Pick<Signals<Events>, 'tell'>;
}

export interface Opening {
  /** `paths` are absolute. */
  open(paths: readonly string[]): Promise<void>;
  readonly handlers: Pick<Handlers, 'queue.addOpened'>;
}

export function createOpenFiles({ accounts, settings, add, events }: OpeningOptions): Opening {
  const emit = (opened: Opened): void => events.tell('desktop.opened', opened);
  /** Paths that wait for the user's choice; they never cross the bridge. */
  let waiting: readonly string[] = [];
  return {
    open: async (paths) => {
      if (paths.length === 0) return;
      const sites = accounts.views();
      const [first, second] = sites.flatMap((site) => site.accounts.map(({ id }) => id));
      // Everybody would see the clips before anybody was asked.
      const isAsked = sites.some(
        ({ id, accounts: on }) =>
          on.some(
            ({ publishesAtOnce, publicUnasked, holdsNew }) => !holdsNew && (publishesAtOnce === true || publicUnasked),
          ) && !settings.values().publicSites.includes(id),
      );
      if (first === undefined) {
        emit({ kind: 'no-account' });
        return;
      }
      if (second === undefined && !isAsked) {
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
