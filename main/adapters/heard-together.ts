// How much was heard of watched folders in one turn of the loop: so much that the system's queue may have run over unheard (F-30).
//
// libuv takes all that is in the queue in one turn, and says nothing of what did not fit in (IN_Q_OVERFLOW). The queue holds 16,384
// events for all folders of the process: whoever heard many at once has to look again.
import { setTimeout as pause } from 'node:timers/promises';

/** A quarter of the queue: nobody knows how many others were for watches that had been given back. */
export const mostHeardTogether = 4_096;
/**
 * Nobody asks for the end of a turn before so many were heard: what is told of a recording comes one by one, hundreds of times a second,
 * and each question costs the loop another round.
 */
const fewHeard = 256;
/** Ms between hearing too much and looking again: what goes on is looked at once. */
const lookAgainMs = 1_000;

const tellLost = new Set<() => void>();
let heard = 0;

/** Counts one event. */
export function hear(): void {
  heard++;
  if (heard === fewHeard)
    setImmediate(() => {
      heard = 0;
    });
  if (heard === mostHeardTogether) for (const lost of tellLost) lost();
}

/** `lookAgain` is called a while after events may have been lost, one call after the other; the answer ends that. */
export function whenLost(lookAgain: () => Promise<void>): () => void {
  const end = new AbortController();
  let isLost = false;
  let looking = false;

  const look = async (): Promise<void> => {
    looking = true;
    while (isLost && !end.signal.aborted) {
      await pause(lookAgainMs, undefined, { signal: end.signal }).catch(() => undefined);
      isLost = false;
      if (!end.signal.aborted) await lookAgain();
    }
    looking = false;
  };
  const lost = (): void => {
    isLost = true;
    if (!looking) void look();
  };
  tellLost.add(lost);
  return () => {
    tellLost.delete(lost);
    end.abort();
  };
}
