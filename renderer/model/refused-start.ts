// Why Clipferry must not open its list at all, as main names it to the page.

/** Why the app does not start; main names it behind the page's address. */
export type RefusedStart = 'newer' | 'in-use';

/** Reads the reason behind the page's address, such as `#refused=newer`; null = the app may start. */
export function refusedStart(hash: string): RefusedStart | null {
  const reason = /^#refused=(newer|in-use)$/.exec(hash)?.[1];
  return reason === 'newer' || reason === 'in-use' ? reason : null;
}
