// Whether the clip on disk is still the one that was queued: what else is there must never go in its place (F-25).
import { type Clip, isSameFile } from '../model.ts';
import { FileError, type Files } from '../ports.ts';

/** Thrown by the body when the clip on disk is not the one that was queued, or changed while it was read (F-25). */
export class ClipChanged extends Error {}

/**
 * A new version saved over the old one leaves the opened file as it was: the name has to be looked at too (F-25). Throws ClipChanged, and
 * what is no FileError.
 */
export async function checkName(files: Pick<Files, 'stat'>, { identity, path }: Clip): Promise<void> {
  const there = await files.stat(path).catch((error: unknown) => {
    // Moved away or gone: the opened file still holds the bytes that were meant.
    if (error instanceof FileError) return null;
    throw error;
  });
  if (there && !isSameFile(identity, there)) throw new ClipChanged('Another file took the place of the clip');
}
