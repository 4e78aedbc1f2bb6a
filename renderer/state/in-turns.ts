// What takes long is done a little at a time, so that the window goes on answering its user meanwhile.

/** Less than half of what one frame has. */
const turnMs = 6;

/** Takes steps for a few milliseconds, again and again, until they have given something or `isWanted` says no: null then. */
export function inTurns<T>(steps: Generator<void, T, void>, isWanted: () => boolean): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const turn = (): void => {
      try {
        const end = performance.now() + turnMs;
        while (isWanted()) {
          const step = steps.next();
          if (step.done === true) {
            resolve(step.value);
            return;
          }
          if (performance.now() >= end) {
            setTimeout(turn);
            return;
          }
        }
        resolve(null);
      } catch (error) {
        reject(error);
      }
    };
    turn();
  });
}
