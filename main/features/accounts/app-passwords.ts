// The account's application passwords as the user sees them: which there are, which is ours, and taking one away.
import type { AppPasswordView } from '../../../preload/contract.ts';
import { refusesSignIn, SiteRefusal } from '../../errors.ts';
import type { Account, AccountId } from '../../model.ts';
import type { SiteCalls, Speaker } from '../../site/client/client.ts';
import { appId, deletePassword, introspectPassword, listPasswords } from '../../site/connect/app-passwords.ts';
import { CannotConnect, cannotConnect } from '../../site/connect/discover.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import type { Accounts } from './accounts.ts';
import { outcomeOf } from './sign-in.ts';

export interface AppPasswordsOptions {
  readonly calls: SiteCalls;
  readonly accounts: Accounts;
  /** Ends what the account is sending: its password is gone. */
  readonly hold: (accountId: AccountId) => void;
}

export function appPasswordHandlers({
  calls,
  accounts,
  hold,
}: AppPasswordsOptions): Pick<Handlers, 'account.passwords' | 'account.revokePassword'> {
  /** Does something as the account; what the site refuses comes out as CannotConnect. */
  const asAccount = async <T>(
    accountId: AccountId,
    work: (speaker: Speaker, account: Account) => Promise<T>,
  ): Promise<T> => {
    const account = accounts.account(accountId);
    if (!account) throw new NotFound('This account is not here any more');
    const dead = account.method === 'token' ? 'token-refused' : 'wrong-password';
    const speaker = accounts.speaker(accountId);
    if (!speaker) throw new CannotConnect(dead);
    try {
      return await work(speaker, account);
    } catch (error) {
      if (!(error instanceof SiteRefusal)) throw cannotConnect(error);
      const { said } = error;
      if (said.code?.startsWith('application_passwords_disabled') || said.code === 'rest_no_route')
        throw new CannotConnect('app-passwords-off', said.message);
      if (refusesSignIn(said)) {
        accounts.signedOut(accountId);
        throw new CannotConnect(dead);
      }
      throw new CannotConnect(
        said.webPage ? 'html-instead' : said.status >= 500 ? 'server-error' : 'unexpected',
        said.message,
      );
    }
  };

  /** The password in use; the site is asked where it was not known yet. */
  const uuidInUse = async (speaker: Speaker, account: Account): Promise<string | null> => {
    if (account.passwordUuid !== null || account.method === 'token') return account.passwordUuid;
    const found = await introspectPassword(calls, speaker);
    if (found) accounts.usesPassword(account.id, found.uuid);
    return found?.uuid ?? null;
  };

  return {
    'account.passwords': (accountId) =>
      outcomeOf(() =>
        asAccount(accountId, async (speaker, account): Promise<readonly AppPasswordView[]> => {
          const all = await listPasswords(calls, speaker);
          const ours = await uuidInUse(speaker, account);
          return all.map(({ uuid, name, createdAt, lastUsedAt, lastIp, appId: madeBy }) => ({
            ...{ uuid, name, createdAt, lastUsedAt, lastIp },
            mark: uuid === ours ? 'in-use' : madeBy === appId ? 'ours' : 'other',
          }));
        }),
      ),
    'account.revokePassword': ({ accountId, uuid }) =>
      outcomeOf(() =>
        asAccount(accountId, async (speaker, account) => {
          const ours = (await uuidInUse(speaker, account)) === uuid;
          await deletePassword(calls, speaker, uuid);
          if (ours) {
            accounts.signedOut(accountId);
            hold(accountId);
          }
          return null;
        }),
      ),
  };
}
