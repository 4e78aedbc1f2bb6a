// Everything that speaks to a site goes through here: the accounts, who may be asked now, and whether it is the site that answers.
import { createCircuits, type OpenCircuit } from '../../hosts/circuit.ts';
import { circuitStore } from '../../hosts/circuit-store.ts';
import { createDemand } from '../../hosts/demand.ts';
import { createGuardedHttp } from '../../hosts/guarded-http.ts';
import { createReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import { createRequestsInFlight } from '../../hosts/requests-in-flight.ts';
import type { AccountId } from '../../model.ts';
import { isOwnMachine, originOf } from '../../site/client/address.ts';
import { siteCalls } from '../../site/client/client.ts';
import { seeSite } from '../../site/connect/probe-root.ts';
import type { PresetStore } from '../../site/store/preset-store.ts';
import type { SiteStore } from '../../site/store/site-store.ts';
import type { UploaderPorts } from '../../uploader-api.ts';
import type { Changes, Signals } from '../changes.ts';
import { createAccounts } from './accounts.ts';
import { createProxySignIns } from './proxy-sign-ins.ts';

export interface SitesOptions extends UploaderPorts {
  readonly siteStore: SiteStore;
  readonly presets: PresetStore;
  /** Whether the list belongs to this computer: nobody is asked for one that does not. */
  readonly owner: { isHere(): boolean };
  readonly changes: Signals<Changes>;
}

export type Sites = ReturnType<typeof joinSites>;

export function joinSites(options: SitesOptions) {
  const { clock, owner, changes } = options;
  const circuits = createCircuits(clock, options.random, circuitStore(options.sql), () =>
    changes.tell('circuits', null),
  );
  const guarded = createGuardedHttp({ clock, http: options.http, circuits });
  const calls = siteCalls(guarded.engine, clock);
  const accounts = createAccounts({ ...options, calls, given: guarded.given });
  guarded.onRefused(accounts.refused);
  const demand = createDemand();
  /** A site that asks for a moment says less about what is sent there than that it takes none of it. */
  const holdOf = (host: string): OpenCircuit | null => {
    const all = circuits.of(host);
    return all === null || all.why === 'site-busy' ? (circuits.of(circuits.uploadsTo(host)) ?? all) : all;
  };
  const lines = createReachabilityMonitor({
    ...options,
    demand,
    site: accounts.site,
    nameOf: accounts.nameOf,
    siteIds: () => accounts.views().map(({ id }) => id),
    isOwnMachine: (site) => isOwnMachine(new URL(site.root)),
    see: (site, signal) => seeSite(guarded.engine, clock, site, signal),
    hold: (site) => holdOf(originOf(site.root)),
    onChange: () => changes.tell('reachability', null),
  });
  const onThrough = (): void => lines.doubt(null);
  return {
    accounts,
    proxySignIns: createProxySignIns({ ...options, clicks: guarded.clicks, onThrough }),
    circuits,
    lines,
    calls,
    /** The queue's own way to a site, for bodies. */
    engineHttp: guarded.engine,
    /** For a sign-in that a person just clicked. */
    clickedCalls: siteCalls(guarded.clicks, clock),
    /** For the check-up. */
    checkingCalls: siteCalls(guarded.checks, clock),
    inFlight: createRequestsInFlight(),
    /** The host that an account's jobs go to. */
    hostOf: (accountId: AccountId): string => originOf(accounts.siteOf(accountId)?.root ?? ''),
    /** From here on a site is asked who it is also where `waits` says that something waits for one of its accounts. */
    demandOf: (waits: (accountId: AccountId) => boolean): void =>
      demand.add(
        (siteId) =>
          owner.isHere() && accounts.ready().some((account) => account.siteId === siteId && waits(account.id)),
      ),
  };
}
