// One look at a file of a watched folder: is it there, and what does its inside say?
import { FileError, type FileStat, type Files, type HeldFile, type Writers } from '../ports.ts';
import { companions } from './names.ts';
import type { Inside, Observation, WriterSight } from './readiness.ts';
import { recognise } from './recognise.ts';

/** Everything that changes when the file does. */
export const fileKey = (stat: FileStat): string => `${stat.device}:${stat.inode}:${stat.size}:${stat.mtimeNs}`;

/** `stat` is null where there is no file to be seen. */
export async function observe(
  files: Files,
  path: string,
): Promise<{ readonly seen: Observation; readonly stat: FileStat | null }> {
  try {
    const stat = await files.stat(path);
    if (stat.kind !== 'file') return { seen: { kind: 'gone' }, stat: null };
    const { size, sparse = false } = stat;
    return { seen: { kind: 'file', key: fileKey(stat), size, sparse, inside: null, writer: 'unknown' }, stat };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { seen: { kind: error.problem === 'missing' ? 'gone' : 'unreadable' }, stat: null };
  }
}

/** Who of these is being written to, as far as the system shows it: by path. */
export async function observeWriters(
  writers: Pick<Writers, 'holding'> | undefined,
  files: readonly HeldFile[],
): Promise<(path: string) => WriterSight> {
  const holding = files.length > 0 ? ((await writers?.holding(files)) ?? null) : null;
  if (holding === null) return () => 'unknown';
  return (path) => (holding.has(path) ? 'held' : 'none');
}

/** What its bytes say, or what stands in the way of reading them. */
export async function lookInside(files: Files, path: string, { size, elsewhere }: FileStat): Promise<Inside> {
  // Not even opened: that alone may fetch gigabytes.
  if (elsewhere === true) return 'elsewhere';
  for (const companion of companions(path)) {
    const beside = await files.stat(companion).catch(() => null);
    if (beside) return 'accompanied';
  }
  try {
    const file = await files.open(path);
    try {
      const found = await recognise(file, size);
      return found.kind === 'video' ? found.ending : found.kind;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.problem === 'unreadable' || error.problem === 'failed' ? 'unreadable' : 'busy';
  }
}

/** A further look at a file that was seen as `outside` and `stat`: with what its inside says, unless it changed meanwhile. */
export async function observeInside(
  files: Files,
  path: string,
  outside: Extract<Observation, { readonly kind: 'file' }>,
  stat: FileStat,
): Promise<{ readonly seen: Observation; readonly stat: FileStat | null }> {
  const inside = await lookInside(files, path, stat);
  const second = await observe(files, path);
  // What changed while it was being read proves nothing.
  const isSame = second.seen.kind === 'file' && second.seen.key === outside.key;
  return isSame ? { seen: { ...outside, inside }, stat: second.stat } : second;
}
