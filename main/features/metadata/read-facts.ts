// A clip's length and picture size, read from its file where that was not done yet.
import pLimit from 'p-limit';
import { probe } from '../../ingest/probe.ts';
import type { Clip, ClipFacts, Job } from '../../model.ts';
import type { Files } from '../../ports.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';

export interface ReadFactsOptions {
  readonly files: Pick<Files, 'open'>;
  readonly store: Pick<QueueStore, 'write' | 'saveLearned'>;
}

/** Files that are read at once for their lengths: a disk that turns reads few quicker than many. */
export const readAtOnce = 4;

/** Costs a read of the file's ends; null = nothing more is known of it. */
async function factsOf(files: Pick<Files, 'open'>, { facts, path, identity }: Clip): Promise<ClipFacts | null> {
  if (facts.format === null || facts.durationSeconds !== null) return null;
  const file = await files.open(path).catch(() => null);
  if (!file) return null;
  // A disk that is pulled meanwhile leaves it as it was.
  const found = await probe(file, identity.size, facts)
    .finally(() => file.close())
    .catch(() => facts);
  return found.durationSeconds === null ? null : found;
}

/** Costs a read of the file's ends, once. A file that cannot be opened leaves it as it was; throws what the store does. */
export async function readFacts({ files, store }: ReadFactsOptions, job: Job): Promise<void> {
  const facts = await factsOf(files, job.clip);
  if (facts !== null) await store.write(() => store.saveLearned(job.id, { facts }));
}

/** The clips, those that `isWanted` with their lengths, as far as their files tell them. */
export function withLengths(
  files: Pick<Files, 'open'>,
  clips: readonly Clip[],
  isWanted: (clip: Clip) => boolean,
): Promise<readonly Clip[]> {
  return pLimit(readAtOnce).map(clips, async (clip) => {
    if (!isWanted(clip)) return clip;
    const facts = await factsOf(files, clip);
    return facts === null ? clip : { ...clip, facts };
  });
}
