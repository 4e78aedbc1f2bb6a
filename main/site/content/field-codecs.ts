// How values of fields travel: what a site's record may say of each form, and what an update says.
import { z } from 'zod';
import {
  type FieldId,
  fieldIds,
  fields,
  fieldsOf,
  isPlain,
  type ShownValues,
  taxonomyOf,
  type WireForm,
} from '../../fields.ts';
import type { FieldValue, FieldValues, Video } from '../../model.ts';
import { withoutComments, withoutScripts } from '../../untrusted/markup.ts';
import { toldMoment, utcText } from '../../untrusted/values.ts';
import { decodePlain, encodePlain, hasMarkup, plainOf } from '../client/text.ts';

/** What the platform's columns hold at most, and a little more: a record with longer texts is not one that can be read. */
const longestField = 70_000;
const longestName = 2_000;
/** A description up to here is held whole: what is longer is no text that anybody edits here. */
const longestDescription = 1_100_000;
/** Of a longer one so much is held, marked as cut. */
const shownOfCut = 200_000;
const longestDate = 500;

export const textField = z
  .union([
    z.string(),
    z.object({ raw: z.string().optional().catch(undefined), rendered: z.string().optional().catch(undefined) }),
  ])
  .optional()
  .catch(undefined);

export function sourceOf(field: z.infer<typeof textField>): string {
  return typeof field === 'string' ? field : (field?.raw ?? field?.rendered ?? '');
}

/** `*_gmt` times are UTC without a zone. */
export function utc(value: string | null | undefined): number | null {
  if (!value || value.length > longestDate) return null;
  return toldMoment(/[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value}Z`);
}

/** A text that may be written back, so that no part of it may be missing: too long a one makes the record unreadable. */
const whole = (most: number) => z.preprocess((value) => (typeof value === 'string' ? value : ''), z.string().max(most));
const boundedField = textField.refine((field) => sourceOf(field).length <= longestField);
const toldOrNull = z.string().nullish().catch(null);

/** The plain text of a description, whether it was formatted, and whether only its beginning is held. */
export function documentOf(content: string): {
  readonly text: string;
  readonly besides: Pick<Video, 'formatted' | 'cut'>;
} {
  const cut = content.length > longestDescription;
  const held = cut ? content.slice(0, longestDescription) : content;
  const formatted = hasMarkup(held);
  const plain = formatted ? plainOf(held) : decodePlain(held);
  return cut
    ? { text: `${plain.slice(0, shownOfCut).toWellFormed()}…`, besides: { formatted, cut } }
    : { text: plain, besides: { formatted } };
}

/** Where words are looked for first: nearly every text that has any has some here. */
const beginning = 10_000;

/** Whether there is anything to read in a text, however it is formatted. */
export function hasWords(source: string): boolean {
  const isWord = (text: string): boolean => documentOf(text).text.trim() !== '';
  if (source.length <= beginning) return isWord(source);
  // Half a tag would read as words, and so would what a comment or a script holds that ends further on.
  const tag = source.lastIndexOf('<', beginning);
  const head = withoutScripts(withoutComments(source.slice(0, tag < 0 ? beginning : tag)), '');
  const open = head.search(/<!--|<script|<style/i);
  return isWord(open < 0 ? head : head.slice(0, open)) || isWord(source);
}

/** What a record says of a field: its value, and what it tells of the video besides. */
interface Told {
  readonly value: string | number | boolean | null;
  readonly besides?: Pick<Video, 'formatted' | 'cut'>;
}
const plainly = (value: Told['value']): Told => ({ value });

interface Codec {
  readonly reads: z.ZodType<Told>;
  readonly writes: (value: FieldValue) => unknown;
}

const asItIs = (value: FieldValue): FieldValue => value;
const encoded = (value: FieldValue): string => encodePlain(String(value));

const codecs: { readonly [F in WireForm]: Codec } = {
  text: { reads: boundedField.transform((field) => plainly(decodePlain(sourceOf(field)))), writes: encoded },
  document: {
    reads: textField.transform((field) => {
      const { text, besides } = documentOf(sourceOf(field));
      return { value: text, besides };
    }),
    writes: encoded,
  },
  word: { reads: z.string().max(longestName).catch('').transform(plainly), writes: asItIs },
  name: { reads: whole(longestName).transform(plainly), writes: asItIs },
  moment: { reads: toldOrNull.transform((told) => plainly(utc(told))), writes: (value) => utcText(Number(value)) },
  openness: {
    reads: toldOrNull.transform((told) => plainly(told == null ? null : told === 'open')),
    writes: (value) => (value === true ? 'open' : 'closed'),
  },
};

const codecOf = (field: FieldId): Codec => codecs[fields[field].wire.form];

/** What a record holds of the fields, under the site's names for them. */
export const fieldShape: Readonly<Record<string, z.ZodType<Told>>> = Object.fromEntries(
  fieldIds.map((field) => [fields[field].wire.name, codecOf(field).reads]),
);

/** The fields of a record that `fieldShape` has read. */
export function toldFields(record: Readonly<Record<string, unknown>>): ShownValues & Pick<Video, 'formatted' | 'cut'> {
  const found = fieldIds.flatMap((field) => {
    const { value, besides = {} } = record[fields[field].wire.name] as Told;
    return [[field, value], ...Object.entries(besides)];
  });
  return Object.fromEntries(found);
}

/** The body of an update: texts encoded, everything under the site's name for it. */
export function updateBody(values: FieldValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of fieldsOf(values)) {
    const value = values[field];
    if (value === undefined) continue;
    if (isPlain(field)) body[fields[field].wire.name] = codecOf(field).writes(value);
    else body[taxonomyOf(field) ?? field] = value;
  }
  return body;
}
