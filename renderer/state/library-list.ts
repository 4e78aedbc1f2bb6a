// The library as the window has it: the videos or blog posts of one account's site, what narrows them, and what is selected.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  AppState,
  Bridge,
  DayRange,
  Lack,
  LibraryFilters,
  LibraryQuery,
  LibraryRow,
  PostRow,
  RefusalCode,
  RowColumn,
  SiteWindow,
} from '../../preload/contract.ts';
import type { TypedColumn } from '../model/columns.ts';
import { inOrder } from '../model/day-range.ts';
import { type ClickKind, type ListRow, singleRow } from '../model/selection.ts';
import type { Acts } from './acts.ts';
import type { DraftSaver } from './draft-saver.ts';
import { createLibraryChange, type LibraryChange, type LibraryChangeState, noLibraryChange } from './library-change.ts';
import { createLibraryMoves, type LibraryMoves, type LibraryMovesState, noMoves } from './library-moves.ts';
import { createListController, type ListController, type ListRules } from './list-controller.ts';
import type { ListSource } from './list-feed.ts';
import type { Notices } from './notices.ts';
import { defaultAccount } from './selectors.ts';
import { type TitleRows, takesTitle } from './titles.ts';
import { createVideoWatch, type VideoWatchState } from './video-watch.ts';

const searchPauseMs = 300;

export type LibraryKind = 'videos' | 'posts';
/** What narrows the videos besides a search, and their order; null = any. */
interface Filters extends Omit<LibraryQuery, 'accountId' | 'search' | 'days' | 'without'> {
  readonly days: DayRange | null;
  readonly without: Lack | null;
}

export interface LibraryState extends Filters, VideoWatchState, LibraryChangeState, LibraryMovesState {
  readonly accountId: string | null;
  readonly kind: LibraryKind;
  /** As typed; the list follows a moment later. */
  readonly search: string;
  /** Null = the first answer of this list is on its way. */
  readonly videos: SiteWindow<LibraryRow> | null;
  readonly posts: SiteWindow<PostRow> | null;
  readonly filters: LibraryFilters | null;
  readonly selected: ReadonlyMap<number, LibraryRow>;
  readonly cursor: number;
  readonly inspectorOpen: boolean;
  readonly listFocusWanted: boolean;
  /** The column that is typed in. */
  readonly typedColumn: TypedColumn;
  /** Px that the rows are wide; 0 = not known yet, or so few that they have no columns. */
  readonly listWidth: number;
}

export interface LibraryStore extends StoreApi<LibraryState>, LibraryChange, LibraryMoves {
  takeApp(app: AppState): void;
  /** The screen comes into sight or leaves it. */
  show(visible: boolean): void;
  setAccount(accountId: string): void;
  setKind(kind: LibraryKind): void;
  setFilters(filters: Partial<Filters>): void;
  /** Which days their dates lie in, as they are typed: a list that would be the same is not asked for again. */
  setDays(days: DayRange): void;
  /** Which terms of a taxonomy the videos have one of; none = any. */
  setTerms(taxonomy: string, ids: readonly number[]): void;
  setSearch(search: string): void;
  refresh(): void;
  reveal(first: number, last: number): void;
  click(index: number, kind: ClickKind): void;
  moveCursor(place: number): void;
  selectAll(): void;
  clearSelection(): void;
  openInspector(open: boolean): void;
  focusTaken(): void;
  typeIn(column: TypedColumn): void;
  setListWidth(px: number): void;
  /** Rows are to tell other columns. */
  lookAgain(): void;
  readonly fresh: Lists['fresh'];

  /** Whom pasted titles go to. */
  readonly titleRows: TitleRows<LibraryRow>;
  stop(): void;
}

export interface LibraryParts {
  readonly bridge: Pick<Bridge, 'request' | 'on'>;
  readonly drafts: Pick<DraftSaver, 'flush' | 'forget'>;
  readonly notices: Pick<Notices, 'tell' | 'attempt' | 'ask'>;
  readonly acts: Pick<Acts, 'beforeAct' | 'tellDone' | 'tellTaken'>;
  /** Those that are chosen now; whoever chooses others looks again. */
  readonly columns?: () => readonly RowColumn[];
}

/** The filters as they are when none of them leaves a video out that the account has. */
export const noNarrowing = { status: 'all', terms: {}, days: null, without: null } as const;
const everything: Filters = { ...noNarrowing, author: 'me', sort: 'newest' };
const noneSelected: ReadonlyMap<number, LibraryRow> = new Map();

const initial: LibraryState = {
  ...everything,
  accountId: null,
  kind: 'videos',
  search: '',
  videos: null,
  posts: null,
  filters: null,
  selected: noneSelected,
  cursor: 0,
  details: null,
  inspectorOpen: false,
  listFocusWanted: false,
  typedColumn: 'title',
  listWidth: 0,
  ...noLibraryChange,
  ...noMoves,
};

/** What the lists of a site have in common: nothing of another list stays, and all rows are selected one by one. */
function siteRules<Row extends ListRow, Query>(): ListRules<Row, Query, SiteWindow<Row>, never> {
  return { meanwhile: () => null, keepsSelection: () => false, filterOf: () => null, wholeOf: () => null };
}

/** Each answer stands for itself: the newest question counts, however slow the site is with an older one. */
function siteSource<Row extends ListRow, Query>(
  ask: ListSource<Row, Query, SiteWindow<Row>, never>['ask'],
): ListSource<Row, Query, SiteWindow<Row>, never> {
  return {
    ask,
    isWhole: ({ complete }) => complete,
    isCut: ({ failure }) => failure !== null,
    hasOneView: false,
    retryMs: null,
    apply: () => 'old',
  };
}

/** Whether a filter besides the author leaves videos out. */
export function isNarrowed({ status, terms, days, without }: Filters): boolean {
  return status !== 'all' || Object.keys(terms).length > 0 || days !== null || without !== null;
}

function queryOf(state: LibraryState): LibraryQuery {
  const { search, status, author, terms, sort, days, without, accountId } = state;
  return {
    ...{ accountId: accountId ?? '', search, status, author, terms, sort },
    ...(days === null ? {} : { days: inOrder(days) }),
    ...(without === null ? {} : { without }),
  };
}

interface Lists {
  /** Asks for the rows in sight of the list that is shown. */
  look(): void;
  /** Another list: what belonged to the old one goes. */
  another(change: Partial<LibraryState>): void;
  /** A row of the list as main has it now, also where the list was not told yet of what was typed in it. */
  fresh(row: LibraryRow): Promise<LibraryRow>;
  readonly videos: ListController<LibraryRow, LibraryQuery, never>;
  readonly posts: ListController<PostRow, Pick<LibraryQuery, 'accountId' | 'search'>, never>;
  stop(): void;
}

function createLists(
  { getState: get, setState: set }: StoreApi<LibraryState>,
  { bridge, drafts, notices, columns: columnsNow = () => [] }: LibraryParts,
  isVisible: () => boolean,
): Lists {
  const watch = createVideoWatch({ getState: get, setState: set }, bridge, drafts, notices);
  const askVideos = (query: LibraryQuery, offset: number, limit: number): Promise<SiteWindow<LibraryRow>> => {
    const columns = columnsNow();
    return bridge.request('library.page', { query, offset, limit, ...(columns.length === 0 ? {} : { columns }) });
  };
  const told = {
    onProblem: (said: string | null) => said !== null && notices.tell({ kind: 'failed', said }, 'bad'),
    onRangeFailed: (said: string) => notices.tell({ kind: 'failed', said }, 'bad'),
  };
  // Nothing is asked for before an account is known.
  const videos = createListController(
    { status: 'all', terms: {}, author: 'me', sort: 'newest', accountId: '', search: '' },
    siteSource<LibraryRow, LibraryQuery>(askVideos),
    siteRules(),
    {
      ...told,
      onChange({ window, selection, cursor }) {
        const { kind, accountId } = get();
        const selected = selection.kind === 'some' ? selection.rows : noneSelected;
        set({ videos: window, selected, ...(kind === 'videos' ? { cursor } : {}) });
        const one = singleRow(selection);
        watch.watch(accountId === null || one === null ? null : { accountId, videoId: one.id });
      },
    },
  );
  const posts = createListController(
    { accountId: '', search: '' },
    siteSource<PostRow, Pick<LibraryQuery, 'accountId' | 'search'>>(({ accountId, search }, offset, limit) =>
      bridge.request('posts.page', { accountId, search, offset, limit }),
    ),
    siteRules(),
    {
      ...told,
      onChange: ({ window, cursor }) => set({ posts: window, ...(get().kind === 'posts' ? { cursor } : {}) }),
    },
  );

  function look(): void {
    const { accountId, kind } = get();
    if (accountId !== null && isVisible()) (kind === 'videos' ? videos : posts).look();
  }

  return {
    look,
    another(change) {
      drafts.flush();
      set({ ...change, details: null });
      videos.setQuery(queryOf(get()));
      posts.setQuery({ accountId: get().accountId ?? '', search: get().search });
      look();
    },
    async fresh(row) {
      const { videos: window } = get();
      const at = window?.rows.findIndex((one) => one?.id === row.id) ?? -1;
      if (window === null || at < 0) return row;
      const [now] = (await askVideos(queryOf(get()), window.offset + at, 1)).rows;
      return now?.id === row.id ? now : row;
    },
    videos,
    posts,
    stop() {
      watch.stop();
      videos.stop();
      posts.stop();
    },
  };
}

interface Filtering {
  readonly another: Lists['another'];
  readonly acts: Pick<LibraryStore, 'setFilters' | 'setDays' | 'setTerms' | 'setSearch'>;
  stop(): void;
}

function createFiltering({ getState: get, setState: set }: StoreApi<LibraryState>, show: Lists['another']): Filtering {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  /** With the search as it is typed by now: a list that came for it a moment later would take away what was selected meanwhile. */
  let asked = '';
  const another: Lists['another'] = (change) => {
    stop();
    show(change);
    asked = get().search.trim();
  };
  const acts: Filtering['acts'] = {
    setFilters: another,
    setDays({ from, to }) {
      const days = from === null && to === null ? null : { from, to };
      const before = get().days;
      if (days?.from !== before?.from || days?.to !== before?.to) another({ days });
    },
    setTerms(taxonomy, ids) {
      const { [taxonomy]: _before, ...others } = get().terms;
      another({ terms: ids.length === 0 ? others : { ...others, [taxonomy]: ids } });
    },
    setSearch(search) {
      if (search === get().search) return;
      set({ search });
      stop();
      timer = setTimeout(() => {
        if (get().search.trim() !== asked) another({});
      }, searchPauseMs);
    },
  };
  return { another, acts, stop };
}

/** What is selected, as main has it now; of a list that the site does not give now as it was seen last, as its changes wait for the site. */
async function selectedNow(
  get: () => LibraryState,
  videos: Pick<Lists['videos'], 'selectedNow'>,
): Promise<readonly LibraryRow[]> {
  try {
    return await videos.selectedNow(Number.POSITIVE_INFINITY);
  } catch (error) {
    if (error instanceof Error && error.message === ('list-unread' satisfies RefusalCode))
      return [...get().selected.values()];
    throw error;
  }
}

function titleRowsOf(
  get: () => LibraryState,
  videos: Pick<Lists['videos'], 'rows' | 'selected' | 'selectedNow'>,
): TitleRows<LibraryRow> {
  const several = (): number | null => {
    const rows = [...get().selected.values()];
    return rows.length > 1 ? rows.filter(takesTitle).length : null;
  };

  /** From the row with the keyboard on, past those that take no title. */
  async function readBelow(most: number): Promise<readonly LibraryRow[]> {
    const total = get().videos?.total ?? 0;
    const found: LibraryRow[] = [];
    for (let from = get().cursor; from < total && found.length < most; from += most) {
      const rows = await videos.rows(from, Math.min(from + most, total) - 1);
      found.push(...rows.filter(takesTitle));
    }
    return found.slice(0, most);
  }

  return {
    several,
    async read(most) {
      if (several() === null) return readBelow(most);
      return (await videos.selected(Number.POSITIVE_INFINITY)).filter(takesTitle).slice(0, most);
    },
    async readAll() {
      const isAll = several() === null;
      const total = get().videos?.total ?? 0;
      const rows = isAll ? videos.rows(0, total - 1) : selectedNow(get, videos);
      return (await rows).filter(takesTitle);
    },
  };
}

export function createLibraryStore(parts: LibraryParts): LibraryStore {
  const { bridge, drafts, notices } = parts;
  const store = createStore<LibraryState>(() => initial);
  const { getState: get, setState: set } = store;
  let visible = false;
  const { videos, posts, look, ...lists } = createLists(store, parts, () => visible);
  const filtering = createFiltering(store, lists.another);
  const { another } = filtering;

  async function loadFilters(): Promise<void> {
    const { accountId } = get();
    if (accountId === null) return;
    const ask = () => bridge.request('library.filters', accountId);
    // Those that are known stay; what is wrong with the site the list itself says.
    const filters = await (get().filters === null ? notices.attempt(ask) : ask().catch(() => null));
    if (filters === null || get().accountId !== accountId) return;
    set({ filters });
    // What the site has no more would stay chosen where nobody sees it.
    const { taxonomies } = filters;
    const { terms } = get();
    const isThere = (base: string): boolean => taxonomies?.some(({ restBase }) => restBase === base) ?? true;
    const left = Object.entries(terms).filter(([base]) => isThere(base));
    if (left.length < Object.keys(terms).length) another({ terms: Object.fromEntries(left) });
    const { without } = get();
    if (without?.startsWith('terms:') && !isThere(without.slice('terms:'.length))) another({ without: null });
  }

  const off = bridge.on('library.changed', ({ accountId }) => {
    if (accountId === get().accountId) look();
  });
  const {
    begin: beginMoves,
    stop: stopMoves,
    ...moves
  } = createLibraryMoves(store, parts, {
    onOver: (accountId, isOver) => {
      if (accountId !== get().accountId) return;
      videos.select([...get().selected.values()].filter(({ id }) => !isOver(id)));
      look();
      void loadFilters();
    },
  });

  return {
    ...store,
    titleRows: titleRowsOf(get, videos),
    takeApp(app) {
      beginMoves();
      const accountId = defaultAccount(app, get().accountId);
      if (accountId !== get().accountId) {
        // Terms are a site's own.
        set({ change: noLibraryChange.change });
        another({ ...everything, accountId, filters: null, search: '' });
        if (visible) void loadFilters();
      } else look();
    },
    show(now) {
      if (visible === now) return;
      visible = now;
      if (!now) return;
      look();
      // What went there meanwhile may be the first of its status.
      void loadFilters();
    },
    setAccount(accountId) {
      if (accountId === get().accountId) return;
      another({ ...everything, ...noLibraryChange, accountId, filters: null, search: '' });
      void loadFilters();
    },
    setKind(kind) {
      if (kind !== get().kind) another({ kind, search: '' });
    },
    ...filtering.acts,
    refresh() {
      const { accountId } = get();
      if (accountId === null) return;
      void notices.attempt(async () => {
        await bridge.request('library.refresh', accountId);
        look();
        await loadFilters();
      });
    },
    reveal: (first, last) => (get().kind === 'videos' ? videos : posts).reveal(first, last),
    click(index, kind) {
      if (get().kind === 'posts') posts.moveTo(index);
      else videos.click(index, kind);
    },
    moveCursor: videos.moveTo,
    selectAll() {
      if (get().kind === 'videos') videos.selectAll();
    },
    clearSelection() {
      videos.select([]);
      set({ inspectorOpen: false });
    },
    openInspector(open) {
      if (!open) drafts.flush();
      set({ inspectorOpen: open, ...(open ? {} : { listFocusWanted: true }) });
    },
    focusTaken: () => set({ listFocusWanted: false }),
    typeIn: (typedColumn) => set({ typedColumn }),
    setListWidth: (listWidth) => set({ listWidth }),
    lookAgain: look,
    fresh: lists.fresh,
    ...moves,
    ...createLibraryChange(store, parts, {
      selectedNow: () => selectedNow(get, videos),
      onMade: look,
    }),
    stop() {
      filtering.stop();
      stopMoves();
      off();
      lists.stop();
    },
  };
}
