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
  const byName = new Map<string, { readonly clip: NamedClip; readonly path: string }[]>();
  for (const { clip, path } of listed) {
    const key = folded(lastOf(forward(path)));
    byName.set(key, [...(byName.get(key) ?? []), { clip, path: forward(path) }]);
  }
  return {
    of: (given) => {
      const wanted = forward(given.trim()).replace(/^(?:\.\/)+/, '');
      const candidates = byName.get(folded(lastOf(wanted))) ?? [];
      const within = (path: string, end: string): boolean =>
        path === end || path.endsWith(`/${end.replace(/^\/+/, '')}`);
      const exact = candidates.filter(({ path }) => within(path, wanted));
      const alike = candidates.filter(({ path }) => within(folded(path), folded(wanted)));
      return (exact.length > 0 ? exact : alike).slice(0, mostOfOne).map(({ clip }) => clip);
    },
  };
}
