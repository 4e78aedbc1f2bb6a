// The account's application passwords as the user sees them: which there are, which is ours, and taking one away.
import type { AppPasswordView } from '../../../preload/contract.ts';
import { refusesSignIn, type SiteAnswer, SiteRefusal } from '../../answers.ts';
import { type Account, type AccountId, type SignInRefusal, signInMethods } from '../../model.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { appId, deletePassword, introspectPassword, listPasswords } from '../../site/connect/app-passwords.ts';
import { CannotConnect, cannotConnect } from '../../site/connect/discover.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from './accounts.ts';
import { outcomeOf } from './outcome.ts';
import { requireAccount } from './require.ts';

export interface AppPasswordsOptions {
  readonly calls: SiteCalls;
  readonly accounts: Accounts;
  /** Ends what the account is sending: its password is gone. */
  readonly hold: (accountId: AccountId) => void;
}

const arePasswordsOff = ({ code }: SiteAnswer): boolean =>
  code?.startsWith('application_passwords_disabled') === true || code === 'rest_no_route';

/** What a refusal is told as; `dead` = what it is called where the sign-in itself was refused. */
function whyRefused(said: SiteAnswer, dead: SignInRefusal): CannotConnect {
  if (arePasswordsOff(said)) return new CannotConnect('app-passwords-off', said.message);
  if (refusesSignIn(said)) return new CannotConnect(dead);
  if (said.webPage) return new CannotConnect('html-instead', said.message);
  return new CannotConnect(said.status >= 500 ? 'server-error' : 'unexpected', said.message);
}

export function appPasswordHandlers({
  calls,
  accounts,
  hold,
}: AppPasswordsOptions): Pick<Handlers, 'account.passwords' | 'account.revokePassword'> {
  /** Does something as the account; what the site refuses comes out as CannotConnect. */
  const asAccount = async <T>(
    accountId: AccountId,
    work: (client: AuthorizedClient, account: Account) => Promise<T>,
  ): Promise<T> => {
    const account = requireAccount(accounts, accountId);
    const dead = signInMethods[account.method].refused.signingIn;
    const client = accounts.client(accountId);
    if (!client) throw new CannotConnect(dead);
    try {
      return await work(client, account);
    } catch (error) {
      if (!(error instanceof SiteRefusal)) throw cannotConnect(error);
      if (refusesSignIn(error.said) && !arePasswordsOff(error.said)) accounts.signedOut(accountId);
      throw whyRefused(error.said, dead);
    }
  };

  /** The password in use; the site is asked where it was not known yet. */
  const uuidInUse = async (client: AuthorizedClient, account: Account): Promise<string | null> => {
    if (account.passwordUuid !== null || !signInMethods[account.method].isAppPassword) return account.passwordUuid;
    const found = await introspectPassword(calls, client);
    if (found) accounts.usesPassword(account.id, found.uuid);
    return found?.uuid ?? null;
  };

  return {
    'account.passwords': (accountId) =>
      outcomeOf(() =>
        asAccount(accountId, async (client, account): Promise<readonly AppPasswordView[]> => {
          const all = await listPasswords(calls, client);
          const ours = await uuidInUse(client, account);
          return all.map(({ uuid, name, createdAt, lastUsedAt, lastIp, appId: madeBy }) => ({
            ...{ uuid, name, createdAt, lastUsedAt, lastIp },
            mark: uuid === ours ? 'in-use' : madeBy === appId ? 'ours' : 'other',
          }));
        }),
      ),
    'account.revokePassword': ({ accountId, uuid }) =>
      outcomeOf(() =>
        asAccount(accountId, async (client, account) => {
          const ours = (await uuidInUse(client, account)) === uuid;
          await deletePassword(calls, client, uuid);
          if (ours) {
            accounts.signedOut(accountId);
            hold(accountId);
          }
          return null;
        }),
      ),
  };
}
