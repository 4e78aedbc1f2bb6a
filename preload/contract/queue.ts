// The upload list: jobs and their states, the window onto the list, and what is done to it.
import type { JobStateKind, JobStates, queueFilters } from '../job-states.ts';
import type { RowColumn } from '../row-columns.ts';
import type { SiteZone } from '../site-zone.ts';
import type { ProxyTrouble, WallMs } from './common.ts';
import type { Conflict, Draft, VideoView } from './metadata.ts';
import type { SidecarView } from './sidecars.ts';

export type { RowColumn } from '../row-columns.ts';

export type QueueFilter = (typeof queueFilters)[number];
export type QueueSort = 'queue' | 'name' | 'size' | 'newest';

/** Why a job that could go on by itself is not being sent right now. */
export type WaitReason =
  | 'offline'
  | 'connection-lost'
  | 'site-away' // the site does not answer, to nobody here
  | 'site-failing' // the site's server answers everything with an error of its own
  | 'portal' // somebody else answers in its place: a network that wants a sign-in first
  | ProxyTrouble // the way there ends at a proxy of the network
  | 'site-busy' // 429, 503 with or without Retry-After
  | 'site-maintenance' // 503 that says so itself: usually an update
  | 'uploads-blocked' // several clips in a row were answered with a web page, anything else was not: only uploads wait
  | 'uploads-unsure' // the same, and whether anything else is answered, nobody could find out
  | 'site-blocked' // so was anything else: nothing is asked of the site, which may have banned this address
  | 'server-error' // 5xx that may pass
  | 'size-doubted' // refused once as too large, without a word: sent once more
  | 'pieces-away' // too large for one request, and the site takes no pieces for a while
  | 'other-computer' // one that sends the same clips goes first
  | 'web-page-answer' // HTML where data was expected: firewall, maintenance, captive portal
  | 'clip-busy' // another program has the file open, or it changed while it was read
  | 'clip-unfinished' // the container is not complete yet
  | 'disk-silent' // the disk that it lies on answers nothing at all now
  | 'folder-away' // the watched folder that it came from is not connected
  | 'hours' // outside of the hours that the user set
  | 'site-silent' // it has not answered so many clips that no other begins
  | 'public-unasked' // clips of its account turned out to be public at once, and its user was not asked
  | 'sign-in'; // its account needs the user; asked once, on the account

/** Why a job cannot go on without the user. Each has one action. Words are in renderer/text/jobs.ts. */
export type NeedsYouReason =
  | 'entry-damaged' // what was noted about it, such as its title and details, cannot be read any more
  | 'clip-missing'
  | 'clip-no-file' // a folder, a link, a pipe or a device is in its place
  | 'clip-empty'
  | 'clip-not-video'
  | 'clip-unfinished' // an MP4 or MOV without its index: broken or still being written
  | 'clip-unreadable'
  | 'clip-changing' // changed during several attempts in a row
  | 'clip-known' // its file holds another job's very clip by now; detail: that one's name
  | 'newer-version' // of a clip that is on the site already; see `older`
  | 'older-stays' // it is on the site, and the older video is not trashed; detail: forbidden, trashless, formatted, or what the site said
  | 'too-large' // detail: the limit in bytes when known; below it, on a line of its own, what the site said
  | 'extension-refused' // detail: the extension; below it, on a line of its own, what the site said
  | 'type-refused' // the site does not take this kind of file; detail: what the site said
  | 'upload-failed' // the site could not take the file in, for its kind or for a fault of its server; detail: what the site said
  | 'site-full' // its quota has no room for the clip; detail: what the site said
  | 'no-upload-right'
  | 'token-too-short' // sending takes longer than an access token of this site lives; detail: that life in minutes
  | 'upload-route-missing'
  | 'web-page-answer' // keeps answering with a web page
  | 'site-refused' // detail: what the site said
  | 'server-error' // keeps failing; detail: what the site said
  | 'ask-which' // several videos, or too little proof: the user decides
  | 'arrived-not-found' // the site said yes, yet the video cannot be found
  | 'video-gone' // deleted on the site before its metadata could be applied
  | 'metadata-refused' // detail: what the site said; before it, on a line of their own, the refused fields by commas where known
  | 'metadata-failing' // the video is there, and the site keeps failing when what was typed is sent to it
  | 'metadata-blocked' // the same, and a web page comes in place of its answer
  | 'metadata-ignored' // the site answered yes but kept other values; detail: the fields, by commas
  | 'changed-on-site'; // somebody changed the same fields on the site: nothing was overwritten; see `conflicts`

export type NeedsYouAction =
  | 'retry' // try again (for instance after the file is back or the host raised a limit)
  | 'remove' // nothing else makes sense
  | 'choose' // see candidates
  | 'edit' // change what was typed
  | 'version' // say what becomes of the older video
  | 'resolve' // say for each field whose value counts
  | 'finish'; // accept as it is

export interface Candidate {
  readonly videoId: number;
  readonly title: string;
  readonly createdAt: WallMs | null;
  readonly sizeMatches: boolean;
}

/** A video that may be the clip, as the site shows it now. */
export interface CandidateView extends Candidate {
  /** The site's own name of it; '' = not told now. */
  readonly status: string;
  readonly bytes: number | null;
  /** Its picture is at `app://main/poster/<key>`; null = it has none. */
  readonly poster: string | null;
  /** False = gone since it was found; null = the site could not be asked. */
  readonly there: boolean | null;
  /** Another clip stands for it by now. */
  readonly taken: boolean;
}

/** 'over' = nothing was asked any more. */
export type ChooseOutcome = 'chosen' | 'taken' | 'gone' | 'over';

/** What stands behind each kind of part that the window may be shown of a state. */
export interface ShownParts {
  id: string;
  number: number;
  'number-or-none': number | null;
  time: WallMs;
  'time-or-none': WallMs | null;
  'yes-no': boolean;
  'text-or-none': string | null;
  'wait-or-none': WaitReason | null;
  reason: NeedsYouReason;
  action: NeedsYouAction;
}

type Shown<K extends JobStateKind, Shows = JobStates[K]['shows']> = {
  readonly [Name in 'kind' | keyof Shows]: Name extends keyof Shows
    ? ShownParts[Extract<Shows[Name], keyof ShownParts>]
    : K;
};

/** The state of a job as the window is shown it (preload/job-states.ts). */
export type JobStateView = { [K in JobStateKind]: Shown<K> }[JobStateKind];

/** What a site has of a clip that arrived, when it was last asked. */
export interface OnSite {
  /** The site's own name of it; null = the video was deleted there. */
  readonly status: string | null;
  /** Also the moment it is or becomes public. */
  readonly date: WallMs | null;
  /** Only who knows its password sees it. */
  readonly isProtected?: true;
}

/** A text in a row: no more of it than a row can show. */
export interface TextCell {
  readonly text: string;
  /** All of it stands in `text`, in one line. */
  readonly isWhole: boolean;
}

/** Terms in a row: the names of those that are known on this computer, and how many more there are. */
export interface TermsCell {
  readonly names: readonly string[];
  readonly others: number;
}

/** What was typed for a clip, or came with its preset, in the columns that are shown; what nobody gave is left out. Of a video: `LibraryRow.cells`. */
export interface RowCells {
  readonly description?: TextCell;
  readonly excerpt?: TextCell;
  readonly status?: string;
  /** By the site's clock. */
  readonly publishAt?: { readonly at: WallMs; readonly zone: SiteZone };
  readonly categories?: TermsCell;
  readonly tags?: TermsCell;
  readonly commentsOpen?: boolean;
}

export interface JobRow {
  readonly id: string;
  /** File name as on disk, in NFC. */
  readonly name: string;
  /** Title as typed; '' when nothing was typed. */
  readonly title: string;
  readonly accountId: string;
  readonly siteName: string;
  readonly bytes: number;
  readonly state: JobStateView;
  /** Null = its clip did not arrive, or the site was not asked yet. */
  readonly onSite: OnSite | null;
  /** True when the file was recognised as something a browser may play: a poster can be tried. */
  readonly hasPoster: boolean;
  /** Name of the file beside it of which something was not understood; null = all was, or its user knows. */
  readonly sidecarTrouble: string | null;
  /** Left out = the view names no columns. */
  readonly cells?: RowCells;
}

/** How many stand under each filter. */
export interface FilterCounts {
  readonly all: number;
  readonly needsYou: number;
  /** Their user has not said yet that they are to go. */
  readonly ready: number;
  readonly active: number;
  readonly waiting: number;
  readonly done: number;
}

export interface QueueCounts extends FilterCounts {
  /** Of the done ones those whose clip has arrived: the others were cancelled. */
  readonly arrived: number;
}

/** 'closed' = nothing is begun; 'anyway' = the user sends all the same. `until` = when the hours change; null = never. */
export interface HoursView {
  readonly kind: 'slow' | 'closed' | 'anyway';
  readonly until: WallMs | null;
}

export interface QueueTotals {
  /** Bytes of all jobs that go by themselves and are not on the site yet, and how many of those have been sent. */
  readonly bytesOpen: number;
  readonly bytesSent: number;
  readonly bytesPerSecond: number;
  /** Honest estimate until everything that can go by itself now is on its site; null = cannot be said yet. */
  readonly secondsLeft: number | null;
  /** The same for each site that something goes to now, in the order of the list of sites. */
  readonly finish: readonly SiteFinish[];
  readonly paused: boolean;
  readonly offline: boolean;
  /** Sites that something waits for and that cannot be reached as they should, or take nothing; all of it goes on by itself. */
  readonly lines: readonly SiteLine[];
  /** Accounts whose clips wait until somebody signs in. */
  readonly signIns: readonly SignInWait[];
  /** Accounts whose clips are held until their user was asked. */
  readonly publics: readonly PublicWait[];
  /** Accounts whose clips are ready: they go when their user says so. */
  readonly ready: readonly ReadyWait[];
  /** Causes for which several clips need their user, those of the most clips first. */
  readonly needs: readonly NeedsGroup[];
  /** What the weekly hours say now; null = everything goes at full speed. */
  readonly hours: HoursView | null;
}

export interface SiteFinish {
  readonly siteId: string;
  readonly siteName: string;
  readonly secondsLeft: number;
}

/** The line to one site that is down, or that takes nothing: nothing is sent there, nothing fails for it. */
export interface SiteLine {
  readonly siteId: string;
  readonly siteName: string;
  readonly trouble: Extract<
    WaitReason,
    | 'site-away'
    | 'site-failing'
    | 'site-busy'
    | 'site-maintenance'
    | 'portal'
    | ProxyTrouble
    | 'uploads-blocked'
    | 'uploads-unsure'
    | 'site-blocked'
  >;
  /** Host and port of the proxy that is in the way; null = none is. */
  readonly proxy: string | null;
  readonly since: WallMs;
  /** When it is tried next; null = right now. */
  readonly nextTryAt: WallMs | null;
}

/** What several clips of a site need their user for. */
export interface NeedsTarget {
  readonly siteId: string;
  readonly reason: string;
  readonly detail: string | null;
}

export interface NeedsGroup extends NeedsTarget {
  readonly siteName: string;
  readonly reason: NeedsYouReason;
  readonly action: NeedsYouAction;
  readonly clips: number;
}

/** What nothing but a sign-in keeps from going; one of the three is so. */
export interface SignInWait {
  readonly accountId: string;
  /** The account as its site calls it. */
  readonly accountName: string;
  readonly siteName: string;
  /** How many wait to be sent. */
  readonly clips: number;
  /** Some may be on the site already, and are looked for. */
  readonly looks: boolean;
  /** Something was typed for videos that are there. */
  readonly texts: boolean;
}

/** Clips that would be public as soon as they arrive, which nobody was asked about. */
export interface PublicWait {
  readonly accountId: string;
  readonly accountName: string;
  readonly siteName: string;
  /** How many wait to be sent; never 0. */
  readonly clips: number;
}

/** Clips of an account that wait for their user's word. */
export interface ReadyWait {
  readonly accountId: string;
  readonly accountName: string;
  readonly siteName: string;
  /** Never 0. */
  readonly clips: number;
}

/** What the list is narrowed to: whatever is named here has to fit. */
export interface QueueSearch {
  /** Words, each of which stands in the name of the file or in the title; '' = any. */
  readonly text: string;
  /** Null = whatever account. */
  readonly accountIds: readonly string[] | null;
  /** The watched folder that brought it, a null id where the user named the file; null = either. */
  readonly from: { readonly folderId: string | null } | null;
}

/** What was found under each filter so far. */
export interface Found {
  readonly counts: FilterCounts;
  /** Not all of the list was looked through yet. */
  readonly isSearching: boolean;
}

/** A window onto the list: main keeps the list, the renderer names what it shows. */
export interface QueueView {
  readonly filter: QueueFilter;
  /** Left out = the whole list. */
  readonly search?: QueueSearch;
  readonly sort: QueueSort;
  readonly offset: number;
  /** At most 200. */
  readonly limit: number;
  /** What its rows tell besides; left out = nothing. */
  readonly columns?: readonly RowColumn[];
}

export interface QueuePlaceOf {
  readonly jobId: string;
  readonly filter: QueueFilter;
  readonly sort: QueueSort;
}

export interface QueueWindow {
  readonly seq: number;
  readonly view: QueueView;
  /** Rows under this filter in all, and where the list is narrowed: found so far. */
  readonly total: number;
  readonly rows: readonly JobRow[];
  /** Of the whole list, as are the totals. */
  readonly counts: QueueCounts;
  readonly totals: QueueTotals;
  /** Left out = the list is not narrowed. */
  readonly found?: Found;
}

/**
 * What changed since patch `seq - 1`, at most ten a second. `rows` replaces the whole window when it is there;
 * otherwise `changed` holds rows of the window whose content changed in place. A gap in `seq` = ask for the view again.
 */
export interface QueuePatch {
  readonly seq: number;
  readonly total: number;
  readonly counts: QueueCounts;
  readonly totals: QueueTotals;
  readonly found?: Found;
  readonly rows: readonly JobRow[] | null;
  readonly changed: readonly JobRow[];
}

/** One look on the site for a clip whose answer was lost, and what it brought. */
export interface Look {
  readonly at: WallMs;
  readonly found:
    | 'found'
    | 'absent'
    | 'not-yet' // not there, and the site may still be at it
    | 'ask' // several, or too little proof
    | 'failed'; // the site did not let itself be asked
}

export interface AttemptView {
  readonly startedAt: WallMs;
  readonly endedAt: WallMs | null;
  /** Bytes of the clip that had left when it ended; null = not known. */
  readonly sentBytes: number | null;
  /** Looks on the site after it, oldest first. */
  readonly looks: readonly Look[];
  /** How it ended, as a short code shown through renderer/text/jobs.ts; null while it runs. */
  readonly ended:
    | 'arrived'
    | 'unclear'
    | 'connection-lost'
    | 'clip-unreadable' // the file was gone, or could not be read to its end
    | 'signed-out' // there was no sign-in that the site still took
    | 'held-back' // the site had asked for time
    | 'proxy' // the way ended at a proxy
    | 'answered-early' // a yes came before all of it was sent, and cannot be about it
    | 'refused'
    | 'stopped'
    | 'clip-changed'
    | 'clip-in-use' // a program still wrote to it, so that its last bytes did not leave
    | 'interrupted' // the app or the computer stopped before the last byte left
    | 'elsewhere' // the site has the clip already, from another computer or an earlier try: the rest was not sent
    | 'found' // looked on the site and found it
    | 'absent' // looked on the site and it was not there
    | null;
  readonly status: number | null;
  readonly said: string | null;
}

/** Everything the inspector shows of one job. */
export interface JobDetails {
  readonly row: JobRow;
  readonly folder: string;
  readonly modifiedAt: WallMs;
  readonly addedAt: WallMs;
  readonly sha256: string | null;
  readonly durationSeconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly format: string | null;
  readonly draft: Draft;
  /** True when something typed has not reached the site yet. */
  readonly draftPending: boolean;
  /** Its video on the site; null = it is not known to be there. */
  readonly videoId: number | null;
  /** That video as the site showed it last; null = it was not seen yet. */
  readonly video: VideoView | null;
  /** With 'changed-on-site': what stands against what. */
  readonly conflicts: readonly Conflict[];
  readonly candidates: readonly Candidate[];
  readonly attempts: readonly AttemptView[];
  /** What it is a newer version of; null = of nothing. */
  readonly older: OlderVideo | null;
  /** The file beside it that tells its details; null = none was found. */
  readonly sidecar: SidecarView | null;
}

/** The video of the version that was sent before from the same place. */
export interface OlderVideo {
  /** Its job. */
  readonly jobId: string;
  /** Its title, else its file name. */
  readonly name: string;
  /** Null = its user has not said yet what is to become of it. */
  readonly choice: 'replace' | 'keep' | null;
  /** Null = nothing so far. */
  readonly became: 'trashed' | 'gone' | 'stays' | null;
}

export interface Refused {
  readonly name: string;
  readonly reason: 'empty' | 'not-video' | 'not-a-file' | 'unreadable' | 'missing' | 'no-answer' | 'unfinished';
}

/** What became of files and folders that were dropped or chosen. */
export interface AddResult {
  readonly added: number;
  /** Those of them that wait for their user's word. */
  readonly ready: number;
  /** One of those that were added, the first one on the list; left out = none was. */
  readonly firstId?: string;
  readonly alreadyQueued: number;
  readonly alreadyOnSite: number;
  /** Files in folders that are no videos by their name (pictures, sidecars…): counted, not listed. */
  readonly notVideos: number;
  readonly refused: readonly Refused[];
}

/**
 * 'retry' also sends a cancelled job again; 'finish' accepts a job that needs the user as it is (see NeedsYouAction). 'replace' and
 * 'keep' say what becomes of the older video of a newer version: trashed once that one is on the site, or kept beside it.
 */
export type JobAct = 'send' | 'pause' | 'resume' | 'cancel' | 'retry' | 'finish' | 'remove' | 'replace' | 'keep';

/** Where clips that wait go in the order of sending; 'up' and 'down' are one step past the next one that waits. */
export type OrderPlace =
  | { readonly to: 'first' | 'last' | 'up' | 'down' }
  | { readonly to: 'before' | 'after'; readonly jobId: string };

/** `place` = where the first of them stands among the `of` clips that wait, from 1. */
export interface OrderMoved {
  readonly changed: number;
  readonly place: number;
  readonly of: number;
}

export type JobTarget =
  | { readonly ids: readonly string[] }
  | { readonly filter: QueueFilter; readonly search?: QueueSearch }
  | { readonly needs: NeedsTarget };
