// Measures a piece of work inside a main process: time, processor time and the longest gap in the loop.
import type { Sent } from './orders.ts';

/** Often enough to see a gap of 20 ms, seldom enough not to be the load itself. */
const tickMs = 5;

export interface Gaps {
  /** Longest time in ms in which the loop served nothing else because this program was computing. */
  readonly ownMs: number;
  /** The same by the clock on the wall: also what other programs on this computer took. */
  readonly wallMs: number;
}

/**
 * A timer at short intervals that notes how much too late it comes. On a busy computer a timer is late however little the
 * program does, so its own part is at most the processor time that the thread used meanwhile.
 */
export function watchLoop(): { stop(): Gaps } {
  const used = (): number => seconds(process.threadCpuUsage()) * 1000;
  let ownMs = 0;
  let wallMs = 0;
  let last = performance.now();
  let lastUsed = used();
  const tick = (): void => {
    const now = performance.now();
    const nowUsed = used();
    const late = now - last - tickMs;
    ownMs = Math.max(ownMs, Math.min(late, nowUsed - lastUsed));
    wallMs = Math.max(wallMs, late);
    last = now;
    lastUsed = nowUsed;
  };
  const timer = setInterval(tick, tickMs);
  return {
    stop: () => {
      clearInterval(timer);
      tick();
      return { ownMs, wallMs };
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
    gaps: loop.stop(),
  };
}
