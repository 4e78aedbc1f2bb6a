// Work that is asked for by several at once and done once: whoever asks while it is under way gets the same answer.

export interface SingleFlight<K, T> {
  /** What is under way for the key, or `begin` where nothing is. */
  run(key: K, begin: () => Promise<T>): Promise<T>;
  has(key: K): boolean;
  /** Resolves when all that is under way now has ended, well or not. */
  ended(): Promise<void>;
}

/** `onEnd` is called after each piece of work, when nothing is under way for its key any more. */
export function createSingleFlight<K, T>(onEnd?: (key: K) => void): SingleFlight<K, T> {
  const underWay = new Map<K, Promise<T>>();
  return {
    run: (key, begin) => {
      const before = underWay.get(key);
      if (before) return before;
      const work = begin().finally(() => {
        underWay.delete(key);
        onEnd?.(key);
      });
      underWay.set(key, work);
      return work;
    },
    has: (key) => underWay.has(key),
    ended: async () => {
      await Promise.allSettled(underWay.values());
    },
  };
}
