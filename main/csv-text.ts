// How every table of ours is written: what begins like a formula is text to every spreadsheet, and no cell breaks its row. Pure.
import { type Options, stringify } from 'csv-stringify/sync';

/** RFC 4180. A line break of either kind is quoted: the library looks for that which parts our rows alone. */
export function csvText(rows: readonly unknown[], options: Options): string {
  return stringify([...rows], { escape_formulas: true, quoted_match: /[\r\n]/, ...options });
}
