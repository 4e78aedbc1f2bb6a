// By which method pieces pass: the other one where one is refused, none where both are.
import { expect, it } from 'vitest';
import { createPieceMethod } from '../../../main/transfer/piece-method.ts';

it('is PATCH, and POST in its place where that is refused', () => {
  const method = createPieceMethod();
  expect(method.isByPost()).toBe(false);
  expect(method.refused(method.isByPost())).toBe(true);
  expect([method.isByPost(), method.isBlocked()]).toEqual([true, false]);
});

it('is none where both are refused one after the other', () => {
  const method = createPieceMethod();
  method.refused(method.isByPost());
  expect([method.refused(method.isByPost()), method.isBlocked()]).toEqual([false, true]);
  expect([method.refused(method.isByPost()), method.isBlocked()]).toEqual([false, true]);
});

it('goes back where the other is refused later, after pieces have passed', () => {
  const method = createPieceMethod();
  method.refused(method.isByPost());
  method.passed();
  expect([method.refused(method.isByPost()), method.isByPost(), method.isBlocked()]).toEqual([true, false, false]);
});

it('is tried anew by a new upload, in the way that was tried last', () => {
  const method = createPieceMethod();
  method.refused(method.isByPost());
  method.refused(method.isByPost());
  method.begins();
  expect([method.isBlocked(), method.isByPost()]).toEqual([false, true]);
  expect([method.refused(method.isByPost()), method.isByPost()]).toEqual([true, false]);
});

it('is not given up by the second of two clips that were refused in the same way at once', () => {
  const method = createPieceMethod();
  expect([method.refused(false), method.refused(false)]).toEqual([true, true]);
  expect([method.isByPost(), method.isBlocked()]).toEqual([true, false]);
});
