// What each of very many is to get, handed over in parts: the bridge copies what it carries bit by bit, and thousands at once would hold up the window.
import { NotFound } from '../uploader-api.ts';

export interface HandedOver<T> {
  /** `after` = how many were handed over before these; 0 begins anew. */
  add(after: number, some: readonly T[]): void;
  /** The `after` that were handed over before, and these; none is kept. */
  take(after: number, some: readonly T[]): readonly T[];
}

/** A part that does not follow the one before it is refused: what is done is done to all of them, or to none. */
export function createHandedOver<T>(): HandedOver<T> {
  let known: T[] = [];
  const follow = (after: number): void => {
    if (after === 0) known = [];
    if (after !== known.length) throw new NotFound('failed');
  };
  return {
    add(after, some) {
      follow(after);
      known.push(...some);
    },
    take(after, some) {
      follow(after);
      const all = [...known, ...some];
      known = [];
      return all;
    },
  };
}
