// What the window asks about sites and accounts that are connected: opening a site, taking one or an account away, and the proxies
// on the way there.
import type { AccountId } from '../../model.ts';
import type { Desktop } from '../../ports.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from './accounts.ts';
import type { ProxySignIns } from './proxy-sign-ins.ts';
import { requireAccount, requireSite } from './require.ts';

export interface AccountsHandlersOptions {
  readonly accounts: Accounts;
  readonly proxySignIns: Pick<ProxySignIns, 'handlers'>;
  readonly desktop: Pick<Desktop, 'openUrl'>;
  /** Ends what the account is sending. */
  readonly hold: (accountId: AccountId) => void;
}

export function accountsHandlers({
  accounts,
  proxySignIns,
  desktop,
  hold,
}: AccountsHandlersOptions): Pick<
  Handlers,
  'site.open' | 'site.remove' | 'account.remove' | 'account.holdNew' | 'proxy.signIn' | 'proxy.forget'
> {
  return {
    ...proxySignIns.handlers,
    'site.open': async (siteId) => {
      await desktop.openUrl(requireSite(accounts, siteId).address);
    },
    'site.remove': async (siteId) => {
      const held = accounts.ready().filter((account) => account.siteId === siteId);
      await accounts.removeSite(siteId);
      for (const account of held) hold(account.id);
    },
    'account.holdNew': async ({ accountId, isHeld }) => {
      requireAccount(accounts, accountId);
      accounts.learnOf(accountId, { holdsNew: isHeld });
    },
    'account.remove': async (accountId) => {
      await accounts.removeAccount(accountId);
      hold(accountId);
    },
  };
}
