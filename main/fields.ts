// The fields of a video's metadata as main has them: the records, what a video shows of them, and their shapes on the disk.
import { z } from 'zod';
import {
  byField,
  type Draft,
  emptyDraft,
  type FieldId,
  type FieldKind,
  type FieldName,
  type FieldValue,
  type FieldValues,
  fieldIds,
  fields,
  isFieldId,
  nothingShown,
  type PlainDraft,
  type ShownValues,
  taxonomyOf,
  termsField,
  type Values,
} from '../preload/fields.ts';
import type { Video, WallMs } from './model.ts';
import { ids } from './untrusted/stored.ts';

export {
  inOneLine,
  isTermsWord,
  momentIn,
  namesIn,
  opennessIn,
  type SaidField,
  saidFields,
  saysZone,
  statusIn,
  taxonomyNamed,
  thingNamed,
} from '../preload/details-words.ts';
export {
  byField,
  changedTerms,
  type FieldId,
  fieldIds,
  fields,
  fieldsOf,
  isFieldId,
  isPlain,
  nothingShown,
  type PlainDraft,
  type ShownValues,
  sameValue,
  taxonomyOf,
  termsField,
  type WireForm,
} from '../preload/fields.ts';

/** Every field that the site's record shows. */
export function valuesOf(video: Video): FieldValues {
  const shown: ShownValues = { ...video, publishAt: video.createdAt };
  const values: Partial<Record<FieldName, FieldValue>> = {};
  for (const field of fieldIds) {
    const value = shown[field];
    if (value !== null) values[field] = value;
  }
  for (const [restBase, termIds] of Object.entries(video.terms)) values[termsField(restBase)] = termIds;
  return values;
}

/** The fields in which an update names them: the status, which follows from others, stands behind them. */
const updateOrder = fieldIds.toSorted((one, other) => Number(one === 'status') - Number(other === 'status'));

/** What each plain field that was typed is to be on this video. `now` is the site's clock. */
export function wantedValues(draft: Draft, video: Video, now: WallMs): FieldValues {
  const values: Partial<Record<FieldName, FieldValue>> = {};
  const wantedOf = <F extends FieldId>(field: F): Values[F] | null => {
    const typed: PlainDraft[F] = draft[field];
    return typed === null ? null : fields[field].wanted(typed, draft, { publicAt: video.createdAt, now });
  };
  for (const field of updateOrder) {
    const value = wantedOf(field);
    if (value !== null) values[field] = value;
  }
  return values;
}

/** Each plain field that was typed, as it was typed; nothing of a video is known here. */
export function plainValues(draft: PlainDraft): FieldValues {
  const values: Partial<Record<FieldName, FieldValue>> = {};
  for (const field of fieldIds) {
    const value = draft[field];
    if (value !== null) values[field] = value;
  }
  return values;
}

/** What the disk may hold of each kind: the bounds of the window were looked at when it came from there. */
const kept: { readonly [K in FieldKind]: z.ZodType } = {
  text: z.string(),
  status: z.string(),
  moment: z.number(),
  openness: z.boolean(),
};

type DraftSchemas = { readonly [F in FieldId]: z.ZodType<PlainDraft[F]> };
type ShownSchemas = { readonly [F in FieldId]: z.ZodType<ShownValues[F]> };
type ChangeSchemas = { readonly [F in FieldId]: z.ZodExactOptional<DraftSchemas[F]> };

const draftSchemas = byField<DraftSchemas>((field) => kept[fields[field].kind].nullable());

/** A part of a draft: what a change for many names. */
export const changeSchemas = byField<ChangeSchemas>((field) => draftSchemas[field].exactOptional());

/** What a video shows of them, as it is kept. */
export const shownSchemas = byField<ShownSchemas>((field) => {
  const schema = kept[fields[field].kind];
  return nothingShown[field] === null ? schema.nullable() : schema;
});

/** The first generation of drafts that had terms, and of videos that were kept. */
export const firstWithTerms = 2;
const latestGeneration = Math.max(...fieldIds.map((field) => fields[field].since));

/**
 * For what was stored when there were fewer fields: what just the fields of an earlier generation, from `first` on, stand in gets
 * `nothing` in the others. Anything else stays as it is: of today's fields none may be missing, that would be damage.
 */
export function completed(first: number, nothing: object): (stored: unknown) => unknown {
  return (stored) => {
    if (typeof stored !== 'object' || stored === null) return stored;
    const names = Object.keys(stored);
    const has = names.filter(isFieldId);
    for (let generation = first; generation < latestGeneration; generation++) {
      const had = fieldIds.filter((field) => fields[field].since <= generation && field in nothing);
      const isOfIt = had.length === has.length && had.every((field) => has.includes(field));
      if (isOfIt && (generation >= firstWithTerms || has.length === names.length)) return { ...nothing, ...stored };
    }
    return stored;
  };
}

export const storedDraft = z.preprocess(
  completed(0, emptyDraft),
  z.object({
    ...draftSchemas,
    terms: z.record(z.string(), ids).nullable(),
    termChanges: z.record(z.string(), z.object({ add: ids, remove: ids })).nullable(),
  }),
);

export const plainField = z.enum(fieldIds);
/** As it is kept. */
export const fieldName = z.union([plainField, z.templateLiteral(['terms:', z.string()])]);
export const fieldValue = z.union([z.string(), z.number(), z.boolean(), ids]);
export const fieldValues = z.partialRecord(fieldName, fieldValue);

/** A draft in which the named fields are as if never typed. */
export function withoutFields(draft: Draft, names: readonly FieldName[]): Draft {
  const rest: Record<string, unknown> = { ...draft };
  const terms = { ...draft.terms };
  const termChanges = { ...draft.termChanges };
  for (const field of names) {
    const restBase = taxonomyOf(field);
    if (restBase === null) rest[field] = null;
    else {
      delete terms[restBase];
      delete termChanges[restBase];
    }
  }
  return {
    ...(rest as unknown as Draft),
    terms: Object.keys(terms).length > 0 ? terms : null,
    termChanges: Object.keys(termChanges).length > 0 ? termChanges : null,
  };
}
