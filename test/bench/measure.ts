// Measures a piece of work inside a main process: time, processor time and the longest gap in the loop.
import type { Sent } from './orders.ts';

/** Often enough to see a gap of 20 ms, seldom enough not to be the load itself. */
const tickMs = 5;

/** A timer at short intervals; `stop` says how much too late it came at worst, in ms. */
export function watchLoop(): { stop(): number } {
  let longest = 0;
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last - tickMs);
    last = now;
  };
  const timer = setInterval(tick, tickMs);
  return {
    stop: () => {
      clearInterval(timer);
      tick();
      return longest;
    },
  };
}

const seconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;

export async function measure(work: () => Promise<void>): Promise<Sent> {
  const cpu = process.cpuUsage();
  const mainCpu = process.threadCpuUsage();
  const loop = watchLoop();
  const start = performance.now();
  await work();
  const took = performance.now() - start;
  return {
    seconds: took / 1000,
    cpuSeconds: seconds(process.cpuUsage(cpu)),
    mainCpuSeconds: seconds(process.threadCpuUsage(mainCpu)),
    longestGapMs: loop.stop(),
  };
}
