// What the window asks about sites and accounts that are connected: opening a site, and taking one or an account away.
import type { AccountId } from '../../model.ts';
import type { Desktop } from '../../ports.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from './accounts.ts';
import { requireSite } from './require.ts';

export interface AccountsHandlersOptions {
  readonly accounts: Accounts;
  readonly desktop: Pick<Desktop, 'openUrl'>;
  /** Ends what the account is sending. */
  readonly hold: (accountId: AccountId) => void;
}

export function accountsHandlers({
  accounts,
  desktop,
  hold,
}: AccountsHandlersOptions): Pick<Handlers, 'site.open' | 'site.remove' | 'account.remove'> {
  return {
    'site.open': async (siteId) => {
      await desktop.openUrl(requireSite(accounts, siteId).address);
    },
    'site.remove': async (siteId) => {
      const held = accounts.ready().filter((account) => account.siteId === siteId);
      await accounts.removeSite(siteId);
      for (const account of held) hold(account.id);
    },
    'account.remove': async (accountId) => {
      await accounts.removeAccount(accountId);
      hold(accountId);
    },
  };
}
