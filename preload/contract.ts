// Every request and event that the renderer may use, as type maps, and the shapes it sees; imports nothing but types of the records.
//
// Adding a request: put it in `Requests` and `requestNames`; the compiler then asks for its schema
// (preload/schemas.ts) and its handler (Handlers of main/uploader-api.ts). Bytes and secrets never cross the bridge
// towards the renderer; a password crosses once, from the form to main.

import type {
  Draft,
  FieldId,
  FieldName,
  FieldValue,
  FieldValues,
  PlainDraft,
  ShownValues,
  TermChange,
} from './fields.ts';

export type { Draft, FieldId, FieldName, FieldValue, FieldValues, PlainDraft, TermChange } from './fields.ts';
export type { FolderRules } from './folder-rules.ts';

import type { FolderRules } from './folder-rules.ts';

/** Milliseconds since 1970 by this computer's clock. */
export type WallMs = number;

// ---------------------------------------------------------------- sites and accounts

/** Where an account's secret is: the system's keyring, or only this run's memory (no keyring on this computer). */
export type SecretKeeping = 'keyring' | 'session';

/** What an account is signed in with: an application password does not end, an access token may. */
export type SignInMethod = 'application-password' | 'token';

/** The ways to sign in that a site has. */
export interface SignInWays {
  /** Login and application password, typed. */
  readonly applicationPassword: boolean;
  /** The site's own page where the user approves an application. */
  readonly browser: boolean;
  /** Login and account password, exchanged at once for something that can be taken back. */
  readonly accountPassword: boolean;
  /** An access token that the user made on the site. */
  readonly token: boolean;
}

/** What a person signs in with. The password of the account itself is used once and never kept. */
export type SignInWith =
  | { readonly kind: 'application-password'; readonly login: string; readonly password: string }
  | { readonly kind: 'account-password'; readonly login: string; readonly password: string }
  /** `consentPlainHttp`: the user agreed that the token travels where others on the way can read it. */
  | { readonly kind: 'token'; readonly token: string; readonly consentPlainHttp: boolean };

/** Who a browser approval is for: a site just found, or an account that signs in again. */
export type ApprovalTarget = { readonly offer: string } | { readonly accountId: string };

/** One of the account's application passwords on the site; the password itself is never shown again. */
export interface AppPasswordView {
  readonly uuid: string;
  readonly name: string;
  readonly createdAt: WallMs | null;
  /** Renewed by the site at most once a day. */
  readonly lastUsedAt: WallMs | null;
  readonly lastIp: string | null;
  /** 'in-use' = the one this account is signed in with here; 'ours' = made by Clipferry, here or elsewhere. */
  readonly mark: 'in-use' | 'ours' | 'other';
}

export interface AccountView {
  readonly id: string;
  readonly siteId: string;
  readonly login: string;
  /** Display name on the site; the login where the site shows none. */
  readonly name: string;
  /** False: the site refused the secret, or this computer no longer has it. Jobs wait; nothing is lost. */
  readonly signedIn: boolean;
  readonly secret: SecretKeeping;
  readonly method: SignInMethod;
  /** Until when a token, renewed by itself where the site allows that, keeps the account signed in; null = no end is known. */
  readonly tokenEndsAt: WallMs | null;
  readonly canUpload: boolean;
  readonly canPublish: boolean;
}

/** The place that gets what somebody signs in with; stands above each sign-in. */
export interface ShownHost {
  /** Host as it travels (letters of other scripts as `xn--…`), port and, where the site has one, its path: `e.com:8443/blog`. */
  readonly host: string;
  /** The host's name in its own letters; null where that is the same. */
  readonly readable: string | null;
  /** Letters of several scripts stand in one name, as where an address imitates another. */
  readonly isMixed: boolean;
}

export interface SiteView {
  readonly id: string;
  readonly name: string;
  /** The site's home address, as a person would type it. */
  readonly address: string;
  readonly secure: boolean;
  readonly signInHost: ShownHost;
  /** True once an upload was seen to be public at once, false once one was not; null = not known yet. */
  readonly publishesAtOnce: boolean | null;
  /** The smallest size in bytes known to be too large for the site; null = none met yet. */
  readonly tooLargeFrom: number | null;
  /** File extensions (lower case, no dot) that the site was seen to refuse. */
  readonly refusedExtensions: readonly string[];
  /** The ways to sign in that the site had when it was last looked at. */
  readonly ways: SignInWays;
  readonly accounts: readonly AccountView[];
}

/** What went wrong while connecting or signing in. Words for each are in renderer/text/jobs.ts. */
export type ConnectProblem =
  | 'address-invalid' // not an address at all
  | 'address-not-found' // no such host
  | 'not-reachable' // host does not answer, refuses, or the line is down
  | 'certificate' // https answers with a certificate this computer does not trust, or with no https
  | 'certificate-expired' // or not valid yet, also where this computer's clock is wrong
  | 'certificate-name' // of another host
  | 'certificate-authority' // of an authority that this computer does not know, or without the chain to one
  | 'not-wordpress' // a web server, but no REST index
  | 'html-instead' // REST root answers with a web page (firewall, maintenance, captive portal)
  | 'maintenance' // 503
  | 'plain-http' // http:// outside this computer: the site ignores application passwords there
  | 'app-passwords-off' // index says application passwords cannot be used
  | 'no-upload-route' // WordPress, but without the video service's upload route
  | 'wrong-password' // users/me did not come back as this user
  | 'wrong-account-password' // the token endpoint does not know login and account password
  | 'token-refused' // the site does not take this access token: ended, or not of this site
  | 'tokens-off' // the token extension is there, but not set up
  | 'other-account' // signed in, but as somebody else than the account that was to sign in again
  | 'browser-failed' // no browser could be opened
  | 'not-approved' // the user said no on the site's page
  | 'approval-expired' // no answer came from the browser in time
  | 'other-site' // the browser's answer is about another site than the one that was asked
  | 'header-stripped' // the site's server throws the Authorization header away
  | 'no-upload-right' // signed in, but the role may not upload
  | 'server-error' // 5xx
  | 'open-redirect' // plain http led to another host: somebody on the way may have named it
  | 'moved' // the known site's address leads to another REST root by now
  | 'cancelled' // the user stopped waiting
  | 'unexpected'; // an answer we cannot read

export interface ConnectFailure {
  readonly problem: ConnectProblem;
  /** What the site itself said, as plain text of at most 300 characters; null when it said nothing. */
  readonly said: string | null;
  /** Where an address led from and to, where that is the problem. */
  readonly led?: { readonly from: ShownHost; readonly to: ShownHost };
}

/** What connecting by address found. `offer` names this finding in the sign-in request that follows. */
export interface SiteOffer {
  readonly offer: string;
  readonly name: string;
  readonly address: string;
  readonly secure: boolean;
  readonly signInHost: ShownHost;
  /** What was typed, where redirects led to another host; null = the host answered itself. */
  readonly typedHost: ShownHost | null;
  /**
   * The host whose page names `signInHost` as the place of its data, though that is another one; null = it is the same. Nothing
   * can be signed in before `site.trust`.
   */
  readonly namedBy: ShownHost | null;
  /** The page of the site where an application password is made, when the site tells it. */
  readonly hasPasswordPage: boolean;
  readonly ways: SignInWays;
  /** True: the site shows nothing to strangers, the rest is found out after the sign-in. */
  readonly membersOnly: boolean;
}

export type Outcome<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

// ---------------------------------------------------------------- queue

export type QueueFilter = 'all' | 'needs-you' | 'active' | 'waiting' | 'done';
export type QueueSort = 'queue' | 'name' | 'size' | 'newest';

/** Why a job that could go on by itself is not being sent right now. */
export type WaitReason =
  | 'offline'
  | 'connection-lost'
  | 'site-away' // the site does not answer, to nobody here
  | 'site-failing' // the site's server answers everything with an error of its own
  | 'portal' // somebody else answers in its place: a network that wants a sign-in first
  | 'site-busy' // 429, 503 with or without Retry-After
  | 'site-maintenance' // 503 that says so itself: usually an update
  | 'site-blocked' // several clips in a row were answered with a web page: all of them wait, the site may have banned this address
  | 'server-error' // 5xx that may pass
  | 'web-page-answer' // HTML where data was expected: firewall, maintenance, captive portal
  | 'clip-busy' // another program has the file open, or it changed while it was read
  | 'clip-unfinished' // the container is not complete yet
  | 'disk-silent' // the disk that it lies on answers nothing at all now
  | 'folder-away' // the watched folder that it came from is not connected
  | 'hours' // outside of the hours that the user set
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
  | 'too-large' // detail: the limit in bytes when known
  | 'extension-refused' // detail: the extension
  | 'type-refused' // the site looked inside and did not like it
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
  | 'metadata-ignored' // the site answered yes but kept other values; detail: the fields, by commas
  | 'changed-on-site'; // somebody changed the same fields on the site: nothing was overwritten; see `conflicts`

export type NeedsYouAction =
  | 'retry' // try again (for instance after the file is back or the host raised a limit)
  | 'remove' // nothing else makes sense
  | 'choose' // see candidates
  | 'edit' // change what was typed
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

export type JobStateView =
  | { readonly kind: 'waiting'; readonly why: WaitReason | null; readonly until: WallMs | null }
  | {
      readonly kind: 'sending';
      readonly sentBytes: number;
      readonly bytesPerSecond: number;
      readonly secondsLeft: number | null;
    }
  | { readonly kind: 'processing'; readonly since: WallMs }
  /** `rebuilt`: no answer was lost, the list was: the site is asked whether it has the clip already. */
  | { readonly kind: 'unclear'; readonly nextLookAt: WallMs | null; readonly rebuilt: boolean }
  | { readonly kind: 'describing'; readonly why: WaitReason | null; readonly until: WallMs | null }
  | { readonly kind: 'done'; readonly videoId: number | null; readonly finishedAt: WallMs }
  | { readonly kind: 'paused' }
  | {
      readonly kind: 'needs-you';
      readonly reason: NeedsYouReason;
      readonly action: NeedsYouAction;
      readonly detail: string | null;
    }
  | { readonly kind: 'cancelled' };

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
  /** True when the file was recognised as something a browser may play: a poster can be tried. */
  readonly hasPoster: boolean;
}

export interface QueueCounts {
  readonly all: number;
  readonly needsYou: number;
  readonly active: number;
  readonly waiting: number;
  readonly done: number;
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
  /** Honest estimate until everything that can go by itself is on the site; null = cannot be said yet. */
  readonly secondsLeft: number | null;
  readonly paused: boolean;
  readonly offline: boolean;
  /** Sites that something waits for and that cannot be reached as they should; all of it goes on by itself. */
  readonly lines: readonly SiteLine[];
  /** What the weekly hours say now; null = everything goes at full speed. */
  readonly hours: HoursView | null;
}

/** The line to one site that is down: nothing is sent there, nothing fails for it. */
export interface SiteLine {
  readonly siteId: string;
  readonly siteName: string;
  readonly trouble: Extract<WaitReason, 'site-away' | 'site-failing' | 'site-busy' | 'site-maintenance' | 'portal'>;
  readonly since: WallMs;
  /** When it is tried next; null = right now. */
  readonly nextTryAt: WallMs | null;
}

/** A window onto the list: main keeps the list, the renderer names what it shows. */
export interface QueueView {
  readonly filter: QueueFilter;
  readonly sort: QueueSort;
  readonly offset: number;
  /** At most 200. */
  readonly limit: number;
}

export interface QueueWindow {
  readonly seq: number;
  readonly view: QueueView;
  /** Rows under this filter in all. */
  readonly total: number;
  readonly rows: readonly JobRow[];
  readonly counts: QueueCounts;
  readonly totals: QueueTotals;
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
  readonly rows: readonly JobRow[] | null;
  readonly changed: readonly JobRow[];
}

// ---------------------------------------------------------------- metadata

/** A video's metadata as the site showed it last. */
export interface VideoView extends ShownValues {
  readonly id: number;
  /** True: the description was formatted on the site; it is shown as plain text and becomes that when it is changed here. */
  readonly formatted: boolean;
  /** Fields of which only the beginning is here: they can be shown, and not changed. */
  readonly cut: readonly FieldName[];
  readonly terms: Readonly<Record<string, readonly number[]>>;
}

/** A field that was changed here and on the site since it was last seen. */
export interface Conflict {
  readonly field: FieldName;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
}

export interface FormTaxonomy {
  /** The field's name in the site's records. */
  readonly restBase: string;
  /** As the site calls it. */
  readonly name: string;
  readonly hierarchical: boolean;
  /** Whether this account may add new terms. */
  readonly canCreate: boolean;
}

/** The site's clock: `name` is a zone like Europe/Paris; null = only a fixed distance from UTC. */
export interface SiteZone {
  readonly name: string | null;
  readonly offsetMinutes: number;
}

/** The form for a video's metadata as this site and this account have it. */
export interface FormShape {
  readonly fields: readonly FieldId[];
  /** Statuses that this account may choose; the site's own names. */
  readonly statuses: readonly string[];
  readonly taxonomies: readonly FormTaxonomy[];
  readonly zone: SiteZone;
  /** Null = the site was never asked with success: the form has the fields that every such site has. */
  readonly learnedAt: WallMs | null;
}

export interface Term {
  readonly id: number;
  readonly name: string;
  /** 0 = at the top. */
  readonly parent: number;
  readonly count: number;
}

export interface TermPage {
  readonly terms: readonly Term[];
  readonly pages: number;
  readonly total: number;
}

/** Why terms could not be had. `said` is the site's own word as plain text. */
export interface TermFailure {
  readonly problem: 'offline' | 'sign-in' | 'not-allowed' | 'refused';
  readonly said: string | null;
}

/** One change for many jobs: only what is named here changes. */
export interface ManyChange {
  readonly draft: Partial<PlainDraft>;
  /** Title for each: `{name}` = file name without extension, `{n}` = its number, `{nn}`, `{nnn}` with zeros before it. */
  readonly titlePattern: string | null;
  readonly terms: Readonly<Record<string, TermChange>>;
}

/** What many jobs have in common: a field is in `values` when all that were typed agree, else in `mixed`. */
export interface ManySummary {
  readonly count: number;
  readonly accountIds: readonly string[];
  readonly values: FieldValues;
  readonly mixed: readonly FieldName[];
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
    | 'refused'
    | 'stopped'
    | 'clip-changed'
    | 'interrupted' // the app or the computer stopped before the last byte left
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
  readonly video: VideoView | null;
  /** With 'changed-on-site': what stands against what. */
  readonly conflicts: readonly Conflict[];
  readonly candidates: readonly Candidate[];
  readonly attempts: readonly AttemptView[];
}

export interface Refused {
  readonly name: string;
  readonly reason: 'empty' | 'not-video' | 'not-a-file' | 'unreadable' | 'missing' | 'no-answer' | 'unfinished';
}

/** What became of files and folders that were dropped or chosen. */
export interface AddResult {
  readonly added: number;
  readonly alreadyQueued: number;
  readonly alreadyOnSite: number;
  /** Files in folders that are no videos by their name (pictures, sidecars…): counted, not listed. */
  readonly notVideos: number;
  readonly refused: readonly Refused[];
}

/** 'retry' also sends a cancelled job again; 'finish' accepts a job that needs the user as it is (see NeedsYouAction). */
export type JobAct = 'pause' | 'resume' | 'cancel' | 'retry' | 'finish' | 'remove';

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

export type JobTarget = { readonly ids: readonly string[] } | { readonly filter: QueueFilter };

// ---------------------------------------------------------------- watched folders

export type FolderState =
  | 'watching'
  | 'scanning' // being looked through as a whole
  | 'disconnected' // not there: an unplugged disk, a renamed folder; goes on by itself
  | 'silent' // its disk answers nothing at all now; goes on by itself
  | 'unreadable' // this computer does not let Clipferry look into it
  | 'paused'
  | 'rules-damaged' // its rules cannot be read any more: nothing is taken until they are chosen again
  | 'limited' // the system allows no more watches: looked through once a minute instead
  | 'no-account'; // its account is not connected any more

/** Why a file of a watched folder is not taken. Words for each are in renderer/text/folders.ts. */
export type FolderRefusal = 'not-video' | 'unreadable' | 'in-cloud'; // only its name is on this computer: reading it would fetch it

export interface FolderView {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly accountId: string;
  readonly paused: boolean;
  /** Null with 'rules-damaged'. */
  readonly rules: FolderRules | null;
  readonly state: FolderState;
  /** Videos that are there and not whole yet, as far as can be told. */
  readonly beingWritten: number;
  /** Newest first, at most 50; `name` is below the folder. */
  readonly refused: readonly { readonly name: string; readonly reason: FolderRefusal }[];
  readonly takenCount: number;
  /** Of those, on the list and not on the site yet. */
  readonly waitingCount: number;
  readonly lastTakenAt: WallMs | null;
}

/** A folder that was chosen in the system's dialog. `offer` names it in the request that follows. */
export interface FolderOffer {
  readonly offer: string;
  readonly path: string;
  readonly name: string;
  /** Videos that are in it by their names; at most 1,000, and then `more`. */
  readonly videos: number;
  readonly more: boolean;
}

/** Why a folder cannot be watched. Words for each are in renderer/text/folders.ts. */
export type FolderProblem =
  | 'already-watched'
  | 'inside-watched' // it lies in a folder that is watched for the same account
  | 'around-watched' // a folder in it is watched for the same account
  | 'missing'
  | 'silent' // its disk does not answer
  | 'unreadable';

export interface FolderFailure {
  readonly problem: FolderProblem;
  /** Name of the other folder, where there is one. */
  readonly other: string | null;
}

// ---------------------------------------------------------------- library

export type LibrarySort = 'newest' | 'oldest' | 'modified' | 'title';

export interface LibraryQuery {
  readonly accountId: string;
  readonly search: string;
  /** A status by its own name on the site, or 'all': every one of them but the trash. */
  readonly status: string;
  readonly author: 'me' | 'all';
  /** Ids of terms by taxonomy: videos that have one of the ids of each; in a tree one that lies below counts as well. */
  readonly terms: Readonly<Record<string, readonly number[]>>;
  readonly sort: LibrarySort;
}

/** Why the site's newest answer is missing; what is shown comes from before. Words are in renderer/text/library.ts. */
export type LibraryProblem =
  | 'offline'
  | 'sign-in'
  | 'site-busy'
  | 'site-maintenance'
  | 'server-error'
  | 'web-page-answer'
  | 'site-refused';

export interface LibraryFailure {
  readonly problem: LibraryProblem;
  /** What the site itself said, as plain text; null when it said nothing. */
  readonly said: string | null;
}

/** A window onto a list of the site; main fetches the pages behind it as they are needed. */
export interface SiteWindow<Row> {
  readonly offset: number;
  /** Rows in all, as far as is known: the site also counts some that it does not show. */
  readonly total: number;
  /** Null = not fetched yet. */
  readonly rows: readonly (Row | null)[];
  /** True once every row of this window is there and nothing failed. */
  readonly complete: boolean;
  /** True: the site counts more than a list can show; `total` ends before. */
  readonly limited: boolean;
  readonly failure: LibraryFailure | null;
}

export interface LibraryRow {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly date: WallMs | null;
  readonly modified: WallMs | null;
  /** For showing only; opened by 'library.open'. */
  readonly link: string | null;
  /** Its picture is at `app://main/poster/<key>`; null = it has none. */
  readonly poster: string | null;
  readonly canEdit: boolean;
  readonly canDelete: boolean;
  /** True when it was sent from this computer. */
  readonly fromHere: boolean;
  /** True when something typed has not reached the site yet. */
  readonly pending: boolean;
}

export interface PostRow {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly date: WallMs | null;
  readonly link: string | null;
}

export interface LibraryFilters {
  /** Statuses that this site knows, in its own order, and how many videos of one's own each has; null = not told. */
  readonly statuses: readonly { readonly name: string; readonly count: number | null }[];
  /** Every taxonomy of videos that the site shows this account, in the site's order; null = they could not be loaded. */
  readonly taxonomies: readonly LibraryTaxonomy[] | null;
}

export interface LibraryTaxonomy {
  /** Its name in records and requests. */
  readonly restBase: string;
  /** As the site calls it. */
  readonly name: string;
  readonly hierarchical: boolean;
}

/** How what was typed for a video on the site stands. */
export type EditView =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting'; readonly why: WaitReason | null; readonly until: WallMs | null }
  /** Somebody changed the same fields on the site meanwhile: nothing was overwritten, the user decides. */
  | { readonly kind: 'changed-on-site'; readonly theirs: FieldValues }
  /** `fields`: those that the site refused, while the others are there; left out = all of them, or not known. */
  | { readonly kind: 'refused'; readonly said: string | null; readonly fields?: readonly string[] | undefined }
  /** The site answered yes but kept other values. */
  | { readonly kind: 'ignored'; readonly fields: readonly string[] }
  | { readonly kind: 'gone' }
  /** What was typed cannot be read any more; the video is as the site has it. */
  | { readonly kind: 'damaged' };

/** Everything the pane shows of one video on the site. */
export interface LibraryDetails {
  readonly accountId: string;
  readonly row: LibraryRow;
  /** What was typed and is not on the site yet. */
  readonly draft: Draft;
  /** As the site has it; null = not fetched yet. */
  readonly video: VideoView | null;
  readonly edit: EditView;
  /** The video's file as the site's media record tells it; null = no record, or not fetched yet. */
  readonly file: { readonly name: string; readonly bytes: number | null } | null;
  readonly author: string | null;
  readonly failure: LibraryFailure | null;
}

export type LibraryAct = 'trash' | 'restore' | 'delete-forever';

export type LibraryActProblem =
  | LibraryProblem
  | 'not-allowed'
  | 'gone' // no longer on the site
  | 'no-trash'; // this site has no trash: only 'delete-forever' is possible

export interface LibraryActResult {
  readonly done: readonly number[];
  readonly failed: readonly {
    readonly id: number;
    readonly problem: LibraryActProblem;
    readonly said: string | null;
  }[];
}

// ---------------------------------------------------------------- clips that may be on a site twice

/** One of two videos that may be one clip. */
export interface TwinVideo {
  readonly videoId: number;
  readonly title: string;
  readonly status: string;
  /** When its file was stored, by the site's clock. */
  readonly createdAt: WallMs | null;
}

/** The video that a clip stands for, and another one that may be the same clip. */
export interface DuplicatePair {
  readonly accountId: string;
  readonly jobId: string;
  /** File name of the clip. */
  readonly name: string;
  readonly bytes: number;
  /** 'bytes' = samples of both files are equal; 'name-and-size' = the server does not let them be compared. */
  readonly proof: 'bytes' | 'name-and-size';
  /** The clip's own first. */
  readonly videoIds: readonly [number, number];
  readonly videos: readonly [TwinVideo, TwinVideo];
}

export interface AuditReport {
  readonly accountId: string;
  readonly pairs: readonly DuplicatePair[];
  readonly running: boolean;
  /** When it was last compared to the end; null = never. */
  readonly checkedAt: WallMs | null;
  /** Why it could not be compared just now. */
  readonly failure: LibraryFailure | null;
}

// ---------------------------------------------------------------- check-up of a site

/** 'unknown' = could not be learned: nothing is claimed either way. */
export type CheckStatus = 'fine' | 'note' | 'blocks' | 'unknown';

/** What the check-up of a site can find. Words for each are in renderer/text/checkup.ts. */
export type CheckCode =
  // does the site answer as it should
  | 'answers' // names: the REST root
  | 'answers-members' // to members only; names: the REST root
  | 'text-before-data' // a PHP warning or other text stands before the data; said: that text
  | 'no-answer'
  | 'certificate'
  | 'certificate-expired'
  | 'certificate-name'
  | 'certificate-authority'
  | 'maintenance'
  | 'html-instead' // the site is there, and a web page answers in place of its data
  | 'someone-else' // nothing there says that it is the site: a network's sign-in page, another web site
  | 'server-error'
  | 'not-wordpress'
  | 'moved' // names: the host that it leads to
  | 'asked-for-time' // not asked now: the site wants to be left alone; amount: ms
  | 'not-looked' // the rest was not asked, because the site did not answer
  // connection
  | 'secure'
  | 'own-computer'
  | 'plain-http-token' // the user agreed that the token travels in the clear
  | 'plain-http' // application passwords are ignored there
  // sign-in, by account
  | 'sign-in-arrives'
  | 'sign-in-unknown'
  | 'signed-out'
  | 'password-refused'
  | 'token-refused'
  | 'passwords-off'
  | 'passwords-off-for-person'
  | 'header-stripped'
  | 'header-stripped-probably' // or the password was taken back: nothing on this site can tell
  | 'other-person'
  // rights, by account
  | 'may-publish'
  | 'may-upload' // and not publish
  | 'no-upload-right'
  | 'upload-not-allowed' // the role may, the upload route says no
  | 'uploads-refused' // what the site said to clips that were sent; clips: how many
  // upload service
  | 'upload-route' // names: route and method
  | 'upload-route-missing'
  | 'upload-route-moved' // names: where it was, where one is now
  | 'upload-route-unknown'
  // access token, by account; amount: when it ends, or how long it lives in ms
  | 'token-lasts'
  | 'token-renews'
  | 'token-ends'
  | 'token-too-short' // names: the clip that takes longer
  // size; amount: bytes
  | 'size-limit'
  | 'size-limit-clips' // clips that are larger
  | 'size-arrived' // the largest file that is there: a lower bound
  | 'size-unknown'
  // kinds; names: extensions
  | 'kinds-open'
  | 'kinds-refused'
  | 'kinds-refused-clips' // clips of such a kind
  | 'kinds-doubtful' // clips of a kind that the site's known plugin refuses unless it was told otherwise
  // publishing
  | 'publishes-at-once'
  | 'publishes-later'
  | 'publishing-unknown'
  // after a lost answer
  | 'keys-honoured'
  | 'looks-first'
  | 'ranges'
  | 'no-ranges'
  | 'ranges-unknown'
  // clock; amount: ms that the site's is ahead
  | 'clock-right'
  | 'clock-off'
  | 'clock-unknown';

export interface CheckFinding {
  readonly code: CheckCode;
  readonly status: CheckStatus;
  /** The account that it is about; null = the site. */
  readonly accountId: string | null;
  /** What the site itself said, as plain text; null when it said nothing. */
  readonly said: string | null;
  readonly amount: number | null;
  /** Few, also where there are many more; see `clips`. */
  readonly names: readonly string[];
  /** Clips of the queue that it concerns. */
  readonly clips: number;
}

/** What the last check-up found, what stands in the way first; `at` null = the first one is under way. */
export interface SiteCheckup {
  readonly siteId: string;
  readonly at: WallMs | null;
  readonly running: boolean;
  readonly findings: readonly CheckFinding[];
}

// ---------------------------------------------------------------- the app as a whole

/** Small state sent whole whenever it changes. */
/** The list on this computer's disk, when something is or was wrong with it. */
export interface StoreView {
  /** 'full' = nothing new begins until there is room; 'damaged' = it is repaired by the next start; null = all is well. */
  readonly trouble: 'full' | 'damaged' | null;
  /** The folder it lies in. */
  readonly folder: string;
  /** What became of a damaged list; null = nothing, or the user has read it. */
  readonly rebuilt: RebuiltView | null;
  /**
   * The list came from another computer and sends nothing here: 'asked' = what to do about it, 'left' = the user wants it so;
   * null = it belongs to this computer.
   */
  readonly elsewhere: 'asked' | 'left' | null;
  /** What could not be read on the disk, until the user has read of it. */
  readonly unreadable: UnreadableView;
}

/** How many of each; nothing took their place. */
export interface UnreadableView {
  /** Changes of videos on a site. */
  readonly edits: number;
  /** Changes for many clips, which were ended; all uploads are paused since. */
  readonly changes: number;
  /** 1 = settings, which are the usual ones now; where speed or hours are among them, all uploads are paused since. */
  readonly settings: number;
}

export interface RebuiltView {
  /** 'behind' = what was written last is missing. */
  readonly why: 'damaged' | 'missing' | 'behind';
  readonly at: WallMs;
  /** What could be kept. */
  readonly sites: number;
  readonly clips: number;
  /** Clips of the list that could not be read any more. */
  readonly lostClips: number;
  /** When the copy was made that filled the gaps; null = there was none. */
  readonly copyFrom: WallMs | null;
  /** Name of the folder that holds the damaged files; null = there are none. */
  readonly folder: string | null;
}

export interface AppState {
  readonly store: StoreView;
  readonly sites: readonly SiteView[];
  readonly folders: readonly FolderView[];
  /** 'none' = this computer offers no keyring: secrets stay in memory for this run, and the app says so. */
  readonly keyring: 'available' | 'none';
  /** Accounts that may have clips on their site twice, and how many; see 'audit.state'. */
  readonly duplicates: readonly { readonly accountId: string; readonly clips: number }[];
  /** Sites that were checked, or are being checked. */
  readonly checkups: readonly SiteCheckup[];
  readonly version: string;
  readonly platform: 'linux' | 'mac' | 'windows';
  /** The system's locale, such as "de-AT": by its region numbers, dates and clocks are written, and the week begins. */
  readonly region: string;
}

// ---------------------------------------------------------------- settings and the desktop

export type Appearance = 'system' | 'light' | 'dark';

/** What the user set. Everything takes effect at once. */
export interface SettingValues {
  /** Small clips that go to one site in parallel, 1 to 8. */
  readonly smallLanes: number;
  /** Big clips that go to one site in parallel, 1 to 4. */
  readonly bigLanes: number;
  /** Bytes per second over everything that is sent; null = as fast as the line goes. */
  readonly bytesPerSecond: number | null;
  /**
   * The week in 168 letters, one for each hour of local time from Monday's first on: 'f' = full speed, 's' = slower,
   * 'n' = nothing is begun. Null = any time.
   */
  readonly week: string | null;
  /** Bytes per second in slower hours. */
  readonly slowBytesPerSecond: number;
  /** Keep the computer (not its screen) awake while clips are being sent. */
  readonly keepAwake: boolean;
  readonly startAtLogin: boolean;
  readonly notify: boolean;
  readonly appearance: Appearance;
}

export interface SettingsView {
  readonly values: SettingValues;
  /** For the eye only: folders are opened by `settings.showFolder`, which takes no path. */
  readonly dataFolder: string;
  readonly logFolder: string;
}

/** What the menu, the tray or a notification asks the window to do. */
export type Command =
  | { readonly kind: 'add'; readonly what: 'files' | 'folder' }
  | { readonly kind: 'show'; readonly place: 'sites' | 'settings' }
  /** Uploads under a filter; with the row of one job when there is just one to look at. */
  | { readonly kind: 'filter'; readonly filter: QueueFilter; readonly jobId: string | null };

/** What became of files that were opened with Clipferry (by the file manager, the dock or a second start). */
export type Opened =
  | { readonly kind: 'added'; readonly result: AddResult }
  /** Several accounts: the user chooses with `queue.addOpened`. `count` = files and folders that wait for it. */
  | { readonly kind: 'choose'; readonly count: number }
  | { readonly kind: 'no-account' };

/** The page's own name for a request that it may want to end before its answer; used once. */
export type WaitId = string;

export interface Requests {
  'app.state': () => AppState;
  /** Ends the request that was made with this `WaitId`: it comes back as cancelled, and what it asked of a site is ended. */
  'wait.cancel': (wait: WaitId) => void;
  'site.find': (address: string, wait?: WaitId) => Outcome<SiteOffer, ConnectFailure>;
  /** The user agrees that a sign-in goes to this host, as the offer names it in `signInHost`. */
  'site.trust': (input: { readonly offer: string; readonly host: string }) => void;
  /** Opens the page of the site where an application password is made, in the user's browser. */
  'site.openPasswordPage': (offer: string) => void;
  'site.open': (siteId: string) => void;
  /** Looks at once whether the site can be reached, instead of at the next due time. */
  'site.tryNow': (siteId: string) => void;
  /** What became of the damaged list was read. */
  'store.read': () => void;
  /** Shows where the damaged files lie. */
  'store.showDamaged': () => void;
  /** The list came from another computer and goes on here: what is on it is looked for on the site before it is sent. */
  'store.goOnHere': () => void;
  /** The list came from another computer and is not to send anything here. */
  'store.leave': () => void;
  'site.remove': (siteId: string) => void;
  /** Looks whether anything stands in the way of uploads; sends no clip and changes nothing on the site. */
  'site.checkup': (siteId: string) => SiteCheckup;
  'account.signIn': (
    input: { readonly offer: string; readonly with: SignInWith },
    wait?: WaitId,
  ) => Outcome<AccountView, ConnectFailure>;
  /** The same account with a new secret, after "sign in again". */
  'account.signInAgain': (
    input: { readonly accountId: string; readonly with: SignInWith },
    wait?: WaitId,
  ) => Outcome<AccountView, ConnectFailure>;
  /** Opens the site's own approval page in the browser; what comes of it follows as `account.approval` with this id. */
  'account.approve': (target: ApprovalTarget) => Outcome<{ readonly approval: string }, ConnectFailure>;
  /** Nothing that the browser still answers is used; no event follows. */
  'account.cancelApproval': (approval: string) => void;
  /** The application passwords of the account, as the site has them. */
  'account.passwords': (accountId: string) => Outcome<readonly AppPasswordView[], ConnectFailure>;
  /** Takes an application password away on the site. The one in use signs the account out here; its clips wait. */
  'account.revokePassword': (input: {
    readonly accountId: string;
    readonly uuid: string;
  }) => Outcome<null, ConnectFailure>;
  'account.remove': (accountId: string) => void;
  /** Opens the system's file dialog; null = the user closed it. */
  'queue.choose': (input: { readonly accountId: string; readonly what: 'files' | 'folder' }) => AddResult | null;
  /** Sends what waits since `Opened` asked for the account; null = the user does not want it. */
  'queue.addOpened': (accountId: string | null) => AddResult | null;
  'queue.view': (view: QueueView) => QueueWindow;
  'queue.act': (input: { readonly act: JobAct; readonly target: JobTarget }) => { readonly changed: number };
  /** Moves those of the clips that wait, as one block; the others stay where they are. */
  'queue.reorder': (input: { readonly target: JobTarget; readonly place: OrderPlace }) => OrderMoved;
  'queue.pause': (paused: boolean) => void;
  /** Sends outside of the weekly hours until they begin again; false = keeps to them after all. */
  'queue.sendAnyway': (anyway: boolean) => void;
  /** Jobs that were not started yet can go to another account. */
  'queue.moveTo': (input: { readonly ids: readonly string[]; readonly accountId: string }) => {
    readonly changed: number;
  };
  /** Names the job whose details are shown; its `job.details` events follow. Null = none. */
  'job.watch': (jobId: string | null) => JobDetails | null;
  'job.describe': (input: { readonly jobId: string; readonly draft: Partial<Draft> }) => void;
  /** One change for many, in one write. */
  'job.describeMany': (input: { readonly target: JobTarget; readonly change: ManyChange }) => {
    readonly changed: number;
  };
  'job.summarize': (target: JobTarget) => ManySummary;
  /** The first titles that a pattern makes, as `job.describeMany` would write them. */
  'job.previewTitles': (input: { readonly target: JobTarget; readonly pattern: string }) => readonly string[];
  /** Settles 'changed-on-site': these fields become as typed here, the other ones stay as they are on the site. */
  'job.resolve': (input: { readonly jobId: string; readonly mine: readonly FieldName[] }) => void;
  /** The metadata form of an account's site; kept, so that it is there without the site too. `fresh` asks the site again. */
  'site.form': (input: { readonly accountId: string; readonly fresh: boolean }) => FormShape;
  'terms.search': (input: {
    readonly accountId: string;
    readonly taxonomy: string;
    readonly search: string;
    readonly page: number;
  }) => Outcome<TermPage, TermFailure>;
  /** Terms by id; without the site, those that were seen before. */
  'terms.named': (input: {
    readonly accountId: string;
    readonly taxonomy: string;
    readonly ids: readonly number[];
  }) => readonly Term[];
  /** A term of that name: a new one, or the one that is there already. */
  'terms.create': (input: {
    readonly accountId: string;
    readonly taxonomy: string;
    readonly name: string;
    readonly parent: number;
  }) => Outcome<Term, TermFailure>;
  /** The videos of 'ask-which' as their site shows them now. */
  'job.candidates': (jobId: string) => readonly CandidateView[];
  /** Settles 'ask-which': this video is the clip, or none of them is (null = send it again). */
  'job.choose': (input: { readonly jobId: string; readonly videoId: number | null }) => ChooseOutcome;
  'job.openVideo': (jobId: string) => void;
  'job.showFile': (jobId: string) => void;
  /** Opens the system's folder dialog; null = the user closed it. */
  'folder.choose': () => Outcome<FolderOffer, FolderFailure> | null;
  'folder.add': (input: {
    readonly offer: string;
    readonly accountId: string;
    readonly existing: FolderRules['existing'];
  }) => Outcome<FolderView, FolderFailure>;
  /** Counts from now on: what was taken already stays where it went. With 'rules-damaged' only all of the rules together count. */
  'folder.change': (input: {
    readonly folderId: string;
    readonly accountId?: string;
    readonly rules?: Partial<Omit<FolderRules, 'existing'>>;
  }) => Outcome<FolderView, FolderFailure>;
  'folder.pause': (input: { readonly folderId: string; readonly paused: boolean }) => void;
  /** Its jobs stay. */
  'folder.remove': (folderId: string) => void;
  /** Looks through the folder now. */
  'folder.scan': (folderId: string) => void;
  'folder.show': (folderId: string) => void;
  'settings.get': () => SettingsView;
  'settings.change': (change: Partial<SettingValues>) => SettingsView;
  'settings.showFolder': (which: 'data' | 'log') => void;
  'library.page': (view: {
    readonly query: LibraryQuery;
    readonly offset: number;
    /** At most 200. */
    readonly limit: number;
  }) => SiteWindow<LibraryRow>;
  'library.filters': (accountId: string) => LibraryFilters;
  /** Forgets how fresh the lists of this account are: the next look asks the site. */
  'library.refresh': (accountId: string) => void;
  /** Names the video whose details are shown; its `library.details` events follow. Null = none. */
  'library.watch': (video: { readonly accountId: string; readonly videoId: number } | null) => LibraryDetails | null;
  'library.describe': (input: {
    readonly accountId: string;
    readonly videoId: number;
    readonly draft: Partial<Draft>;
  }) => void;
  /** What to do with an edit that stands still: send mine over theirs, drop mine, or just try again. */
  'library.settle': (input: {
    readonly accountId: string;
    readonly videoId: number;
    readonly how: 'mine' | 'theirs' | 'retry';
  }) => void;
  'library.act': (input: {
    readonly accountId: string;
    readonly ids: readonly number[];
    readonly act: LibraryAct;
  }) => LibraryActResult;
  'library.open': (video: { readonly accountId: string; readonly videoId: number }) => void;
  /** Clips of this account that may be on its site twice, as far as is known. */
  'audit.state': (accountId: string) => AuditReport;
  /** Compares now what was sent with what is there, and gives what came of it. */
  'audit.run': (accountId: string) => AuditReport;
  /** The user has looked at the two: they are fine as they are. */
  'audit.dismiss': (input: { readonly accountId: string; readonly videoIds: readonly [number, number] }) => AuditReport;
  /** Moves one of the two to the trash of the site, for the user asked for it. */
  'audit.trash': (input: { readonly accountId: string; readonly videoId: number }) => {
    readonly report: AuditReport;
    readonly result: LibraryActResult;
  };
  'posts.page': (view: {
    readonly accountId: string;
    readonly search: string;
    readonly offset: number;
    /** At most 200. */
    readonly limit: number;
  }) => SiteWindow<PostRow>;
  'posts.open': (post: { readonly accountId: string; readonly postId: number }) => void;
}

export interface Events {
  'app.state': AppState;
  'queue.patch': QueuePatch;
  'job.details': JobDetails;
  'settings.changed': SettingsView;
  'desktop.command': Command;
  'desktop.opened': Opened;
  /** Lists of this account on the site look different now: ask for the window again. */
  'library.changed': { readonly accountId: string };
  'library.details': LibraryDetails;
  'account.approval': { readonly approval: string; readonly outcome: Outcome<AccountView, ConnectFailure> };
}

/** The bridge's allow-list; a name missing here does not compile. */
export const requestNames = {
  'app.state': true,
  'wait.cancel': true,
  'site.find': true,
  'site.trust': true,
  'site.openPasswordPage': true,
  'site.open': true,
  'site.tryNow': true,
  'store.read': true,
  'store.showDamaged': true,
  'store.goOnHere': true,
  'store.leave': true,
  'site.remove': true,
  'site.checkup': true,
  'account.signIn': true,
  'account.signInAgain': true,
  'account.approve': true,
  'account.cancelApproval': true,
  'account.passwords': true,
  'account.revokePassword': true,
  'account.remove': true,
  'queue.choose': true,
  'queue.addOpened': true,
  'queue.view': true,
  'queue.act': true,
  'queue.reorder': true,
  'queue.pause': true,
  'queue.sendAnyway': true,
  'queue.moveTo': true,
  'job.watch': true,
  'job.describe': true,
  'job.describeMany': true,
  'job.summarize': true,
  'job.previewTitles': true,
  'job.resolve': true,
  'site.form': true,
  'terms.search': true,
  'terms.named': true,
  'terms.create': true,
  'job.candidates': true,
  'job.choose': true,
  'job.openVideo': true,
  'job.showFile': true,
  'folder.choose': true,
  'folder.add': true,
  'folder.change': true,
  'folder.pause': true,
  'folder.remove': true,
  'folder.scan': true,
  'folder.show': true,
  'settings.get': true,
  'settings.change': true,
  'settings.showFolder': true,
  'library.page': true,
  'library.filters': true,
  'library.refresh': true,
  'library.watch': true,
  'library.describe': true,
  'library.settle': true,
  'library.act': true,
  'library.open': true,
  'audit.state': true,
  'audit.run': true,
  'audit.dismiss': true,
  'audit.trash': true,
  'posts.page': true,
  'posts.open': true,
} as const satisfies Record<keyof Requests, true>;

export const eventNames = {
  'app.state': true,
  'queue.patch': true,
  'job.details': true,
  'settings.changed': true,
  'desktop.command': true,
  'desktop.opened': true,
  'library.changed': true,
  'library.details': true,
  'account.approval': true,
} as const satisfies Record<keyof Events, true>;

/** Why a request was refused; the catalogue has a sentence for each under `refusal.`. */
export type RefusalCode =
  | 'not-understood'
  | 'stranger'
  | 'no-such-request'
  | 'no-files'
  | 'closing'
  | 'disk-full'
  | 'failed'
  | 'upload-gone'
  | 'account-gone'
  | 'site-gone'
  | 'folder-gone'
  | 'folder-not-chosen'
  | 'not-on-site'
  | 'sign-in-first'
  | 'site-not-found'
  | 'no-password-page';

/** An answer over IPC: errors are data, so that a refusal never looks like `undefined`. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly error: { readonly kind: 'bad-request' | 'not-found' | 'failed'; readonly code: RefusalCode };
    };

export type RequestName = keyof Requests;
export type EventName = keyof Events;
export type RequestInput<N extends RequestName> = Parameters<Requests[N]>;
export type RequestOutput<N extends RequestName> = ReturnType<Requests[N]>;

/** What the preload puts on `window.clipferry`. */
export interface Bridge {
  /** Rejects with an Error whose message is a RefusalCode: nothing else of an error crosses the bridge. */
  readonly request: <N extends RequestName>(name: N, ...input: RequestInput<N>) => Promise<RequestOutput<N>>;
  /** Returns the function that ends the subscription. */
  readonly on: <N extends EventName>(name: N, listener: (event: Events[N]) => void) => () => void;
  /**
   * Adds what was really dropped or picked: takes File objects, not paths, so that a page can only name files that the
   * user gave it (electron-security row 26).
   */
  readonly addFiles: (files: readonly File[], accountId: string) => Promise<AddResult>;
}
