// The upload list as the window has it: which jobs are in sight and selected, and what is done to them.
import type {
  Bridge,
  JobAct,
  JobRow,
  JobTarget,
  QueueFilter,
  QueuePatch,
  QueueSearch,
  QueueSort,
  QueueWindow,
  RowColumn,
} from '../../preload/contract.ts';
import { message } from '../../preload/text/text.ts';
import type { TypedColumn } from '../model/columns.ts';
import type { ListWindow } from '../model/list-state.ts';
import { narrowing, noSearch } from '../model/search.ts';
import {
  type ClickKind,
  isSelected,
  type JobSelection,
  type ListedJobs,
  nothing,
  selectedCount,
  singleRow,
  targetOf,
} from '../model/selection.ts';
import type { Acts } from './acts.ts';
import type { DraftSaver } from './draft-saver.ts';
import { createJobWatch, type JobWatchState } from './job-watch.ts';
import { createListController, type ListController, type ListRules } from './list-controller.ts';
import type { ListSource } from './list-feed.ts';
import type { Notices } from './notices.ts';
import { isTooLateToPause } from './selectors.ts';
import type { SliceStore } from './slice.ts';
import type { TitleRows } from './titles.ts';

/** The window onto the list, with its counts and totals. */
export type QueueList = QueueWindow & ListWindow<JobRow>;

export interface QueueQuery {
  readonly filter: QueueFilter;
  readonly sort: QueueSort;
  /** Left out = nothing narrows the list. */
  readonly search?: QueueSearch;
}

/** A field of the form that the keyboard can be led to. */
export type FieldWanted = 'title' | 'description' | 'excerpt';

export interface QueueListState extends JobWatchState {
  readonly filter: QueueFilter;
  readonly sort: QueueSort;
  /** What stands in the search bar; null = the bar is not shown, and nothing narrows the list. */
  readonly search: QueueSearch | null;
  /** Null = nothing was heard of the list yet. */
  readonly queue: QueueList | null;
  readonly selection: JobSelection;
  /** Row that the keyboard is on. */
  readonly cursor: number;
  /** What was said when the list could not be asked for; null = it can. */
  readonly problem: string | null;
  /** In a narrow window the inspector lies over the list and is opened on demand. */
  readonly inspectorOpen: boolean;
  /** The part of the window that is to get the keyboard's focus as soon as it is there. */
  readonly focusWanted: FieldWanted | 'choice' | 'list' | 'search' | 'row-title' | null;
  /** Whose title it is that is to get it, by the form's id; null = that of whichever form there is. */
  readonly titleOf: string | null;
  /** A title is typed in a row: the list stays, whatever becomes of the row. */
  readonly isTitling: boolean;
  /** What is typed in rows now, or was last. */
  readonly typedColumn: TypedColumn;
  /** Px that the rows are wide; 0 = not known yet, or so few that they have no columns. */
  readonly listWidth: number;
  /** The row that is to be brought into sight, and how many times one was: null = none was. */
  readonly brought: { readonly place: number; readonly times: number } | null;
}

export const noQueueList: QueueListState = {
  filter: 'all',
  sort: 'queue',
  queue: null,
  selection: nothing,
  cursor: 0,
  details: null,
  problem: null,
  inspectorOpen: false,
  focusWanted: null,
  titleOf: null,
  isTitling: false,
  typedColumn: 'title',
  listWidth: 0,
  brought: null,
  search: null,
};

export interface QueueListActs {
  setFilter(filter: QueueFilter): void;
  setSort(sort: QueueSort): void;
  /** Asks for the rows in sight once more: what their sites have may have changed since. */
  lookAgain(): void;
  /** Shows the search bar, with the keyboard in it, or takes it away together with what it narrowed. */
  openSearch(open: boolean): void;
  setSearch(change: Partial<QueueSearch>): void;
  /** Makes sure that rows [first, last] are in the window, or soon will be. */
  reveal(first: number, last: number): void;
  click(index: number, kind: ClickKind): void;
  /** The keyboard goes to a row, and what is selected stays so. */
  moveCursor(place: number): void;
  selectAll(): void;
  clearSelection(): void;
  openInspector(open: boolean): void;
  /** Opens the inspector at a field, or at the choice between videos. */
  inspect(part: FieldWanted | 'choice'): void;
  /** The form beside the list, here or in the Library, has the keyboard at this field as soon as it is there. */
  toField(formId: string, part: FieldWanted): void;
  /** The title is typed in the row that the keyboard is on. */
  editTitle(): void;
  keepForTitle(isTitling: boolean): void;
  focusTaken(): void;
  setListWidth(px: number): void;
  typeIn(column: TypedColumn): void;
  act(act: JobAct, target: JobTarget): Promise<void>;
}

/** The window after `patch`; 'old' when it is already in it, 'gap' when one before it is missing. */
export function applyPatch<Window extends QueueWindow>(window: Window, patch: QueuePatch): Window | 'old' | 'gap' {
  if (patch.seq <= window.seq) return 'old';
  if (patch.seq > window.seq + 1) return 'gap';
  const { seq, total, counts, totals, found } = patch;
  const rows = patch.rows ?? replaceChanged(window.rows, patch.changed);
  return { ...window, seq, total, counts, totals, ...(found === undefined ? {} : { found }), rows };
}

/** Untouched rows keep their identity, so that only changed rows are drawn again. */
function replaceChanged(rows: readonly JobRow[], changed: readonly JobRow[]): readonly JobRow[] {
  if (changed.length === 0) return rows;
  const byId = new Map(changed.map((row) => [row.id, row]));
  return rows.map((row) => byId.get(row.id) ?? row);
}

export function queueSource(
  bridge: Pick<Bridge, 'request'>,
  columnsNow: () => readonly RowColumn[] = () => [],
): ListSource<JobRow, QueueQuery, QueueList, QueuePatch> {
  return {
    async ask(query, offset, limit) {
      const columns = columnsNow();
      const more = columns.length === 0 ? {} : { columns };
      const answer = await bridge.request('queue.view', { ...query, offset, limit, ...more });
      return { ...answer, offset: answer.view.offset };
    },
    isWhole: ({ rows }, limit) => rows.length === limit,
    hasOneView: true,
    retryMs: 1_000,
    apply: applyPatch,
  };
}

const rules: ListRules<JobRow, QueueQuery, QueueList, ListedJobs> = {
  // Counts and totals stay on screen while another filter's rows are on their way; another order replaces the rows in place.
  meanwhile: (queue, before, now) =>
    queue === null || before.filter === now.filter ? queue : { ...queue, rows: [], total: 0 },
  keepsSelection: (selection, { filter, search }) =>
    selection.kind === 'some' || (selection.filter.filter === filter && selection.filter.search === search),
  filterOf: ({ filter, search }) => (search === undefined ? { filter } : { filter, search }),
  wholeOf: ({ filter, search, sort }) => (filter === 'all' && search === undefined ? null : { filter: 'all', sort }),
};

export interface QueueListParts {
  readonly bridge: Pick<Bridge, 'request' | 'on'>;
  readonly drafts: Pick<DraftSaver, 'flush' | 'forget' | 'saved' | 'unsaved'>;
  readonly notices: Pick<Notices, 'tell' | 'attempt'>;
  readonly acts: Pick<Acts, 'beforeAct' | 'tellDone'>;
  /** Those that are chosen now; whoever chooses others looks again. */
  readonly columns: () => readonly RowColumn[];
}

export interface QueueListSlice {
  readonly acts: QueueListActs;
  /** Shows the filter; with a job, that one is selected once its row is there. */
  readonly showFilter: (filter: QueueFilter, jobId: string | null) => void;
  /** The keyboard goes to the search of the Library, or of this list. */
  readonly find: (inLibrary: boolean) => void;
  /** Shows the list where a clip that has just come to it stands. */
  readonly showAdded: (jobId: string) => void;
  /** Whom pasted titles go to. */
  readonly titleRows: TitleRows<JobRow>;
  /** The first `most` of what is selected, named in the order in which the list shows it; rejects with what may be shown. */
  readonly targetInOrder: (most?: number) => Promise<JobTarget>;
  readonly stop: () => void;
}

/** Whether some of these are known to be sent already; said only when nothing could be paused. */
function hasAllSent({ queue, selection }: Pick<QueueListState, 'queue' | 'selection'>, target: JobTarget): boolean {
  if (!('ids' in target)) return 'filter' in target && target.filter === 'active';
  const known = [...(queue?.rows ?? []), ...(selection.kind === 'some' ? selection.rows.values() : [])];
  return known.some((row) => target.ids.includes(row.id) && isTooLateToPause(row.state));
}

function titleRowsOf(
  get: () => QueueListState,
  list: Pick<ListController<JobRow, QueueQuery, QueuePatch>, 'rows' | 'selected' | 'selectedNow'>,
): TitleRows<JobRow> {
  const several = (): number | null => {
    const count = selectedCount(get().selection, get().queue?.total ?? 0);
    return count > 1 ? count : null;
  };
  return {
    several,
    read(most) {
      const { cursor, queue } = get();
      if (several() !== null) return list.selected(most);
      return list.rows(cursor, Math.min(cursor + most, queue?.total ?? 0) - 1);
    },
    async readAll() {
      // Also those that have left the list since.
      if (several() !== null) return list.selectedNow(Number.POSITIVE_INFINITY);
      return list.rows(0, (get().queue?.total ?? 0) - 1);
    },
  };
}

async function targetInOrder(
  { selection, sort }: Pick<QueueListState, 'selection' | 'sort'>,
  list: Pick<ListController<JobRow, QueueQuery, QueuePatch>, 'selectedNow'>,
  most: number,
): Promise<JobTarget> {
  // All of a list are named by it, and main takes them in the order of sending.
  if (selection.kind === 'all' && sort === 'queue') return targetOf(selection);
  return { ids: (await list.selectedNow(most)).map(({ id }) => id) };
}

/** What the window itself says of the list: where the keyboard is to go, what is typed, how much room there is. */
function wishesOf(
  set: SliceStore<QueueListState>['setState'],
): Pick<QueueListActs, 'toField' | 'editTitle' | 'keepForTitle' | 'focusTaken' | 'setListWidth' | 'typeIn'> {
  return {
    toField: (titleOf, part) => set({ focusWanted: part, titleOf }),
    editTitle: () => set({ focusWanted: 'row-title' }),
    keepForTitle: (isTitling) => set({ isTitling }),
    focusTaken: () => set({ focusWanted: null }),
    setListWidth: (listWidth) => set({ listWidth }),
    typeIn: (typedColumn) => set({ typedColumn }),
  };
}

/** What was done is told where the eye does not see it, and with its way back where it has one. */
async function tellActed(
  { notices, acts }: Pick<QueueListParts, 'notices' | 'acts'>,
  before: ReturnType<Acts['beforeAct']>,
  act: JobAct,
  target: JobTarget,
  changed: number,
  isTooLate: boolean,
): Promise<void> {
  if (changed === 0) notices.tell(message(isTooLate ? 'jobs.acted.too-late' : 'jobs.acted.nothing'), 'info');
  else if (act === 'remove' || act === 'cancel')
    await acts.tellDone(message(`jobs.acted.${act}`, { clips: changed }), act, before);
  else if (!('ids' in target) || target.ids.length > 1)
    notices.tell(message(`jobs.acted.${act}`, { clips: changed }), 'plain');
}

export function createQueueList(
  { getState: get, setState: set }: SliceStore<QueueListState>,
  parts: QueueListParts,
): QueueListSlice {
  const { bridge, drafts, notices } = parts;
  const jobWatch = createJobWatch({ getState: get, setState: set }, bridge, drafts, notices);
  const { filter: firstFilter, sort: firstSort } = get();
  const list = createListController(
    { filter: firstFilter, sort: firstSort },
    queueSource(bridge, parts.columns),
    rules,
    {
      onChange({ query: { filter, sort }, window, selection, cursor }) {
        set({ filter, sort, queue: window, selection, cursor });
        jobWatch.watch(singleRow(selection)?.id ?? null);
      },
      onProblem: (problem) => set({ problem }),
      onRangeFailed: (said) => notices.tell({ kind: 'failed', said }, 'bad'),
    },
  );
  const off = bridge.on('queue.patch', (patch) => list.patch(patch));
  list.look();

  function setQuery(change: Partial<Pick<QueueListState, 'filter' | 'sort' | 'search'>>): void {
    const { filter, sort, search } = { ...get(), ...change };
    const narrowed = narrowing(search);
    set({ search });
    list.setQuery({ filter, sort, ...(narrowed === undefined ? {} : { search: narrowed }) });
    list.look();
  }

  function setFilter(filter: QueueFilter): void {
    if (filter === get().filter) return;
    drafts.flush();
    setQuery({ filter });
  }

  /** Another search that narrows to the same asks for nothing. */
  function setSearch(search: QueueSearch | null): void {
    const before = narrowing(get().search);
    if (before === undefined && narrowing(search) === undefined) set({ search });
    else setQuery({ search });
  }

  /** Brings a job into sight that may stand anywhere in the list. */
  async function bring(jobId: string): Promise<void> {
    const { filter, sort } = get();
    const place = await bridge.request('queue.placeOf', { jobId, filter, sort }).catch(() => null);
    const now = get();
    if (place === null || now.filter !== filter || now.sort !== sort || narrowing(now.search) !== undefined) return;
    set({ brought: { place, times: (now.brought?.times ?? 0) + 1 } });
  }

  function forget(target: JobTarget): void {
    if ('ids' in target) for (const id of target.ids) drafts.forget(id);
    const { selection } = get();
    if (!('ids' in target) || target.ids.some((id) => isSelected(selection, id))) list.select([]);
  }

  return {
    titleRows: titleRowsOf(get, list),
    targetInOrder: (most = Number.POSITIVE_INFINITY) => targetInOrder(get(), list, most),
    acts: {
      setFilter,
      setSort(sort) {
        if (sort !== get().sort) setQuery({ sort });
      },
      lookAgain: list.look,
      openSearch(open) {
        if (!open) setSearch(null);
        set(open ? { search: get().search ?? noSearch, focusWanted: 'search' } : { focusWanted: 'list' });
      },
      setSearch: (change) => setSearch({ ...(get().search ?? noSearch), ...change }),
      reveal: list.reveal,
      click: list.click,
      moveCursor: list.moveTo,
      selectAll: list.selectAll,
      clearSelection() {
        list.select([]);
        set({ inspectorOpen: false });
      },
      openInspector(open) {
        if (!open) drafts.flush();
        set({ inspectorOpen: open, ...(open ? {} : { focusWanted: 'list' }) });
      },
      inspect(part) {
        const id = singleRow(get().selection)?.id ?? null;
        set({ inspectorOpen: true, focusWanted: id === null ? null : part, titleOf: id });
      },
      ...wishesOf(set),
      async act(act, target) {
        // What is typed for a clip goes before it goes off the list, and comes back with it.
        const isTyped = 'ids' in target && target.ids.some((id) => drafts.unsaved(id) !== null);
        if (act === 'remove' && isTyped) await drafts.saved();
        else drafts.flush();
        const before = act === 'remove' || act === 'cancel' ? parts.acts.beforeAct() : Promise.resolve(null);
        const answer = await notices.attempt(() => bridge.request('queue.act', { act, target }));
        if (answer === null) return;
        if (act === 'remove') forget(target);
        await tellActed(parts, before, act, target, answer.changed, act === 'pause' && hasAllSent(get(), target));
      },
    },
    showFilter(filter, jobId) {
      drafts.flush();
      setSearch(null);
      setFilter(filter);
      list.selectId(jobId);
      if (jobId === null) return;
      list.look();
      void bring(jobId);
    },
    find: (inLibrary) => set({ focusWanted: 'search', ...(inLibrary ? {} : { search: get().search ?? noSearch }) }),
    showAdded(jobId) {
      setSearch(null);
      const { filter } = get();
      if (filter !== 'waiting' && filter !== 'ready') setFilter('all');
      void bring(jobId);
    },
    stop() {
      off();
      list.stop();
      jobWatch.stop();
    },
  };
}
