// What the site's records look like to us: tolerant zod schemas, turned into the nouns of the model.
import { z } from 'zod';
import type { StoredFile, Video } from '../model.ts';
import { decodePlain, hasMarkup, plainOf } from './text.ts';

/** PHP writes an empty object as `[]`. */
export const objectOrEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? {} : value), schema);

export const textField = z
  .union([
    z.string(),
    z.object({ raw: z.string().optional().catch(undefined), rendered: z.string().optional().catch(undefined) }),
  ])
  .optional()
  .catch(undefined);

function sourceOf(field: z.infer<typeof textField>): string {
  return typeof field === 'string' ? field : (field?.raw ?? field?.rendered ?? '');
}

export function textOf(field: z.infer<typeof textField>): string {
  return decodePlain(sourceOf(field));
}

/** Arrays of ids at the top of a record are its taxonomies, whatever the site calls them. */
function termsOf(record: Readonly<Record<string, unknown>>): Record<string, readonly number[]> {
  const found: Record<string, readonly number[]> = {};
  for (const [name, value] of Object.entries(record)) {
    if (name === 'meta' || name === 'class_list' || !Array.isArray(value)) continue;
    if (value.every((id) => Number.isInteger(id))) found[name] = value as number[];
  }
  return found;
}

/** `*_gmt` times are UTC without a zone. */
export function utc(value: string | null | undefined): number | null {
  const at = value ? Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value}Z`) : Number.NaN;
  return Number.isFinite(at) ? at : null;
}

export const indexSchema = z.looseObject({
  name: z.string().catch(''),
  url: z.string().catch(''),
  home: z.string().catch(''),
  namespaces: z.array(z.string()),
  gmt_offset: z.coerce.number().min(-14).max(14).optional().catch(undefined),
  timezone_string: z.string().catch(''),
  authentication: objectOrEmpty(
    z.looseObject({
      'application-passwords': z
        .looseObject({ endpoints: z.looseObject({ authorization: z.string().optional().catch(undefined) }) })
        .optional()
        .catch(undefined),
    }),
  ).optional(),
});

export const namespaceSchema = z.looseObject({
  routes: objectOrEmpty(z.record(z.string(), z.looseObject({ methods: z.array(z.string()).catch([]) }))),
});

export const userSchema = z.looseObject({
  id: z.number().int().positive(),
  name: z.string().catch(''),
  username: z.string().optional().catch(undefined),
  email: z.string().optional().catch(undefined),
  slug: z.string().optional().catch(undefined),
  capabilities: objectOrEmpty(z.record(z.string(), z.unknown())).optional().catch(undefined),
});

const videoSchema = z.looseObject({
  id: z.number().int().positive(),
  title: textField,
  content: textField,
  excerpt: textField,
  status: z.string().catch(''),
  slug: z.string().catch(''),
  password: z.string().catch(''),
  comment_status: z.string().nullish().catch(null),
  link: z.string().nullish().catch(null),
  date_gmt: z.string().nullish().catch(null),
  modified_gmt: z.string().nullish().catch(null),
});

/** Throws a ZodError when the record has no id. */
export function toVideo(json: unknown): Video {
  const record = videoSchema.parse(json);
  const content = sourceOf(record.content);
  const formatted = hasMarkup(content);
  return {
    id: record.id,
    title: textOf(record.title),
    description: formatted ? plainOf(content) : decodePlain(content),
    formatted,
    excerpt: textOf(record.excerpt),
    status: record.status,
    slug: record.slug,
    password: record.password,
    commentsOpen: record.comment_status == null ? null : record.comment_status === 'open',
    terms: termsOf(record),
    link: record.link ?? null,
    createdAt: utc(record.date_gmt),
    modifiedAt: utc(record.modified_gmt),
  };
}

const mediaSchema = z.looseObject({
  id: z.number().int().positive(),
  post: z.number().int().nullish().catch(null),
  title: textField,
  source_url: z.string().catch(''),
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
    title: textOf(record.title),
    sourceUrl: record.source_url,
    bytes: record.media_details?.filesize ?? null,
    createdAt: utc(record.date_gmt),
  };
}
