// What the site's records look like to us: tolerant zod schemas, turned into the nouns of the model.
import { z } from 'zod';
import type { StoredFile, Video } from '../model.ts';
import { decodePlain } from './text.ts';

/** PHP writes an empty object as `[]`. */
const objectOrEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? {} : value), schema);

const textField = z
  .union([
    z.string(),
    z.object({ raw: z.string().optional().catch(undefined), rendered: z.string().optional().catch(undefined) }),
  ])
  .optional()
  .catch(undefined);

function textOf(field: z.infer<typeof textField>): string {
  if (typeof field === 'string') return decodePlain(field);
  return decodePlain(field?.raw ?? field?.rendered ?? '');
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
  status: z.string().catch(''),
  link: z.string().nullish().catch(null),
  date_gmt: z.string().nullish().catch(null),
});

/** Throws a ZodError when the record has no id. */
export function toVideo(json: unknown): Video {
  const record = videoSchema.parse(json);
  return {
    id: record.id,
    title: textOf(record.title),
    description: textOf(record.content),
    status: record.status,
    link: record.link ?? null,
    createdAt: utc(record.date_gmt),
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
