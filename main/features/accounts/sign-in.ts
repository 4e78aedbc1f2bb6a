// Every way to sign in: what the user gave is proved on the site and becomes an account, or comes back as what to tell them.
import type { Events, WaitId } from '../../../preload/contract.ts';
import type { Clock, Desktop, Logger, Random } from '../../ports.ts';
import { endedBy, type SiteCalls } from '../../site/client/client.ts';
import { CannotConnect, discover } from '../../site/connect/discover.ts';
import type { SiteStore } from '../../site/store/site-store.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import type { Changes, Signals } from '../changes.ts';
import { createWaits } from '../waits.ts';
import type { Accounts } from './accounts.ts';
import { createBrowserApproval } from './browser-approval.ts';
import { createEnter } from './enter.ts';
import { createSiteOffers } from './offers.ts';
import { outcomeOf } from './outcome.ts';
import { createTakeOver } from './take-over.ts';

export interface SigningInOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly desktop: Desktop;
  readonly calls: SiteCalls;
  readonly siteStore: SiteStore;
  readonly accounts: Accounts;
  /** What this computer is called: application passwords are named after it. */
  readonly computer: string;
  /** Settle time for new sites in ms. */
  readonly settleMs: number;
  readonly changes: Signals<Changes>;
  readonly events: Signals<Events>;
}

type Handled =
  | 'wait.cancel'
  | 'site.find'
  | 'site.trust'
  | 'site.openPasswordPage'
  | 'account.signIn'
  | 'account.signInAgain'
  | 'account.approve'
  | 'account.cancelApproval';

export interface SigningIn {
  readonly handlers: Pick<Handlers, Handled>;
  /** A clipferry: link that the system handed over, from whomever it may come. */
  openLink(text: string): void;
  stop(): void;
}

export function createSignIn(options: SigningInOptions): SigningIn {
  const { clock, random, logger, desktop, calls } = options;
  const waits = createWaits();
  const offers = createSiteOffers(random);
  const appName = `Clipferry on ${options.computer.trim().slice(0, 60) || 'a computer'}`;

  /** For the site's own pages: up to 6.1 they refuse a name that is taken, and nobody but the user could give it another. */
  const pageName = (): string => `${appName} (${random.hex(2)})`;

  const takeOver = createTakeOver({ ...options, enter: createEnter({ clock, calls, appName }) });
  const { approve, cancel, openLink, stop } = createBrowserApproval({
    ...{ clock, random, logger, desktop, calls, offers, takeOver, pageName },
    onOutcome: (approval, outcome) => options.events.tell('account.approval', { approval, outcome }),
  });

  /** What somebody waits for, until they do not any more. */
  const awaited = <T>(wait: WaitId | undefined, work: (signal: AbortSignal) => Promise<T>) =>
    outcomeOf(() => waits.run(wait, work));

  return {
    handlers: {
      'wait.cancel': async (wait) => waits.cancel(wait),
      'site.find': (address, wait) =>
        awaited(wait, async (signal) => {
          const found = await discover(endedBy(calls, signal), clock, address);
          if (signal.aborted) throw new CannotConnect('cancelled');
          return offers.offer(found);
        }),
      'site.trust': async ({ offer, host }) => offers.trust(offer, host),
      'site.openPasswordPage': async (name) => {
        const page = offers.pageOf(name);
        if (!page) throw new NotFound('no-password-page');
        const url = new URL(page);
        url.searchParams.set('app_name', pageName());
        await desktop.openUrl(url.href);
      },
      'account.signIn': ({ offer, with: way }, wait) =>
        awaited(wait, (signal) => takeOver.signIn(offers.offered(offer), way, signal)),
      'account.signInAgain': ({ accountId, with: way }, wait) =>
        awaited(wait, (signal) => takeOver.signInAgain(accountId, way, signal)),
      'account.approve': (target) => outcomeOf(() => approve(target)),
      'account.cancelApproval': async (id) => cancel(id),
    },
    openLink,
    stop: () => {
      waits.stop();
      stop();
    },
  };
}
