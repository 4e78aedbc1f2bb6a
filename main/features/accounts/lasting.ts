// Whether a sign-in outlives what is to be sent with it, and its renewal where it does not.
import { sortCallFailure } from '../../errors.ts';
import type { AccountId, FailureCause } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import { authorizationOf, termsOf } from '../../site/client/credential.ts';
import type { TokenTerms } from '../../site/client/token-credential.ts';
import type { Keys } from './credentials.ts';
import type { Directory } from './directory.ts';
import { type Expected, outlook, type TokenLife } from './token-expiry.ts';

export interface Lasting {
  /** Sees to it that the sign-in outlives the sending of a clip. Null = it does; see token-expiry.ts. */
  lasting(accountId: AccountId, expected: Expected): Promise<FailureCause | null>;
  /** How long what the account is signed in with lives; null = it does not end. */
  tokenLife(accountId: AccountId): TokenLife | null;
  /** After a refusal: whether there is a newer sign-in than the one that was refused. Throws HttpError or SiteRefusal. */
  renewed(accountId: AccountId, refused: string): Promise<boolean>;
}

function lifeOf({ endsAt, lifeMs, refresh }: TokenTerms): TokenLife {
  return { endsAt, lifeMs, renewable: refresh !== null };
}

export function createLasting(clock: Clock, keys: Keys, directory: Directory): Lasting {
  const renewed: Lasting['renewed'] = async (accountId, refused) => {
    const site = directory.siteOf(accountId);
    return site !== null && (await keys.renew(accountId, site.root, refused)) !== null;
  };
  return {
    lasting: async (accountId, expected) => {
      const credential = keys.get(accountId);
      const terms = credential && termsOf(credential);
      if (credential === null || terms === null) return null;
      const life = lifeOf(terms);
      switch (outlook(life, clock.now(), expected)) {
        case 'go':
          return null;
        case 'too-short': {
          const minutes = String(Math.max(1, Math.round((life.lifeMs ?? 0) / 60_000)));
          return { kind: 'needs-you', reason: 'token-too-short', action: 'retry', detail: minutes };
        }
        case 'sign-in':
          return { kind: 'sign-in' };
        case 'renew':
          try {
            return (await renewed(accountId, authorizationOf(credential))) ? null : { kind: 'sign-in' };
          } catch (error) {
            return sortCallFailure(error);
          }
      }
    },
    tokenLife: (accountId) => {
      const credential = keys.get(accountId);
      const terms = credential && termsOf(credential);
      return terms && lifeOf(terms);
    },
    renewed,
  };
}
