// Very many pasted lines: the first of them in a field, where they can be changed, and the others as they were pasted. Pure.
import { splitAfter } from './pasted-cells.ts';

/** A field with ten thousand lines holds up the window for as long as it takes to lay them out. */
const linesInField = 500;

interface Parts {
  /** What is in the field. */
  readonly head: string;
  /** What follows it; '' = nothing. */
  readonly rest: string;
}

export interface PastedParts extends Parts {
  /** What was there before all of it was replaced; null = it was not. */
  readonly replaced: Parts | null;
}

export function partsOf(text: string): PastedParts {
  // As a field gives them back: what comes back by Ctrl+Z is known again.
  const [head, rest] = splitAfter(text.replace(/\r\n?/g, '\n'), linesInField);
  return { head, rest, replaced: null };
}

const inLines = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** The parts after the field was changed. `isWhole` = all of what was in it was selected: who replaces that means the lines below, too. */
export function edited({ head, rest, replaced }: PastedParts, value: string, isWhole: boolean): PastedParts {
  if (rest !== '' && (value === '' || isWhole)) return { ...partsOf(value), replaced: { head, rest } };
  // By Ctrl+Z in the field.
  if (replaced !== null && value === replaced.head) return { ...replaced, replaced: null };
  const [kept, more] = splitAfter(value, 2 * linesInField);
  if (more === '') return { head: value, rest, replaced };
  const [first, others] = splitAfter(kept, linesInField);
  return { head: first, rest: others + inLines(more) + rest, replaced: null };
}
