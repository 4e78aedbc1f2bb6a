// Many rows are read while rows go: none is missed, none stands twice, and a list that never rests is told.
import { expect, test } from 'vitest';
import type { ListWindow } from '../../../renderer/model/list-state.ts';
import { readRange } from '../../../renderer/state/list-range.ts';

interface Row {
  readonly id: number;
}

/** A list of which, after each part that is read, `goes` takes rows away. */
function listed(count: number, goes: (rows: readonly Row[]) => readonly Row[]) {
  let rows: readonly Row[] = Array.from({ length: count }, (_, id) => ({ id }));
  let parts = 0;
  return {
    parts: () => parts,
    now: () => rows,
    source: {
      ask: async (_query: null, offset: number, limit: number) => {
        const part: ListWindow<Row> = { offset, total: rows.length, rows: rows.slice(offset, offset + limit) };
        parts += 1;
        rows = goes(rows);
        return part;
      },
      isWhole: (part: ListWindow<Row>, limit: number) => part.rows.length === limit,
    },
  };
}
const never = (): boolean => false;
const idsOf = (rows: readonly Row[]): readonly number[] => rows.map(({ id }) => id);

test.each([
  ['one goes from the beginning', (rows: readonly Row[]) => rows.slice(1)],
  ['nineteen go from the beginning', (rows: readonly Row[]) => rows.slice(19)],
  ['some go from the middle', (rows: readonly Row[]) => rows.filter(({ id }) => id % 97 !== 3)],
  ['one comes in at the beginning', (rows: readonly Row[]) => [{ id: 10_000 + rows.length }, ...rows]],
])('none is missed when after each part %s', async (_words, goes) => {
  const list = listed(700, goes);
  const read = await readRange<Row, null, ListWindow<Row>>(list.source, null, 0, 699, never);
  expect(new Set(idsOf(read)).size).toBe(read.length);
  const missed = list.now().filter(({ id }) => id < 700 && !idsOf(read).includes(id));
  // What the list has now and was pushed behind the last row that was wanted is none of them.
  expect(missed.filter((row) => list.now().indexOf(row) < 700)).toEqual([]);
});

test('all is read again where more rows went at once than two parts have in common', async () => {
  let bursts = 1;
  const list = listed(700, (rows) => (bursts-- > 0 ? rows.slice(60) : rows));
  const read = await readRange<Row, null, ListWindow<Row>>(list.source, null, 0, 699, never);
  expect(idsOf(read)).toEqual(idsOf(list.now()));
});

test('a list that never rests is told, not half selected', async () => {
  let next = 10_000;
  const list = listed(700, () => Array.from({ length: 700 }, () => ({ id: next++ })));
  await expect(readRange<Row, null, ListWindow<Row>>(list.source, null, 0, 699, never)).rejects.toThrow(
    'list-changing',
  );
  expect(list.parts()).toBeLessThan(20);
});

test('rows that the site did not give are told, not passed over', async () => {
  const list = listed(700, (rows) => rows);
  const source = { ...list.source, isCut: ({ offset }: ListWindow<Row>) => offset > 300 };
  await expect(readRange<Row, null, ListWindow<Row>>(source, null, 0, 699, never)).rejects.toThrow('list-unread');
  expect(await readRange<Row, null, ListWindow<Row>>(source, null, 0, 150, never)).toHaveLength(151);
});

test('nothing more is asked once nobody wants the rows', async () => {
  const list = listed(700, (rows) => rows);
  await readRange<Row, null, ListWindow<Row>>(list.source, null, 0, 699, () => list.parts() === 1);
  expect(list.parts()).toBe(1);
});
