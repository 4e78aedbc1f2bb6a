// Which files beside a clip tell its details, by their names alone. Pure.
import { isClipName, isJunk, videoExtensions } from './names.ts';

const end = /\.(json|txt)$/i;

/** True for the names of files that may tell details of a clip beside them. */
export function isSidecarName(name: string): boolean {
  return end.test(name) && !isJunk(name);
}

const composed = (name: string): string => name.normalize('NFC');
const stemOf = (name: string): string => name.slice(0, Math.max(name.lastIndexOf('.'), 0)) || name;

/** How exact the name is for the clip, 0 = most; null = it is another's. JSON goes before text. */
function exactness(name: string, clipName: string): number | null {
  if (!isSidecarName(name)) return null;
  const [stem, clip] = [composed(stemOf(name)), composed(clipName)];
  const isText = name.toLowerCase().endsWith('.txt');
  if (stem === clip) return isText ? 1 : 0;
  return stem === stemOf(clip) ? (isText ? 3 : 2) : null;
}

export function isSidecarOf(name: string, clipName: string): boolean {
  return exactness(name, clipName) !== null;
}

/** Those of the clip, the most exact name first, and equally exact ones in one order everywhere. */
export function sidecarsOf(clipName: string, names: readonly string[]): readonly string[] {
  return names
    .flatMap((name) => {
      const rank = exactness(name, clipName);
      return rank === null ? [] : [{ name, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank || (one.name > other.name ? -1 : 1))
    .map(({ name }) => name);
}

/** Names of clips of which the file may tell, as programs write them. */
export function clipsOfSidecar(name: string): readonly string[] {
  const stem = stemOf(name);
  if (isClipName(stem)) return [stem];
  return videoExtensions.flatMap((extension) => [`${stem}.${extension}`, `${stem}.${extension.toUpperCase()}`]);
}
