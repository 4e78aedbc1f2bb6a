// From dropped files and folders to the files that may be clips: leaves out what is no video by its name.
import type { FileError, FileStat, Files } from '../ports.ts';
import { isClipName } from './names.ts';
import { createWalk } from './walk.ts';

export interface Collected {
  readonly path: string;
  readonly stat: FileStat;
}

export interface Collection {
  readonly files: readonly Collected[];
  readonly notVideos: number;
  readonly refused: readonly { readonly path: string; readonly reason: NotReached }[];
}

/** Why a file could not be looked at, or what is there instead of one. */
export type NotReached = 'missing' | 'unreadable' | 'not-a-file' | 'no-answer';

export function notReached({ problem }: FileError): NotReached {
  return problem === 'busy' || problem === 'failed' ? 'unreadable' : problem;
}

/** `join` puts a name behind a folder as this system does it. Order: as given, folders by name. */
export async function collect(
  files: Files,
  paths: readonly string[],
  join: (folder: string, name: string) => string,
): Promise<Collection> {
  const found: Collected[] = [];
  const refused: { path: string; reason: NotReached }[] = [];
  const named = new Set(paths);
  let notVideos = 0;
  const walk = createWalk({
    files,
    join,
    wanted: (name) => isClipName(name),
    onFile: (path, stat) => found.push({ path, stat }),
    onOther: (path, stat) => {
      // A link, a pipe or a device that was named itself: who named it is told.
      if (stat.kind === 'other' && named.has(path)) refused.push({ path, reason: 'not-a-file' });
      else notVideos++;
    },
    onProblem: (path, error) => refused.push({ path, reason: notReached(error) }),
  });
  for (const path of paths) await walk(path);
  return { files: found, notVideos, refused };
}
