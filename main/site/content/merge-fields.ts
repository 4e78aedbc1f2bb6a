// What differs between what was typed, what was seen and what the site has, field by field: a three-way comparison.
//
// A field is sent when it was typed and differs from the site. It is left alone when the site changed it since and the user
// did not; when both did, nobody's words are overwritten: it is a conflict, and the user decides.
import { changedTerms, fieldsOf, sameValue, taxonomyOf, termsField, valuesOf, wantedValues } from '../../fields.ts';
import type { Draft, FieldName, FieldValue, FieldValues, Video, WallMs } from '../../model.ts';

/** The fields that were typed, as this video is to have them. `now` is the site's clock. */
export function typedValues(draft: Draft, video: Video, now: WallMs): FieldValues {
  const values: Partial<Record<FieldName, FieldValue>> = { ...wantedValues(draft, video, now) };
  for (const [restBase, change] of Object.entries(draft.termChanges ?? {}))
    values[termsField(restBase)] = changedTerms(video.terms[restBase] ?? [], change);
  for (const [restBase, ids] of Object.entries(draft.terms ?? {})) values[termsField(restBase)] = ids;
  return values;
}

export interface Merged {
  /** What to send. */
  readonly send: FieldValues;
  /** What the site has in fields that were changed here and there. */
  readonly theirs: FieldValues;
}

/**
 * `seen`: what the site had in these fields when they were typed or applied; a field not in it was never seen. `sent`: what may
 * have come true there since by our own doing, its answer lost.
 */
export function merge(draft: Draft, seen: FieldValues, video: Video, now: WallMs, sent: FieldValues = {}): Merged {
  const mine = typedValues(draft, video, now);
  const there = valuesOf(video);
  const send: Partial<Record<FieldName, FieldValue>> = {};
  const theirs: Partial<Record<FieldName, FieldValue>> = {};
  for (const field of fieldsOf(mine)) {
    const [own, other, base] = [mine[field], there[field], seen[field]];
    if (own === undefined || sameValue(field, own, other)) continue;
    const byDelta = draft.termChanges?.[taxonomyOf(field) ?? ''] !== undefined;
    const isOurs = sameValue(field, base, other) || sameValue(field, sent[field], other);
    const changedThere = base !== undefined && other !== undefined && !byDelta && !isOurs;
    if (!changedThere) send[field] = own;
    else if (!sameValue(field, own, base)) theirs[field] = other;
  }
  return { send, theirs };
}

/**
 * What has to be kept before the fields leave: an answer may be lost, and what is found there later must not look like somebody's
 * change. Null = nothing, for none of them is compared with anything.
 */
export function leaving(
  send: FieldValues,
  seen: FieldValues,
  video: Video,
): { values: FieldValues; sent: FieldValues } | null {
  const compared = fieldsOf(send).filter((field) => seen[field] !== undefined);
  if (compared.length === 0) return null;
  const there = valuesOf(video);
  const only = (values: FieldValues): FieldValues =>
    Object.fromEntries(compared.map((field) => [field, values[field]])) as FieldValues;
  return { values: only(there), sent: only(send) };
}

/** The fields that were sent and came back otherwise: WordPress ignores what it does not like with 200. */
export function ignoredFields(sent: FieldValues, after: Video): FieldName[] {
  const there = valuesOf(after);
  return fieldsOf(sent).filter((field) => !sameValue(field, sent[field], there[field]));
}

/** The typed fields that are on the site now, as it has them: what to compare with next time. */
export function seenOf(draft: Draft, video: Video, now: WallMs): FieldValues {
  const there = valuesOf(video);
  const mine = typedValues(draft, video, now);
  const applied = fieldsOf(mine).filter((field) => sameValue(field, mine[field], there[field]));
  return Object.fromEntries(applied.map((field) => [field, there[field]]));
}
