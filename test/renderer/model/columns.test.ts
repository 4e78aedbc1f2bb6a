// How many of the chosen columns a list has room for: those at the end go first, whatever was chosen first.
import { expect, test } from 'vitest';
import { rowColumns } from '../../../preload/row-columns.ts';
import { columnsWithRoom, rowTemplate, typedColumns } from '../../../renderer/model/columns.ts';

test('without a choice, or without room, rows are as they always were', () => {
  expect(columnsWithRoom([], 5_000)).toEqual([]);
  expect(columnsWithRoom(rowColumns, 0)).toEqual([]);
  expect(rowTemplate([])).toBeNull();
});

test('columns stand in their own order, and come one by one as the list gets wider', () => {
  expect(columnsWithRoom(['tags', 'description'], 5_000)).toEqual(['description', 'tags']);
  const counts = Array.from({ length: 300 }, (_, at) => columnsWithRoom(rowColumns, at * 10).length);
  expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  expect(counts.toSorted((a, b) => a - b)).toEqual(counts);
  for (let px = 0; px < 2_000; px += 10) {
    const shown = columnsWithRoom(rowColumns, px);
    expect(shown).toEqual(rowColumns.slice(0, shown.length));
  }
});

test('a narrow column is not let past a wide one that has no room', () => {
  const chosen = ['description', 'excerpt', 'commentsOpen'] as const;
  expect(columnsWithRoom(chosen, 800)).toEqual(['description']);
});

test('whatever is shown fits: title, columns, state, action and the space between them', () => {
  for (let px = 600; px < 2_000; px += 7) {
    const shown = columnsWithRoom(rowColumns, px);
    const template = rowTemplate(shown);
    if (template === null) continue;
    const least = [...template.matchAll(/(\d+)px/g)].reduce((sum, [, width]) => sum + Number(width), 0);
    expect(least + 12 * (shown.length + 2) + 32).toBeLessThanOrEqual(px);
  }
});

test('the keyboard goes through what can be typed or chosen in a row, the title first', () => {
  expect(typedColumns([])).toEqual(['title']);
  expect(typedColumns(rowColumns)).toEqual(['title', 'description', 'excerpt', 'status']);
  expect(typedColumns(['status', 'tags', 'description'])).toEqual(['title', 'description', 'status']);
});
