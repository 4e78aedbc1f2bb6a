// The rules of a watched folder as they stand on disk, in the form of every version so far.
import { z } from 'zod';
import {
  byRule,
  type FolderRules,
  firstRules,
  folderRules,
  type RuleId,
  type RuleKind,
  type RuleKinds,
  ruleIds,
} from '../model.ts';
import { ids } from '../untrusted/stored.ts';

const kinds: { readonly [K in RuleKind]: z.ZodType<RuleKinds[K]> } = {
  'yes-no': z.boolean(),
  extensions: z.array(z.string()).nullable(),
  'quiet-time': z.number().min(0).max(86_400_000),
  status: z.string().nullable(),
  terms: z.record(z.string(), ids).nullable(),
  existing: z.enum(['take', 'leave']),
  hold: z.enum(['as-account', 'wait', 'at-once']),
  preset: z.string().nullable(),
};
const latestGeneration = Math.max(...ruleIds.map((rule) => folderRules[rule].since));

/** Rules of a folder that was added when there were fewer, just those of that time: the others are as they were without them. */
function completed(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  const names = Object.keys(stored);
  for (let generation = 0; generation < latestGeneration; generation++) {
    const had = ruleIds.filter((rule) => folderRules[rule].since <= generation);
    if (had.length === names.length && had.every((rule) => names.includes(rule))) return { ...firstRules, ...stored };
  }
  return stored;
}
export const storedRules = z.preprocess(
  completed,
  z.object(byRule<{ readonly [R in RuleId]: z.ZodType<FolderRules[R]> }>((rule) => kinds[folderRules[rule].kind])),
);
