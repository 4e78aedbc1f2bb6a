// A table that was read goes to the window in parts: the bridge copies it cell by cell, and ten thousand rows at once would hold up the window. Pure.
import type { TableRow } from '../../../preload/contract.ts';

/** Some milliseconds of the window's time. */
const mostCells = 2_000;
const mostCharacters = 256 * 1024;

/** As many as are light, and one in any case. */
export function rowsFrom(rows: readonly TableRow[], from: number): readonly TableRow[] {
  let [cells, characters] = [0, 0];
  const end = rows.findIndex((row, at) => {
    if (at < from) return false;
    const isFull = cells >= mostCells || characters >= mostCharacters;
    cells += row.cells.length;
    characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    return isFull;
  });
  return rows.slice(from, end === -1 ? rows.length : end);
}
