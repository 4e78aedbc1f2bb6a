// What the site's records look like to us: tolerant zod schemas, turned into the nouns of the model.
import { z } from 'zod';
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import type { StoredFile, Video } from '../../model.ts';
import { toldWhole } from '../../untrusted/values.ts';
import { decodePlain } from '../client/text.ts';
import { fieldShape, sourceOf, textField, toldFields, utc } from './field-codecs.ts';

/** PHP writes an empty object as `[]`. */
export const objectOrEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? {} : value), schema);

/** Names and addresses; what is longer is none. */
const longestName = 2_000;
/** As many as WordPress gives at once, and those of extensions that do not count. */
const mostRecords = 1_000;
/** Names of sites, people and terms are shown in a line. */
const longestLine = 500;

/** A text that is only shown: its beginning is enough. */
export const shownText = z.string().transform((text) => shortened(text));

function shortened(text: string): string {
  return text.length > longestLine ? `${text.slice(0, longestLine - 1).toWellFormed()}…` : text;
}

/** A title that is only shown. */
export function shownTextOf(field: z.infer<typeof textField>): string {
  return shortened(decodePlain(sourceOf(field).slice(0, longestLine * 10)));
}

/** A list of at most `most` items: one that is longer is not looked at, and is none. */
export const listOf = <T extends z.ZodType>(item: T, most = mostRecords) =>
  z.preprocess((value) => (Array.isArray(value) && value.length > most ? undefined : value), z.array(item));

/** An object of at most `most` keys, by key; one with more is none. PHP writes an empty one as `[]`. */
export const recordOf = <T extends z.ZodType>(value: T, most: number) =>
  objectOrEmpty(
    z.preprocess(
      (object) =>
        typeof object === 'object' && object !== null && Object.keys(object).length > most ? undefined : object,
      z.record(z.string(), value),
    ),
  );

/** What `read` makes of the answer's own record. Throws SiteRefusal where it is none. */
export function recordIn<T>(said: SiteAnswer, read: (json: unknown) => T): T {
  try {
    return read(said.json);
  } catch (error) {
    if (error instanceof z.ZodError) throw new SiteRefusal(said);
    throw error;
  }
}

/** The records of a list. Throws SiteRefusal where there is no list, or one longer than any page. */
export function recordsIn(said: SiteAnswer): readonly unknown[] {
  if (!Array.isArray(said.json) || said.json.length > mostRecords) throw new SiteRefusal(said);
  return said.json;
}

/**
 * How many pages a list has; 1 where no header says it. One that says something else than a number makes the list unreadable: what
 * is on pages that nobody asked for would count as absent. Throws SiteRefusal.
 */
export function pagesIn(said: SiteAnswer): number {
  const header = said.headers['x-wp-totalpages'];
  const pages = header === undefined ? 1 : toldWhole(header);
  if (pages === null) throw new SiteRefusal(said);
  return pages;
}

/** A name that the site may use for a taxonomy: one that every object has already would be taken for something else. */
export function isPlainName(name: string): boolean {
  return /^[\w-]{1,100}$/.test(name) && !(name in Object.prototype);
}

/** Arrays of ids at the top of a record are its taxonomies, whatever the site calls them. */
function termsOf(record: Readonly<Record<string, unknown>>): Record<string, readonly number[]> {
  const found: Record<string, readonly number[]> = {};
  for (const [name, value] of Object.entries(record)) {
    if (name === 'meta' || name === 'class_list' || !Array.isArray(value) || !isPlainName(name)) continue;
    if (value.every((id) => Number.isSafeInteger(id) && id > 0)) found[name] = value as number[];
  }
  return found;
}

export const indexSchema = z.looseObject({
  name: shownText.catch(''),
  url: z.string().max(longestName).catch(''),
  home: z.string().max(longestName).catch(''),
  namespaces: listOf(z.string().max(longestName)),
  gmt_offset: z.coerce.number().min(-14).max(14).optional().catch(undefined),
  timezone_string: z.string().max(longestLine).catch(''),
  authentication: objectOrEmpty(
    z.looseObject({
      'application-passwords': z
        .looseObject({
          endpoints: z.looseObject({ authorization: z.string().max(longestName).optional().catch(undefined) }),
        })
        .optional()
        .catch(undefined),
    }),
  ).optional(),
});

/** A namespace has tens of routes, a site's whole index a few thousand. */
const mostRoutes = 20_000;

export const namespaceSchema = z.looseObject({
  routes: recordOf(z.looseObject({ methods: listOf(z.string(), 20).catch([]) }), mostRoutes),
});

/** A person's rights by name; so many that nobody has them are none. */
export const rightsSchema = recordOf(z.unknown(), 5_000).optional().catch(undefined);

/** Of a post type: the names of its capabilities. */
export const typeSchema = z.looseObject({ capabilities: rightsSchema });

export const userSchema = z.looseObject({
  id: z.number().int().positive(),
  name: shownText.catch(''),
  username: z.string().max(longestName).optional().catch(undefined),
  email: z.string().max(longestName).optional().catch(undefined),
  slug: z.string().max(longestName).optional().catch(undefined),
  capabilities: rightsSchema,
});

const longestLink = 10_000;

const videoSchema = z.looseObject({
  id: z.number().int().positive(),
  ...fieldShape,
  link: z.string().max(longestLink).nullish().catch(null),
  modified_gmt: z.string().nullish().catch(null),
});

/** Throws a ZodError when the record has no id, or texts that no such site can hold. */
export function toVideo(json: unknown): Video {
  const record = videoSchema.parse(json);
  const { publishAt, ...told } = toldFields(record);
  return {
    id: record.id,
    ...told,
    terms: termsOf(record),
    link: record.link ?? null,
    createdAt: publishAt,
    modifiedAt: utc(record.modified_gmt),
  };
}

const mediaSchema = z.looseObject({
  id: z.number().int().positive(),
  post: z.number().int().nonnegative().nullish().catch(null),
  title: textField,
  source_url: z.string().max(longestLink).catch(''),
  date_gmt: z.string().nullish().catch(null),
  media_details: objectOrEmpty(
    z.looseObject({ filesize: z.coerce.number().int().nonnegative().optional().catch(undefined) }),
  )
    .optional()
    .catch(undefined),
});

/** Throws a ZodError when the record has no id. */
export function toStoredFile(json: unknown): StoredFile {
  const record = mediaSchema.parse(json);
  return {
    mediaId: record.id,
    videoId: record.post ? record.post : null,
    title: shownTextOf(record.title),
    sourceUrl: record.source_url,
    bytes: record.media_details?.filesize ?? null,
    createdAt: utc(record.date_gmt),
  };
}
