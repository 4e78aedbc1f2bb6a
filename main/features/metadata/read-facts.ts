// A clip's length and picture size, read from its file where that was not done yet.
import { probe } from '../../ingest/probe.ts';
import type { Job } from '../../model.ts';
import type { Files } from '../../ports.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';

export interface ReadFactsOptions {
  readonly files: Pick<Files, 'open'>;
  readonly store: Pick<QueueStore, 'write' | 'saveLearned'>;
}

/** Costs a read of the file's ends, once. A file that cannot be opened leaves it as it was; throws what the store does. */
export async function readFacts({ files, store }: ReadFactsOptions, job: Job): Promise<void> {
  const { facts, path, identity } = job.clip;
  if (facts.format === null || facts.durationSeconds !== null) return;
  const file = await files.open(path).catch(() => null);
  if (!file) return;
  const found = await probe(file, identity.size, facts).finally(() => file.close());
  if (found.durationSeconds === null) return;
  await store.write(() => store.saveLearned(job.id, { facts: found }));
}
