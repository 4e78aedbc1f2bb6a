// What sending really takes: the speed of the line while something is on it, and what a clip costs beside its bytes.
import { beforeEach, describe, expect, it } from 'vitest';
import { bigBytes } from '../../../../main/queue/job/schedule.ts';
import { createThroughputMeter, type ThroughputMeter } from '../../../../main/queue/progress/throughput.ts';

let at: number;
let meter: ThroughputMeter;
let clips: number;

beforeEach(() => {
  at = 0;
  clips = 0;
  meter = createThroughputMeter(() => at);
});

interface Clip {
  readonly bytes: number;
  readonly opensMs?: number;
  readonly sendsMs: number;
  readonly answersMs?: number;
  readonly site?: string;
  readonly arrived?: boolean;
}

/** The line, as part of what it is in truth: the last piece may not be counted yet. */
const lineOf = (truth: number): number => (meter.line() ?? 0) / truth;

/** Sends one clip in ten pieces. */
function send({ bytes, opensMs = 0, sendsMs, answersMs = 0, site = 's', arrived = true }: Clip): void {
  const id = `clip ${clips++}`;
  meter.begins(site, id, bytes);
  at += opensMs;
  meter.taken(id, 0);
  for (let piece = 1; piece <= 10; piece++) {
    at += sendsMs / 10;
    meter.taken(id, (bytes * piece) / 10);
  }
  at += answersMs;
  meter.ends(id, arrived);
}

describe('the line', () => {
  it('is known after three seconds of sending', () => {
    send({ bytes: 2_900_000, sendsMs: 2_900 });
    expect(meter.line()).toBeNull();
    send({ bytes: 2_000_000, sendsMs: 2_000 });
    expect(lineOf(1_000_000)).toBeCloseTo(0.98, 1);
  });

  it('is measured while something is on it, not while a site opens or answers', () => {
    for (let n = 0; n < 5; n++) {
      send({ bytes: 1_000_000, opensMs: 3_000, sendsMs: 1_000, answersMs: 5_000 });
      at += 60_000;
    }
    expect(lineOf(1_000_000)).toBeCloseTo(0.98, 1);
  });

  it('is that of all clips together', () => {
    meter.begins('s', 'a', 1e9);
    meter.begins('t', 'b', 1e9);
    for (let n = 0; n <= 100; n++) {
      meter.taken('a', n * 30_000);
      meter.taken('b', n * 70_000);
      at += 100;
    }
    expect(lineOf(1_000_000)).toBeCloseTo(0.99, 1);
  });

  it('comes half the way to another speed in twenty seconds of sending', () => {
    meter.begins('s', 'a', 1e12);
    let bytes = 0;
    const drive = (perMs: number, seconds: number): void => {
      for (let n = 0; n < seconds * 5; n++) {
        meter.taken('a', bytes);
        at += 200;
        bytes += perMs * 200;
      }
      meter.taken('a', bytes);
    };
    drive(1_000, 200);
    drive(3_000, 20);
    expect((meter.line() ?? 0) / 1_000_000).toBeCloseTo(2, 1);
  });

  it('is slow where nothing moves on it', () => {
    meter.begins('s', 'a', 1e9);
    meter.taken('a', 0);
    at += 4_000;
    meter.taken('a', 4_000_000);
    at += 40_000;
    expect(meter.line()).toBeLessThan(300_000);
  });

  it('is seen to stand still without another byte, and in a clip that ends so', () => {
    meter.begins('s', 'a', 1e9);
    for (let n = 0; n <= 40; n++) {
      meter.taken('a', n * 100_000);
      at += 100;
    }
    expect(lineOf(1_000_000)).toBeCloseTo(0.98, 1);
    at += 40_000;
    const still = lineOf(1_000_000);
    expect(still).toBeLessThan(0.3);
    at += 40_000;
    meter.ends('a', false);
    expect(lineOf(1_000_000)).toBeLessThan(still / 2);
  });

  it('is measured as before when a clip ended without a byte', () => {
    meter.begins('s', 'none', 1_000);
    at += 500;
    meter.ends('none', false);
    for (let n = 0; n < 5; n++) send({ bytes: 1_000_000, sendsMs: 1_000 });
    expect(lineOf(1_000_000)).toBeCloseTo(0.98, 1);
  });

  it('is too fast to be seen where three clips were gone at once, and measured where there is something', () => {
    for (let n = 0; n < 2; n++) send({ bytes: 1_000, sendsMs: 0, answersMs: 100 });
    expect(meter.line()).toBeNull();
    send({ bytes: 1_000, sendsMs: 0, answersMs: 100 });
    expect(meter.line()).toBe(Number.POSITIVE_INFINITY);
    send({ bytes: 500_000, sendsMs: 500 });
    expect(lineOf(1_000_000)).toBeCloseTo(0.9, 1);
  });

  it('is not known again after another limit, but what a clip costs is', () => {
    for (let n = 0; n < 5; n++) send({ bytes: 1_000_000, sendsMs: 1_000, answersMs: 200 });
    const costs = meter.costs('s');
    meter.reset();
    expect([meter.line(), meter.costs('s')]).toEqual([null, costs]);
    for (let n = 0; n < 4; n++) send({ bytes: 100_000, sendsMs: 1_000 });
    expect(lineOf(100_000)).toBeCloseTo(0.98, 1);
  });

  it('counts no byte twice, and none of a clip that has left already or was never begun', () => {
    meter.begins('s', 'a', 4_000_000);
    for (let bytes = 0; bytes <= 4_000_000; bytes += 100_000) {
      meter.taken('a', bytes);
      meter.taken('a', bytes);
      at += 100;
    }
    const line = meter.line();
    meter.taken('a', 90_000_000);
    meter.taken('never', 90_000_000);
    meter.ends('never', true);
    at += 10_000;
    meter.ends('a', true);
    expect([lineOf(1_000_000), meter.line()]).toEqual([expect.closeTo(0.98, 1), line]);
  });
});

describe('what a clip costs', () => {
  it('is what it takes beside its bytes, by site and kind', () => {
    expect(meter.costs('s')).toEqual({ smallMs: 0, bigMs: 0 });
    send({ bytes: 1_000, opensMs: 300, sendsMs: 1_000, answersMs: 700 });
    expect(meter.costs('s')).toEqual({ smallMs: 1_000, bigMs: 1_000 });
    send({ bytes: 1_000, opensMs: 500, sendsMs: 1_000, answersMs: 1_500 });
    send({ bytes: bigBytes, opensMs: 0, sendsMs: 9_000, answersMs: 5_000 });
    expect(meter.costs('s')).toEqual({ smallMs: 1_500, bigMs: 5_000 });
    expect(meter.costs('t')).toEqual({ smallMs: 0, bigMs: 0 });
    send({ bytes: bigBytes, sendsMs: 9_000, answersMs: 4_000, site: 't' });
    expect(meter.costs('t')).toEqual({ smallMs: 4_000, bigMs: 4_000 });
  });

  it('is that of the last twelve', () => {
    for (let n = 0; n < 12; n++) send({ bytes: 1_000, sendsMs: 10, answersMs: 1_200 });
    send({ bytes: 1_000, sendsMs: 10, answersMs: 0 });
    expect(meter.costs('s').smallMs).toBeCloseTo(1_100, 5);
    for (let n = 0; n < 11; n++) send({ bytes: 1_000, sendsMs: 10, answersMs: 0 });
    expect(meter.costs('s').smallMs).toBeCloseTo(0, 5);
  });

  it('is learned of no clip that did not arrive, or never sent anything', () => {
    send({ bytes: 1_000, sendsMs: 10, answersMs: 1_200, arrived: false });
    meter.begins('s', 'a', 1_000);
    at += 5_000;
    meter.ends('a', true);
    expect(meter.costs('s')).toEqual({ smallMs: 0, bigMs: 0 });
    // Of one that the site was content with before its end, the rest is the site's.
    meter.begins('s', 'b', 1_000);
    at += 100;
    meter.taken('b', 10);
    at += 900;
    meter.ends('b', true);
    expect(meter.costs('s').smallMs).toBe(100);
  });
});
