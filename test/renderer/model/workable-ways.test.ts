// Ways to sign in of which the check-up knows that they cannot work are not offered; where none is left all are, with the reason.
import { expect, test } from 'vitest';
import type { CheckFinding } from '../../../preload/contract.ts';
import { byOffer, offeredWays } from '../../../preload/sign-in-ways.ts';
import { workableWays } from '../../../renderer/model/workable-ways.ts';

const all = byOffer(() => true);
const of = (code: CheckFinding['code'], accountId: string | null = 'me'): CheckFinding => ({
  ...{ code, status: 'blocks', accountId, said: null, amount: null, names: [], clips: 0 },
});
const offered = (found: readonly CheckFinding[], ways = all) => offeredWays(workableWays(ways, found, 'me').ways);

test.each([
  [[], offeredWays(all)],
  [[of('sign-in-arrives'), of('password-refused')], offeredWays(all)],
  [[of('passwords-off')], ['account-password', 'token']],
  [[of('passwords-off-for-person')], ['account-password', 'token']],
  // What one person may not is no word about another; what the site has switched off is off for all.
  [[of('passwords-off-for-person', 'somebody')], offeredWays(all)],
  [[of('passwords-off', 'somebody')], ['account-password', 'token']],
  // No way gets past a server that takes the header away.
  [[of('header-stripped')], offeredWays(all)],
] as const)('%#', (found, ways) => expect(offered(found)).toEqual(ways));

test('where nothing would be left everything is offered, with the reason', () => {
  const passwords = { ...all, accountPassword: false, token: false };
  const found = [of('sign-in-arrives'), of('passwords-off')];
  expect(workableWays(passwords, found, 'me')).toEqual({ ways: passwords, because: found[1] });
});

test.each(['header-stripped', 'header-stripped-probably', 'passwords-off'] as const)('%s is told', (code) => {
  expect(workableWays(all, [of(code)], 'me').because?.code).toBe(code);
});
