// Clips that wait because their site answers with web pages: somebody can have that mended.
import type { WaitReason } from '../../preload/contract.ts';

export function isBlocked(why: WaitReason | null): boolean {
  return why === 'uploads-blocked' || why === 'site-blocked';
}
