// Where cards stand: as many columns as fit, no card narrower than a title needs, and the one above or below in any line.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardLines, lineCount, lineOf, placeBelow } from '../../../renderer/model/grid-places.ts';

test.each([
  [320, 1],
  [576, 2],
  [748, 3],
  [900, 4],
  [1_728, 9],
  [5_120, 10],
])('%i pixels have room for %i columns', (width, columns) => expect(cardLines(width).columns).toBe(columns));

test('cards are at least 180 pixels wide wherever one is, and lines follow the height of their pictures', () => {
  fc.assert(
    fc.property(fc.integer({ min: 212, max: 6_000 }), (width) => {
      const { columns, lineHeight } = cardLines(width);
      const card = (width - 32 - (columns - 1) * 8) / columns;
      expect(card).toBeGreaterThanOrEqual(180);
      expect(Math.abs(lineHeight - 110 - ((card - 16) * 9) / 16)).toBeLessThanOrEqual(0.5);
    }),
  );
  expect(cardLines(0)).toEqual({ columns: 1, lineHeight: 110 });
});

test('a place below is in the same column, in the last line at most at its end, and back above where it was', () => {
  // Ten cards in lines of four: 0 1 2 3 / 4 5 6 7 / 8 9
  expect(placeBelow(1, 1, 10, 4)).toBe(5);
  expect(placeBelow(5, 1, 10, 4)).toBe(9);
  expect(placeBelow(6, 1, 10, 4)).toBe(9);
  expect(placeBelow(9, 1, 10, 4)).toBe(9);
  expect(placeBelow(8, 1, 10, 4)).toBe(8);
  expect(placeBelow(9, -1, 10, 4)).toBe(5);
  expect(placeBelow(2, -1, 10, 4)).toBe(2);
  expect(placeBelow(3, 7, 10, 4)).toBe(9);
  expect(placeBelow(9, -7, 10, 4)).toBe(1);
  expect(placeBelow(0, 1, 0, 4)).toBe(0);
});

test('every place is in one line', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 10 }), (total, columns) => {
      const lines = Array.from({ length: total }, (_, place) => lineOf(place, columns));
      expect(new Set(lines).size).toBe(lineCount(total, columns));
      expect(Math.max(...lines)).toBe(lineCount(total, columns) - 1);
    }),
  );
});
