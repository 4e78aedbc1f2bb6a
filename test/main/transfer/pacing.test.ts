// The token bucket: exact over time, fair over lanes, obeyed at once when changed, and never in the way without a limit.
import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BodySource } from '../../../main/ports.ts';
import { createPacer, type Pacer, pacedBody } from '../../../main/transfer/pacing.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';

/** A lane that takes pieces for ever; counts what it got. */
function lane(pacer: Pacer, clock: HandClock, bytes = 65_536) {
  const stop = new AbortController();
  const got = { bytes: 0, at: [] as number[], ended: false };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await pacer.take(bytes, stop.signal);
      got.bytes += bytes;
      got.at.push(clock.monotonic());
    }
  };
  run().then(
    () => {
      got.ended = true;
    },
    () => {
      got.ended = true;
    },
  );
  return { got, stop: () => stop.abort(new Error('stopped')) };
}

const never = new AbortController().signal;

/** A body of chunks of the given sizes, each filled with its own number. */
function bodyOf(sizes: readonly number[]): BodySource {
  return {
    length: sizes.reduce((sum, size) => sum + size, 0),
    async *bytes() {
      for (const [index, size] of sizes.entries()) yield new Uint8Array(size).fill(index + 1);
    },
  };
}

test('without a limit nothing waits, and chunks stay whole', async () => {
  const clock = handClock();
  const pacer = createPacer(clock);
  await Promise.all([pacer.take(1e12, never), pacer.take(1e12, never)]);
  const got: number[] = [];
  for await (const chunk of pacedBody(bodyOf([100, 2_000_000]), pacer, never).bytes(0)) got.push(chunk.length);
  expect(got).toEqual([100, 2_000_000]);
});

test('under a limit the same bytes come in small pieces, of which only the last of a chunk is odd', async () => {
  const clock = handClock();
  const pacer = createPacer(clock);
  pacer.setLimit(1_000_000);
  const got: Uint8Array[] = [];
  const body = pacedBody(bodyOf([100, 262_144, 300_001]), pacer, never);
  const reading = (async () => {
    for await (const piece of body.bytes(0)) got.push(piece);
  })();
  await clock.pass(1_000);
  await reading;
  expect(got.map((piece) => piece.length)).toEqual([
    100,
    ...Array.from({ length: 4 }, () => 65_536),
    ...Array.from({ length: 3 }, () => 65_536),
    300_001 - 3 * 65_536,
  ]);
  expect(got.map((piece) => [...new Set(piece)])).toEqual([[1], [2], [2], [2], [2], [3], [3], [3], [3]]);
});

test('any limit over any number of lanes is kept, and used', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 50_000, max: 50_000_000 }),
      fc.integer({ min: 1, max: 12 }),
      async (limit, lanes) => {
        const clock = handClock();
        const pacer = createPacer(clock);
        pacer.setLimit(limit);
        const running = Array.from({ length: lanes }, () => lane(pacer, clock));
        const seconds = Math.max(0.5, (65_536 * 40) / limit);
        await clock.pass(seconds * 1_000);
        const sent = running.reduce((sum, { got }) => sum + got.bytes, 0);
        expect(sent).toBeLessThanOrEqual(limit * seconds + 1);
        expect(sent).toBeGreaterThanOrEqual(limit * seconds * 0.97);
        const each = running.map(({ got }) => got.bytes);
        expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(65_536);
        for (const one of running) one.stop();
      },
    ),
    { numRuns: 25 },
  );
});

test('what was not used is not saved up: after a pause there is no burst', async () => {
  const clock = handClock();
  const pacer = createPacer(clock);
  pacer.setLimit(1_000_000);
  await clock.pass(60_000);
  const one = lane(pacer, clock);
  await clock.pass(1_000);
  expect(one.got.bytes).toBeLessThanOrEqual(1_100_000);
  one.stop();
});

test('another limit counts at once, also for the piece that is waiting', async () => {
  const clock = handClock();
  const pacer = createPacer(clock);
  pacer.setLimit(50_000);
  const one = lane(pacer, clock);
  await clock.pass(1_000);
  expect(one.got.bytes).toBe(0);
  pacer.setLimit(10_000_000);
  await clock.pass(1_000);
  expect(one.got.bytes).toBeGreaterThan(9_000_000);
  one.stop();

  pacer.setLimit(50_000);
  let done = false;
  void pacer.take(1_000_000, never).then(() => {
    done = true;
  });
  await clock.pass(10);
  expect(done).toBe(false);
  pacer.setLimit(null);
  await clock.pass(0);
  expect(done).toBe(true);
});

describe('a lane that is stopped', () => {
  test('stops waiting at once and takes nothing from the others', async () => {
    const clock = handClock();
    const pacer = createPacer(clock);
    pacer.setLimit(100_000);
    const [first, second] = [lane(pacer, clock), lane(pacer, clock)];
    await clock.pass(100);
    first.stop();
    await clock.pass(0);
    expect(first.got.ended).toBe(true);
    await clock.pass(9_900);
    expect(first.got.bytes).toBe(0);
    // As many whole pieces as ten seconds pay for.
    expect(second.got.bytes).toBe(15 * 65_536);
    second.stop();
  });

  test('does not begin to wait when it is stopped already', async () => {
    const pacer = createPacer(handClock());
    pacer.setLimit(100_000);
    await expect(pacer.take(1, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });

  test('lets what stood behind it go as soon as that is paid for', async () => {
    const clock = handClock();
    const pacer = createPacer(clock);
    pacer.setLimit(100_000);
    const large = new AbortController();
    const given = pacer.take(2_000_000, large.signal);
    const got: number[] = [];
    void pacer.take(1_000, never).then(() => got.push(clock.monotonic()));
    await clock.pass(1_000);
    expect(got).toEqual([]);
    large.abort(new Error('stopped'));
    await expect(given).rejects.toThrow('stopped');
    expect(got).toEqual([1_000]);
  });

  test('leaves nothing on its signal, whether it had to wait or not', async () => {
    const clock = handClock();
    const pacer = createPacer(clock);
    const { signal } = new AbortController();
    await pacer.take(1, signal);
    pacer.setLimit(1_000);
    const waiting = pacer.take(1_000, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await clock.pass(1_000);
    await waiting;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('a large piece that waits', () => {
  const waitingFor = () => {
    const clock = handClock();
    const pacer = createPacer(clock);
    pacer.setLimit(100_000);
    const at: number[] = [];
    void pacer.take(1_000_000, never).then(() => at.push(clock.monotonic()));
    return { clock, pacer, at };
  };

  test('loses nothing of what it has waited when others come after it', async () => {
    const { clock, pacer, at } = waitingFor();
    await clock.pass(5_000);
    void pacer.take(1, never);
    await clock.pass(5_000);
    expect(at).toEqual([10_000]);
  });

  test('has what it has waited counted by another limit', async () => {
    const { clock, pacer, at } = waitingFor();
    await clock.pass(4_000);
    pacer.setLimit(200_000);
    await clock.pass(1_000);
    expect(at).toEqual([5_000]);
  });
});

test('a limit that begins gives nothing for the time before it', async () => {
  const clock = handClock();
  const pacer = createPacer(clock);
  await clock.pass(60_000);
  pacer.setLimit(1_000_000);
  const at: number[] = [];
  void pacer.take(100_000, never).then(() => at.push(clock.monotonic()));
  await clock.pass(1_000);
  expect(at).toEqual([60_100]);
});
