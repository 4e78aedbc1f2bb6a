// What the list of uploads and the sign-ins say of a site, without asking it.
import type { Circuits } from '../../hosts/circuit.ts';
import type { AccountId, Site, SiteId } from '../../model.ts';
import type { Passing } from '../../queue/store/refusal-queries.ts';
import { originOf } from '../../site/client/address.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Pace } from '../accounts/token-expiry.ts';
import type { Learned, TokenKnown } from './findings.ts';

export interface KnownOptions {
  readonly accounts: Pick<Accounts, 'views' | 'tokenLife'>;
  readonly refusals: Pick<Passing, 'needing' | 'ofKinds' | 'largestArrived' | 'largestWaiting'>;
  readonly circuits: Pick<Circuits, 'of' | 'uploadsTo'>;
  readonly pace: Pick<Pace, 'expected'>;
}

export interface SiteKnowledge {
  idsOf(siteId: SiteId): readonly AccountId[];
  /** `doubtful` = kinds that its plugin may refuse. */
  /** Why nothing, or no upload, goes there now. */
  holdsOf(site: Site): Learned['holds'];
  of(site: Site, doubtful: readonly string[]): Pick<Learned, 'queue' | 'tokens' | 'publishing' | 'holds'>;
}

export function createSiteKnowledge({ accounts, circuits, refusals, pace }: KnownOptions): SiteKnowledge {
  const idsOf: SiteKnowledge['idsOf'] = (siteId) =>
    accounts
      .views()
      .filter(({ id }) => id === siteId)
      .flatMap((site) => site.accounts.map(({ id }) => id));
  const tokenOf = (accountId: AccountId): readonly TokenKnown[] => {
    const life = accounts.tokenLife(accountId);
    if (life === null) return [];
    const clip = refusals.largestWaiting(accountId);
    return [{ accountId, life, longest: clip && { name: clip.name, expected: pace.expected(accountId, clip.bytes) } }];
  };
  const holdsOf: SiteKnowledge['holdsOf'] = ({ root }) => {
    const host = originOf(root);
    return [host, circuits.uploadsTo(host)].flatMap((name) => circuits.of(name)?.why ?? []);
  };
  return {
    ...{ idsOf, holdsOf },
    of: (site, doubtful) => {
      const ids = idsOf(site.id);
      const refused = refusals.needing(ids, 'no-upload-right');
      const queue = {
        tooLarge: refusals.needing(ids, 'too-large'),
        refusedKind: refusals.needing(ids, 'extension-refused'),
        refused: { count: refused.count, names: refused.names, said: refused.detail },
        routeMissing: refusals.needing(ids, 'upload-route-missing'),
        webPages: refusals.needing(ids, 'web-page-answer'),
        doubtful: refusals.ofKinds(ids, doubtful),
        largestArrived: refusals.largestArrived(ids),
      };
      const people = accounts.views().find(({ id }) => id === site.id)?.accounts ?? [];
      const publishing = people.map(({ id: accountId, publishesAtOnce }) => ({ accountId, publishesAtOnce }));
      return { queue, tokens: ids.flatMap(tokenOf), publishing, holds: holdsOf(site) };
    },
  };
}
