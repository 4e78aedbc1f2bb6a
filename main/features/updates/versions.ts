// Versions of Clipferry: three whole numbers, the first of which counts most.

const shape = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;

export const isVersion = (text: string): boolean => shape.test(text);

/** Less than 0 when `one` is the older; both have to be versions. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one.split('.').map(Number), other.split('.').map(Number)];
  for (let at = 0; at < 3; at++) {
    const difference = (first[at] ?? 0) - (second[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
