// The list by a plain look at all jobs: what every window onto it has to show.
import type { Sql } from '../../../../main/ports.ts';
import type { QueueFilter, QueueSort } from '../../../../preload/contract.ts';

export const filters: readonly QueueFilter[] = ['all', 'waiting', 'active', 'needs-you', 'done'];
export const sorts: readonly QueueSort[] = ['queue', 'newest', 'name', 'size'];
const plainOrder: Readonly<Record<QueueSort, string>> = {
  queue: 'position, rowid',
  newest: 'rowid DESC',
  name: 'name COLLATE NOCASE, position, rowid',
  size: 'size DESC, position, rowid',
};

/** The ids of the window [offset, offset + limit). */
export function plainWindow(
  sql: Sql,
  filter: QueueFilter,
  sort: QueueSort,
  offset: number,
  limit: number,
): readonly string[] {
  const group = filter === 'all' ? '' : `AND grp = '${filter}'`;
  return sql
    .prepare(`SELECT id FROM jobs WHERE removed = 0 ${group} ORDER BY ${plainOrder[sort]} LIMIT ? OFFSET ?`)
    .all(limit, offset)
    .map((row) => String(row.id));
}
