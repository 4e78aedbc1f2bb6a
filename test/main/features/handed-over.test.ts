// What comes in parts is there whole and in order, or not at all.
import { beforeEach, expect, it } from 'vitest';
import { createHandedOver, type HandedOver } from '../../../main/features/handed-over.ts';
import { NotFound } from '../../../main/uploader-api.ts';

let handed: HandedOver<number>;
beforeEach(() => {
  handed = createHandedOver();
  handed.add(0, [1, 2]);
});

it('parts are put together in their order, and kept no longer than until they are taken', () => {
  handed.add(2, [3]);
  expect(handed.take(3, [4, 5])).toEqual([1, 2, 3, 4, 5]);
  expect(() => handed.take(3, [4, 5])).toThrow(NotFound);
  expect(handed.take(0, [6])).toEqual([6]);
});

it('the first part begins anew, whatever was left of others', () => {
  handed.add(0, [7]);
  expect(handed.take(1, [])).toEqual([7]);
});

it.each([1, 3])('a part that says that %i were there before it is refused: two were', (after) => {
  expect(() => handed.add(after, [3])).toThrow(NotFound);
  expect(() => handed.take(after, [3])).toThrow(NotFound);
  expect(handed.take(2, [3])).toEqual([1, 2, 3]);
});
