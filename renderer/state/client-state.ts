// What the window knows and looks at, and what can be done with it: the shape of the state, without its workings.
import type { StoreApi } from 'zustand';
import type {
  AccountView,
  AddResult,
  AppState,
  Bridge,
  FormShape,
  JobAct,
  JobDetails,
  JobTarget,
  QueueFilter,
  QueueSort,
  QueueWindow,
  SettingsView,
  SettingValues,
} from '../../preload/contract.ts';
import { type ClickKind, nothing, type Selection } from '../model/selection.ts';
import type { Approvals } from './approvals.ts';
import { type BulkChange, noChange } from './bulk-edit.ts';
import type { DraftSaver } from './draft-saver.ts';
import type { LibraryStore } from './library-list.ts';

export type Screen = 'uploads' | 'library' | 'folders' | 'sites' | 'connect' | 'settings';

export interface Notice {
  readonly id: number;
  readonly tone: 'plain' | 'bad';
  readonly text: string;
  readonly result: AddResult | null;
}

export interface Question {
  readonly title: string;
  readonly body: string;
  readonly yes: string;
  /** What the other answer is called where “Cancel” would be mistaken for the act itself. */
  readonly no?: string;
  readonly danger: boolean;
  /** What may be done with it, offered as a tick that is not set. */
  readonly tick?: string;
  readonly onYes: (ticked: boolean) => void;
}

export interface ClientState {
  readonly app: AppState | null;
  readonly settings: SettingsView | null;
  /** Files and folders that were opened with Clipferry and wait for the choice of an account. */
  readonly opened: number;
  readonly screen: Screen;
  readonly filter: QueueFilter;
  readonly sort: QueueSort;
  /** First row that the list wants to show. */
  readonly offset: number;
  readonly queue: QueueWindow | null;
  readonly selection: Selection;
  /** Row that the keyboard is on, and the row a range starts from; both are places in the list. */
  readonly cursor: number;
  readonly anchor: number;
  readonly details: JobDetails | null;
  /** In a narrow window the inspector lies over the list and is opened on demand. */
  readonly inspectorOpen: boolean;
  /** The part of the window that is to get the keyboard's focus as soon as it is there. */
  readonly focusWanted: 'title' | 'choice' | 'list' | null;
  readonly accountId: string | null;
  readonly adding: boolean;
  readonly notice: Notice | null;
  /** Told to a screen reader alone: what the eye sees happen. The number makes the same words news again. */
  readonly said: { readonly id: number; readonly text: string };
  readonly question: Question | null;
  readonly problem: string | null;
  readonly draftProblem: string | null;
  /** Changes whenever what is typed and not yet saved changes. */
  readonly draftSeq: number;
  /** Metadata forms by account, as far as they are known. */
  readonly forms: Readonly<Record<string, FormShape>>;
  /** What is put together for many clips and not applied yet. */
  readonly bulk: BulkChange;
  readonly bulkBusy: boolean;
  /** Counts changes for many, so that what they have in common is asked again. */
  readonly bulkApplied: number;
}

export interface AppStore extends StoreApi<ClientState> {
  readonly bridge: Bridge;
  readonly drafts: DraftSaver;
  readonly library: LibraryStore;
  readonly approvals: Approvals;
  show(screen: Screen): void;
  setFilter(filter: QueueFilter): void;
  setSort(sort: QueueSort): void;
  /** Makes sure that rows [first, last] are in the window, or soon will be. */
  reveal(first: number, last: number): void;
  click(index: number, kind: ClickKind): void;
  selectAll(): void;
  clearSelection(): void;
  openInspector(open: boolean): void;
  /** Opens the inspector at the title, or at the choice between videos. */
  inspect(part: 'title' | 'choice'): void;
  focusTaken(): void;
  act(act: JobAct, target: JobTarget): Promise<void>;
  add(files: readonly File[]): Promise<void>;
  choose(what: 'files' | 'folder'): Promise<void>;
  setAccount(accountId: string): void;
  /** Answers where opened files go; null = nowhere. */
  addOpened(accountId: string | null): Promise<void>;
  changeSettings(change: Partial<SettingValues>): Promise<void>;
  wantForm(accountId: string): void;
  setBulk(change: BulkChange): void;
  applyBulk(target: JobTarget): Promise<void>;
  ask(question: Question): void;
  answer(yes: boolean, ticked?: boolean): void;
  /** Shows a line that says what happened. */
  tell(text: string, tone: Notice['tone']): void;
  /** Tells a screen reader what the eye sees happen. */
  say(text: string): void;
  /** An account has just signed in: drops go there, and connecting is over. */
  welcome(account: AccountView): void;
  dismissNotice(): void;
  /** Runs a request whose failure is only told. */
  attempt<T>(work: () => Promise<T>): Promise<T | null>;
  stop(): void;
}

/** Before anything is known. */
export const initialState: ClientState = {
  app: null,
  settings: null,
  opened: 0,
  screen: 'uploads',
  filter: 'all',
  sort: 'queue',
  offset: 0,
  queue: null,
  selection: nothing,
  cursor: 0,
  anchor: 0,
  details: null,
  inspectorOpen: false,
  focusWanted: null,
  accountId: null,
  adding: false,
  notice: null,
  said: { id: 0, text: '' },
  question: null,
  problem: null,
  draftProblem: null,
  draftSeq: 0,
  forms: {},
  bulk: noChange,
  bulkBusy: false,
  bulkApplied: 0,
};
