// When the user is told outside of the window: once per batch, grouped when clips need them, once per account to sign in and per
// question of a proxy.
import type { AccountView, Events, ProxiesView, SiteLine, SiteView } from '../../../preload/contract.ts';
import type { ReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import type { AccountId, Job, JobId } from '../../model.ts';
import type { Clock, Notifier } from '../../ports.ts';
import type { QueueLoad } from '../../queue/store/backlog.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import { isOnSite, recordOf } from '../../states.ts';
import type { Signals } from '../changes.ts';

export interface NotifyingOptions {
  readonly clock: Clock;
  readonly notifier: Notifier;
  /** Whether clips of the account go by themselves and are not on its site yet. */
  readonly goesOn: (accountId: AccountId) => boolean;
  readonly store: Pick<QueueStore, 'goesOn' | 'counts'>;
  readonly backlog: Pick<QueueLoad, 'ready'>;
  /** Whether something that was typed in the Library for videos of the account waits. */
  readonly editsWait: (accountId: AccountId) => boolean;
  readonly events: Pick<Signals<Events>, 'on'>;
  readonly sites: () => readonly SiteView[];
  /** Sites that something waits for and that take nothing now. */
  readonly lines: Pick<ReachabilityMonitor, 'shown'>;
  /** Which proxy wants a sign-in now. */
  readonly proxySignIns: { view(): Pick<ProxiesView, 'asking'> };
}

export interface Notifying {
  moved(before: Job, after: Job): void;
  /** Clips came to the list. */
  added(): void;
  /** Somebody was signed out or in, or something more waits for that. */
  accountsChanged(): void;
  /** A site was called blocked, or is no longer, or something waits for it. */
  linesChanged(): void;
  /** A proxy may ask for a sign-in, or ask no more. */
  proxiesChanged(): void;
  stop(): void;
}

/** A moment in which several of one kind become one notice. */
const groupMs = 2_000;
/** At most one notice about clips that need the user in this time; what comes meanwhile is told together after it. */
const needsYouEveryMs = 60_000;

/** Sites that block clips, or everything: each is told once, and again when it blocks something else. */
function blockedSites({ lines, notifier }: Pick<NotifyingOptions, 'lines' | 'notifier'>) {
  const told = new Map<string, 'uploads' | 'all'>();
  const blocking = (): readonly SiteLine[] => lines.shown().filter(({ trouble }) => blockedWhat(trouble) !== null);
  return {
    now: blocking,
    tell: (): void => {
      const now = blocking();
      for (const id of told.keys()) if (!now.some(({ siteId }) => siteId === id)) told.delete(id);
      for (const { siteId, siteName, trouble } of now) {
        const what = blockedWhat(trouble);
        if (what === null || told.get(siteId) === what) continue;
        told.set(siteId, what);
        notifier.tell({ kind: 'blocked', what, siteName });
      }
    },
  };
}

/** Clips that wait for their user's word: told when more do than before, once in a while. */
function readyClips({ backlog, notifier }: Pick<NotifyingOptions, 'backlog' | 'notifier'>) {
  const count = (): number => [...backlog.ready().values()].reduce((sum, clips) => sum + clips, 0);
  let told = count();
  let tellFrom = Number.NEGATIVE_INFINITY;
  return {
    count,
    /** Gives in how many ms more is to be told; null = nothing is. */
    tell: (now: number): number | null => {
      const clips = count();
      if (clips <= told) {
        told = clips;
        return null;
      }
      if (now < tellFrom) return Math.ceil(tellFrom - now);
      notifier.tell({ kind: 'ready', clips });
      told = clips;
      tellFrom = now + needsYouEveryMs;
      return null;
    },
  };
}

/** True when the site has the video since this change; a title edited later does not make it arrive again. */
function hasArrived(before: Job, after: Job): boolean {
  const wasUnderWay = recordOf(before.state).group === 'active' && !isOnSite(before.state);
  return wasUnderWay && isOnSite(after.state);
}

/** What a site blocks, as far as it is known; null = nothing. */
function blockedWhat(trouble: SiteLine['trouble']): 'uploads' | 'all' | null {
  if (trouble === 'site-blocked') return 'all';
  return trouble === 'uploads-blocked' || trouble === 'uploads-unsure' ? 'uploads' : null;
}

function signedOutOf(
  sites: readonly SiteView[],
): readonly { readonly account: AccountView; readonly site: SiteView }[] {
  return sites.flatMap((site) =>
    site.accounts.filter((account) => !account.signedIn).map((account) => ({ account, site })),
  );
}

/** Each question of a proxy is told once. */
function proxyQuestions({ proxySignIns, notifier }: Pick<NotifyingOptions, 'proxySignIns' | 'notifier'>) {
  let told: string | null = null;
  const idNow = (): string | null => proxySignIns.view().asking?.id ?? null;
  return {
    isNews: () => idNow() !== told,
    tell: () => {
      const { asking } = proxySignIns.view();
      const isNews = idNow() !== told;
      told = idNow();
      if (asking === null || !isNews) return;
      notifier.tell({ kind: 'proxy-sign-in', proxy: asking.address, isRefused: asking.isRefused });
    },
  };
}

export function createNotifications(options: NotifyingOptions): Notifying {
  const { clock, notifier, goesOn, sites } = options;
  const proxies = proxyQuestions(options);
  const ready = readyClips(options);
  const blocks = blockedSites(options);
  let arrived = 0;
  /** The accounts whose clips arrived. */
  const reached = new Set<string>();
  const needing = new Set<JobId>();
  let needsYouFrom = Number.NEGATIVE_INFINITY;
  const toSignIn = new Set<string>();
  let cancelTimer: (() => void) | null = null;
  let stopped = false;

  const signedOut = () => signedOutOf(sites());

  /** Clips that wait for a sign-in, or for a site that blocks them, may do so for weeks: a batch is over without them. */
  const isUnderWay = (): boolean => {
    const held = blocks.now();
    const going = sites().filter(({ id }) => !held.some(({ siteId }) => siteId === id));
    return going.some(({ accounts }) => accounts.some(({ id, signedIn }) => signedIn && goesOn(id)));
  };

  const tellArrived = (): void => {
    if (arrived === 0 || isUnderWay()) return;
    const names = sites()
      .filter((site) => site.accounts.some(({ id }) => reached.has(id)))
      .map(({ name }) => name);
    const [only = null] = names.length === 1 ? names : [];
    const counts = options.store.counts();
    notifier.tell({
      ...{ kind: 'arrived', clips: arrived, siteName: only, ready: ready.count() },
      ...{ attention: counts.needsYou, waiting: counts.waiting + counts.active },
    });
    arrived = 0;
    reached.clear();
  };

  const tellNeeding = (now: number): void => {
    if (needing.size === 0 || now < needsYouFrom) return;
    const [only = null] = needing.size === 1 ? needing : [];
    notifier.tell({ kind: 'needs-you', clips: needing.size, jobId: only });
    needing.clear();
    needsYouFrom = now + needsYouEveryMs;
  };

  const waits = (id: AccountId): boolean => options.store.goesOn(id, true) || options.editsWait(id);
  const tellSignIns = (): void => {
    const waiting = signedOut();
    for (const id of toSignIn) if (!waiting.some(({ account }) => account.id === id)) toSignIn.delete(id);
    for (const { account, site } of waiting) {
      if (toSignIn.has(account.id) || !waits(account.id)) continue;
      toSignIn.add(account.id);
      notifier.tell({ kind: 'sign-in', login: account.login, siteName: site.name });
    }
  };

  const look = (): void => {
    cancelTimer = null;
    const now = clock.monotonic();
    tellArrived();
    tellNeeding(now);
    tellSignIns();
    blocks.tell();
    proxies.tell();
    const readyIn = ready.tell(now);
    if (readyIn !== null) lookIn(readyIn);
    // In whole ms: what is left can be less than a clock tells apart.
    if (needing.size > 0) lookIn(Math.ceil(needsYouFrom - now));
  };

  const lookIn = (ms: number): void => {
    if (cancelTimer || stopped) return;
    cancelTimer = clock.after(ms, look);
  };
  const lookSoon = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    lookIn(groupMs);
  };

  const accountsChanged = (): void => {
    if (signedOut().length > 0 || toSignIn.size > 0) lookSoon();
  };
  const endListening = options.events.on('library.changed', accountsChanged);

  return {
    moved: (before, after) => {
      if (hasArrived(before, after)) {
        arrived++;
        reached.add(after.accountId);
      }
      if (after.state.kind === 'needs-you' && !after.removed) needing.add(after.id);
      else needing.delete(after.id);
      if (arrived > 0 || needing.size > 0) lookSoon();
    },
    added: () => {
      accountsChanged();
      if (ready.count() > 0) lookIn(groupMs);
    },
    accountsChanged,
    // Nothing is asked of the list here: who tells of this is in the middle of something else.
    linesChanged: () => lookIn(groupMs),
    proxiesChanged: () => {
      if (proxies.isNews()) lookIn(groupMs);
    },
    stop: () => {
      stopped = true;
      endListening();
      cancelTimer?.();
    },
  };
}
