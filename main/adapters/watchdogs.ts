// The two ends of a request that we set ourselves: nothing moves any more, or it takes too long in all.
import type { Clock } from '../ports.ts';

/** Calls `over` once after `ms` in which nothing moved. */
export class Watchdog {
  readonly #clock: Clock;
  readonly #over: () => void;
  #cancelTimer: (() => void) | null = null;
  #ms: number;
  #aliveAt: number;

  constructor(clock: Clock, ms: number, over: () => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#over = over;
    this.#aliveAt = clock.monotonic();
    this.#arm(ms);
  }

  /** A sign of life costs no timer: the one that is set looks how long ago it was. */
  #arm(inMs: number): void {
    this.#cancelTimer = this.#clock.after(inMs, () => {
      const left = this.#aliveAt + this.#ms - this.#clock.monotonic();
      if (left <= 0) this.#over();
      else this.#arm(left);
    });
  }

  alive(ms = this.#ms): void {
    this.#aliveAt = this.#clock.monotonic();
    if (ms === this.#ms) return;
    this.stop();
    this.#ms = ms;
    this.#arm(ms);
  }

  /** Over already when nothing moves for so long from now on. */
  prove(ms: number): void {
    const since = this.#aliveAt;
    this.#clock.after(ms, () => {
      if (this.#cancelTimer !== null && this.#aliveAt === since) this.#over();
    });
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}

/** The end of a request that nothing moves further away; only ever set to an earlier one. */
export class Deadline {
  readonly #clock: Clock;
  readonly #over: () => void;
  #cancelTimer: (() => void) | null = null;
  #at = Number.POSITIVE_INFINITY;

  constructor(clock: Clock, over: () => void) {
    this.#clock = clock;
    this.#over = over;
  }

  within(ms: number): void {
    const at = this.#clock.monotonic() + ms;
    if (at >= this.#at) return;
    this.stop();
    this.#at = at;
    this.#cancelTimer = this.#clock.after(ms, this.#over);
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}
