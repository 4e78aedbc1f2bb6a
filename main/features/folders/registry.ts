// Which folders are watched, with their rules, as they are written down.
import type { FolderStore } from '../../ingest/folder-store.ts';
import type { Folder, FolderId } from '../../model.ts';
import { NotFound } from '../../uploader-api.ts';

export interface FolderRegistry {
  all(): readonly Folder[];
  find(id: FolderId): Folder | null;
  /** Throws NotFound. */
  get(id: FolderId): Folder;
  /** Durable when it returns. */
  save(folder: Folder): void;
  remove(id: FolderId): void;
}

export function createFolderRegistry(store: FolderStore): FolderRegistry {
  const folders = new Map<FolderId, Folder>(store.folders().map((folder) => [folder.id, folder]));
  return {
    all: () => [...folders.values()],
    find: (id) => folders.get(id) ?? null,
    get: (id) => {
      const folder = folders.get(id);
      if (!folder) throw new NotFound('folder-gone');
      return folder;
    },
    save: (folder) => {
      store.save(folder);
      folders.set(folder.id, folder);
    },
    remove: (id) => {
      folders.delete(id);
      store.remove(id);
    },
  };
}
