// The list of a site as pages: hidden items make pages short, rows move between pages, and windows stay right.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changedRows,
  countRows,
  endedAfter,
  heldRows,
  lastHeld,
  noPages,
  type Pages,
  sliceOf,
  withPage,
} from '../../../main/library/pages.ts';

interface Row {
  readonly id: number;
}

const rows = (...ids: readonly number[]): Row[] => ids.map((id) => ({ id }));
const ids = (list: readonly (Row | null)[]): (number | null)[] => list.map((row) => row?.id ?? null);
const two = (list: Pages<Row> = noPages(2)): Pages<Row> => list;

test('a page that was not fetched is blank, and as long as the count promises', () => {
  const list = withPage(two(), 1, rows(1, 2), 5);
  expect(countRows(list)).toBe(5);
  expect(sliceOf(list, 1, 10)).toEqual({ rows: [{ id: 2 }, null, null, null], pages: [1, 2, 3] });
});

test('a short page counts as what it shows: the rows after it follow without a gap', () => {
  let list = withPage(two(), 1, rows(1), 6);
  list = withPage(list, 2, rows(), 6);
  list = withPage(list, 3, rows(5, 6), 6);
  expect(countRows(list)).toBe(3);
  expect(ids(sliceOf(list, 0, 10).rows)).toEqual([1, 5, 6]);
  expect(sliceOf(list, 1, 1).pages).toEqual([3]);
});

test('a row that moved to another page is shown once, where it was seen last', () => {
  let list = withPage(two(), 1, rows(1, 2), 4);
  list = withPage(list, 2, rows(2, 3), 4);
  expect(ids(sliceOf(list, 0, 10).rows)).toEqual([1, 2, 3]);
  expect(ids(sliceOf(withPage(list, 2, rows(7, 7), 4), 0, 10).rows)).toEqual([1, 7]);
});

test('a list that became shorter loses the pages beyond its end', () => {
  let list = withPage(two(), 1, rows(1, 2), 5);
  list = withPage(list, 3, rows(5), 5);
  list = withPage(list, 1, rows(1, 2), 3);
  expect(ids(sliceOf(list, 0, 10).rows)).toEqual([1, 2, null]);
});

test('a list that grows again has nothing left of the pages that it lost', () => {
  let list = withPage(two(), 3, rows(5), 5);
  list = withPage(list, 1, rows(1, 2), 3);
  list = withPage(list, 1, rows(1, 2), 5);
  expect(ids(sliceOf(list, 0, 10).rows)).toEqual([1, 2, null, null, null]);
});

test('a list that ends with a page has no further ones, whatever the site counts', () => {
  let list = withPage(two(), 1, rows(1, 2), 9);
  list = withPage(list, 2, rows(3), 9);
  list = withPage(list, 3, rows(), 9);
  expect([heldRows(list), lastHeld(list), countRows(list)]).toEqual([3, 2, 6]);
  const ended = endedAfter(list, 2);
  expect([[...ended.fetched.keys()], ended.total, countRows(ended)]).toEqual([[1, 2], 4, 3]);
  expect(endedAfter(list, 9).total).toBe(9);
  expect([heldRows(two()), lastHeld(two()), lastHeld(withPage(two(), 1, rows(), 5))]).toEqual([0, 0, 0]);
});

test('rows that go leave their place to the next', () => {
  let list = withPage(two(), 1, rows(1, 2), 4);
  list = withPage(list, 2, rows(3, 4), 4);
  list = changedRows(list, (row) => (row.id === 2 ? null : row));
  expect(ids(sliceOf(list, 0, 10).rows)).toEqual([1, 3, 4]);
  expect(countRows(list)).toBe(3);
});

test('any order of fetching any hidden items gives every visible row exactly once', () => {
  const site = fc.array(fc.boolean(), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(site, fc.integer({ min: 1, max: 9 }), fc.infiniteStream(fc.nat()), (visible, size, chance) => {
      const order = Array.from({ length: Math.ceil(visible.length / size) }, (_, at) => at + 1)
        .map((page) => ({ page, key: chance.next().value }))
        .toSorted((a, b) => a.key - b.key);
      let list = noPages<Row>(size);
      for (const { page } of order) {
        const body = visible
          .map((shown, at) => ({ shown, id: at + 1 }))
          .slice((page - 1) * size, page * size)
          .filter(({ shown }) => shown);
        list = withPage(list, page, rows(...body.map(({ id }) => id)), visible.length);
      }
      const all = visible.flatMap((shown, at) => (shown ? [at + 1] : []));
      expect(countRows(list)).toBe(all.length);
      expect(ids(sliceOf(list, 0, 1_000).rows)).toEqual(all);
      expect(ids(sliceOf(list, 3, 4).rows)).toEqual(all.slice(3, 7));
    }),
  );
});
