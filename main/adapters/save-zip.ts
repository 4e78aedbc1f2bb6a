// Saves texts as one zip at a place that the user chose: beside it first, then in its place, so that nothing half-written is ever there.
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Zip, ZipDeflate } from 'fflate';
import { SaveError, type Support } from '../ports.ts';
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

/** Bytes that are packed in one go, a few milliseconds of work, between which the queue has its turn. */
const pieceBytes = 64 * 1024;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function pack(files: Parameters<Support['saveZip']>[1], at: number, handle: FileHandle): Promise<void> {
  const ready: Uint8Array[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failed ??= error;
    ready.push(chunk);
  });
  const flush = async (): Promise<void> => {
    if (failed !== null) throw failed;
    // Kept by the zip itself: what it has given is ours to write.
    for (const chunk of ready.splice(0)) await handle.appendFile(chunk);
  };
  for (const { name, text } of files) {
    const bytes = new TextEncoder().encode(text);
    const file = new ZipDeflate(name);
    file.mtime = at;
    zip.add(file);
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      file.push(bytes.subarray(from, from + pieceBytes));
      await flush();
      await turn();
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  await flush();
}

/** As `Support` has it. */
export async function saveZip(...[place, files, at]: Parameters<Support['saveZip']>): Promise<void> {
  // Of its own, for a name can be as long as the disk allows.
  const beside = path.join(path.dirname(place), `.clipferry-${systemRandom.hex(6)}.part`);
  try {
    const handle = await open(beside, 'wx');
    try {
      await pack(files, at, handle);
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
