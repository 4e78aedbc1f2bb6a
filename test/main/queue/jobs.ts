// Jobs, attempts and events for the tests of the queue: each valid, each changed where a test says so.
import fc from 'fast-check';
import {
  type Attempt,
  type Candidate,
  emptyDraft,
  type FailureCause,
  type Job,
  type JobState,
  jobBegun,
  nothingSeen,
  type ResumePoint,
  type Verdict,
} from '../../../main/model.ts';
import type { JobEvent } from '../../../main/queue/job/job-event.ts';

export const accountId = 'account-1';
export const candidate: Candidate = { videoId: 7, title: 'A clip', createdAt: 1_000, sizeMatches: true };
export const lookPoint: ResumePoint = { from: 'look', attemptId: 'attempt-1', since: 500 };
export const describePoint: ResumePoint = { from: 'describe', videoId: 14 };

export const later = {
  kind: 'retry',
  why: 'connection-lost',
  afterMs: null,
  bounded: false,
} as const satisfies FailureCause;
export const bounded = {
  kind: 'retry',
  why: 'server-error',
  afterMs: null,
  bounded: true,
} as const satisfies FailureCause;
export const tooLarge = {
  kind: 'needs-you',
  reason: 'too-large',
  action: 'retry',
  detail: '1000',
} as const satisfies FailureCause;
export const page = { ...bounded, why: 'web-page-answer' } as const satisfies FailureCause;
export const signIn: FailureCause = { kind: 'sign-in' };

/** One state of each kind, and of those that differ inside. */
export const states = {
  ready: { kind: 'ready' },
  waiting: { kind: 'waiting', why: null, until: null },
  'waiting for a time': { kind: 'waiting', why: 'connection-lost', until: 9_000 },
  'waiting for a busy site': { kind: 'waiting', why: 'site-busy', until: 9_000 },
  'waiting for its folder': { kind: 'waiting', why: 'folder-away', until: 9_000 },
  sending: { kind: 'sending', attemptId: 'attempt-1' },
  processing: { kind: 'processing', attemptId: 'attempt-1', since: 500 },
  unclear: {
    kind: 'unclear',
    attemptId: 'attempt-1',
    since: 500,
    nextLookAt: 600,
    looks: 2,
    saidYes: false,
    otherwise: null,
  },
  'unclear, said yes': {
    kind: 'unclear',
    attemptId: 'attempt-1',
    since: 500,
    nextLookAt: 600,
    looks: 0,
    saidYes: true,
    otherwise: null,
  },
  'unclear, else too large': {
    kind: 'unclear',
    attemptId: 'attempt-1',
    since: 500,
    nextLookAt: 600,
    looks: 0,
    saidYes: false,
    otherwise: tooLarge,
  },
  'unclear, else a page': {
    kind: 'unclear',
    attemptId: 'attempt-1',
    since: 500,
    nextLookAt: 600,
    looks: 0,
    saidYes: false,
    otherwise: page,
  },
  'unclear, by nobody known': {
    kind: 'unclear',
    attemptId: 'assumed-job-1',
    since: 500,
    nextLookAt: 600,
    looks: 0,
    saidYes: false,
    otherwise: null,
  },
  describing: { kind: 'describing', videoId: 14, why: null, until: null },
  'describing later': { kind: 'describing', videoId: 14, why: 'server-error', until: 9_000 },
  done: { kind: 'done', videoId: 14, finishedAt: 800 },
  'done, unknown where': { kind: 'done', videoId: null, finishedAt: 800 },
  paused: { kind: 'paused' },
  'needs you to send': {
    kind: 'needs-you',
    reason: 'too-large',
    action: 'retry',
    detail: null,
    resume: { from: 'send' },
    candidates: [],
  },
  'needs you, newer version': {
    kind: 'needs-you',
    reason: 'newer-version',
    action: 'version',
    detail: null,
    resume: { from: 'send' },
    candidates: [],
  },
  'needs you, its file is missing': {
    kind: 'needs-you',
    reason: 'clip-missing',
    action: 'retry',
    detail: null,
    resume: { from: 'send' },
    candidates: [],
  },
  'needs you, it got a page': {
    kind: 'needs-you',
    reason: 'web-page-answer',
    action: 'retry',
    detail: null,
    resume: { from: 'send' },
    candidates: [],
  },
  'needs you to choose': {
    kind: 'needs-you',
    reason: 'ask-which',
    action: 'choose',
    detail: null,
    resume: lookPoint,
    candidates: [candidate],
  },
  'needs you to edit': {
    kind: 'needs-you',
    reason: 'metadata-refused',
    action: 'edit',
    detail: 'No.',
    resume: describePoint,
    candidates: [],
  },
  'needs you to decide': {
    kind: 'needs-you',
    reason: 'changed-on-site',
    action: 'resolve',
    detail: null,
    resume: describePoint,
    candidates: [],
  },
  'video gone': {
    kind: 'needs-you',
    reason: 'video-gone',
    action: 'finish',
    detail: null,
    resume: { from: 'send' },
    candidates: [],
  },
  'cancelled before': { kind: 'cancelled', resume: { from: 'send' } },
  'cancelled unclear': { kind: 'cancelled', resume: lookPoint },
  'cancelled after': { kind: 'cancelled', resume: describePoint },
} as const satisfies Record<string, JobState>;

export type StateName = keyof typeof states;
export const stateNames = Object.keys(states) as StateName[];

export function aJob(changes: Partial<Job> = {}): Job {
  return {
    ...jobBegun,
    id: 'job-1',
    position: 1,
    accountId,
    clip: {
      path: '/clips/C0001.MP4',
      name: 'C0001.MP4',
      identity: { device: '64769', inode: '18446744073709551615', size: 2_000, mtimeNs: '1763620000123456789' },
      mtimeMs: 1_763_620_000_123,
      facts: { format: 'mp4', durationSeconds: null, width: null, height: null },
    },
    state: states.waiting,
    draft: emptyDraft,
    addedAt: 1_763_620_000_000,
    ...changes,
  };
}

/** What lies where the clip lay, or the same clip elsewhere. */
export const otherClip: Job['clip'] = {
  ...aJob().clip,
  path: '/elsewhere/C0002.MP4',
  name: 'C0002.MP4',
  identity: { device: '64769', inode: '7', size: 3_000, mtimeNs: '1763620000999999999' },
};

export function anAttempt(changes: Partial<Attempt> = {}): Attempt {
  return {
    id: 'attempt-1',
    jobId: 'job-1',
    boundary: '----clipferry00',
    key: '00',
    content: null,
    fileName: 'C0001.mp4',
    startedAt: 400,
    siteSkewMs: 0,
    endedAt: null,
    ended: null,
    status: null,
    said: null,
    sentBytes: null,
    looks: [],
    mediaId: null,
    rejectedVideoIds: [],
    ...changes,
  };
}

const time = fc.integer({ min: 0, max: 10_000 });
export const anyMeaning: fc.Arbitrary<FailureCause> = fc.constantFrom(
  later,
  bounded,
  { ...bounded, why: 'clip-busy' } as const,
  { ...bounded, why: 'web-page-answer' } as const,
  { ...later, why: 'site-busy', afterMs: 30_000 } as const,
  tooLarge,
  signIn,
);
const anyVerdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.record({ kind: fc.constant('arrived' as const), videoId: fc.constantFrom(null, 14, 15) }),
  fc.record({ kind: fc.constant('unclear' as const), otherwise: fc.option(anyMeaning) }),
  fc.record({ kind: fc.constant('failed' as const), cause: anyMeaning }),
  fc.constant({ kind: 'stopped' } as const),
);

/** Any event, at any moment. */
export const anyEvent: fc.Arbitrary<JobEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('start' as const),
    attemptId: fc.constantFrom('attempt-1', 'attempt-2'),
    clip: fc.constantFrom(aJob().clip, otherClip),
    sha256: fc.constantFrom(null, 'abc'),
    mayHaveArrivedAt: fc.option(time),
  }),
  fc.record({ kind: fc.constant('last-bytes' as const), now: time, sha256: fc.constant(null) }),
  fc.record({
    kind: fc.constant('verdict' as const),
    verdict: anyVerdict,
    now: time,
    until: time,
    sha256: fc.constantFrom(null, 'abc'),
  }),
  fc.record({ kind: fc.constant('refused-before-sending' as const), cause: anyMeaning, until: time }),
  fc.record({
    kind: fc.constant('looked' as const),
    until: time,
    finding: fc.oneof(
      fc.record({ kind: fc.constant('found' as const), videoId: fc.constantFrom(14, 15) }),
      fc.constant({ kind: 'absent' } as const),
      fc.constant({ kind: 'refused' } as const),
      fc.record({ kind: fc.constant('not-yet' as const), nextLookAt: time }),
      fc.record({ kind: fc.constant('ask' as const), candidates: fc.constantFrom([], [candidate]) }),
      fc.record({ kind: fc.constant('failed' as const), cause: anyMeaning, nextLookAt: time }),
    ),
  }),
  fc.record({
    kind: fc.constant('described' as const),
    now: time,
    until: time,
    result: fc.oneof(
      fc.record({
        kind: fc.constant('applied' as const),
        revision: fc.integer({ min: 0, max: 3 }),
        seen: fc.constant(nothingSeen),
      }),
      fc.constant({ kind: 'gone' } as const),
      fc.constant({ kind: 'ignored', fields: 'status', seen: nothingSeen } as const),
      fc.constant({ kind: 'refused', fields: 'status', said: null, seen: nothingSeen } as const),
      fc.constant({ kind: 'conflict', seen: { ...nothingSeen, theirs: { title: 'Theirs' } } } as const),
      fc.record({ kind: fc.constant('failed' as const), cause: anyMeaning }),
    ),
  }),
  fc.constant({ kind: 'text-leaves', values: { title: 'There' }, sent: { title: 'A title' } } as const),
  fc.record({
    kind: fc.constant('edited' as const),
    draft: fc.constantFrom(emptyDraft, { ...emptyDraft, title: 'A title' }),
    seen: fc.constant(null),
  }),
  fc.record({
    kind: fc.constantFrom('refreshed' as const),
    draft: fc.constant(emptyDraft),
    seen: fc.constant(nothingSeen),
  }),
  fc.record({
    kind: fc.constantFrom('resolved' as const),
    draft: fc.constant(emptyDraft),
    seen: fc.constant(nothingSeen),
    now: time,
  }),
  fc.constantFrom(
    { kind: 'send' } as const,
    { kind: 'pause' } as const,
    { kind: 'resume' } as const,
    { kind: 'cancel' } as const,
    { kind: 'removed' } as const,
    { kind: 'hurried' } as const,
    { kind: 'unblamed' } as const,
  ),
  fc.record({
    kind: fc.constantFrom(
      'retry' as const,
      'finish' as const,
      'recover' as const,
      'none-of-these' as const,
      'disk-back' as const,
      'unblocked' as const,
    ),
    now: time,
  }),
  fc.record({ kind: fc.constant('brought-back' as const), now: time, isHeld: fc.boolean() }),
  fc.record({ kind: fc.constant('put-back' as const), was: fc.constantFrom(...Object.values(states)), now: time }),
  fc.record({ kind: fc.constant('chosen' as const), videoId: fc.constantFrom(null, 7) }),
  fc.record({
    kind: fc.constant('moved-to-account' as const),
    accountId: fc.constantFrom(accountId, 'account-2'),
    sameSite: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('relocated' as const), clip: fc.constantFrom(aJob().clip, otherClip), now: time }),
  fc.record({ kind: fc.constant('clip-replaced' as const), clip: fc.constantFrom(aJob().clip, otherClip) }),
  fc.record({ kind: fc.constant('candidate-taken' as const), videoId: fc.constantFrom(7, 8), now: time }),
  fc.record({
    kind: fc.constant('presumed' as const),
    attemptId: fc.constant('assumed-job-1'),
    since: time,
    now: time,
  }),
  fc.record({ kind: fc.constant('clock-set' as const), byMs: fc.integer({ min: -10_000, max: 10_000 }) }),
  fc.record({ kind: fc.constant('due-capped' as const), latest: time }),
);
