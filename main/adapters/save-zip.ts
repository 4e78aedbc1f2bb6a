// Saves texts as one zip at a place that the user chose.
import type { FileHandle } from 'node:fs/promises';
import { Zip, ZipDeflate } from 'fflate';
import type { Support } from '../ports.ts';
import { saveWhole } from './save-whole.ts';

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
  await saveWhole(place, (handle) => pack(files, at, handle));
}
