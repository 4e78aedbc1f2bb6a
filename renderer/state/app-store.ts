// Joins the slices of the renderer's state with each other and with main.
import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../preload/contract.ts';
import { rowAt } from '../model/list-state.ts';
import { createActs } from './acts.ts';
import { createAdding } from './adding.ts';
import { createApprovals } from './approvals.ts';
import { createBulkEdit } from './bulk-edit.ts';
import { type AppStore, type ClientState, initialState } from './client-state.ts';
import { createDesktopCommands } from './desktop-commands.ts';
import { createDetailsTable } from './details-table.ts';
import { createDrafts } from './drafts.ts';
import { createFillDown } from './fill-down.ts';
import { createFillVideos } from './fill-videos.ts';
import { createForms } from './forms.ts';
import { createHelp } from './help.ts';
import { createHistory } from './history.ts';
import { pauseAll } from './job-actions.ts';
import { createLibraryStore } from './library-list.ts';
import { createMove } from './move.ts';
import { createNewClips } from './new-clips.ts';
import { createNotices } from './notices.ts';
import { createPlayer } from './player.ts';
import { createQueueList } from './queue-list.ts';
import { chosenColumns, chosenVideoColumns } from './selectors.ts';
import { createSession } from './session.ts';
import { createTitles, takesTitle } from './titles.ts';

export function createAppStore(bridge: Bridge): AppStore {
  const store = createStore<ClientState>(() => initialState);
  const { tellAdded, ...notices } = createNotices(store);
  const drafts = createDrafts(store, bridge);
  const forms = createForms(store, bridge);
  const acts = createActs(bridge, drafts, notices);
  const library = createLibraryStore({
    ...{ bridge, drafts, notices, acts },
    columns: () => chosenVideoColumns(store.getState()),
  });
  const { session, stop: stopSession } = createSession(store, { bridge, drafts, library, notices });
  const queueList = createQueueList(store, {
    ...{ bridge, drafts, notices, acts },
    columns: () => chosenColumns(store.getState()),
  });
  const offColumns = store.subscribe((now, before) => {
    if (chosenColumns(now).join() !== chosenColumns(before).join()) queueList.acts.lookAgain();
    if (chosenVideoColumns(now).join() !== chosenVideoColumns(before).join()) library.lookAgain();
  });
  const adding = createAdding(store, bridge, { ...notices, tellAdded }, session, queueList);
  const approvals = createApprovals(bridge, session.welcome);
  const help = createHelp(store);
  const history = createHistory(store, bridge, notices);
  const player = createPlayer(store, notices, library);
  const move = createMove(store, bridge);
  const details = createDetailsTable(store, { ...{ acts, bridge, drafts, notices }, show: session.show });
  const commands = createDesktopCommands(store, {
    bridge,
    showHelp: help.showHelp,
    ...move,
    show: session.show,
    showProxyForm: session.showProxyForm,
    choose: adding.choose,
    showFilter: queueList.showFilter,
    showAdded: queueList.showAdded,
    find: queueList.find,
    tell: notices.tell,
    tellAdded,
    takeBack: acts.takeBack,
    importDetails: details.importDetails,
    showHistory: history.showHistory,
    togglePlaying: player.togglePlaying,
    pauseAll: () => pauseAll({ ...store, ...notices, bridge }, true),
  });

  return {
    ...store,
    bridge,
    drafts,
    library,
    approvals,
    ...notices,
    ...acts,
    ...session,
    ...queueList.acts,
    ...adding,
    ...help,
    ...history,
    ...player,
    ...move,
    ...createNewClips(store, bridge, notices),
    ...createBulkEdit(store, { ...{ bridge, drafts, ...notices, ...acts }, targetInOrder: queueList.targetInOrder }),
    ...createTitles(store, {
      ...{ bridge, drafts, notices, uploads: queueList.titleRows, library: library.titleRows },
      acts,
      accountId: () => library.getState().accountId,
      isTitleTaken: () => {
        const { videos, cursor } = library.getState();
        const row = rowAt(videos, cursor);
        return row !== null && takesTitle(row);
      },
    }),
    ...details,
    ...createFillDown(store, { bridge, drafts, notices, acts, rows: queueList.titleRows }),
    ...createFillVideos(store, { bridge, drafts, notices, acts, library }),
    wantForm: forms.want,
    stop() {
      drafts.flush();
      approvals.stop();
      commands.stop();
      stopSession();
      offColumns();
      library.stop();
      queueList.stop();
    },
  };
}
