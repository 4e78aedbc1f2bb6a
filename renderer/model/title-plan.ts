// What becomes of many titles, by pasted lines or by a word that is replaced, and what is to be said of that before it happens. Pure.

/** What a pasted column becomes; null = it is left out. */
export type ColumnUse = 'title' | 'description' | null;

export interface TitleTarget<Id = string | number> {
  readonly id: Id;
  /** By what a person knows it: its file, or the title that it has. */
  readonly name: string;
  /** The title that somebody typed for it; '' = none. */
  readonly title: string;
}

export interface PlannedTitle<Target> {
  readonly target: Target;
  /** Left out = it stays as it is. */
  readonly title?: string;
  readonly description?: string;
}

export interface TitlePlan<Target> {
  /** In the list's order, as many as there are lines for. */
  readonly each: readonly PlannedTitle<Target>[];
  /** How many of them change. */
  readonly changed: number;
  /** Lines without a target. */
  readonly leftOver: number;
  /** Lines that leave their target as it is. */
  readonly blank: number;
  /** Targets that have another title, typed by somebody, which goes. */
  readonly replaced: number;
}

/** By what the first line is known as a heading. */
const headings = /^(titles?|titel|titre|t[ií]tulo|titolo|name|video)$/i;

export function looksLikeHeading(rows: readonly (readonly string[])[]): boolean {
  return rows.length > 1 && (rows[0] ?? []).some((cell) => headings.test(cell.trim()));
}

/** What each column is for at first: by its heading, else the first is titles and the second descriptions. */
export function columnUses(rows: readonly (readonly string[])[], hasHeading: boolean): readonly ColumnUse[] {
  const columns = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const named = (rows[0] ?? []).map((cell): ColumnUse => {
    if (headings.test(cell.trim())) return 'title';
    return /^(description|beschreibung|descripci[oó]n|descrizione|text)$/i.test(cell.trim()) ? 'description' : null;
  });
  const byPlace: readonly ColumnUse[] = ['title', 'description'];
  return Array.from({ length: columns }, (_, at) => (hasHeading ? (named[at] ?? null) : (byPlace[at] ?? null)));
}

const inOneLine = (cell: string): string => cell.replace(/[\s\p{Cc}]+/gu, ' ').trim();

function cellFor(row: readonly string[], uses: readonly ColumnUse[], use: ColumnUse): string {
  const at = uses.indexOf(use);
  return at < 0 ? '' : (row[at] ?? '');
}

/** So many titles are looked at between two moments at which others may have their turn: less than a millisecond. */
const titlesAtOnce = 100;

/** `rows` without their heading. */
export function* titleSteps<Target extends TitleTarget>(
  rows: readonly (readonly string[])[],
  uses: readonly ColumnUse[],
  targets: readonly Target[],
): Generator<void, TitlePlan<Target>, void> {
  const each: PlannedTitle<Target>[] = [];
  let [changed, blank, overwritten] = [0, 0, 0];
  for (const [at, row] of rows.slice(0, targets.length).entries()) {
    if (at % titlesAtOnce === 0) yield;
    const target = targets[at];
    if (target === undefined) break;
    const title = inOneLine(cellFor(row, uses, 'title'));
    const description = cellFor(row, uses, 'description').trim();
    const isTitled = title !== '' && title !== target.title;
    each.push({ target, ...(isTitled ? { title } : {}), ...(description === '' ? {} : { description }) });
    if (isTitled || description !== '') changed += 1;
    if (isTitled && target.title !== '') overwritten += 1;
    if (row.every((cell) => cell.trim() === '')) blank += 1;
  }
  return { each, changed, leftOver: Math.max(0, rows.length - targets.length), blank, replaced: overwritten };
}

export interface ReplacePlan<Target> {
  /** Those whose title changes, in the list's order. */
  readonly each: readonly PlannedTitle<Target>[];
  /** How many would have no title left: they stay as they are. */
  readonly emptied: number;
}

/** `find` as it stands, wherever it is; null = it is not there. */
function replaced(text: string, find: string, by: string, isCaseKept: boolean): string | null {
  // Where small letters take more room than capital ones, places in one text are none in the other: only as it stands then.
  const isPlain = isCaseKept || text.toLowerCase().length !== text.length || find.toLowerCase().length !== find.length;
  const [within, wanted] = isPlain ? [text, find] : [text.toLowerCase(), find.toLowerCase()];
  let result = '';
  let from = 0;
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, from)) {
    result += text.slice(from, at) + by;
    from = at + find.length;
  }
  return from === 0 ? null : result + text.slice(from);
}

/** `titleOf` = the title that a target has, or is going to get where nobody typed one. */
export function* replaceSteps<Target extends TitleTarget>(
  targets: readonly Target[],
  { find, by, isCaseKept }: { readonly find: string; readonly by: string; readonly isCaseKept: boolean },
  titleOf: (target: Target) => string,
): Generator<void, ReplacePlan<Target>, void> {
  const each: PlannedTitle<Target>[] = [];
  let emptied = 0;
  for (const [at, target] of find === '' ? [] : targets.entries()) {
    if (at % titlesAtOnce === 0) yield;
    const before = titleOf(target);
    const after = replaced(before, find, by, isCaseKept);
    const title = after === null ? null : inOneLine(after);
    if (title === '') emptied += 1;
    if (title !== null && title !== '' && title !== before) each.push({ target, title });
  }
  return { each, emptied };
}
