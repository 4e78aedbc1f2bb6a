// The faults of the matrix: what the line and the site make of a try that meets one, and what its clip may be called then.
import { busy, type Course, htmlPage } from './course.ts';
import type { Answer, AnswerStyle, Site } from './site.ts';

/** A code of what the window says of a clip: a state with its reason, the end of a try, the result of a look, a banner. */
export type Saying = string;

export interface MatrixFault {
  readonly course: (site: Site) => Course;
  /** Which tries of its clip meet it. */
  readonly meets: 'one' | 'every';
  /** Its clip is on the site all the same. */
  readonly stores: boolean;
  /** Its clip keeps its lane for longer than anybody may be made to wait. */
  readonly keepsLane: boolean;
  /** The largest clip that meets it, in bytes. */
  readonly largest: number;
  /** How many clips carry it where it stands alone. */
  readonly clips: number;
  /** What may be said of its clip, beside what may be said of any. */
  readonly own: readonly Saying[];
  /** One of these has to be said of its clip, where it met nothing else. */
  readonly told: readonly Saying[];
  /** What may be said of every clip of the site meanwhile. */
  readonly all: readonly Saying[];
}

const second = 1_000;

/** Retry-After of its 429, in ms. */
export const askedMs = 10 * second;
/** A clip on a slow line is on its way for so long. */
const slowMs = 45 * second;
const proxyMs = 60 * second;

const half = 0.5;
const fails = (answer: (site: Site) => Answer) => (site: Site) =>
  ({ workMs: null, back: () => answer(site), backMs: 200 }) satisfies Course;
const stores =
  (answer: Answer, workMs = 300, backMs = workMs + 1) =>
  (): Course => ({ workMs, back: () => answer, backMs });
const early = (answer: (site: Site) => Answer) => (site: Site) =>
  ({ early: { share: half, answer: answer(site) }, workMs: null, back: 'nothing', backMs: 0 }) satisfies Course;
const looked: readonly Saying[] = ['unclear', 'try unclear', 'look not-yet'];
const lost: readonly Saying[] = [...looked, 'try absent', 'look absent'];
const found: readonly Saying[] = [...looked, 'try found', 'look found'];
/** Which of the two is a matter of whether the site names a video in its answers. */
const arrived: readonly Saying[] = ['try arrived', 'try found'];
const cut: readonly Saying[] = [...lost, 'try connection-lost', 'waiting connection-lost'];
const usual = {
  meets: 'one',
  stores: false,
  keepsLane: false,
  largest: Number.POSITIVE_INFINITY,
  clips: 3,
  all: [],
} as const;

const faults = {
  /** The whole clip is taken, then the line breaks, and nothing was done with it. */
  drop: {
    ...usual,
    course: () => ({ workMs: null, back: 'reset', backMs: 200 }),
    own: cut,
    told: ['try absent'],
  },
  cut: {
    ...usual,
    course: () => ({ cutAt: half, workMs: null, back: 'reset', backMs: 0 }),
    own: cut,
    told: ['try absent', 'try connection-lost'],
  },
  stall: {
    ...usual,
    course: () => ({ stallAt: half, workMs: null, back: 'nothing', backMs: 0 }),
    keepsLane: true,
    own: cut,
    told: ['try absent', 'try connection-lost'],
  },
  /** A few bytes a second. */
  crawl: {
    ...usual,
    course: () => ({ slowMs, workMs: 300, back: 'answer', backMs: 300 }),
    stores: true,
    keepsLane: true,
    largest: 20 * 1_024,
    own: [],
    told: arrived,
  },
  /** As slow as some lines are: in all lanes at once nobody could tell it from one of those. */
  slow: {
    ...usual,
    course: () => ({ slowMs, workMs: 300, back: 'answer', backMs: 300 }),
    stores: true,
    keepsLane: true,
    clips: 2,
    own: [],
    told: arrived,
  },
  /** Once in the life of the site: a second clip that is refused so is a limit for all that the app can know. */
  '413-once': {
    ...usual,
    course: early(() => htmlPage(413, 'Request Entity Too Large')),
    clips: 1,
    own: ['try refused', 'waiting size-doubted'],
    told: ['waiting size-doubted'],
  },
  /** The limit of a server: the largest clips meet it, each time. */
  '413-always': {
    ...usual,
    course: early(() => htmlPage(413, 'Request Entity Too Large')),
    meets: 'every',
    clips: 2,
    own: ['try refused', 'waiting size-doubted', 'needs-you too-large'],
    told: ['needs-you too-large'],
  },
  '429': {
    ...usual,
    course: fails((site) => busy(site, 429, askedMs / second, false)),
    clips: 1,
    own: ['try refused'],
    told: ['waiting site-busy'],
    all: ['waiting site-busy', 'describing site-busy', 'hold site-busy', 'look failed'],
  },
  '502-before': {
    ...usual,
    course: fails(() => htmlPage(502, 'Bad Gateway')),
    own: [...lost, 'waiting server-error'],
    told: ['try absent'],
  },
  '502-after': {
    ...usual,
    course: stores(htmlPage(502, 'Bad Gateway')),
    stores: true,
    own: found,
    told: ['try found'],
  },
  /** A proxy gives up waiting for a site that has done its work. */
  '504-after': {
    ...usual,
    course: stores(htmlPage(504, 'Gateway Time-out'), 3 * second, proxyMs),
    stores: true,
    own: found,
    told: ['try found'],
  },
  'html-200-before': {
    ...usual,
    course: fails(() => htmlPage(200, 'One moment, please')),
    own: [...lost, 'waiting web-page-answer'],
    told: ['try absent'],
  },
  'html-200-after': {
    ...usual,
    course: stores(htmlPage(200, 'One moment, please')),
    stores: true,
    own: found,
    told: ['try found'],
  },
  'html-401-once': {
    ...usual,
    course: fails(() => htmlPage(401, 'Authorization Required')),
    own: [...lost, 'waiting web-page-answer'],
    told: ['try absent'],
  },
  /** Data of the site itself, in the middle of the body: its account waits for a sign-in. */
  '401-middle': {
    ...usual,
    course: early((site) =>
      site.data(401, { code: 'rest_cannot_create', message: 'You are not logged in.', data: { status: 401 } }),
    ),
    clips: 1,
    own: ['try refused'],
    told: ['waiting sign-in'],
    all: ['waiting sign-in', 'describing sign-in', 'hold sign-in'],
  },
} as const satisfies Readonly<Record<string, MatrixFault>>;

export type MatrixFaultName = keyof typeof faults;
export const matrixFaults: Readonly<Record<MatrixFaultName, MatrixFault>> = faults;
export const faultNames = Object.keys(faults) as readonly MatrixFaultName[];

/** How the site words a success. */
export const matrixStyles = {
  rest: 'rest',
  ajax: 'ajax',
  bare: 'bare',
  empty: '204',
  text: 'text',
} as const satisfies Readonly<Record<string, AnswerStyle>>;
export type MatrixStyle = keyof typeof matrixStyles;
export const styleNames = Object.keys(matrixStyles) as readonly MatrixStyle[];
