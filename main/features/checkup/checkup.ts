// The check-up of a site: looks whether anything stands in the way of uploads, keeps what was found and tells the window.
import type { SiteCheckup } from '../../../preload/contract.ts';
import type { RequestsInFlight } from '../../hosts/requests-in-flight.ts';
import { type AccountId, isCheckRefusal, type Site, type SiteId } from '../../model.ts';
import type { Clock, Logger, Sql } from '../../ports.ts';
import type { Passing } from '../../queue/store/refusal-queries.ts';
import { createSingleFlight } from '../../single-flight.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { lookAtSite, type SiteSeen } from '../../site/connect/inspect-site.ts';
import { checkupStore, type StoredCheckup } from '../../site/store/checkup-store.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireSite } from '../accounts/require.ts';
import type { Pace } from '../accounts/token-expiry.ts';
import type { Changes, Signals } from '../changes.ts';
import type { EarlyRefusal } from '../uploads/early-refusal.ts';
import { doubtfulKinds, findings, type QueueKnown, type TokenKnown } from './findings.ts';

export interface CheckupOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sql: Sql;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  readonly refusals: Passing;
  readonly earlyRefusal: EarlyRefusal;
  readonly pace: Pace;
  readonly inFlight: Pick<RequestsInFlight, 'begin'>;
  readonly changes: Signals<Changes>;
}

export interface Checkups {
  readonly handlers: Pick<Handlers, 'site.checkup'>;
  /** Of every connected site that was or is being checked. */
  views(): readonly SiteCheckup[];
  /** Checks the site by itself; what goes wrong is only logged. */
  begin(siteId: SiteId): void;
  stop(): Promise<void>;
}

/** Refused as well, and the reason may pass: where clips wait the queue asks for itself, once, before they do (F-15). */
const doubtfulSignIns: ReadonlySet<string> = new Set([
  'header-stripped',
  'header-stripped-probably',
  'passwords-off',
  'passwords-off-for-person',
]);

export function createCheckups(options: CheckupOptions): Checkups {
  const { clock, logger, accounts, refusals: passing, pace } = options;
  const kept = checkupStore(options.sql);
  const last = new Map<SiteId, StoredCheckup | null>();
  const running = createSingleFlight<SiteId, void>(() => {
    if (!stopped) options.changes.tell('checkups', null);
  });
  let stopped = false;

  const lastOf = (siteId: SiteId): StoredCheckup | null => {
    const known = last.get(siteId);
    if (known !== undefined) return known;
    const read = kept.read(siteId);
    last.set(siteId, read);
    return read;
  };
  const view = (siteId: SiteId): SiteCheckup => {
    const found = lastOf(siteId);
    return { siteId, at: found?.at ?? null, running: running.has(siteId), findings: found?.findings ?? [] };
  };

  const idsOf = (siteId: SiteId): readonly AccountId[] =>
    accounts
      .views()
      .filter(({ id }) => id === siteId)
      .flatMap((site) => site.accounts.map(({ id }) => id));

  const queueKnown = (site: Site, seen: SiteSeen): QueueKnown => {
    const ids = idsOf(site.id);
    const refused = passing.needing(ids, 'no-upload-right');
    return {
      tooLarge: passing.needing(ids, 'too-large'),
      refusedKind: passing.needing(ids, 'extension-refused'),
      refused: { count: refused.count, names: refused.names, said: refused.detail },
      doubtful: passing.ofKinds(ids, doubtfulKinds(site, seen)),
      largestArrived: passing.largestArrived(ids),
    };
  };
  const tokensKnown = (siteId: SiteId): readonly TokenKnown[] =>
    idsOf(siteId).flatMap((accountId) => {
      const life = accounts.tokenLife(accountId);
      if (life === null) return [];
      const clip = passing.largestWaiting(accountId);
      return { accountId, life, longest: clip && { name: clip.name, expected: pace.expected(accountId, clip.bytes) } };
    });

  /** What was seen of a person counts for their account. */
  const takeOver = async ({ account, signIn, me }: SiteSeen['people'][number]): Promise<void> => {
    // A refusal of this very sign-in leaves no doubt.
    if (isCheckRefusal(signIn.code)) accounts.signedOut(account.id);
    if (doubtfulSignIns.has(signIn.code) && passing.largestWaiting(account.id) !== null)
      await accounts.prove(account.id, true);
    // The account's rights are shown and obeyed elsewhere too.
    if (me !== null && (me.canUpload !== account.canUpload || me.canPublish !== account.canPublish)) {
      await accounts.prove(account.id, true);
    }
  };

  const check = async (siteId: SiteId): Promise<void> => {
    const site = accounts.site(siteId);
    if (!site) return;
    const people = idsOf(siteId).flatMap((id) => {
      const account = accounts.account(id);
      return account ? { account, client: accounts.client(id) } : [];
    });
    const seen = await lookAtSite(options.calls, clock, site, people);
    for (const person of seen.people) await takeOver(person);
    await options.earlyRefusal.look(true);
    // As known now: a clip may have taught something meanwhile.
    const now = accounts.site(siteId);
    if (!now || stopped) return;
    const at = clock.now();
    const found = findings({ now: at, site: now, seen, queue: queueKnown(now, seen), tokens: tokensKnown(siteId) });
    const checkup = { at, findings: found };
    last.set(siteId, checkup);
    try {
      kept.write(siteId, checkup);
    } catch (error) {
      // A full disk: it is shown all the same, only not after a restart.
      logger.warn('A check-up could not be kept', { error: String(error) });
    }
    const inTheWay = found.filter(({ status }) => status === 'blocks').map(({ code }) => code);
    logger.info('site checked', { site: siteId, inTheWay: inTheWay.join(' ') });
  };

  const run = (siteId: SiteId): Promise<void> => {
    const isNew = !running.has(siteId);
    const work = running.run(siteId, async () => {
      const end = options.inFlight.begin(siteId);
      await check(siteId).finally(end);
    });
    if (isNew) options.changes.tell('checkups', null);
    return work;
  };

  return {
    handlers: {
      'site.checkup': async (siteId) => {
        requireSite(accounts, siteId);
        await run(siteId);
        return view(siteId);
      },
    },
    views: () =>
      accounts
        .views()
        .filter(({ id }) => running.has(id) || lastOf(id) !== null)
        .map(({ id }) => view(id)),
    begin: (siteId) => {
      run(siteId).catch((error: unknown) => logger.error('A site could not be checked', { error: String(error) }));
    },
    stop: async () => {
      stopped = true;
      await running.ended();
    },
  };
}
