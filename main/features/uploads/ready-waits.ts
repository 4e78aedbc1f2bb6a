// Accounts whose clips are ready, with how many: they go when their user says so.
import type { ReadyWait } from '../../../preload/contract.ts';
import type { QueueLoad } from '../../queue/store/backlog.ts';
import type { Accounts } from '../accounts/accounts.ts';

export interface ReadyWaitsOptions {
  readonly accounts: Pick<Accounts, 'views'>;
  readonly backlog: Pick<QueueLoad, 'ready'>;
}

/** In the order of the list of sites. */
export function readyWaits({ accounts, backlog }: ReadyWaitsOptions): readonly ReadyWait[] {
  const ready = backlog.ready();
  return accounts.views().flatMap((site) =>
    site.accounts.flatMap(({ id: accountId, name: accountName }): ReadyWait[] => {
      const clips = ready.get(accountId) ?? 0;
      return clips === 0 ? [] : [{ accountId, accountName, siteName: site.name, clips }];
    }),
  );
}
