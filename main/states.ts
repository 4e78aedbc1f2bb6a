// The states of a job as main has them: the records, what follows from what a state keeps, and their shape on the disk.
import { z } from 'zod';
import {
  byStateKind,
  type JobStateKind,
  type JobStates,
  type KeptKind,
  type KindsWith,
  recordOf,
} from '../preload/job-states.ts';
import type {
  EditState,
  FailureCause,
  JobState,
  NeedsYouReason,
  ResumePoint,
  StateParts,
  WaitReason,
  WallMs,
} from './model.ts';
import { oneOf, waitReason } from './untrusted/stored.ts';

export {
  type JobGroup,
  type JobStateKind,
  jobGroups,
  jobStateKinds,
  kindsThat,
  recordOf,
} from '../preload/job-states.ts';

/** A state of one of these kinds. */
export type StateOf<Kind extends JobStateKind> = Extract<JobState, { readonly kind: Kind }>;

/** States that only small requests are left in; the dispatcher has a step for each (queue/runner/dispatcher.ts). */
export type RequestKind = KindsWith<'ahead', 'requests'>;

/** Where the job stands, as a point to come back to. */
export function resumePoint(state: JobState): ResumePoint {
  if ('resume' in state) return state.resume;
  if ('videoId' in state && state.videoId !== null) return { from: 'describe', videoId: state.videoId };
  if ('attemptId' in state && 'since' in state) return { from: 'look', attemptId: state.attemptId, since: state.since };
  return { from: 'send' };
}

/** The job's video on its site; null = it is not known to be there. */
export function videoOf(state: JobState): number | null {
  const point = resumePoint(state);
  return point.from === 'describe' ? point.videoId : null;
}

/** Whether the site has the video, by the state alone: nobody has to be asked first. */
export function isOnSite(state: JobState): boolean {
  return recordOf(state).resume === 'describe';
}

/** Nothing of it has left, and nothing is about to: ready, waiting, held back by the user or waiting for the user. */
export function isUnsent(state: JobState): boolean {
  const { group } = recordOf(state);
  return (group === 'waiting' || group === 'ready' || group === 'needs-you') && resumePoint(state).from === 'send';
}

/** When the state goes on by itself; null = at once, or not by itself. */
export function dueAt(state: JobState): WallMs | null {
  const { due } = recordOf(state);
  if (due === 'nextLookAt' && 'nextLookAt' in state) return state.nextLookAt;
  return due === 'until' && 'until' in state ? state.until : null;
}

const sentAway: ReadonlySet<WaitReason> = new Set([
  ...(['site-busy', 'site-maintenance', 'web-page-answer', 'server-error', 'pieces-away'] as const),
]);

/** It waits because its site had no time for it, or no answer of its own: what comes of another try is for the site to say. */
export function isSentAway(state: JobState | EditState): boolean {
  return 'why' in state && state.why !== null && sentAway.has(state.why);
}

// What comes off the disk is unknown until it has this shape; a row that has not is parked, never dropped.
export const needsYouReason = oneOf<NeedsYouReason>({
  'entry-damaged': true,
  'clip-missing': true,
  'clip-no-file': true,
  'clip-empty': true,
  'clip-not-video': true,
  'clip-unfinished': true,
  'clip-unreadable': true,
  'clip-changing': true,
  'clip-known': true,
  'newer-version': true,
  'older-stays': true,
  'too-large': true,
  'extension-refused': true,
  'type-refused': true,
  'upload-failed': true,
  'site-full': true,
  'no-upload-right': true,
  'token-too-short': true,
  'upload-route-missing': true,
  'web-page-answer': true,
  'site-refused': true,
  'server-error': true,
  'ask-which': true,
  'arrived-not-found': true,
  'video-gone': true,
  'metadata-refused': true,
  'metadata-failing': true,
  'metadata-blocked': true,
  'metadata-ignored': true,
  'changed-on-site': true,
});
const action = z.enum(['retry', 'remove', 'choose', 'edit', 'version', 'resolve', 'finish']);
const cause: z.ZodType<FailureCause> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('retry'), why: waitReason, afterMs: z.number().nullable(), bounded: z.boolean() }),
  z.object({ kind: z.literal('sign-in') }),
  z.object({
    kind: z.literal('line'),
    why: z.enum([
      ...['offline', 'site-away', 'site-failing', 'site-busy', 'site-maintenance', 'portal'],
      ...['proxy-sign-in', 'proxy-method', 'proxy-refuses', 'proxy-away', 'proxy-kind'],
    ] as const),
  }),
  z.object({ kind: z.literal('needs-you'), reason: needsYouReason, action, detail: z.string().nullable() }),
]);
const resume: z.ZodType<ResumePoint> = z.discriminatedUnion('from', [
  z.object({ from: z.literal('send') }),
  z.object({ from: z.literal('look'), attemptId: z.string(), since: z.number() }),
  z.object({ from: z.literal('describe'), videoId: z.number() }),
]);
const candidate = z.object({
  videoId: z.number(),
  title: z.string(),
  createdAt: z.number().nullable(),
  sizeMatches: z.boolean(),
});

const kept: { readonly [P in KeptKind]: z.ZodType<StateParts[P]> } = {
  id: z.string(),
  number: z.number(),
  'number-or-none': z.number().nullable(),
  time: z.number(),
  'time-or-none': z.number().nullable(),
  'yes-no': z.boolean(),
  'text-or-none': z.string().nullable(),
  'wait-or-none': waitReason.nullable(),
  reason: needsYouReason,
  action,
  'cause-or-none': cause.nullable(),
  resume,
  candidates: z.array(candidate),
};

type Keeps<K extends JobStateKind> = JobStates[K]['keeps'];
type StateSchema<K extends JobStateKind> = z.ZodObject<
  { kind: z.ZodLiteral<K> } & { [D in keyof Keeps<K>]: z.ZodType<StateParts[Extract<Keeps<K>[D], keyof StateParts>]> }
>;

const schemas = byStateKind<{ readonly [K in JobStateKind]: StateSchema<K> }>((kind) => {
  const parts = Object.entries(recordOf({ kind }).keeps).map(([name, part]) => [name, kept[part]]);
  return z.object({ kind: z.literal(kind), ...Object.fromEntries(parts) });
});
type AnySchema = (typeof schemas)[JobStateKind];

export const storedState: z.ZodType<JobState> = z.discriminatedUnion(
  'kind',
  Object.values(schemas) as [AnySchema, ...AnySchema[]],
);
