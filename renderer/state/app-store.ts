// The renderer's state: main's snapshot and queue window, and what the person looks at, selects and is asked.

import { createStore } from 'zustand/vanilla';
import type {
  AccountView,
  AddResult,
  AppState,
  Bridge,
  JobDetails,
  JobRow,
  QueueFilter,
  QueueWindow,
} from '../../preload/contract.ts';
import { setRegion } from '../../preload/text/region.ts';
import { t } from '../../preload/text/text.ts';
import { isSelected, nothing, only, refreshed, type Selection, singleRow, these, toggled } from '../model/selection.ts';
import { addedWords } from '../text/jobs.ts';
import { signedInWords } from '../text/sign-in.ts';
import { createApprovals } from './approvals.ts';
import { noChange, withoutUntouched } from './bulk-edit.ts';
import { type AppStore, type ClientState, initialState, type Notice, type Screen } from './client-state.ts';
import { desktopOrders } from './desktop-commands.ts';
import { createDraftSaver } from './draft-saver.ts';
import { createForms } from './forms.ts';
import { createLibraryStore, videoOfKey } from './library-list.ts';
import { messageOf } from './message-of.ts';
import { createQueueSync, windowLimit } from './queue-sync.ts';
import { defaultAccount, rowAt } from './selectors.ts';

export function createAppStore(bridge: Bridge): AppStore {
  const store = createStore<ClientState>(() => initialState);
  const { getState: get, setState: set } = store;
  let notices = 0;
  /** A place that the keyboard went to before its row was there. */
  let selectOnArrival: number | null = null;
  /** The job that a notification was about, selected once its row is there. */
  let jobWanted: string | null = null;
  let watched: string | null = null;
  let watching = false;

  const sync = createQueueSync(bridge, takeWindow, (message) => set({ problem: message }));
  const drafts = createDraftSaver(
    (key, draft) => {
      const video = videoOfKey(key);
      return video === null
        ? bridge.request('job.describe', { jobId: key, draft })
        : bridge.request('library.describe', { ...video, draft });
    },
    () => set((state) => ({ draftSeq: state.draftSeq + 1 })),
    (message) => set({ draftProblem: message }),
  );

  const forms = createForms(bridge, (accountId, form) =>
    set((state) => ({ forms: { ...state.forms, [accountId]: form } })),
  );

  function takeWindow(queue: QueueWindow): void {
    const before = get();
    // An answer to a filter that was left meanwhile would show the wrong rows for a moment.
    if (queue.view.filter !== before.filter || queue.view.sort !== before.sort) return;
    // The keyboard stays on its job when others come and go above it.
    const held = rowAt(before.queue, before.cursor);
    const moved = held === null ? -1 : queue.rows.findIndex((row) => row.id === held.id);
    const place = moved < 0 || before.cursor === selectOnArrival ? before.cursor : moved + queue.view.offset;
    const cursor = Math.max(0, Math.min(place, queue.total - 1));
    set({ queue, problem: null, cursor, selection: refreshed(before.selection, queue.rows) });
    const wanted = jobWanted === null ? -1 : queue.rows.findIndex((row) => row.id === jobWanted);
    if (wanted >= 0) {
      jobWanted = null;
      selectAt(wanted + queue.view.offset);
    }
    if (selectOnArrival === null) return;
    const row = rowAt(queue, selectOnArrival);
    if (row === null) return;
    selectOnArrival = null;
    select(only(row));
  }

  function selectAt(index: number): void {
    const row = rowAt(get().queue, index);
    set({ cursor: index, anchor: index });
    selectOnArrival = row === null ? index : null;
    if (row !== null) select(only(row));
  }

  function look(): void {
    const { filter, sort, offset } = get();
    sync.look({ filter, sort, offset, limit: windowLimit });
  }

  function select(selection: Selection): void {
    set({ selection });
    watch(singleRow(selection)?.id ?? null);
  }

  function watch(id: string | null): void {
    if (watched === id) return;
    drafts.flush();
    watched = id;
    if (get().details?.row.id !== id) set({ details: null });
    void follow();
  }

  /** Names the watched job to main, one request at a time; only the newest wish counts. */
  async function follow(): Promise<void> {
    if (watching) return;
    watching = true;
    try {
      let told: string | null | undefined;
      while (told !== watched) {
        told = watched;
        const details = await bridge.request('job.watch', told);
        if (told === watched) takeDetails(details);
      }
    } catch (error) {
      tell(messageOf(error), 'bad');
    } finally {
      watching = false;
    }
  }

  function takeDetails(details: JobDetails | null): void {
    if (details !== null && details.row.id !== watched) return;
    set({ details });
  }

  function tell(text: string, tone: Notice['tone'], result: AddResult | null = null): void {
    notices += 1;
    set({ notice: { id: notices, text, tone, result } });
  }

  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      tell(messageOf(error), 'bad');
      return null;
    }
  }

  async function addWith(work: () => Promise<AddResult | null>): Promise<void> {
    set({ adding: true });
    const result = await attempt(work);
    set({ adding: false });
    if (result !== null) tellAdded(result);
  }

  function tellAdded(result: AddResult): void {
    tell(addedWords(result), result.refused.length > 0 ? 'bad' : 'plain', result);
  }

  async function selectRange(from: number, to: number): Promise<void> {
    const { queue } = get();
    const inWindow: JobRow[] = [];
    for (let index = from; index <= to; index += 1) {
      const row = rowAt(queue, index);
      if (row === null) break;
      inWindow.push(row);
    }
    const rows = inWindow.length === to - from + 1 ? inWindow : await attempt(() => sync.range(from, to));
    if (rows !== null) select(these(rows));
  }

  async function toggleAt(index: number): Promise<void> {
    const { queue, selection } = get();
    const row = rowAt(queue, index);
    if (row === null) return;
    if (selection.kind === 'some') {
      select(toggled(selection.rows, row));
      return;
    }
    const rows = await attempt(() => sync.range(0, (queue?.total ?? 1) - 1));
    if (rows !== null) select(these(rows.filter((other) => other.id !== row.id)));
  }

  const orders = desktopOrders({
    get,
    set,
    show,
    choose: (what) => void choose(what),
    filter: (filter, jobId) => {
      setFilter(filter);
      jobWanted = jobId;
      if (jobId !== null) look();
    },
    tell,
    tellAdded,
  });
  const library = createLibraryStore(bridge, { drafts, tell });

  function welcome(account: AccountView): void {
    const words = signedInWords(account, Date.now());
    if (words !== null) tell(words, 'plain');
    set(({ screen }) => ({ accountId: account.id, screen: screen === 'connect' ? 'uploads' : screen }));
  }
  const approvals = createApprovals(bridge, welcome);

  const offs = [
    () => approvals.stop(),
    bridge.on('app.state', takeApp),
    bridge.on('queue.patch', (patch) => sync.patch(patch)),
    bridge.on('job.details', takeDetails),
    bridge.on('settings.changed', (settings) => set({ settings })),
    bridge.on('desktop.command', (command) => orders.obey(command)),
    bridge.on('desktop.opened', (opened) => orders.takeOpened(opened)),
  ];

  function takeApp(app: AppState): void {
    setRegion(app.region);
    set((state) => ({ app, accountId: defaultAccount(app, state.accountId) }));
    library.takeApp(app);
  }

  void attempt(async () => takeApp(await bridge.request('app.state')));
  void attempt(async () => set({ settings: await bridge.request('settings.get') }));
  look();

  function show(screen: Screen): void {
    drafts.flush();
    library.show(screen === 'library');
    set({ screen });
    // Start at login may have been switched in the system's own settings meanwhile.
    if (screen === 'settings') void attempt(async () => set({ settings: await bridge.request('settings.get') }));
  }

  function setFilter(filter: QueueFilter): void {
    if (filter === get().filter) return;
    drafts.flush();
    selectOnArrival = null;
    set({ filter, offset: 0, queue: emptied(get().queue), cursor: 0, anchor: 0 });
    if (get().selection.kind === 'all') select(nothing);
    look();
  }

  async function choose(what: 'files' | 'folder'): Promise<void> {
    const { accountId } = get();
    if (accountId !== null) await addWith(() => bridge.request('queue.choose', { accountId, what }));
  }

  return {
    ...store,
    bridge,
    drafts,
    library,
    approvals,
    attempt,
    welcome,
    show,
    setFilter,
    setSort(sort) {
      if (sort === get().sort) return;
      set({ sort, offset: 0, cursor: 0, anchor: 0 });
      look();
    },
    reveal(first, last) {
      const { offset, queue } = get();
      const total = queue?.total ?? 0;
      const end = Math.min(last, total - 1);
      // Asks well before the edge of the window is reached, so that ordinary scrolling never shows an empty row.
      const nearStart = first < offset + 30 && offset > 0;
      const nearEnd = end > offset + windowLimit - 30 && offset + windowLimit < total;
      if (!nearStart && !nearEnd) return;
      const middle = Math.floor((first + end) / 2);
      const next = Math.max(0, middle - windowLimit / 2);
      if (next === offset) return;
      set({ offset: next });
      look();
    },
    click(index, kind) {
      const { anchor } = get();
      if (kind === 'extend') {
        set({ cursor: index });
        void selectRange(Math.min(anchor, index), Math.max(anchor, index));
        return;
      }
      if (kind === 'only') {
        selectAt(index);
        return;
      }
      set({ cursor: index, anchor: index });
      void toggleAt(index);
    },
    selectAll() {
      const { filter, queue } = get();
      const row = rowAt(queue, 0);
      if ((queue?.total ?? 0) === 1 && row !== null) select(only(row));
      else if ((queue?.total ?? 0) > 1) select({ kind: 'all', filter });
    },
    clearSelection() {
      select(nothing);
      set({ inspectorOpen: false });
    },
    openInspector(open) {
      if (!open) drafts.flush();
      set({ inspectorOpen: open, ...(open ? {} : { focusWanted: 'list' as const }) });
    },
    inspect(part) {
      set({ inspectorOpen: true, focusWanted: singleRow(get().selection) === null ? null : part });
    },
    focusTaken: () => set({ focusWanted: null }),
    async act(act, target) {
      drafts.flush();
      const answer = await attempt(() => bridge.request('queue.act', { act, target }));
      if (answer === null) return;
      const several = !('ids' in target) || target.ids.length > 1;
      if (answer.changed === 0) tell(t(act === 'pause' ? 'jobs.acted.too-late' : 'jobs.acted.nothing'), 'plain');
      else if (several) tell(t(`jobs.acted.${act}`, { clips: answer.changed }), 'plain');
      if (act !== 'remove') return;
      const { selection } = get();
      if ('ids' in target) {
        for (const id of target.ids) drafts.forget(id);
        if (target.ids.some((id) => isSelected(selection, id))) select(nothing);
      } else select(nothing);
    },
    async add(files) {
      const { accountId } = get();
      if (accountId === null || files.length === 0) return;
      await addWith(() => bridge.addFiles(files, accountId));
    },
    choose,
    async addOpened(accountId) {
      set({ opened: 0 });
      if (accountId === null) {
        await attempt(() => bridge.request('queue.addOpened', null));
        return;
      }
      show('uploads');
      await addWith(() => bridge.request('queue.addOpened', accountId));
    },
    async changeSettings(change) {
      const settings = await attempt(() => bridge.request('settings.change', change));
      if (settings !== null) set({ settings });
    },
    setAccount: (accountId) => set({ accountId }),
    wantForm: (accountId) => forms.want(accountId),
    setBulk: (bulk) => set({ bulk }),
    async applyBulk(target) {
      drafts.flush();
      const { bulk } = get();
      set({ bulkBusy: true });
      const answer = await attempt(() =>
        bridge.request('job.describeMany', { target, change: withoutUntouched(bulk) }),
      );
      set((state) => ({ bulkBusy: false, bulkApplied: state.bulkApplied + 1 }));
      if (answer === null) return;
      // What was typed on meanwhile is the beginning of the next change.
      if (get().bulk === bulk) set({ bulk: noChange });
      tell(t('jobs.acted.changed', { clips: answer.changed }), 'plain');
    },
    ask: (question) => set({ question }),
    answer(yes, ticked = false) {
      const { question } = get();
      set({ question: null });
      if (yes) question?.onYes(ticked);
    },
    tell: (text, tone) => tell(text, tone),
    say: (text) => set(({ said }) => ({ said: { id: said.id + 1, text } })),
    dismissNotice: () => set({ notice: null }),
    stop() {
      drafts.flush();
      for (const off of offs) off();
      library.stop();
      sync.close();
    },
  };
}

/** Keeps counts and totals on screen while another filter's rows are on their way. */
function emptied(queue: QueueWindow | null): QueueWindow | null {
  return queue === null ? null : { ...queue, rows: [], total: 0 };
}
