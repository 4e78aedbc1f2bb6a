// What a clip gets by the file beside it: over what its preset gave it, and under what a person typed. Pure.
import type { SidecarProblem, SidecarTermState, SidecarTrouble } from '../../../preload/contract.ts';
import {
  isTermsWord,
  momentIn,
  opennessIn,
  type SaidField,
  saidFields,
  sameValue,
  saysZone,
  statusIn,
  taxonomyNamed,
  termsField,
} from '../../fields.ts';
import type { Draft, FieldValue, FormShape } from '../../model.ts';
import { longestTerm, type SidecarSaid } from './sidecar-text.ts';

/** A name of a term, and what it is on the site. */
export interface NamedTerm {
  /** What the file calls its taxonomy. */
  readonly key: string;
  /** Null = the site's form is not known yet, or has no such taxonomy. */
  readonly restBase: string | null;
  readonly name: string;
  readonly state: SidecarTermState | 'known';
  /** With 'known'. */
  readonly id: number | null;
}

/** Whether the site may still say more of the name. */
export function isWaiting(state: NamedTerm['state']): boolean {
  return state === 'asking' || state === 'making';
}

/** What of a draft is there by the file, and not by anybody's typing. */
export interface SidecarPut {
  readonly fields: Readonly<Partial<Record<SaidField, string | number | boolean>>>;
  /** Ids by taxonomy. */
  readonly terms: Readonly<Record<string, readonly number[]>>;
}

export const nothingPut: SidecarPut = { fields: {}, terms: {} };

export interface SidecarInput {
  readonly said: SidecarSaid;
  /** What was not understood of the file whatever the site is. */
  readonly troubles: readonly SidecarTrouble[];
  /** The account's form, as far as it is known. */
  readonly shape: FormShape;
  /** What is known of names so far. */
  readonly names: readonly NamedTerm[];
  /** The draft as it is now. */
  readonly draft: Draft;
  /** The draft as its preset gave it. */
  readonly base: Draft;
  /** What the file gave it before. */
  readonly put: SidecarPut;
  /** Its visibility may be held back: the clip has not left, or was held back when it did. What has arrived is not hidden for its file's sake. */
  readonly mayHold: boolean;
  /** Names that the site does not have may be made there: the clip goes, or has gone. */
  readonly mayMake: boolean;
  readonly now: number;
}

export interface SidecarOutcome {
  readonly draft: Draft;
  readonly put: SidecarPut;
  readonly names: readonly NamedTerm[];
  readonly troubles: readonly SidecarTrouble[];
  /** The site has to be asked. */
  readonly asks: boolean;
}

/** Whether what stands in the field now is a person's: not what the preset gave, and not what the file did. */
export function isTypedField(field: SaidField, draft: Draft, base: Draft, put: SidecarPut): boolean {
  return !isSame(field, draft[field], put.fields[field] ?? base[field]);
}

/** The same of the terms of a taxonomy. */
export function isTypedTerms(restBase: string, draft: Draft, base: Draft, put: SidecarPut): boolean {
  const ours = put.terms[restBase] ?? base.terms?.[restBase];
  return draft.termChanges?.[restBase] !== undefined || !isSameTerms(restBase, draft.terms?.[restBase], ours);
}

const isSame = (field: SaidField, one: FieldValue | null, other: FieldValue | null): boolean =>
  sameValue(field, one ?? undefined, other ?? undefined);
const isSameTerms = (
  restBase: string,
  one: readonly number[] | undefined,
  other: readonly number[] | undefined,
): boolean => sameValue(termsField(restBase), one, other);

type Value = string | number | boolean;
type Values = Partial<Record<SaidField, Value>>;
type Read = { readonly value: Value } | { readonly problem: SidecarProblem };

function readAs(field: SaidField, text: string, shape: FormShape): Read {
  const or = (value: Value | null, problem: SidecarProblem): Read => (value === null ? { problem } : { value });
  switch (field) {
    case 'status':
      return or(statusIn(text, new Map(shape.statuses.map((status) => [status, status]))), 'status');
    case 'publishAt':
      if (shape.learnedAt === null && !saysZone(text)) return { problem: 'date-zone' };
      return or(momentIn(text, shape.zone), 'date');
    case 'commentsOpen':
      return or(opennessIn(text), 'openness');
    default:
      return { value: text };
  }
}

/** The first of them that the account may choose: only who has a right to sees it. */
const hidden = ['draft', 'private', 'pending'] as const;

/**
 * What a clip is instead where the file's words about who sees it, and from when, are not understood, and its preset would make it public;
 * null = it would not. Nothing becomes public earlier than the file wants it.
 */
function heldAs({ base, shape, mayHold }: SidecarInput): (typeof hidden)[number] | null {
  const wouldBePublic = base.status === 'publish' || base.status === 'future';
  return mayHold && wouldBePublic ? (hidden.find((status) => shape.statuses.includes(status)) ?? null) : null;
}

/** Nothing becomes public earlier than the file wants it: without the date that it names, visibility stays as it is. */
function visibilityProblem(values: Values, hasOpenDate: boolean, now: number): SidecarProblem | null {
  const { status, publishAt } = values;
  if (hasOpenDate && (status === 'publish' || status === 'future')) return 'held-back';
  if (status !== 'future') return null;
  if (publishAt === undefined) return 'date-missing';
  return Number(publishAt) <= now ? 'date-over' : null;
}

function valuesIn(input: SidecarInput): {
  readonly values: Values;
  readonly troubles: readonly SidecarTrouble[];
} {
  const { said, shape, now } = input;
  const values: Values = {};
  const troubles: SidecarTrouble[] = [];
  for (const field of saidFields) {
    const text = said.fields[field];
    // A site without the field has no place for it.
    if (text === undefined || !shape.fields.includes(field)) continue;
    const read = readAs(field, text, shape);
    if ('problem' in read) troubles.push({ problem: read.problem, field, text });
    else values[field] = read.value;
  }
  const hasOpenDate = [...input.troubles, ...troubles].some(({ field }) => field === 'publishAt');
  const problem = visibilityProblem(values, hasOpenDate, now);
  if (problem !== null) {
    const isDate = problem === 'date-over';
    troubles.push({
      problem,
      field: isDate ? 'publishAt' : 'status',
      text: said.fields[isDate ? 'publishAt' : 'status'] ?? '',
    });
    delete values.status;
    if (isDate) delete values.publishAt;
  }
  const isOpen = [...input.troubles, ...troubles].some(({ field }) => field === 'status' || field === 'publishAt');
  const held = isOpen && values.status === undefined ? heldAs(input) : null;
  if (held === null) return { values, troubles };
  const others = troubles.filter((one) => one.problem !== 'held-back');
  return {
    values: { ...values, status: held },
    troubles: [...others, { problem: 'held-hidden', field: 'status', text: held }],
  };
}

/** Who may see it, and from when, is one choice: typed in part it is typed. */
const visibility: readonly SaidField[] = ['status', 'publishAt'];

function fieldsAfter(input: SidecarInput, values: Values): { readonly draft: Draft; readonly fields: Values } {
  const { draft, base, put } = input;
  const isTyped = (field: SaidField): boolean =>
    (visibility.includes(field) ? visibility : [field]).some((one) => isTypedField(one, draft, base, put));
  const fields: Values = {};
  const after: Record<string, unknown> = { ...draft };
  for (const field of saidFields) {
    if (isTyped(field)) {
      // What the file put there stays known: a person may choose what the preset has.
      if (put.fields[field] !== undefined) fields[field] = put.fields[field];
      continue;
    }
    const value = values[field];
    // What the file does not say any more is as the preset has it.
    after[field] = value ?? base[field];
    if (value !== undefined) fields[field] = value;
  }
  return { draft: after as unknown as Draft, fields };
}

/** The names that the file has, with what is known of each; a key that is no taxonomy of the site is left out. */
function namesAfter({ said, shape, names }: SidecarInput): readonly NamedTerm[] {
  return said.terms.flatMap(({ key, names: wanted }): NamedTerm[] => {
    const restBase = taxonomyNamed(key, shape.taxonomies)?.restBase ?? null;
    if (restBase === null && shape.learnedAt !== null && !isTermsWord(key)) return [];
    return wanted.map((name) => {
      const known = names.find((one) => one.key === key && one.name === name && one.restBase === restBase);
      if (known !== undefined && restBase !== null) return known;
      return { key, restBase, name, state: firstState(name, restBase, shape), id: null };
    });
  });
}

function firstState(name: string, restBase: string | null, { learnedAt }: FormShape): SidecarTermState {
  if (name.length > longestTerm) return 'too-long';
  return restBase === null && learnedAt !== null ? 'no-taxonomy' : 'asking';
}

function termsAfter(draft: Draft, { base, put }: SidecarInput, names: readonly NamedTerm[]) {
  const ids = new Map<string, number[]>();
  for (const { restBase, id } of names) {
    if (restBase === null || id === null) continue;
    const known = ids.get(restBase) ?? [];
    ids.set(restBase, known.includes(id) ? known : [...known, id]);
  }
  const terms: Record<string, readonly number[]> = {};
  const after: Record<string, readonly number[]> = { ...draft.terms };
  for (const restBase of new Set([...ids.keys(), ...Object.keys(put.terms)])) {
    if (isTypedTerms(restBase, draft, base, put)) continue;
    const now = ids.get(restBase) ?? base.terms?.[restBase];
    if (now === undefined) delete after[restBase];
    else after[restBase] = now;
    const given = ids.get(restBase);
    if (given !== undefined) terms[restBase] = given;
  }
  return { draft: { ...draft, terms: Object.keys(after).length > 0 ? after : null }, terms };
}

/** The draft with what the file says, in every field that nobody typed in. The same input gives the same, however often. */
export function withSidecar(input: SidecarInput): SidecarOutcome {
  const { values, troubles } = valuesIn(input);
  const plain = fieldsAfter(input, values);
  const names = namesAfter(input);
  const { draft, terms } = termsAfter(plain.draft, input, names);
  const isUnlearned = input.shape.learnedAt === null;
  const asks =
    names.some(({ state }) => state === 'asking' || (state === 'making' && input.mayMake)) ||
    (isUnlearned && troubles.some(({ problem }) => problem === 'date-zone' || problem === 'status'));
  return { draft, put: { fields: plain.fields, terms }, names, troubles, asks };
}
