// The text of a table as programs write it: in one of four encodings, with commas, semicolons or tabs, and with what is no text told apart. Pure.
import { CsvError, parse } from 'csv-parse/sync';
import type { TableProblem, TableRow } from '../../../preload/contract.ts';
import { beginsWith, textOf } from '../../untrusted/file-text.ts';

/** Rows that are read; the rest is told. */
export const mostTableRows = 10_000;
/** No spreadsheet has more of them in use; a file without line breaks has no end of cells. */
const mostCells = 200;
const parters = [',', ';', '\t', '|'] as const;
/** By so many lines the parter is told. */
const mostLooked = 30;
/** A row that somebody wrote is a fraction of it; a file without line breaks is one row. In bytes. */
const mostRowBytes = 1024 * 1024;

export interface Table {
  readonly rows: readonly TableRow[];
  readonly isCut: boolean;
  /** A quotation mark is not closed: none was taken for one, and what stands in which cell is to be looked at. */
  readonly isLoose: boolean;
}

/** What parts the cells: what gives most of the first lines equally many of them, outside of quotes. */
function parterOf(text: string): (typeof parters)[number] {
  const outside = text.slice(0, 20_000).replaceAll(/"(?:[^"]|"")*("|$)/g, '');
  const lines = outside.split('\n', mostLooked).filter((line) => line.trim() !== '');
  const scored = parters.map((parter) => {
    const counts = lines.map((line) => line.split(parter).length);
    const [first = 1] = counts;
    return { parter, alike: first > 1 ? counts.filter((count) => count === first).length : 0, first };
  });
  return scored.reduce((best, one) =>
    one.alike > best.alike || (one.alike === best.alike && one.first > best.first) ? one : best,
  ).parter;
}

/** An apostrophe, or several, before what begins like a formula. */
export const isMarked = /^'+[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** What our own tables put before a formula, so that no spreadsheet reckons it (table-out.ts), goes again. */
const withoutMark = (cell: string): string => (isMarked.test(cell) ? cell.slice(1) : cell);

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** "sep=;" in the first line says to Excel what parts the cells. */
const said = /^\ufeff?sep=(.)\n/i;

/** A quote that nobody closed, or that stands in the middle of a cell, is text: nothing that a person wrote is refused for it. */
function readRows(whole: string, quote: '"' | null): Table {
  // One kind of line break: otherwise lines are counted twice inside of cells.
  const even = whole.replaceAll(/\r\n?/g, '\n');
  const [start = '', parter = null] = said.exec(even) ?? [];
  const text = even.slice(start.length);
  const records = parse(text, {
    ...{ bom: true, delimiter: parter ?? parterOf(text), quote, info: true, to: mostTableRows + 2 },
    ...{ relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
    max_record_size: mostRowBytes,
  }) as unknown as readonly Parsed[];
  const rows = records.flatMap(({ record, info }): TableRow[] => {
    if (record.every((cell) => cell.trim() === '')) return [];
    const within = record.reduce((lines, cell) => lines + cell.split('\n').length - 1, start === '' ? 0 : -1);
    return [{ line: info.lines - within, cells: record.slice(0, mostCells).map(withoutMark) }];
  });
  const isCut = rows.length > mostTableRows + 1 || records.length === mostTableRows + 2;
  return { rows: rows.slice(0, mostTableRows + 1), isCut, isLoose: quote === null };
}

/** `mostTableRows` below a first one, which may be headings; `locale` = of the system, see `textOf`. */
export function tableOf(bytes: Uint8Array, locale: string): Table | TableProblem {
  // A zip, or the older kind of workbook.
  if (beginsWith(bytes, 0x50, 0x4b, 3, 4) || beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return 'workbook';
  const text = textOf(bytes, locale);
  if (text === null) return 'not-text';
  for (const quote of ['"', null] as const) {
    try {
      const table = readRows(text, quote);
      return table.rows.length === 0 ? 'empty' : table;
    } catch (error) {
      // What no reader of ours throws is a fault of ours.
      if (!(error instanceof CsvError)) throw error;
    }
  }
  return 'not-text';
}
