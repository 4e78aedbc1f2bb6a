// What is remembered of updates between two runs: losing it costs nothing but a question that was answered before.
import { z } from 'zod';
import { readRow } from '../../untrusted/rows.ts';
import { count } from '../../untrusted/stored.ts';

const schema = z.object({
  /** When the newest list was made that was ever read here: an older one is a replay. */
  newestIssuedAt: count,
  draw: z.object({ version: z.string(), place: z.number().min(0).max(1) }),
  /** The version whose line was answered. */
  toldVersion: z.string(),
  checkedAt: count.nullable(),
  /** Put in the program's place, and not yet seen to run. */
  replacedBy: z.string().nullable(),
  /** What a person said last of installing one; null = nothing. */
  wish: z.object({ version: z.string(), isWanted: z.boolean() }).nullable().default(null),
  /** The version that was to take the program's place and did not: it is not tried again unasked. */
  failedVersion: z.string().default(''),
});
export type Remembered = z.infer<typeof schema>;

const nothing: Remembered = {
  newestIssuedAt: 0,
  draw: { version: '', place: 0 },
  toldVersion: '',
  checkedAt: null,
  replacedBy: null,
  wish: null,
  failedVersion: '',
};

export function readRemembered(text: string | null): Remembered {
  const read = readRow(schema, text);
  return read.ok ? read.value : nothing;
}
