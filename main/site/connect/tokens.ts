// The token endpoint of both plugins that answer on its route: asking for a token, renewing it, and whether tokens arrive at all.
import { z } from 'zod';
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import type { WallMs } from '../../model.ts';
import { type Clock, HttpError } from '../../ports.ts';
import { saneMoment, toldMoment, toldWhole } from '../../untrusted/values.ts';
import { mayCarrySecret } from '../client/address.ts';
import type { SiteCalls } from '../client/client.ts';
import { longestToken, type RefreshCookie, type TokenCredential, tokenCredential } from '../client/token-credential.ts';

const tokenRoute = 'jwt-auth/v1/token';

const tokenText = z.string().min(1).max(longestToken);

/** Plugin A says `token`, plugin B `data.token` (platform facts, sections 6 and 7). */
const issued = z.union([
  z.looseObject({ token: tokenText }).transform(({ token }) => token),
  z.looseObject({ data: z.looseObject({ token: tokenText }) }).transform(({ data }) => data.token),
]);

/** The refresh cookie of plugin B among an answer's cookies, which stand joined by commas; null = none. */
export function refreshCookieIn(
  header: string | undefined,
  now: WallMs,
): Pick<RefreshCookie, 'value' | 'endsAt'> | null {
  const found = /(?:^|[,\s])refresh_token=([^;,\s]+)/i.exec(header ?? '');
  if (!found?.[1]) return null;
  // Its own attributes end where the next cookie's `name=` begins; of the dates only the first is its own.
  const [attributes = ''] = (header ?? '').slice(found.index + found[0].length).split(/,\s*[\w-]+=/, 1);
  const age = toldWhole(/;\s*max-age=([^;]*)/i.exec(attributes)?.[1]);
  const date = toldMoment(/;\s*expires=([^;]+)/i.exec(attributes)?.[1]);
  return { value: found[1], endsAt: age !== null ? saneMoment(now + age * 1_000) : date };
}

/** Never with an Authorization: an old Bearer would poison even this route (platform facts, section 6). */
async function ask(
  calls: SiteCalls,
  root: string,
  route: string,
  more: { readonly json?: unknown; readonly cookie?: string },
): Promise<SiteAnswer> {
  if (!mayCarrySecret(new URL(root))) throw new HttpError('protocol', 'A password may not be sent to this address');
  return calls.json({ root, authorization: null }, { method: 'POST', route, ...more });
}

function taken(calls: SiteCalls, said: SiteAnswer, refresh: RefreshCookie | null): TokenCredential {
  const token = issued.safeParse(said.json);
  if (!token.success) throw new SiteRefusal(said);
  return tokenCredential(token.data, calls.skew(said), { refresh });
}

function newCookie(said: SiteAnswer, clock: Clock, device: string): RefreshCookie | null {
  const cookie = refreshCookieIn(said.headers['set-cookie'], clock.now());
  return cookie && { ...cookie, device };
}

/**
 * Exchanges login and account password for a token. `device` names this computer to plugin B; plugin A does not look at it.
 * Throws SiteRefusal or HttpError.
 */
export async function requestToken(
  calls: SiteCalls,
  clock: Clock,
  root: string,
  login: string,
  password: string,
  device: string,
): Promise<TokenCredential> {
  const said = await ask(calls, root, tokenRoute, { json: { username: login, password, device } });
  return taken(calls, said, newCookie(said, clock, device));
}

/** A cookie in the second half of its thirty days is exchanged for a fresh one, so that a long queue never outlives it. */
const halfCookieMs = 15 * 24 * 3_600_000;

/** A new token for the refresh cookie of plugin B. Throws SiteRefusal (the cookie is dead) or HttpError. */
export async function renewToken(
  calls: SiteCalls,
  clock: Clock,
  root: string,
  refresh: RefreshCookie,
): Promise<TokenCredential> {
  const { device } = refresh;
  const withCookie = ({ value }: RefreshCookie) => ({ cookie: `refresh_token=${value}`, json: { device } });
  let newest = refresh;
  if (refresh.endsAt !== null && refresh.endsAt - clock.now() < halfCookieMs) {
    const rotated = await ask(calls, root, `${tokenRoute}/refresh`, withCookie(refresh));
    newest = newCookie(rotated, clock, device) ?? refresh;
  }
  const said = await ask(calls, root, tokenRoute, withCookie(newest));
  return taken(calls, said, newCookie(said, clock, device) ?? newest);
}

/** Whether the token endpoint answers to strangers at all. Throws HttpError. */
export async function tokensAnswer(calls: SiteCalls, root: string): Promise<boolean> {
  const said = await calls.ask({ root, authorization: null }, { method: 'POST', route: `${tokenRoute}/validate` });
  return said.code?.startsWith('jwt_auth_') ?? false;
}

/** Shaped like a token and no secret of anybody's, so it may go anywhere: only whether it arrives is asked. */
const probe = 'Bearer clipferry.asks.whether-this-arrives';
const nothingToHide = { plainHttp: true, endsAt: null, renew: async () => null };

/**
 * Whether the site's web server drops the Authorization header: the only question that can tell (platform facts, section 6).
 * False where nothing can be said. Throws HttpError.
 */
export async function headerIsStripped(calls: SiteCalls, root: string): Promise<boolean> {
  const asked = { root, authorization: probe, token: nothingToHide };
  const said = await calls.ask(asked, { method: 'POST', route: `${tokenRoute}/validate` });
  return said.code === 'jwt_auth_no_auth_header';
}
