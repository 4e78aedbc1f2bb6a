// A sleep is noticed by the system's word or by the clocks, once, and told apart from a clock that was set (F-12, F-13).
import { describe, expect, it } from 'vitest';
import { watchSleep } from '../../../../main/features/desktop/wake.ts';
import { type HandClock, handClock } from '../../queue/hand-clock.ts';

interface Woken {
  readonly sleptMs: number;
  readonly sure: boolean;
}

function bed(): { clock: HandClock; woken: Woken[]; beats: () => number; wake: () => void; end: () => void } {
  const clock = handClock();
  const woken: Woken[] = [];
  let beats = 0;
  let wake = (): void => {};
  const end = watchSleep({
    clock,
    power: {
      onWake: (call) => {
        wake = call;
        return () => {};
      },
      keepAwake: () => () => {},
    },
    onWake: (sleptMs, sure) => woken.push({ sleptMs, sure }),
    onBeat: () => {
      beats++;
    },
  });
  return { clock, woken, beats: () => beats, wake: () => wake(), end };
}
const hour = 3_600_000;

describe('a sleep', () => {
  it('is nothing while the computer is awake, for days', async () => {
    const { clock, woken, beats } = bed();
    await clock.pass(48 * hour);
    expect(woken).toEqual([]);
    expect(beats()).toBe((48 * hour) / 6_000);
  });

  it('that the system tells of is sure, and as long as the wall clock says', async () => {
    const { clock, woken, wake } = bed();
    await clock.pass(7_000);
    clock.setWall(clock.now() + 8 * hour);
    wake();
    await clock.pass(60_000);
    expect(woken).toEqual([{ sleptMs: 8 * hour + 1_000, sure: true }]);
  });

  it('that nobody tells of is noticed within seconds, though it may be a clock that was set', async () => {
    const { clock, woken } = bed();
    await clock.pass(7_000);
    clock.setWall(clock.now() + 8 * hour);
    await clock.pass(6_000);
    expect(woken).toEqual([{ sleptMs: 8 * hour, sure: false }]);
  });

  it('that is told of after it was noticed is known to be real, and how long it was', async () => {
    const { clock, woken, wake } = bed();
    clock.setWall(clock.now() + hour);
    await clock.pass(6_000);
    wake();
    expect(woken).toEqual([
      { sleptMs: hour, sure: false },
      { sleptMs: hour, sure: true },
    ]);
  });

  it('is not seen in a clock that is put back or a little forward', async () => {
    const { clock, woken } = bed();
    clock.setWall(0);
    await clock.pass(6_000);
    clock.setWall(clock.now() + 20_000);
    await clock.pass(6_000);
    expect(woken).toEqual([]);
  });

  it('is watched for no longer than wanted', async () => {
    const { clock, beats, end } = bed();
    end();
    await clock.pass(hour);
    expect(beats()).toBe(0);
  });
});
