// `_fields`: which parts of an answer the caller asked for.
import { asList } from './params.ts';

/** Only these have parts that can be asked for one by one (platform facts, section 8). */
const NESTED = new Set(['title', 'content', 'excerpt', 'guid', 'previous']);

export function readFields(value: unknown): string[] | null {
  if (value === undefined || value === '') return null;
  const names = asList(value).map(String);
  return names.length > 0 ? names : null;
}

/** One object, thinned. Nothing left is `[]`, PHP's empty array. */
function thinObject(object: Record<string, unknown>, fields: readonly string[]): unknown {
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) {
    if (fields.includes(name)) {
      out[name] = value;
      continue;
    }
    const parts = fields.filter((field) => field.startsWith(`${name}.`)).map((field) => field.slice(name.length + 1));
    if (parts.length === 0 || !NESTED.has(name)) continue;
    const inner = thinObject(value as Record<string, unknown>, parts);
    if (!Array.isArray(inner)) out[name] = inner;
  }
  return Object.keys(out).length > 0 ? out : [];
}

export function thin(body: unknown, fields: readonly string[] | null): unknown {
  if (!fields || body === null || typeof body !== 'object') return body;
  if (Array.isArray(body)) return body.map((item) => thin(item, fields));
  return thinObject(body as Record<string, unknown>, fields);
}
