// The ways to sign in as main has them: which a site offers, what is tried there, and what is kept of it and travels.
import { z } from 'zod';
import type { Given, SignInMethod, SignInRefusal, TypedWay } from '../../model.ts';
import { basic } from './client.ts';
import { type TokenCredential, type TokenTerms, tokenCredential, tokenSchema } from './token-credential.ts';

// ---------------------------------------------------------------- what is kept

export interface PasswordCredential {
  readonly kind: 'application-password';
  readonly login: string;
  readonly password: string;
}

/** What is kept by each method. */
interface Kept {
  'application-password': PasswordCredential;
  token: TokenCredential;
}

export type Credential = Kept[SignInMethod];

export interface KeptMethod<C extends Credential> {
  /** As it stands among the secrets. */
  readonly schema: z.ZodType<C>;
  /** The value of its header. */
  headerValue(credential: C): string;
  /** Null = it does not end, and never goes over plain http. */
  terms(credential: C): TokenTerms | null;
}

export const keptMethods: { readonly [M in SignInMethod]: KeptMethod<Kept[M]> } = {
  'application-password': {
    schema: z.object({ kind: z.literal('application-password'), login: z.string(), password: z.string() }),
    headerValue: ({ login, password }) => basic(login, password),
    terms: () => null,
  },
  token: {
    schema: tokenSchema,
    // The scheme word is case-sensitive for the token plugins (platform facts, section 6).
    headerValue: ({ token }) => `Bearer ${token}`,
    terms: (credential) => credential,
  },
};

// ---------------------------------------------------------------- what is entered

/** What a site shows of its ways to sign in. */
export interface SiteSigns {
  /** A secret may travel there without anybody's consent. */
  readonly isSafe: boolean;
  /** Nothing below is shown to strangers: what every such site may have is taken to be there. */
  readonly isForMembers: boolean;
  readonly hasAppPasswords: boolean;
  /** The token extension is there. */
  readonly hasTokens: boolean;
  /** What the index names; empty where it is for members only. */
  readonly namespaces: readonly string[];
}

/**
 * What is tried on the site: a credential, or login and password of the account, which the site exchanges for a token; `refused`
 * = no site would take it.
 */
export type Tried =
  | { readonly credential: Credential }
  | { readonly account: { readonly login: string; readonly password: string } }
  | { readonly refused: SignInRefusal };

interface EnteredWay<G> {
  isOffered(site: SiteSigns): boolean;
  /** `skewMs` = the site's clock minus this computer's; null = not known yet. */
  tried(given: G, skewMs: number | null): Tried;
}

const enteredWays: { readonly [W in TypedWay]: EnteredWay<Given[W]> } = {
  'application-password': {
    // Outside this computer WordPress ignores application passwords on http without a word (platform facts, section 3).
    isOffered: ({ isSafe, hasAppPasswords }) => isSafe && hasAppPasswords,
    tried: ({ login, password }) => ({ credential: { kind: 'application-password', login: login.trim(), password } }),
  },
  'account-password': {
    isOffered: ({ isSafe, hasTokens }) => isSafe && hasTokens,
    tried: ({ login, password }) => ({ account: { login: login.trim(), password } }),
  },
  token: {
    isOffered: ({ hasTokens, isForMembers }) => hasTokens || isForMembers,
    tried: ({ token, consentPlainHttp }, skewMs) => {
      const bare = token.trim().replace(/^Bearer\s+/i, '');
      if (!/^[\w.~+/=-]+$/.test(bare)) return { refused: 'token-refused' };
      return { credential: tokenCredential(bare, skewMs, { plainHttp: consentPlainHttp }) };
    },
  },
};

/** The record of a way of which only the name is known. */
export function enteredWay(way: TypedWay): EnteredWay<Given[TypedWay]> {
  return enteredWays[way];
}
