import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  AppState,
  Bridge,
  LibraryAct,
  LibraryActResult,
  LibraryDetails,
  LibraryFilters,
  LibraryQuery,
  LibraryRow,
  PostRow,
  SiteWindow,
} from '../../preload/contract.ts';
import type { ClickKind } from '../model/selection.ts';
import { actResultWords } from '../text/library.ts';
import type { DraftSaver } from './draft-saver.ts';
import { messageOf } from './message-of.ts';
import { defaultAccount } from './selectors.ts';

/** The most rows that main hands over at once. */
const windowLimit = 200;
const searchPauseMs = 300;

export type LibraryKind = 'videos' | 'posts';
type Filters = Omit<LibraryQuery, 'accountId' | 'search'>;

export interface LibraryState extends Filters {
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
  readonly details: LibraryDetails | null;
  readonly inspectorOpen: boolean;
  readonly listFocusWanted: boolean;
  /** An act on several videos is under way. */
  readonly acting: boolean;
}

export interface LibraryStore extends StoreApi<LibraryState> {
  takeApp(app: AppState): void;
  /** The screen comes into sight or leaves it. */
  show(visible: boolean): void;
  setAccount(accountId: string): void;
  setKind(kind: LibraryKind): void;
  setFilters(filters: Partial<Filters>): void;
  /** Which terms of a taxonomy the videos have one of; none = any. */
  setTerms(taxonomy: string, ids: readonly number[]): void;
  setSearch(search: string): void;
  refresh(): void;
  reveal(first: number, last: number): void;
  click(index: number, kind: ClickKind): void;
  selectAll(): void;
  clearSelection(): void;
  openInspector(open: boolean): void;
  focusTaken(): void;
  act(act: LibraryAct, ids: readonly number[]): Promise<LibraryActResult | null>;
  stop(): void;
}

const everything: Filters = { status: 'all', author: 'me', terms: {}, sort: 'newest' };

const fresh = {
  videos: null,
  posts: null,
  selected: new Map<number, LibraryRow>(),
  cursor: 0,
  details: null,
} as const;

const initial: LibraryState = {
  ...everything,
  ...fresh,
  accountId: null,
  kind: 'videos',
  search: '',
  filters: null,
  inspectorOpen: false,
  listFocusWanted: false,
  acting: false,
};

/** The name under which the form's text for a video is saved. */
export function keyOfVideo(accountId: string, videoId: number): string {
  return `${accountId}/${videoId}`;
}

/** Null = the key names a job. */
export function videoOfKey(key: string): { readonly accountId: string; readonly videoId: number } | null {
  const [accountId = '', videoId] = key.split('/');
  return videoId === undefined ? null : { accountId, videoId: Number(videoId) };
}

export function rowOf(state: LibraryState, index: number): LibraryRow | null {
  return state.videos?.rows[index - state.videos.offset] ?? null;
}

export function createLibraryStore(
  bridge: Bridge,
  hooks: {
    readonly drafts: Pick<DraftSaver, 'flush' | 'forget'>;
    readonly tell: (text: string, tone: 'plain' | 'bad') => void;
  },
): LibraryStore {
  const store = createStore<LibraryState>(() => initial);
  const { getState: get, setState: set } = store;
  let visible = false;
  let offset = 0;
  let looks = 0;
  let anchor = 0;
  let watches = 0;
  let watched: string | null = null;
  let selectOnArrival: number | null = null;
  let searchTimer: ReturnType<typeof setTimeout> | null = null;

  const queryOf = (state: LibraryState, accountId: string): LibraryQuery => ({
    accountId,
    search: state.search,
    status: state.status,
    author: state.author,
    terms: state.terms,
    sort: state.sort,
  });

  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      hooks.tell(messageOf(error), 'bad');
      return null;
    }
  }

  /** Asks for the rows in sight; only the newest answer counts. */
  async function look(): Promise<void> {
    const state = get();
    const { accountId, kind, search } = state;
    looks += 1;
    const mine = looks;
    if (accountId === null || !visible) return;
    const part = { offset, limit: windowLimit };
    if (kind === 'posts') {
      const posts = await attempt(() => bridge.request('posts.page', { accountId, search, ...part }));
      if (posts !== null && mine === looks)
        set({ posts, cursor: Math.min(get().cursor, Math.max(0, posts.total - 1)) });
      return;
    }
    const videos = await attempt(() => bridge.request('library.page', { query: queryOf(state, accountId), ...part }));
    if (videos === null || mine !== looks) return;
    const newest = new Map(videos.rows.flatMap((row) => (row === null ? [] : [[row.id, row] as const])));
    const { selected, cursor } = get();
    set({
      videos,
      cursor: Math.min(cursor, Math.max(0, videos.total - 1)),
      selected: new Map([...selected].map(([id, row]) => [id, newest.get(id) ?? row])),
    });
    const row = selectOnArrival === null ? null : rowOf(get(), selectOnArrival);
    if (row === null) return;
    selectOnArrival = null;
    select([row]);
  }

  /** Another list: what belonged to the old one goes. */
  function another(change: Partial<LibraryState>): void {
    hooks.drafts.flush();
    offset = 0;
    anchor = 0;
    selectOnArrival = null;
    set({ ...fresh, ...change });
    void watch();
    void look();
  }

  async function loadFilters(): Promise<void> {
    const { accountId } = get();
    if (accountId === null) return;
    const filters = await attempt(() => bridge.request('library.filters', accountId));
    if (filters === null || get().accountId !== accountId) return;
    set({ filters });
    // What the site has no more would stay chosen where nobody sees it.
    const { taxonomies } = filters;
    const { terms } = get();
    const left = Object.entries(terms).filter(
      ([base]) => taxonomies?.some(({ restBase }) => restBase === base) ?? true,
    );
    if (left.length < Object.keys(terms).length) another({ terms: Object.fromEntries(left) });
  }

  function select(rows: readonly LibraryRow[]): void {
    set({ selected: new Map(rows.map((row) => [row.id, row])) });
    void watch();
  }

  /** Names the one selected video to main, whose details then follow. */
  async function watch(): Promise<void> {
    const { accountId, selected } = get();
    const videoId = selected.size === 1 ? selected.keys().next().value : undefined;
    const target = accountId === null || videoId === undefined ? null : { accountId, videoId };
    const key = target && keyOfVideo(target.accountId, target.videoId);
    if (key === watched) return;
    watched = key;
    hooks.drafts.flush();
    watches += 1;
    const mine = watches;
    set({ details: null });
    const answer = await attempt(() => bridge.request('library.watch', target));
    // An event that came meanwhile is newer than the answer.
    if (mine === watches && get().details === null) set({ details: answer });
  }

  async function range(from: number, to: number): Promise<readonly LibraryRow[]> {
    const state = get();
    const { accountId } = state;
    if (accountId === null) return [];
    const query = queryOf(state, accountId);
    const rows: LibraryRow[] = [];
    for (let at = from; at <= to; at += windowLimit) {
      const limit = Math.min(windowLimit, to - at + 1);
      const part = await bridge.request('library.page', { query, offset: at, limit });
      rows.push(...part.rows.filter((row) => row !== null));
      if (!part.complete) break;
    }
    return rows;
  }

  async function selectRange(from: number, to: number): Promise<void> {
    const rows = await attempt(() => range(from, to));
    if (rows !== null) select(rows);
  }

  const offs = [
    bridge.on('library.changed', ({ accountId }) => {
      if (accountId === get().accountId) void look();
    }),
    bridge.on('library.details', (details) => {
      const { selected, accountId } = get();
      if (details.accountId === accountId && selected.size === 1 && selected.has(details.row.id)) set({ details });
    }),
  ];

  return {
    ...store,
    takeApp(app) {
      const accountId = defaultAccount(app, get().accountId);
      if (accountId !== get().accountId) {
        another({ ...everything, accountId, filters: null, search: '' });
        if (visible) void loadFilters();
      } else if (visible) void look();
    },
    show(now) {
      if (visible === now) return;
      visible = now;
      if (!now) return;
      void look();
      if (get().filters === null) void loadFilters();
    },
    setAccount(accountId) {
      if (accountId === get().accountId) return;
      another({ ...everything, accountId, filters: null, search: '' });
      void loadFilters();
    },
    setKind(kind) {
      if (kind !== get().kind) another({ kind, search: '' });
    },
    setFilters: (filters) => another(filters),
    setTerms(taxonomy, ids) {
      const { [taxonomy]: _before, ...others } = get().terms;
      another({ terms: ids.length === 0 ? others : { ...others, [taxonomy]: ids } });
    },
    setSearch(search) {
      set({ search });
      if (searchTimer !== null) clearTimeout(searchTimer);
      searchTimer = setTimeout(() => another({}), searchPauseMs);
    },
    refresh() {
      const { accountId } = get();
      if (accountId === null) return;
      void attempt(async () => {
        await bridge.request('library.refresh', accountId);
        await Promise.all([look(), loadFilters()]);
      });
    },
    reveal(first, last) {
      const { kind, videos, posts } = get();
      const total = (kind === 'videos' ? videos : posts)?.total ?? 0;
      const end = Math.min(last, total - 1);
      // Asks well before the edge of the window is reached, so that ordinary scrolling never shows an empty row.
      const nearStart = first < offset + 30 && offset > 0;
      const nearEnd = end > offset + windowLimit - 30 && offset + windowLimit < total;
      if (!nearStart && !nearEnd) return;
      const next = Math.max(0, Math.floor((first + end) / 2) - windowLimit / 2);
      if (next === offset) return;
      offset = next;
      void look();
    },
    click(index, kind) {
      const state = get();
      set({ cursor: index });
      if (state.kind === 'posts') return;
      const row = rowOf(state, index);
      if (kind === 'extend') {
        void selectRange(Math.min(anchor, index), Math.max(anchor, index));
        return;
      }
      anchor = index;
      if (kind === 'only') {
        selectOnArrival = row === null ? index : null;
        if (row !== null) select([row]);
        return;
      }
      if (row === null) return;
      const rows = [...state.selected.values()];
      select(state.selected.has(row.id) ? rows.filter(({ id }) => id !== row.id) : [...rows, row]);
    },
    selectAll() {
      const { kind, videos } = get();
      if (kind === 'videos' && videos !== null && videos.total > 0) void selectRange(0, videos.total - 1);
    },
    clearSelection() {
      select([]);
      set({ inspectorOpen: false });
    },
    openInspector(open) {
      if (!open) hooks.drafts.flush();
      set({ inspectorOpen: open, ...(open ? {} : { listFocusWanted: true }) });
    },
    focusTaken: () => set({ listFocusWanted: false }),
    async act(act, ids) {
      const { accountId } = get();
      if (accountId === null || ids.length === 0 || get().acting) return null;
      hooks.drafts.flush();
      set({ acting: true });
      const result = await attempt(() => bridge.request('library.act', { accountId, ids, act }));
      set({ acting: false });
      if (result === null) return null;
      const left = new Set(result.failed.filter(({ problem }) => problem !== 'gone').map(({ id }) => id));
      if (act === 'delete-forever') for (const id of result.done) hooks.drafts.forget(keyOfVideo(accountId, id));
      if (get().accountId === accountId) select([...get().selected.values()].filter(({ id }) => left.has(id)));
      // A site without a trash is a question, which the caller asks.
      const told = { ...result, failed: result.failed.filter(({ problem }) => problem !== 'no-trash') };
      const words = actResultWords(act, told);
      if (words !== null) hooks.tell(words, told.failed.length > 0 ? 'bad' : 'plain');
      void look();
      void loadFilters();
      return result;
    },
    stop() {
      if (searchTimer !== null) clearTimeout(searchTimer);
      for (const off of offs) off();
    },
  };
}
