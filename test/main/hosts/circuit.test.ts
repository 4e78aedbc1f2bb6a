// Hosts that are to be left alone: for how long, over restarts and set clocks, and what opens them again.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CircuitRecord, type CircuitStore, createCircuits } from '../../../main/hosts/circuit.ts';
import { StoreError } from '../../../main/ports.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';
import { later, signIn } from '../queue/jobs.ts';

const host = 'https://site.example';
const hour = 3_600_000;

function memory(...records: CircuitRecord[]): CircuitStore & { readonly kept: Map<string, CircuitRecord> } {
  const kept = new Map(records.map((record) => [record.host, record]));
  return {
    kept,
    all: () => [...kept.values()],
    save: (record) => void kept.set(record.host, record),
    remove: (name) => void kept.delete(name),
  };
}
const circuitsOn = (clock: HandClock, part = 0, store: CircuitStore = memory(), onChange = (): void => {}) =>
  createCircuits(clock, { fraction: () => part, hex: () => '' }, store, onChange);
const busy = (afterMs: number | null) => ({ ...later, why: 'site-busy', afterMs }) as const;

describe('a host that asked for time (F-14)', () => {
  it('is left alone at least that long and at most a tenth longer, it alone', async () => {
    for (const part of [0, 0.5, 0.999]) {
      const clock = handClock();
      const circuits = circuitsOn(clock, part);
      circuits.report(host, busy(10_000), circuits.lifts(host));
      expect([circuits.stateOf(host), circuits.stateOf('https://another.example')]).toEqual(['open', 'closed']);
      circuits.report(host, busy(1_000), circuits.lifts(host));
      await clock.pass(9_999);
      expect(circuits.stateOf(host)).toBe('open');
      await clock.pass(1_001);
      expect(circuits.stateOf(host)).toBe('half-open');
      circuits.fine(host);
      expect(circuits.stateOf(host)).toBe('closed');
    }
  });

  it('is not opened by what was under way when it asked', async () => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    circuits.asked(host, 10_000);
    circuits.fine(host);
    circuits.report(host, null, circuits.lifts(host));
    expect(circuits.stateOf(host)).toBe('open');
  });

  it('is opened by its own answer, not by what steps make of clips that it never saw', async () => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    circuits.asked(host, 10_000);
    await clock.pass(10_000);
    const unreadable = { kind: 'needs-you', reason: 'clip-unreadable', action: 'retry', detail: null } as const;
    for (const cause of [{ ...later, why: 'clip-busy' } as const, unreadable, null])
      circuits.report(host, cause, circuits.lifts(host));
    expect(circuits.stateOf(host)).toBe('half-open');
    circuits.fine(host);
    expect(circuits.stateOf(host)).toBe('closed');
  });

  it('is not busy for longer because a proxy is in the way to it', async () => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    circuits.asked(host, 10_000);
    await clock.pass(10_000);
    for (const why of ['proxy-sign-in', 'proxy-refuses', 'proxy-away'] as const)
      circuits.report(host, { kind: 'line', why }, circuits.lifts(host));
    expect(circuits.stateOf(host)).toBe('half-open');
    circuits.report(host, { kind: 'line', why: 'site-away' }, circuits.lifts(host));
    expect(circuits.stateOf(host)).toBe('open');
  });

  it('asked for more than a day: a day', () => {
    const circuits = circuitsOn(handClock());
    circuits.asked(host, 400 * 24 * hour);
    expect(circuits.leftMs(host)).toBe(24 * hour);
  });

  it('is held by nothing but a time that was named, and no refused sign-in opens it', async () => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    for (const cause of [null, later, signIn, busy(null)]) circuits.report(host, cause, circuits.lifts(host));
    expect(circuits.stateOf(host)).toBe('closed');
    circuits.report(host, busy(1_000), circuits.lifts(host));
    await clock.pass(1_000);
    circuits.report(host, signIn, circuits.lifts(host));
    expect(circuits.stateOf(host)).toBe('half-open');
  });

  it('is in maintenance as long as it says so, and since when it first did', async () => {
    const clock = handClock();
    const store = memory();
    const circuits = circuitsOn(clock, 0, store);
    const begun = clock.now();
    const maintained = { ...later, why: 'site-maintenance', afterMs: 600_000 } as const;
    circuits.report(host, maintained, circuits.lifts(host));
    expect(circuits.of(host)).toEqual({ why: 'site-maintenance', since: begun, until: begun + 600_000 });
    expect(circuitsOn(clock, 0, store).of(host)).toEqual(circuits.of(host));
    await clock.pass(600_000);
    circuits.report(host, maintained, circuits.lifts(host));
    expect(circuits.of(host)).toEqual({ why: 'site-maintenance', since: begun, until: begun + 1_200_000 });
    // A shorter time for another reason says what is so now, and takes nothing from the longer one.
    circuits.report(host, busy(10_000), circuits.lifts(host));
    expect(circuits.of(host)).toEqual({ why: 'site-busy', since: begun, until: begun + 1_200_000 });
  });

  it('lets one ask when the user wants it now', () => {
    const circuits = circuitsOn(handClock());
    circuits.asked(host, hour);
    circuits.lift(host);
    expect(circuits.stateOf(host)).toBe('half-open');
  });

  it('is not held back again by what was asked before the user wanted it now, but by what was asked since', () => {
    const circuits = circuitsOn(handClock());
    const before = circuits.lifts(host);
    circuits.asked(host, hour);
    circuits.lift(host);
    expect(circuits.report(host, busy(hour), before)).toBe(false);
    expect(circuits.stateOf(host)).toBe('half-open');
    expect(circuits.report(host, busy(hour), circuits.lifts(host))).toBe(true);
    expect(circuits.stateOf(host)).toBe('open');
    expect([before, circuits.lifts(host)]).toEqual([0, 1]);
  });

  it('is held back by what it answers after a "Try now" that had nothing to end, whenever that was asked (F-14)', async () => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    const before = circuits.lifts(host);
    circuits.lift(host);
    expect(circuits.report(host, busy(10_000), before)).toBe(true);
    expect(circuits.stateOf(host)).toBe('open');
    await clock.pass(12_000);
    expect(circuits.stateOf(host)).toBe('half-open');
    const probing = circuits.lifts(host);
    circuits.lift(host);
    expect(circuits.report(host, busy(10_000), probing)).toBe(true);
    expect(circuits.stateOf(host)).toBe('open');
  });

  it('is busy where nothing else is known of it, since it asked and until its time is over', async () => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    await clock.pass(5_000);
    const since = clock.now();
    circuits.asked(host, 10_000);
    await clock.pass(10_000);
    expect(circuits.of(host)).toEqual({ why: 'site-busy', since, until: clock.now() });
    circuits.trouble(host);
    expect(circuits.of(host)).toEqual({ why: 'site-busy', since, until: clock.now() + 1_000 });
  });

  it('is left alone after a restart under whatever clock: never past what it asked for (F-13)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 48 * hour }),
        fc.integer({ min: -20 * 365 * 24 * hour, max: 20 * 365 * 24 * hour }),
        (ms, jump) => {
          const clock = handClock();
          const store = memory();
          const before = circuitsOn(clock, 0.5, store);
          before.asked(host, ms);
          const left = before.leftMs(host);
          clock.setWall(clock.now() + jump);
          const after = circuitsOn(clock, 0, store).leftMs(host);
          expect(after).toBeLessThanOrEqual(left + 1);
          if (jump <= 0) expect(after).toBeGreaterThanOrEqual(left - 1);
          // Kept until it answered: a probe goes first, even long afterwards.
          if (ms > 0) expect(circuitsOn(clock, 0, store).stateOf(host)).not.toBe('closed');
        },
      ),
      { numRuns: 1_000, seed: 20261120 },
    );
  });

  it('that asks again after the clock was set forward is left alone as long as it asked then (F-13)', () => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    circuits.asked(host, hour);
    clock.setWall(clock.now() + 2 * hour);
    circuits.asked(host, 10_000);
    circuits.woke();
    expect(circuits.leftMs(host)).toBe(10_000);
  });

  it('that asks again for longer than the set clock leaves is left alone as long over a sleep, too (F-13)', () => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    circuits.asked(host, hour);
    clock.setWall(clock.now() + hour - 5_000);
    circuits.asked(host, 10_000);
    circuits.woke();
    expect(circuits.leftMs(host)).toBe(10_000);
  });

  it('is left alone as long after a restart, also where the computer sleeps for a moment', async () => {
    const clock = handClock();
    const store = memory();
    circuitsOn(clock, 0, store).asked(host, hour);
    await clock.pass(20 * 60_000);
    const circuits = circuitsOn(clock, 0, store);
    circuits.woke();
    expect(circuits.leftMs(host)).toBe(40 * 60_000);
  });

  it('is left alone also while nothing can be written down, and over a restart once it can (F-43)', () => {
    const clock = handClock();
    const kept = memory();
    let isFull = true;
    const tight = (): void => {
      if (isFull) throw new StoreError('full', 'database or disk is full');
    };
    const store: CircuitStore = {
      all: kept.all,
      save: (record) => {
        tight();
        kept.save(record);
      },
      remove: kept.remove,
    };
    const circuits = circuitsOn(clock, 0, store);
    circuits.report(host, busy(hour), circuits.lifts(host));
    expect([circuits.stateOf(host), kept.kept.size]).toEqual(['open', 0]);
    circuits.keep();
    isFull = false;
    circuits.keep();
    expect(circuitsOn(clock, 0, kept).leftMs(host)).toBe(hour);
  });

  it('is free after a sleep that was longer than that', () => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    circuits.asked(host, hour);
    clock.setWall(clock.now() + 2 * hour);
    expect(circuits.stateOf(host)).toBe('open');
    circuits.woke();
    expect(circuits.stateOf(host)).toBe('half-open');
  });
});

describe('what is told and kept of a host', () => {
  it('each change is told once: who waits for it looks again', async () => {
    const clock = handClock();
    let told = 0;
    const circuits = circuitsOn(clock, 0, memory(), () => {
      told++;
    });
    const changes = (act: () => void): number => {
      told = 0;
      act();
      return told;
    };
    expect(changes(() => circuits.fine(host))).toBe(0);
    expect(changes(() => circuits.asked(host, hour))).toBe(1);
    // The same again says nothing new; another reason does.
    expect(changes(() => circuits.asked(host, hour))).toBe(0);
    expect(changes(() => circuits.asked(host, 1_000, 'site-maintenance'))).toBe(1);
    expect(changes(() => circuits.lift(host))).toBe(1);
    expect(changes(() => circuits.lift(host))).toBe(0);
    expect(changes(() => circuits.trouble(host))).toBe(1);
    expect(changes(() => circuits.woke())).toBe(1);
    await clock.pass(circuits.leftMs(host));
    expect(changes(() => circuits.fine(host))).toBe(1);
    expect(changes(() => circuits.fine(host))).toBe(0);
  });

  it('a host that answered is kept no longer, and nothing of it comes back with the next start', async () => {
    const clock = handClock();
    const store = memory();
    const circuits = circuitsOn(clock, 0, store);
    circuits.asked(host, hour);
    circuits.asked('https://another.example', hour);
    await clock.pass(hour);
    circuits.fine(host);
    expect([...store.kept.keys()]).toEqual(['https://another.example']);
    expect(circuitsOn(clock, 0, store).of(host)).toBeNull();
  });

  it('what was shown before a restart is shown after it, also when some of the time has gone', async () => {
    const clock = handClock();
    const store = memory();
    const begun = clock.now();
    circuitsOn(clock, 0, store).asked(host, hour, 'site-maintenance');
    await clock.pass(20 * 60_000);
    const circuits = circuitsOn(clock, 0, store);
    expect(circuits.of(host)).toEqual({ why: 'site-maintenance', since: begun, until: begun + hour });
    expect(circuits.leftMs(host)).toBe(40 * 60_000);
  });

  it('a time that was asked for anew and is as long is kept with its new reason', () => {
    const clock = handClock();
    const store = memory();
    const circuits = circuitsOn(clock, 0, store);
    circuits.asked(host, hour);
    circuits.asked(host, 1_000, 'site-maintenance');
    expect(store.kept.get(host)).toMatchObject({ why: 'site-maintenance', until: clock.now() + hour });
  });

  it('is written down again only as long as it could not be', () => {
    const clock = handClock();
    let saves = 0;
    const kept = memory();
    const store = { ...kept, save: (record: CircuitRecord) => [saves++, kept.save(record)] };
    const circuits = circuitsOn(clock, 0, store as CircuitStore);
    circuits.asked(host, hour);
    circuits.keep();
    expect(saves).toBe(1);
  });

  it('a fault of the app is no disk without room', () => {
    const save = (): void => {
      throw new TypeError('a fault');
    };
    const circuits = circuitsOn(handClock(), 0, { ...memory(), save });
    expect(() => circuits.asked(host, hour)).toThrow(TypeError);
  });
});

describe('a probe that fails', () => {
  const probed = async (): Promise<{ clock: HandClock; circuits: ReturnType<typeof circuitsOn> }> => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    circuits.asked(host, 1_000);
    await clock.pass(1_000);
    return { clock, circuits };
  };

  it.each(['site-busy', 'site-maintenance', 'server-error', 'web-page-answer', 'connection-lost'] as const)(
    'for %s holds the host a little longer, each time more',
    async (why) => {
      const { clock, circuits } = await probed();
      const waits: number[] = [];
      for (let n = 0; n < 3; n++) {
        circuits.report(host, { ...later, why, afterMs: null }, circuits.lifts(host));
        waits.push(circuits.leftMs(host));
        await clock.pass(circuits.leftMs(host));
      }
      expect(waits).toEqual([1_000, 2_000, 4_000]);
      expect(circuits.of(host)?.why).toBe(why === 'site-maintenance' ? why : 'site-busy');
    },
  );

  it('because nobody gets through holds it too; what is wrong with a clip does not', async () => {
    const { circuits } = await probed();
    circuits.report(host, { ...later, why: 'disk-silent', afterMs: null }, circuits.lifts(host));
    expect(circuits.stateOf(host)).toBe('half-open');
    circuits.report(host, { kind: 'line', why: 'site-away' }, circuits.lifts(host));
    expect(circuits.stateOf(host)).toBe('open');
  });

  it('while another one waits makes nothing longer', async () => {
    const { clock, circuits } = await probed();
    circuits.trouble(host);
    await clock.pass(400);
    circuits.trouble(host);
    expect(circuits.leftMs(host)).toBe(600);
  });
});

describe('a host that answers clips with pages (F-21)', () => {
  const minutes = 60_000;
  const uploads = `${host} uploads`;
  const five = ['one', 'two', 'three', 'four', 'five'];

  it('is sent no clips after five different ones, for minutes first, each time twice as long, at most a day', async () => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    expect(circuits.uploadsTo(host)).toBe(uploads);
    for (let again = 0; again < 9; again++) circuits.clipAnswered(host, 'one', true, 0);
    for (const clip of ['two', 'three', 'four']) circuits.clipAnswered(host, clip, true, 0);
    expect(circuits.stateOf(uploads)).toBe('closed');
    circuits.clipAnswered(host, 'five', true, 0);
    const until = clock.now() + 5 * minutes;
    expect(circuits.of(uploads)).toEqual({ why: 'uploads-unsure', since: clock.now(), until });
    // Those that were on their way say nothing new; and everything else goes on there.
    circuits.clipAnswered(host, 'six', true, 0);
    expect(circuits.of(uploads)?.until).toBe(until);
    expect(circuits.stateOf(host)).toBe('closed');
    for (const wait of [10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440]) {
      await clock.pass(circuits.leftMs(uploads));
      expect(circuits.stateOf(uploads)).toBe('half-open');
      // One more page is enough, whichever clip it is.
      circuits.clipAnswered(host, 'seven', true, 0);
      expect(circuits.leftMs(uploads)).toBe(wait * minutes);
    }
  });

  it.each(['while they wait', 'once one may try'])('is sent all of them when one is answered %s', async (when) => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    for (const clip of five) circuits.clipAnswered(host, clip, true, 0);
    if (when !== 'while they wait') await clock.pass(circuits.leftMs(uploads));
    circuits.clipAnswered(host, 'six', false, 0);
    expect(circuits.stateOf(uploads)).toBe('closed');
    // It takes five again.
    for (const clip of five.slice(1)) circuits.clipAnswered(host, clip, true, 0);
    expect(circuits.stateOf(uploads)).toBe('closed');
  });

  it('is asked nothing for an hour where it answers everything else so, too, each time twice as long, at most a day', async () => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    circuits.blocked(host, true);
    expect(circuits.of(host)).toEqual({ why: 'site-blocked', since: clock.now(), until: clock.now() + hour });
    // Who was asked at the same moment tells the same.
    circuits.blocked(host, true);
    expect(circuits.leftMs(host)).toBe(hour);
    for (const [at, hours] of [2, 4, 8, 16, 24, 24].entries()) {
      await clock.pass(circuits.leftMs(host));
      if (at % 2 === 0) circuits.trouble(host);
      else circuits.blocked(host, true);
      expect(circuits.leftMs(host)).toBe(hours * hour);
    }
    // A time that it asks for in between takes nothing from why it is held.
    await clock.pass(circuits.leftMs(host));
    circuits.asked(host, 1_000);
    expect(circuits.of(host)?.why).toBe('site-blocked');
    await clock.pass(circuits.leftMs(host));
    circuits.fine(host);
    expect(circuits.stateOf(host)).toBe('closed');
  });

  it('is said to answer everything else only when it did; what nobody could find out holds the uploads alone, until it is known', async () => {
    const clock = handClock();
    let told = 0;
    const kept = new Map<string, CircuitRecord>();
    const store = {
      all: () => [],
      save: (one: CircuitRecord) => void kept.set(one.host, one),
      remove: (name: string) => void kept.delete(name),
    };
    const circuits = createCircuits(clock, { fraction: () => 0, hex: () => '' }, store, () => void told++);
    const why = () => [
      circuits.of(uploads)?.why,
      circuits.stateOf(host),
      [...kept.values()].map((record) => record.why),
    ];
    for (const clip of five) circuits.clipAnswered(host, clip, true, 0);
    circuits.blocked(host, null);
    expect(why()).toEqual(['uploads-unsure', 'closed', ['uploads-unsure']]);
    const before = told;
    circuits.blocked(host, false);
    circuits.blocked(host, false);
    expect([...why(), told - before]).toEqual(['uploads-blocked', 'closed', ['uploads-blocked'], 1]);
    // The next page says nothing of everything else.
    await clock.pass(circuits.leftMs(uploads));
    circuits.clipAnswered(host, 'six', true, 0);
    expect(why()).toEqual(['uploads-unsure', 'closed', ['uploads-unsure']]);
    circuits.clipAnswered(host, 'seven', false, 0);
    circuits.blocked(host, false);
    expect(circuits.of(uploads)).toBeNull();
  });

  it('names the clips that told of it, from the moment on at which it is held', async () => {
    const clock = handClock();
    const circuits = circuitsOn(clock);
    const clips = [...five, 'six'];
    const told = clips.map((clip) => circuits.clipAnswered(host, clip, true, 0));
    expect(told).toEqual([[], [], [], [], five, clips]);
    await clock.pass(circuits.leftMs(uploads));
    expect(circuits.clipAnswered(host, 'seven', true, 0)).toEqual([...clips, 'seven']);
    expect(circuits.clipAnswered(host, 'seven', false, 0)).toEqual([]);
    expect(circuits.clipAnswered(host, 'eight', true, 0)).toEqual([]);
  });

  it('is so after a restart of the app, where one more page is enough', async () => {
    const clock = handClock();
    const record = {
      host: uploads,
      why: 'uploads-blocked',
      until: clock.now() + 1_000,
      ms: 5 * minutes,
      waits: 0,
    } as const;
    const circuits = circuitsOn(clock, 0, { ...memory(), all: () => [record] });
    expect(circuits.leftMs(uploads)).toBe(1_000);
    await clock.pass(1_000);
    expect(circuits.clipAnswered(host, 'one', true, 0)).toEqual(['one']);
    expect(circuits.leftMs(uploads)).toBe(10 * minutes);
  });

  it('may be sent one clip as soon as the user says so', () => {
    const circuits = circuitsOn(handClock());
    circuits.lift(host);
    expect(circuits.lifts(host)).toBe(0);
    for (const clip of five) circuits.clipAnswered(host, clip, true, 0);
    circuits.lift(host);
    expect([circuits.stateOf(uploads), circuits.lifts(host)]).toEqual(['half-open', 1]);
  });

  it('stays so when a page comes to a clip that left before the user said so (F-14)', () => {
    const circuits = circuitsOn(handClock());
    for (const clip of five) circuits.clipAnswered(host, clip, true, 0);
    circuits.lift(host);
    expect(circuits.clipAnswered(host, 'six', true, 0)).toEqual([]);
    expect(circuits.stateOf(uploads)).toBe('half-open');
    // That it takes a clip is news, whenever that clip left; and so is a page to one that left since.
    expect(circuits.clipAnswered(host, 'seven', true, 1)).toEqual([...five, 'seven']);
    expect(circuits.leftMs(uploads)).toBe(10 * minutes);
    circuits.clipAnswered(host, 'eight', false, 0);
    expect(circuits.of(uploads)).toBeNull();
  });

  it('is not when other clips arrive in between', () => {
    const circuits = circuitsOn(handClock());
    for (let clip = 0; clip < 50; clip++) {
      circuits.clipAnswered(host, `clip ${clip}`, true, 0);
      if (clip % 4 === 3) circuits.clipAnswered(host, `good ${clip}`, false, 0);
    }
    expect(circuits.stateOf(uploads)).toBe('closed');
  });
});
