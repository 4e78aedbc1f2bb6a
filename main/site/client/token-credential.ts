// An access token as it is kept: with what it says of its own times, and what a new one can be had for.
import { z } from 'zod';
import type { WallMs } from '../../model.ts';
import { tolerantJson } from '../../untrusted/json.ts';
import { saneMoment } from '../../untrusted/values.ts';

/** Gets a new token where the plugin gives one (platform facts, section 7); goes to the token route only. */
export interface RefreshCookie {
  readonly value: string;
  readonly endsAt: WallMs | null;
  /** The plugin keeps one cookie for each device that a user names; without a name a second computer would end the first's. */
  readonly device: string;
}

/** What is special about a secret that may end, or that may go over plain http. */
export interface TokenTerms {
  /** The user agreed that it travels over plain http. */
  readonly plainHttp: boolean;
  /** By this computer's clock; null = no end is known. */
  readonly endsAt: WallMs | null;
  /** How long a token of this site lives from its beginning, in ms; null = not known. */
  readonly lifeMs: number | null;
  readonly refresh: RefreshCookie | null;
}

export interface TokenCredential extends TokenTerms {
  readonly kind: 'token';
  readonly token: string;
}

const cookieSchema = z.object({ value: z.string().min(1), endsAt: z.number().nullable(), device: z.string() });

/** As it stands among the secrets. */
export const tokenSchema = z.object({
  kind: z.literal('token'),
  token: z.string(),
  plainHttp: z.boolean(),
  endsAt: z.number().nullable(),
  lifeMs: z.number().nullable(),
  refresh: cookieSchema.nullable(),
});

/** A header that a web server takes is not longer. */
export const longestToken = 16_000;

/** Seconds since 1970 of a moment that a calendar has; an end beyond it is none. */
const seconds = z
  .number()
  .nonnegative()
  .refine((at) => saneMoment(at * 1_000) !== null)
  .optional()
  .catch(undefined);
const claimsSchema = z.looseObject({ iat: seconds, exp: seconds });

/** What a token says of its own times, in seconds since 1970 by the site's clock. Null = it is no JSON web token. */
export function claimsOf(token: string): { readonly iat: number | null; readonly exp: number | null } | null {
  const [, payload, signature, more] = token.slice(0, longestToken).split('.', 4);
  if (payload === undefined || signature === undefined || more !== undefined) return null;
  const claims = claimsSchema.safeParse(tolerantJson(Buffer.from(payload, 'base64url').toString('utf8')));
  return claims.success ? { iat: claims.data.iat ?? null, exp: claims.data.exp ?? null } : null;
}

/** A token as a credential. `skewMs` = the site's clock minus this computer's; null = not known. */
export function tokenCredential(
  token: string,
  skewMs: number | null,
  more: { readonly plainHttp?: boolean; readonly refresh?: RefreshCookie | null } = {},
): TokenCredential {
  const { iat = null, exp = null } = claimsOf(token) ?? {};
  return {
    kind: 'token',
    token,
    plainHttp: more.plainHttp ?? false,
    endsAt: exp === null ? null : exp * 1_000 - (skewMs ?? 0),
    lifeMs: exp === null || iat === null ? null : Math.max(0, exp - iat) * 1_000,
    refresh: more.refresh ?? null,
  };
}
