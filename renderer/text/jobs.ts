// What every state, reason and outcome is called in front of a creator: what happened, is my video safe, what to do.
import type {
  AddResult,
  AttemptView,
  JobAct,
  JobStateView,
  Look,
  NeedsYouAction,
  NeedsYouReason,
  QueueFilter,
  QueueSort,
  Refused,
  WaitReason,
} from '../../preload/contract.ts';
import { fieldList } from './fields.ts';
import {
  counted,
  formatBytes,
  formatClock,
  formatCount,
  formatMoment,
  formatPart,
  formatSpeed,
  formatTimeLeft,
  formatWhen,
} from './format.ts';

export type IconName =
  | 'waiting'
  | 'sending'
  | 'processing'
  | 'looking'
  | 'describing'
  | 'done'
  | 'paused'
  | 'needs-you'
  | 'cancelled'
  | 'offline';

export type Tone = 'plain' | 'active' | 'good' | 'attention' | 'quiet';

/** A state in a few words for a row: an icon and a word, and one quiet line beneath. */
export interface StateWords {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly label: string;
  readonly detail: string | null;
}

export const waitWords = {
  offline: 'Waiting for the internet',
  'connection-lost': 'Connection lost',
  'site-away': 'Site cannot be reached',
  'site-failing': 'Site is out of order',
  portal: 'Network wants you to sign in',
  'site-busy': 'Site is busy',
  'site-maintenance': 'Site is in maintenance',
  'site-blocked': 'Site blocks uploads',
  'server-error': 'Site had a problem',
  'web-page-answer': 'Site is not answering properly',
  'clip-busy': 'File is in use',
  'clip-unfinished': 'File is still being written',
  'disk-silent': 'Its disk does not answer',
  'folder-away': 'Waiting for its folder',
  hours: 'Outside your sending hours',
  'sign-in': 'Waiting for you to sign in',
} as const satisfies Record<WaitReason, string>;

export interface Explanation {
  /** For the row and as heading. */
  readonly title: string;
  readonly what: string;
  readonly safe: string;
  readonly todo: string;
  /** A ready text for the people who run the site's server; null when they cannot help. */
  readonly host: string | null;
}

const notSent = 'Nothing was sent. Your file is untouched.';
const untouched = 'Your file is untouched and nothing was published twice.';
const onSite = 'Your video is on the site.';

function quoted(detail: string | null): string {
  return detail === null || detail === '' ? '' : ` The site said: “${detail}”`;
}

/** "terms:tags\nNot allowed" as the fields and the words of the site; a detail of one line is only words. */
function refusedParts(detail: string | null): readonly [fields: string | null, said: string | null] {
  const end = detail?.indexOf('\n') ?? -1;
  return detail === null || end < 0 ? [null, detail] : [detail.slice(0, end), detail.slice(end + 1)];
}

function limitOf(detail: string | null): string | null {
  const bytes = Number(detail);
  return detail !== null && detail !== '' && Number.isFinite(bytes) && bytes > 0 ? formatBytes(bytes) : null;
}

export const needsYouWords = {
  'entry-damaged': () => ({
    title: 'Entry is damaged',
    what: 'What Clipferry had saved about this clip, such as its title and details, was damaged on this computer’s disk.',
    safe: 'Your file is untouched. Nothing happens to this clip before you try again.',
    todo: 'Check the title and details below, then try again. If the clip may be on the site already, Clipferry checks there first.',
    host: null,
  }),
  'clip-missing': () => ({
    title: 'File not found',
    what: 'The file is no longer where it was: moved, renamed, or on a disk that is not connected.',
    safe: 'Nothing was sent.',
    todo: 'Bring the file back or connect the disk, then try again.',
    host: null,
  }),
  'clip-no-file': () => ({
    title: 'Not a file anymore',
    what: 'Something else is where the file was: a folder, a link to another place, or a device.',
    safe: 'Nothing was sent.',
    todo: 'Put the video file back in its place and try again, or remove it from the list.',
    host: null,
  }),
  'clip-empty': () => ({
    title: 'File is empty',
    what: 'The file holds no data at all.',
    safe: notSent,
    todo: 'Export or copy it again, then try again.',
    host: null,
  }),
  'clip-not-video': () => ({
    title: 'Not a video',
    what: 'The file is named like a video, but what is inside is none.',
    safe: notSent,
    todo: 'Take it off the list, or replace the file and add it again.',
    host: null,
  }),
  'clip-unfinished': () => ({
    title: 'Video is not complete',
    what: 'The file has no index: the recording or export was broken off, or it is still being written.',
    safe: notSent,
    todo: 'Finish or repeat the export, then try again.',
    host: null,
  }),
  'clip-unreadable': () => ({
    title: 'File cannot be read',
    what: 'This computer does not let Clipferry read the file.',
    safe: notSent,
    todo: 'Check the file’s permissions and that its disk is healthy, then try again.',
    host: null,
  }),
  'clip-changing': () => ({
    title: 'File keeps changing',
    what: 'The file changed several times while it was being sent. Another program is still working on it.',
    safe: untouched,
    todo: 'Wait until that program is done, then try again.',
    host: null,
  }),
  'clip-known': (detail) => ({
    title: 'Same video as another file',
    what: `This file was replaced, and now holds the same video as ${detail === null ? 'another file' : `“${detail}”`}, which is in your uploads already.`,
    safe: 'Nothing was sent a second time.',
    todo: 'Take it off the list, or put the other video back and try again.',
    host: null,
  }),
  'too-large': (detail) => {
    const limit = limitOf(detail);
    return {
      title: 'Too large for the site',
      what:
        limit === null
          ? 'The site refuses files of this size.'
          : `The site refuses files of this size: it accepts less than ${limit}.`,
      safe: 'Your file is untouched. Smaller clips go on.',
      todo: 'Ask the site’s host to raise the limit and try again, or export a smaller file.',
      host: `Video uploads to our site are refused because the file is too large${limit === null ? '' : ` (limit seen: ${limit})`}. Please raise the limit for uploads: upload_max_filesize and post_max_size in PHP, client_max_body_size in nginx (or LimitRequestBody in Apache), the video plugin’s own maximum, and the limit of a proxy in front of the server, if there is one.`,
    };
  },
  'extension-refused': (detail) => {
    const extension = /^\.?([a-z0-9]{1,8})$/i.exec(detail ?? '')?.[1];
    const kind = extension === undefined ? 'this kind of file' : `.${extension.toLowerCase()} files`;
    return {
      title: `Site refuses ${kind}`,
      what: `The site does not take ${kind}.`,
      safe: notSent,
      todo: 'Export the video as MP4 and add that file, or ask the site’s host to allow this kind and try again.',
      host: `Our site refuses ${kind}. Please allow this video type for uploads in WordPress and in the video plugin.`,
    };
  },
  'type-refused': (detail) => ({
    title: 'Site refuses this video',
    what: `The site looked inside the file and did not accept it.${quoted(detail)}`,
    safe: untouched,
    todo: 'Export the video again as an ordinary MP4 (H.264), or ask the site’s host, then try again.',
    host: `Our site refuses a video file after looking inside it.${quoted(detail)} Please check which video types are allowed for uploads.`,
  }),
  'no-upload-right': (detail) => ({
    title: 'No right to upload',
    what: `Your account on this site may not upload videos.${quoted(detail)}`,
    safe: notSent,
    todo: 'Ask the owner of the site for the right to upload, then try again.',
    host: 'My account may not upload videos through the REST API. Please give my role the rights upload_files and edit_posts, and check whether uploads are limited to verified users.',
  }),
  'token-too-short': (detail) => ({
    title: 'Sign-in ends too soon',
    what: `Sending this clip takes longer than an access token of this site lives${detail === null || !/^\d+$/.test(detail) ? '' : ` (${counted(Number(detail), 'minute', 'minutes')})`}. The site would refuse it at the very end.`,
    safe: notSent,
    todo: 'Sign in with an application password in Sites, or use a faster connection; then try again.',
    host: 'Access tokens of our site end too soon for large uploads. Please enable application passwords, or give tokens a longer life (filter jwt_auth_expire).',
  }),
  'upload-route-missing': () => ({
    title: 'Site has no upload service',
    what: 'The part of the site that receives videos is not there. It may have been switched off or updated.',
    safe: notSent,
    todo: 'Ask the site’s host to switch it on, then try again.',
    host: 'The upload route of the video plugin (…/v1/upload below the REST root) answers “not found”. Please check that the video plugin is active and up to date, and that the REST API is not restricted.',
  }),
  'web-page-answer': () => ({
    title: 'Something stands in the way',
    what: 'Instead of the site’s upload service a web page answers, again and again: a firewall, a maintenance page, or the sign-in page of a network.',
    safe: untouched,
    todo: 'Open the site in your browser to see what it shows. If it looks normal, send the text below to the site’s host, then try again.',
    host: 'Requests of an upload program to the REST API are answered with an HTML page instead of JSON, probably by a firewall, security plugin or bot check. Please allow signed-in requests below /wp-json/.',
  }),
  'site-refused': (detail) => ({
    title: 'Site refused it',
    what: `The site did not accept this video.${quoted(detail)}`,
    safe: untouched,
    todo: 'If the words of the site do not help, send the text below to its host. Then try again.',
    host: `Our site refuses a video upload.${quoted(detail)} Please check the server’s and the video plugin’s log.`,
  }),
  'server-error': (detail) => ({
    title: 'Site keeps failing',
    what: `The site’s server breaks off with an error of its own, each time.${quoted(detail)}`,
    safe: `${untouched} Clipferry looked: the video is not on the site.`,
    todo: 'Send the text below to the site’s host, then try again.',
    host: `Each upload of a video ends with a server error.${quoted(detail)} Please look into PHP’s error log: memory_limit, max_execution_time and disk space are frequent causes.`,
  }),
  'ask-which': () => ({
    title: 'Which video is it?',
    what: 'The site’s answer was lost. There are videos on the site that may be this clip, but not enough proof.',
    safe: 'Your file is untouched. Nothing is sent again before you decide.',
    todo: 'Choose the video that is this clip, or send the clip again.',
    host: null,
  }),
  'arrived-not-found': () => ({
    title: 'Accepted, but not to be found',
    what: 'The site said yes, yet the video cannot be found there. It may be waiting for a review that hides it from you.',
    safe: 'The site has the file by its own word, so it is not sent again.',
    todo: 'Look on the site. If the video is there, finish. If it may only need time, try again: Clipferry looks once more.',
    host: null,
  }),
  'video-gone': () => ({
    title: 'Video is gone from the site',
    what: 'The video was deleted on the site before its title and details could be added.',
    safe: 'Your file on this computer is untouched.',
    todo: 'Finish to leave it so, or send the clip again.',
    host: null,
  }),
  'metadata-refused': (detail) => {
    const [fields, said] = refusedParts(detail);
    return {
      title: 'Details not accepted',
      what:
        fields === null
          ? `The site did not accept the title or other details.${quoted(said)}`
          : `The site did not accept: ${fieldList(fields)}. All other details are saved there.${quoted(said)}`,
      safe: onSite,
      todo: 'Change what you typed, and it is sent again by itself; or leave it as it is on the site.',
      host: null,
    };
  },
  'metadata-ignored': (detail) => ({
    title: 'Details not taken over',
    what: `The site said yes, but kept its own values${detail === null || detail === '' ? '' : ` for: ${fieldList(detail)}`}.`,
    safe: onSite,
    todo: 'Change what you typed, or leave it as it is on the site.',
    host: null,
  }),
  'changed-on-site': () => ({
    title: 'Changed on the site meanwhile',
    what: 'Somebody changed the same details on the site that you changed here.',
    safe: `${onSite} Nothing was overwritten, and what you typed is kept.`,
    todo: 'Say for each which one counts.',
    host: null,
  }),
} as const satisfies Record<NeedsYouReason, (detail: string | null) => Explanation>;

export function explain(reason: NeedsYouReason, detail: string | null): Explanation {
  return needsYouWords[reason](detail);
}

/** One clip after the other was answered with a page: the site is left alone as a whole (F-21). */
export const blockedWords: Explanation = {
  title: 'Site blocks uploads',
  what: 'Five different clips in a row were answered with a web page instead of the upload service. The site’s firewall may have blocked this computer’s address.',
  safe: 'Nothing more is sent to the site for now, so that it does not get worse. Your files are untouched.',
  todo: 'Open the site in your browser. If it looks normal, send the text below to its host; then try now.',
  host: 'Uploads of a program to the REST API of our site are answered with an HTML page, each time: a firewall, security plugin or bot check probably blocks them, or our address as a whole. Please look into its log for our address, take it off the block list, and allow signed-in requests below /wp-json/.',
};

export const needsYouActionWords = {
  retry: 'Try again',
  remove: 'Remove',
  choose: 'Choose…',
  edit: 'Edit…',
  finish: 'Finish',
  resolve: 'Decide…',
} as const satisfies Record<NeedsYouAction, string>;

export const attemptWords = {
  arrived: 'Sent completely; the site confirmed it.',
  unclear: 'Everything was sent, but the site’s answer was lost.',
  'connection-lost': 'The connection was lost on the way. The clip starts again from its beginning.',
  refused: 'The site refused it.',
  stopped: 'Stopped by you.',
  'clip-changed': 'The file changed while it was being sent, so this try does not count.',
  interrupted: 'Clipferry or the computer stopped before everything was sent.',
  found: 'The site’s answer was lost; looked there: it is on the site.',
  absent: 'The site’s answer was lost; looked there until nothing could come any more: it is not on the site.',
} as const satisfies Record<NonNullable<AttemptView['ended']>, string>;

export const attemptRunning = 'Under way.';

const lookWords = {
  found: 'it is there',
  absent: 'it is not there',
  'not-yet': 'not there yet',
  ask: 'something is there, but not enough proof',
  failed: 'the site did not answer',
} as const satisfies Record<Look['found'], string>;

/** One look on the site: "10:05: not there yet". */
export function lookLine({ at, found }: Look): string {
  return `${formatClock(at)}: ${lookWords[found]}`;
}

/** "Looked once on the site: it is there" · "Looked 4 times on the site, the last time: not there yet". */
export function looksSummary(looks: readonly Look[]): string {
  const last = looks.at(-1);
  if (last === undefined) return '';
  return looks.length === 1
    ? `Looked once on the site: ${lookWords[last.found]}`
    : `Looked ${formatCount(looks.length)} times on the site, the last time: ${lookWords[last.found]}`;
}

/** How far a try came, where that is worth saying; null = all the way, or nobody knows. */
export function sentWords({ ended, sentBytes }: AttemptView, bytes: number): string | null {
  if (ended === null || sentBytes === null || sentBytes >= bytes) return null;
  return sentBytes === 0 ? 'Nothing had left yet.' : `${formatBytes(sentBytes)} of ${formatBytes(bytes)} had left.`;
}

export const refusedWords = {
  empty: 'is empty',
  'not-video': 'is not a video',
  'not-a-file': 'is not a file: a folder, a link or a device is in its place',
  'no-answer': 'is on a disk that does not answer',
  unreadable: 'cannot be read',
  missing: 'was not found',
  unfinished: 'is not complete: still being written, or broken off',
} as const satisfies Record<Refused['reason'], string>;

export const filterWords = {
  all: 'All',
  'needs-you': 'Needs you',
  active: 'Active',
  waiting: 'Waiting',
  done: 'Done',
} as const satisfies Record<QueueFilter, string>;

export const emptyWords = {
  all: 'No clips yet.',
  'needs-you': 'Nothing needs you.',
  active: 'Nothing is being sent right now.',
  waiting: 'Nothing is waiting.',
  done: 'Nothing has arrived on the site yet.',
} as const satisfies Record<QueueFilter, string>;

export const sortWords = {
  queue: 'Order of sending',
  newest: 'Newest first',
  name: 'Name',
  size: 'Largest first',
} as const satisfies Record<QueueSort, string>;

/** The words for what a bulk action did, for instance "12 clips paused". */
export const actedWords = {
  pause: 'paused',
  resume: 'resumed',
  cancel: 'cancelled',
  retry: 'will be tried again',
  finish: 'finished',
  remove: 'taken off the list',
} as const satisfies Record<JobAct, string>;

function again(until: number | null, now: number): string | null {
  return until === null ? null : `Tries again ${formatWhen(until, now)}`;
}

/** Held with everything else that goes to the site: no time of its own. */
const lineReasons: ReadonlySet<WaitReason> = new Set(['offline', 'site-away', 'site-failing', 'portal']);
const cutOff: ReadonlySet<WaitReason> = new Set([...lineReasons, 'connection-lost', 'disk-silent', 'folder-away']);

/** Longer than this, and a site that works on a clip takes long. */
const longWorkMs = 5 * 60_000;

/** "Sends at 22:00", "Sends tomorrow at 22:00", "Sends Saturday at 22:00". */
function sendsAgain(until: number | null, now: number): string {
  return until === null ? 'No hour is set for sending' : `Sends ${formatWhen(until, now)}`;
}

/** For the whole queue, outside of the hours; `active` = something is still being sent. */
export function hoursWords(until: number | null, active: boolean, now: number): string {
  if (until === null) return 'No hour of the week is set for sending.';
  const when = formatWhen(until, now);
  return active ? `Outside your hours: the rest goes on ${when}.` : `Outside your hours. Sending goes on ${when}.`;
}

function waitState(why: WaitReason | null, until: number | null, now: number): StateWords {
  if (why === null) return { icon: 'waiting', tone: 'quiet', label: 'Waiting', detail: again(until, now) };
  const icon = cutOff.has(why) ? 'offline' : 'waiting';
  const tone = why === 'sign-in' || why === 'site-blocked' ? 'attention' : 'plain';
  const byItself = lineReasons.has(why) ? 'Goes on by itself' : again(until, now);
  const detail = why === 'hours' ? sendsAgain(until, now) : byItself;
  return { icon, tone, label: waitWords[why], detail };
}

/** `bytes` is the size of the clip; `now` the wall clock, for times of day. */
export function stateWords(state: JobStateView, bytes: number, now: number): StateWords {
  switch (state.kind) {
    case 'waiting':
      return waitState(state.why, state.until, now);
    case 'sending': {
      const speed = state.bytesPerSecond > 0 ? formatSpeed(state.bytesPerSecond) : null;
      const left = state.secondsLeft === null ? null : `${formatTimeLeft(state.secondsLeft)} left`;
      const detail = [speed, left].filter((part) => part !== null).join(' · ');
      return {
        icon: 'sending',
        tone: 'active',
        label: `Sending ${formatPart(Math.min(state.sentBytes, bytes), bytes)}`,
        detail: detail !== '' ? detail : state.sentBytes > 0 ? 'Nothing is moving right now' : 'Starting',
      };
    }
    case 'processing':
      return {
        icon: 'processing',
        tone: 'active',
        label: 'Site is processing',
        detail: now - state.since > longWorkMs ? 'All sent; the site is taking long' : 'All sent, not confirmed yet',
      };
    case 'unclear':
      return {
        icon: 'looking',
        tone: 'active',
        label: 'Checking the site',
        detail: state.rebuilt
          ? 'Seeing whether it is there already'
          : state.nextLookAt === null
            ? 'The answer was lost'
            : `Answer lost; looks at ${formatClock(state.nextLookAt)}`,
      };
    case 'describing':
      return {
        icon: 'describing',
        tone: 'active',
        label: 'Adding your details',
        detail: state.why === null ? 'The video is on the site' : (again(state.until, now) ?? waitWords[state.why]),
      };
    case 'done':
      return { icon: 'done', tone: 'good', label: 'On the site', detail: formatMoment(state.finishedAt, now) };
    case 'paused':
      return { icon: 'paused', tone: 'quiet', label: 'Paused', detail: null };
    case 'needs-you': {
      const words = explain(state.reason, state.detail);
      return { icon: 'needs-you', tone: 'attention', label: words.title, detail: 'Needs you' };
    }
    case 'cancelled':
      return { icon: 'cancelled', tone: 'quiet', label: 'Cancelled', detail: null };
  }
}

/** "40 added" · "38 already on the site, 2 new" · "Nothing new: 12 already in the list". */
export function addedWords(result: AddResult): string {
  const known: string[] = [];
  if (result.alreadyOnSite > 0) known.push(`${formatCount(result.alreadyOnSite)} already on the site`);
  if (result.alreadyQueued > 0) known.push(`${formatCount(result.alreadyQueued)} already in the list`);
  const parts =
    known.length === 0
      ? result.added > 0
        ? [counted(result.added, 'clip added', 'clips added')]
        : []
      : [...known, result.added > 0 ? `${formatCount(result.added)} new` : 'nothing new'];
  if (result.refused.length > 0) parts.push(`${counted(result.refused.length, 'file', 'files')} not taken`);
  if (result.notVideos > 0) parts.push(`${counted(result.notVideos, 'other file', 'other files')} left out`);
  return parts.length === 0 ? 'No videos found' : parts.join(', ');
}
