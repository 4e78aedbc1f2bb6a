// Medians, and the table that a benchmark prints beside its aims.

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export interface Line {
  readonly what: string;
  readonly value: number;
  readonly digits: number;
  /** Lowest and highest round, where there are several. */
  readonly rounds: readonly number[];
  /** Null = told for information only. */
  readonly aim: { readonly least: number } | { readonly most: number } | null;
}

export function isMet({ value, aim }: Line): boolean | null {
  if (aim === null || Number.isNaN(value)) return null;
  return 'least' in aim ? value >= aim.least : value <= aim.most;
}

/** A line whose value is the median of its rounds. */
export function line(what: string, rounds: readonly number[], digits: number, aim: Line['aim'] = null): Line {
  return { what, value: median(rounds), digits, rounds, aim };
}

export function table(lines: readonly Line[]): string {
  const rows = lines.map((one) => {
    const number = (value: number): string => (Number.isNaN(value) ? 'n/a' : value.toFixed(one.digits));
    const spread = `${number(Math.min(...one.rounds))}–${number(Math.max(...one.rounds))}`;
    const aim = one.aim === null ? '' : 'least' in one.aim ? `≥ ${one.aim.least}` : `≤ ${one.aim.most}`;
    const met = isMet(one);
    return [one.what, number(one.value), spread, aim, met === null ? '' : met ? 'met' : 'NOT MET'];
  });
  const all = [['', 'median', 'rounds', 'aim', ''], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))))
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}
