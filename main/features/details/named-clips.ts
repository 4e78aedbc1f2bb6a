// Which clips of the list a file in a table names: by its path, else by its name, as different systems spell one and the same. Pure.
import type { NamedClip } from '../../../preload/contract.ts';

export interface ListedClip {
  readonly clip: NamedClip;
  /** Of its file, as the system has it. */
  readonly path: string;
}

/** More of one name are nothing that anybody chooses from. */
const mostOfOne = 50;

/** macOS takes letters apart, Windows writes paths the other way round, and neither tells capital letters. */
const folded = (text: string): string => text.normalize('NFC').toLowerCase();
const forward = (path: string): string => path.replaceAll('\\', '/');
const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export interface NamedClips {
  /** In the order of the list; more than one where nothing tells them apart. */
  of(name: string): readonly NamedClip[];
}

export function namedClips(listed: readonly ListedClip[]): NamedClips {
  const byName = new Map<string, { readonly clip: NamedClip; readonly path: string; readonly folded: string }[]>();
  for (const one of listed) {
    const path = forward(one.path);
    const key = folded(lastOf(path));
    const same = byName.get(key);
    const known = { clip: one.clip, path, folded: folded(path) };
    if (same === undefined) byName.set(key, [known]);
    else same.push(known);
  }
  return {
    of: (given) => {
      const wanted = forward(given.trim()).replace(/^(?:\.\/)+/, '');
      const candidates = byName.get(folded(lastOf(wanted))) ?? [];
      // The name alone is that of all of them.
      if (!wanted.includes('/')) {
        const exact = candidates.filter(({ path }) => lastOf(path) === wanted);
        return (exact.length > 0 ? exact : candidates).slice(0, mostOfOne).map(({ clip }) => clip);
      }
      const end = wanted.replace(/^\/+/, '');
      const [endFolded, wantedFolded] = [folded(end), folded(wanted)];
      const exact = candidates.filter(({ path }) => path === wanted || path.endsWith(`/${end}`));
      const alike = candidates.filter((one) => one.folded === wantedFolded || one.folded.endsWith(`/${endFolded}`));
      return (exact.length > 0 ? exact : alike).slice(0, mostOfOne).map(({ clip }) => clip);
    },
  };
}
