// Token plugin A, the one the product names: every failure is 403, and a bad token blocks every route (platform facts, 6).
import { authenticate } from './accounts.ts';
import { RestError } from './errors.ts';
import { everybody, ok, type RestAnswer, type RestRequest, type Route, type SignIn } from './rest.ts';
import type { Address, Site } from './site.ts';
import { issueToken, readBearer, type TokenFault } from './tokens.ts';

const refusal = ({ code, message }: TokenFault): RestError => new RestError(code, message, 403);

/** Whom a Bearer header names; null where it is none. The token of a deleted user is nobody's. */
export function bearerA(site: Site, address: Address, url: string, header: string | undefined): SignIn | null {
  if (!header?.startsWith('Bearer') || url.includes('token/validate')) return null;
  const found = readBearer(site, address, header);
  if ('code' in found) return { user: null, error: refusal(found), appPasswordUuid: null };
  return { user: site.store.user(found.userId), error: null, appPasswordUuid: null };
}

function generate({ site, address, params, ip }: RestRequest): RestAnswer {
  const text = (name: string): string => String(params[name] ?? '');
  const user = authenticate(site, address, text('username'), text('password'), ip);
  if (user instanceof RestError) throw refusal({ code: `[jwt_auth] ${user.code}`, message: user.message });
  return ok({
    token: issueToken(site, address, user, 'A'),
    user_email: user.email,
    user_nicename: user.login,
    user_display_name: user.name,
  });
}

function validate({ site, address, headers }: RestRequest): RestAnswer {
  const found = readBearer(site, address, headers.authorization);
  if ('code' in found) throw refusal(found);
  return ok({ code: 'jwt_auth_valid_token', data: { status: 200 } });
}

export function tokenRoutesA(site: Site): Route[] {
  const namespace = 'jwt-auth/v1';
  const active = (): boolean => site.switches.tokenPlugin === 'A';
  const post = { methods: ['POST'], args: {}, permission: everybody };
  return [
    { namespace, active, path: `/${namespace}/token`, endpoints: [{ ...post, handler: generate }] },
    { namespace, active, path: `/${namespace}/token/validate`, endpoints: [{ ...post, handler: validate }] },
  ];
}
