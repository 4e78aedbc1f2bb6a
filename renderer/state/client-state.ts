// What the window knows and looks at, and what can be done with it: all slices of the state under one roof.
import type { StoreApi } from 'zustand';
import type { Bridge } from '../../preload/contract.ts';
import type { Acts } from './acts.ts';
import { type Adding, type AddingState, nothingAdded } from './adding.ts';
import type { Approvals } from './approvals.ts';
import { type BulkEdit, type BulkEditState, noBulkEdit } from './bulk-edit.ts';
import type { DetailsTable } from './details-table.ts';
import { type Drafts, type DraftsState, noDrafts } from './drafts.ts';
import type { FillDown } from './fill-down.ts';
import type { FillVideos } from './fill-videos.ts';
import { type FormsState, noForms } from './forms.ts';
import { type Help, type HelpState, noHelp } from './help.ts';
import { type History, type HistoryState, noHistory } from './history.ts';
import type { LibraryStore } from './library-list.ts';
import { type Move, type MoveState, notMoving } from './move.ts';
import { type NewClips, type NewClipsState, nothingChosen } from './new-clips.ts';
import { type Notices, type NoticesState, noNotices } from './notices.ts';
import { notPlaying, type Player, type PlayerState } from './player.ts';
import { noQueueList, type QueueListActs, type QueueListState } from './queue-list.ts';
import { noSession, type Session, type SessionState } from './session.ts';
import { noManyTitles, type Titles, type TitlesState } from './titles.ts';

export interface ClientState
  extends SessionState,
    QueueListState,
    AddingState,
    DraftsState,
    FormsState,
    BulkEditState,
    HelpState,
    HistoryState,
    MoveState,
    PlayerState,
    TitlesState,
    NewClipsState,
    NoticesState {}

export interface AppStore
  extends StoreApi<ClientState>,
    Session,
    QueueListActs,
    Acts,
    Adding,
    BulkEdit,
    Help,
    History,
    Move,
    Player,
    Titles,
    DetailsTable,
    FillDown,
    FillVideos,
    NewClips,
    Omit<Notices, 'tellAdded'> {
  readonly bridge: Bridge;
  readonly drafts: Drafts;
  readonly library: LibraryStore;
  readonly approvals: Approvals;
  wantForm(accountId: string): void;
  stop(): void;
}

/** Before anything is known. */
export const initialState: ClientState = {
  ...noSession,
  ...noQueueList,
  ...nothingAdded,
  ...noDrafts,
  ...noForms,
  ...noBulkEdit,
  ...noHelp,
  ...noHistory,
  ...notMoving,
  ...notPlaying,
  ...noManyTitles,
  ...nothingChosen,
  ...noNotices,
};
