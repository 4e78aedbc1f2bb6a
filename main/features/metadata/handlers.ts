// What the window asks about metadata: the form of a site, its terms, what is typed for one clip and for many.
import type { OwnChange } from '../../../preload/contract.ts';
import type { JobId, Video } from '../../model.ts';
import type { Clock, Logger } from '../../ports.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { JobSelection } from '../../queue/store/job-selection.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { tidy } from '../../site/content/change-text.ts';
import type { FormStore } from '../../site/store/form-store.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireJob } from '../accounts/require.ts';
import type { ActLog } from '../acts/act-log.ts';
import type { Changes, Signals } from '../changes.ts';
import { createHandedOver } from '../handed-over.ts';
import { resolved, seenWhenTyped } from './drafts.ts';
import { formHandlers } from './form.ts';
import type { ManyChanges } from './many-changes.ts';
import { type PresetsOptions, presetsHandlers } from './presets.ts';
import { createSummary } from './summary.ts';
import { titleFrom } from './title-pattern.ts';

export interface MetadataOptions extends Omit<PresetsOptions, 'changes'> {
  readonly many: ManyChanges;
  readonly acts: Pick<ActLog, 'typed'>;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  readonly store: QueueStore;
  readonly forms: FormStore;
  readonly runner: Runner;
  /** Jobs' videos as their sites last showed them; null = not known in this run. */
  readonly videos: { get(jobId: JobId): Video | null };
  readonly targets: Pick<JobSelection, 'idsOf'>;
  readonly logger: Logger;
  readonly changes: Signals<Changes>;
}

type MetadataRequest =
  | 'site.form'
  | 'terms.search'
  | 'terms.named'
  | 'terms.create'
  | 'job.describe'
  | 'job.describeMany'
  | 'job.handOver'
  | 'job.summarize'
  | 'job.previewTitles'
  | 'job.resolve'
  | 'preset.save'
  | 'preset.remove'
  | 'account.usePreset';

const previewed = 5;
/** Drafts of so many jobs are compared in a few milliseconds. */
const summarized = 500;

const ownOf = (ids: readonly JobId[], each: readonly OwnChange[]) => ids.map((id, at) => [id, each[at] ?? {}] as const);

export function metadataHandlers(options: MetadataOptions): Pick<Handlers, MetadataRequest> {
  const { acts, clock, many, store, runner } = options;
  const handedOver = createHandedOver<readonly [JobId, OwnChange]>();

  return {
    ...formHandlers(options),
    ...presetsHandlers(options),
    'job.describe': async ({ jobId, draft: given }) => {
      requireJob(store, jobId);
      const typed = tidy(given);
      await many.settled();
      await runner.apply(jobId, (job) => {
        const draft = { ...job.draft, ...typed };
        acts.typed('text', jobId, job.draft, draft);
        return { kind: 'edited', draft, seen: seenWhenTyped(job, typed, options.videos.get(jobId), clock.now()) };
      });
    },
    'job.describeMany': async ({ target, change, after = 0 }) => {
      const ids = await options.targets.idsOf(target);
      if (after === 0) return { changed: await many.change(ids, change) };
      const all = handedOver.take(after, ownOf(ids, change.each ?? []));
      return {
        changed: await many.change(
          all.map(([id]) => id),
          { ...change, each: all.map(([, own]) => own) },
        ),
      };
    },
    'job.handOver': async ({ after, ids, each }) => handedOver.add(after, ownOf(ids, each)),
    'job.summarize': async (target) => {
      const summary = createSummary();
      const ids = await options.targets.idsOf(target);
      for (let at = 0; at < ids.length; at += summarized) {
        // Of very many, others get their turn in between.
        if (at > 0) await new Promise<void>((resolve) => clock.soon(resolve));
        for (const { accountId, draft, jobs } of store.drafts(ids.slice(at, at + summarized))) {
          summary.add(accountId, draft, jobs);
        }
      }
      return summary.result();
    },
    'job.previewTitles': async ({ target, pattern, start }) => {
      const ids = await options.targets.idsOf(target, previewed);
      await many.learnLengths(ids, pattern);
      return ids.flatMap((id, place) => {
        const clip = store.job(id)?.clip;
        if (clip === undefined) return [];
        return [titleFrom(pattern, clip, { place, start, zoneMinutes: clock.zoneOffsetMinutes(clip.mtimeMs) })];
      });
    },
    'job.resolve': async ({ jobId, mine }) => {
      requireJob(store, jobId);
      await runner.apply(jobId, (job) => resolved(job, mine, clock.now()));
    },
  };
}
