// Sign-ins that are approved in the browser: the site's own page is opened, and its link comes back.
import type { AccountView, ApprovalTarget, ConnectFailure, Outcome } from '../../../preload/contract.ts';
import type { Clock, Desktop, Logger, Random } from '../../ports.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { speakerOf } from '../../site/client/credential.ts';
import type { PasswordCredential } from '../../site/client/sign-in-ways.ts';
import { deletePassword, introspectPassword } from '../../site/connect/app-passwords.ts';
import { CannotConnect, discover } from '../../site/connect/discover.ts';
import { type Approval, createApprovals, readApproval } from './approval.ts';
import { parseApprovalLink } from './approval-link.ts';
import type { SiteOffers } from './offers.ts';
import { outcomeOf } from './outcome.ts';
import type { TakeOver } from './take-over.ts';

export interface BrowserApprovalOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly desktop: Desktop;
  readonly calls: SiteCalls;
  readonly offers: SiteOffers;
  readonly takeOver: TakeOver;
  /** What the password is to be named; another name each time. */
  readonly pageName: () => string;
  /** What came of an approval that was begun. */
  readonly onOutcome: (approval: string, outcome: Outcome<AccountView, ConnectFailure>) => void;
}

export interface BrowserApproval {
  /** Opens the page. Throws CannotConnect. */
  approve(target: ApprovalTarget): Promise<{ readonly approval: string }>;
  cancel(id: string): void;
  /** A clipferry: link that the system handed over, from whomever it may come. */
  openLink(text: string): void;
  stop(): void;
}

export function createBrowserApproval(options: BrowserApprovalOptions): BrowserApproval {
  const { clock, random, logger, desktop, calls, offers, takeOver, pageName, onOutcome: tellApproval } = options;
  const approvals = createApprovals(clock, random, (approval) =>
    tellApproval(approval.id, { ok: false, failure: { problem: 'approval-expired', said: null } }),
  );

  const beginApproval = async (target: ApprovalTarget) => {
    if ('offer' in target) {
      const found = offers.offered(target.offer);
      if (found.kind === 'members-only') throw new CannotConnect('app-passwords-off');
      return approvals.begin(found, { kind: 'connect', found }, pageName());
    }
    const { site } = takeOver.known(target.accountId);
    const { site: found } = await discover(calls, clock, site.address);
    // The password will go to the root that is known, so its page is wanted and nobody else's.
    if (found.root !== site.root)
      throw new CannotConnect('moved', null, { from: new URL(site.root), to: new URL(found.root) });
    // What a members-only site does not show to strangers is known from the sign-in before.
    const asked = found.kind === 'open' ? found : site;
    return approvals.begin(asked, { kind: 'again', accountId: target.accountId }, pageName());
  };

  /** A password that was made for us and is not kept is taken away again, as far as the site lets us. */
  const giveBack = async ({ root, platform }: Approval['site'], password: PasswordCredential): Promise<void> => {
    const speaker = speakerOf(root, password);
    const client = speaker && { ...speaker, platform };
    const made = client && (await introspectPassword(calls, client));
    if (made) await deletePassword(calls, client, made.uuid);
  };

  const finishApproval = async (approval: Approval, way: PasswordCredential): Promise<AccountView> => {
    try {
      const { purpose } = approval;
      const { signal } = new AbortController();
      return await (purpose.kind === 'connect'
        ? takeOver.signIn(purpose.found, way, signal)
        : takeOver.signInAgain(purpose.accountId, way, signal));
    } catch (error) {
      await giveBack(approval.site, way).catch(() => undefined);
      throw error;
    }
  };

  return {
    approve: async (target) => {
      const { approval, url } = await beginApproval(target);
      try {
        // A page whose answer leads nowhere would keep somebody waiting.
        if (!(await desktop.claimLinks())) throw new Error('links do not come back');
        await desktop.openUrl(url);
      } catch (error) {
        approvals.cancel(approval.id);
        logger.warn('No approval in the browser', { error: String(error) });
        throw new CannotConnect('browser-failed');
      }
      return { approval: approval.id };
    },
    cancel: (id) => approvals.cancel(id),
    openLink: (text) => {
      const link = parseApprovalLink(text);
      const approval = link && approvals.answer(link);
      if (!link || !approval) {
        logger.warn('A link was opened that nothing waits for');
        return;
      }
      outcomeOf(async () => finishApproval(approval, readApproval(link, approval))).then(
        (outcome) => tellApproval(approval.id, outcome),
        (error: unknown) => {
          logger.error('An approval could not be used', { error: String(error) });
          tellApproval(approval.id, { ok: false, failure: { problem: 'unexpected', said: null } });
        },
      );
    },
    stop: () => approvals.stop(),
  };
}
