// The states of a job, one record each: all that is so while a job is in one, for all worlds to build upon.
//
// A new state stands in `records`; the compiler then asks for its words. What leads into it and out of it are events of the one
// table (main/queue/job/job-event.ts and job-state.ts).

/** The kinds of what the window may be shown of a state; their types stand in contract/queue.ts. */
type ShownKind =
  | 'id'
  | 'number'
  | 'number-or-none'
  | 'time'
  | 'time-or-none'
  | 'yes-no'
  | 'text-or-none'
  | 'wait-or-none'
  | 'reason'
  | 'action';

/** The kinds of what a state may keep on the disk; their types stand in main/model.ts, and a check for each in main/states.ts. */
export type KeptKind = ShownKind | 'cause-or-none' | 'resume' | 'candidates';

/** The filters of the list, in the way of a clip through it but what needs somebody first; cancelled jobs stand with the done ones. */
export const jobGroups = ['needs-you', 'ready', 'active', 'waiting', 'done'] as const;
export type JobGroup = (typeof jobGroups)[number];

/** As they stand in the window and in the menu; the first has the key 1, the next 2. */
export const queueFilters = ['all', ...jobGroups] as const;

/** What may be done to a job of some states only. */
export const jobOrders = ['send', 'pause', 'resume', 'retry'] as const;
export type JobOrder = (typeof jobOrders)[number];

export interface JobStateRecord {
  /**
   * Where it stands in the list: ready = its user has not said yet that it is to go; active = under way; waiting = not begun, with a place
   * in the order of sending that may be changed.
   */
  readonly group: JobGroup;
  /**
   * Where it goes on, which is also what is known of its video: 'send' = it is not on the site, 'look' = it may be, 'describe' = it is.
   * 'kept' = that is written down in the state.
   */
  readonly resume: 'send' | 'look' | 'describe' | 'kept';
  /** What is left to do as long as it goes on by itself: the clip's bytes and all after them, or small requests only; null = it does not go on. */
  readonly ahead: 'bytes' | 'requests' | null;
  /** Something in this very process works at it: when the app starts nothing does, and it goes on from where `resume` is. */
  readonly runs: boolean;
  /** The time that it keeps at which it goes on by itself; null = it waits for none. */
  readonly due: 'until' | 'nextLookAt' | null;
  /** On the disk, in this order. */
  readonly keeps: Readonly<Record<string, KeptKind>>;
  /** In the window; what is not kept under that name is made by main/features/uploads/job-view.ts. */
  readonly shows: Readonly<Record<string, ShownKind>>;
  readonly icon: string;
  readonly tone: 'plain' | 'active' | 'good' | 'attention' | 'quiet';
  /** What it is called, and the quiet line beneath; 'own' = that depends on more (renderer/text/jobs.ts). */
  readonly words: 'own' | { readonly label: `jobs.state.${string}`; readonly detail: `jobs.detail.${string}` | null };
  /** The thin bar beneath the words moves without a number: nobody knows how much is left. */
  readonly busy: boolean;
  readonly orders: readonly JobOrder[];
  /** The one thing that its row offers; 'own' = that depends on more (renderer/state/selectors.ts). */
  readonly button: 'own' | { readonly act: JobOrder; readonly label: `jobs.action.${string}` } | null;
}

/** What a state keeps says where it goes on: an attempt that may have arrived, or a video, is never forgotten. */
type ResumeOf<Keeps> = Keeps extends { readonly resume: 'resume' }
  ? 'kept'
  : Keeps extends { readonly videoId: 'number' | 'number-or-none' }
    ? 'describe'
    : Keeps extends { readonly attemptId: 'id'; readonly since: 'time' }
      ? 'look'
      : 'send';

/** By name, as what stands behind `detail` would be taken for a sentence. */
const textOrNone = 'text-or-none';

const records = {
  /** Its account or folder lets new clips wait for their user's word: nothing but that sends it. */
  ready: {
    group: 'ready',
    resume: 'send',
    ahead: null,
    runs: false,
    due: null,
    keeps: {},
    shows: {},
    icon: 'ready',
    tone: 'plain',
    words: { label: 'jobs.state.ready', detail: null },
    busy: false,
    orders: ['send'],
    button: { act: 'send', label: 'jobs.action.send' },
  },
  waiting: {
    group: 'waiting',
    resume: 'send',
    ahead: 'bytes',
    runs: false,
    due: 'until',
    keeps: { why: 'wait-or-none', until: 'time-or-none' },
    shows: { why: 'wait-or-none', until: 'time-or-none' },
    icon: 'waiting',
    tone: 'quiet',
    words: 'own',
    busy: false,
    orders: ['pause'],
    button: 'own',
  },
  /** Bytes are leaving; the last one has not. A crash here costs nothing but the bytes. */
  sending: {
    group: 'active',
    resume: 'send',
    ahead: 'bytes',
    runs: true,
    due: null,
    keeps: { attemptId: 'id' },
    shows: {
      sentBytes: 'number',
      bytesPerSecond: 'number-or-none',
      secondsLeft: 'number-or-none',
      /** Its site keeps what it has of the clip, which goes on there after a pause. */
      goesOn: 'yes-no',
    },
    icon: 'sending',
    tone: 'active',
    words: 'own',
    busy: false,
    orders: ['pause'],
    button: { act: 'pause', label: 'jobs.action.pause' },
  },
  /** Written down before the last byte leaves: from here on the site may have it. */
  processing: {
    group: 'active',
    resume: 'look',
    ahead: 'bytes',
    runs: true,
    due: null,
    keeps: { attemptId: 'id', since: 'time' },
    shows: { since: 'time' },
    icon: 'processing',
    tone: 'active',
    words: 'own',
    busy: true,
    orders: [],
    button: null,
  },
  /** Its answer was lost, or named no video: it is looked for on the site. */
  unclear: {
    group: 'active',
    resume: 'look',
    ahead: 'requests',
    runs: false,
    due: 'nextLookAt',
    keeps: {
      attemptId: 'id',
      /** When the last byte may have left, or the connection ended: the settle time counts from here. */
      since: 'time',
      nextLookAt: 'time',
      looks: 'number',
      /** True: the site answered yes, only the video's id is missing. */
      saidYes: 'yes-no',
      /** What holds when the site does not have it. */
      otherwise: 'cause-or-none',
    },
    shows: {
      nextLookAt: 'time-or-none',
      /** No answer was lost, the list was: the site is asked whether it has the clip already. */
      rebuilt: 'yes-no',
    },
    icon: 'looking',
    tone: 'active',
    words: 'own',
    busy: false,
    orders: [],
    button: null,
  },
  /** What was typed is being brought over. */
  describing: {
    group: 'active',
    resume: 'describe',
    ahead: 'requests',
    runs: false,
    due: 'until',
    keeps: { videoId: 'number', why: 'wait-or-none', until: 'time-or-none' },
    shows: { why: 'wait-or-none', until: 'time-or-none' },
    icon: 'describing',
    tone: 'active',
    words: 'own',
    busy: false,
    orders: [],
    button: null,
  },
  done: {
    group: 'done',
    resume: 'describe',
    ahead: null,
    runs: false,
    due: null,
    keeps: { videoId: 'number-or-none', finishedAt: 'time' },
    shows: { videoId: 'number-or-none', finishedAt: 'time' },
    icon: 'done',
    tone: 'good',
    words: 'own',
    busy: false,
    orders: [],
    button: 'own',
  },
  paused: {
    group: 'waiting',
    resume: 'send',
    ahead: null,
    runs: false,
    due: null,
    keeps: {},
    shows: {},
    icon: 'paused',
    tone: 'quiet',
    words: { label: 'jobs.state.paused', detail: null },
    busy: false,
    orders: ['resume'],
    button: { act: 'resume', label: 'jobs.action.resume' },
  },
  'needs-you': {
    group: 'needs-you',
    resume: 'kept',
    ahead: null,
    runs: false,
    due: null,
    keeps: {
      reason: 'reason',
      action: 'action',
      detail: textOrNone,
      /** What going on means: look first, describe again, or send. */
      resume: 'resume',
      candidates: 'candidates',
    },
    shows: { reason: 'reason', action: 'action', detail: textOrNone },
    icon: 'needs-you',
    tone: 'attention',
    words: 'own',
    busy: false,
    orders: ['retry'],
    button: 'own',
  },
  cancelled: {
    group: 'done',
    resume: 'kept',
    ahead: null,
    runs: false,
    due: null,
    keeps: { resume: 'resume' },
    /** The video that was there when it was cancelled, with its details on the way; null = it had not arrived. */
    shows: { videoId: 'number-or-none' },
    icon: 'cancelled',
    tone: 'quiet',
    words: { label: 'jobs.state.cancelled', detail: null },
    busy: false,
    orders: ['retry'],
    button: { act: 'retry', label: 'jobs.action.again' },
  },
} as const satisfies Readonly<Record<string, JobStateRecord>>;

export type JobStates = typeof records;
export type JobStateKind = keyof JobStates;

/** What of a record follows from what the state keeps. */
interface Fits<Keeps> {
  readonly resume: ResumeOf<Keeps>;
  readonly due: Extract<keyof Keeps, 'until' | 'nextLookAt'> | null;
}

export const jobStates: JobStates = records satisfies { readonly [K in JobStateKind]: Fits<JobStates[K]['keeps']> };

/** The kinds whose record has `Value` under `Name`. */
export type KindsWith<Name extends keyof JobStateRecord, Value> = {
  [K in JobStateKind]: JobStates[K][Name] extends Value ? K : never;
}[JobStateKind];

export const jobStateKinds = Object.keys(jobStates) as readonly JobStateKind[];

/** An object with an entry for each kind of state. `make` has to give what `T` says: no type follows it from kind to kind. */
export function byStateKind<T extends { readonly [K in JobStateKind]: unknown }>(
  make: (kind: JobStateKind) => unknown,
): T {
  return Object.fromEntries(jobStateKinds.map((kind) => [kind, make(kind)])) as T;
}

export function recordOf({ kind }: { readonly kind: JobStateKind }): JobStateRecord {
  return jobStates[kind];
}

/** The kinds of which `isSo` holds. */
export function kindsThat(isSo: (record: JobStateRecord) => boolean): readonly JobStateKind[] {
  return jobStateKinds.filter((kind) => isSo(jobStates[kind]));
}
