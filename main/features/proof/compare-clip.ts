// Compares a clip on this computer with files of the site, by samples of their bytes.
import type { ClipIdentity, Job, StoredFile } from '../../model.ts';
import { FileError, type Files, type OpenFile } from '../../ports.ts';
import { type Sampled, type Suspect, samplePlaces } from '../../queue/match/match.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { bytesOf, type Served } from '../../site/content/media.ts';

/** Samples of files that look equal at three places. */
export const closePlaces = 24;

/** Clips up to this many bytes are compared whole with a file that the server serves only whole; of a larger one its beginning is. */
const smallBytes = 4 * 1024 * 1024;
const beginningBytes = 1024 * 1024;

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

/**
 * What a file tells that came from its beginning, however far: two clips of one size differ early, and equal ones are proven by
 * their end alone. Nothing where the server does not say that the file is as large as the clip.
 */
async function againstBeginning(clip: OpenFile, size: number, { bytes, total }: Served): Promise<Sampled> {
  if (total !== size || bytes.length === 0) return 'unknown';
  const ours = new Uint8Array(bytes.length);
  if ((await clip.read(ours, 0, ours.length, 0).catch(overAsNull)) !== ours.length) return 'unknown';
  if (Buffer.compare(ours, bytes) !== 0) return 'different';
  return bytes.length === size ? 'equal' : 'unknown';
}

/** Compares place by place; also gives how large the server says that the file is. */
async function atPlaces(
  clip: OpenFile,
  size: number,
  places: number | undefined,
  fetched: (place: { readonly start: number; readonly length: number }, most: number) => Promise<Served | null>,
): Promise<{ readonly sampled: Sampled; readonly total: number | null }> {
  const most = size <= smallBytes ? size : beginningBytes;
  let total: number | null = null;
  for (const place of samplePlaces(size, places)) {
    const theirs = await fetched(place, most);
    if (theirs === null) return { sampled: 'unknown', total };
    total ??= theirs.total;
    if (theirs.kind === 'beginning') return { sampled: await againstBeginning(clip, size, theirs), total };
    const { start, length } = place;
    const ours = new Uint8Array(length);
    if ((await clip.read(ours, 0, length, start).catch(overAsNull)) !== length) return { sampled: 'unknown', total };
    if (Buffer.compare(ours, theirs.bytes) !== 0) return { sampled: 'different', total };
  }
  return { sampled: 'equal', total };
}

/** Throws FileError where the clip's disk does not answer. */
export function createClipComparer(files: Files, calls: SiteCalls): ClipComparer {
  const compare: ClipComparer['compare'] = async (job, root, file, places) => {
    const clip = await files.open(job.clip.path).catch(overAsNull);
    if (!clip) return { file, sampled: 'unknown', with: null };
    try {
      const ownBytes = job.clip.identity.size;
      const told = await atPlaces(clip, ownBytes, places, (place, most) => bytesOf(calls, root, file, place, most));
      const found = { file: { ...file, bytes: file.bytes ?? told.total }, sampled: told.sampled, with: null };
      if (found.sampled !== 'equal') return found;
      const now = await clip.stat().catch(overAsNull);
      if (now === null) return { ...found, sampled: 'unknown' };
      const { device, inode, size, mtimeNs, mtimeMs } = now;
      return { ...found, with: size === ownBytes ? { device, inode, size, mtimeNs, mtimeMs } : null };
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
