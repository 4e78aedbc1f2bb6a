// Processor time of a piece of work, which a busy machine does not change as it changes the time on the wall.

/** In ms, of this process with all its threads. */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of a few runs: what a collection of garbage adds comes only sometimes. */
export function leastCpuMs(work: () => unknown, runs = 3): number {
  return Math.min(...Array.from({ length: runs }, () => cpuMs(work)));
}

/** From here on: the most processor time that one turn of the loop takes, in ms. `end` gives it. */
export function longestTurn(): { readonly end: () => number } {
  let longestMs = 0;
  let isOver = false;
  let before = process.cpuUsage();
  const turn = (): void => {
    const { user, system } = process.cpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    before = process.cpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    end: () => {
      isOver = true;
      turn();
      return longestMs;
    },
  };
}
