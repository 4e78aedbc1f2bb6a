// Reads a file that a person chose as a whole, within a limit.
import { open } from 'node:fs/promises';
import { ReadError } from '../ports.ts';

const gone: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

/** `most` in bytes. Throws ReadError. */
export async function readWhole(path: string, most: number): Promise<Buffer> {
  try {
    const handle = await open(path, 'r');
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) throw new ReadError('unreadable', 'No file');
      if (stat.size > most) throw new ReadError('too-large', `${stat.size} bytes`);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ReadError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ReadError(gone.has(code) ? 'missing' : 'unreadable', message);
  }
}
