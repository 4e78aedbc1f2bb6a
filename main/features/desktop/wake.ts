// Notices that the computer slept: the system says so, or time went on without us (F-12).
import type { Clock, Power } from '../../ports.ts';

/** How often it is looked whether time went on as it should, in ms. */
const beatMs = 6_000;
/** More than this between two looks, and nobody was awake. */
const gapMs = 30_000;
/** The system may tell of a sleep that was noticed already, so long afterwards. */
const sameSleepMs = 60_000;

export interface WakingOptions {
  readonly clock: Clock;
  readonly power: Power;
  /**
   * `sleptMs` = how long, as far as that can be known. `sure` false: perhaps only the wall clock was set, for it looks the same
   * where the other one stands still in sleep.
   */
  readonly onWake: (sleptMs: number, sure: boolean) => void;
  /** Each look in which nothing was noticed. */
  readonly onBeat: () => void;
}

/** Returns the function that ends it. */
export function watchSleep({ clock, power, onWake, onBeat }: WakingOptions): () => void {
  let wall = clock.now();
  let monotonic = clock.monotonic();
  let noticed = { at: Number.NEGATIVE_INFINITY, sleptMs: 0 };
  let cancelTimer = (): void => {};

  /** Milliseconds that passed since the last look, by both clocks. */
  const look = (): { readonly byWall: number; readonly byOther: number } => {
    const passed = { byWall: clock.now() - wall, byOther: clock.monotonic() - monotonic };
    wall = clock.now();
    monotonic = clock.monotonic();
    return passed;
  };
  const beat = (): void => {
    cancelTimer = clock.after(beatMs, beat);
    const { byWall, byOther } = look();
    const sleptMs = Math.max(byWall, byOther) - beatMs;
    if (sleptMs <= gapMs) {
      onBeat();
      return;
    }
    noticed = { at: monotonic, sleptMs };
    onWake(sleptMs, byOther - beatMs > gapMs);
  };
  const end = power.onWake(() => {
    const { byWall, byOther } = look();
    const before = monotonic - noticed.at < sameSleepMs ? noticed.sleptMs : 0;
    onWake(Math.max(byWall, byOther, before, 0), true);
  });
  cancelTimer = clock.after(beatMs, beat);
  return () => {
    end();
    cancelTimer();
  };
}
