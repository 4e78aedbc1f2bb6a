// The wall clock for words that change while nothing else does.
import { useEffect, useState } from 'react';

const everyMs = 30_000;

/** Milliseconds since 1970, now; while `running`, whoever asks is drawn again twice a minute. */
export function useNow(running: boolean): number {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setTick((tick) => tick + 1), everyMs);
    return () => clearInterval(timer);
  }, [running]);
  return Date.now();
}
