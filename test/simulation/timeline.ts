// Virtual time: one ordered list of what happens next in the world, and the two clocks of computers that can sleep and be set.
//
// Everything that the engine does between two events is microtasks. A tick that was asked for in a microtask runs when no
// microtask is left, so each event has come to its end before the next begins; no real timer or turn of the loop is needed.
import type { Clock } from '../../main/ports.ts';

/** One start of the engine; what belongs to a dead one never happens. */
export interface Life {
  alive: boolean;
  readonly number: number;
  /** Which computer it runs on; left out = the first one. */
  readonly computer?: number;
}

export interface Timer {
  at: number;
  readonly order: number;
  readonly call: () => void;
  /** Null = the world's own. */
  readonly life: Life | null;
  /** A timer of the computer stands still with its clock; what comes from outside is only held up. */
  readonly own: boolean;
  cancelled: boolean;
}

export type Sleep = 'both-clocks' | 'wall-clock-only';

export interface Timeline {
  /** Milliseconds of the world since the run began. */
  now(): number;
  /** `life` = for whom: nothing reaches a computer that sleeps or an engine that died. */
  after(ms: number, call: () => void, life?: Life | null): Timer;
  /** Where the wall clock of a computer (left out = the first one) stands. */
  wall(computer?: number): number;
  setWall(byMs: number, computer?: number): void;
  /** The computer (left out = the first one) sleeps: nothing of its engine runs until it wakes up. */
  sleep(ms: number, how: Sleep, computer?: number): void;
  asleep(computer?: number): boolean;
  clock(life: Life): Clock;
  /** Lets events happen in order until `done` or nothing is left. */
  run(done: () => boolean): Promise<void>;
  events(): number;
  /** Of them, those of the present moment. */
  eventsNow(): number;
}

/** An evening in 2026; no run depends on it. */
export const wallStart = 1_795_000_000_000;

const before = (one: Timer, other: Timer): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** A binary heap: the next timer stands first. */
function createHeap() {
  let heap: Timer[] = [];
  const up = (timer: Timer): void => {
    let at = heap.length;
    heap.push(timer);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Timer;
      if (!before(timer, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = timer;
  };
  const pop = (): Timer | undefined => {
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      const right = heap[child + 1];
      if (right !== undefined && before(right, heap[child] as Timer)) child++;
      const below = heap[child] as Timer;
      if (!before(below, last)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return first;
  };
  return {
    up,
    pop,
    /** Moves timers in time and puts the heap in order again. */
    move: (place: (timer: Timer) => number): void => {
      const all = heap.filter((timer) => !timer.cancelled && timer.life?.alive !== false);
      heap = [];
      for (const timer of all) {
        timer.at = place(timer);
        up(timer);
      }
    },
  };
}

/** No timer of a computer is finer; and so small a time that is added to a large one in floats may be none at all. */
const finestMs = 0.001;

export function createTimeline(): Timeline {
  const heap = createHeap();
  let now = 0;
  let order = 0;
  let events = 0;
  let eventsNow = 0;
  /** By computer: how far its wall clock is ahead, when it wakes up, and what its monotonic clock missed in sleeps that it does not count. */
  const aheadMs = new Map<number, number>();
  const wakeAt = new Map<number, number>();
  const missed = new Map<number, number>();
  const computerOf = ({ computer = 0 }: Life): number => computer;
  const wall = (computer = 0): number => wallStart + now + (aheadMs.get(computer) ?? 0);
  const wakes = (computer: number): number => wakeAt.get(computer) ?? 0;

  const add = (ms: number, call: () => void, life: Life | null, own: boolean): Timer => {
    const wanted = now + Math.max(0, ms);
    const at = life === null ? wanted : Math.max(wanted, wakes(computerOf(life)));
    const timer: Timer = { at, order: order++, call, life, own, cancelled: false };
    heap.up(timer);
    return timer;
  };

  return {
    now: () => now,
    events: () => events,
    eventsNow: () => eventsNow,
    after: (ms, call, life = null) => add(ms, call, life, false),
    wall,
    setWall: (byMs, computer = 0) => void aheadMs.set(computer, (aheadMs.get(computer) ?? 0) + byMs),
    sleep: (ms, how, computer = 0) => {
      wakeAt.set(computer, now + ms);
      if (how === 'wall-clock-only') missed.set(computer, (missed.get(computer) ?? 0) + ms);
      heap.move(({ at, life, own }) => {
        if (life === null || computerOf(life) !== computer) return at;
        return own && how === 'wall-clock-only' ? at + ms : Math.max(at, now + ms);
      });
    },
    asleep: (computer = 0) => now < wakes(computer),
    clock: (life) => ({
      now: () => wall(computerOf(life)),
      monotonic: () => now - (missed.get(computerOf(life)) ?? 0),
      zoneOffsetMinutes: () => 0,
      after: (ms, call) => {
        if (!life.alive) return () => undefined;
        const timer = add(ms > 0 ? Math.max(ms, finestMs) : ms, call, life, true);
        return () => {
          timer.cancelled = true;
        };
      },
      soon: (call) => {
        if (life.alive) add(0, call, life, true);
      },
    }),
    run: (done) =>
      new Promise((resolve, reject) => {
        const step = (): void => {
          try {
            if (done()) {
              resolve();
              return;
            }
            let next = heap.pop();
            while (next && (next.cancelled || next.life?.alive === false)) next = heap.pop();
            if (!next) {
              resolve();
              return;
            }
            events++;
            eventsNow = next.at > now ? 1 : eventsNow + 1;
            now = Math.max(now, next.at);
            try {
              next.call();
            } catch (error) {
              // Killed in the middle of it: what a dead process throws reaches nobody.
              if (next.life?.alive !== false) throw error;
            }
          } catch (error) {
            reject(error);
            return;
          }
          Promise.resolve().then(again);
        };
        const again = (): void => process.nextTick(step);
        Promise.resolve().then(again);
      }),
  };
}
