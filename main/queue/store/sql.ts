// Questions that are asked often: their LIMIT, and their statements, each prepared once.
import { LRUCache } from 'lru-cache';
import type { Sql, SqlStatement } from '../../ports.ts';

/**
 * One parameter: the greatest number of rows. SQLite's planner looks into a bare `LIMIT ?` and so plans the whole question anew
 * each time it is asked, which costs fifty times as much as asking the queue's small questions; into a sum it does not look
 * (sqlite3_bind: a changed parameter that the plan depends on expires the statement).
 */
export const atMost = 'LIMIT (? + 0)';

/** More texts than any part of the store asks with. */
const mostStatements = 500;

/** The statement of a text, prepared when it is asked for first. */
export function createStatements(sql: Sql): (text: string) => SqlStatement {
  const prepared = new LRUCache<string, SqlStatement>({ max: mostStatements, memoMethod: (text) => sql.prepare(text) });
  return (text) => prepared.memo(text);
}
