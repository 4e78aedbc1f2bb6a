// Why uploads as a whole, or those to one site, do not move although nothing is wrong with any clip: drawn from the totals; pure.
import type { QueueWindow, SignInWait, SiteLine, WallMs } from '../../preload/contract.ts';

export type Hold =
  | { readonly kind: 'paused' }
  | { readonly kind: 'offline' }
  /** Outside of the hours that the user set; `active` = something is still being sent. */
  | { readonly kind: 'hours'; readonly until: WallMs | null; readonly active: boolean }
  | { readonly kind: 'line'; readonly line: SiteLine }
  | { readonly kind: 'sign-in'; readonly wait: SignInWait };

/** Those that hold something, the widest first; the user's own pause counts also while nothing waits. */
export function holdsOf({ counts, totals }: Pick<QueueWindow, 'counts' | 'totals'>): readonly Hold[] {
  if (counts.all === 0) return [];
  const open = counts.active + counts.waiting > 0;
  return [
    ...(totals.paused ? [{ kind: 'paused' } as const] : []),
    ...(totals.offline && open ? [{ kind: 'offline' } as const] : []),
    ...(!totals.paused && totals.hours?.kind === 'closed' && counts.waiting > 0
      ? [{ kind: 'hours', until: totals.hours.until, active: counts.active > 0 } as const]
      : []),
    ...totals.signIns.map((wait) => ({ kind: 'sign-in', wait }) as const),
    ...totals.lines.map((line) => ({ kind: 'line', line }) as const),
  ];
}
