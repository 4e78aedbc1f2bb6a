// How long an attempt without an answer may still come true on a site, learned from what the site was seen to take (F-02).
import type { WallMs } from '../../model.ts';

/** However slow a site was once, nothing is held back longer than this, in ms. */
export const longestSettleMs = 60 * 60_000;

/**
 * The settle time in ms after the site took `tookMs` from the last byte to its answer, or to the video itself: twice the slowest
 * ever seen. It only grows: what was slow once can be slow again, and a look too early costs a second copy.
 */
export function learnedSettleMs(settleMs: number, tookMs: number): number {
  if (!Number.isFinite(tookMs)) return settleMs;
  return Math.max(settleMs, Math.min(longestSettleMs, Math.ceil(2 * tookMs)));
}

/**
 * How long after the end of an attempt its video was made, in ms; 0 = before. `createdAt` is by the site's clock, the attempt's times
 * are by this computer's: however that was set meanwhile, the video is here, so it is never longer than `ageMs`, the time since.
 */
export function lateBy(
  createdAt: WallMs | null,
  attempt: { readonly endedAt: WallMs | null; readonly siteSkewMs: number | null },
  ageMs: number,
): number {
  if (createdAt === null || attempt.endedAt === null || attempt.siteSkewMs === null) return 0;
  const late = createdAt - attempt.siteSkewMs - attempt.endedAt;
  return Math.max(0, Math.min(late, ageMs));
}
