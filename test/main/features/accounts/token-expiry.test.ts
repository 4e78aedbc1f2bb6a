// Whether a token is enough for a clip: renewed in time, asked for in time, and nobody is sent round in circles.
import { expect, it, test } from 'vitest';
import { createPace, outlook } from '../../../../main/features/accounts/token-expiry.ts';

const minute = 60_000;
const now = 1_000_000_000;

it.each([
  // left, life, renewable, expected, measured
  ['go', null, null, false, 10_000 * minute, true, 'no end is known'],
  ['go', 10, 10, true, 1, true, 'it lasts'],
  ['go', 7 * 1440, 7 * 1440, false, 60, false, 'a week lasts'],
  ['renew', 1, 10, true, 2, true, 'it would end on the way, a new one would not'],
  ['renew', -5, 10, true, 0, true, 'it has ended'],
  ['renew', 9, 10, true, 60, false, 'perhaps never enough, but that is a guess'],
  ['too-short', 9, 10, true, 60, true, 'never enough, as measured'],
  ['too-short', 9, 10, false, 60, true, 'never enough, and signing in again would not help'],
  ['sign-in', 30, 7 * 1440, false, 60, true, 'asked before it is sent, not after'],
  ['sign-in', -1, 7 * 1440, false, 0, true, 'it has ended'],
  ['go', 9, 10, false, 60, false, 'by a guess nobody is asked for what would not be enough either'],
  ['sign-in', -1, 10, false, 60, false, 'ended is ended'],
] as const)('%s with %s of %s minutes left, renewable %s, for %s minutes (measured %s): %s', (...row) => {
  const [wanted, left, life, renewable, minutes, measured] = row;
  const token = {
    endsAt: left === null ? null : now + left * minute,
    lifeMs: life === null ? null : life * minute,
    renewable,
  };
  expect(outlook(token, now, { ms: minutes * minute, measured })).toBe(wanted);
});

test('the pace is a guess until a clip of some size has gone, and then what was seen', () => {
  const pace = createPace();
  const mebibyte = 1024 * 1024;
  expect(pace.expected('one', 60 * mebibyte)).toEqual({ ms: minute, measured: false });
  pace.took('one', 1_000, 5);
  expect(pace.expected('one', mebibyte).measured, 'small clips fit into buffers').toBe(false);
  pace.took('one', 20 * mebibyte, 10_000);
  expect(pace.expected('one', 20 * mebibyte)).toEqual({ ms: 10_000, measured: true });
  expect(pace.expected('two', mebibyte).measured, 'another site, another line').toBe(false);
});
