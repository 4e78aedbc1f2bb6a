// From dropped files and folders to the files that may be clips: leaves out what is no video by its name.
import type { FileStat, Files } from '../ports.ts';
import { isClipName } from './names.ts';
import { createWalk } from './walk.ts';

export interface Collected {
  readonly path: string;
  readonly stat: FileStat;
}

export interface Collection {
  readonly files: readonly Collected[];
  readonly notVideos: number;
  readonly refused: readonly { readonly path: string; readonly reason: 'missing' | 'unreadable' }[];
}

/** `join` puts a name behind a folder as this system does it. Order: as given, folders by name. */
export async function collect(
  files: Files,
  paths: readonly string[],
  join: (folder: string, name: string) => string,
): Promise<Collection> {
  const found: Collected[] = [];
  const refused: { path: string; reason: 'missing' | 'unreadable' }[] = [];
  let notVideos = 0;
  const walk = createWalk({
    files,
    join,
    wanted: (name) => isClipName(name),
    onFile: (path, stat) => found.push({ path, stat }),
    onOther: () => notVideos++,
    onProblem: (path, problem) => refused.push({ path, reason: problem === 'missing' ? 'missing' : 'unreadable' }),
  });
  for (const path of paths) await walk(path);
  return { files: found, notVideos, refused };
}
