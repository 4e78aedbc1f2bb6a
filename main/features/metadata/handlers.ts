// What the window asks about metadata: the form of a site, its terms, what is typed for one clip and for many.
import pLimit from 'p-limit';
import type { ManyChange } from '../../../preload/contract.ts';
import type { JobId, Video } from '../../model.ts';
import type { Clock, Logger, Sql } from '../../ports.ts';
import { createBulk } from '../../queue/runner/bulk.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { JobSelection } from '../../queue/store/job-selection.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import type { FormStore } from '../../site/store/form-store.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireJob } from '../accounts/require.ts';
import type { Changes, Signals } from '../changes.ts';
import { changeSchema } from './bulk-change.ts';
import { changedDraft, resolved, seenWhenTyped, tidy } from './drafts.ts';
import { formHandlers } from './form.ts';
import { type PresetsOptions, presetsHandlers } from './presets.ts';
import { type ReadFactsOptions, readAtOnce, readFacts } from './read-facts.ts';
import { createSummary } from './summary.ts';
import { namesLength, titleFrom } from './title-pattern.ts';

export interface MetadataOptions extends ReadFactsOptions, Omit<PresetsOptions, 'changes'> {
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  readonly store: QueueStore;
  readonly forms: FormStore;
  readonly runner: Runner;
  /** Jobs' videos as their sites last showed them; null = not known in this run. */
  readonly videos: { get(jobId: JobId): Video | null };
  readonly targets: Pick<JobSelection, 'idsOf'>;
  readonly sql: Sql;
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
  | 'job.summarize'
  | 'job.previewTitles'
  | 'job.resolve'
  | 'preset.save'
  | 'preset.remove'
  | 'account.usePreset';

/** Of a site whose form is not known yet. */
const utc = { name: null, offsetMinutes: 0 } as const;
const previewed = 5;
/** Drafts of so many jobs are compared in a few milliseconds. */
const summarized = 500;

export function metadataHandlers(options: MetadataOptions): Pick<Handlers, MetadataRequest> {
  const { clock, store, runner } = options;
  /** Of clips that nobody has looked at the length is not known yet. */
  const learnLengths = async (ids: readonly JobId[], pattern: string | null): Promise<void> => {
    if (pattern === null || !namesLength(pattern)) return;
    await pLimit(readAtOnce).map(ids, async (id) => {
      const job = store.job(id);
      if (job) await readFacts(options, job);
    });
  };
  const bulk = createBulk<ManyChange>({
    sql: options.sql,
    store,
    runner,
    logger: options.logger,
    schema: changeSchema,
    event: (job, place, change) => {
      const { titlePattern } = change;
      const own = change.each?.[place] ?? {};
      const typed = { ...change.draft, ...own, ...(titlePattern === null ? {} : { title: titlePattern }) };
      return {
        kind: 'edited',
        draft: changedDraft(job, change, {
          place,
          zoneMinutes: clock.zoneOffsetMinutes(job.clip.mtimeMs),
          // Read and checked for each: only where it is reckoned by.
          zone: (change.publishEvery && options.forms.form(job.accountId)?.zone) ?? utc,
        }),
        seen: seenWhenTyped(job, typed, options.videos.get(job.id), clock.now()),
      };
    },
    onStep: () => options.changes.tell('list', null),
    prepare: (ids, { titlePattern }) => learnLengths(ids, titlePattern),
  });
  bulk.resume();

  return {
    ...formHandlers(options),
    ...presetsHandlers(options),
    'job.describe': async ({ jobId, draft }) => {
      requireJob(store, jobId);
      const typed = tidy(draft);
      await bulk.settled();
      await runner.apply(jobId, (job) => ({
        kind: 'edited',
        draft: { ...job.draft, ...typed },
        seen: seenWhenTyped(job, typed, options.videos.get(jobId), clock.now()),
      }));
    },
    'job.describeMany': async ({ target, change }) => {
      return { changed: await bulk.apply(await options.targets.idsOf(target), change) };
    },
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
      await learnLengths(ids, pattern);
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
