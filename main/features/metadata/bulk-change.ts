// A change for many as it lies on disk until it is applied: unknown until it has this shape.
import { z } from 'zod';
import { changeSchemas } from '../../fields.ts';
import { count, ids } from '../../untrusted/stored.ts';

export const changeSchema = z.object({
  draft: z.object(changeSchemas),
  each: z.array(z.object({ ...changeSchemas, terms: z.record(z.string(), ids).exactOptional() })).exactOptional(),
  titlePattern: z.string().nullable(),
  titleStart: count.exactOptional(),
  publishEvery: z.object({ count: count.min(1), unit: z.enum(['minute', 'hour', 'day', 'week']) }).exactOptional(),
  terms: z.record(z.string(), z.object({ add: ids, remove: ids })),
});
