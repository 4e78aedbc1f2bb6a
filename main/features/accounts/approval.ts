// Sign-ins that wait for the browser: each is known by a random state, answered at most once, and over after a quarter of an hour.

import type { AccountId } from '../../model.ts';
import type { Clock, Random } from '../../ports.ts';
import { liesBelow, sameSite, siteOfRoot } from '../../site/client/address.ts';
import { appId } from '../../site/connect/app-passwords.ts';
import { CannotConnect, type FoundSite } from '../../site/connect/discover.ts';
import { type ApprovalLink, approvalReturn } from './approval-link.ts';

/** The site whose page is opened, as far as its answer needs it. */
export type ApprovingSite = Pick<FoundSite, 'root' | 'platform' | 'passwordPage' | 'ways'>;

export interface Approval {
  readonly id: string;
  readonly site: ApprovingSite;
  /** Whoever approves becomes an account of a newly found site, or only the account that signs in again will do. */
  readonly purpose:
    | { readonly kind: 'connect'; readonly found: FoundSite }
    | { readonly kind: 'again'; readonly accountId: AccountId };
}

export interface Approvals {
  /** Gives the page to open. Throws CannotConnect where the site names none. */
  begin(
    site: ApprovingSite,
    purpose: Approval['purpose'],
    appName: string,
  ): { readonly approval: Approval; readonly url: string };
  cancel(id: string): void;
  /** Null = nothing waits for this answer. Each state is good for one answer, whatever it says. */
  answer(link: ApprovalLink): Approval | null;
  stop(): void;
}

const lifeMs = 15 * 60_000;
const mostWaiting = 10;

export function createApprovals(clock: Clock, random: Random, onExpiry: (approval: Approval) => void): Approvals {
  const waiting = new Map<string, { readonly approval: Approval; readonly endTimer: () => void }>();
  const take = (state: string): Approval | null => {
    const found = waiting.get(state);
    if (!found) return null;
    waiting.delete(state);
    found.endTimer();
    return found.approval;
  };
  return {
    begin: (site, purpose, appName) => {
      const own = siteOfRoot(site.root);
      // Checked here as well: the page of a site that was connected long ago comes from the disk.
      if (!site.ways.browser || site.passwordPage === null || own === null || !liesBelow(site.passwordPage, own)) {
        throw new CannotConnect('app-passwords-off');
      }
      const approval = { id: random.hex(8), site, purpose };
      const state = random.hex(32);
      const url = new URL(site.passwordPage);
      url.searchParams.set('app_name', appName);
      url.searchParams.set('app_id', appId);
      url.searchParams.set('success_url', approvalReturn(state));
      const endTimer = clock.after(lifeMs, () => {
        if (take(state)) onExpiry(approval);
      });
      waiting.set(state, { approval, endTimer });
      const [oldest] = waiting.keys();
      if (waiting.size > mostWaiting && oldest !== undefined) {
        const given = take(oldest);
        if (given) onExpiry(given);
      }
      return { approval, url: url.href };
    },
    cancel: (id) => {
      for (const [state, { approval }] of waiting) if (approval.id === id) take(state);
    },
    answer: (link) => take(link.state),
    stop: () => {
      for (const state of [...waiting.keys()]) take(state);
    },
  };
}

/**
 * Throws CannotConnect when the answer is a no, or comes from another site than the one whose root gets the password. What the
 * asked site calls itself does not count: it could name any site, whose genuine page would then make a password for it.
 */
export function readApproval(
  link: ApprovalLink,
  { site }: Approval,
): { readonly kind: 'application-password'; readonly login: string; readonly password: string } {
  if (link.kind === 'rejected') throw new CannotConnect('not-approved');
  if (!sameSite(siteOfRoot(site.root) ?? '', link.siteUrl)) throw new CannotConnect('other-site');
  return { kind: 'application-password', login: link.login, password: link.password };
}
