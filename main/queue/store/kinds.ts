// Kinds of states as a condition of a question: which ones, their records say (main/states.ts).
import type { JobStateKind } from '../../states.ts';

export function isOneOf(kinds: readonly JobStateKind[]): string {
  return `kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
}
