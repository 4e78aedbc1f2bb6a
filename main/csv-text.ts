// How every table of ours is written: what begins like a formula is text to every spreadsheet, and no cell breaks its row. Pure.
import { type Options, stringify } from 'csv-stringify/sync';

/** RFC 4180. A line break of either kind is quoted: the library looks for that which parts our rows alone. */
export function csvText(rows: readonly unknown[], options: Options): string {
  return stringify([...rows], { escape_formulas: true, quoted_match: /[\r\n]/, ...options });
}

/**
 * What parts the cells of a table for who lives in `region`, the system's locale: where a comma is in numbers, Excel parts cells by semicolons
 * and puts a row with commas into its first cell.
 */
export function parterIn(region: string): ',' | ';' {
  try {
    const parts = new Intl.NumberFormat(region).formatToParts(0.5);
    return parts.find(({ type }) => type === 'decimal')?.value === '.' ? ',' : ';';
  } catch {
    // "C" and "POSIX" name no place.
    return ',';
  }
}
