// Of very many pasted lines the first are in a field: what becomes of the others as it is typed in.
import { expect, test } from 'vitest';
import { edited, partsOf } from '../../../renderer/model/pasted-parts.ts';

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => `Line ${from + at}\n`).join('');

test('few lines are all in the field, of many the first five hundred', () => {
  expect(partsOf(lines(0, 500))).toEqual({ head: lines(0, 500), rest: '', replaced: null });
  expect(partsOf(lines(0, 501))).toEqual({ head: lines(0, 500), rest: 'Line 500\n', replaced: null });
});

test('what is typed in the field changes nothing below it', () => {
  const typed = edited(partsOf(lines(0, 700)), `First\n${lines(1, 500)}`, false);
  expect(typed).toEqual({ head: `First\n${lines(1, 500)}`, rest: lines(500, 700), replaced: null });
  expect(edited(typed, '', false)).toMatchObject({ head: '', rest: '' });
});

test('many lines that are pasted into the field go before those that follow it', () => {
  const head = `${lines(1_000, 1_600)}${lines(0, 500)}`;
  const pasted = edited(partsOf(lines(0, 700)), head.trimEnd(), false);
  expect(pasted.head).toBe(lines(1_000, 1_500));
  expect(pasted.head + pasted.rest).toBe(head + lines(500, 700));
});

test('who replaces all that is in the field replaces the lines below, and has both back', () => {
  const before = partsOf(lines(0, 700));
  const emptied = edited(before, '', true);
  expect(emptied).toMatchObject({ head: '', rest: '' });
  expect(edited(emptied, before.head, false)).toEqual(before);
  const others = edited(before, lines(2_000, 2_800), true);
  expect(others).toMatchObject({ head: lines(2_000, 2_500), rest: lines(2_500, 2_800) });
  const one = edited(before, 'One', true);
  expect(edited(edited(one, 'One t', false), before.head, false)).toEqual(before);
  expect(edited(partsOf('One\n'), '', true)).toEqual({ head: '', rest: '', replaced: null });
});

test('line ends are those that a field gives back', () => {
  const windows = lines(0, 700).replaceAll('\n', '\r\n');
  expect(partsOf(windows)).toEqual(partsOf(lines(0, 700)));
  expect(partsOf('One\rTwo')).toMatchObject({ head: 'One\nTwo' });
});
