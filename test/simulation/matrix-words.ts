// A window that looks on at a run of the matrix: everything it says has to be a sentence, and true.

import { toDetails } from '../../main/features/uploads/job-view.ts';
import { toAttempt, toJob } from '../../main/queue/store/rows.ts';
import type { Uploader } from '../../main/uploader-api.ts';
import type { AttemptView, JobRow, JobStateView, QueueWindow } from '../../preload/contract.ts';
import { sentences as inOne } from '../../preload/text/text.ts';
import { type Hold, holdsOf } from '../../renderer/model/blockers.ts';
import { announce, firstHeard, type Heard } from '../../renderer/text/announce.ts';
import { finishWords, holdWords } from '../../renderer/text/blockers.ts';
import {
  attemptWords,
  explain,
  groupTitle,
  lookLine,
  looksSummary,
  sentWords,
  spanWords,
  stateWords,
} from '../../renderer/text/jobs.ts';
import type { Saying } from './matrix-faults.ts';
import type { Truth, Try } from './matrix-truth.ts';
import { wallStart } from './timeline.ts';
import type { World } from './world.ts';

export const wordSentences = {
  broken: 'the window says something that is no sentence',
  untrue: 'the window says something that is not true',
} as const;

/** What the window said of a clip, by its path; '' = of the site or the whole list. */
export type Sayings = ReadonlyMap<string, ReadonlySet<Saying>>;

export interface Watched {
  readonly sayings: Sayings;
  up(uploader: Uploader, world: World): void;
}

type Window = Pick<QueueWindow, 'rows' | 'counts' | 'totals'>;

/** Causes that several clips have in common are counted anew this often, in ms; patches come ten times a second. */
const groupsLateMs = 700;
/** What a site asked for is made a tenth longer, and one goes ahead when it is over. */
const askedGraceMs = 15_000;

const codes = [
  ...['connection-lost', 'site-away', 'site-failing', 'site-busy', 'site-maintenance', 'uploads-blocked'],
  ...[
    'site-blocked',
    'server-error',
    'size-doubted',
    'pieces-away',
    'other-computer',
    'web-page-answer',
    'too-large',
    'needs-you',
  ],
  ...['ask-which', 'arrived-not-found', 'not-yet', 'rest_', 'undefined', 'null', 'NaN', '[object', 'Invalid Date'],
  ...['{', '}', 'jobs.', 'uploads.', 'format.'],
] as const;

/** Why a text is nothing that may be shown; null = it may. */
export function whyBroken(text: string): string | null {
  if (text.trim() === '') return 'nothing';
  const found = codes.find((code) => text.includes(code));
  return found === undefined ? null : `"${text}" holds ${found}`;
}

/** Of a state: what it is, and its reason. */
function sayingOf(state: JobStateView): Saying {
  if (state.kind === 'needs-you') return `needs-you ${state.reason}`;
  return 'why' in state && state.why !== null ? `${state.kind} ${state.why}` : state.kind;
}

/** What has to have happened to a clip for a reason that it waits for; the others are no clip's own. */
const ownReasons: Readonly<Record<string, (one: Try) => boolean>> = {
  'connection-lost': ({ over, answer }) => over && answer === null,
  'server-error': ({ answer }) => (answer?.status ?? 0) >= 500,
  'web-page-answer': ({ answer }) => answer?.headers['content-type']?.includes('html') === true,
  'size-doubted': ({ answer }) => answer?.status === 413,
};

export interface Looked {
  readonly row: Pick<JobRow, 'state' | 'bytes'>;
  readonly tries: readonly Try[];
  readonly isSignedOut: boolean;
  readonly isAsked: boolean;
  /** The smallest clip that was refused as too large, in bytes. */
  readonly tooLargeFrom: number;
}

/** Why a row does not say what is; null = it does. */
export function whyRowIsUntrue(looked: Looked, now: number): string | null {
  const {
    row: { state, bytes },
    tries,
    isSignedOut,
    isAsked,
    tooLargeFrom,
  } = looked;
  const last = tries.at(-1);
  const said = stateWords(state, bytes, now);
  const isThere = tries.some(({ stored }) => stored);
  switch (state.kind) {
    case 'waiting': {
      if (state.why === null) return null;
      if (state.why === 'sign-in') return isSignedOut ? null : 'nobody has to sign in';
      if (state.why === 'site-busy') return isAsked ? null : 'the site has asked for no time';
      return tries.some((one) => ownReasons[state.why ?? '']?.(one) === true) ? null : `it met nothing of the kind`;
    }
    case 'sending':
      return state.sentBytes <= (last?.exchange.left ?? 0) ? null : `only ${last?.exchange.left ?? 0} bytes have left`;
    case 'processing':
      return (last?.exchange.left ?? 0) >= bytes ? null : 'not all of it was sent';
    case 'unclear':
      if (said.detail === 'No answer came' && last?.answer !== null) return 'there was an answer';
      return (last?.exchange.left ?? 0) > 0 ? null : 'nothing of it was sent';
    case 'describing':
    case 'done':
      return isThere ? null : 'it is not on the site';
    case 'needs-you':
      if (state.reason !== 'too-large') return 'nothing of the matrix asks for that';
      return bytes >= tooLargeFrom ? null : 'nothing of its size was refused as too large';
    default:
      return 'nobody did that';
  }
}

/** Why the history says of a try what is not so; null = it does not. `isThere` = some try of the clip is on the site. */
export function whyTryIsUntrue(
  view: AttemptView,
  bytes: number,
  one: Try | undefined,
  isThere: boolean,
): string | null {
  const words = inOne(attemptWords(view), sentWords(view, bytes));
  if (one === undefined) return view.ended === null || view.sentBytes === 0 ? null : 'there was no such try';
  if (words.includes('No answer came') && one.answer !== null) return `it was answered ${one.answer.status}`;
  if (view.status !== null && view.status !== one.answer?.status)
    return `it was answered ${one.answer?.status ?? 'nothing'}`;
  if (words.includes('Everything was sent') && one.exchange.left < bytes) return `${one.exchange.left} bytes were sent`;
  if (words.includes('Everything was sent') && sentWords(view, bytes) !== null)
    return 'it also says that a part was sent';
  if (words.includes('Nothing was sent') && one.exchange.left > 0) return `${one.exchange.left} bytes were sent`;
  switch (view.ended) {
    case 'arrived':
      return one.stored && (one.answer?.status ?? 0) < 300 ? null : 'the site confirmed nothing';
    case 'found':
      return isThere ? null : 'it is not on the site';
    case 'absent':
      return one.stored ? 'it is on the site' : null;
    case 'connection-lost':
      return one.over && one.answer === null ? null : 'the line did not break';
    case 'refused':
      return (one.answer?.status ?? 0) >= 400 ? null : 'the site refused nothing';
    case 'unclear':
    case null:
      return null;
    default:
      return 'nobody did that';
  }
}

/** Why the figures are not those of the rows that are shown, where all of them are; null = they are. */
export function whyMiscounted({
  rows,
  counts,
  totals,
}: Pick<Window, 'rows' | 'counts'> & { readonly totals: Pick<Window['totals'], 'signIns'> }): string | null {
  const of = (...kinds: readonly JobStateView['kind'][]): number =>
    rows.filter(({ state }) => kinds.includes(state.kind)).length;
  const seen = {
    all: rows.length,
    needsYou: of('needs-you'),
    ready: of('ready'),
    active: of('sending', 'processing', 'unclear', 'describing'),
    waiting: of('waiting', 'paused'),
    done: of('done', 'cancelled'),
    arrived: of('done'),
  };
  for (const [name, count] of Object.entries(seen))
    if (counts[name as keyof typeof seen] !== count)
      return `${name}: ${JSON.stringify(counts)}, yet there are ${count}`;
  for (const { clips } of totals.signIns)
    if (clips !== of('waiting')) return `${clips} wait for a sign-in, yet there are ${of('waiting')}`;
  return null;
}

/** Whether a banner is there for a reason; no fault of the matrix takes the line away. */
function isHeld(hold: Hold, truth: Truth): boolean {
  if (hold.kind === 'sign-in') return truth.isSignedOut();
  return hold.kind === 'line' && hold.line.trouble === 'site-busy' && truth.isAsked(askedGraceMs);
}

/** Whether a request that began at `at` is this try's; times are kept in whole ms. */
const isWithin = ({ startedAt, endedAt }: AttemptView, at: number): boolean =>
  at >= startedAt - 1 && at <= (endedAt ?? at) + 1;

export function watchWords(truth: Truth): Watched {
  const sayings = new Map<string, Set<Saying>>();
  const say = (path: string, saying: Saying): void => {
    const all = sayings.get(path) ?? new Set();
    sayings.set(path, all.add(saying));
  };
  const names = new Map<string, string>();

  const up: Watched['up'] = (uploader, world) => {
    const { record, profile, timeline } = world;
    let shown: Window | null = null;
    let heard: Heard | null = null;
    const histories = new Map<string, string>();
    let needs = { count: 0, since: 0 };
    const violate = (sentence: string, detail: string): void => {
      if (!record.violations.some((one) => one.sentence === sentence && one.detail === detail))
        record.violate(sentence, detail);
    };
    const judge = (what: string, texts: readonly (string | null)[], untrue: string | null): void => {
      for (const text of texts) {
        const why = text === null ? null : whyBroken(text);
        if (why !== null) violate(wordSentences.broken, `${what}: ${why}`);
      }
      if (untrue !== null) violate(wordSentences.untrue, `${what} says "${inOne(...texts)}": ${untrue}`);
    };

    const readHistory = (row: JobRow, path: string, now: number): void => {
      const rows = profile.query('SELECT * FROM attempts WHERE job_id = ? ORDER BY started_at, rowid', row.id);
      // Nothing new to be read: most patches tell how far a clip is.
      const key = `${row.state.kind} ${rows.map(({ ended, looks, sent_bytes: sent }) => `${ended} ${looks} ${sent}`).join()}`;
      if (histories.get(row.id) === key) return;
      histories.set(row.id, key);
      const attempts = rows.map(toAttempt);
      const [stored] = profile.query('SELECT * FROM jobs WHERE id = ?', row.id);
      if (!stored) return;
      const { job } = toJob(stored, () => attempts.at(-1) ?? null);
      const details = toDetails(job, row, attempts, null, null, null);
      const views = details.attempts;
      const isThere = truth.tries(path).some((one) => one.stored);
      for (const view of views) {
        if (view.ended !== null) say(path, `try ${view.ended}`);
        for (const { found } of view.looks) say(path, `look ${found}`);
        const one = truth.tries(path).find(({ exchange }) => isWithin(view, wallStart + exchange.beganAt));
        const looks = view.looks.map((look) => lookLine(look, view, now));
        const texts = [attemptWords(view), sentWords(view, row.bytes), spanWords(view, now), ...looks];
        judge(`the history of ${path}`, texts, whyTryIsUntrue(view, row.bytes, one, isThere));
        if (view.looks.length > 0) judge(`the looks for ${path}`, [looksSummary(view.looks)], null);
      }
      if (row.state.kind !== 'needs-you') return;
      const { title, what, safe, todo, host } = explain(row.state.reason, row.state.detail, details);
      const hasLeft = truth.tries(path).some(({ exchange }) => exchange.left > 0);
      const lie = safe.includes('Nothing was sent') && hasLeft ? 'some of it was sent' : null;
      judge(`what ${path} asks`, [title, what, safe, todo, host], lie);
    };

    const readRow = (row: JobRow, now: number): void => {
      const path = names.get(row.name) ?? '';
      say(path, sayingOf(row.state));
      const { label, detail } = stateWords(row.state, row.bytes, now);
      const tries = truth.tries(path);
      const looked = {
        ...{ row, tries, isSignedOut: truth.isSignedOut(), isAsked: truth.isAsked(askedGraceMs) },
        tooLargeFrom: truth.tooLargeFrom(),
      };
      judge(`the row of ${path}`, [label, detail], whyRowIsUntrue(looked, now));
      readHistory(row, path, now);
    };

    const readAll = (window: Window, now: number): void => {
      judge('the figures', [], whyMiscounted(window));
      for (const hold of holdsOf(window)) {
        say('', `hold ${hold.kind === 'line' ? hold.line.trouble : hold.kind}`);
        const { title, text, spoken } = holdWords(hold, now);
        judge('the banner', [title, text, spoken], isHeld(hold, truth) ? null : 'nothing holds it');
      }
      const { figures, besides } = finishWords(window, now);
      judge('the foot', [...figures.flatMap(({ label, value }) => [label, value]), besides], null);
      if (needs.count !== window.counts.needsYou) needs = { count: window.counts.needsYou, since: timeline.now() };
      for (const group of window.totals.needs) {
        const isOld = timeline.now() - needs.since > groupsLateMs;
        const lie = isOld && group.clips !== needs.count ? `${needs.count} need their user` : null;
        judge('the clips that need their user', [groupTitle(group)], lie);
      }
      const spoken = heard === null ? null : announce(heard, window.counts);
      heard = spoken?.heard ?? firstHeard(window.counts);
      if (spoken !== null && spoken.text !== '') judge('what is read aloud', [spoken.text], null);
    };

    const read = (window: Window, rows: readonly JobRow[]): void => {
      shown = window;
      const now = timeline.wall();
      for (const row of rows) readRow(row, now);
      readAll(window, now);
    };
    for (const { planned } of world.clips)
      names.set(planned.path.slice(planned.path.lastIndexOf('/') + 1), planned.path);
    uploader.on('queue.patch', ({ rows, changed, counts, totals }) => {
      const kept = rows ?? (shown?.rows ?? []).map((row) => changed.find(({ id }) => id === row.id) ?? row);
      read({ rows: kept, counts, totals }, rows ?? changed);
    });
    uploader.handlers['queue.view']({ filter: 'all', sort: 'queue', offset: 0, limit: 200 }).then(
      (window) => read(window, window.rows),
      (error: unknown) => record.violate(wordSentences.broken, String(error)),
    );
  };
  return { sayings, up };
}
