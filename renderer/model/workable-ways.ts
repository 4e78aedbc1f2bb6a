// Which ways to sign in again can work at all, for what the check-up of the site has seen; pure.
import type { CheckFinding, SignInWays } from '../../preload/contract.ts';
import { offeredWays } from '../../preload/sign-in-ways.ts';

/** What stands in the way of each sign-in, whatever is typed: the server itself has to be changed. */
const inTheWay: ReadonlySet<CheckFinding['code']> = new Set([
  'passwords-off',
  'passwords-off-for-person',
  'header-stripped',
  'header-stripped-probably',
]);

export interface Workable {
  readonly ways: SignInWays;
  /** Why there are fewer of them, or none works; null = nothing is known against any. */
  readonly because: CheckFinding | null;
}

/** `found` = by the check-up of the account's site; what was seen of somebody else says nothing, unless it is the site's own. */
export function workableWays(ways: SignInWays, found: readonly CheckFinding[], accountId: string): Workable {
  const about = ({ code, accountId: whose }: CheckFinding): boolean =>
    inTheWay.has(code) && (whose === accountId || code === 'passwords-off');
  const because = found.find(about) ?? null;
  if (because?.code !== 'passwords-off' && because?.code !== 'passwords-off-for-person') return { ways, because };
  const left = { ...ways, applicationPassword: false, browser: false };
  // Where nothing is left, what there was is tried all the same: it may have been switched on again.
  return { ways: offeredWays(left).length > 0 ? left : ways, because };
}
