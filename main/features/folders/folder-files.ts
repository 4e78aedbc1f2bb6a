// The files of a watched folder as its user sees them, and what they want done with one: shown, sent as it is, ignored, heeded.
import type { FileAct, FolderFile } from '../../../preload/contract.ts';
import type { FolderStore } from '../../ingest/folder-store.ts';
import { nameBelow } from '../../ingest/names.ts';
import type { FolderSight, FolderWatch } from '../../ingest/watch-folder.ts';
import type { Folder } from '../../model.ts';
import { type Clock, type Desktop, FileError, type FileStat, type Files } from '../../ports.ts';
import type { Ledger } from '../../queue/store/ledger.ts';
import { identityOf } from './clips-below.ts';

type Pending = FolderWatch['pending'];

export interface FolderFilesOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly files: Pick<Files, 'stat'>;
  readonly desktop: Pick<Desktop, 'showFile'>;
  readonly folderStore: Pick<FolderStore, 'ignored'>;
  readonly ledger: Pick<Ledger, 'sentFrom'>;
}

export interface FolderFiles {
  /** `sight` undefined = the folder is not watched now. */
  shown(folder: Folder, sight: FolderSight | undefined): { readonly files: readonly FolderFile[]; moreFiles: number };
  /** By the name under which it is shown. False = it is not there any more, or is not what it was shown as. */
  act(folder: Folder, watch: FolderWatch | undefined, name: string, act: FileAct): Promise<boolean>;
}

const mostIgnored = 20;
const mostSent = 10;

export function createFolderFiles({ clock, files, desktop, folderStore, ledger }: FolderFilesOptions): FolderFiles {
  const { ignored } = folderStore;

  const statOf = async (path: string): Promise<FileStat | null> => {
    try {
      return await files.stat(path);
    } catch (error) {
      if (error instanceof FileError) return null;
      throw error;
    }
  };
  /** A path is only ever one that the app has found: of the page there is nothing but a name. */
  const ignoredOf = ({ id, path: root }: Folder, name: string): string | null =>
    ignored.last(id, mostIgnored).paths.find((path) => nameBelow(root, path) === name) ?? null;
  const sentOf = ({ id, path: root }: Folder, name: string): string | null =>
    ledger.sentFrom(id, mostSent).find((path) => nameBelow(root, path) === name) ?? null;

  const show = async (path: string | null): Promise<boolean> => {
    if (path === null || (await statOf(path)) === null) return false;
    desktop.showFile(path);
    return true;
  };
  const heed = ({ id }: Folder, pending: Pending | undefined, path: string | null): boolean => {
    if (path === null) return false;
    ignored.heed(id, path);
    pending?.hint(path);
    return true;
  };
  const takeOrLeave = async (
    { id }: Folder,
    pending: Pending | undefined,
    path: string | null,
    act: 'send' | 'ignore',
  ): Promise<boolean> => {
    const stat = path === null ? null : await statOf(path);
    if (path === null || stat === null) return false;
    if (act === 'send') pending?.insist(path, stat);
    else {
      ignored.ignore(id, path, identityOf(stat), clock.now());
      pending?.forget(path);
    }
    return true;
  };

  return {
    shown: ({ id, path: root }, sight) => {
      const of = (state: FolderFile['state']) => (path: string) => ({
        ...{ name: nameBelow(root, path), state, program: null },
      });
      const left = ignored.last(id, mostIgnored);
      return {
        files: [
          ...(sight?.arrivals ?? []),
          ...left.paths.map(of('ignored')),
          ...ledger.sentFrom(id, mostSent).map(of('sent')),
        ],
        moreFiles: (sight?.moreArrivals ?? 0) + left.more,
      };
    },
    act: async (folder, watch, name, act) => {
      const pending = watch?.pending;
      const waiting = pending?.pathOf((path) => nameBelow(folder.path, path) === name) ?? null;
      switch (act) {
        case 'show':
          return show(waiting ?? ignoredOf(folder, name) ?? sentOf(folder, name));
        case 'heed':
          return heed(folder, pending, ignoredOf(folder, name));
        case 'send':
        case 'ignore':
          return takeOrLeave(folder, pending, waiting, act);
      }
    },
  };
}
