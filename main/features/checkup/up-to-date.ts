// What a check-up found, as it is now: with all that clips, answers and sign-ins have taught since; pure.
import type { Account, CheckCode, CheckFinding } from '../../model.ts';
import { inOrder, type Learned, learned, of } from './findings.ts';

/** Codes that `learned` gives: of a check-up that is over they say what was so then. */
const learnedCodes: ReadonlySet<CheckCode> = new Set([
  ...(['token-lasts', 'token-renews', 'token-ends', 'token-too-short', 'uploads-refused'] as const),
  ...(['upload-route-clips', 'uploads-blocked', 'uploads-unsure', 'site-blocked', 'web-page-clips'] as const),
  ...(['size-limit', 'size-doubted', 'size-limit-clips', 'size-arrived', 'size-unknown'] as const),
  ...(['kinds-open', 'kinds-refused', 'kinds-refused-clips', 'kinds-doubtful'] as const),
  ...(['publishes-at-once', 'publishes-later', 'publishing-unknown', 'keys-honoured', 'looks-first'] as const),
  ...(['in-pieces', 'in-one', 'helper-not-ready', 'helper-refuses', 'helper-blocked'] as const),
]);
/** What stands behind all that is learned, in a check-up as it was made. */
const lastCodes: ReadonlySet<CheckCode> = new Set([
  ...(['ranges', 'no-ranges', 'ranges-unknown', 'clock-right', 'clock-off', 'clock-unknown'] as const),
]);
/** What was so then, and clips have shown to be otherwise since. */
function isDisproved(code: CheckCode, { holds, queue, site }: Learned): boolean {
  if (code === 'helper-older') return !site.hasHelper && site.helperTrouble === null;
  if (code === 'answers' || code === 'answers-members') return holds.includes('site-blocked');
  return code === 'upload-route' && (queue.routeMissing.count > 0 || holds.includes('site-blocked'));
}

const arrivals: ReadonlySet<CheckCode> = new Set(['sign-in-arrives', 'sign-in-unknown']);

/**
 * What a check-up found, with all that was learned since: a limit, clips that were refused, a sign-in that ended. `accounts` = those
 * of the site now.
 */
export function upToDate(
  found: readonly CheckFinding[],
  now: Learned,
  accounts: readonly Pick<Account, 'id' | 'signedIn'>[],
): readonly CheckFinding[] {
  const one = (...codes: readonly CheckCode[]) => found.find(({ code }) => codes.includes(code)) ?? null;
  const doubtful = one('kinds-doubtful', 'kinds-open')?.names ?? [];
  const { refusedExtensions } = now.site;
  const inHand = {
    largest: one('size-arrived')?.amount ?? null,
    doubtful: doubtful.filter((kind) => !refusedExtensions.includes(kind)),
  };
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const seen = found.flatMap((finding) => {
    const { code, accountId } = finding;
    if (learnedCodes.has(code) || isDisproved(code, now)) return [];
    const account = accountId === null ? null : byId.get(accountId);
    if (account === undefined) return [];
    const isOut = account !== null && !account.signedIn && arrivals.has(code);
    return [isOut ? of('signed-out', 'blocks', { accountId }) : finding];
  });
  const isLast = ({ code }: CheckFinding): boolean => lastCodes.has(code);
  return inOrder([...seen.filter((finding) => !isLast(finding)), ...learned(now, inHand), ...seen.filter(isLast)]);
}
