// What taking an act back, or doing it again, is to one clip: the event, and what the log keeps of it from then on. Pure.
import type { ActKind, ActWay } from '../../../preload/contract.ts';
import type { Clip, Job, JobState, WallMs } from '../../model.ts';
import type { JobEvent } from '../../queue/job/job-event.ts';
import { recordOf, resumePoint } from '../../states.ts';
import { extensionOf, sentFileName } from '../../transfer/file-name.ts';
import { type FieldActs, redone, undone, withoutEmptyTerms } from './text-parts.ts';

/** Acts of which every clip is taken back by an event of its own. */
export type JobActKind = Extract<ActKind, 'text' | 'remove' | 'cancel'>;

export interface JobTakenBack {
  /** Null = it stays as it is. */
  readonly event: JobEvent | null;
  /** Something of it was changed otherwise since, and stays. */
  readonly isKept: boolean;
}

const stays: JobTakenBack = { event: null, isKept: true };

/** Nothing of it has reached its site by now: not even its name. */
function isUnsent({ state }: Job): boolean {
  return resumePoint(state).from === 'send' && !recordOf(state).runs;
}

/** What its site makes of a clip that has no title. */
function plainTitle({ name, facts }: Clip): string {
  const sent = sentFileName(name, null, facts.format);
  const extension = extensionOf(sent);
  return extension === '' ? sent : sent.slice(0, -(extension.length + 1));
}

/** The text of a clip; `acts` = what is kept of it from now on. */
export function textTakenBack(
  job: Job,
  given: FieldActs,
  way: ActWay,
  now: WallMs,
): JobTakenBack & { readonly acts: FieldActs } {
  if (job.removed) return { ...stays, acts: given };
  // Terms that all of them had already: nothing of that was sent, and nothing is in the draft any more.
  const isThere = job.state.kind === 'done' && job.appliedRevision === job.draftRevision;
  const acts = isThere ? withoutEmptyTerms(job.draft, given) : given;
  const after = way === 'undo' ? undone('clip', job.draft, acts, now) : redone('clip', job.draft, acts);
  const isKept = after.kept.length > 0;
  if (after.fields.length === 0) return { event: null, isKept, acts: given };
  // The site has made the title out of the name under which the clip came.
  const isNamed = way === 'undo' && after.fields.includes('title') && after.draft.title === null && !isUnsent(job);
  const draft = isNamed ? { ...after.draft, title: plainTitle(job.clip) } : after.draft;
  const title = isNamed && after.acts.title ? { title: { ...after.acts.title, back: { value: draft.title } } } : {};
  // What was not sent from here, such as a time that a site has made, is compared with nothing.
  const unknown = after.fields.filter((field) => acts[field]?.sent === undefined && acts[field]?.there !== undefined);
  const values = Object.fromEntries(
    Object.entries(job.seen.values).filter(([field]) => !(unknown as readonly string[]).includes(field)),
  );
  const seen = unknown.length === 0 ? null : { ...job.seen, values };
  return { event: { kind: 'edited', draft, seen }, isKept, acts: { ...given, ...after.acts, ...title } };
}

/** A clip that was cancelled or taken off the list. `was` = its state before that. */
export function stateTakenBack(
  job: Job,
  kind: 'remove' | 'cancel',
  was: JobState,
  way: ActWay,
  now: WallMs,
): JobTakenBack {
  const isAsLeft = kind === 'remove' ? job.removed : !job.removed && job.state.kind === 'cancelled';
  if (way === 'undo') return isAsLeft ? { event: { kind: 'put-back', was, now }, isKept: false } : stays;
  const isOver = job.removed || (kind === 'cancel' && recordOf(job.state).group === 'done');
  return isOver ? stays : { event: { kind: kind === 'remove' ? 'removed' : 'cancel' }, isKept: false };
}
