// Signing in with the account's own password: the sign-in page and the token route (platform facts, sections 5 and 6).
import { checkAppPassword, usesAppPasswords } from './app-passwords.ts';
import { RestError } from './errors.ts';
import type { User } from './roles.ts';
import type { Address, Site } from './site.ts';
import { escapeHtml } from './text.ts';

/** The user, or the error that the sign-in page shows. */
export function checkAccount(site: Site, address: Address, login: string, password: string): User | RestError {
  const fail = (code: string, text: string): RestError => new RestError(code, `<strong>Error:</strong> ${text}`, 401);
  if (login === '') return fail('empty_username', 'The username field is empty.');
  if (password === '') return fail('empty_password', 'The password field is empty.');
  const user = site.store.userByLogin(login);
  if (!user && login.includes('@')) {
    return fail('invalid_email', 'Unknown email address. Check again or try your username.');
  }
  if (!user) {
    const hint = 'If you are unsure of your username, try your email address instead.';
    return fail(
      'invalid_username',
      `The username <strong>${escapeHtml(login)}</strong> is not registered on this site. ${hint}`,
    );
  }
  if (site.store.users().some((one) => one.id === user.id && one.accountPassword === password)) return user;
  const lost = `<a href="${site.home(address)}/wp-login.php?action=lostpassword">Lost your password?</a>`;
  const text = `The password you entered for the username <strong>${user.login}</strong> is incorrect. ${lost}`;
  return fail('incorrect_password', text);
}

/**
 * What a REST request may sign in with: the account password or, once the site uses them, an application password.
 * Its check comes last and so words the error, also of a wrong account password.
 */
export function authenticate(
  site: Site,
  address: Address,
  login: string,
  password: string,
  ip: string,
): User | RestError {
  const account = checkAccount(site, address, login, password);
  if (!(account instanceof RestError) || !usesAppPasswords(site)) return account;
  const found = checkAppPassword(site, address, login, password, ip);
  return found instanceof RestError ? found : found.user;
}
