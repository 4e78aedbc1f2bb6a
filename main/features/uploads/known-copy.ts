// Another job's clip in a file that was replaced or could not be read before: the ledger is asked whether its bytes are known
// already before they are sent (F-25, F-26).
import { fingerprint } from '../../ingest/fingerprint.ts';
import type { Clip, Job } from '../../model.ts';
import { type Buffers, FileError, type Files, type Hasher } from '../../ports.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { Ledger } from '../../queue/store/ledger.ts';

export interface SameClipOptions {
  readonly files: Files;
  readonly hasher: Hasher;
  readonly buffers: Buffers;
  readonly store: QueueStore;
  readonly ledger: Ledger;
}

/** Null too where its disk does not answer: it can be compared no more than what is gone. */
const ofOther = (options: SameClipOptions, { path, identity }: Clip): Promise<string | null> =>
  fingerprint(options, path, identity).catch((error: unknown) => {
    if (error instanceof FileError) return null;
    throw error;
  });

/**
 * Name of the other clip of the same account, here or brought over from another computer, that holds the very bytes of `clip`, which is
 * what lies in the job's file now; null = none. Throws FileError where that file's disk does not answer.
 */
export async function sameClip(options: SameClipOptions, job: Job, clip: Clip): Promise<string | null> {
  const { store, ledger } = options;
  const { size } = clip.identity;
  const others = ledger.ofSize(job.accountId, size).filter(({ id }) => id !== job.id);
  if (others.length === 0 && !ledger.brought.hasSize(job.accountId, size)) return null;
  const sha256 = await fingerprint(options, clip.path, clip.identity);
  // It changed again; so will the sending find.
  if (sha256 === null) return null;
  let same: string | null = null;
  for (const other of others) {
    const known = other.sha256 ?? (await ofOther(options, other.clip));
    if (known !== null && other.sha256 === null) await store.write(() => ledger.rememberRead(other, known));
    if (known !== sha256) continue;
    same = other.clip.name;
    break;
  }
  // What is remembered of a clip that is to go counts as compared with all there is, also when the app was ended meanwhile.
  return store.write(() => {
    if (clip === job.clip) ledger.rememberHash(job, sha256);
    return same ?? ledger.brought.find(job.accountId, size, sha256)?.name ?? null;
  });
}
