// A change for many as it lies on disk until it is applied: unknown until it has this shape.
import { z } from 'zod';
import { ids } from '../../untrusted/stored.ts';

const text = z.string().nullable().exactOptional();

export const changeSchema = z.object({
  draft: z.object({
    title: text,
    description: text,
    excerpt: text,
    status: text,
    publishAt: z.number().nullable().exactOptional(),
    slug: text,
    password: text,
    commentsOpen: z.boolean().nullable().exactOptional(),
  }),
  titlePattern: z.string().nullable(),
  terms: z.record(z.string(), z.object({ add: ids, remove: ids })),
});
