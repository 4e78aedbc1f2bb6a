// Saves a file at a place that the user chose: beside it first, then in its place, so that nothing half-written is ever there.
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { SaveError } from '../ports.ts';
import { systemRandom } from './random.ts';

const problems: Readonly<Record<string, SaveError['problem']>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  EISDIR: 'read-only',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
};

/** What keeps a file from being saved, by the code of the system's error. */
export function saveProblem(code: string | undefined): SaveError['problem'] {
  return problems[String(code)] ?? 'failed';
}

/** `write` puts the whole content into the file that it is given. Throws SaveError. */
export async function saveWhole(place: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  // Of its own, for a name can be as long as the disk allows.
  const beside = path.join(path.dirname(place), `.clipferry-${systemRandom.hex(6)}.part`);
  try {
    const handle = await open(beside, 'wx');
    try {
      await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, place);
  } catch (error) {
    await rm(beside).catch(() => undefined);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SaveError(saveProblem(code), message);
  }
}

/** As UTF-8. Throws SaveError. */
export async function saveText(place: string, text: string): Promise<void> {
  await saveWhole(place, (handle) => handle.writeFile(text, 'utf8'));
}
