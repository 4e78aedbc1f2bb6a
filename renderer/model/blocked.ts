// Clips that wait because their site answers with web pages, or because a proxy of the network is in the way.
import type { ProxyTrouble, WaitReason } from '../../preload/contract.ts';

const blocks = { 'uploads-blocked': 'uploads', 'uploads-unsure': 'unsure', 'site-blocked': 'all' } as const;
export type Blocking = keyof typeof blocks;

/** Somebody can have that mended at the site. */
export function isBlocked<T extends WaitReason>(why: T | null): why is T & Blocking {
  return why !== null && why in blocks;
}

/** What the site answers with web pages: uploads alone, everything, or uploads and nobody knows what else. */
export function blockedWhat(why: Blocking): (typeof blocks)[Blocking] {
  return blocks[why];
}

/** The site is not at fault. */
export function isProxyTrouble<T extends WaitReason>(why: T): why is T & ProxyTrouble {
  return why.startsWith('proxy-');
}
