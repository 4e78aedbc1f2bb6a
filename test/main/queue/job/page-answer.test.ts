// Pages in place of an answer: which failures are one, and which clips wait for their user because of one (F-21).
import { expect, it } from 'vitest';
import type { FailureCause, JobState } from '../../../../main/model.ts';
import { isPage, isParkedForPage } from '../../../../main/queue/job/page-answer.ts';
import { bounded, describePoint, lookPoint, page, signIn, states, tooLarge } from '../jobs.ts';

it.each<[FailureCause | null, boolean]>([
  [page, true],
  [{ ...tooLarge, reason: 'web-page-answer' }, true],
  [bounded, false],
  [tooLarge, false],
  [signIn, false],
  [null, false],
])('%j is a page: %j', (cause, is) => {
  expect(isPage(cause)).toBe(is);
});

const parked = states['needs you, it got a page'];
it.each<[JobState, boolean]>([
  [parked, true],
  [{ ...parked, resume: lookPoint }, true],
  [{ ...parked, resume: describePoint }, false],
  [states['needs you to send'], false],
  [states['unclear, else a page'], false],
])('%j is parked for a page: %j', (state, is) => {
  expect(isParkedForPage(state)).toBe(is);
});
