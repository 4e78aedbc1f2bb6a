// Sites where everybody sees a clip as soon as it has arrived: the user is asked before one goes there; pure.
import type { AppState, SettingValues, SiteView } from '../../preload/contract.ts';

/** The site of an account, where its user is to be asked; null = nothing is to be asked. */
export function siteToAskAbout(
  app: AppState | null,
  settings: SettingValues | null,
  accountId: string,
): SiteView | null {
  const site = app?.sites.find(({ accounts }) => accounts.some(({ id }) => id === accountId));
  if (site?.publishesAtOnce !== true) return null;
  return settings?.publicSites.includes(site.id) === true ? null : site;
}

/** With the site among those that are sent to without asking, or without it. */
export function agreedSites({ publicSites }: SettingValues, siteId: string, agreed: boolean): readonly string[] {
  const others = publicSites.filter((id) => id !== siteId);
  return agreed ? [...others, siteId] : others;
}
