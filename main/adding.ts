// Adds files and folders to the queue: collected, recognised, compared with what is known, written in groups.
import path from 'node:path';
import type { AddResult, Refused } from '../preload/contract.ts';
import { type Collected, collect } from './ingest/collect.ts';
import { recognise } from './ingest/recognise.ts';
import type { AccountId, Clip, Job, JobId } from './model.ts';
import { type Clock, FileError, type Files, type Random } from './ports.ts';
import type { QueueStore } from './queue/store.ts';

export interface AddingOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
  readonly store: QueueStore;
  readonly onAdded: (jobIds: readonly JobId[]) => void;
  /** Sends a clip again that was cancelled or taken off the list before it arrived. */
  readonly revive: (job: Job) => Promise<void>;
}

/** Written with one commit each; the window shows the first ones while the rest is still being looked at. */
const groupSize = 200;

async function toClip(files: Files, { path: file, stat }: Collected): Promise<Clip | Refused['reason']> {
  if (stat.size === 0) return 'empty';
  try {
    const open = await files.open(file);
    try {
      const found = await recognise(open, stat.size);
      if (found.kind !== 'video') return found.kind;
      const { device, inode, size, mtimeNs, mtimeMs } = stat;
      return {
        path: file,
        name: path.basename(file).normalize('NFC'),
        identity: { device, inode, size, mtimeNs },
        mtimeMs,
        facts: { format: found.format, durationSeconds: null, width: null, height: null },
      };
    } finally {
      await open.close();
    }
  } catch (error) {
    if (error instanceof FileError) return error.problem === 'missing' ? 'missing' : 'unreadable';
    throw error;
  }
}

/** `paths` are absolute, however they were named. Never throws for what a disk does. */
export async function addPaths(
  options: AddingOptions,
  paths: readonly string[],
  accountId: AccountId,
): Promise<AddResult> {
  const { clock, random, files, store } = options;
  const found = await collect(files, paths, path.join);
  const refused: Refused[] = found.refused.map((one) => ({ name: path.basename(one.path), reason: one.reason }));
  let added = 0;
  let alreadyQueued = 0;
  let alreadyOnSite = 0;

  for (let at = 0; at < found.files.length; at += groupSize) {
    const clips: Clip[] = [];
    for (const file of found.files.slice(at, at + groupSize)) {
      const clip = await toClip(files, file);
      if (typeof clip === 'string') refused.push({ name: path.basename(file.path), reason: clip });
      else clips.push(clip);
    }
    const revived: Job[] = [];
    const ids = await store.write(() => {
      let position = store.nextPosition();
      const now = clock.now();
      const fresh: JobId[] = [];
      for (const clip of clips) {
        const known = store.findClip(accountId, clip.identity);
        if (known?.state.kind === 'done') alreadyOnSite++;
        else if (known && (known.removed || known.state.kind === 'cancelled')) revived.push(known);
        else if (known) alreadyQueued++;
        else {
          const id = random.hex(8);
          fresh.push(id);
          store.insertJob({
            id,
            position: position++,
            accountId,
            clip,
            state: { kind: 'waiting', why: null, until: null },
            failures: 0,
            draft: { title: null, description: null, status: null },
            draftRevision: 0,
            appliedRevision: 0,
            sha256: null,
            addedAt: now,
            removed: false,
          });
        }
      }
      return fresh;
    });
    for (const job of revived) await options.revive(job);
    added += ids.length + revived.length;
    options.onAdded(ids);
  }
  return { added, alreadyQueued, alreadyOnSite, notVideos: found.notVideos, refused };
}
