// The line to one site: what looks make of it, and how long it waits between them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenCircuit } from '../../../main/hosts/circuit.ts';
import {
  doubted,
  isTold,
  type Line,
  looked,
  pauseBefore,
  type Sight,
  underHost,
  underLine,
} from '../../../main/hosts/reachability.ts';

const unsure: Line = { kind: 'unsure' };
const open: Line = { kind: 'open' };
const away: Sight = { kind: 'away' };
const sights: readonly Sight[] = [
  away,
  { kind: 'failing' },
  { kind: 'busy', askedMs: 5_000 },
  { kind: 'portal' },
  { kind: 'proxy', trouble: 'proxy-away', proxy: 'p.example:3128' },
];
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
    const proxied = { kind: 'proxy', trouble: 'proxy-refuses', proxy: 'p.example:3128' } as const;
    const held = looked(first, proxied, 9_000, 0);
    expect(held).toMatchObject({ why: 'proxy-refuses', proxy: 'p.example:3128' });
    expect(looked(held, away, 9_000, 0)).toMatchObject({ why: 'site-away', proxy: null });
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

  it('is rarer from the first hour on, counted from when the line went down', () => {
    const hour = 3_600_000;
    expect([pauseBefore(20, hour - 1, 0, null), pauseBefore(20, hour, 0, null)]).toEqual([30_000, 450_000]);
    let line = looked(unsure, away, 2 * hour, 0);
    for (let n = 0; n < 20; n++) line = looked(line, away, 2 * hour, 0);
    expect(line).toMatchObject({ tries: 21, nextAt: 2 * hour + 30_000 });
    expect(looked(line, away, 3 * hour, 0)).toMatchObject({ tries: 22, nextAt: 3 * hour + 450_000 });
  });

  it.each([
    ['is busy', { kind: 'busy', askedMs: 50_000 }, 50_000],
    ['is in maintenance', { kind: 'maintained', askedMs: 600_000 }, 600_000],
    ['is in maintenance and names no time', { kind: 'maintained', askedMs: null }, 1_000],
    ['fails', { kind: 'failing' }, 1_000],
  ] as const)('waits for as long as a site wants that %s', (_, sight, ms) => {
    expect(looked(unsure, sight, 5_000, 0)).toMatchObject({ nextAt: 5_000 + ms });
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

describe('what waits for a site', () => {
  it('waits for its line where that is down, whatever it waited for', () => {
    const wait = { why: 'connection-lost', until: 9_000, more: 1 } as const;
    expect(underLine(wait, 'site-busy')).toEqual({ why: 'site-busy', until: null, more: 1 });
  });

  it.each([
    ...['offline', 'site-away', 'site-failing', 'portal'],
    ...['proxy-sign-in', 'proxy-method', 'proxy-refuses', 'proxy-away', 'proxy-kind'],
  ] as const)('for %s just waits once it is not so', (why) => {
    expect(underLine({ why, until: 9_000, more: 1 }, null)).toEqual({ why: null, until: 9_000, more: 1 });
  });

  it.each(['site-busy', 'connection-lost', null] as const)('for %s by itself goes on waiting for that', (why) => {
    expect(underLine({ why, until: 9_000 }, null)).toEqual({ why, until: 9_000 });
  });

  const hold: OpenCircuit = { why: 'site-maintenance', since: 1_000, until: 6_000 };

  it('is told what its host asked for, also where the line is down meanwhile', () => {
    const wait = { why: 'connection-lost', until: null, more: 1 } as const;
    const told = { why: 'site-maintenance', until: 6_000, more: 1 };
    expect([underHost(wait, hold, null), underHost(wait, hold, 'site-away')]).toEqual([told, told]);
  });

  it('goes on no sooner than its host lets it, nor sooner than it is due itself', () => {
    expect(underHost({ why: null, until: 5_000 }, hold, null).until).toBe(6_000);
    expect(underHost({ why: null, until: 9_000 }, hold, null).until).toBe(9_000);
  });

  it('waits for its line alone where its host asked for nothing', () => {
    const wait = { why: 'offline', until: 9_000 } as const;
    expect(underHost(wait, null, 'portal')).toEqual({ why: 'portal', until: null });
    expect(underHost(wait, null, null)).toEqual({ why: null, until: 9_000 });
  });
});
