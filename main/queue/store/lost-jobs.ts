// Finds the jobs whose columns hold what none has: no question asks for them there, so they would never be sent nor shown.
import type { SqlRow, SqlStatement, SqlValue } from '../../ports.ts';
import { dayMs } from '../../retry.ts';
import { jobGroups, jobStateKinds } from '../../states.ts';
import { farthestPosition } from './rows.ts';

/** Later than anything is ever due, in ms from now: what a site asks for ends with a day. */
const longestDueMs = 30 * dayMs;

interface Range {
  readonly where: string;
  readonly values: readonly SqlValue[];
}

/** Everything of a column that is none of `words`: one range before, between and behind them, as an index has them. */
function gaps(column: string, words: readonly string[]): readonly Range[] {
  const sorted = [...words].sort();
  return [...sorted, null].map((below, at) => {
    const above = sorted[at - 1] ?? null;
    const values = [above, below].filter((word) => word !== null);
    const bounds = [above === null ? [] : [`${column} > ?`], below === null ? [] : [`${column} < ?`]];
    return { where: bounds.flat().join(' AND '), values };
  });
}

const outside = (column: string, least: number, most: number): readonly Range[] => [
  { where: `${column} < ?`, values: [least] },
  { where: `${column} > ?`, values: [most] },
];

/** Each range begins an index or stands behind a value of its first column: NOT IN and NOT BETWEEN would look at every job. */
const onAndOffTheList = (ranges: readonly Range[]): readonly Range[] =>
  [0, 1].flatMap((removed) =>
    ranges.map(({ where, values }) => ({ where: `removed = ${removed} AND ${where}`, values })),
  );

/** Whole rows, in no order; costs what is found, however long the list is. */
export function lostJobs(query: (text: string) => SqlStatement, now: number): readonly SqlRow[] {
  const ranges = [
    ...gaps('kind', jobStateKinds),
    ...outside('removed', 0, 1),
    ...onAndOffTheList(gaps('grp', jobGroups)),
    ...onAndOffTheList(outside('position', -farthestPosition, farthestPosition)),
    ...outside('due_at', 0, now + longestDueMs),
  ];
  const found = ranges.map(({ where }) => `SELECT rowid FROM jobs WHERE ${where}`).join(' UNION ALL ');
  return query(`SELECT * FROM jobs WHERE rowid IN (${found})`).all(...ranges.flatMap(({ values }) => values));
}
