// Clips that need their user for one and the same cause at one site, as the window shows them: together, with one way out.
import type { NeedsGroup, NeedsTarget } from '../../../preload/contract.ts';
import type { Job, JobId } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import { type Needing, type NeedsStore, toldApart } from '../../queue/store/needs-store.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Changes, Signals } from '../changes.ts';

export interface NeedsGroupsOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly accounts: Pick<Accounts, 'views'>;
  readonly needs: NeedsStore;
  readonly changes: Pick<Signals<Changes>, 'tell'>;
}

export interface NeedsGroups {
  /** The largest first; of fewer than two clips of an account there is none. */
  groups(): readonly NeedsGroup[];
  idsOf(target: NeedsTarget): readonly JobId[];
  /** A job changed its state. */
  moved(before: Job, after: Job): void;
  stop(): void;
}

/** More causes than that are no help at a glance. */
const mostGroups = 5;
/** Thousands may be parked one after the other: they are counted anew this often at most, in ms. */
const calmMs = 500;

export function createNeedsGroups({ clock, accounts, needs, changes }: NeedsGroupsOptions): NeedsGroups {
  let counted: readonly Needing[] | null = null;
  let cancelTimer: (() => void) | null = null;
  let stopped = false;

  return {
    groups: () => {
      counted ??= needs.counted(4 * mostGroups);
      const sites = new Map(accounts.views().flatMap((site) => site.accounts.map(({ id }) => [id, site])));
      const found = new Map<string, NeedsGroup>();
      for (const { accountId, reason, action, detail, clips } of counted) {
        const site = sites.get(accountId);
        if (site === undefined) continue;
        const key = JSON.stringify([site.id, reason, action, toldApart({ reason, detail })]);
        const before = found.get(key);
        // The limit is the site's as it is known now, whatever it was when one of them met it.
        const limit = site.tooLargeFrom === null ? null : String(site.tooLargeFrom);
        const shown = reason === 'too-large' ? limit : (before?.detail ?? detail);
        const all = { detail: shown, clips: (before?.clips ?? 0) + clips };
        found.set(key, { siteId: site.id, siteName: site.name, reason, action, ...all });
      }
      return [...found.values()].toSorted((a, b) => b.clips - a.clips).slice(0, mostGroups);
    },
    idsOf: ({ siteId, reason, detail }) => {
      const site = accounts.views().find(({ id }) => id === siteId);
      return needs.idsOf(site?.accounts.map(({ id }) => id) ?? [], { reason, detail });
    },
    moved: (before, after) => {
      if (stopped || (before.state.kind !== 'needs-you' && after.state.kind !== 'needs-you')) return;
      cancelTimer ??= clock.after(calmMs, () => {
        cancelTimer = null;
        counted = null;
        changes.tell('list', null);
      });
    },
    stop: () => {
      stopped = true;
      cancelTimer?.();
    },
  };
}
