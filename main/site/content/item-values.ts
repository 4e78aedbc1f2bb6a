// What the record of a video tells for the rows of a list: no more of a text than a row can show, and whether that is all of it.
import { z } from 'zod';
import type { ItemDetail, ItemText, ItemValues, Video } from '../../model.ts';
import { decodePlain } from '../client/text.ts';
import { documentOf } from './field-codecs.ts';
import { listOf } from './records.ts';

/** A description may have 200,000 characters, and a page has a hundred of them. */
const mostCharacters = 400;

/** One line of a text. */
export function lineOf(text: string, isPlain = true): ItemText {
  const isWhole = isPlain && text.length <= mostCharacters && !/[\r\n]/.test(text);
  return { text: isWhole ? text : text.slice(0, mostCharacters).replace(/\s+/g, ' ').toWellFormed(), isWhole };
}

const wireNames = { description: 'content', excerpt: 'excerpt' } as const;
const isText = (detail: ItemDetail): detail is keyof typeof wireNames => detail in wireNames;
const taxonomyIn = (detail: ItemDetail): string | null =>
  detail.startsWith('terms:') ? detail.slice('terms:'.length) : null;

/**
 * What has to be asked for of each record. Texts as they are printed are asked for only where they are not shown as typed: making them
 * costs a site much more than the rest of a list.
 */
export function detailFields(details: readonly ItemDetail[], context: 'edit' | 'view'): readonly string[] {
  return details.flatMap((detail) => {
    if (isText(detail))
      return (context === 'edit' ? ['raw'] : ['rendered', 'protected']).map((part) => `${wireNames[detail]}.${part}`);
    return detail === 'commentsOpen' ? 'comment_status' : (taxonomyIn(detail) ?? []);
  });
}

const told = z.string().optional().catch(undefined);
const textSchema = z
  .object({ raw: told, rendered: told, protected: z.boolean().optional().catch(undefined) })
  .optional()
  .catch(undefined);
const idsSchema = listOf(z.number().int().positive(), 2_000);

/** What is printed may be made by the site, and what a password hides is shown as an empty text. */
function textIn(field: z.infer<typeof textSchema>, detail: keyof typeof wireNames): ItemText | undefined {
  const source = field?.raw ?? (field?.protected ? undefined : field?.rendered);
  if (source === undefined) return undefined;
  const isTyped = field?.raw !== undefined;
  if (detail === 'excerpt' && isTyped) return lineOf(decodePlain(source));
  const { text, besides } = documentOf(source);
  return lineOf(text, isTyped && !besides.formatted && besides.cut !== true);
}

/** What `json` tells of them; null = there is nothing that it was asked for. */
export function itemValues(json: unknown, details: readonly ItemDetail[]): ItemValues | null {
  if (details.length === 0) return null;
  const record = z.looseObject({}).safeParse(json).data ?? {};
  let values: ItemValues = { terms: {} };
  for (const detail of details) {
    const taxonomy = taxonomyIn(detail);
    if (isText(detail)) {
      const text = textIn(textSchema.parse(record[wireNames[detail]]), detail);
      if (text !== undefined) values = { ...values, [detail]: text };
    } else if (taxonomy !== null) {
      const ids = idsSchema.safeParse(record[taxonomy]);
      if (ids.success) values = { ...values, terms: { ...values.terms, [taxonomy]: ids.data } };
    } else if (typeof record.comment_status === 'string')
      values = { ...values, commentsOpen: record.comment_status === 'open' };
  }
  return values;
}

/** The same values of a video that the site has shown as a whole since. */
export function valuesOfVideo(before: ItemValues, video: Video): ItemValues {
  const { description, excerpt, commentsOpen, formatted, cut, terms } = video;
  return {
    ...before,
    ...(before.description === undefined ? {} : { description: lineOf(description, !formatted && cut !== true) }),
    ...(before.excerpt === undefined ? {} : { excerpt: lineOf(excerpt) }),
    ...(before.commentsOpen === undefined || commentsOpen === null ? {} : { commentsOpen }),
    terms: Object.fromEntries(Object.entries(before.terms).map(([base, ids]) => [base, terms[base] ?? ids])),
  };
}
