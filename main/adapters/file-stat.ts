// What the system says of a file, in the form that the stages know.
import type { BigIntStats } from 'node:fs';
import type { FileStat } from '../ports.ts';

/** Some disks keep the end of a file among its names, and count in large blocks. */
const slackBytes = 65_536n;

export function toStat(stat: BigIntStats): FileStat {
  return {
    kind: stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other',
    device: String(stat.dev),
    inode: String(stat.ino),
    size: Number(stat.size),
    mtimeNs: String(stat.mtimeNs),
    mtimeMs: Number(stat.mtimeMs),
    ...(stat.ctimeNs > 0n ? { changedNs: String(stat.ctimeNs), changedMs: Number(stat.ctimeMs) } : {}),
    ...(stat.birthtimeMs > 0n ? { bornMs: Number(stat.birthtimeMs) } : {}),
    ...(stat.isFile() && stat.blocks > 0n && stat.blocks * 512n + slackBytes < stat.size ? { sparse: true } : {}),
    // A placeholder has a size and not one block; small files may lie in the directory itself.
    ...(stat.isFile() && stat.blocks === 0n && stat.size > 65_536n ? { elsewhere: true } : {}),
  };
}
