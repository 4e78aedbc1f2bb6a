// What is known of a size limit: what the site says counts at once, what anything on the way may have said is tried.
import { describe, expect, it } from 'vitest';
import {
  afterRefusal,
  causeOfRefusal,
  heldFrom,
  inDoubt,
  isDisproved,
  type SizeRefusal,
  trialInMs,
} from '../../../../main/features/uploads/size-limit.ts';
import type { SizeLimit } from '../../../../main/model.ts';
import { dayMs, minuteMs } from '../../../../main/retry.ts';
import { aSizeLimit } from '../../a-site.ts';
import { tooLarge } from '../../queue/jobs.ts';

const bare = (bytes: number, at = 1_000): SizeRefusal => ({ bytes, named: null, isSaid: false, at });
const guess = (changes: Partial<SizeLimit> = {}) => aSizeLimit(5_000, { source: 'guessed', refusals: 2, ...changes });

const one = afterRefusal(null, bare(9_000));
const two = afterRefusal(one, bare(7_000));

describe('a refusal', () => {
  it.each<[string, SizeLimit | null, SizeRefusal, Partial<SizeLimit>]>([
    [
      'with a number counts from that number on',
      null,
      { ...bare(9_000), named: 4_000 },
      { from: 4_000, source: 'named' },
    ],
    ['with a number above its clip counts from the clip on', null, { ...bare(3_000), named: 4_000 }, { from: 3_000 }],
    ['in words counts at once', null, { ...bare(9_000), isSaid: true }, { from: 9_000, source: 'said', refusals: 1 }],
    ['without a word is in doubt', null, bare(9_000), { from: 9_000, source: 'guessed', refusals: 1, isDoubted: true }],
    ['of the same clip again without a word counts', one, bare(9_000), { from: 9_000, refusals: 2 }],
    ['of a second clip without a word is in doubt', one, bare(7_000), { from: 7_000, refusals: 2, isDoubted: true }],
    ['of a larger one, too', one, bare(9_500), { from: 9_000, refusals: 2, isDoubted: true }],
    ['of a third one counts from the smallest on', two, bare(9_500), { from: 7_000, refusals: 3 }],
    ['of one of two clips again counts', two, bare(9_000), { from: 7_000, refusals: 3 }],
    [
      'of a larger clip leaves what was said',
      aSizeLimit(5_000),
      bare(6_000),
      { from: 5_000, source: 'said', refusals: 2 },
    ],
    [
      'of a clip as large leaves what was said',
      aSizeLimit(5_000),
      bare(5_000),
      { from: 5_000, source: 'said', refusals: 2 },
    ],
    [
      'with a number names what was only said, also where it is of a larger clip',
      aSizeLimit(5_000),
      { ...bare(9_000), named: 4_500 },
      { from: 4_500, source: 'named' },
    ],
    [
      'of a larger clip in words leaves the number that was named',
      aSizeLimit(5_000, { source: 'named' }),
      { ...bare(9_000), isSaid: true },
      { from: 5_000, source: 'named' },
    ],
    [
      'in words is no guess any more, also where it is of a larger clip',
      guess(),
      { ...bare(9_000), isSaid: true },
      { from: 5_000, source: 'said' },
    ],
    ['of a smaller clip is a guess of its own', aSizeLimit(5_000), bare(4_000), { from: 4_000, source: 'guessed' }],
    ['after a doubt counts again', inDoubt(guess()), bare(5_000), { refusals: 3, isDoubted: false }],
  ])('%s', (_, known, refusal, expected) => {
    expect(afterRefusal(known, refusal)).toMatchObject({ isDoubted: false, at: 1_000, ...expected });
  });

  it.each([dayMs + 1, -dayMs - 1])('that was the only one says nothing of another %i ms later', (ms) => {
    const known = afterRefusal(null, bare(7_000));
    expect(afterRefusal(known, bare(9_000, 1_000 + ms))).toMatchObject({ from: 9_000, refusals: 1, isDoubted: true });
    expect(afterRefusal(known, bare(9_000, 1_000 + dayMs))).toMatchObject({ from: 7_000, refusals: 2 });
    expect(afterRefusal(two, bare(9_000, 1_000 + ms))).toMatchObject({ from: 9_000, refusals: 1, isDoubted: true });
    // What counts goes on to count.
    expect(afterRefusal(guess(), bare(9_000, 1_000 + ms))).toMatchObject({ from: 5_000, refusals: 3 });
  });

  it('that was one of several is remembered however old they are', () => {
    expect(afterRefusal(guess({ at: 1_000 }), bare(9_000, 1_000 + 9 * dayMs))).toMatchObject({
      from: 5_000,
      refusals: 3,
    });
  });

  it('that was one of many counts however old they are, also while what they tell is being tried', () => {
    const tried = inDoubt(guess({ refusals: 3, at: 1_000 }));
    const again = afterRefusal(tried, bare(5_000, 1_000 + 9 * dayMs));
    expect(again).toMatchObject({ from: 5_000, refusals: 4, isDoubted: false });
  });

  it('that is in doubt is followed by a second try, any other waits for its user', () => {
    const again = { kind: 'retry', why: 'size-doubted', afterMs: null, bounded: false };
    expect(causeOfRefusal(afterRefusal(null, bare(9_000)), tooLarge)).toEqual(again);
    expect(causeOfRefusal(guess(), tooLarge)).toBe(tooLarge);
  });
});

it('holds back what is as large, unless it is in doubt', () => {
  expect([heldFrom(null), heldFrom(guess()), heldFrom(inDoubt(guess()))]).toEqual([null, 5_000, null]);
});

it('is disproved by what is on the site, by no smaller clip', () => {
  expect([5_001, 5_000, 4_999].map((bytes) => isDisproved(guess(), bytes))).toEqual([true, true, false]);
  expect(isDisproved(null, 5_000)).toBe(false);
});

describe('a trial', () => {
  it.each<[string, SizeLimit | null, number | null]>([
    ['is for no site without a limit', null, null],
    ['is for none that the site has named', guess({ source: 'named' }), null],
    ['is for none that it has said', guess({ source: 'said' }), null],
    ['is under way where it is in doubt', inDoubt(guess()), null],
    ['of two refusals comes after ten minutes', guess(), 10 * minuteMs],
    ['of three, too', guess({ refusals: 3 }), 10 * minuteMs],
    ['of four after a day', guess({ refusals: 4 }), dayMs],
    ['of five after two', guess({ refusals: 5 }), 2 * dayMs],
    ['never comes later than after eight', guess({ refusals: 40 }), 8 * dayMs],
  ])('%s', (_, limit, after) => {
    expect(trialInMs(limit, 1_000)).toBe(after);
    if (after === null) return;
    expect(trialInMs(limit, 1_400)).toBe(after - 400);
    expect(trialInMs(limit, 1_000 + after + 5)).toBe(0);
  });

  it('does not wait for a clock that was put back (F-13)', () => {
    expect(trialInMs(guess(), 999)).toBe(0);
  });
});
