// Chance from a seed: the same seed gives the same numbers on every computer.

export interface Chance {
  /** A number in [0, 1). */
  fraction(): number;
  /** A whole number from 0 to `below` - 1. */
  int(below: number): number;
  /** A number from `low` to `high`. */
  between(low: number, high: number): number;
  flip(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** `count` bytes as lower-case hex. */
  hex(count: number): string;
}

/** A well spread 32-bit number for two numbers, to give each part of a run a seed of its own (murmur3's finisher). */
export function mix(one: number, other: number): number {
  let h = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(other + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** sfc32 (PractRand's small fast counter), warmed up. */
export function createChance(seed: number): Chance {
  let a = mix(seed, 1);
  let b = mix(seed, 2);
  let c = mix(seed, 3);
  let d = 1;
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let round = 0; round < 8; round++) next();
  const fraction = (): number => next() / 0x1_0000_0000;
  const int = (below: number): number => Math.floor(fraction() * below);
  return {
    fraction,
    int,
    between: (low, high) => low + fraction() * (high - low),
    flip: (probability) => fraction() < probability,
    pick: <T>(list: readonly T[]): T => list[int(list.length)] as T,
    hex: (count) => {
      let text = '';
      while (text.length < count * 2) text += next().toString(16).padStart(8, '0');
      return text.slice(0, count * 2);
    },
  };
}
