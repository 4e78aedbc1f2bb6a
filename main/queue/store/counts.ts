// How many jobs stand under each filter, from the sums by group.
import type { FilterCounts, QueueFilter } from '../../../preload/contract.ts';
import type { SqlRow } from '../../ports.ts';
import { type JobGroup, jobGroups } from '../../states.ts';

/** `rows` name a group and its number `n`; a group may be missing. */
export function countsOf(rows: readonly SqlRow[]): FilterCounts {
  const by = new Map(rows.map((row) => [String(row.grp), Number(row.n)]));
  const of = (group: JobGroup): number => by.get(group) ?? 0;
  return {
    all: jobGroups.reduce((sum, group) => sum + of(group), 0),
    needsYou: of('needs-you'),
    ready: of('ready'),
    active: of('active'),
    waiting: of('waiting'),
    done: of('done'),
  };
}

export function countUnder(counts: FilterCounts, filter: QueueFilter): number {
  return filter === 'needs-you' ? counts.needsYou : counts[filter];
}
