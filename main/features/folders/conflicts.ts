// No file may come from two watched folders of one account: is one of them the other, in it or around it?
import path from 'node:path';
import type { FolderFailure } from '../../../preload/contract.ts';
import type { AccountId } from '../../model.ts';
import type { Files } from '../../ports.ts';
import type { FolderRegistry } from './registry.ts';

/** What is known of a path that may be gone: enough to compare places. */
async function placeOf(files: Files, folder: string): Promise<{ readonly path: string; readonly key: string | null }> {
  const stat = await files.stat(folder).catch(() => null);
  return { path: folder, key: stat && `${stat.device}:${stat.inode}` };
}

/** True when `inner` is `outer` or lies in it, by name or by what the disk says (a bind mount, another case). */
async function isWithin(files: Files, inner: string, outer: string): Promise<boolean> {
  const goal = await placeOf(files, outer);
  for (let at = inner; ; at = path.dirname(at)) {
    const here = await placeOf(files, at);
    if (here.path === goal.path || (here.key !== null && here.key === goal.key)) return true;
    if (path.dirname(at) === at) return false;
  }
}

/** What keeps `root` from being watched for the account; null = nothing. */
export async function findConflict(
  files: Files,
  registry: FolderRegistry,
  root: string,
  accountId: AccountId,
): Promise<FolderFailure | null> {
  for (const other of registry.all()) {
    if (other.accountId !== accountId) continue;
    const inside = await isWithin(files, root, other.path);
    const around = await isWithin(files, other.path, root);
    if (!inside && !around) continue;
    const problem = inside && around ? 'already-watched' : inside ? 'inside-watched' : 'around-watched';
    return { problem, other: path.basename(other.path).normalize('NFC') || other.path };
  }
  return null;
}
