// The plain data of a long list: rows by place, when the next window is asked for, and what stays on its row.
import { expect, test } from 'vitest';
import { type ListState, offsetFor, rowAt, rowsBetween, withWindow } from '../../../renderer/model/list-state.ts';
import { nothing } from '../../../renderer/model/selection.ts';

const rows = (...ids: (number | null)[]) => ids.map((id) => (id === null ? null : { id }));
type Row = { readonly id: number };
type Window = { readonly offset: number; readonly total: number; readonly rows: readonly (Row | null)[] };

function listOf(window: Window, over: Partial<ListState<Row, string, Window, string>> = {}) {
  const list: ListState<Row, string, Window, string> = {
    query: 'all',
    offset: window.offset,
    window,
    answered: true,
    selection: nothing,
    cursor: 0,
    anchor: 0,
    arrival: null,
    ...over,
  };
  return list;
}

test('a row is found by its place in the whole list', () => {
  const window = { offset: 100, total: 500, rows: rows(100, 101, null) };
  expect(rowAt(window, 101)?.id).toBe(101);
  expect(rowAt(window, 99)).toBeNull();
  expect(rowAt(window, 102)).toBeNull();
  expect(rowAt(window, 103)).toBeNull();
  expect(rowsBetween(window, 100, 101)).toEqual(rows(100, 101));
  expect(rowsBetween(window, 101, 102)).toBeNull();
});

test('the next window is asked for before the edge is in sight, and never without need', () => {
  expect(offsetFor({ offset: 0 }, 1_000, 0, 12)).toBeNull();
  expect(offsetFor({ offset: 0 }, 1_000, 150, 162)).toBeNull();
  expect(offsetFor({ offset: 0 }, 1_000, 165, 177)).toBe(71);
  expect(offsetFor({ offset: 500 }, 1_000, 520, 532)).toBe(426);
  expect(offsetFor({ offset: 0 }, 180, 170, 179)).toBeNull();
});

test('keyboard and start of a range stay on their rows when others come above them', () => {
  const list = listOf({ offset: 0, total: 4, rows: rows(1, 2, 3, 4) }, { cursor: 2, anchor: 1 });
  const after = withWindow(list, { offset: 0, total: 6, rows: rows(8, 9, 1, 2, 3, 4) });
  expect([after.cursor, after.anchor]).toEqual([4, 3]);
  const shorter = withWindow(list, { offset: 0, total: 1, rows: rows(1) });
  expect([shorter.cursor, shorter.anchor]).toEqual([0, 0]);
});

test('a list in another order is not followed: the keyboard is at its beginning', () => {
  const list = listOf({ offset: 0, total: 3, rows: rows(1, 2, 3) }, { answered: false });
  expect(withWindow(list, { offset: 0, total: 3, rows: rows(3, 2, 1) }).cursor).toBe(0);
});

test('what was waited for is selected alone once its row is there, by place or by id', () => {
  const list = listOf({ offset: 0, total: 3, rows: rows(1, 2, 3) });
  const byPlace = withWindow({ ...list, cursor: 9, arrival: { place: 9 } }, { offset: 8, total: 20, rows: rows(8, 9) });
  expect(byPlace).toMatchObject({ cursor: 9, arrival: null, selection: { rows: new Map([[9, { id: 9 }]]) } });
  const byId = withWindow({ ...list, arrival: { id: 9 } }, { offset: 8, total: 20, rows: rows(8, 9) });
  expect(byId).toMatchObject({ cursor: 9, anchor: 9, arrival: null, selection: { rows: new Map([[9, { id: 9 }]]) } });
  expect(withWindow({ ...list, arrival: { id: 7 } }, list.window ?? { offset: 0, total: 0, rows: [] })).toMatchObject({
    arrival: { id: 7 },
    selection: nothing,
  });
});
