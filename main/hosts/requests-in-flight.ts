// Requests to a site that are under way for something else than a job: those of the queue leave them their place (F-15).
import type { SiteId } from '../model.ts';

export interface RequestsInFlight {
  /** Something is asked of the site from here on, one thing after the other; returns the function that ends it. */
  begin(siteId: SiteId): () => void;
  of(siteId: SiteId): number;
}

export function createRequestsInFlight(): RequestsInFlight {
  const counts = new Map<SiteId, number>();
  const of = (siteId: SiteId): number => counts.get(siteId) ?? 0;
  return {
    begin: (siteId) => {
      counts.set(siteId, of(siteId) + 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        counts.set(siteId, of(siteId) - 1);
      };
    },
    of,
  };
}
