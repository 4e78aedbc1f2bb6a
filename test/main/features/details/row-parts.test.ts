// A table in parts: all of its rows in their order, each part light, and none without a row.
import { expect, it } from 'vitest';
import { rowsFrom } from '../../../../main/features/details/row-parts.ts';
import type { TableRow } from '../../../../preload/contract.ts';

const table = (count: number, cells: readonly string[]): readonly TableRow[] =>
  Array.from({ length: count }, (_, at) => ({ line: at + 1, cells }));

function partsOf(rows: readonly TableRow[]): readonly (readonly TableRow[])[] {
  const parts: (readonly TableRow[])[] = [];
  for (let from = 0; from < rows.length; from += parts.at(-1)?.length ?? 0) {
    parts.push(rowsFrom(rows, from));
    if (parts.at(-1)?.length === 0) throw new Error('no rows');
  }
  return parts;
}

it.each([
  ['few rows go at once', table(400, ['a', 'b', 'c', 'd', 'e']), [400]],
  ['ten thousand in parts of as many cells', table(10_000, ['a', 'b', 'c', 'd', 'e']), Array(25).fill(400)],
  ['wide rows in smaller parts', table(30, Array(200).fill('a')), [10, 10, 10]],
  ['long texts, too', table(5, ['a'.repeat(200_000)]), [2, 2, 1]],
  ['one that is too long for a part goes alone', table(2, ['a'.repeat(1_000_000)]), [1, 1]],
])('%s', (_, rows, lengths) => {
  const parts = partsOf(rows);
  expect(parts.map(({ length }) => length)).toEqual(lengths);
  expect(parts.flat()).toEqual(rows);
});
