// Videos and posts on a site: lists, details, what is done to them, and clips that may be there twice.
import type { TakenBack } from './acts.ts';
import type { WallMs } from './common.ts';
import type { Conflict, Draft, VideoView } from './metadata.ts';
import type { RowCells, WaitReason } from './queue.ts';

export type LibrarySort = 'newest' | 'oldest' | 'modified' | 'title';

/** What a video may lack: words in a text, its picture, or any term of a taxonomy, by its name in records. */
export type Lack = 'description' | 'excerpt' | 'poster' | `terms:${string}`;

/** Days by the site's clock as `YYYY-MM-DD`, both included; null = no end on that side. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

export interface LibraryQuery {
  readonly accountId: string;
  readonly search: string;
  /** A status by its own name on the site, or 'all': every one of them but the trash. */
  readonly status: string;
  readonly author: 'me' | 'all';
  /** Ids of terms by taxonomy: videos that have one of the ids of each; in a tree one that lies below counts as well. */
  readonly terms: Readonly<Record<string, readonly number[]>>;
  readonly sort: LibrarySort;
  /** The days that the videos' dates lie in; left out = any. */
  readonly days?: DayRange;
  /** Only videos that lack this. No site can be asked for it: its whole list is looked through, page by page. */
  readonly without?: Lack;
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
  /** How far a list has been looked through that no site can be asked for; left out = nothing is left to look through. */
  readonly lookedThrough?: { readonly rows: number; readonly of: number };
  readonly failure: LibraryFailure | null;
}

export interface LibraryRow {
  readonly id: number;
  readonly title: string;
  /** The title as the site has it, word for word; null = only what it prints in its place is known. */
  readonly titleThere: string | null;
  readonly status: string;
  /** Only who knows its password sees it; left out = it has none, or the site does not tell. */
  readonly isProtected?: true;
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
  /** The clip that it was sent as is at `app://main/clip/<jobId>`; null = there is none that the window may be able to show. */
  readonly jobId: string | null;
  /** True when something typed has not reached the site yet. */
  readonly pending: boolean;
  /** Left out = it stays where it is. */
  readonly moving?: Moving;
  /** What was typed, else what the site has; what is left out is not known. Left out as a whole = no columns were asked for. */
  readonly cells?: RowCells;
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
  /** The account may make blog posts there; false also where the site does not tell. */
  readonly mayDraftPosts: boolean;
}

/** A draft post from chosen videos. */
export interface PostDrafted {
  readonly postId: number;
  /** True: it was there already, with this title and these videos, made within a day. */
  readonly wasThere: boolean;
}

export interface PostDraftFailure {
  /** 'unclear' = no answer came: it may be there, or come yet, and is looked for before it is made again. */
  readonly problem: LibraryProblem | 'unclear';
  readonly said: string | null;
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
  | { readonly kind: 'changed-on-site'; readonly conflicts: readonly Conflict[] }
  /** `fields`: those that the site refused, while the others are there; left out = all of them, or not known. */
  | { readonly kind: 'refused'; readonly said: string | null; readonly fields?: readonly string[] | undefined }
  /** The site answered yes but kept other values. */
  | { readonly kind: 'ignored'; readonly fields: readonly string[] }
  | { readonly kind: 'gone' }
  /** What was typed cannot be read any more; the video is as the site has it. */
  | { readonly kind: 'damaged' };

/** 'changed' = another one by now, or written to since; 'missing' = not where it was, or not to be read now. */
export type ClipFile = 'same' | 'changed' | 'missing';

/** Everything the pane shows of one video on the site. */
export interface LibraryDetails {
  readonly accountId: string;
  readonly row: LibraryRow;
  /** Of a video with a `jobId`: whether the clip's file is still the one that was sent; left out = not looked at yet. */
  readonly clipFile?: ClipFile | undefined;
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

/** 'restore' = from the trash, as a draft; 'publish-again' = from the trash, public at once. */
export type LibraryAct = 'trash' | 'restore' | 'publish-again' | 'delete-forever';

export type LibraryActProblem =
  | LibraryProblem
  | 'not-allowed'
  | 'gone' // no longer on the site
  | 'no-trash' // this site has no trash: only 'delete-forever' is possible
  | 'changed' // moved or changed on the site since, and left as it is
  | 'damaged'; // what was wanted cannot be read any more

export interface LibraryActResult {
  /** As it was wanted. */
  readonly done: readonly number[];
  /** Not in the trash any more, and otherwise than it was wanted: `status` is the site's own name of what it is. Left out = none. */
  readonly otherwise?: readonly { readonly id: number; readonly status: string }[];
  /** As they were, because their user stopped the act before they were asked for. Left out = none. */
  readonly stopped?: readonly number[];
  readonly failed: readonly {
    readonly id: number;
    readonly problem: LibraryActProblem;
    readonly said: string | null;
  }[];
}

/** Where a video is on its way to. */
export type Moving = 'to-trash' | 'from-trash' | 'forever';

/** Videos that were moved by one act, while they are on their way and until their user has read what became of them. */
export interface LibraryBatch {
  readonly id: number;
  readonly accountId: string;
  /** What happens to them. */
  readonly act: LibraryAct;
  /** The act in the log of what can be taken back; null = nothing takes it back. */
  readonly actId: number | null;
  readonly total: number;
  /** How many of them are over, in whatever way. */
  readonly over: number;
  /** The act is still to come for some of them; once its user stopped it, what was asked for is only looked at. */
  readonly isStopped: boolean;
  /** Why nothing of it goes on just now; null = it does, or it is over. */
  readonly waits: { readonly why: WaitReason; readonly until: WallMs | null } | null;
  /** What became of it, once all of it is over and until 'library.batch' says that it was told; null = before, and after. */
  readonly result: LibraryActResult | null;
  /** The same, where an act was taken back or done again; null = neither was. */
  readonly taken: TakenBack | null;
  /** Once it is over: those that are as they were, with the reason. */
  readonly failed: readonly {
    readonly id: number;
    readonly title: string | null;
    readonly problem: LibraryActProblem;
    readonly said: string | null;
  }[];
  /** Some of those may be tried once more. */
  readonly mayRetry: boolean;
}

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
  /** The clip left this computer once only: the other video came from elsewhere. */
  readonly sentOnce?: true | undefined;
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
