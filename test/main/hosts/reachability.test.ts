// The line to one site: what looks make of it, and how long it waits between them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubted, isTold, type Line, looked, pauseBefore, type Sight } from '../../../main/hosts/reachability.ts';

const unsure: Line = { kind: 'unsure' };
const open: Line = { kind: 'open' };
const away: Sight = { kind: 'away' };
const sights: readonly Sight[] = [away, { kind: 'failing' }, { kind: 'busy', askedMs: 5_000 }, { kind: 'portal' }];
const fraction = fc.double({ min: 0, max: 0.999, noNaN: true });

describe('a look', () => {
  it.each([unsure, open, looked(unsure, away, 0, 0)])('that sees the site opens the line (%#)', (line) => {
    expect(looked(line, { kind: 'site' }, 5, 0)).toEqual(open);
  });

  it.each(sights)('that sees anything else closes it: $kind (F-18)', (sight) => {
    for (const line of [unsure, open]) {
      expect(looked(line, sight, 1_000, 0)).toMatchObject({ kind: 'down', since: 1_000, looks: 1, tries: 1 });
    }
  });

  it('tells the reason of today, and the beginning of it all', () => {
    const first = looked(unsure, away, 1_000, 0);
    expect(looked(first, { kind: 'portal' }, 9_000, 0)).toMatchObject({ why: 'portal', since: 1_000, looks: 2 });
  });

  it('in vain is told from the second one on: a restart of the server is over before', () => {
    const first = looked(unsure, away, 0, 0);
    expect([isTold(unsure), isTold(first), isTold(looked(first, away, 1, 0))]).toEqual([false, false, true]);
  });
});

describe('the next look', () => {
  it('is a second or two away at first', () => {
    const first = looked(unsure, away, 0, 0.5);
    expect(first).toMatchObject({ kind: 'down', nextAt: 1_500 });
  });

  it('is at most a minute away in the first hour, at most a quarter of one afterwards (F-22)', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10 * 24 * 3_600_000), fraction, (tries, downMs, jitter) => {
        const pause = pauseBefore(tries, downMs, jitter, null);
        expect(pause).toBeLessThanOrEqual(downMs < 3_600_000 ? 60_000 : 900_000);
        expect(pause).toBeGreaterThanOrEqual(500);
      }),
    );
  });

  it('comes no sooner than the site asks (F-14)', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(86_400_000), fraction, (tries, askedMs, jitter) => {
        expect(pauseBefore(tries, 0, jitter, askedMs)).toBeGreaterThanOrEqual(askedMs);
      }),
    );
  });

  it('is due at once when something changed, and the story goes on (F-12)', () => {
    let line: Line = unsure;
    for (let at = 0; at < 20; at++) line = looked(line, away, at * 60_000, 0);
    const hopeful = doubted(line, 2_000_000);
    expect(hopeful).toMatchObject({ kind: 'down', since: 0, looks: 20, tries: 0, nextAt: 2_000_000 });
    // One more look in vain, and it is tried again soon.
    expect(looked(hopeful, away, 2_000_000, 0)).toMatchObject({ nextAt: 2_001_000, looks: 21 });
    expect(doubted(open, 5)).toEqual(unsure);
  });
});
