// What was typed, as parts that can be put back one by one: pure rules for what a field was, what it became, and what it is to be again.
import { changedTerms, fieldIds, fields, isPlain, taxonomyOf, termsField } from '../../fields.ts';
import type { Draft, FieldName, FieldValue, FieldValues, LeavingText, TermChange, WallMs } from '../../model.ts';

/** What a draft says of one field: of a plain one its value (null = not touched), of a taxonomy its whole set, or what is put on and taken off. */
export type Part =
  | { readonly value: FieldValue | null }
  | { readonly whole: readonly number[] | null; readonly change: TermChange | null };

/** What an act did to one field of one clip or video. */
export interface FieldAct {
  readonly before: Part;
  readonly after: Part;
  /** What its video had there, and what it was to have, when the text left for the site; missing = it has not. */
  readonly there?: FieldValue;
  readonly sent?: FieldValue;
  /** What the site showed of it when it was typed, and it has not left. */
  readonly seen?: FieldValue;
  /** What the field became when the act was taken back; missing = it was not. */
  readonly back?: Part;
}

export type FieldActs = Readonly<Partial<Record<FieldName, FieldAct>>>;

const isSame = (one: Part, other: Part): boolean => JSON.stringify(one) === JSON.stringify(other);

function partOf(draft: Draft, field: FieldName): Part {
  if (isPlain(field)) return { value: draft[field] };
  const restBase = taxonomyOf(field) ?? '';
  return { whole: draft.terms?.[restBase] ?? null, change: draft.termChanges?.[restBase] ?? null };
}

function withPart(draft: Draft, field: FieldName, part: Part): Draft {
  if ('value' in part) return { ...draft, [field]: part.value };
  const restBase = taxonomyOf(field) ?? '';
  const { [restBase]: _whole, ...terms } = draft.terms ?? {};
  const { [restBase]: _change, ...termChanges } = draft.termChanges ?? {};
  const allTerms = part.whole === null ? terms : { ...terms, [restBase]: part.whole };
  const allChanges = part.change === null ? termChanges : { ...termChanges, [restBase]: part.change };
  return {
    ...draft,
    terms: Object.keys(allTerms).length > 0 ? allTerms : null,
    termChanges: Object.keys(allChanges).length > 0 ? allChanges : null,
  };
}

function namesIn({ terms, termChanges }: Draft): FieldName[] {
  return [...Object.keys(terms ?? {}), ...Object.keys(termChanges ?? {})].map(termsField);
}

/** What differs between two drafts of one clip or video. */
export function fieldActs(before: Draft, after: Draft): FieldActs {
  const names: readonly FieldName[] = [...fieldIds, ...new Set([...namesIn(before), ...namesIn(after)])];
  const acts: Partial<Record<FieldName, FieldAct>> = {};
  for (const field of names) {
    const parts = { before: partOf(before, field), after: partOf(after, field) };
    if (!isSame(parts.before, parts.after)) acts[field] = parts;
  }
  return acts;
}

/** Both acts as one: what the first found, and what the second left. */
export function bothActs(first: FieldActs, second: FieldActs): FieldActs {
  const acts: Partial<Record<FieldName, FieldAct>> = { ...first };
  for (const field of actedFields(second)) {
    const [one, other] = [first[field], second[field]];
    if (other !== undefined) acts[field] = one === undefined ? other : { ...other, ...one, after: other.after };
  }
  return acts;
}

export function actedFields(acts: FieldActs): FieldName[] {
  return Object.keys(acts) as FieldName[];
}

/** Whether that is what the act made of the field: so it leaves once what was typed after it is taken back. */
function isOwn({ after, there }: FieldAct, leaves: FieldValue): boolean {
  const own =
    'value' in after
      ? after.value
      : (after.whole ?? (after.change && Array.isArray(there) ? changedTerms(there, after.change) : null));
  return JSON.stringify(own) === JSON.stringify(leaves);
}

/**
 * The act with what leaves now; null = nothing of it is new. What the video had before an earlier leaving stays: the act began from that.
 * `later` = fields that an act after this one changed again: what leaves of them is that one's, unless it is what this one made of them.
 */
export function withLeaving(
  acts: FieldActs,
  { values, sent }: LeavingText,
  later: ReadonlySet<FieldName>,
): FieldActs | null {
  const after: Partial<Record<FieldName, FieldAct>> = { ...acts };
  let isNew = false;
  for (const field of actedFields(acts)) {
    const act = acts[field];
    const [there, leaves] = [values[field], sent[field]];
    if (act === undefined || leaves === undefined || act.back !== undefined) continue;
    const isOthers = later.has(field) && !isOwn(act, leaves);
    const isKnown = act.sent !== undefined && (isOthers || JSON.stringify(act.sent) === JSON.stringify(leaves));
    if (isKnown) continue;
    isNew = true;
    after[field] = { ...act, sent: leaves, ...(act.there === undefined && there !== undefined ? { there } : {}) };
  }
  // What was to become public later, and is so now, has lost its time: nobody typed that.
  const { publishAt } = values;
  if (isNew && after.status?.there === 'future' && publishAt !== undefined && acts.publishAt === undefined)
    after.publishAt = { before: { value: null }, after: { value: null }, there: publishAt };
  return isNew ? after : null;
}

function isUntouched(part: Part): boolean {
  return 'value' in part ? part.value === null : part.whole === null && part.change === null;
}

/**
 * What is typed for a clip stays in its draft for good but for terms that were put on or taken off; of a 'video' on a site all of it is gone
 * once the site has it.
 */
export type DraftOf = 'clip' | 'video';

/** Whether the draft still says of the field what the act made of it, or is over it because the site has it. */
function isAsLeft(of: DraftOf, now: Part, { after, sent }: FieldAct): boolean {
  if (isSame(now, after)) return true;
  // The whole set that it came to: something later was taken back to it.
  if ('whole' in now && now.change === null && JSON.stringify(now.whole) === JSON.stringify(sent)) return true;
  return isUntouched(now) && sent !== undefined && (of === 'video' || 'change' in after);
}

/** What the field was before the act: as it was typed then, else as its video had it. */
function formerPart({ before, there }: FieldAct): Part {
  if ('value' in before) return before.value === null && there !== undefined ? { value: there } : before;
  if (before.whole !== null || !Array.isArray(there)) return before;
  const ids = there as readonly number[];
  return { whole: before.change === null ? ids : changedTerms(ids, before.change), change: null };
}

export interface TakenBackDraft {
  readonly draft: Draft;
  readonly acts: FieldActs;
  /** What was put back. */
  readonly fields: readonly FieldName[];
  /** What was changed otherwise since, and stays. */
  readonly kept: readonly FieldName[];
}

/**
 * Who may see a video is said by several fields together: where one of them was changed since, the others stay too, so that no video is
 * shown to anybody by half of a choice.
 */
function withoutHalves(field: FieldName, stays: ReadonlySet<FieldName>): boolean {
  const decides = (name: FieldName): boolean => isPlain(name) && fields[name].decidesWhoSees;
  return stays.has(field) || (decides(field) && [...stays].some(decides));
}

/** It was on the site before, and nobody knows how: what is there now stays. */
function isLost({ before, there, sent }: FieldAct): boolean {
  return isUntouched(before) && sent !== undefined && there === undefined;
}

/** A time that is over by now would make a video public at once, unless it was public then. */
function isOverdue(field: FieldName, { now }: { readonly now: Part }, acts: FieldActs, at: WallMs): boolean {
  if (field !== 'publishAt' || !('value' in now) || typeof now.value !== 'number' || now.value > at) return false;
  const status = acts.status && formerPart(acts.status);
  return status === undefined || !('value' in status) || status.value === 'future' || status.value === null;
}

function putBack(
  draft: Draft,
  acts: FieldActs,
  isAsKnown: (field: FieldName, act: FieldAct) => boolean,
  to: (act: FieldAct) => FieldAct & { readonly now: Part },
): TakenBackDraft {
  const stays = new Set(
    actedFields(acts).filter((field) => {
      const act = acts[field];
      return act === undefined || !isAsKnown(field, act);
    }),
  );
  let after = draft;
  const all: Partial<Record<FieldName, FieldAct>> = { ...acts };
  const done: FieldName[] = [];
  const kept: FieldName[] = [];
  for (const field of actedFields(acts)) {
    const act = acts[field];
    if (act === undefined || withoutHalves(field, stays)) {
      kept.push(field);
      continue;
    }
    const { now, ...rest } = to(act);
    after = withPart(after, field, now);
    all[field] = rest;
    done.push(field);
  }
  return { draft: after, acts: all, fields: done, kept };
}

/** The draft without the act; what was taken back of it already stays as it is. `at` = now. */
export function undone(of: DraftOf, draft: Draft, given: FieldActs, at: WallMs): TakenBackDraft {
  const acts = Object.fromEntries(Object.entries(given).filter(([, act]) => act?.back === undefined)) as FieldActs;
  const after = putBack(
    draft,
    acts,
    (field, act) =>
      isAsLeft(of, partOf(draft, field), act) && !isLost(act) && !isOverdue(field, { now: formerPart(act) }, acts, at),
    (act) => {
      const now = formerPart(act);
      return { ...act, back: now, now };
    },
  );
  return { ...after, acts: { ...given, ...after.acts } };
}

/** The draft with the act once more, where it was taken back. */
export function redone(of: DraftOf, draft: Draft, acts: FieldActs): TakenBackDraft {
  return putBack(
    draft,
    acts,
    (field, { back }) => {
      const now = partOf(draft, field);
      return back !== undefined && (isSame(now, back) || (of === 'video' && isUntouched(now)));
    },
    ({ back: _, ...act }) => ({ ...act, now: act.after }),
  );
}

/** What a video has in these fields, as far as the site has what the act made of them, or what it was when it was taken back. */
export function thereAfter(acts: FieldActs, names: readonly FieldName[]): FieldValues {
  const values: Partial<Record<FieldName, FieldValue>> = {};
  for (const field of names) {
    const act = acts[field];
    const back = act?.back && ('value' in act.back ? act.back.value : act.back.whole);
    // Nothing has left: it is what was seen there.
    const value = back ?? act?.sent ?? act?.seen;
    if (value !== undefined) values[field] = value;
  }
  return values;
}

/** The part of an act that says something of a clip or video: where nothing has left for the site, and nothing waits to, it was dropped or is the same there. */
export function tellingOf(draft: Draft, acts: FieldActs): FieldActs {
  const isOver = ([field, act]: [string, FieldAct | undefined]): boolean =>
    act?.sent === undefined &&
    act?.there === undefined &&
    act?.back === undefined &&
    isUntouched(partOf(draft, field as FieldName));
  return Object.fromEntries(Object.entries(acts).filter((one) => !isOver(one)));
}

/** The act without terms that were to be put on or taken off, and of which nothing had to be sent. */
export function withoutEmptyTerms(draft: Draft, acts: FieldActs): FieldActs {
  const isEmpty = ([field, act]: [string, FieldAct | undefined]): boolean =>
    act !== undefined &&
    'change' in act.after &&
    act.sent === undefined &&
    isUntouched(partOf(draft, field as FieldName));
  return Object.fromEntries(Object.entries(acts).filter((one) => !isEmpty(one)));
}
