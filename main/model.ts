// The nouns of Clipferry as types; unions instead of optional fields.
import type {
  AttemptView,
  Candidate,
  DayRange,
  Lack,
  LibraryQuery,
  Look,
  NeedsYouAction,
  NeedsYouReason,
  PresetContent,
  ProxyTrouble,
  ShownParts,
  SignInMethod,
  SignInWays,
  WaitReason,
  WallMs,
} from '../preload/contract.ts';
import type { Draft, FieldValues, ShownValues } from '../preload/fields.ts';
import type { FolderRules } from '../preload/folder-rules.ts';
import type { JobStateKind, JobStates } from '../preload/job-states.ts';

export type {
  AttemptView,
  Candidate,
  CheckCode,
  CheckFinding,
  CheckStatus,
  FormShape,
  FormTaxonomy,
  Lack,
  LibraryAct,
  LibraryActProblem,
  LibraryFailure,
  LibraryQuery,
  LibraryTaxonomy,
  Look,
  NeedsYouAction,
  NeedsYouReason,
  ProxyTrouble,
  SignInMethod,
  SignInWays,
  SiteZone,
  Term,
  TermPage,
  WaitReason,
  WallMs,
} from '../preload/contract.ts';
export {
  type Draft,
  emptyDraft,
  type FieldName,
  type FieldValue,
  type FieldValues,
  type TermChange,
} from '../preload/fields.ts';
export {
  byRule,
  changeableRules,
  type FolderRules,
  firstRules,
  folderRules,
  noPreset,
  type RuleId,
  type RuleKind,
  type RuleKinds,
  ruleIds,
} from '../preload/folder-rules.ts';
export {
  byOffer,
  type CheckRefusal,
  checkRefusals,
  type Given,
  isCheckRefusal,
  methodIds,
  offeredWays,
  type SignInRefusal,
  secretHeaders,
  signInMethods,
  type TypedWay,
  typedWays,
  usualHeader,
} from '../preload/sign-in-ways.ts';
export { fromWall, stepped, toWall } from '../preload/site-zone.ts';

export type SiteId = string;
export type AccountId = string;
export type JobId = string;
export type AttemptId = string;
export type FolderId = string;
export type PresetId = string;

/** What WordPress itself calls the namespace of its own API. */
export const usualPlatform = 'wp';

/** A video site: where it is and what has been learned about it. */
export interface Site {
  readonly id: SiteId;
  readonly name: string;
  /** Home address, with its final scheme and host. */
  readonly address: string;
  /** REST root as discovered; may be the query form `…?rest_route=/`. */
  readonly root: string;
  /** Namespace segment of the platform's own API (videos, posts, users) below the root; nearly always `usualPlatform`. */
  readonly platform: string;
  /** Route of the upload operation below the root, e.g. `streamtube/v1/upload`. */
  readonly uploadRoute: string;
  /** Page where the user makes an application password; null when the site names none. */
  readonly passwordPage: string | null;
  readonly ways: SignInWays;
  /** Null = nothing was refused for its size, or that was disproved. */
  readonly sizeLimit: SizeLimit | null;
  readonly refusedExtensions: readonly string[];
  /** Milliseconds an attempt without an answer may still come true on the site (F-02). */
  readonly settleMs: number;
  /** The site was seen to answer one Idempotency-Key with one video, however often it was sent. */
  readonly honoursKeys: boolean;
  /** Our helper for WordPress was seen there and is of use: clips may go in pieces, and go on where they were cut. */
  readonly hasHelper: boolean;
  /** Why clips go in one although it is there; null = they do not, or it is not. */
  readonly helperTrouble: HelperTrouble | null;
  /** Bytes of the largest piece that passed on the way there, where a larger one was refused; null = none was. */
  readonly pieceLimit: number | null;
}

/**
 * not-ready = it has no place to keep pieces; refuses = the site's own upload takes no whole file from it; blocked = somebody before the
 * site lets no piece through.
 */
export type HelperTrouble = 'not-ready' | 'refuses' | 'blocked';

/**
 * From which size on a site refuses clips, as far as it was seen: evidence, no truth. What arrives disproves it, and a guess is tried
 * again from time to time (features/uploads/size-limit.ts).
 */
export interface SizeLimit {
  /** Bytes of the smallest clip that was refused, or what the site named as its limit, where that is less. */
  readonly from: number;
  /** named = the site told the number; said = it told the reason; guessed = a bare status, which anything on the way may give by mistake. */
  readonly source: 'named' | 'said' | 'guessed';
  /** When it was seen last. */
  readonly at: WallMs;
  /** How many clips were refused for their size since one of this size arrived. */
  readonly refusals: number;
  /** It holds nothing back until the next clip of this size tells. */
  readonly isDoubted: boolean;
}

/** One sign-in on one site. The secret is kept elsewhere, under the account's id. */
export interface Account {
  readonly id: AccountId;
  readonly siteId: SiteId;
  readonly login: string;
  readonly name: string;
  readonly userId: number;
  readonly canUpload: boolean;
  readonly canPublish: boolean;
  readonly signedIn: boolean;
  readonly method: SignInMethod;
  /** Until when a token can keep the account signed in, by this computer's clock; null = no end is known. */
  readonly tokenEndsAt: WallMs | null;
  /** The application password in use, as the site names it; null = none, or the site did not say. */
  readonly passwordUuid: string | null;
  /** Whether its last clip was public as soon as it had arrived; null = not seen yet, or its rights changed since. */
  readonly publishesAtOnce: boolean | null;
  /** That turned out while its clips waited, and nobody was asked about them: none of them begins to be sent before. */
  readonly publicUnasked: boolean;
  /** Whether new clips wait for their user's word; null = nobody chose: they do where everybody would see them at once. */
  readonly holdsNew: boolean | null;
  /** What new clips get; null = nothing by itself. */
  readonly presetId: PresetId | null;
}

/** What new clips of an account get, under a name. `content` null = it cannot be read any more. */
export interface Preset {
  readonly id: PresetId;
  readonly accountId: AccountId;
  readonly name: string;
  readonly content: PresetContent | null;
}

/** What tells one clip from another without reading it. */
export interface ClipIdentity {
  readonly device: string;
  readonly inode: string;
  readonly size: number;
  readonly mtimeNs: string;
}

/** True when nothing that can be seen of the file without reading it has changed (F-25). */
export function isSameFile(one: ClipIdentity, other: ClipIdentity): boolean {
  return (
    one.device === other.device && one.inode === other.inode && one.size === other.size && one.mtimeNs === other.mtimeNs
  );
}

/** The same but for the number of its disk, which is another one after that was plugged in again (F-27). */
export function isSameOnAnyDisk({ inode, size, mtimeNs }: ClipIdentity, other: ClipIdentity): boolean {
  return inode === other.inode && size === other.size && mtimeNs === other.mtimeNs;
}

export interface Clip {
  readonly path: string;
  /** File name in NFC (F-32). */
  readonly name: string;
  readonly identity: ClipIdentity;
  readonly mtimeMs: WallMs;
  readonly facts: ClipFacts;
}

/** What the container says; null where it says nothing. */
export interface ClipFacts {
  readonly format: string | null;
  readonly durationSeconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** Containers that the window's own player may open; what it cannot decode gets a glyph there. */
const playable: ReadonlySet<string | null> = new Set(['mp4', 'mov', 'webm']);

export function mayPlay({ format }: Pick<ClipFacts, 'format'>): boolean {
  return playable.has(format);
}

/** It asked for time, or says that it is in maintenance. */
export type BusyWhy = Extract<WaitReason, 'site-busy' | 'site-maintenance'>;

/** Who may ask a host now: closed = everybody, half-open = a single probe, open = nobody. */
export type CircuitState = 'closed' | 'half-open' | 'open';

/** What a failure means for the job that met it. */
export type FailureCause =
  /** Goes on by itself. `bounded`: after some tries in a row the user is asked. */
  | { readonly kind: 'retry'; readonly why: WaitReason; readonly afterMs: number | null; readonly bounded: boolean }
  /** The account's secret is no longer good: stops the account, not the job. */
  | { readonly kind: 'sign-in' }
  /** Nobody gets through to the site: stops what goes there, not the job. */
  | {
      readonly kind: 'line';
      readonly why: Extract<WaitReason, 'offline' | 'site-away' | 'site-failing' | BusyWhy | 'portal' | ProxyTrouble>;
    }
  /** This job waits for the user. */
  | {
      readonly kind: 'needs-you';
      readonly reason: NeedsYouReason;
      readonly action: NeedsYouAction;
      readonly detail: string | null;
    };

/** What an attempt comes back with: data, never a thrown policy. */
export type Verdict =
  /** A 2xx. `videoId` null = the answer named none. */
  | { readonly kind: 'arrived'; readonly videoId: number | null }
  /** The last byte may have left and no reliable answer came. `otherwise` = what holds when the site does not have it. */
  | { readonly kind: 'unclear'; readonly otherwise: FailureCause | null }
  /** Surely not on the site. */
  | { readonly kind: 'failed'; readonly cause: FailureCause }
  /** Stopped by us before the last byte left. */
  | { readonly kind: 'stopped' };

/** What the site had in the typed fields when it was last seen: against this a change on the site is noticed. */
export interface Seen {
  readonly modifiedAt: WallMs | null;
  readonly values: FieldValues;
  /** Fields changed here and there, with what the site has; waiting for the user. */
  readonly theirs: FieldValues;
  /** What left for the site without an answer so far: found there, it is our own and nobody's change. */
  readonly sent?: FieldValues;
}

/** Text that leaves for a video: what the site has in these fields now, and what it is going to have. */
export interface LeavingText {
  readonly values: FieldValues;
  readonly sent: FieldValues;
}

export const nothingSeen: Seen = { modifiedAt: null, values: {}, theirs: {} };

/** What stands behind each kind of part that a state keeps. */
export interface StateParts extends ShownParts {
  'cause-or-none': FailureCause | null;
  resume: ResumePoint;
  candidates: readonly Candidate[];
}

type Kept<K extends JobStateKind, Keeps = JobStates[K]['keeps']> = {
  readonly [Name in 'kind' | keyof Keeps]: Name extends keyof Keeps
    ? StateParts[Extract<Keeps[Name], keyof StateParts>]
    : K;
};

/** What a job does or waits for: each kind has a record that says what it keeps (preload/job-states.ts). */
export type JobState = { [K in JobStateKind]: Kept<K> }[JobStateKind];

/** Where a job goes on after the user said so; an attempt that may have arrived is never forgotten. */
export type ResumePoint =
  | { readonly from: 'send' }
  | { readonly from: 'look'; readonly attemptId: AttemptId; readonly since: WallMs }
  | { readonly from: 'describe'; readonly videoId: number };

export interface Job {
  readonly id: JobId;
  /** Place in the queue; smaller goes first. */
  readonly position: number;
  readonly accountId: AccountId;
  readonly clip: Clip;
  readonly state: JobState;
  /** Failures in a row, for back-off and for bounded retries. */
  readonly failures: number;
  readonly draft: Draft;
  readonly seen: Seen;
  /** Grows with each change of the draft; `appliedRevision` is what the site has. */
  readonly draftRevision: number;
  readonly appliedRevision: number;
  readonly sha256: string | null;
  readonly addedAt: WallMs;
  /** Taken off the list by the user; kept as ledger so that the clip is not sent again. */
  readonly removed: boolean;
  /** The watched folder that brought it; null = dropped or chosen. */
  readonly folderId: FolderId | null;
  /** Nothing of it is sent before its user says so, whatever it waits for besides. */
  readonly isHeld: boolean;
  /** When its video was there with all that was typed, for as long as it is changed again; null = it was not, or nothing was changed since. */
  readonly arrivedAt: WallMs | null;
}

/** What a job begins with, whatever its clip is. */
export const jobBegun = {
  failures: 0,
  seen: nothingSeen,
  draftRevision: 0,
  appliedRevision: 0,
  sha256: null,
  removed: false,
  folderId: null,
  isHeld: false,
  arrivedAt: null,
} as const satisfies Partial<Job>;

/** A folder whose finished clips become jobs, by its own rules. */
export interface Folder {
  readonly id: FolderId;
  /** As read from the disk, without links. */
  readonly path: string;
  readonly accountId: AccountId;
  /** Null = they cannot be read any more: nothing is taken until the user chooses them again. */
  readonly rules: FolderRules | null;
  readonly paused: boolean;
  /** Device on which it lay when it was last seen; null = not seen yet. */
  readonly device: string | null;
  readonly addedAt: WallMs;
}

/** One try at sending a job's bytes, as it stands on disk. */
export interface Attempt {
  readonly id: AttemptId;
  readonly jobId: JobId;
  readonly boundary: string;
  /** Value of the Idempotency-Key header without its quotes; null = an attempt of an older Clipferry, which sent none. */
  readonly key: string | null;
  /** Names the bytes that were sent (queue/job/attempt-lineage.ts); null = an attempt of an older Clipferry. */
  readonly content: string | null;
  /** File name as sent to the site. */
  readonly fileName: string;
  readonly startedAt: WallMs;
  /** The site's clock minus this computer's, in ms, when the attempt began; null = never heard. */
  readonly siteSkewMs: number | null;
  /** The greatest media id that was known of the account when the attempt began; left out = nobody looked. */
  readonly afterMediaId?: number;
  readonly endedAt: WallMs | null;
  readonly ended: AttemptView['ended'];
  readonly status: number | null;
  readonly said: string | null;
  /** Bytes of the clip that the connection had taken when it ended; null = nobody saw it. */
  readonly sentBytes: number | null;
  /** Looks on the site after it, oldest first; only the last ones of very many. */
  readonly looks: readonly Look[];
  /** The media record that the site named in its answer; null = it named none. */
  readonly mediaId: number | null;
  /** Videos of which the user said that they are not this clip; null = it cannot be read any more, and may be any. */
  readonly rejectedVideoIds: readonly number[] | null;
}

/** A video on the site, as far as the app needs it; texts decoded to plain text. */
export interface Video extends Omit<ShownValues, 'publishAt'> {
  readonly id: number;
  /** The description holds markup that was not made here; `description` is its text. */
  readonly formatted: boolean;
  /** True: the description is longer than this app holds; `description` is its beginning, and may never go back there. */
  readonly cut?: boolean;
  /** Ids by taxonomy, under the names that the record uses. */
  readonly terms: Readonly<Record<string, readonly number[]>>;
  readonly link: string | null;
  /** Also the moment it is or becomes public: the value of `publishAt`. */
  readonly createdAt: WallMs | null;
  readonly modifiedAt: WallMs | null;
}

/** A media record, the proof of what bytes the site holds. */
export interface StoredFile {
  readonly mediaId: number;
  readonly videoId: number | null;
  readonly title: string;
  readonly sourceUrl: string;
  /** Bytes as the site counted them; null = not told. */
  readonly bytes: number | null;
  readonly createdAt: WallMs | null;
}

/** A video or blog post in a list of the site: what a row needs, texts decoded to plain text. */
/** A text as rows show it. */
export interface ItemText {
  readonly text: string;
  /** All of it stands in `text` word for word, in one line and without anything that plain words would take away. */
  readonly isWhole: boolean;
}

/** What a list can tell of its videos besides what every row shows; of terms by the taxonomy's name in records. */
export type ItemDetail = 'description' | 'excerpt' | 'commentsOpen' | `terms:${string}`;

/** What the site told of them; what it did not tell, or was not asked for, is left out. */
export interface ItemValues {
  readonly description?: ItemText;
  readonly excerpt?: ItemText;
  readonly commentsOpen?: boolean;
  readonly terms: Readonly<Record<string, readonly number[]>>;
}

export interface SiteItem {
  readonly id: number;
  readonly title: string;
  /** The title word for word; left out = only what the site prints in its place is known. */
  readonly titleThere?: string;
  readonly status: string;
  /** Only who knows its password sees it; left out = it has none, or the site does not tell. */
  readonly isProtected?: true;
  readonly slug: string;
  readonly link: string | null;
  readonly createdAt: WallMs | null;
  readonly modifiedAt: WallMs | null;
  readonly authorId: number | null;
  /** Media id of its picture; null = none. */
  readonly posterId: number | null;
  /** What the site says this account may do with it; null = not told. */
  readonly mayEdit: boolean | null;
  readonly mayDelete: boolean | null;
  /** Left out = the list was asked for none of them. */
  readonly values?: ItemValues;
}

/** What an account may do with videos that are not its own. */
export interface OthersRights {
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
}

/** Which list of the site; authors and terms are ids there. */
export interface SiteListQuery {
  readonly route: 'video' | 'posts';
  readonly search: string;
  readonly statuses: readonly string[];
  readonly authorId: number | null;
  /** Who may edit the videos of others is shown them as they were typed. */
  readonly others: OthersRights;
  /** One of the ids of each; `below` = what lies below them in their tree counts as well. */
  readonly terms: readonly { readonly base: string; readonly ids: readonly number[]; readonly below: boolean }[];
  readonly sort: LibraryQuery['sort'];
  readonly days?: DayRange | undefined;
  readonly without?: Lack | undefined;
  /** What is to be told of each besides what every row shows; left out = nothing. */
  readonly details?: readonly ItemDetail[] | undefined;
}

/** What the user typed for a video on the site, on disk until the site has it. */
export interface Edit {
  readonly videoId: number;
  readonly draft: Draft;
  /** The video as the user saw it when typing began; null = it was not shown. */
  readonly seen: Video | null;
  /** What left for the site without an answer so far: what it had before, and what it may have since by our own doing. */
  readonly left?: { readonly values: FieldValues; readonly sent: FieldValues } | undefined;
  /** Grows with each change. */
  readonly revision: number;
  readonly failures: number;
  readonly state: EditState;
}

export type EditState =
  | { readonly kind: 'waiting'; readonly why: WaitReason | null; readonly until: WallMs | null }
  | { readonly kind: 'changed-on-site'; readonly theirs: FieldValues }
  /** `fields`: those that the site refused, while the others are there; an edit of an older Clipferry has none. */
  | { readonly kind: 'refused'; readonly said: string | null; readonly fields?: readonly string[] | undefined }
  | { readonly kind: 'ignored'; readonly fields: readonly string[] }
  | { readonly kind: 'gone' }
  /** What was typed cannot be read any more: the video is as the site has it, and only typing it again changes that. */
  | { readonly kind: 'damaged' };
