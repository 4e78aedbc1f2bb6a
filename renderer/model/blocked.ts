// Clips that wait because their site answers with web pages, or because a proxy of the network is in the way.
import type { ProxyTrouble, WaitReason } from '../../preload/contract.ts';

/** Somebody can have that mended at the site. */
export function isBlocked(why: WaitReason | null): boolean {
  return why === 'uploads-blocked' || why === 'site-blocked';
}

/** The site is not at fault. */
export function isProxyTrouble<T extends WaitReason>(why: T): why is T & ProxyTrouble {
  return why.startsWith('proxy-');
}
