// From dropped files and folders to the files that may be clips: leaves out what is no video by its name.
import type { FileError, FileStat, Files } from '../ports.ts';
import { isClipName } from './names.ts';
import { isSidecarName, isSidecarOf } from './sidecar-name.ts';
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

const lastOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
const folderOf = (path: string): string => path.slice(0, path.length - lastOf(path).length);

/** Tells of a file with the name of a sidecar whether one of these clips lies beside it. */
function besideOneOf(clips: readonly Collected[]): (path: string) => boolean {
  const names = new Map<string, string[]>();
  // By what the names of both begin with: a folder may hold thousands of each.
  const keyOf = (path: string): string => `${folderOf(path)}\n${lastOf(path).normalize('NFC').split('.')[0]}`;
  for (const { path } of clips) {
    const known = names.get(keyOf(path));
    if (known === undefined) names.set(keyOf(path), [lastOf(path)]);
    else known.push(lastOf(path));
  }
  return (path) => names.get(keyOf(path))?.some((clip) => isSidecarOf(lastOf(path), clip)) === true;
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
  /** Files in folders that may tell details of a clip. */
  const besides: string[] = [];
  const walk = createWalk({
    files,
    join,
    wanted: (name) => isClipName(name),
    onFile: (path, stat) => found.push({ path, stat }),
    onOther: (path, stat) => {
      // A link, a pipe or a device that was named itself: who named it is told.
      if (stat.kind === 'other' && named.has(path)) refused.push({ path, reason: 'not-a-file' });
      else if (stat.kind === 'file' && isSidecarName(lastOf(path))) besides.push(path);
      else notVideos++;
    },
    onProblem: (path, error) => refused.push({ path, reason: notReached(error) }),
  });
  for (const path of paths) await walk(path);
  const isClip = ({ path }: Collected): boolean => !isSidecarName(lastOf(path));
  const isBeside = besideOneOf(found.filter(isClip));
  return {
    // One that was named itself is no clip that somebody has to be told of.
    files: found.filter((one) => isClip(one) || !isBeside(one.path)),
    notVideos: notVideos + besides.filter((path) => !isBeside(path)).length,
    refused,
  };
}
