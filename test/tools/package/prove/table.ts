// What was proved, as a table for people: a line for each step of each package on each system; pure.

export type Result = 'held' | 'FAILED';

export interface Line {
  readonly release: string;
  readonly kind: string;
  readonly step: string;
  readonly result: Result;
  /** What was seen, or what was wrong: one line. */
  readonly seen: string;
  readonly seconds: number;
}

const heads = ['system', 'package', 'step', 'result', 'took', 'seen'];

export function tableText(lines: readonly Line[]): string {
  const rows = [
    heads,
    ...lines.map(({ release, kind, step, result, seconds, seen }) => [
      ...[release, kind, step, result],
      ...[`${Math.round(seconds)} s`, seen.replaceAll('\n', ' ')],
    ]),
  ];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((text, at) => text.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** Nothing that could not be tried counts as proved. */
export const allHeld = (lines: readonly Line[]): boolean =>
  lines.length > 0 && lines.every(({ result }) => result === 'held');
