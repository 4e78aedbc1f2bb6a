// Signing in as tests do it: straight through the handlers, with what the practice site gives.
import type { AccountView, Outcome, SignInWith, SiteOffer } from '../../preload/contract.ts';
import type { PracticeSite } from '../site/start.ts';
import type { Engine } from './engine.ts';

/** The value of an outcome that is to be good. */
export function worth<T>(outcome: Outcome<T, unknown>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

export async function find(engine: Engine, address: string): Promise<SiteOffer> {
  return worth(await engine.uploader.handlers['site.find'](address));
}

export async function signIn(engine: Engine, address: string, way: SignInWith) {
  const { offer } = await find(engine, address);
  return engine.uploader.handlers['account.signIn']({ offer, with: way });
}

export function accountPassword(
  site: PracticeSite,
  login = 'ava',
  password = site.signIn(login).accountPassword,
): SignInWith {
  return { kind: 'account-password', login, password };
}

export const pasted = (token: string, consentPlainHttp = false): SignInWith => ({
  kind: 'token',
  token,
  consentPlainHttp,
});

/** A token as the site's own dashboard would show it. */
export async function issue(site: PracticeSite, login = 'ava', home = site.url): Promise<string> {
  const { accountPassword: password } = site.signIn(login);
  const response = await fetch(`${home}/wp-json/jwt-auth/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: login, password }),
  });
  const body = (await response.json()) as { token?: string; data?: { token?: string } };
  return body.token ?? body.data?.token ?? '';
}

export async function accountOf(engine: Engine, id: string): Promise<AccountView> {
  const { sites } = await engine.uploader.handlers['app.state']();
  const found = sites.flatMap(({ accounts }) => accounts).find((one) => one.id === id);
  if (!found) throw new Error(`no account ${id}`);
  return found;
}
