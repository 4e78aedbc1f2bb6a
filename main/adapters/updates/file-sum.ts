// Whether a file is the one that was signed: its size and all of its bytes, as they are read from the disk now.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { WantedFile } from '../../ports/updates.ts';

const blockBytes = 1024 * 1024;

export async function isWanted(handle: FileHandle, { size, sha512 }: WantedFile): Promise<boolean> {
  const stat = await handle.stat();
  if (!stat.isFile() || stat.size !== size) return false;
  const hash = createHash('sha512');
  const block = Buffer.alloc(blockBytes);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await handle.read(block, 0, blockBytes, at);
    if (bytesRead === 0) return false;
    hash.update(block.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest('hex') === sha512;
}
