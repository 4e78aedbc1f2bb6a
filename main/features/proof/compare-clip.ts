// Compares a clip on this computer with files of the site, by samples of their bytes.
import type { ClipIdentity, Job, StoredFile } from '../../model.ts';
import { FileError, type Files } from '../../ports.ts';
import { type Sampled, type Suspect, samplePlaces } from '../../queue/match/match.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { sampleOf } from '../../site/content/media.ts';

/** Samples of files that look equal at three places. */
export const closePlaces = 24;

/** A suspect, and the file it was found equal to. */
export interface Compared extends Suspect {
  readonly with: (ClipIdentity & { readonly mtimeMs: number }) | null;
}

/** Null where the clip cannot be compared; one whose disk does not answer can be, later. */
function overAsNull(error: unknown): null {
  if (error instanceof FileError && error.problem !== 'no-answer') return null;
  throw error;
}

export interface ClipComparer {
  /** `places` = how many samples are compared. Also gives the size where the server told it with them. */
  compare(job: Job, root: string, file: StoredFile, places?: number): Promise<Compared>;
  /** Several that look equal are looked at more closely: begin and end of two clips may be alike. */
  compareAll(job: Job, root: string, stored: readonly StoredFile[]): Promise<readonly Compared[]>;
}

/** Throws FileError where the clip's disk does not answer. */
export function createClipComparer(files: Files, calls: SiteCalls): ClipComparer {
  const compare: ClipComparer['compare'] = async (job, root, file, places) => {
    const clip = await files.open(job.clip.path).catch(overAsNull);
    if (!clip) return { file, sampled: 'unknown', with: null };
    let { bytes } = file;
    const as = (sampled: Sampled): Compared => ({ file: { ...file, bytes }, sampled, with: null });
    try {
      for (const { start, length } of samplePlaces(job.clip.identity.size, places)) {
        const theirs = await sampleOf(calls, root, file, start, length);
        if (theirs === null) return as('unknown');
        bytes ??= theirs.total;
        const ours = new Uint8Array(length);
        if ((await clip.read(ours, 0, length, start).catch(overAsNull)) !== length) return as('unknown');
        if (Buffer.compare(ours, theirs.bytes) !== 0) return as('different');
      }
      const now = await clip.stat().catch(overAsNull);
      if (now === null) return as('unknown');
      const { device, inode, size, mtimeNs, mtimeMs } = now;
      const whole = size === job.clip.identity.size;
      return { ...as('equal'), with: whole ? { device, inode, size, mtimeNs, mtimeMs } : null };
    } finally {
      await clip.close();
    }
  };

  const compareAll: ClipComparer['compareAll'] = async (job, root, stored) => {
    const found: Compared[] = [];
    for (const file of stored) found.push(await compare(job, root, file));
    if (found.filter(({ sampled }) => sampled === 'equal').length < 2) return found;
    const closer: Compared[] = [];
    for (const one of found)
      closer.push(one.sampled === 'equal' ? await compare(job, root, one.file, closePlaces) : one);
    return closer;
  };

  return { compare, compareAll };
}
