// Work that is done a little at a time, done to its end at once: for what is short.

export function finish<T>(steps: Generator<void, T, void>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
