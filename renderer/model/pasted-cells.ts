// Pasted text as cells: lines of titles, or a block from a spreadsheet. Pure.

export type PastedRow = readonly string[];

/** So many rows are read between two moments at which others may have their turn: less than a millisecond. */
const rowsAtOnce = 200;

/** Each row, and where in the text the next one begins. */
function* rowsIn(text: string): Generator<{ readonly row: PastedRow; readonly end: number }, void> {
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const quoted = quotedCell(text, at);
    const end = quoted?.end ?? endOfCell(text, at);
    row.push(quoted?.cell ?? text.slice(at, end));
    const isTab = text[end] === '\t';
    if (isTab && end + 1 === text.length) row.push('');
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (isTab && at < text.length) continue;
    yield { row, end: at };
    row = [];
  }
}

/**
 * Cells by row, a little at a time. Spreadsheets put a cell in quotes only where a tab or a line break is in it, and double the quotes in it
 * then; any other quote is part of the title, and a library for CSV would take it away. Blank rows stay, those at the end too.
 */
export function* rowSteps(text: string): Generator<void, readonly PastedRow[], void> {
  const rows: PastedRow[] = [];
  for (const { row } of rowsIn(text)) {
    if (rows.length % rowsAtOnce === 0) yield;
    rows.push(row);
  }
  return rows;
}

/** Without the blank rows at the end. */
export function withoutBlankEnd(rows: readonly PastedRow[]): readonly PastedRow[] {
  return rows.slice(0, rows.findLastIndex((row) => row.some((cell) => cell.trim() !== '')) + 1);
}

/** The text of the first `count` rows, and what follows them. */
export function splitAfter(text: string, count: number): readonly [head: string, rest: string] {
  let rows = 0;
  for (const { end } of rowsIn(text)) {
    rows += 1;
    if (rows === count) return [text.slice(0, end), text.slice(end)];
  }
  return [text, ''];
}

function endOfCell(text: string, from: number): number {
  const plain = /[^\t\r\n]*/y;
  plain.lastIndex = from;
  return from + (plain.exec(text)?.[0].length ?? 0);
}

/** The cell that begins with a quote at `from` and is one of a spreadsheet; null = the quote is its text. */
function quotedCell(text: string, from: number): { readonly cell: string; readonly end: number } | null {
  if (text[from] !== '"') return null;
  let close = text.indexOf('"', from + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0 || !/^[\t\r\n]?$/.test(text[close + 1] ?? '')) return null;
  const cell = text.slice(from + 1, close);
  return /[\t\r\n]/.test(cell) ? { cell: cell.replaceAll('""', '"'), end: close + 1 } : null;
}

/** Whether a single line is all that it is. */
export const isOneLine = (text: string): boolean => !/[\t\r\n]/.test(text.trim());
