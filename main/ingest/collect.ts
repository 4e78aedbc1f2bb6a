// From dropped files and folders to the files that may be clips: walks folders, follows no links, leaves out what is no video.
import { FileError, type FileStat, type Files } from '../ports.ts';

/** Extensions taken from folders; a file that was named itself is looked at whatever it is called. */
const videoExtension = /\.(mp4|m4v|mov|qt|webm|mkv|avi|wmv|asf|flv|f4v|mpg|mpeg|m2v|vob|ts|mts|m2ts|3gp|3g2|ogv|mxf)$/i;

/** Never clips, whatever they are called: macOS twins, thumbnails, and names that recorders and exporters use meanwhile. */
const junk = /^(\._|\.|~\$)|\.(part|partial|crdownload|tmp|download|filepart)$/i;

const deepest = 64;

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
  const seen = new Set<string>();
  let notVideos = 0;
  const byName = new Intl.Collator('en', { numeric: true }).compare;

  const visit = async (path: string, name: string | null, depth: number): Promise<void> => {
    try {
      const stat = await files.stat(path);
      // The same file or folder may be reached twice (dropped beside its parent, a bind mount): once is enough (F-33).
      const key = `${stat.device}:${stat.inode}:${stat.kind === 'folder' ? '' : path}`;
      if (seen.has(key)) return;
      seen.add(key);
      if (stat.kind === 'folder') {
        if (depth >= deepest) return;
        for (const inner of [...(await files.list(path))].sort(byName)) {
          if (junk.test(inner)) continue;
          await visit(join(path, inner), inner, depth + 1);
        }
      } else if (stat.kind === 'file') {
        if (name !== null && !videoExtension.test(name)) notVideos++;
        else found.push({ path, stat });
      }
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      refused.push({ path, reason: error.problem === 'missing' ? 'missing' : 'unreadable' });
    }
  };
  for (const path of paths) await visit(path, null, 0);
  return { files: found, notVideos, refused };
}
