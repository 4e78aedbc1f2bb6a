// The bandwidth limit: one token bucket over everything that is sent; bytes leave when they are paid for, in the order asked.
import type { BodySource, Clock } from '../ports.ts';

export interface Pacer {
  /** Resolves when so many bytes may leave; at once without a limit. Rejects when `signal` is aborted. */
  take(bytes: number, signal: AbortSignal): Promise<void>;
  limited(): boolean;
  /** Bytes per second; null = no limit. Counts at once, also for what is waiting. */
  setLimit(bytesPerSecond: number | null): void;
}

/** Time that is not lost when a timer or a disk is late; longer, and a pause would be followed by a burst. */
const creditMs = 100;

interface Waiter {
  readonly bytes: number;
  readonly go: () => void;
}

export function createPacer(clock: Clock): Pacer {
  let limit: number | null = null;
  /** Monotonic ms at which everything that was let through is paid for. */
  let paidAt = clock.monotonic();
  let waiting: Waiter[] = [];
  let cancelTimer: (() => void) | null = null;

  const serve = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    for (let head = waiting[0]; head; head = waiting[0]) {
      if (limit !== null) {
        const now = clock.monotonic();
        const due = paidAt + (head.bytes / limit) * 1_000;
        if (due > now) {
          cancelTimer = clock.after(due - now, serve);
          return;
        }
        // The computer slept, or was too busy: what was missed by more than the credit is not made up for.
        paidAt = Math.max(due, now - creditMs);
      }
      waiting.shift();
      head.go();
    }
  };

  return {
    limited: () => limit !== null,
    take: (bytes, signal) => {
      // Nothing waits where there is no limit: `setLimit` serves all.
      if (limit === null) return Promise.resolve();
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const giveUp = (): void => {
          waiting = waiting.filter((one) => one !== waiter);
          serve();
          reject(signal.reason);
        };
        const waiter: Waiter = {
          bytes,
          go: () => {
            signal.removeEventListener('abort', giveUp);
            resolve();
          },
        };
        signal.addEventListener('abort', giveUp);
        if (waiting.length === 0) paidAt = Math.max(paidAt, clock.monotonic() - creditMs);
        waiting.push(waiter);
        serve();
      });
    },
    setLimit: (bytesPerSecond) => {
      if (limit === null) paidAt = clock.monotonic();
      limit = bytesPerSecond;
      serve();
    },
  };
}

/**
 * Handed over at a time under a limit, so that bytes flow instead of coming in gulps. undici waits for the socket only after
 * chunks of at least this size, and main/transfer/clip-body.ts relies on that: only a chunk's own rest may be smaller.
 */
const pieceBytes = 64 * 1024;

/** The same bytes, each leaving when the pacer lets it. */
export function pacedBody(body: BodySource, pacer: Pacer, signal: AbortSignal): BodySource {
  async function* bytes(offset: number): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of body.bytes(offset)) {
      for (let at = 0; at < chunk.length; ) {
        const left = chunk.length - at;
        const length = pacer.limited() && left >= 2 * pieceBytes ? pieceBytes : left;
        await pacer.take(length, signal);
        yield chunk.subarray(at, at + length);
        at += length;
      }
    }
  }
  return { length: body.length, bytes };
}
