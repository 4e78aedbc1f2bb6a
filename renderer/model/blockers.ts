// Why uploads as a whole, or those to one site, do not move although nothing is wrong with any clip: drawn from the totals; pure.
import type { PublicWait, QueueWindow, ReadyWait, SignInWait, SiteLine, WallMs } from '../../preload/contract.ts';

export type Hold =
  | { readonly kind: 'paused' }
  | { readonly kind: 'offline' }
  /** Outside of the hours that the user set; `active` = something is still being sent. */
  | { readonly kind: 'hours'; readonly until: WallMs | null; readonly active: boolean }
  /** Everybody would see them at once, and nobody was asked. */
  | { readonly kind: 'public'; readonly wait: PublicWait }
  /** They go when their user says so; of several accounts of one site each is named. */
  | { readonly kind: 'ready'; readonly wait: ReadyWait; readonly isOneOfSeveral: boolean }
  | { readonly kind: 'line'; readonly line: SiteLine }
  | { readonly kind: 'sign-in'; readonly wait: SignInWait };

/** A proxy's sign-in is asked for above everything (proxy-banner.tsx), and one in the way of several sites is told once. */
function isShown({ trouble, proxy }: SiteLine, at: number, all: readonly SiteLine[]): boolean {
  if (trouble === 'proxy-sign-in') return false;
  const first = all.findIndex((line) => line.trouble === trouble && line.proxy === proxy);
  return proxy === null || trouble === 'proxy-refuses' || first === at;
}

/** Those that hold something, the widest first; the user's own pause counts also while nothing waits. */
export function holdsOf({ counts, totals }: Pick<QueueWindow, 'counts' | 'totals'>): readonly Hold[] {
  const signIns = totals.signIns.map((wait) => ({ kind: 'sign-in', wait }) as const);
  // What was typed in the Library waits without any clip here.
  if (counts.all === 0) return signIns;
  const open = counts.active + counts.waiting > 0;
  return [
    ...(totals.paused ? [{ kind: 'paused' } as const] : []),
    ...(totals.offline && open ? [{ kind: 'offline' } as const] : []),
    ...(!totals.paused && totals.hours?.kind === 'closed' && counts.waiting > 0
      ? [{ kind: 'hours', until: totals.hours.until, active: counts.active > 0 } as const]
      : []),
    ...totals.ready.map((wait, at, all) => {
      const isOneOfSeveral = all.some((other, place) => place !== at && other.siteName === wait.siteName);
      return { kind: 'ready', wait, isOneOfSeveral } as const;
    }),
    ...totals.publics.map((wait) => ({ kind: 'public', wait }) as const),
    ...signIns,
    ...totals.lines.filter(isShown).map((line) => ({ kind: 'line', line }) as const),
  ];
}
