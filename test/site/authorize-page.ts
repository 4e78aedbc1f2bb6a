// authorize-application.php: a person lets an application have a password of its own (platform facts, section 5).
import { createAppPassword, disabledError, disabledForUser } from './app-passwords.ts';
import type { PageRequest } from './browser-pages.ts';
import { htmlPage, redirectTo } from './pages.ts';
import { isUuid } from './params.ts';
import type { RestAnswer } from './rest.ts';
import { nonceOf, type Session } from './session.ts';
import { escapeHtml } from './text.ts';

interface Wish {
  name: string;
  appId: string;
  successUrl: string;
  rejectUrl: string;
}

const ACTION = 'authorize_application_password';

/** Adds parameters and keeps what is there already. */
function withParams(url: string, params: Readonly<Record<string, string>>): string {
  const [, base = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  const added = Object.entries(params).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}${base.includes('?') ? '&' : '?'}${added.join('&')}${fragment}`;
}

/** What is wrong with an address to return to; null for a good one or none. `local` = the site's environment. */
function redirectFault(url: string, local: boolean): string | null {
  if (url === '') return null;
  const [, scheme = '', host = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(url) ?? [];
  if (host === '' || ['javascript', 'data'].includes(scheme.toLowerCase())) return 'Invalid URL format.';
  // In production up to WordPress 6.8 loopback included: a client must not rely on more.
  if (scheme.toLowerCase() === 'http' && !local) return 'The URL must be served over a secure connection.';
  return null;
}

function readWish({ query, form, method }: PageRequest): Wish {
  const text = (name: string): string => String((method === 'POST' ? form[name] : undefined) ?? query[name] ?? '');
  const successUrl = text('success_url');
  const rejected = text('reject_url');
  const rejectUrl = rejected || (successUrl && withParams(successUrl, { success: 'false' }));
  return { name: text('app_name').trim(), appId: text('app_id'), successUrl, rejectUrl };
}

function dies(status: number, title: string, message: string): RestAnswer {
  return htmlPage(status, title, '', `<div class="wp-die-message">${message}</div>`);
}

/** PHP's esc_url empties an address with a scheme that it does not know, so the plain form loses it. */
function formUrl(url: string): string {
  return /^https?:/i.test(url) ? escapeHtml(url) : '';
}

/** The page's own script, which acts in place of the form: it asks the API for the password and leads on with it. */
const SCRIPT = `
const app = JSON.parse(document.getElementById('auth-app').textContent);
const approve = document.getElementById('approve');
const result = document.getElementById('result');
approve.addEventListener('click', async (event) => {
  event.preventDefault();
  const name = document.getElementById('app_name').value;
  if (name === '') return document.getElementById('app_name').focus();
  approve.disabled = true;
  const response = await fetch(app.create, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-WP-Nonce': app.nonce },
    body: JSON.stringify({ name, ...(app.app_id === '' ? {} : { app_id: app.app_id }) }),
  });
  const answer = await response.json();
  if (!response.ok) {
    approve.disabled = false;
    result.textContent = answer.message;
    return;
  }
  if (app.success !== '') {
    const parts = { site_url: app.site_url, user_login: app.user_login, password: answer.password };
    const added = Object.entries(parts).map(([key, value]) => key + '=' + encodeURIComponent(value)).join('&');
    window.location = app.success + (app.success.includes('?') ? '&' : '?') + added;
    return;
  }
  result.innerHTML = 'Your new password: <input id="new-application-password-value" readonly>';
  result.querySelector('input').value = answer.password;
});
document.getElementById('reject').addEventListener('click', (event) => {
  event.preventDefault();
  window.location = app.reject === '' ? app.admin : app.reject;
});
`;

function wishPage({ site, address }: PageRequest, session: Session, wish: Wish): RestAnswer {
  const home = site.home(address);
  const hidden = {
    _wpnonce: nonceOf(site, session, ACTION),
    action: ACTION,
    app_id: escapeHtml(wish.appId),
    success_url: formUrl(wish.successUrl),
    reject_url: formUrl(wish.rejectUrl),
  };
  const inputs = Object.entries(hidden).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  const data = {
    success: wish.successUrl,
    reject: wish.rejectUrl,
    app_id: wish.appId,
    site_url: home,
    user_login: session.user.login,
    admin: `${home}/wp-admin/`,
    create: site.rest(address, site.v2('/users/me/application-passwords')),
    nonce: nonceOf(site, session, 'wp_rest'),
  };
  const who = wish.name === '' ? 'this application' : `<strong>${escapeHtml(wish.name)}</strong>`;
  const body = `<h1>Authorize Application</h1>
<p>An application would like to connect to your account.</p>
<p>Would you like to give ${who} access to your account? You should only do this if you trust the application in question.</p>
<form action="${escapeHtml(`${home}/wp-admin/authorize-application.php`)}" method="post">${inputs.join('')}
<p><label for="app_name">New Application Password Name</label>
<input type="text" id="app_name" name="app_name" value="${escapeHtml(wish.name)}" required></p>
<p><button name="approve" value="1" id="approve">Yes, I approve of this connection</button></p>
<p><button name="reject" value="1" id="reject">No, I do not approve of this connection</button></p>
</form><div id="result" role="alert"></div>
<script type="application/json" id="auth-app">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script type="module">${SCRIPT}</script>`;
  return htmlPage(200, 'Authorize Application', '', body);
}

/** The form without the script. The password then travels without spaces. */
function decide({ site, address, form }: PageRequest, session: Session, wish: Wish): RestAnswer {
  const home = site.home(address);
  if (form.reject !== undefined) return redirectTo(wish.rejectUrl || `${home}/wp-admin/`);
  const made = createAppPassword(site, session.user.id, { name: wish.name, appId: wish.appId });
  const password = made.password.replaceAll(' ', '');
  if (wish.successUrl !== '') {
    return redirectTo(withParams(wish.successUrl, { site_url: home, user_login: session.user.login, password }));
  }
  // WordPress 6.8 writes a field behind it, which its own filter of notices takes away: the password is nowhere.
  const label = `<label for="new-application-password-value">Your new password for <strong>${escapeHtml(wish.name)}</strong> is:</label>`;
  return htmlPage(200, 'Authorize Application', '', `<h1>Authorize Application</h1><p>${label}</p>`);
}

export function authorizePage(request: PageRequest, session: Session): RestAnswer {
  const { site, address, method, form } = request;
  const posted = method === 'POST' && form.action === ACTION;
  if (posted && form._wpnonce !== nonceOf(site, session, ACTION)) {
    return dies(403, 'Something went wrong.', 'The link you followed has expired.');
  }
  const wish = readWish(request);
  const local = address.scheme === 'http' && site.isLocal(address);
  const faults = [wish.successUrl, wish.rejectUrl]
    .map((url) => redirectFault(url, local))
    .filter((fault) => fault !== null);
  if (wish.appId !== '' && !isUuid(wish.appId)) faults.push('The application ID must be a UUID.');
  if (faults.length > 0) {
    const message = ['The Authorize Application request is not allowed.', ...faults].join(' ');
    return dies(500, 'Cannot Authorize Application', message);
  }
  if (request.hasBasic) {
    const message =
      'Your website appears to use Basic Authentication, which is not currently compatible with application passwords.';
    return dies(501, 'Cannot Authorize Application', message);
  }
  const off = site.appPasswordsAvailable(address) ? disabledForUser(site, session.user, 501) : disabledError(501);
  if (off) return dies(501, 'Cannot Authorize Application', off.message);
  return posted && (wish.name !== '' || form.reject !== undefined)
    ? decide(request, session, wish)
    : wishPage(request, session, wish);
}
