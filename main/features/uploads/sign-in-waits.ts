// Accounts that somebody has to sign in to, with what waits for that; one for which nothing waits is not named.
import type { SignInWait } from '../../../preload/contract.ts';
import type { AccountId } from '../../model.ts';
import type { QueueLoad } from '../../queue/store/backlog.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { Accounts } from '../accounts/accounts.ts';

export interface SignInWaitsOptions {
  readonly accounts: Pick<Accounts, 'views'>;
  readonly backlog: Pick<QueueLoad, 'waiting'>;
  readonly store: Pick<QueueStore, 'goesOn' | 'asks'>;
  /** Whether something that was typed in the Library for videos of the account waits. */
  readonly editsWait: (accountId: AccountId) => boolean;
}

export function signInWaits({ accounts, backlog, store, editsWait }: SignInWaitsOptions): readonly SignInWait[] {
  const waiting = backlog.waiting();
  return accounts.views().flatMap((site) =>
    site.accounts.flatMap(({ id: accountId, name: accountName, signedIn }): SignInWait[] => {
      const edits = !signedIn && editsWait(accountId);
      if (signedIn || (!edits && !store.goesOn(accountId, true))) return [];
      const { small, big } = waiting.get(accountId) ?? { small: { clips: 0 }, big: { clips: 0 } };
      const looks = store.asks(accountId, 'unclear');
      const texts = edits || store.asks(accountId, 'describing');
      return [{ accountId, accountName, siteName: site.name, clips: small.clips + big.clips, looks, texts }];
    }),
  );
}
