// What an account signs in with: as it is kept among the secrets, and as it goes into the Authorization header.
import { z } from 'zod';
import type { SignInMethod, WallMs } from '../../model.ts';
import { readRow } from '../../untrusted/rows.ts';
import { mayCarrySecret } from './address.ts';
import { type AuthorizedClient, basic, type TokenUse } from './client.ts';

/** Gets a new token where the plugin gives one (platform facts, section 7); goes to the token route only. */
export interface RefreshCookie {
  readonly value: string;
  readonly endsAt: WallMs | null;
  /** The plugin keeps one cookie for each device that a user names; without a name a second computer would end the first's. */
  readonly device: string;
}

export interface PasswordCredential {
  readonly kind: 'application-password';
  readonly login: string;
  readonly password: string;
}

export interface TokenCredential {
  readonly kind: 'token';
  readonly token: string;
  /** The user agreed that it travels over plain http. */
  readonly plainHttp: boolean;
  /** By this computer's clock; null = no end is known. */
  readonly endsAt: WallMs | null;
  /** How long a token of this site lives from its beginning, in ms; null = not known. */
  readonly lifeMs: number | null;
  readonly refresh: RefreshCookie | null;
}

export type Credential = PasswordCredential | TokenCredential;

const cookieSchema = z.object({ value: z.string().min(1), endsAt: z.number().nullable(), device: z.string() });
const kept = z.discriminatedUnion('kind', [
  z.object({
    version: z.literal(1),
    kind: z.literal('application-password'),
    login: z.string(),
    password: z.string(),
  }),
  z.object({
    version: z.literal(1),
    kind: z.literal('token'),
    token: z.string(),
    plainHttp: z.boolean(),
    endsAt: z.number().nullable(),
    lifeMs: z.number().nullable(),
    refresh: cookieSchema.nullable(),
  }),
]);
/** Clipferry 0.1 knew application passwords only. */
const keptBefore = z.strictObject({ login: z.string(), password: z.string() });

export function writeCredential(credential: Credential): string {
  return JSON.stringify({ version: 1, ...credential });
}

/** Null = not a secret that this Clipferry can read: "sign in again", nothing else. */
export function readCredential(text: string): Credential | null {
  const now = readRow(kept, text);
  if (now.ok) {
    const { version: _version, ...credential } = now.value;
    return credential;
  }
  const before = readRow(keptBefore, text);
  return before.ok ? { kind: 'application-password', ...before.value } : null;
}

export function authorizationOf(credential: Credential): string {
  return credential.kind === 'token'
    ? // The scheme word is case-sensitive for the token plugins (platform facts, section 6).
      `Bearer ${credential.token}`
    : basic(credential.login, credential.password);
}

export function methodOf(credential: Credential): SignInMethod {
  return credential.kind;
}

/** Until when it keeps the account signed in: a token that can be renewed lasts as long as its refresh cookie. */
export function lastsUntil(credential: Credential): WallMs | null {
  if (credential.kind === 'application-password') return null;
  return credential.refresh === null ? credential.endsAt : credential.refresh.endsAt;
}

const noRenewal: TokenUse['renew'] = async () => null;

/** Null = this credential may not travel to that root (decision 7). */
export function speakerOf(root: string, credential: Credential, renew = noRenewal): AuthorizedClient | null {
  const authorization = authorizationOf(credential);
  if (credential.kind === 'application-password') {
    return mayCarrySecret(new URL(root)) ? { root, authorization } : null;
  }
  const { plainHttp, endsAt } = credential;
  return mayCarrySecret(new URL(root), plainHttp) ? { root, authorization, token: { plainHttp, endsAt, renew } } : null;
}
