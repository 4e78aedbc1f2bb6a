// What an account signs in with: as it is kept among the secrets, and as it goes into the header of a request.
import { z } from 'zod';
import { methodIds, type SignInMethod, signInMethods, type WallMs } from '../../model.ts';
import { readRow } from '../../untrusted/rows.ts';
import { mayCarrySecret } from './address.ts';
import type { AuthorizedClient, TokenUse } from './client.ts';
import { type Credential, type KeptMethod, keptMethods } from './sign-in-ways.ts';
import type { TokenTerms } from './token-credential.ts';

const kept = z.intersection(
  z.object({ version: z.literal(1) }),
  z.union(methodIds.map((method): z.ZodType<Credential> => keptMethods[method].schema)),
);
/** Clipferry 0.1 knew application passwords only. */
const keptBefore = z.strictObject({ login: z.string(), password: z.string() });

/** The record of a credential of any method. */
function recordOf({ kind }: Credential): KeptMethod<Credential> {
  return keptMethods[kind];
}

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

/** The value of the header that it goes in. */
export function authorizationOf(credential: Credential): string {
  return recordOf(credential).headerValue(credential);
}

export function methodOf(credential: Credential): SignInMethod {
  return credential.kind;
}

/** What is special about one that may end or go over plain http; null = it does neither. */
export function termsOf(credential: Credential): TokenTerms | null {
  return recordOf(credential).terms(credential);
}

/** Until when it keeps the account signed in: what can be renewed lasts as long as its refresh cookie. */
export function lastsUntil(credential: Credential): WallMs | null {
  const terms = termsOf(credential);
  if (terms === null) return null;
  return terms.refresh === null ? terms.endsAt : terms.refresh.endsAt;
}

/** What is left of it once its refresh cookie is dead. */
export function withoutRefresh(credential: Credential): Credential {
  return 'refresh' in credential ? { ...credential, refresh: null } : credential;
}

const noRenewal: TokenUse['renew'] = async () => null;

/** Null = this credential may not travel to that root (decision 7). */
export function speakerOf(root: string, credential: Credential, renew = noRenewal): AuthorizedClient | null {
  const client = { root, authorization: authorizationOf(credential), header: signInMethods[credential.kind].header };
  const terms = termsOf(credential);
  if (terms === null) return mayCarrySecret(new URL(root)) ? client : null;
  const { plainHttp, endsAt } = terms;
  return mayCarrySecret(new URL(root), plainHttp) ? { ...client, token: { plainHttp, endsAt, renew } } : null;
}
