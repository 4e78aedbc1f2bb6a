// What becomes of clips by a table with their details: which clip each row is for, what changes, and what has to be mended first. Pure.
import type { FormShape, FormTaxonomy, NamedClip, OwnChange, TableRow, Term } from '../../preload/contract.ts';
import {
  inOneLine,
  momentIn,
  namesIn,
  opennessIn,
  type SaidField,
  saidFields,
  saysZone,
  statusIn,
  taxonomyNamed,
  thingNamed,
} from '../../preload/details-words.ts';
import { fields, sameValue, termsField } from '../../preload/fields.ts';

/** What a column is; null = it is left out. */
export type ColumnUse = 'file' | 'path' | 'account' | SaidField | `terms:${string}` | null;

export type CellProblem =
  | 'status' // the site, or this account, has no such status
  | 'date' // no date, or a day and a month that could change places
  | 'date-zone' // the clock of the site is not known yet, and the date does not say how far it is from UTC
  | 'date-missing' // it is to be scheduled, and no date says when
  | 'date-column' // the same, and there is no column for dates
  | 'date-over' // it is to be scheduled for a time that is over
  | 'openness'
  | 'too-long';

export type RowTrouble =
  | { readonly kind: 'no-file' }
  | { readonly kind: 'unknown'; readonly file: string }
  | { readonly kind: 'several'; readonly file: string; readonly clips: readonly NamedClip[] }
  | { readonly kind: 'twice'; readonly line: number }
  | { readonly kind: 'no-account' } // its account is not in Clipferry any more
  | {
      readonly kind: 'cell';
      readonly column: number;
      readonly field: SaidField;
      readonly problem: CellProblem;
      readonly text: string;
    };

/** A word that is no term of the site, or several: somebody has to say what is meant. */
export interface TermTrouble {
  readonly accountId: string;
  readonly taxonomy: FormTaxonomy;
  readonly name: string;
  readonly terms: readonly Term[];
  readonly rows: number;
}

export interface PlannedRow {
  readonly line: number;
  /** As the row calls it. */
  readonly file: string;
  readonly clip: NamedClip | null;
  readonly change: OwnChange;
  /** Names of the terms that it gets, by taxonomy. */
  readonly termNames: Readonly<Record<string, readonly string[]>>;
  readonly troubles: readonly RowTrouble[];
  /** A word for a term in it is still to be settled. */
  readonly isOpen: boolean;
}

export interface DetailsPlan {
  readonly rows: readonly PlannedRow[];
  /** Those that change something, and of which nothing is to be mended. */
  readonly ready: readonly PlannedRow[];
  readonly terms: readonly TermTrouble[];
  /** Rows that change nothing: blank ones, and those that say what their clips have already. */
  readonly unchanged: number;
  /** Terms are still being looked up on a site. */
  readonly isAsking: boolean;
}

export interface PlanInput {
  /** Without headings. */
  readonly rows: readonly TableRow[];
  readonly uses: readonly ColumnUse[];
  readonly clipsOf: (file: string) => readonly NamedClip[];
  /** By line, where a name is that of several. */
  readonly chosen: ReadonlyMap<number, string>;
  /** By line and column, what somebody wrote in place of what stood there. */
  readonly mended: ReadonlyMap<string, string>;
  readonly shapeOf: (accountId: string) => FormShape | null;
  /** Whether its account is still there. */
  readonly hasAccount: (accountId: string) => boolean;
  /** What the taxonomies of the columns are called, by `restBase`. */
  readonly taxonomyNames: ReadonlyMap<string, string>;
  /** Null = the site is being asked. */
  readonly termsOf: (accountId: string, restBase: string, name: string) => readonly Term[] | null;
  /** What somebody settled for a word, see `termKey`; null = it is left out. */
  readonly settled: ReadonlyMap<string, Term | null>;
  readonly statusWords: (statuses: readonly string[]) => ReadonlyMap<string, string>;
  readonly now: number;
}

export const cellKey = (line: number, column: number): string => `${line} ${column}`;
export const termKey = (accountId: string, restBase: string, name: string): string =>
  JSON.stringify([accountId, restBase, name.toLowerCase()]);

function meaningOf(heading: string, taxonomies: readonly FormTaxonomy[]): ColumnUse {
  const word = heading.trim();
  const taxonomy = taxonomyNamed(word, taxonomies);
  return taxonomy === null ? thingNamed(word) : `terms:${taxonomy.restBase}`;
}

/** A row that names a file is none of headings, whatever else stands in it. */
export function looksLikeHeadings(first: TableRow | undefined): boolean {
  const cells = first?.cells ?? [];
  return (
    cells.some((cell) => meaningOf(cell, []) !== null) && !cells.some((cell) => /\.[a-z0-9]{2,4}$/i.test(cell.trim()))
  );
}

/** What each column is at first: by its heading, each use once; without one the first is files and the second titles. */
export function tableUses(
  rows: readonly TableRow[],
  hasHeading: boolean,
  taxonomies: readonly FormTaxonomy[],
): readonly ColumnUse[] {
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const used = new Set<ColumnUse>();
  return Array.from({ length: columns }, (_, at) => {
    const byPlace = (['file', 'title', 'description'] as const)[at] ?? null;
    const use = hasHeading ? meaningOf(rows[0]?.cells[at] ?? '', taxonomies) : byPlace;
    if (use === null || used.has(use)) return null;
    used.add(use);
    return use;
  });
}

/** What a row says that its file is: by its path, which tells files of one name apart, and by its name. */
export function filesOf(row: TableRow, uses: readonly ColumnUse[]): readonly string[] {
  return [cellOf(row, uses, 'path'), cellOf(row, uses, 'file')].filter((file) => file !== '');
}

/** The taxonomy that a column is on a site: its own, or the one that is called the same there; null = it is none there. */
export function taxonomyOfColumn(
  use: ColumnUse,
  { taxonomies }: FormShape,
  names: ReadonlyMap<string, string>,
): string | null {
  if (!use?.startsWith('terms:')) return null;
  const restBase = use.slice('terms:'.length);
  if (taxonomies.some((one) => one.restBase === restBase)) return restBase;
  const name = names.get(restBase)?.toLowerCase();
  return taxonomies.find((one) => one.name.toLowerCase() === name)?.restBase ?? null;
}

interface Whose {
  readonly file: string;
  readonly clip: NamedClip | null;
  readonly trouble: RowTrouble | null;
}

const cellOf = ({ cells }: TableRow, uses: readonly ColumnUse[], use: ColumnUse): string =>
  uses.includes(use) ? (cells[uses.indexOf(use)] ?? '').trim() : '';

/** Those of a name that go to the account that the row names, where it names one of theirs. */
function narrowed(clips: readonly NamedClip[], account: string): readonly NamedClip[] {
  const those = clips.filter((clip) => clip.account.toLowerCase() === account.toLowerCase());
  return those.length > 0 ? those : clips;
}

/** So many rows are looked at between two moments at which others may have their turn: about a millisecond. */
export const rowsAtOnce = 20;

/** Clips that rows name by their paths: no other row means them by a mere name. */
function* namedByPath({ clipsOf, rows, uses }: PlanInput): Generator<void, ReadonlySet<string>, void> {
  const named = new Set<string>();
  for (const [at, row] of uses.includes('path') ? rows.entries() : []) {
    if (at % rowsAtOnce === 0) yield;
    const path = cellOf(row, uses, 'path');
    if (path === '') continue;
    for (const { jobId } of narrowed(clipsOf(path), cellOf(row, uses, 'account'))) named.add(jobId);
  }
  return named;
}

function whoseRow(row: TableRow, { chosen, clipsOf, uses }: PlanInput, byPath: ReadonlySet<string>): Whose {
  const [path, name, account] = [cellOf(row, uses, 'path'), cellOf(row, uses, 'file'), cellOf(row, uses, 'account')];
  const file = name === '' ? path : name;
  if (file === '') return { file, clip: null, trouble: { kind: 'no-file' } };
  // A path of another computer says nothing here; the name may.
  const ofPath = path === '' ? [] : clipsOf(path);
  const ofName = ofPath.length > 0 || name === '' ? [] : clipsOf(name).filter(({ jobId }) => !byPath.has(jobId));
  const clips = narrowed(ofPath.length > 0 ? ofPath : ofName, account);
  const meant = clips.find(({ jobId }) => jobId === chosen.get(row.line));
  if (meant !== undefined) return { file, clip: meant, trouble: null };
  if (clips.length > 1) return { file, clip: null, trouble: { kind: 'several', file, clips } };
  return { file, clip: clips[0] ?? null, trouble: clips.length === 0 ? { kind: 'unknown', file } : null };
}

type Cell = { readonly value: string | number | boolean } | { readonly problem: CellProblem };

function cellValue(field: SaidField, text: string, clip: NamedClip, shape: FormShape, input: PlanInput): Cell {
  const orProblem = (found: string | number | boolean | null, problem: CellProblem): Cell =>
    found === null ? { problem } : { value: found };
  // What it has already it may keep, also where this account could not choose it.
  if (field === 'status' && text.trim().toLowerCase() === clip.values.status) return { value: clip.values.status };
  if (field === 'status') return orProblem(statusIn(text, input.statusWords(shape.statuses)), 'status');
  if (field === 'publishAt' && shape.learnedAt === null && !saysZone(text)) return { problem: 'date-zone' };
  if (field === 'publishAt') return orProblem(momentIn(text, shape.zone), 'date');
  if (field === 'commentsOpen') return orProblem(opennessIn(text), 'openness');
  const value = field === 'title' || field === 'slug' ? inOneLine(text) : text.trim();
  return value.length > (fields[field].mostCharacters ?? Number.POSITIVE_INFINITY)
    ? { problem: 'too-long' }
    : { value };
}

/** Whether a row that schedules its clip says for when. */
function scheduleProblem(change: OwnChange, { isOnSite, values: had }: NamedClip, now: number): CellProblem | null {
  if (change.status === undefined && change.publishAt === undefined) return null;
  const status = change.status ?? had.status;
  // On the site it may be scheduled by somebody else: a date that is over would make it public.
  const mayBeScheduled = status === 'future' || (status === null && isOnSite);
  if (!mayBeScheduled) return null;
  const at = change.publishAt ?? had.publishAt;
  if (at === null) return 'date-missing';
  return at <= now ? 'date-over' : null;
}

interface Terms {
  readonly ids: readonly number[];
  readonly names: readonly string[];
  /** Words that are still to be settled, with what the site has of that name; null = it is being asked. */
  readonly open: readonly { readonly name: string; readonly terms: readonly Term[] | null }[];
}

function termsIn(text: string, accountId: string, restBase: string, { settled, termsOf }: PlanInput): Terms {
  const ids: number[] = [];
  const names: string[] = [];
  const open: { name: string; terms: readonly Term[] | null }[] = [];
  for (const name of namesIn(text)) {
    const decided = settled.get(termKey(accountId, restBase, name));
    if (decided === null) continue;
    const terms = decided === undefined ? termsOf(accountId, restBase, name) : [decided];
    const [term] = terms ?? [];
    if (term === undefined || terms?.length !== 1) open.push({ name, terms });
    else if (!ids.includes(term.id)) {
      ids.push(term.id);
      names.push(term.name);
    }
  }
  return { ids, names, open };
}

interface OpenTerm {
  readonly restBase: string;
  readonly name: string;
  /** Null = the site is being asked. */
  readonly terms: readonly Term[] | null;
}

interface Found {
  readonly row: PlannedRow;
  readonly open: readonly OpenTerm[];
}

type Cells = readonly { readonly column: number; readonly use: ColumnUse; readonly text: string }[];

/** What a row says, as far as somebody wrote something; what was mended goes before what stood there. */
function cellsIn({ cells, line }: TableRow, { mended, uses }: PlanInput): Cells {
  return uses.flatMap((use, column) => {
    const text = mended.get(cellKey(line, column)) ?? cells[column] ?? '';
    return text.trim() === '' ? [] : [{ column, use, text }];
  });
}

function fieldsIn(cells: Cells, clip: NamedClip, shape: FormShape, input: PlanInput) {
  const change: Partial<Record<SaidField, string | number | boolean>> = {};
  const troubles: RowTrouble[] = [];
  for (const { column, use, text } of cells) {
    const field = saidFields.find((one) => one === use);
    // A site without the field has no place for it.
    if (field === undefined || !shape.fields.includes(field)) continue;
    const cell = cellValue(field, text, clip, shape, input);
    const before = clip.values[field] ?? undefined;
    if ('problem' in cell) troubles.push({ kind: 'cell', column, field, problem: cell.problem, text });
    // An address that a site would only find like enough is another one here.
    else if (field === 'slug' ? cell.value !== before : !sameValue(field, cell.value, before))
      change[field] = cell.value;
  }
  return { change: change as OwnChange, troubles };
}

function allTermsIn(cells: Cells, { accountId, values }: NamedClip, shape: FormShape, input: PlanInput) {
  const terms: Record<string, readonly number[]> = {};
  const termNames: Record<string, readonly string[]> = {};
  const open: OpenTerm[] = [];
  for (const { column, text } of cells) {
    const restBase = taxonomyOfColumn(input.uses[column] ?? null, shape, input.taxonomyNames);
    if (restBase === null) continue;
    const found = termsIn(text, accountId, restBase, input);
    open.push(...found.open.map((one) => ({ restBase, ...one })));
    if (found.ids.length === 0 || sameValue(termsField(restBase), found.ids, values.terms[restBase])) continue;
    terms[restBase] = found.ids;
    termNames[restBase] = found.names;
  }
  return { terms, termNames, open };
}

function planRow(row: TableRow, input: PlanInput, { file, clip, trouble }: Whose): Found {
  const nothing = { line: row.line, file, clip, change: {}, termNames: {}, isOpen: false };
  const shape = clip && input.shapeOf(clip.accountId);
  if (clip !== null && !input.hasAccount(clip.accountId))
    return { row: { ...nothing, troubles: [{ kind: 'no-account' }] }, open: [] };
  if (clip === null || !shape) return { row: { ...nothing, troubles: trouble ? [trouble] : [] }, open: [] };
  const cells = cellsIn(row, input);
  const { change, troubles } = fieldsIn(cells, clip, shape, input);
  const { terms, termNames, open } = allTermsIn(cells, clip, shape, input);
  const when = troubles.length > 0 ? null : scheduleProblem(change, clip, input.now);
  if (when !== null) {
    const hasDates = input.uses.includes('publishAt');
    const field = hasDates ? 'publishAt' : 'status';
    const column = input.uses.indexOf(field);
    troubles.push({
      ...{ kind: 'cell', column, field, problem: when === 'date-missing' && !hasDates ? 'date-column' : when },
      text: cells.find((cell) => cell.column === column)?.text ?? '',
    });
  }
  const all: OwnChange = Object.keys(terms).length > 0 ? { ...change, terms } : change;
  return { row: { ...nothing, change: all, termNames, troubles, isOpen: open.length > 0 }, open };
}

/** What is planned step by step, so that a long table does not hold up whoever plans it. */
export type PlanSteps = Generator<void, DetailsPlan, void>;

export function* planSteps(input: PlanInput): PlanSteps {
  const lineOf = new Map<string, number>();
  const termTroubles = new Map<string, TermTrouble>();
  let isAsking = false;
  const byPath = yield* namedByPath(input);
  const plan = (row: TableRow): PlannedRow => {
    const whose = whoseRow(row, input, byPath);
    const before = whose.clip === null ? undefined : lineOf.get(whose.clip.jobId);
    const found = planRow(row, input, whose);
    if (before !== undefined)
      return { ...found.row, change: {}, isOpen: false, troubles: [{ kind: 'twice', line: before }] };
    if (whose.clip !== null) lineOf.set(whose.clip.jobId, row.line);
    const { clip } = whose;
    for (const { restBase, name, terms } of found.open) {
      if (terms === null) isAsking = true;
      const taxonomy = clip && input.shapeOf(clip.accountId)?.taxonomies.find((one) => one.restBase === restBase);
      if (terms === null || !clip || !taxonomy) continue;
      const key = termKey(clip.accountId, restBase, name);
      const known = termTroubles.get(key) ?? { accountId: clip.accountId, taxonomy, name, terms, rows: 0 };
      termTroubles.set(key, { ...known, rows: known.rows + 1 });
    }
    return found.row;
  };
  const rows: PlannedRow[] = [];
  for (const row of input.rows) {
    if (rows.length % rowsAtOnce === 0) yield;
    rows.push(plan(row));
  }
  const fine = rows.filter(({ clip, isOpen, troubles }) => clip !== null && !isOpen && troubles.length === 0);
  const ready = fine.filter(({ change }) => Object.keys(change).length > 0);
  return { rows, ready, terms: [...termTroubles.values()], unchanged: fine.length - ready.length, isAsking };
}
