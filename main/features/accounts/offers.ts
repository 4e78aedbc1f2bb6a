// Sites that were found and may be signed in at: the window names them, and nothing secret goes to one that nobody confirmed.
import type { SiteOffer } from '../../../preload/contract.ts';
import type { Random } from '../../ports.ts';
import { CannotConnect, type Discovered, type FoundSite, type MembersSite } from '../../site/connect/discover.ts';
import { shownHost, shownRoot } from '../../site/connect/shown-host.ts';
import { NotFound } from '../../uploader-api.ts';

const mostOffers = 20;

export interface SiteOffers {
  offer(found: Discovered): SiteOffer;
  /** Throws CannotConnect for one that is not there, or whose host nobody confirmed. */
  offered(name: string): FoundSite | MembersSite;
  /** The user said yes to this host. Throws NotFound. */
  trust(name: string, host: string): void;
  /** The site's page for application passwords; null = none that may be opened. */
  pageOf(name: string): string | null;
}

export function createSiteOffers(random: Random): SiteOffers {
  const offers = new Map<string, Discovered & { readonly isTrusted: boolean }>();
  return {
    offer: ({ site, reached }) => {
      const name = random.hex(8);
      offers.set(name, { site, reached, isTrusted: reached.namedBy === null });
      for (const old of offers.keys()) {
        if (offers.size <= mostOffers) break;
        offers.delete(old);
      }
      return {
        offer: name,
        name: site.name,
        address: site.address,
        secure: site.root.startsWith('https:'),
        signInHost: shownRoot(site.root),
        typedHost: reached.typed && shownHost(reached.typed),
        namedBy: reached.namedBy && shownHost(reached.namedBy),
        hasPasswordPage: site.passwordPage !== null,
        ways: site.ways,
        membersOnly: site.kind === 'members-only',
      };
    },
    offered: (name) => {
      const found = offers.get(name);
      if (!found) throw new CannotConnect('unexpected', 'The site has to be found again first');
      // The window asks before it shows a sign-in; whatever a page asks for, nothing secret goes there unasked.
      if (!found.isTrusted) throw new CannotConnect('unexpected', 'The host has to be confirmed first');
      return found.site;
    },
    trust: (name, host) => {
      const found = offers.get(name);
      if (!found || shownRoot(found.site.root).host !== host) throw new NotFound('site-not-found');
      offers.set(name, { ...found, isTrusted: true });
    },
    pageOf: (name) => {
      const found = offers.get(name);
      return found?.isTrusted ? found.site.passwordPage : null;
    },
  };
}
