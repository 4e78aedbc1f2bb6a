// The account's application passwords as the user sees them: which there are, which is ours, renaming one, taking some away.
import type { AppPasswordView } from '../../../preload/contract.ts';
import { refusesSignIn, type SiteAnswer, SiteRefusal } from '../../answers.ts';
import { type Account, type AccountId, type SignInRefusal, signInMethods } from '../../model.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import {
  type AppPassword,
  appId,
  deleteAllPasswords,
  deletePassword,
  getPassword,
  introspectPassword,
  listPasswords,
  renamePassword,
} from '../../site/connect/app-passwords.ts';
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

type Handled =
  | 'account.passwords'
  | 'account.password'
  | 'account.renamePassword'
  | 'account.revokePassword'
  | 'account.revokePasswords';

const arePasswordsOff = ({ code }: SiteAnswer): boolean =>
  code?.startsWith('application_passwords_disabled') === true || code === 'rest_no_route';

const nameRefusals = new Set(['rest_invalid_param', 'rest_missing_callback_param', 'application_password_empty_name']);

/** What a refusal is told as; `dead` = what it is called where the sign-in itself was refused. */
function whyRefused(said: SiteAnswer, dead: SignInRefusal): CannotConnect {
  const { code, message, status } = said;
  if (arePasswordsOff(said)) return new CannotConnect('app-passwords-off', message);
  if (code === 'rest_application_password_not_found') return new CannotConnect('password-gone');
  if (code === 'application_password_duplicate_name') return new CannotConnect('password-name-taken');
  if (code !== null && nameRefusals.has(code)) return new CannotConnect('password-name-refused', message);
  if (refusesSignIn(said)) return new CannotConnect(dead);
  if (said.webPage) return new CannotConnect('html-instead', message);
  if (status === 403) return new CannotConnect('passwords-not-allowed', message);
  return new CannotConnect(status >= 500 ? 'server-error' : 'unexpected', message);
}

function toView({ appId: madeBy, ...password }: AppPassword, inUse: string | null): AppPasswordView {
  const mark = password.uuid === inUse ? 'in-use' : madeBy === appId ? 'ours' : 'other';
  return { ...password, mark };
}

export function appPasswordHandlers({ calls, accounts, hold }: AppPasswordsOptions): Pick<Handlers, Handled> {
  /** Does something as the account; what the site refuses comes out as the failure that the user is told. */
  const asAccount = <T>(accountId: AccountId, work: (client: AuthorizedClient, account: Account) => Promise<T>) =>
    outcomeOf(async () => {
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
    });

  /** The password in use; the site is asked where it was not known yet. */
  const uuidInUse = async (client: AuthorizedClient, account: Account): Promise<string | null> => {
    if (account.passwordUuid !== null || !signInMethods[account.method].isAppPassword) return account.passwordUuid;
    const found = await introspectPassword(calls, client);
    if (found) accounts.usesPassword(account.id, found.uuid);
    return found?.uuid ?? null;
  };

  const leave = (accountId: AccountId): void => {
    accounts.signedOut(accountId);
    hold(accountId);
  };

  /** All but the one in use, one by one: the site knows no such wish. Gives how many. */
  const revokeOthers = async (client: AuthorizedClient, account: Account): Promise<number> => {
    const ours = await uuidInUse(client, account);
    // Which one must stay is not known, and the wrong one would sign this computer out.
    if (ours === null && signInMethods[account.method].isAppPassword) throw new CannotConnect('unexpected');
    const others = (await listPasswords(calls, client)).filter(({ uuid }) => uuid !== ours);
    for (const { uuid } of others) await deletePassword(calls, client, uuid);
    return others.length;
  };

  const revokeAll = async (client: AuthorizedClient, account: Account): Promise<number> => {
    const count = await deleteAllPasswords(calls, client);
    if (signInMethods[account.method].isAppPassword) leave(account.id);
    return count;
  };

  return {
    'account.passwords': (accountId) =>
      asAccount(accountId, async (client, account): Promise<readonly AppPasswordView[]> => {
        const all = await listPasswords(calls, client);
        const ours = await uuidInUse(client, account);
        return all.map((password) => toView(password, ours));
      }),
    'account.password': ({ accountId, uuid }) =>
      asAccount(accountId, async (client, account) =>
        toView(await getPassword(calls, client, uuid), await uuidInUse(client, account)),
      ),
    'account.renamePassword': ({ accountId, uuid, name }) =>
      asAccount(accountId, async (client, account) =>
        toView(await renamePassword(calls, client, uuid, name), await uuidInUse(client, account)),
      ),
    'account.revokePassword': ({ accountId, uuid }) =>
      asAccount(accountId, async (client, account) => {
        const ours = (await uuidInUse(client, account)) === uuid;
        await deletePassword(calls, client, uuid);
        if (ours) leave(accountId);
        return null;
      }),
    'account.revokePasswords': ({ accountId, which }) =>
      asAccount(accountId, which === 'all' ? revokeAll : revokeOthers),
  };
}
