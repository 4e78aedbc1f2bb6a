// What is typed for videos, as pure functions of a job: what counts as touched, what was seen then, what one change for many makes of it.
import type { FieldName, ManyChange, OwnChange } from '../../../preload/contract.ts';
import { fieldsOf, sameValue, taxonomyOf, termsField, valuesOf, withoutFields } from '../../fields.ts';
import type { Draft, FieldValues, Job, Seen, SiteZone, Video } from '../../model.ts';
import type { JobEvent } from '../../queue/job/job-event.ts';
import { changedText, tidy } from '../../site/content/change-text.ts';
import { typedValues } from '../../site/content/merge-fields.ts';
import { titleFrom } from './title-pattern.ts';

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

/** Where a clip stands among many: `place` counts from 0, `zoneMinutes` is as in TitlePlace, `zone` its site's clock. */
export interface ManyPlace {
  readonly place: number;
  readonly zoneMinutes: number;
  readonly zone: SiteZone;
}

function withOwn(draft: Draft, { terms, ...own }: OwnChange): Draft {
  const typed: Draft = { ...draft, ...tidy(own) };
  if (terms === undefined) return typed;
  const left = Object.entries(draft.termChanges ?? {}).filter(([restBase]) => terms[restBase] === undefined);
  return {
    ...typed,
    terms: { ...draft.terms, ...terms },
    termChanges: left.length > 0 ? Object.fromEntries(left) : null,
  };
}

/** The draft after one change for many. */
export function changedDraft(job: Job, change: ManyChange, { place, zoneMinutes, zone }: ManyPlace): Draft {
  const draft = withOwn(changedText(job.draft, change, place, zone), change.each?.[place] ?? {});
  if (change.titlePattern === null) return draft;
  const title = titleFrom(change.titlePattern, job.clip, { place, start: change.titleStart ?? 1, zoneMinutes });
  return { ...draft, title: title || null };
}
