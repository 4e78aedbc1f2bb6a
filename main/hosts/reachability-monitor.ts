// The lines to all sites while the app runs: looks who answers when there is doubt, holds what goes to a site that is not there,
// and says when it goes on. Nothing of it is kept: a start of the app is a reason for doubt like any other.
import type { SiteLine } from '../../preload/contract.ts';
import { type SiteAnswer, SiteRefusal } from '../answers.ts';
import { sortCallFailure } from '../errors.ts';
import type { FailureCause, Site, SiteId } from '../model.ts';
import type { Clock, Logger, Network, Random } from '../ports.ts';
import type { OpenCircuit } from './circuit.ts';
import type { Demand } from './demand.ts';
import { doubted, isTold, type Line, looked, type Sight, type Unreachable } from './reachability.ts';

export interface ReachabilityMonitorOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly network: Network;
  readonly site: (siteId: SiteId) => Site | null;
  /** What it is called in front of its user. */
  readonly nameOf: (siteId: SiteId) => string;
  /** All that there are, in the order in which they are shown. */
  readonly siteIds: () => readonly SiteId[];
  /** Whether the site is on this very computer. */
  readonly isOwnMachine: (site: Site) => boolean;
  /** Looks once who answers at the site's address; never rejects for what a line can do. */
  readonly see: (site: Site, signal: AbortSignal) => Promise<Sight>;
  /** Whether something waits for this site; nobody else is asked who he is. */
  readonly demand: Pick<Demand, 'isThere'>;
  /** The site is to be left alone for a time; null = it is not. */
  readonly hold: (site: Site) => OpenCircuit | null;
  /** A line opened, went down, or is told differently. */
  readonly onChange: () => void;
}

export interface ReachabilityMonitor {
  /** Whether the queue may speak to the site now. Where that has to be found out first, this begins it. */
  isOpen(siteId: SiteId): boolean;
  /** Why what goes to the site is held; null = it is not, or only for a moment. */
  trouble(siteId: SiteId): Unreachable | null;
  /**
   * What a failure means once it is known who answers there: the line's own failure is none of the job. `said` = the answer
   * that failed, null where there was none or it is not at hand.
   */
  sort(siteId: SiteId, cause: FailureCause, said: SiteAnswer | null): Promise<FailureCause>;
  /** Lines that are down for longer than a moment, and sites in maintenance or that block us; being offline is not among them. */
  shown(): readonly SiteLine[];
  /** What is known of the line to one site, or to all, is worth little now: looks at once where something waits. */
  doubt(siteId: SiteId | null): void;
  stop(): void;
}

/** Failures that a line can cause. */
const doubtful: ReadonlySet<string> = new Set(['connection-lost', 'web-page-answer', 'server-error']);
/** Refusals that are only believed when they came as data. */
const doubtfulAsPage: ReadonlySet<string> = new Set(['upload-route-missing', 'web-page-answer', 'site-refused']);

function mayBeTheLine(cause: FailureCause, said: SiteAnswer | null): boolean {
  // A site that names a time is there, and wants to be left alone.
  if (cause.kind === 'retry') return cause.afterMs === null && doubtful.has(cause.why);
  return cause.kind === 'needs-you' && said?.json === undefined && said !== null && doubtfulAsPage.has(cause.reason);
}

/** What a call that failed means once it is known who answers there; throws what is no failure of a call. */
export function causeOfCall(
  lines: Pick<ReachabilityMonitor, 'sort'>,
  siteId: SiteId,
  error: unknown,
): Promise<FailureCause> {
  return lines.sort(siteId, sortCallFailure(error), error instanceof SiteRefusal ? error.said : null);
}

/** A look that broke off saw nobody. */
async function sightOf({ see, logger }: ReachabilityMonitorOptions, site: Site, signal: AbortSignal): Promise<Sight> {
  try {
    return await see(site, signal);
  } catch (error) {
    logger.error('Could not look who answers at a site', { site: site.id, error: String(error) });
    return { kind: 'away' };
  }
}

/** What its user is told of the line to a site; null = nothing. */
function lineShown(
  { clock, demand, hold: holdOf, nameOf }: ReachabilityMonitorOptions,
  site: Site,
  line: Line,
  isLooking: boolean,
): SiteLine | null {
  const hold = holdOf(site);
  // Asked many times a second: most sites have nothing to tell, and for them nobody is asked what waits.
  if ((hold === null && !isTold(line)) || !demand.isThere(site.id)) return null;
  const who = { siteId: site.id, siteName: nameOf(site.id) };
  // What the site itself said explains more than that it does not answer meanwhile.
  if (hold !== null && hold.why !== 'site-busy') {
    const { why, since, until } = hold;
    return { ...who, trouble: why, proxy: null, since, nextTryAt: until > clock.now() ? until : null };
  }
  if (!isTold(line)) return null;
  // Shown by the wall clock, kept by the other: nobody can set that one (F-13).
  const wall = clock.now() - clock.monotonic();
  const nextTryAt = isLooking ? null : wall + line.nextAt;
  return { ...who, trouble: line.why, proxy: line.proxy, since: wall + line.since, nextTryAt };
}

export function createReachabilityMonitor(options: ReachabilityMonitorOptions): ReachabilityMonitor {
  const { clock, random, logger, network } = options;
  const lines = new Map<SiteId, Line>();
  const looking = new Map<SiteId, Promise<void>>();
  /** What cancels the latest timer of each; one that has fired may be cancelled all the same. */
  const timers = new Map<SiteId, () => void>();
  const stopping = new AbortController();

  const lineOf = (siteId: SiteId): Line => lines.get(siteId) ?? { kind: 'unsure' };
  const isOffline = (siteId: SiteId): boolean => {
    const site = options.site(siteId);
    // A site on this very computer needs no network.
    return !network.online() && site !== null && !options.isOwnMachine(site);
  };

  /** Plans the next look at a line that is down. */
  const plan = (siteId: SiteId): void => {
    timers.get(siteId)?.();
    const line = lineOf(siteId);
    if (line.kind !== 'down' || stopping.signal.aborted) return;
    const due = (): void => {
      if (options.demand.isThere(siteId)) void look(siteId);
      // Nothing waits for it any more: it is looked at again when something does.
      else lines.delete(siteId);
    };
    timers.set(siteId, clock.after(Math.max(0, line.nextAt - clock.monotonic()), due));
  };

  const look = (siteId: SiteId): Promise<void> => {
    const under = looking.get(siteId);
    if (under) return under;
    const site = options.site(siteId);
    if (!site || stopping.signal.aborted || isOffline(siteId)) return Promise.resolve();
    timers.get(siteId)?.();
    const work = sightOf(options, site, stopping.signal)
      .then((sight) => {
        looking.delete(siteId);
        if (stopping.signal.aborted) return;
        const before = lineOf(siteId);
        const after = looked(before, sight, clock.monotonic(), random.fraction());
        lines.set(siteId, after);
        if (after.kind !== before.kind) logger.info('The line to a site', { site: siteId, is: sight.kind });
        plan(siteId);
        options.onChange();
      })
      // Nobody waits for a look that a timer began; who is told reads the list, which may fail.
      .catch((error: unknown) =>
        logger.error('What was seen of a site could not be told', { site: siteId, error: String(error) }),
      );
    looking.set(siteId, work);
    if (isTold(lineOf(siteId))) options.onChange();
    return work;
  };

  const doubt = (siteId: SiteId): void => {
    lines.set(siteId, doubted(lineOf(siteId), clock.monotonic()));
    plan(siteId);
  };

  const trouble: ReachabilityMonitor['trouble'] = (siteId) => {
    if (isOffline(siteId)) return 'offline';
    const line = lineOf(siteId);
    return line.kind === 'down' ? line.why : null;
  };

  return {
    isOpen: (siteId) => {
      if (isOffline(siteId)) return false;
      const line = lineOf(siteId);
      if (line.kind === 'unsure' && options.demand.isThere(siteId)) void look(siteId);
      return line.kind === 'open';
    },
    trouble,
    sort: async (siteId, cause, said) => {
      if (!mayBeTheLine(cause, said)) return cause;
      if (!isOffline(siteId)) {
        // Nothing further is started until it is known who answers there.
        if (lineOf(siteId).kind === 'open') lines.set(siteId, { kind: 'unsure' });
        if (lineOf(siteId).kind === 'unsure') await look(siteId);
      }
      const why = trouble(siteId);
      return why === null ? cause : { kind: 'line', why };
    },
    shown: () =>
      options.siteIds().flatMap((siteId) => {
        const site = options.site(siteId);
        if (!site || isOffline(siteId)) return [];
        return lineShown(options, site, lineOf(siteId), looking.has(siteId)) ?? [];
      }),
    doubt: (siteId) => {
      for (const id of siteId === null ? [...lines.keys()] : [siteId]) doubt(id);
      options.onChange();
    },
    stop: () => {
      stopping.abort();
      for (const cancelTimer of timers.values()) cancelTimer();
    },
  };
}
