// A file as a clip: looked into, and held back while somebody may still be writing it.
import path from 'node:path';
import pLimit from 'p-limit';
import type { Refused } from '../../../preload/contract.ts';
import { type Collected, notReached } from '../../ingest/collect.ts';
import { readAhead } from '../../ingest/read-ahead.ts';
import type { ReadyFile } from '../../ingest/ready-files.ts';
import { recognise } from '../../ingest/recognise.ts';
import type { Clip, WallMs } from '../../model.ts';
import { FileError, type FileStat, type Files, type OpenFile } from '../../ports.ts';

/** A file without a proven end that was changed this short a while ago is probably still being written, in ms (F-23). */
export const freshMs = 10_000;

/** What the time of its last change says of a file: probably still being written, not for a while, or nothing. */
export type Quiet = (changedAt: WallMs) => 'fresh' | 'quiet' | 'untold';

/** Files that are looked into side by side: what one asks of its disk leaves the processor idle, and more make a slow disk slower. */
const abreast = 4;

/** Why a file without a proven end that nobody watched is not taken now; null = it is. */
async function stillWritten(file: OpenFile, before: FileStat, quiet: Quiet): Promise<'unfinished' | 'untold' | null> {
  // On a slow disk the first look may be long ago: what was written since counts.
  const { mtimeMs, mtimeNs, size } = await file.stat();
  const isSame = mtimeNs === before.mtimeNs && size === before.size;
  const age = quiet(mtimeMs);
  if (!isSame || age === 'fresh') return 'unfinished';
  return age === 'untold' ? age : null;
}

/**
 * `quiet` for a file that nobody watched until it was; null = somebody did. `isWanted` = its user wants it, whole or not. 'untold' = to
 * be looked at again after a while.
 */
export async function toClip(
  files: Files,
  { path: file, stat, isWanted }: Collected & Pick<ReadyFile, 'isWanted'>,
  quiet: Quiet | null,
): Promise<Clip | Refused['reason'] | 'untold'> {
  if (stat.size === 0) return 'empty';
  try {
    const open = readAhead(await files.open(file), stat.size);
    try {
      const found = await recognise(open, stat.size);
      if (found.kind !== 'video' && isWanted !== true) return found.kind;
      const written =
        found.kind === 'video' && found.ending === 'open' && quiet !== null
          ? await stillWritten(open, stat, quiet)
          : null;
      if (written !== null) return written;
      const { device, inode, size, mtimeNs, mtimeMs } = stat;
      return {
        path: file,
        name: path.basename(file).normalize('NFC'),
        identity: { device, inode, size, mtimeNs },
        mtimeMs,
        facts: {
          format: found.kind === 'video' ? found.format : null,
          durationSeconds: null,
          width: null,
          height: null,
        },
      };
    } finally {
      await open.close();
    }
  } catch (error) {
    if (error instanceof FileError) return notReached(error);
    throw error;
  }
}

/** Many files, a few side by side; what became of each, in their order. */
export function toClips<F extends Parameters<typeof toClip>[1]>(
  files: Files,
  all: readonly F[],
  quiet: Quiet | null,
): Promise<readonly (readonly [F, Awaited<ReturnType<typeof toClip>>])[]> {
  return pLimit(abreast).map(all, async (file) => [file, await toClip(files, file, quiet)] as const);
}
