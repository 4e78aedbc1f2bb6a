// Sites that have not answered clips that were sent to them: so many of these are open there that no other clip begins.
import type { SiteId } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import { isFullOfSilence, type Lanes, type Running } from '../../queue/job/schedule.ts';

export interface SilentSites {
  has(siteId: SiteId): boolean;
  /** Whether another one is silent than when this was asked last, or one no longer. */
  changed(): boolean;
}

export function createSilentSites(
  clock: Pick<Clock, 'monotonic'>,
  running: () => Iterable<Running>,
  lanes: (siteId: SiteId) => Lanes,
): SilentSites {
  let before = '';
  const has: SilentSites['has'] = (siteId) => isFullOfSilence(siteId, running(), lanes(siteId), clock.monotonic());
  return {
    has,
    changed: () => {
      const sites = new Set([...running()].map(({ siteId }) => siteId));
      const now = [...sites].filter(has).toSorted().join(' ');
      const isNews = now !== before;
      before = now;
      return isNews;
    },
  };
}
