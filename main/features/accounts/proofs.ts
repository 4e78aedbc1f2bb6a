// Who a site says we are: asked before something is sent, good for a while, and with it the site's clock.
import { sortCallFailure } from '../../errors.ts';
import type { Account, AccountId, FailureCause } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { whoAmI } from '../../site/connect/prove-sign-in.ts';
import type { Directory } from './directory.ts';
import { withRights } from './rights.ts';

export interface ProofsOptions {
  readonly clock: Clock;
  readonly calls: SiteCalls;
  readonly directory: Directory;
  /** Null = the account has no secret that may be used. */
  readonly client: (accountId: AccountId) => AuthorizedClient | null;
}

export interface Proofs {
  /** Asks the site who we are, unless it said so a short while ago. Null = may go. */
  prove(accountId: AccountId, fresh: boolean): Promise<FailureCause | null>;
  /** The site just said that it is this account. */
  proven(accountId: AccountId, skewMs: number | null): void;
  forget(accountId: AccountId): void;
  /** The site's clock minus ours in ms, as last heard; null = not yet. */
  skewMs(accountId: AccountId): number | null;
}

/** A proof of sign-in is good for this long; each later answer of 401 ends it at once anyway. */
const proofMs = 10 * 60_000;
/** By how much two clocks may drift apart before one of them was set, in ms. */
const movedMs = 2_000;

export function createProofs({ clock, calls, directory, client }: ProofsOptions): Proofs {
  const skews = new Map<AccountId, { readonly ms: number; readonly offset: number }>();
  const proofs = new Map<AccountId, { readonly at: number; readonly result: Promise<FailureCause | null> }>();

  /** Moves when somebody sets the wall clock, and with it what is known of the site's clock (F-13). */
  const wallOffset = (): number => clock.now() - clock.monotonic();
  const heardSkew = (accountId: AccountId, ms: number | null): void => {
    if (ms !== null) skews.set(accountId, { ms, offset: wallOffset() });
  };
  /** The wall clock was set since, or went on through a sleep that the other one did not count (F-12): it has to be heard again. */
  const hasMoved = (accountId: AccountId): boolean => {
    const heard = skews.get(accountId);
    return heard !== undefined && Math.abs(wallOffset() - heard.offset) > movedMs;
  };

  const ask = async (account: Account): Promise<FailureCause | null> => {
    const asked = client(account.id);
    if (!asked) return { kind: 'sign-in' };
    try {
      const me = await whoAmI(calls, asked);
      heardSkew(account.id, me.skewMs);
      // Somebody else answers to this secret: not the account that the jobs were meant for.
      if (me.userId !== account.userId) return { kind: 'sign-in' };
      if (me.canUpload !== account.canUpload || me.canPublish !== account.canPublish) {
        const now = directory.account(account.id) ?? account;
        directory.saveAccount(withRights(now, me));
      }
      return me.canUpload ? null : { kind: 'needs-you', reason: 'no-upload-right', action: 'retry', detail: null };
    } catch (error) {
      return sortCallFailure(error);
    }
  };

  return {
    prove: async (accountId, fresh) => {
      const account = directory.account(accountId);
      if (!account) return { kind: 'sign-in' };
      const last = proofs.get(accountId);
      const isGood = last !== undefined && clock.monotonic() - last.at < proofMs && !hasMoved(accountId);
      if (isGood && !fresh) return last.result;
      const result = ask(account);
      proofs.set(accountId, { at: clock.monotonic(), result });
      // Only a good proof is worth remembering.
      if ((await result) !== null) proofs.delete(accountId);
      return result;
    },
    proven: (accountId, skewMs) => {
      heardSkew(accountId, skewMs);
      proofs.set(accountId, { at: clock.monotonic(), result: Promise.resolve(null) });
    },
    forget: (accountId) => void proofs.delete(accountId),
    skewMs: (accountId) => (hasMoved(accountId) ? null : (skews.get(accountId)?.ms ?? null)),
  };
}
