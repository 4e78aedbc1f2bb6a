// What taking an act back, or doing it again, is to one clip: the event, and what the log keeps of it from then on. Pure.
import type { ActKind, ActWay } from '../../../preload/contract.ts';
import type { Job, JobState, WallMs } from '../../model.ts';
import type { JobEvent } from '../../queue/job/job-event.ts';
import { recordOf } from '../../states.ts';
import { type FieldActs, redone, undone } from './text-parts.ts';

/** Acts of which every clip is taken back by an event of its own. */
export type JobActKind = Extract<ActKind, 'text' | 'remove' | 'cancel'>;

export interface JobTakenBack {
  /** Null = it stays as it is. */
  readonly event: JobEvent | null;
  /** Something of it was changed otherwise since, and stays. */
  readonly isKept: boolean;
}

const stays: JobTakenBack = { event: null, isKept: true };

/** The text of a clip; `acts` = what is kept of it from now on. */
export function textTakenBack(job: Job, acts: FieldActs, way: ActWay): JobTakenBack & { readonly acts: FieldActs } {
  if (job.removed) return { ...stays, acts };
  const after = (way === 'undo' ? undone : redone)('clip', job.draft, acts);
  const isKept = after.kept.length > 0;
  if (after.fields.length === 0) return { event: null, isKept, acts };
  return { event: { kind: 'edited', draft: after.draft, seen: null }, isKept, acts: after.acts };
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
