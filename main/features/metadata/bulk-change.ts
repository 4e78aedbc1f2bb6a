// A change for many as it lies on disk until it is applied: unknown until it has this shape.
import { z } from 'zod';
import type { ManyChange } from '../../../preload/contract.ts';

const text = z.string().nullable().exactOptional();
const ids = z.array(z.number());

const changeSchema = z.object({
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

/** Null = it cannot be read. */
export function readManyChange(json: string): ManyChange | null {
  try {
    return changeSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}
