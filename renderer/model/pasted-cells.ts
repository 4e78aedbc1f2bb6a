// Pasted text as cells: lines of titles, or a block from a spreadsheet. Pure.

/**
 * Cells by row. Spreadsheets put a cell in quotes only where a tab or a line break is in it, and double the quotes in it then; any other
 * quote is part of the title, and a library for CSV would take it away. Blank rows stay, save for those at the end.
 */
export function cellsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const quoted = quotedCell(text, at);
    const end = quoted?.end ?? endOfCell(text, at);
    rows.at(-1)?.push(quoted?.cell ?? text.slice(at, end));
    const lineBreak = text.startsWith('\r\n', end) ? 2 : 1;
    if (text[end] !== undefined && text[end] !== '\t') rows.push([]);
    else if (text[end] === '\t' && end + 1 === text.length) rows.at(-1)?.push('');
    at = end + (text[end] === '\t' ? 1 : lineBreak);
  }
  while (rows.length > 0 && (rows.at(-1) ?? []).every((cell) => cell.trim() === '')) rows.pop();
  return rows;
}

function endOfCell(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/[\t\r\n]/.test(text[at] ?? '')) at += 1;
  return at;
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
