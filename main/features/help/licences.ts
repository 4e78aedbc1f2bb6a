// The licences of what this Clipferry is made of, package by package, from the text that lies beside the program; pure.
import type { LicenceView } from '../../../preload/contract.ts';

// As test/tools/package/notices.ts writes them.
const dashes = '-'.repeat(80);
const name = /^\S+ \S+ \(.+\)$/;

/** Whether a package begins at this line: a licence may have lines of dashes of its own. */
const beginsAt = (lines: readonly string[], at: number): boolean =>
  lines[at] === dashes && name.test(lines[at + 1] ?? '') && !/^$|\s/.test(lines[at + 2] ?? '') && lines[at + 3] === '';

/** In the order of the text; what stands before the first package is left out. */
export function licencesIn(text: string): readonly LicenceView[] {
  const lines = text.split(/\r?\n/);
  const begins = [...lines.keys()].filter((at) => beginsAt(lines, at));
  return begins.map((at, index, all) => ({
    name: lines[at + 1] ?? '',
    text: lines
      .slice(at + 2, all[index + 1])
      .join('\n')
      .trim(),
  }));
}
