// A no in an answer whose status alone says yes: believed only where its reason is known.
import { expect, it } from 'vitest';
import type { FailureCause } from '../../../../main/model.ts';
import { isAnsweredYes, isPlainNo } from '../../../../main/queue/job/plain-no.ts';
import { later, signIn, tooLarge } from '../jobs.ts';

it.each([
  [null, false],
  [100, false],
  [199, false],
  [200, true],
  [201, true],
  [299, true],
  [300, false],
  [400, false],
  [500, false],
])('an answer of %s is a success: %s', (status, isYes) => {
  expect(isAnsweredYes({ status })).toBe(isYes);
  expect(isPlainNo({ status }, tooLarge)).toBe(isYes);
});

it.each<[string, FailureCause | null]>([
  ['a reason that nobody knows', { ...tooLarge, reason: 'site-refused' }],
  ['what is tried again by itself', later],
  ['a sign-in that is asked for', signIn],
  ['nothing', null],
])('a success that says %s is no plain no', (_, otherwise) => {
  expect(isPlainNo({ status: 200 }, otherwise)).toBe(false);
});
