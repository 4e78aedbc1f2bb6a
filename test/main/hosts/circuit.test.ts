// Hosts that are to be left alone: for how long, over restarts and set clocks, and what opens them again.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHolds, type HoldRecord, type HoldStore } from '../../../main/hosts/circuit.ts';
import { StoreError } from '../../../main/ports.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';
import { later, signIn } from '../queue/jobs.ts';

const host = 'https://site.example';
const hour = 3_600_000;

function memory(...records: HoldRecord[]): HoldStore & { readonly kept: Map<string, HoldRecord> } {
  const kept = new Map(records.map((record) => [record.host, record]));
  return {
    kept,
    all: () => [...kept.values()],
    save: (record) => void kept.set(record.host, record),
    remove: (name) => void kept.delete(name),
  };
}
const holdsOn = (clock: HandClock, part = 0, store: HoldStore = memory()) =>
  createHolds(clock, { fraction: () => part, hex: () => '' }, store, () => {});
const busy = (afterMs: number | null) => ({ ...later, why: 'site-busy', afterMs }) as const;

describe('a host that asked for time (F-14)', () => {
  it('is left alone at least that long and at most a tenth longer, it alone', async () => {
    for (const part of [0, 0.5, 0.999]) {
      const clock = handClock();
      const holds = holdsOn(clock, part);
      holds.heard(host, busy(10_000));
      expect([holds.room(host), holds.room('https://another.example')]).toEqual(['none', 'all']);
      holds.heard(host, busy(1_000));
      await clock.pass(9_999);
      expect(holds.room(host)).toBe('none');
      await clock.pass(1_001);
      expect(holds.room(host)).toBe('one');
      holds.fine(host);
      expect(holds.room(host)).toBe('all');
    }
  });

  it('is not opened by what was under way when it asked', async () => {
    const clock = handClock();
    const holds = holdsOn(clock);
    holds.asked(host, 10_000);
    holds.fine(host);
    holds.heard(host, null);
    expect(holds.room(host)).toBe('none');
  });

  it('is opened by its own answer, not by what steps make of clips that it never saw', async () => {
    const clock = handClock();
    const holds = holdsOn(clock);
    holds.asked(host, 10_000);
    await clock.pass(10_000);
    const unreadable = { kind: 'needs-you', reason: 'clip-unreadable', action: 'retry', detail: null } as const;
    for (const meaning of [{ ...later, why: 'clip-busy' } as const, unreadable, null]) holds.heard(host, meaning);
    expect(holds.room(host)).toBe('one');
    holds.fine(host);
    expect(holds.room(host)).toBe('all');
  });

  it('asked for more than a day: a day', () => {
    const holds = holdsOn(handClock());
    holds.asked(host, 400 * 24 * hour);
    expect(holds.leftMs(host)).toBe(24 * hour);
  });

  it('is held by nothing but a time that was named, and no refused sign-in opens it', async () => {
    const clock = handClock();
    const holds = holdsOn(clock);
    for (const meaning of [null, later, signIn, busy(null)]) holds.heard(host, meaning);
    expect(holds.room(host)).toBe('all');
    holds.heard(host, busy(1_000));
    await clock.pass(1_000);
    holds.heard(host, signIn);
    expect(holds.room(host)).toBe('one');
  });

  it('is in maintenance as long as it says so, and since when it first did', async () => {
    const clock = handClock();
    const store = memory();
    const holds = holdsOn(clock, 0, store);
    const begun = clock.now();
    const maintained = { ...later, why: 'site-maintenance', afterMs: 600_000 } as const;
    holds.heard(host, maintained);
    expect(holds.of(host)).toEqual({ why: 'site-maintenance', since: begun, until: begun + 600_000 });
    expect(holdsOn(clock, 0, store).of(host)).toEqual(holds.of(host));
    await clock.pass(600_000);
    holds.heard(host, maintained);
    expect(holds.of(host)).toEqual({ why: 'site-maintenance', since: begun, until: begun + 1_200_000 });
    // A shorter time for another reason says what is so now, and takes nothing from the longer one.
    holds.heard(host, busy(10_000));
    expect(holds.of(host)).toEqual({ why: 'site-busy', since: begun, until: begun + 1_200_000 });
  });

  it('lets one ask when the user wants it now', () => {
    const holds = holdsOn(handClock());
    holds.asked(host, hour);
    holds.lift(host);
    expect(holds.room(host)).toBe('one');
  });

  it('is left alone after a restart under whatever clock: never past what it asked for (F-13)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 48 * hour }),
        fc.integer({ min: -20 * 365 * 24 * hour, max: 20 * 365 * 24 * hour }),
        (ms, jump) => {
          const clock = handClock();
          const store = memory();
          const before = holdsOn(clock, 0.5, store);
          before.asked(host, ms);
          const left = before.leftMs(host);
          clock.setWall(clock.now() + jump);
          const after = holdsOn(clock, 0, store).leftMs(host);
          expect(after).toBeLessThanOrEqual(left + 1);
          if (jump <= 0) expect(after).toBeGreaterThanOrEqual(left - 1);
          // Kept until it answered: a probe goes first, even long afterwards.
          if (ms > 0) expect(holdsOn(clock, 0, store).room(host)).not.toBe('all');
        },
      ),
      { numRuns: 1_000, seed: 20261120 },
    );
  });

  it('that asks again after the clock was set forward is left alone as long as it asked then (F-13)', () => {
    const clock = handClock();
    const holds = holdsOn(clock);
    holds.asked(host, hour);
    clock.setWall(clock.now() + 2 * hour);
    holds.asked(host, 10_000);
    holds.woke();
    expect(holds.leftMs(host)).toBe(10_000);
  });

  it('is left alone also while nothing can be written down, and over a restart once it can (F-43)', () => {
    const clock = handClock();
    const kept = memory();
    let isFull = true;
    const tight = (): void => {
      if (isFull) throw new StoreError('full', 'database or disk is full');
    };
    const store: HoldStore = {
      all: kept.all,
      save: (record) => {
        tight();
        kept.save(record);
      },
      remove: kept.remove,
    };
    const holds = holdsOn(clock, 0, store);
    holds.heard(host, busy(hour));
    expect([holds.room(host), kept.kept.size]).toEqual(['none', 0]);
    holds.keep();
    isFull = false;
    holds.keep();
    expect(holdsOn(clock, 0, kept).leftMs(host)).toBe(hour);
  });

  it('is free after a sleep that was longer than that', () => {
    const clock = handClock();
    const holds = holdsOn(clock);
    holds.asked(host, hour);
    clock.setWall(clock.now() + 2 * hour);
    expect(holds.room(host)).toBe('none');
    holds.woke();
    expect(holds.room(host)).toBe('one');
  });
});

describe('a host that answers clips with pages (F-21)', () => {
  it('is left alone after five different ones, each time twice as long, at most a day', async () => {
    const clock = handClock();
    const holds = holdsOn(clock);
    for (let again = 0; again < 9; again++) holds.clipAnswered(host, 'one', true);
    for (const clip of ['two', 'three', 'four']) holds.clipAnswered(host, clip, true);
    expect(holds.room(host)).toBe('all');
    holds.clipAnswered(host, 'five', true);
    expect(holds.of(host)).toEqual({ why: 'site-blocked', since: clock.now(), until: clock.now() + hour });
    for (const hours of [2, 4, 8, 16, 24, 24]) {
      await clock.pass(holds.leftMs(host));
      holds.trouble(host);
      expect(holds.leftMs(host)).toBe(hours * hour);
    }
    await clock.pass(holds.leftMs(host));
    holds.fine(host);
    expect(holds.room(host)).toBe('all');
    // It answers lists, and still no clip: one more page is enough.
    holds.clipAnswered(host, 'six', true);
    expect(holds.of(host)?.why).toBe('site-blocked');
  });

  it('is not when other clips arrive in between', () => {
    const holds = holdsOn(handClock());
    for (let clip = 0; clip < 50; clip++) {
      holds.clipAnswered(host, `clip ${clip}`, true);
      if (clip % 4 === 3) holds.clipAnswered(host, `good ${clip}`, false);
    }
    expect(holds.room(host)).toBe('all');
  });
});
