// What came of the mutants of each file, and which survivors nobody has explained; pure.

/** The part of Stryker's report that is read here (the schema of mutation-testing-elements). */
export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

export interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  /** Lines and columns from 1. */
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** A mutant that no test can notice, since the app does the same with it. */
export interface Equal {
  readonly file: string;
  /** The line that it changes, without the space around it. */
  readonly line: string;
  /** What stands in it in place of what. */
  readonly replaces: readonly [code: string, replacement: string];
  readonly reason: string;
}

export interface Survivor {
  readonly file: string;
  readonly at: number;
  readonly line: string;
  readonly replaces: readonly [code: string, replacement: string];
}

export interface FileScore {
  readonly file: string;
  readonly noticed: number;
  /** Of those that were noticed: how many only because no test came to its end in time, as on a busy machine anything may. */
  readonly timedOut: number;
  readonly survived: number;
  readonly equal: number;
  /** Noticed of a hundred that could be. */
  readonly percent: number;
}

export interface Scores {
  readonly files: readonly FileScore[];
  readonly survivors: readonly Survivor[];
  /** Explained mutants of these files that are not there any more, or are noticed by now. */
  readonly stale: readonly Equal[];
}

const late = 'Timeout';
const lived: ReadonlySet<string> = new Set(['Survived', 'NoCoverage']);

/** The code between two places, on one line. */
function between(lines: readonly string[], { start, end }: Mutant['location']): string {
  const taken = lines.slice(start.line - 1, end.line);
  const last = taken.length - 1;
  return taken
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined).trim())
    .join(' ');
}

function isSame(equal: Equal, survivor: Survivor): boolean {
  const [code, replacement] = equal.replaces;
  const { file, line, replaces } = survivor;
  return equal.file === file && equal.line === line && code === replaces[0] && replacement === replaces[1];
}

export function scoresOf({ files }: Report, known: readonly Equal[]): Scores {
  const all = Object.entries(files).map(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    const place = (mutant: Mutant): Survivor => ({
      file,
      at: mutant.location.start.line,
      line: lines[mutant.location.start.line - 1]?.trim() ?? '',
      replaces: [between(lines, mutant.location), (mutant.replacement ?? '').replace(/\s+/g, ' ')],
    });
    const isKnown = (mutant: Mutant): boolean => known.some((equal) => isSame(equal, place(mutant)));
    // One that does the same is no slower either: it was the machine.
    const equal = mutants.filter((one) => (lived.has(one.status) || one.status === late) && isKnown(one));
    const open = mutants.filter((one) => lived.has(one.status) && !isKnown(one)).map(place);
    const noticed = mutants.filter((one) => (one.status === 'Killed' || one.status === late) && !equal.includes(one));
    const count = noticed.length;
    const score: FileScore = {
      ...{ file, noticed: count, survived: open.length, equal: equal.length },
      timedOut: noticed.filter(({ status }) => status === late).length,
      percent: count + open.length === 0 ? 100 : (100 * count) / (count + open.length),
    };
    return { score, open, met: equal.map(place) };
  });
  const met = all.flatMap((one) => one.met);
  return {
    files: all.map(({ score }) => score).filter((score) => score.noticed + score.survived + score.equal > 0),
    survivors: all.flatMap(({ open }) => open),
    stale: known.filter((equal) => equal.file in files && !met.some((survivor) => isSame(equal, survivor))),
  };
}
