// Reads what lies on the disk: a stored text or value is unknown until it has its shape, and whoever asks has to say what follows when it has not.
import type { z } from 'zod';

/** The value is only there behind `ok`: nobody can go on with something that could not be read. */
export type ReadRow<T> =
  | { readonly ok: true; readonly value: T }
  /** `problem` names the place and what was expected there; nothing of the text itself, which may be private. */
  | { readonly ok: false; readonly problem: string };

/** More characters than anything that Clipferry writes down: a change for 100,000 clips has three million. */
const mostCharacters = 16 * 1024 * 1024;

function problemOf({ issues }: z.ZodError): string {
  const [first] = issues;
  const place = first?.path.map(String).join('.') ?? '';
  return `${place === '' ? 'all of it' : place.slice(0, 100)}: ${first?.code ?? 'unknown'}`;
}

/** A plain column, setting or part of a file. */
export function readValue<T>(schema: z.ZodType<T>, value: unknown): ReadRow<T> {
  const read = schema.safeParse(value);
  return read.success ? { ok: true, value: read.data } : { ok: false, problem: problemOf(read.error) };
}

/** A text of JSON. */
export function readRow<T>(schema: z.ZodType<T>, text: unknown): ReadRow<T> {
  if (typeof text !== 'string') return { ok: false, problem: 'no text' };
  if (text.length > mostCharacters) return { ok: false, problem: 'too long' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'no JSON' };
  }
  return readValue(schema, value);
}
