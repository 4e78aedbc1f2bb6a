// The check-up of a site: looks whether anything stands in the way of uploads, keeps what was found and tells the window.
import type { SiteCheckup } from '../../../preload/contract.ts';
import type { Circuits } from '../../hosts/circuit.ts';
import type { RequestsInFlight } from '../../hosts/requests-in-flight.ts';
import {
  type CheckFinding,
  isCheckRefusal,
  type Job,
  type NeedsYouReason,
  type Site,
  type SiteId,
} from '../../model.ts';
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
import { doubtfulKinds, findings } from './findings.ts';
import { type HelperOptions, learnHelper, readCarriedHelper } from './helper.ts';
import { createSiteKnowledge } from './known.ts';
import { upToDate } from './up-to-date.ts';

export interface CheckupOptions extends HelperOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sql: Sql;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  readonly refusals: Passing;
  readonly circuits: Pick<Circuits, 'of' | 'uploadsTo'>;
  readonly earlyRefusal: EarlyRefusal;
  readonly pace: Pace;
  readonly inFlight: Pick<RequestsInFlight, 'begin'>;
  readonly changes: Signals<Changes>;
}

export interface Checkups {
  readonly handlers: Pick<Handlers, 'site.checkup'>;
  /** Of every connected site that was or is being checked. */
  views(): readonly SiteCheckup[];
  /** A job changed its state: what the site refused, or takes again, is part of what is known of it. */
  moved(before: Job, after: Job): void;
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

/** What a site refuses is learned from clips that wait for their user because of it. */
const refusals: ReadonlySet<NeedsYouReason> = new Set([
  ...(['too-large', 'extension-refused', 'no-upload-right', 'upload-route-missing', 'web-page-answer'] as const),
]);

function tellsOfSite({ state }: Job): boolean {
  return state.kind === 'needs-you' && refusals.has(state.reason);
}

/** What a check-up says now; `key` = what it was drawn of. */
interface Drawn {
  readonly site: Site;
  readonly key: string;
  readonly drawnAt: number;
  readonly findings: readonly CheckFinding[];
}

/** A token's end comes nearer by itself. */
const freshMs = 60_000;
/** The window hears of it this often at most, in ms. */
const calmMs = 1_000;

export function createCheckups(options: CheckupOptions): Checkups {
  const { clock, logger, accounts, refusals: passing } = options;
  const knowledge = createSiteKnowledge(options);
  const kept = checkupStore(options.sql);
  const last = new Map<SiteId, StoredCheckup | null>();
  const drawn = new Map<SiteId, Drawn>();
  let cancelTimer: (() => void) | null = null;
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

  /** As long as neither the list nor what is known of the site changes, it is not drawn again for a while. */
  const findingsOf = (site: Site, { at, findings: found }: StoredCheckup): readonly CheckFinding[] => {
    const before = drawn.get(site.id);
    const drawnAt = clock.monotonic();
    const key = [at, ...knowledge.holdsOf(site)].join(' ');
    if (before?.site === site && before.key === key && drawnAt - before.drawnAt < freshMs) return before.findings;
    const doubtful = found.find(({ code }) => code === 'kinds-doubtful')?.names ?? [];
    const now = { now: clock.now(), site, ...knowledge.of(site, doubtful) };
    const people = knowledge.idsOf(site.id).flatMap((id) => accounts.account(id) ?? []);
    const current = upToDate(found, now, people);
    drawn.set(site.id, { site, key, drawnAt, findings: current });
    return current;
  };
  const view = (siteId: SiteId): SiteCheckup => {
    const [site, found] = [accounts.site(siteId), lastOf(siteId)];
    const current = site !== null && found !== null ? findingsOf(site, found) : [];
    return { siteId, at: found?.at ?? null, running: running.has(siteId), findings: current };
  };

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
    const people = knowledge.idsOf(siteId).flatMap((id) => {
      const account = accounts.account(id);
      return account ? { account, client: accounts.client(id) } : [];
    });
    const seen = await lookAtSite(options.calls, clock, site, people);
    for (const person of seen.people) await takeOver(person);
    learnHelper(options, siteId, seen);
    const [carriedHelper] = await Promise.all([readCarriedHelper(options), options.earlyRefusal.look(true)]);
    // As known now: a clip may have taught something meanwhile.
    const now = accounts.site(siteId);
    if (!now || stopped) return;
    const known = { now: clock.now(), site: now, seen, carriedHelper };
    const found = findings({ ...known, ...knowledge.of(now, doubtfulKinds(now, seen)) });
    const checkup = { at: known.now, findings: found };
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
    moved: (before, after) => {
      if (!tellsOfSite(before) && !tellsOfSite(after)) return;
      drawn.delete(accounts.siteOf(after.accountId)?.id ?? '');
      // Thousands may be parked, or go on, at once.
      cancelTimer ??= clock.after(calmMs, () => {
        cancelTimer = null;
        options.changes.tell('shown', null);
      });
    },
    begin: (siteId) => {
      run(siteId).catch((error: unknown) => logger.error('A site could not be checked', { error: String(error) }));
    },
    stop: async () => {
      stopped = true;
      cancelTimer?.();
      await running.ended();
    },
  };
}
