// Whether anything waits for a site, by everybody who could know: nobody else is asked who he is.
import type { SiteId } from '../model.ts';

export interface Demand {
  /** From here on `waits` is asked, too. */
  add(waits: (siteId: SiteId) => boolean): void;
  isThere(siteId: SiteId): boolean;
}

export function createDemand(): Demand {
  const questions: ((siteId: SiteId) => boolean)[] = [];
  return {
    add: (waits) => {
      questions.push(waits);
    },
    isThere: (siteId) => questions.some((waits) => waits(siteId)),
  };
}
