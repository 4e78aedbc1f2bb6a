// Accounts whose clips everybody sees as soon as they have arrived: the user is asked before one goes there; pure.
import type { AccountView, AppState, SettingValues, SiteView } from '../../preload/contract.ts';

/** What becomes of an account's new clips, as far as it was seen. */
export function visibilityOf({ publishesAtOnce, publicUnasked }: AccountView): 'public' | 'hidden' | 'unknown' {
  if (publishesAtOnce === true || publicUnasked) return 'public';
  return publishesAtOnce === null ? 'unknown' : 'hidden';
}

/** An account and its site; null = it is not there. */
export function accountIn(
  app: AppState | null,
  accountId: string | null,
): { readonly site: SiteView; readonly account: AccountView } | null {
  for (const site of app?.sites ?? []) {
    const account = site.accounts.find(({ id }) => id === accountId);
    if (account !== undefined) return { site, account };
  }
  return null;
}

/** The site of an account, where its user is to be asked; null = nothing is to be asked. */
export function siteToAskAbout(
  app: AppState | null,
  settings: SettingValues | null,
  accountId: string,
): SiteView | null {
  const found = accountIn(app, accountId);
  if (found === null || visibilityOf(found.account) !== 'public') return null;
  return settings?.publicSites.includes(found.site.id) === true ? null : found.site;
}

/** With the site among those that are sent to without asking, or without it. */
export function agreedSites({ publicSites }: SettingValues, siteId: string, agreed: boolean): readonly string[] {
  const others = publicSites.filter((id) => id !== siteId);
  return agreed ? [...others, siteId] : others;
}
