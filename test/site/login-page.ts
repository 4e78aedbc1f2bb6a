// wp-login.php: the form, and what becomes of it (platform facts, sections 1 and 5).
import { checkAccount } from './accounts.ts';
import type { PageRequest } from './browser-pages.ts';
import { RestError } from './errors.ts';
import { htmlPage, redirectTo } from './pages.ts';
import type { RestAnswer } from './rest.ts';
import type { User } from './roles.ts';
import { startSession } from './session.ts';
import { escapeHtml } from './text.ts';

/** Where a sign-in leads: only within the site, and not to wp-admin where the product keeps people out of it. */
function destination({ site, address }: PageRequest, wanted: string, user: User): string {
  const home = site.home(address);
  const admin = `${home}/wp-admin/`;
  const inside = URL.canParse(wanted, admin) && new URL(wanted, admin).origin === new URL(home).origin;
  const target = wanted !== '' && inside ? new URL(wanted, admin).href : admin;
  const kept = site.switches.blockAdminAccess && user.role !== 'administrator' && target.includes('/wp-admin');
  return kept ? home : target;
}

function form({ site, address }: PageRequest, wanted: string, login: string, error: string): RestAnswer {
  const action = escapeHtml(`${site.home(address)}/wp-login.php`);
  const notice = error === '' ? '' : `<div id="login_error" class="notice notice-error"><p>${error}</p></div>`;
  const body = `<div id="login"><h1>${escapeHtml(site.options.name)}</h1>${notice}
<form name="loginform" id="loginform" action="${action}" method="post">
<p><label for="user_login">Username or Email Address</label>
<input type="text" name="log" id="user_login" value="${escapeHtml(login)}" autocomplete="username" required></p>
<p><label for="user_pass">Password</label>
<input type="password" name="pwd" id="user_pass" value="" autocomplete="current-password" required></p>
<p><input name="rememberme" type="checkbox" id="rememberme" value="forever"><label for="rememberme">Remember Me</label></p>
<p><input type="submit" name="wp-submit" id="wp-submit" value="Log In">
<input type="hidden" name="redirect_to" value="${escapeHtml(wanted)}"></p>
</form></div>`;
  return htmlPage(200, `Log In &lsaquo; ${escapeHtml(site.options.name)}`, '', body);
}

export function loginPage(request: PageRequest): RestAnswer {
  const { site, address, method, query, form: sent, session } = request;
  const wanted = String(sent.redirect_to ?? query.redirect_to ?? '');
  if (method !== 'POST') {
    if (session && query.reauth !== '1') return redirectTo(destination(request, wanted, session.user));
    return form(request, wanted, '', '');
  }
  const login = String(sent.log ?? '');
  const user = checkAccount(site, address, login, String(sent.pwd ?? ''));
  // A refusal is a page like any other: status 200.
  if (user instanceof RestError) return form(request, wanted, login, user.message);
  const answer = redirectTo(destination(request, wanted, user));
  return { ...answer, headers: { ...answer.headers, ...startSession(site, address, user) } };
}
