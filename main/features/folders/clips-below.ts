// The clips that lie in a folder when it is chosen, whatever its rules will be.
import path from 'node:path';
import type { FolderStore } from '../../ingest/folder-store.ts';
import { isClipName } from '../../ingest/names.ts';
import { createWalk } from '../../ingest/walk.ts';
import type { ClipIdentity, FolderId } from '../../model.ts';
import type { FileStat, Files } from '../../ports.ts';

const leftAtOnce = 1_000;

export const identityOf = ({ device, inode, size, mtimeNs }: FileStat): ClipIdentity => ({
  device,
  inode,
  size,
  mtimeNs,
});

async function clipsBelow(
  files: Files,
  root: string,
  onClip: (file: string, stat: FileStat) => void,
  stopped: () => boolean,
): Promise<void> {
  const walk = createWalk({
    files,
    join: path.join,
    wanted: (name) => isClipName(name),
    onFile: onClip,
    onProblem: () => undefined,
    stopped,
  });
  await walk(root);
}

/** How many there are; counts a little further than `most`, and no more. */
export async function countClips(files: Files, root: string, most: number): Promise<number> {
  let videos = 0;
  const count = (): void => {
    videos++;
  };
  await clipsBelow(files, root, count, () => videos > most);
  return videos;
}

/** Writes down that all of them are to be left where they are. */
export async function leaveClips(files: Files, store: FolderStore, id: FolderId, root: string): Promise<void> {
  let group: { path: string; identity: ClipIdentity }[] = [];
  const write = (): void => {
    store.leave(id, group);
    group = [];
  };
  const onClip = (file: string, stat: FileStat): void => {
    group.push({ path: file, identity: identityOf(stat) });
    if (group.length >= leftAtOnce) write();
  };
  await clipsBelow(files, root, onClip, () => false);
  write();
}
