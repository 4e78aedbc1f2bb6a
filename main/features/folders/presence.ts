// Whether a watched folder is there now: what came from one on an unplugged disk waits for it (F-26).
import type { FolderId } from '../../model.ts';
import { FileError, type Files } from '../../ports.ts';
import type { FolderRegistry } from './registry.ts';

/** True when the folder is watched and not there now. An empty folder in another place of the disks is where it was mounted. */
export async function isFolderAway(files: Files, registry: FolderRegistry, id: FolderId): Promise<boolean> {
  const folder = registry.find(id);
  if (!folder) return false;
  try {
    const stat = await files.stat(folder.path);
    if (stat.kind !== 'folder') return true;
    return stat.device !== folder.device && (await files.list(folder.path)).length === 0;
  } catch (error) {
    if (error instanceof FileError) return true;
    throw error;
  }
}
