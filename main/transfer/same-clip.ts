// Whether the clip on disk is the one that was queued (F-25).
import type { ClipIdentity } from '../model.ts';
import type { FileStat } from '../ports.ts';

/** Thrown by the body when the clip on disk is not the one that was queued, or changed while it was read. */
export class ClipChanged extends Error {}

/** True when nothing that can be seen of the file has changed. */
export function isSameClip(identity: ClipIdentity, stat: FileStat): boolean {
  return (
    stat.device === identity.device &&
    stat.inode === identity.inode &&
    stat.size === identity.size &&
    stat.mtimeNs === identity.mtimeNs
  );
}
