// Every request and event that the renderer may use, as type maps; the shapes lie with their rooms in contract/ and are handed on here.
//
// Adding a request: put it in `Requests` and `requestNames`; the compiler then asks for its schema
// (preload/schemas.ts) and its handler (Handlers of main/uploader-api.ts). Bytes and secrets never cross the bridge
// towards the renderer; a password crosses once, from the form to main.

import type {
  AccountView,
  AppPasswordView,
  ApprovalTarget,
  ConnectFailure,
  SignInWith,
  SiteOffer,
} from './contract/accounts.ts';
import type { ActOffers, ActWay, TakenBack } from './contract/acts.ts';
import type { SiteCheckup } from './contract/checkup.ts';
import type { Outcome, ProxySignInOutcome } from './contract/common.ts';
import type { AppState, Command, Opened, SettingsView, SettingValues } from './contract/desktop.ts';
import type { NamedClip, NamedTerms, TableFile, TableProblem, TableRow, TableSaved } from './contract/details.ts';
import type { FileAct, FolderFailure, FolderOffer, FolderRules, FolderView } from './contract/folders.ts';
import type { AboutView, LicencesView, ReportView, SavedReport, SaveProblem } from './contract/help.ts';
import type { HistorySaved, HistoryView } from './contract/history.ts';
import type {
  AuditReport,
  LibraryAct,
  LibraryActResult,
  LibraryBatch,
  LibraryDetails,
  LibraryFilters,
  LibraryQuery,
  LibraryRow,
  PostDrafted,
  PostDraftFailure,
  PostRow,
  SiteWindow,
} from './contract/library.ts';
import type { Linked, LinkForm, LinksCopied, ReceiptForm, ReceiptSaved } from './contract/links.ts';
import type {
  Draft,
  FieldName,
  FormShape,
  ManyChange,
  ManySummary,
  OwnChange,
  PresetContent,
  Term,
  TermFailure,
  TermPage,
  VideosChange,
  VideoText,
} from './contract/metadata.ts';
import type { MoveInView, MoveOutView, MoveProblem, MoveTaken } from './contract/move.ts';
import type {
  AddResult,
  CandidateView,
  ChooseOutcome,
  JobAct,
  JobDetails,
  JobTarget,
  OrderMoved,
  OrderPlace,
  QueuePatch,
  QueuePlaceOf,
  QueueView,
  QueueWindow,
  RowColumn,
} from './contract/queue.ts';
import type { UpdateAct } from './contract/updates.ts';

export type * from './contract/accounts.ts';
export type * from './contract/acts.ts';
export type * from './contract/checkup.ts';
export type * from './contract/common.ts';
export type * from './contract/desktop.ts';
export type * from './contract/details.ts';
export type * from './contract/folders.ts';
export type * from './contract/help.ts';
export type * from './contract/history.ts';
export type * from './contract/library.ts';
export type * from './contract/links.ts';
export type * from './contract/metadata.ts';
export type * from './contract/move.ts';
export type * from './contract/queue.ts';
export type * from './contract/sidecars.ts';
export type * from './contract/updates.ts';

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
  /** Signs in at a proxy of the network that asks for it, and keeps that for the next time. `user` has no colon (RFC 7617). */
  'proxy.signIn': (input: {
    readonly id: string;
    readonly user: string;
    readonly password: string;
  }) => ProxySignInOutcome;
  'proxy.forget': (id: string) => void;
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
  /** One of them, as the site has it now. */
  'account.password': (input: {
    readonly accountId: string;
    readonly uuid: string;
  }) => Outcome<AppPasswordView, ConnectFailure>;
  /** Gives the password as the site keeps it: it may have cleaned the name. */
  'account.renamePassword': (input: {
    readonly accountId: string;
    readonly uuid: string;
    readonly name: string;
  }) => Outcome<AppPasswordView, ConnectFailure>;
  /** Takes an application password away on the site. The one in use signs the account out here; its clips wait. */
  'account.revokePassword': (input: {
    readonly accountId: string;
    readonly uuid: string;
  }) => Outcome<null, ConnectFailure>;
  /**
   * Takes many away, and gives how many: 'others' = all but the one in use here; 'all' = that one too, which signs the account out
   * here.
   */
  'account.revokePasswords': (input: {
    readonly accountId: string;
    readonly which: 'others' | 'all';
  }) => Outcome<number, ConnectFailure>;
  'account.remove': (accountId: string) => void;
  /** Whether the account's new clips wait for their user's word; those that are on the list stay as they are. */
  /** Keeps a preset under its id, or as a new one; gives its id. */
  'preset.save': (input: {
    readonly accountId: string;
    readonly presetId: string | null;
    readonly name: string;
    readonly content: PresetContent;
  }) => string;
  /** Accounts and folders that had it have none; clips that got it stay as they are. */
  'preset.remove': (presetId: string) => void;
  /** What the account's new clips get; null = nothing by itself. */
  'account.usePreset': (input: { readonly accountId: string; readonly presetId: string | null }) => void;
  'account.holdNew': (input: { readonly accountId: string; readonly isHeld: boolean }) => void;
  /** Opens the system's file dialog; null = the user closed it. */
  'queue.choose': (input: { readonly accountId: string; readonly what: 'files' | 'folder' }) => AddResult | null;
  /** Sends what waits since `Opened` asked for the account; null = the user does not want it. */
  'queue.addOpened': (accountId: string | null) => AddResult | null;
  'queue.view': (view: QueueView) => QueueWindow;
  /** How many rows stand before a job, not narrowed by any search; null = it is not under this filter. */
  'queue.placeOf': (input: QueuePlaceOf) => number | null;
  'queue.act': (input: { readonly act: JobAct; readonly target: JobTarget }) => { readonly changed: number };
  /** Moves those of the clips that wait, as one block; the others stay where they are. */
  'queue.reorder': (input: { readonly target: JobTarget; readonly place: OrderPlace }) => OrderMoved;
  'queue.pause': (paused: boolean) => void;
  /** Sends outside of the weekly hours until they begin again; false = keeps to them after all. */
  'queue.sendAnyway': (anyway: boolean) => void;
  /** The user knows that the account's clips are public at once: those that were held for it go. */
  'queue.sendPublic': (accountId: string) => void;
  /** Jobs that were not started yet can go to another account. */
  'queue.moveTo': (input: { readonly ids: readonly string[]; readonly accountId: string }) => {
    readonly changed: number;
  };
  /** Names the job whose details are shown; its `job.details` events follow. Null = none. */
  'job.watch': (jobId: string | null) => JobDetails | null;
  'job.describe': (input: { readonly jobId: string; readonly draft: Partial<Draft> }) => void;
  /** One change for many, in one write. `after` = so many were handed over before, and get what was handed over for each; left out = none. */
  'job.describeMany': (input: { readonly target: JobTarget; readonly change: ManyChange; readonly after?: number }) => {
    readonly changed: number;
  };
  /** Of very many, what the first ones get, part by part; `after` = so many before these. Nothing is done before `job.describeMany` brings the last. */
  'job.handOver': (input: {
    readonly after: number;
    readonly ids: readonly string[];
    readonly each: readonly OwnChange[];
  }) => void;
  'job.summarize': (target: JobTarget) => ManySummary;
  /** The first titles that a pattern makes, as `job.describeMany` would write them. */
  'job.previewTitles': (input: {
    readonly target: JobTarget;
    readonly pattern: string;
    /** Number of the first of them. */
    readonly start: number;
  }) => readonly string[];
  /** Settles 'changed-on-site': these fields become as typed here, the other ones stay as they are on the site. */
  'job.resolve': (input: { readonly jobId: string; readonly mine: readonly FieldName[] }) => void;
  /** What was not understood of the file beside the clip has been seen: it is not told any more. */
  'job.sidecarSeen': (jobId: string) => void;
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
  /** Puts links to the videos into the clipboard; their sites are asked for the addresses first. */
  'links.copy': (input: { readonly of: Linked; readonly form: LinkForm }) => LinksCopied;
  /** Asks where to save a receipt for the clips, and writes it; null = the user closed the dialog. */
  'links.receipt': (input: {
    readonly target: JobTarget;
    readonly form: ReceiptForm;
  }) => Outcome<ReceiptSaved, SaveProblem> | null;
  /** What has arrived so far, by day and account; also what was taken off the list since. */
  'history.view': () => HistoryView;
  /** Asks where to save it as a table, and writes it; null = the user closed the dialog. */
  'history.save': () => Outcome<HistorySaved, SaveProblem> | null;
  /** Asks for a file with the details of many clips and reads it; null = the user closed the dialog. */
  'details.read': () => Outcome<TableFile, TableProblem> | null;
  /** Rows of the table that was read last, from one on: as many as the window takes without a halt. */
  'details.rows': (input: { readonly table: number; readonly from: number }) => readonly TableRow[];
  /** For each file, by its name or path, the clips of the list that it names. */
  'details.match': (names: readonly string[]) => readonly (readonly NamedClip[])[];
  /** For each word, the terms of that name; "Parent > Child" is one below another. */
  'details.terms': (input: {
    readonly accountId: string;
    readonly taxonomy: string;
    readonly names: readonly string[];
  }) => Outcome<readonly NamedTerms[], TermFailure>;
  /** Asks where to save a table with the details of the clips, and writes it; null = the user closed the dialog. */
  'details.save': (input: { readonly target: JobTarget }) => Outcome<TableSaved, SaveProblem> | null;
  /** Opens the system's folder dialog; null = the user closed it. */
  'folder.choose': () => Outcome<FolderOffer, FolderFailure> | null;
  'folder.add': (input: {
    readonly offer: string;
    readonly accountId: string;
    readonly existing: FolderRules['existing'];
    /** The folder that was brought over from another computer and lies here: its rules count from now on. */
    readonly brought?: string;
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
  /** False = the file is not there any more, or is not what it was shown as. */
  'folder.file': (input: { readonly folderId: string; readonly name: string; readonly act: FileAct }) => boolean;
  /** What can be taken back, and done again. */
  'acts.offers': () => ActOffers;
  /** Takes an act back, or does it again, as far as nothing of it was changed since; null = it cannot be any more. */
  'acts.take': (input: { readonly id: number; readonly way: ActWay }) => TakenBack | null;
  'settings.get': () => SettingsView;
  'settings.change': (change: Partial<SettingValues>) => SettingsView;
  'settings.showFolder': (which: 'data' | 'log') => void;
  /** How it goes on is told by `app.state`. */
  'updates.act': (act: UpdateAct) => void;
  'help.about': () => AboutView;
  'help.licences': () => LicencesView;
  /** Shows the file with the licences of Chromium. */
  'help.showChromium': () => void;
  /** Makes a report for support, without secrets and names, and keeps it until it is closed. `withAddresses` = the sites' own addresses are told. */
  'help.report': (input: { readonly withAddresses: boolean }) => ReportView;
  /** Saves this report, byte for byte as it was shown, where the user chooses; null = the user closed the dialog. */
  'help.save': (id: string) => Outcome<SavedReport, SaveProblem> | null;
  /** Saves our plugin for WordPress as a zip where the user chooses; null = the user closed the dialog. */
  'help.saveHelper': () => Outcome<SavedReport & { readonly sha256: string }, SaveProblem> | null;
  /** Shows the file that was saved last. */
  'help.showSaved': () => void;
  /** Forgets the report. */
  'help.close': () => void;
  /** Gathers what another computer needs to know, without secrets, and keeps it until it is closed. */
  'move.gather': () => MoveOutView;
  /** Saves just that where the user chooses; null = the user closed the dialog. */
  'move.save': (id: string) => Outcome<SavedReport, SaveProblem> | null;
  /** Shows the file that was saved last. */
  'move.showSaved': () => void;
  /** Lets the user choose a file of another computer and looks into it; null = the user closed the dialog. */
  'move.open': () => Outcome<MoveInView, MoveProblem> | null;
  /** Takes over what the file brings: only adds, all of it or nothing. */
  'move.take': (id: string) => MoveTaken;
  /** Forgets what was gathered or read. */
  'move.close': () => void;
  'library.page': (view: {
    readonly query: LibraryQuery;
    readonly offset: number;
    /** At most 200. */
    readonly limit: number;
    /** Details that the rows tell besides; left out = none. */
    readonly columns?: readonly RowColumn[];
  }) => SiteWindow<LibraryRow>;
  'library.filters': (accountId: string) => LibraryFilters;
  /** Forgets how fresh the lists of this account are: the next look asks the site. */
  'library.refresh': (accountId: string) => void;
  /** Names the video whose details are shown; its `library.details` events follow. Null = none. */
  'library.watch': (video: { readonly accountId: string; readonly videoId: number } | null) => LibraryDetails | null;
  'library.describe': (input: VideoText & { readonly accountId: string }) => void;
  /** Of very many, what the first ones get, part by part; `after` = so many before these. Nothing is done before `library.describeMany` brings the last. */
  'library.handOver': (input: {
    readonly accountId: string;
    readonly after: number;
    readonly texts: readonly VideoText[];
  }) => void;
  /**
   * Each video gets its own text; all of them are on disk when it answers. Videos that are gone from the site say so later. `after` = so many
   * were handed over before; left out = none.
   */
  'library.describeMany': (input: {
    readonly accountId: string;
    readonly texts: readonly VideoText[];
    readonly after?: number;
  }) => void;
  /**
   * One change for many videos, in their order; on disk for all of them when it answers. `statusesSeen` = the visibility of each that was shown, in
   * the same order (two lists of ten thousand pass the bridge in a tenth of the time that as many objects take): who
   * changed it on the site since is not overwritten. Gives for how many it changes what is typed.
   */
  'library.changeMany': (input: {
    readonly accountId: string;
    readonly videoIds: readonly number[];
    readonly statusesSeen: readonly string[];
    readonly change: VideosChange;
  }) => { readonly changed: number };
  /** What to do with an edit that stands still: drop mine, or just try again. */
  'library.settle': (input: {
    readonly accountId: string;
    readonly videoId: number;
    readonly how: 'theirs' | 'retry';
  }) => void;
  /** Settles a conflict: these fields are to be as they were typed, the others stay as the site has them. */
  'library.resolve': (input: {
    readonly accountId: string;
    readonly videoId: number;
    readonly mine: readonly FieldName[];
  }) => void;
  /** Written down, and on its way: the batch, which `library.batches` tells of; null = all of it is on its way already. */
  'library.act': (input: {
    readonly accountId: string;
    readonly ids: readonly number[];
    readonly act: LibraryAct;
  }) => number | null;
  'library.batches': () => readonly LibraryBatch[];
  /**
   * 'stop' = what was not asked for stays as it is; 'told' = its user has read what became of it; 'retry' = what failed is tried once more;
   * 'dismiss' = what failed need not be listed any more.
   */
  'library.batch': (input: { readonly id: number; readonly how: 'stop' | 'told' | 'retry' | 'dismiss' }) => void;
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
  /** Makes one draft post that shows these videos in this order, or finds the one that is there. */
  'posts.draft': (input: {
    readonly accountId: string;
    readonly title: string;
    readonly videoIds: readonly number[];
  }) => Outcome<PostDrafted, PostDraftFailure>;
  /** Opens the page of the site on which the post is written. */
  'posts.edit': (post: { readonly accountId: string; readonly postId: number }) => void;
}

export interface Events {
  'app.state': AppState;
  'queue.patch': QueuePatch;
  'job.details': JobDetails;
  'settings.changed': SettingsView;
  'acts.changed': ActOffers;
  'desktop.command': Command;
  'desktop.opened': Opened;
  /** Lists of this account on the site look different now: ask for the window again. */
  'library.changed': { readonly accountId: string };
  'library.details': LibraryDetails;
  /** All batches of all accounts, when something of one is otherwise. */
  'library.batches': readonly LibraryBatch[];
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
  'proxy.signIn': true,
  'proxy.forget': true,
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
  'account.password': true,
  'account.renamePassword': true,
  'account.revokePassword': true,
  'account.revokePasswords': true,
  'account.remove': true,
  'preset.save': true,
  'preset.remove': true,
  'account.usePreset': true,
  'account.holdNew': true,
  'queue.choose': true,
  'queue.addOpened': true,
  'queue.view': true,
  'queue.placeOf': true,
  'queue.act': true,
  'queue.reorder': true,
  'queue.pause': true,
  'queue.sendAnyway': true,
  'queue.sendPublic': true,
  'queue.moveTo': true,
  'job.watch': true,
  'job.describe': true,
  'job.describeMany': true,
  'job.handOver': true,
  'job.summarize': true,
  'job.previewTitles': true,
  'job.resolve': true,
  'job.sidecarSeen': true,
  'site.form': true,
  'terms.search': true,
  'terms.named': true,
  'terms.create': true,
  'job.candidates': true,
  'job.choose': true,
  'job.openVideo': true,
  'job.showFile': true,
  'links.copy': true,
  'links.receipt': true,
  'history.view': true,
  'history.save': true,
  'details.read': true,
  'details.rows': true,
  'details.match': true,
  'details.terms': true,
  'details.save': true,
  'folder.choose': true,
  'folder.add': true,
  'folder.change': true,
  'folder.pause': true,
  'folder.remove': true,
  'folder.scan': true,
  'folder.show': true,
  'folder.file': true,
  'acts.offers': true,
  'acts.take': true,
  'settings.get': true,
  'settings.change': true,
  'settings.showFolder': true,
  'updates.act': true,
  'help.about': true,
  'help.licences': true,
  'help.showChromium': true,
  'help.report': true,
  'help.save': true,
  'help.saveHelper': true,
  'help.showSaved': true,
  'help.close': true,
  'move.gather': true,
  'move.save': true,
  'move.showSaved': true,
  'move.open': true,
  'move.take': true,
  'move.close': true,
  'library.page': true,
  'library.filters': true,
  'library.refresh': true,
  'library.watch': true,
  'library.describe': true,
  'library.handOver': true,
  'library.describeMany': true,
  'library.changeMany': true,
  'library.settle': true,
  'library.resolve': true,
  'library.act': true,
  'library.batches': true,
  'library.batch': true,
  'library.open': true,
  'audit.state': true,
  'audit.run': true,
  'audit.dismiss': true,
  'audit.trash': true,
  'posts.page': true,
  'posts.open': true,
  'posts.draft': true,
  'posts.edit': true,
} as const satisfies Record<keyof Requests, true>;

export const eventNames = {
  'app.state': true,
  'queue.patch': true,
  'job.details': true,
  'settings.changed': true,
  'acts.changed': true,
  'desktop.command': true,
  'desktop.opened': true,
  'library.changed': true,
  'library.batches': true,
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
  | 'preset-gone'
  | 'folder-not-chosen'
  | 'not-on-site'
  | 'sign-in-first'
  | 'site-not-found'
  | 'no-password-page'
  | 'report-gone'
  | 'move-gone'
  /** By the window itself: rows came and went all the time while many were read. */
  | 'list-changing'
  | 'list-unread';

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
   * user gave it (electron-security row 26). `presetId` = what they get, null = nothing by itself; left out = what new clips of the
   * account get.
   */
  readonly addFiles: (files: readonly File[], accountId: string, presetId?: string | null) => Promise<AddResult>;
}
