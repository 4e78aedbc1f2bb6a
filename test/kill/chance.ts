// Chance from a seed: the same seed makes the same choices; when a kill lands is decided by the machine all the same.

export interface Chance {
  /** In [0, 1). */
  fraction(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True with this probability. */
  is(probability: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** Chance of its own, so that one part's choices do not move another's. */
  branch(): Chance;
}

/** Mixes 32 bits by two rounds of multiply and shift (the finalizer of MurmurHash3). */
function mixed(bits: number): number {
  let x = bits | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

export function chance(seed: number): Chance {
  let state = mixed(seed + 1);
  const fraction = (): number => {
    state = (state + 0x9e3779b9) | 0;
    return mixed(state) / 2 ** 32;
  };
  const whole = (least: number, most: number): number => least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    whole,
    is: (probability) => fraction() < probability,
    pick: (from) => from[whole(0, from.length - 1)] ?? from[0],
    branch: () => chance(Math.floor(fraction() * 2 ** 31)),
  };
}
