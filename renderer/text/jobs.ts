// What every state, reason and outcome is called in front of a creator: what happened, is my video safe, what to do.
import type {
  AddResult,
  AttemptView,
  JobDetails,
  JobRow,
  JobStateView,
  Look,
  NeedsGroup,
  NeedsYouReason,
  OnSite,
  OrderMoved,
  WaitReason,
} from '../../preload/contract.ts';
import { type JobStateKind, type JobStateRecord, type JobStates, jobStates } from '../../preload/job-states.ts';
import {
  formatBytes,
  formatClock,
  formatMoment,
  formatMomentAlone,
  formatPart,
  formatSpeed,
  formatTimeLeft,
  formatWhen,
  isSameDay,
} from '../../preload/text/format.ts';
import { facts, isTextId, listed, type TextId, t } from '../../preload/text/text.ts';
import { isBlocked } from '../model/blocked.ts';
import { waitsForAccount } from '../model/gone-account.ts';
import { fieldList, statusWord } from './fields.ts';

export type IconName = JobStates[JobStateKind]['icon'] | 'offline';

export type Tone = JobStateRecord['tone'];

/** A state in a few words for a row: an icon and a word, and one quiet line beneath. */
export interface StateWords {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly label: string;
  readonly detail: string | null;
}

export interface Explanation {
  /** For the row and as heading. */
  readonly title: string;
  readonly what: string;
  readonly safe: string;
  readonly todo: string;
  /** A ready text for the people who run the site's server; null when they cannot help. */
  readonly host: string | null;
}

const given = (text: string | null): string | null => (text === '' ? null : text);

/** "terms:tags\nNot allowed" as the fields and the words of the site; a detail of one line is only words. */
function refusedParts(detail: string | null): readonly [fields: string | null, said: string | null] {
  const end = detail?.indexOf('\n') ?? -1;
  return detail === null || end < 0 ? [null, detail] : [detail.slice(0, end), detail.slice(end + 1)];
}

/** "mov\nNot allowed" as what is known of a refusal and the words of the site; a detail of one line is only what is known. */
function knownParts(detail: string | null): { readonly known: string | null; readonly said: string | null } {
  const [known = '', said = null] = detail?.split('\n') ?? [];
  return { known: given(known), said };
}

function limitOf(detail: string | null): string | null {
  const bytes = Number(detail);
  return detail !== null && detail !== '' && Number.isFinite(bytes) && bytes > 0 ? formatBytes(bytes) : null;
}

function fieldsOf(reason: NeedsYouReason, detail: string | null): string | null {
  const fields = reason === 'metadata-refused' ? refusedParts(detail)[0] : detail;
  return fields === null || fields === '' ? null : fieldList(fields);
}

type Host = Extract<TextId, `jobs.ask.${NeedsYouReason}.host`>;

/** Not every reason is one that the site's host can do something about. */
const isHost = (id: `jobs.ask.${NeedsYouReason}.host`): id is Host => isTextId(id);

/** What several clips have in common: "5 clips are larger than St. Mary’s takes". */
export function groupTitle({ reason, detail, clips, siteName: site }: NeedsGroup): string {
  const limit = limitOf(knownParts(detail).known);
  if (reason === 'too-large') return t('uploads.group.too-large', { clips, site, limit });
  return t('uploads.group', { clips, site, what: explain(reason, detail).title });
}

/** What became of a clip so far, as far as the words about it depend on that. */
export type Tried = Pick<JobDetails, 'attempts' | 'candidates'>;
const untried: Tried = { attempts: [], candidates: [] };

/** Whether a try has sent some of the clip; where nobody saw how much, it may have. */
export function wasBegun(attempts: readonly Pick<AttemptView, 'sentBytes'>[]): boolean {
  return attempts.some(({ sentBytes }) => sentBytes !== 0);
}

const isYes = (status: number | null): boolean => status !== null && status >= 200 && status < 300;
const yesNo = (isSo: boolean): 'yes' | 'no' => (isSo ? 'yes' : 'no');

/** Ends of a try after which its clip may be on the site; null = nobody saw the end. */
const openEnds: ReadonlySet<AttemptView['ended']> = new Set([null, 'unclear', 'arrived']);

/** What came of the answer to the last try, where all of it may have been sent. */
function lastAnswer({ attempts }: Tried): 'lost' | 'unnamed' | 'doubtful' | 'none' {
  const last = attempts.at(-1);
  if (last === undefined || !openEnds.has(last.ended)) return 'none';
  if (last.status === null) return 'lost';
  return isYes(last.status) ? 'unnamed' : 'doubtful';
}

/** What words depend on that tell of a clip's tries. */
export function triedValues(tried: Tried) {
  const last = tried.attempts.at(-1);
  return {
    begun: yesNo(wasBegun(tried.attempts)),
    // Of an earlier try it was looked for before the last one began.
    looked: yesNo(last?.ended === 'absent'),
    certain: yesNo(last?.ended !== 'refused' || !isYes(last.status)),
    yes: yesNo(isYes(last?.status ?? null)),
    answer: lastAnswer(tried),
    found: yesNo(tried.candidates.length > 0),
  };
}

/** Reasons of which something is known beside what the site said. */
const knownBeside: ReadonlySet<NeedsYouReason> = new Set(['too-large', 'extension-refused']);

/** Why an older video stays, where the site said nothing of its own about it. */
const stayCodes: ReadonlySet<string | null> = new Set(['forbidden', 'trashless', 'formatted']);

function causeValues(reason: NeedsYouReason, detail: string | null) {
  const { known, said } = knownBeside.has(reason)
    ? knownParts(detail)
    : { known: detail, said: refusedParts(detail)[1] };
  const extension = /^\.?([a-z0-9]{1,8})$/i.exec(known ?? '')?.[1];
  const why = reason === 'older-stays' && stayCodes.has(detail) ? detail : null;
  // A number of the site's own is told in its own words alone: it may count in other megabytes.
  const isInWords = /\p{N}/u.test(said ?? '');
  return {
    other: given(detail),
    said: why === null ? given(said) : null,
    why,
    limit: isInWords ? null : limitOf(known),
    extension: extension?.toLowerCase() ?? null,
    lifetime: detail === null || !/^\d+$/.test(detail) ? null : t('format.minutes', { minutes: Number(detail) }),
    fields: fieldsOf(reason, detail),
  };
}

/** What happened, what is safe, what to do. `detail` is what main knows of it: the words of the site, a limit, an extension. */
export function explain(reason: NeedsYouReason, detail: string | null, tried: Tried = untried): Explanation {
  const host = `jobs.ask.${reason}.host` as const;
  const values = { ...causeValues(reason, detail), ...triedValues(tried) };
  return {
    title: t(`jobs.ask.${reason}.title`, values),
    what: t(`jobs.ask.${reason}.what`, values),
    safe: t(`jobs.ask.${reason}.safe`, values),
    todo: t(`jobs.ask.${reason}.todo`),
    host: isHost(host) ? t(host, values) : null,
  };
}

/** What became of a try. */
export function attemptWords({ ended, status, sentBytes }: AttemptView): string {
  if (ended === null) return t('jobs.try.running');
  const seen = sentBytes === null ? 'no' : 'yes';
  const values = { answered: yesNo(status !== null), seen, begun: yesNo(sentBytes !== 0), yes: yesNo(isYes(status)) };
  return t(`jobs.try.${ended}`, values);
}

/** When a try was: "2 Oct, 23:50 – 23:58", "2 Oct, 23:50 – 3 Oct, 06:10"; without an end while it goes on. */
export function spanWords({ startedAt, endedAt }: Pick<AttemptView, 'startedAt' | 'endedAt'>, now: number): string {
  const start = formatMomentAlone(startedAt, now);
  if (endedAt === null) return start;
  // A look alone is over at once.
  if (endedAt - startedAt < 60_000 && formatClock(startedAt) === formatClock(endedAt)) return start;
  const end = isSameDay(startedAt, endedAt) ? formatClock(endedAt) : formatMoment(endedAt, now);
  return t('uploads.history.span', { start, end });
}

/** One look on the site after a try: "10:05: not there yet"; with its day where that is not the try's. */
export function lookLine({ at, found }: Look, { startedAt }: Pick<AttemptView, 'startedAt'>, now: number): string {
  const when = isSameDay(startedAt, at) ? formatClock(at) : formatMomentAlone(at, now);
  return t('jobs.look.line', { when, found: t(`jobs.look.${found}`) });
}

/** "Checked once; result: it is there" · "Checked 4 times; last result: not there yet". */
export function looksSummary(looks: readonly Look[]): string {
  const last = looks.at(-1);
  if (last === undefined) return '';
  return t('jobs.looks', { looks: looks.length, found: t(`jobs.look.${last.found}`) });
}

/** How far a try came, where that is worth saying; null = all the way, or nobody knows. */
export function sentWords({ ended, sentBytes }: AttemptView, bytes: number): string | null {
  if (ended === null || sentBytes === null || sentBytes >= bytes) return null;
  if (sentBytes === 0) return t('jobs.try.none-sent');
  const part = formatPart(sentBytes, bytes);
  // In the digits of the whole a little would read as nothing, and nearly all as all of it.
  if (part === formatPart(bytes, bytes))
    return t('jobs.try.nearly-sent', { rest: formatBytes(bytes - sentBytes), whole: formatBytes(bytes) });
  const isLittle = part === formatPart(0, bytes);
  const own = t('format.part', { part: formatBytes(sentBytes), whole: formatBytes(bytes) });
  return t('jobs.try.sent', { part: isLittle ? own : part });
}

function again(until: number | null, now: number): string | null {
  return until === null ? null : t('jobs.detail.again', { when: formatWhen(until, now) });
}

/** Held with everything else that goes to the site: no time of its own. */
const lineReasons: ReadonlySet<WaitReason> = new Set(['offline', 'site-away', 'site-failing', 'portal', 'proxy-away']);
/** A proxy keeps them back until somebody does something: nothing is promised. */
const proxyReasons: ReadonlySet<WaitReason> = new Set(['proxy-sign-in', 'proxy-method', 'proxy-refuses', 'proxy-kind']);
const cutOff: ReadonlySet<WaitReason> = new Set([
  ...[...lineReasons, ...proxyReasons],
  ...(['connection-lost', 'disk-silent', 'folder-away'] as const),
]);

/** Longer than this, and a site that works on a clip takes long. */
const longWorkMs = 5 * 60_000;

/** "Sends at 22:00", "Sends tomorrow at 22:00", "Sends Saturday at 22:00". */
function sendsAgain(until: number | null, now: number): string {
  return until === null ? t('jobs.detail.no-hour') : t('jobs.detail.sends', { when: formatWhen(until, now) });
}

/** For the whole queue, outside of the hours; `active` = something is still being sent. */
export function hoursWords(until: number | null, active: boolean, now: number): string {
  if (until === null) return t('jobs.hours.none');
  return t(active ? 'jobs.hours.active' : 'jobs.hours.idle', { when: formatWhen(until, now) });
}

/** Words with another icon or tone, where the state's own do not fit. */
type Said = Pick<StateWords, 'label' | 'detail'> & Partial<StateWords>;

function waitState(why: WaitReason | null, until: number | null, now: number): Said {
  if (why === null) return { label: t('jobs.state.waiting'), detail: again(until, now) };
  const icon = cutOff.has(why) ? 'offline' : 'waiting';
  const tone = why === 'sign-in' || isBlocked(why) || proxyReasons.has(why) ? 'attention' : 'plain';
  const automatic = lineReasons.has(why) ? t('jobs.detail.automatic') : again(until, now);
  const detail = why === 'hours' ? sendsAgain(until, now) : automatic;
  return { icon, tone, label: t(`jobs.wait.${why}`), detail };
}

type Sending = Extract<JobStateView, { readonly kind: 'sending' }>;

function sayOfSending({ sentBytes, bytesPerSecond, secondsLeft }: Sending, bytes: number): Said {
  const speed = bytesPerSecond ? formatSpeed(bytesPerSecond) : null;
  const left = secondsLeft === null ? null : t('jobs.detail.left', { time: formatTimeLeft(secondsLeft) });
  const detail = facts(speed, left);
  return {
    label: t('jobs.state.sending', { part: formatPart(Math.min(sentBytes, bytes), bytes) }),
    detail:
      detail !== ''
        ? detail
        : t(bytesPerSecond === 0 && sentBytes > 0 ? 'jobs.detail.stalled' : 'jobs.detail.starting'),
  };
}

/** What a state is called, with the words of its record where they say all; icon and tone are the record's unless others are named. */
function sayOf(state: JobStateView, bytes: number, now: number): Said {
  switch (state.kind) {
    case 'waiting':
      return waitState(state.why, state.until, now);
    case 'sending':
      return sayOfSending(state, bytes);
    case 'processing':
      return {
        label: t('jobs.state.processing'),
        detail: t(now - state.since > longWorkMs ? 'jobs.detail.slow' : 'jobs.detail.unconfirmed'),
      };
    case 'unclear':
      return {
        label: t('jobs.state.unclear'),
        detail: state.rebuilt
          ? t('jobs.detail.rebuilt')
          : state.nextLookAt === null
            ? t('jobs.detail.no-look')
            : t('jobs.detail.next-look', { when: formatWhen(state.nextLookAt, now) }),
      };
    case 'describing':
      return {
        label: t('jobs.state.describing'),
        detail:
          state.why === null ? t('jobs.detail.arrived') : (again(state.until, now) ?? t(`jobs.wait.${state.why}`)),
      };
    case 'done':
      return { label: t('jobs.state.done'), detail: formatMomentAlone(state.finishedAt, now) };
    case 'needs-you':
      return { label: explain(state.reason, state.detail).title, detail: t('jobs.detail.needs-you') };
    default: {
      const { label, detail } = jobStates[state.kind].words;
      return { label: t(label), detail: detail === null ? null : t(detail) };
    }
  }
}

/** `bytes` is the size of the clip; `now` the wall clock, for times of day. */
export function stateWords(state: JobStateView, bytes: number, now: number): StateWords {
  const { icon, tone } = jobStates[state.kind];
  return { icon, tone, ...sayOf(state, bytes, now) };
}

/** "On the site · Public", "Scheduled for 2 Oct, 09:00", and what is not where it arrived any more. */
function sayOfVideo({ status, date, isProtected }: OnSite, finishedAt: number, now: number): Said {
  const arrived = t('jobs.detail.was-there', { when: formatMoment(finishedAt, now) });
  if (status === null) return { ...away, label: t('jobs.state.deleted'), detail: arrived };
  if (status === 'trash') return { ...away, label: t('jobs.state.trash'), detail: arrived };
  if (status === 'future' && date !== null)
    return { label: t('jobs.state.done'), detail: t('jobs.detail.scheduled', { when: formatMoment(date, now) }) };
  return {
    label: facts(t('jobs.state.done'), statusWord(status, isProtected)),
    detail: formatMomentAlone(finishedAt, now),
  };
}

/** What was cancelled after its clip had arrived: the video stays there, without what was still to be saved. */
function sayOfLeft({ status, isProtected }: OnSite): string {
  if (status === null) return t('jobs.detail.video-deleted');
  if (status === 'trash') return t('jobs.detail.video-in-trash');
  return facts(t('jobs.detail.video-there'), statusWord(status, isProtected));
}

const away = { icon: 'cancelled', tone: 'quiet' } as const;

/** What a row says of its job: its state, and once the clip has arrived what the site has of it. `isGone` = its account is not connected any more. */
export function rowWords(row: Pick<JobRow, 'state' | 'onSite' | 'bytes'>, now: number, isGone = false): StateWords {
  const words = stateWords(row.state, row.bytes, now);
  if (isGone && waitsForAccount(row.state)) return { ...words, label: t('jobs.no-account') };
  if (row.onSite === null) return words;
  if (row.state.kind === 'cancelled') return { ...words, detail: sayOfLeft(row.onSite) };
  if (row.state.kind !== 'done') return words;
  return { ...words, ...sayOfVideo(row.onSite, row.state.finishedAt, now) };
}

/** "40 clips added" · "38 already on the site, 2 new" · "12 already in the list, nothing new". */
export function addedWords({ added, ready, alreadyOnSite, alreadyQueued, refused, notVideos }: AddResult): string {
  const known = [
    ...(alreadyOnSite > 0 ? [t('jobs.added.on-site', { clips: alreadyOnSite })] : []),
    ...(alreadyQueued > 0 ? [t('jobs.added.listed', { clips: alreadyQueued })] : []),
  ];
  const fresh = added > 0 && ready < added ? [t('jobs.added.added', { clips: added })] : [];
  const waits = ready > 0 ? [t('jobs.added.ready', { clips: ready })] : [];
  const parts = [
    ...(known.length === 0 ? fresh : [...known, t('jobs.added.new', { clips: added })]),
    ...waits,
    ...(refused.length > 0 ? [t('jobs.added.refused', { files: refused.length })] : []),
    ...(notVideos > 0 ? [t('jobs.added.not-videos', { files: notVideos })] : []),
  ];
  return parts.length === 0 ? t('jobs.added.none') : listed(parts);
}

/** "“Regatta” is number 2 of 14 that wait." */
export function movedWords(what: string, { changed, place, of }: OrderMoved): string {
  if (changed === 0) return t('jobs.order.stays', { what });
  return t('jobs.order.moved', { what, changed, place, last: place + changed - 1, of });
}
