// Rows of a database for tests that care about a few of their columns only.
import type { Sql, SqlValue } from '../../main/ports.ts';

/** Adds a row with `columns`, and with something in every other one that has to have it; `fill` tells such texts apart. */
export function addRow(sql: Sql, table: string, columns: Readonly<Record<string, SqlValue>>, fill = '{}'): void {
  const row: Record<string, SqlValue> = {};
  const all = sql
    .prepare(`SELECT name, type, "notnull" AS must, dflt_value AS first FROM pragma_table_info('${table}')`)
    .all();
  for (const { name, type, must, first } of all) {
    if (must === 1 && first === null) row[String(name)] = type === 'TEXT' ? fill : 1;
  }
  Object.assign(row, columns);
  const places = Object.keys(row)
    .map(() => '?')
    .join(', ');
  sql.prepare(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places})`).run(...Object.values(row));
}
