// Where the root of a watched folder is: there, on which device, or away and why (F-26).
import { FileError, type Files } from '../ports.ts';
import { isJunk } from './names.ts';

/** Why the root is not there for us. */
export type Away = 'disconnected' | 'silent' | 'unreadable';

/** What was last seen of it. */
export interface RootPlace {
  place: 'unknown' | 'here' | Away;
  /** Device on which it lay; null = never seen yet. */
  device: string | null;
}

/** `device` is the one that it lies on now. */
export type RootSeen = { readonly place: 'here'; readonly device: string } | { readonly place: Away };

/** Where the root is: a folder, and not the empty place where a disk was mounted before. Reads `known` while it looks. */
export async function lookAtRoot(files: Files, path: string, known: Readonly<RootPlace>): Promise<RootSeen> {
  try {
    const { kind, device } = await files.stat(path);
    if (kind !== 'folder') return { place: 'disconnected' };
    if (known.place === 'here' && device === known.device) return { place: 'here', device };
    const names = await files.list(path);
    const isElsewhere = known.device !== null && device !== known.device;
    // What programs leave in the empty place, this one's own claims among it, makes no disk of it.
    return isElsewhere && names.every(isJunk) ? { place: 'disconnected' } : { place: 'here', device };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.problem === 'no-answer') return { place: 'silent' };
    return { place: error.problem === 'unreadable' ? 'unreadable' : 'disconnected' };
  }
}
