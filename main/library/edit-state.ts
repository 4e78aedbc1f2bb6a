// What happens to what was typed for a video on the site: pure rules for typing and the ends of an attempt.
import { fieldsOf, withoutFields } from '../fields.ts';
import {
  type Draft,
  type Edit,
  type EditState,
  emptyDraft,
  type FailureCause,
  type FieldName,
  type FieldValues,
  type Video,
  type WallMs,
} from '../model.ts';
import { nextTry } from '../retry.ts';
import { isSentAway } from '../states.ts';

/** Typing settles for this long before it is sent, so that a sentence is one request. */
const typingMs = 1_500;

const waiting: EditState = { kind: 'waiting', why: null, until: null };

/** What is typed for a video. */
export interface EditText {
  readonly videoId: number;
  readonly draft: Partial<Draft>;
  /** The video as it was shown when typing began; null = it was not shown. */
  readonly seen: Video | null;
  /** What was shown in single fields where the video was not. */
  readonly shown: FieldValues;
}

/** The edit after something more was typed; a standstill ends, because the user has answered it. */
export function typed(known: Edit | null, { videoId, draft, seen, shown }: EditText, now: WallMs): Edit {
  // What cannot be read any more is no beginning: it is as if nothing had been typed, and what is on the site counts as seen.
  const before = known?.state.kind === 'damaged' ? null : known;
  return {
    videoId,
    draft: { ...(before?.draft ?? emptyDraft), ...draft },
    // A conflict that was shown stays one until the user settles it; typing on is no answer to it.
    seen: before ? before.seen : seen,
    // Of a single field as of the whole video: what was seen there is what a change on the site is known by.
    left: before === null && fieldsOf(shown).length > 0 ? { values: shown, sent: {} } : before?.left,
    revision: (before?.revision ?? 0) + 1,
    failures: 0,
    state:
      before?.state.kind === 'changed-on-site' ? before.state : { kind: 'waiting', why: null, until: now + typingMs },
  };
}

/** What is typed for a video becomes another text at once: something is taken back. */
export interface EditInstead {
  readonly videoId: number;
  /** All that is typed for it from now on. */
  readonly draft: Draft;
  /** What the site has in the fields that change now, as far as it got there from here: anything else there is somebody's change. */
  readonly there: FieldValues;
}

/** The edit after that; null = nothing is left to do. */
export function instead(known: Edit | null, { videoId, draft, there }: EditInstead): Edit | null {
  if (known?.state.kind === 'damaged') return known;
  if (Object.values(draft).every((value) => value === null)) return null;
  const { values, sent } = known?.left ?? { values: {}, sent: {} };
  return {
    ...{ videoId, draft, failures: 0 },
    seen: known?.seen ?? null,
    left: { values: { ...there, ...values }, sent },
    revision: (known?.revision ?? 0) + 1,
    state: stillAsked(known, draft),
  };
}

/** A conflict about what is typed no more is none. */
function stillAsked(known: Edit | null, draft: Draft): EditState {
  if (known?.state.kind !== 'changed-on-site') return waiting;
  const { theirs } = known.state;
  const left = withoutFields(draft, fieldsOf(theirs));
  return JSON.stringify(left) === JSON.stringify(draft) ? waiting : known.state;
}

/** How one try went. */
export type EditTried =
  /** The site has everything up to `revision`; `video` is how it looks now. */
  | { readonly kind: 'applied'; readonly revision: number; readonly video: Video }
  | { readonly kind: 'conflict'; readonly theirs: FieldValues }
  | { readonly kind: 'ignored'; readonly fields: readonly string[] }
  | { readonly kind: 'refused'; readonly fields: readonly string[]; readonly said: string | null }
  | { readonly kind: 'gone' }
  /** Nothing was sent: something else was typed while the video was looked at. */
  | { readonly kind: 'typed-since' }
  | { readonly kind: 'failed'; readonly cause: FailureCause };

export type EditEvent =
  /** Typed fields are about to be sent: what the site has in them now, and what it is going to have. */
  | { readonly kind: 'leaves'; readonly values: FieldValues; readonly sent: FieldValues }
  /** `until`: when to try again should the result ask for it. */
  | { readonly kind: 'tried'; readonly result: EditTried; readonly until: WallMs }
  /** "Try now" for the whole site: the time that it asked for is over. */
  | { readonly kind: 'hurried' }
  /** The wall clock was put back, by `byMs` less than 0: its time moves with it (F-13). */
  | { readonly kind: 'clock-set'; readonly byMs: number }
  /** No reason explains a later time: the clock was ahead when it was written down (F-13). */
  | { readonly kind: 'due-capped'; readonly latest: WallMs }
  /** The user's answer to a standstill. */
  | { readonly kind: 'theirs' }
  /** The fields of a conflict that are to be as they were typed; the others stay as the site has them. */
  | { readonly kind: 'resolved'; readonly mine: readonly FieldName[] }
  | { readonly kind: 'retry' };

/** With another time at which it goes by itself, where it has one. */
function withUntil(edit: Edit, change: (until: WallMs) => WallMs): Edit {
  const { state } = edit;
  if (state.kind !== 'waiting' || state.until === null) return edit;
  const until = change(state.until);
  return until === state.until ? edit : { ...edit, state: { ...state, until } };
}

/** The edit after `event`; null = nothing is left to do. */
export function nextEdit(edit: Edit, event: EditEvent): Edit | null {
  // Nobody knows what it was to send: only the user ends it.
  if (edit.state.kind === 'damaged') return event.kind === 'theirs' ? null : edit;
  switch (event.kind) {
    case 'leaves': {
      const { values, sent } = edit.left ?? { values: {}, sent: {} };
      return { ...edit, left: { values: { ...values, ...event.values }, sent: { ...sent, ...event.sent } } };
    }
    case 'tried':
      return afterTry(edit, event.result, event.until);
    case 'hurried': {
      const { state } = edit;
      return state.kind === 'waiting' && isSentAway(state)
        ? { ...edit, failures: 0, state: { ...state, until: null } }
        : edit;
    }
    case 'clock-set':
      return withUntil(edit, (until) => until + event.byMs);
    case 'due-capped':
      return withUntil(edit, (until) => Math.min(until, event.latest));
    case 'theirs':
      return null;
    case 'resolved':
      return edit.state.kind === 'changed-on-site' ? resolvedEdit(edit, edit.state.theirs, event.mine) : edit;
    case 'retry':
      return { ...edit, failures: 0, state: waiting };
  }
}

function resolvedEdit(edit: Edit, theirs: FieldValues, mine: readonly FieldName[]): Edit | null {
  const draft = withoutFields(
    edit.draft,
    fieldsOf(theirs).filter((field) => !mine.includes(field)),
  );
  if (Object.values(draft).every((value) => value === null)) return null;
  const { values, sent } = edit.left ?? { values: {}, sent: {} };
  // From here on what the site has now counts as seen, so that "mine" may take its place; what changes there after it is a conflict anew.
  return { ...edit, draft, left: { values: { ...values, ...theirs }, sent }, failures: 0, state: waiting };
}

function afterTry(edit: Edit, result: EditTried, until: WallMs): Edit | null {
  switch (result.kind) {
    case 'applied':
      // What was typed meanwhile is compared with what the site has now.
      return edit.revision === result.revision
        ? null
        : { ...edit, seen: result.video, left: undefined, failures: 0, state: waiting };
    case 'conflict':
      return { ...edit, state: { kind: 'changed-on-site', theirs: result.theirs } };
    case 'ignored':
      return { ...edit, state: { kind: 'ignored', fields: result.fields } };
    case 'refused':
      return { ...edit, state: { kind: 'refused', said: result.said, fields: result.fields } };
    case 'typed-since':
      return edit;
    case 'gone':
      return { ...edit, state: { kind: 'gone' } };
    case 'failed':
      return afterFailure(edit, result.cause, until);
  }
}

/** The one policy for what failed, in the words of an edit. */
function afterFailure(edit: Edit, cause: FailureCause, until: WallMs): Edit {
  const next = nextTry(edit.failures, cause);
  switch (next.kind) {
    case 'held':
      return { ...edit, state: { kind: 'waiting', why: next.why, until: null } };
    case 'ask':
      return { ...edit, failures: 0, state: { kind: 'refused', said: next.detail } };
    case 'again':
      return { ...edit, failures: next.failures, state: { kind: 'waiting', why: next.why, until } };
  }
}

/** What was typed for a video and is not on its site yet. */
export function draftIn(edit: Edit | null): Draft {
  return edit === null || edit.state.kind === 'damaged' ? emptyDraft : edit.draft;
}
