// What the window asks about metadata: the form of a site, its terms, what is typed for one clip and for many.
import type {
  FieldName,
  FieldValue,
  FormShape,
  ManyChange,
  TermChange,
  TermFailure,
} from '../../../preload/contract.ts';
import { SiteRefusal } from '../../answers.ts';
import {
  changedTerms,
  fieldIds,
  fields,
  fieldsOf,
  type PlainDraft,
  plainValues,
  sameValue,
  taxonomyOf,
  termsField,
  valuesOf,
} from '../../fields.ts';
import type { Draft, FieldValues, Job, JobId, Seen, Video } from '../../model.ts';
import { type Clock, HttpError, type Logger, type Sql } from '../../ports.ts';
import type { JobEvent } from '../../queue/job/job-state.ts';
import { createBulk } from '../../queue/runner/bulk.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { JobSelection } from '../../queue/store/job-selection.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { coreForm, learnForm } from '../../site/content/form.ts';
import { typedValues, withoutFields } from '../../site/content/merge-fields.ts';
import { createTerm, namedTerms, searchTerms } from '../../site/content/terms.ts';
import type { FormStore } from '../../site/store/form-store.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Changes, Signals } from '../changes.ts';
import { changeSchema } from './bulk-change.ts';
import { titleFrom } from './title-pattern.ts';

export interface MetadataOptions {
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
  | 'job.resolve';

const previewed = 5;
/** Drafts of so many jobs are compared in a few milliseconds. */
const summarized = 500;

/** A field that may not be empty was not touched when it was emptied. */
function tidy<T extends Partial<PlainDraft>>(typed: T): T {
  const emptied = fieldIds.filter((field) => !fields[field].mayBeEmpty && String(typed[field] ?? '-').trim() === '');
  return emptied.length === 0 ? typed : { ...typed, ...Object.fromEntries(emptied.map((field) => [field, null])) };
}

function touched(typed: Partial<Draft>): FieldName[] {
  return Object.entries(typed).flatMap(([key, value]) =>
    key === 'terms' || key === 'termChanges' ? Object.keys(value ?? {}).map(termsField) : [key as FieldName],
  );
}

/** What the user saw on the site in the fields that are typed now, unless an earlier change of them still waits to go there. */
export function seenWhenTyped(job: Job, typed: Partial<Draft>, video: Video | null, now: number): Seen {
  if (!video) return job.seen;
  const there = valuesOf(video);
  const mine = typedValues(job.draft, video, now);
  const fresh = touched(typed).filter(
    (field) =>
      there[field] !== undefined &&
      (mine[field] === undefined || sameValue(field, mine[field], job.seen.values[field])),
  );
  if (fresh.length === 0) return job.seen;
  const values = Object.fromEntries(fresh.map((field) => [field, there[field]]));
  return { ...job.seen, modifiedAt: video.modifiedAt, values: { ...job.seen.values, ...values } as FieldValues };
}

/** Applied fields that somebody changed on the site since, taken over; null = nothing is new. */
export function refreshed(job: Job, video: Video): JobEvent | null {
  const there = valuesOf(video);
  const mine = typedValues(job.draft, video, video.createdAt ?? 0);
  const news = fieldsOf(mine).filter((field) => {
    const [base, other] = [job.seen.values[field], there[field]];
    return base !== undefined && other !== undefined && !sameValue(field, base, other);
  });
  if (news.length === 0) return null;
  const values = Object.fromEntries(news.map((field) => [field, there[field]])) as FieldValues;
  return {
    kind: 'refreshed',
    draft: withValues(job.draft, values),
    seen: { modifiedAt: video.modifiedAt, values: { ...job.seen.values, ...values }, theirs: {} },
  };
}

function withValues(draft: Draft, values: FieldValues): Draft {
  const rest: Record<string, unknown> = { ...draft };
  const terms: Record<string, readonly number[]> = { ...draft.terms };
  for (const field of fieldsOf(values)) {
    const restBase = taxonomyOf(field);
    if (restBase === null) rest[field] = values[field];
    else terms[restBase] = values[field] as readonly number[];
  }
  return { ...(rest as unknown as Draft), terms: Object.keys(terms).length > 0 ? terms : null };
}

/** `mine` fields as typed, the others of the conflict as the site has them. */
export function resolved(job: Job, mine: readonly FieldName[], now: number): JobEvent {
  const { theirs, values } = job.seen;
  const given = fieldsOf(theirs).filter((field) => !mine.includes(field));
  return {
    kind: 'resolved',
    draft: withValues(
      withoutFields(job.draft, given),
      Object.fromEntries(given.map((field) => [field, theirs[field]])) as FieldValues,
    ),
    // From here on what the site has now counts as seen, so that "mine" may take its place.
    seen: { ...job.seen, values: { ...values, ...theirs }, theirs: {} },
    now,
  };
}

/** Terms put on and taken off: at once where the whole set is known, else when the video is described. */
export function withTermChange(draft: Draft, restBase: string, change: TermChange): Draft {
  const whole = draft.terms?.[restBase];
  if (whole) return { ...draft, terms: { ...draft.terms, [restBase]: changedTerms(whole, change) } };
  const before = draft.termChanges?.[restBase] ?? { add: [], remove: [] };
  const add = new Set(changedTerms(before.add, change));
  const remove = new Set(changedTerms(before.remove, { add: change.remove, remove: change.add }));
  return { ...draft, termChanges: { ...draft.termChanges, [restBase]: { add: [...add], remove: [...remove] } } };
}

/** The draft after one change for many; `place` counts from 0 among them. */
export function changedDraft(job: Job, change: ManyChange, place: number): Draft {
  let draft: Draft = { ...job.draft, ...tidy(change.draft) };
  if (change.titlePattern !== null) {
    draft = { ...draft, title: titleFrom(change.titlePattern, job.clip.name, place) || null };
  }
  for (const [restBase, terms] of Object.entries(change.terms)) draft = withTermChange(draft, restBase, terms);
  return draft;
}

/** What was typed, by field; nothing of a video is known here. */
function ownValues(draft: Draft): FieldValues {
  const values: Partial<Record<FieldName, FieldValue>> = { ...plainValues(draft) };
  for (const [restBase, ids] of Object.entries(draft.terms ?? {})) values[termsField(restBase)] = ids;
  return values;
}

export function metadataHandlers(options: MetadataOptions): Pick<Handlers, MetadataRequest> {
  const { clock, accounts, calls, store, forms, runner } = options;
  /** Questions to sites that are under way: nobody asks twice at the same time. */
  const learning = new Map<string, Promise<FormShape>>();

  const speakerOf = (accountId: string): AuthorizedClient => {
    if (!accounts.account(accountId)) throw new NotFound('account-gone');
    const client = accounts.client(accountId);
    if (!client) throw new NotFound('sign-in-first');
    return client;
  };
  const kept = (accountId: string): FormShape =>
    forms.form(accountId) ?? coreForm(accounts.account(accountId)?.canPublish ?? false);
  const learn = async (accountId: string): Promise<FormShape> => {
    try {
      const shape = await learnForm(calls, speakerOf(accountId), clock.now());
      forms.saveForm(accountId, shape);
      return shape;
    } catch (error) {
      if (error instanceof SiteRefusal || error instanceof HttpError || error instanceof NotFound)
        return kept(accountId);
      throw error;
    }
  };

  const termFailure = (error: unknown): TermFailure => {
    if (error instanceof HttpError) return { problem: 'offline', said: null };
    if (error instanceof NotFound) return { problem: 'sign-in', said: null };
    if (!(error instanceof SiteRefusal)) throw error;
    const { status, message, code } = error.said;
    return { problem: status === 401 || status === 403 ? 'not-allowed' : 'refused', said: message ?? code };
  };
  const siteIdOf = (accountId: string): string => accounts.siteOf(accountId)?.id ?? '';

  const jobOf = (jobId: JobId): Job => {
    const job = store.job(jobId);
    if (!job) throw new NotFound('upload-gone');
    return job;
  };

  const bulk = createBulk<ManyChange>({
    sql: options.sql,
    store,
    runner,
    logger: options.logger,
    schema: changeSchema,
    event: (job, place, change) => {
      const { titlePattern } = change;
      const typed = { ...change.draft, ...(titlePattern === null ? {} : { title: titlePattern }) };
      return {
        kind: 'edited',
        draft: changedDraft(job, change, place),
        seen: seenWhenTyped(job, typed, options.videos.get(job.id), clock.now()),
      };
    },
    onStep: () => options.changes.tell('list', null),
  });
  bulk.resume();

  return {
    'site.form': async ({ accountId, fresh }) => {
      if (!accounts.account(accountId)) throw new NotFound('account-gone');
      // What was learned before is there at once, also from an earlier run and without the site.
      const before = fresh ? null : forms.form(accountId);
      if (before) return before;
      const asked = learning.get(accountId) ?? learn(accountId).finally(() => learning.delete(accountId));
      learning.set(accountId, asked);
      return asked;
    },
    'terms.search': async ({ accountId, taxonomy, search, page }) => {
      try {
        const found = await searchTerms(calls, speakerOf(accountId), taxonomy, search.trim(), page);
        forms.saveTerms(siteIdOf(accountId), taxonomy, found.terms);
        return { ok: true, value: found };
      } catch (error) {
        return { ok: false, failure: termFailure(error) };
      }
    },
    'terms.named': async ({ accountId, taxonomy, ids }) => {
      const known = forms.terms(siteIdOf(accountId), taxonomy, ids);
      const missing = ids.filter((id) => !known.some((term) => term.id === id));
      if (missing.length === 0) return known;
      try {
        const found = await namedTerms(calls, speakerOf(accountId), taxonomy, missing);
        forms.saveTerms(siteIdOf(accountId), taxonomy, found);
        return [...known, ...found];
      } catch (error) {
        termFailure(error);
        return known;
      }
    },
    'terms.create': async ({ accountId, taxonomy, name, parent }) => {
      try {
        const term = await createTerm(calls, speakerOf(accountId), taxonomy, name.trim(), parent);
        forms.saveTerms(siteIdOf(accountId), taxonomy, [term]);
        return { ok: true, value: term };
      } catch (error) {
        return { ok: false, failure: termFailure(error) };
      }
    },

    'job.describe': async ({ jobId, draft }) => {
      jobOf(jobId);
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
      const accountIds = new Set<string>();
      const values: Partial<Record<FieldName, FieldValue>> = {};
      const mixed = new Set<FieldName>();
      let count = 0;
      const ids = await options.targets.idsOf(target);
      for (let at = 0; at < ids.length; at += summarized) {
        // Of very many, others get their turn in between.
        if (at > 0) await new Promise<void>((resolve) => clock.soon(resolve));
        for (const { accountId, draft, jobs } of store.drafts(ids.slice(at, at + summarized))) {
          accountIds.add(accountId);
          const own = ownValues(draft);
          for (const field of new Set([...fieldsOf(own), ...fieldsOf(values)])) {
            const value = own[field];
            if (count === 0 && value !== undefined) values[field] = value;
            else if (!sameValue(field, value, values[field])) {
              delete values[field];
              mixed.add(field);
            }
          }
          count += jobs;
        }
      }
      for (const field of mixed) delete values[field];
      return { count, accountIds: [...accountIds], values, mixed: [...mixed] };
    },
    'job.previewTitles': async ({ target, pattern }) =>
      (await options.targets.idsOf(target, previewed)).flatMap((id, place) => {
        const job = store.job(id);
        return job ? [titleFrom(pattern, job.clip.name, place)] : [];
      }),
    'job.resolve': async ({ jobId, mine }) => {
      jobOf(jobId);
      await runner.apply(jobId, (job) => resolved(job, mine, clock.now()));
    },
  };
}
