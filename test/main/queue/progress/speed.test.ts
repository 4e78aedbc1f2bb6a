// The speed that is shown for one transfer: follows the line, and falls where nothing moves.
import { expect, it } from 'vitest';
import { speedometer } from '../../../../main/queue/progress/speed.ts';

/** So many seconds at `perSecond` bytes, in samples of 100 ms; gives what was taken and when. */
function driven(perSecond: number, seconds: number, speed = speedometer(0), from = 0, taken = 0) {
  let [at, bytes] = [from, taken];
  for (let n = 0; n < seconds * 10; n++) {
    at += 100;
    bytes += perSecond / 10;
    speed.sample(bytes, at);
  }
  return { speed, at, bytes };
}

it('is that of a line that does not change, from the first second on', () => {
  for (const perSecond of [1_000, 8_000_000]) {
    const early = driven(perSecond, 0.9);
    expect(early.speed.perSecond(early.at)).toBeNull();
    const { speed, at } = driven(perSecond, 1);
    expect(speed.perSecond(at)).toBeCloseTo(perSecond, 5);
    const later = driven(perSecond, 60);
    expect(later.speed.perSecond(later.at)).toBeCloseTo(perSecond, 5);
  }
});

it('comes half the way to another speed in three seconds', () => {
  const { speed, at, bytes } = driven(1_000_000, 60);
  const slower = driven(0, 3, speed, at, bytes);
  expect(speed.perSecond(slower.at)).toBeCloseTo(500_000, -2);
});

it('is not read off chunks that come in one tick', () => {
  const speed = speedometer(0);
  for (let n = 1; n <= 20; n++) speed.sample(n * 100_000, n * 100);
  speed.sample(9_000_000, 2_099);
  expect(speed.perSecond(2_099)).toBeCloseTo(1_000_000, 5);
  speed.sample(2_100_000, 2_100);
  expect(speed.perSecond(2_100)).toBeCloseTo(1_000_000, 5);
});

it('is read off what comes a tenth of a second later', () => {
  const speed = speedometer(0);
  speed.sample(900, 900);
  speed.sample(1_000, 1_000);
  expect(speed.perSecond(1_000)).toBeCloseTo(1_000, 5);
});

it('falls by half every three seconds where nothing comes any more for longer than one', () => {
  const { speed, at } = driven(1_000_000, 10);
  expect(speed.perSecond(at + 1_000)).toBeCloseTo(1_000_000, 5);
  expect(speed.perSecond(at + 4_000)).toBeCloseTo(500_000, 5);
  expect(speed.perSecond(at + 7_000)).toBeCloseTo(250_000, 5);
});

it('is none where nothing has moved for a quarter of a minute, and one again as soon as something does', () => {
  const { speed, at, bytes } = driven(1_000_000, 10);
  expect(speed.perSecond(at + 15_900)).toBeGreaterThan(0);
  expect(speed.perSecond(at + 16_000)).toBe(0);
  expect(speedometer(0).perSecond(60_000)).toBe(0);
  speed.sample(bytes + 1_000_000, at + 20_000);
  expect(speed.perSecond(at + 20_000)).toBeGreaterThan(0);
});

it('begins where its transfer began', () => {
  const { speed, at } = driven(5_000, 2, speedometer(70_000), 70_000);
  expect(speed.perSecond(at)).toBeCloseTo(5_000, 5);
});

it('is none of a clock that stands still or goes back', () => {
  const speed = speedometer(1_000);
  speed.sample(5_000, 1_000);
  speed.sample(5_000, 0);
  expect(speed.perSecond(1_000)).toBeNull();
  driven(1_000, 2, speed, 1_000);
  expect(speed.perSecond(3_000)).toBeCloseTo(1_000, 5);
});
