// What the system says of a file, in the form that the stages know.
import type { BigIntStats } from 'node:fs';
import type { FileStat } from '../ports.ts';

export function toStat(stat: BigIntStats): FileStat {
  return {
    kind: stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other',
    device: String(stat.dev),
    inode: String(stat.ino),
    size: Number(stat.size),
    mtimeNs: String(stat.mtimeNs),
    mtimeMs: Number(stat.mtimeMs),
    // A placeholder has a size and not one block; small files may lie in the directory itself.
    ...(stat.isFile() && stat.blocks === 0n && stat.size > 65_536n ? { elsewhere: true } : {}),
  };
}
