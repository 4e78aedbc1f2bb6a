// The LIMIT of a question that is asked often.

/**
 * One parameter: the greatest number of rows. SQLite's planner looks into a bare `LIMIT ?` and so plans the whole question anew
 * each time it is asked, which costs fifty times as much as asking the queue's small questions; into a sum it does not look
 * (sqlite3_bind: a changed parameter that the plan depends on expires the statement).
 */
export const atMost = 'LIMIT (? + 0)';
