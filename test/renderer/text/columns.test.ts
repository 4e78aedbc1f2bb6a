// What a row says in its columns, in words: choices by their names, dates by the site's clock, terms that have no name yet by their number.
import { expect, test } from 'vitest';
import type { RowCells, RowColumn } from '../../../preload/contract.ts';
import { rowColumns } from '../../../preload/row-columns.ts';
import { cellWords, columnWord } from '../../../renderer/text/columns.ts';

const paris = { name: 'Europe/Paris', offsetMinutes: 60 };

test.each<[RowColumn, RowCells, string]>([
  ['description', { description: { text: 'A & B "½" <b> é 你好', isWhole: true } }, 'A & B "½" <b> é 你好'],
  ['status', { status: 'private' }, 'Private'],
  ['commentsOpen', { commentsOpen: false }, 'Closed'],
  ['categories', { categories: { names: ['Sea', 'Land'], others: 0 } }, 'Sea, Land'],
  ['tags', { tags: { names: ['Sea'], others: 2 } }, 'Sea, 2 more'],
  ['tags', { tags: { names: [], others: 1 } }, '1 chosen'],
])('%s: %j is “%s”', (column, cells, words) => {
  expect(cellWords(column, cells).short).toBe(words);
});

test('a public video with a password for visitors is said to be protected, as in the rest of its row', () => {
  expect(cellWords('status', { status: 'publish' }, true).short).toBe('Password-protected');
  expect(cellWords('status', { status: 'private' }, true).short).toBe('Private');
  expect(cellWords('status', { status: 'publish' }).short).toBe('Public');
});

test('a date is that of the site’s clock, which is named where there is room', () => {
  const { short, whole } = cellWords('publishAt', { publishAt: { at: Date.UTC(2026, 10, 26, 23, 30), zone: paris } });
  expect(short).toMatch(/27 Nov 2026|Nov 27, 2026/);
  expect(short).not.toContain('Paris');
  expect(whole).toContain('Paris');
});

test('every column has a name of its own, and is empty where nobody gave anything', () => {
  expect(new Set(rowColumns.map(columnWord)).size).toBe(rowColumns.length);
  for (const column of rowColumns) expect(cellWords(column, {}).short).toBe('');
});
