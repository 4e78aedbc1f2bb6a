// Changes for many clips, and what takes them back, one after the other: each goes on after a crash where it stopped.
import pLimit from 'p-limit';
import { z } from 'zod';
import type { ActKind, ActWay, ManyChange } from '../../../preload/contract.ts';
import type { Job, JobId, Video } from '../../model.ts';
import type { Clock, Logger, Sql } from '../../ports.ts';
import type { JobEvent } from '../../queue/job/job-event.ts';
import { type Bulk, createBulk } from '../../queue/runner/bulk.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import { unknownZone } from '../../site/content/change-text.ts';
import type { FormStore } from '../../site/store/form-store.ts';
import { count } from '../../untrusted/stored.ts';
import type { ActLog } from '../acts/act-log.ts';
import type { ActId } from '../acts/act-rows.ts';
import { stateTakenBack, textTakenBack } from '../acts/take-back.ts';
import type { Changes, Signals } from '../changes.ts';
import { changeSchema } from './bulk-change.ts';
import { changedDraft, seenWhenTyped } from './drafts.ts';
import { type ReadFactsOptions, readAtOnce, readFacts } from './read-facts.ts';
import { namesLength } from './title-pattern.ts';

export interface ManyChangesOptions extends ReadFactsOptions {
  readonly clock: Clock;
  readonly store: QueueStore;
  readonly forms: FormStore;
  readonly runner: Runner;
  readonly acts: ActLog;
  /** Jobs' videos as their sites last showed them; null = not known in this run. */
  readonly videos: { get(jobId: JobId): Video | null };
  readonly sql: Sql;
  readonly logger: Logger;
  readonly changes: Signals<Changes>;
}

/** `act` = what it is taken back by; missing in a change that an older version wrote down. */
const stored = z.union([
  z.object({ take: z.object({ act: count, way: z.enum(['undo', 'redo']) }) }),
  changeSchema.extend({ act: count.exactOptional() }),
]);
type Stored = z.infer<typeof stored>;

export interface ManyChanges {
  /** Gives how many clips it changed. */
  change(jobIds: readonly JobId[], change: ManyChange): Promise<number>;
  /** Takes an act of clips back, or does it again; gives how many became as they were, and of how many something stays as it is now. */
  take(act: ActId, way: ActWay): Promise<{ readonly changed: number; readonly kept: number }>;
  /** There is room on the disk again: what it cut off goes on. */
  goOn(): void;
  /** Resolves when none is under way. */
  settled(): Promise<void>;
  /** Of clips that nobody has looked at the length is not known yet. */
  learnLengths(ids: readonly JobId[], pattern: string | null): Promise<void>;
}

/** What one change for many is to one clip. */
function editedBy(
  options: ManyChangesOptions,
  job: Job,
  place: number,
  change: ManyChange,
): JobEvent & { kind: 'edited' } {
  const { clock, forms, videos } = options;
  const { titlePattern } = change;
  const own = change.each?.[place] ?? {};
  const typed = { ...change.draft, ...own, ...(titlePattern === null ? {} : { title: titlePattern }) };
  return {
    kind: 'edited',
    draft: changedDraft(job, change, {
      place,
      zoneMinutes: clock.zoneOffsetMinutes(job.clip.mtimeMs),
      // Read and checked for each: only where it is reckoned by.
      zone: (change.publishEvery && forms.form(job.accountId)?.zone) ?? unknownZone,
    }),
    seen: seenWhenTyped(job, typed, videos.get(job.id), clock.now()),
  };
}

const isOfJobs = (kind: ActKind): boolean => kind === 'text' || kind === 'remove' || kind === 'cancel';

/** Begins with what an earlier run of the app left. */
export function createManyChanges(options: ManyChangesOptions): ManyChanges {
  const { acts, clock, runner, store } = options;
  const liveFirst = (ids: readonly JobId[]): readonly JobId[] => {
    const live = runner.live();
    return [...ids.filter((id) => live.has(id)), ...ids.filter((id) => !live.has(id))];
  };
  /** By act, while it is being taken back. */
  const counts = new Map<ActId, { readonly changed: Set<JobId>; readonly kept: Set<JobId> }>();

  const learnLengths = async (ids: readonly JobId[], pattern: string | null): Promise<void> => {
    if (pattern === null || !namesLength(pattern)) return;
    await pLimit(readAtOnce).map(ids, async (id) => {
      const job = store.job(id);
      if (job) await readFacts(options, job);
    });
  };

  const takenBack = (job: Job, act: ActId, way: ActWay): JobEvent | null => {
    const kind = acts.find(act)?.kind;
    if (kind === 'text') {
      const item = acts.item(act, kind, job.id);
      if (item === null) return null;
      const after = textTakenBack(job, item.fields, way, clock.now());
      if (after.event) acts.keep(act, kind, job.id, { fields: after.acts });
      return tally(act, job.id, after);
    }
    if (kind !== 'remove' && kind !== 'cancel') return null;
    const item = acts.item(act, kind, job.id);
    if (item === null) return null;
    const after = stateTakenBack(job, kind, item.was, way, clock.now());
    if (after.event && way === 'redo') acts.keep(act, kind, job.id, { was: job.state });
    return tally(act, job.id, after);
  };
  const tally = (act: ActId, jobId: JobId, after: { event: JobEvent | null; isKept: boolean }): JobEvent | null => {
    const of = counts.get(act);
    if (after.event) of?.changed.add(jobId);
    if (after.isKept) of?.kept.add(jobId);
    return after.event;
  };

  const bulk: Bulk<Stored> = createBulk<Stored>({
    ...options,
    schema: stored,
    event: (job, place, change) => {
      if ('take' in change) return takenBack(job, change.take.act, change.take.way);
      const event = editedBy(options, job, place, change as ManyChange);
      if (change.act !== undefined) acts.text(change.act, job.id, job.draft, event.draft);
      return event;
    },
    onStep: () => options.changes.tell('list', null),
    onEnd: (change) => {
      if ('take' in change) acts.setState(change.take.act, change.take.way === 'undo' ? 'undone' : 'done');
    },
    prepare: async (ids, change) => {
      if ('titlePattern' in change) await learnLengths(ids, change.titlePattern);
    },
  });
  const goOn = (): void => {
    const going = new Set(bulk.resume().flatMap((change) => ('take' in change ? change.take.act : [])));
    // What cannot go on is offered once more, with what is left of it.
    const stuck = acts.unfinished().filter(({ id, kind }) => isOfJobs(kind) && !going.has(id) && !counts.has(id));
    if (stuck.length === 0) return;
    store
      .write(() => {
        for (const { id, state } of stuck) acts.setState(id, state === 'undoing' ? 'done' : 'undone');
      })
      .catch((error: unknown) =>
        options.logger.error('What is taken back was not written down', { error: String(error) }),
      );
  };
  goOn();

  return {
    goOn,
    change: (jobIds, change) => bulk.apply(jobIds, () => ({ ...change, act: acts.begin('text') }) as Stored),
    take: async (act, way) => {
      const of = { changed: new Set<JobId>(), kept: new Set<JobId>() };
      counts.set(act, of);
      const kind = acts.find(act)?.kind;
      const work = () =>
        bulk.apply(liveFirst(acts.abouts(act)), () => {
          acts.setState(act, way === 'undo' ? 'undoing' : 'redoing');
          return { take: { act, way } };
        });
      try {
        // Nothing new begins to be sent before its turn to be ended has come.
        await (way === 'redo' && kind !== 'text' ? runner.quietly(work) : work());
        return { changed: of.changed.size, kept: of.kept.size };
      } finally {
        counts.delete(act);
      }
    },
    settled: bulk.settled,
    learnLengths,
  };
}
