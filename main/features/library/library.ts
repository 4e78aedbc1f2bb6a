// Joins the library to the sites: lists, the video that is looked at, edits, acts and pictures of what is on a site already.
import type { Events, LibraryRow, PostRow, RowCells, RowColumn } from '../../../preload/contract.ts';
import type { Circuits } from '../../hosts/circuit.ts';
import { causeOfCall, type ReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import { createEditQueue } from '../../library/edit-queue.ts';
import { draftIn } from '../../library/edit-state.ts';
import { hasMoved } from '../../library/move-state.ts';
import type { HeldMove } from '../../library/move-store.ts';
import { createPosterCache, type Picture, pictureType } from '../../library/poster-cache.ts';
import { type LibraryStore, libraryStore } from '../../library/store.ts';
import type {
  AccountId,
  Edit,
  Job,
  LibraryFailure,
  LibraryQuery,
  LibraryTaxonomy,
  Site,
  SiteId,
  SiteItem,
  Video,
  WallMs,
} from '../../model.ts';
import type { Clock, Desktop, Logger, Random, Sql } from '../../ports.ts';
import { createTries } from '../../retry.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { valuesOfVideo } from '../../site/content/item-values.ts';
import { videoLacks } from '../../site/content/lacks.ts';
import { downloadPicture, pictureAddresses } from '../../site/content/pictures.ts';
import { ownStatuses } from '../../site/content/videos.ts';
import type { FormStore } from '../../site/store/form-store.ts';
import type { Handlers } from '../../uploader-api.ts';
import { type Accounts, belongsTo } from '../accounts/accounts.ts';
import { requireClient, requireSiteOf } from '../accounts/require.ts';
import { aboutVideo } from '../acts/act-items.ts';
import type { ActLog } from '../acts/act-log.ts';
import { cellReader } from '../row-cells.ts';
import { applyEdit, failureOf } from './apply-edit.ts';
import { type ClipFileOptions, lookAtClip } from './clip-file.ts';
import { createVideoWatch, toLibraryRow, type VideoWatch } from './details.ts';
import { createLibraryLists, type LibraryLists, ofAccount } from './lists.ts';
import { createVideoMoves, type VideoMoves } from './moves.ts';
import { postDraftHandlers } from './post-draft.ts';
import { createTextTakeBack, type TextTakeBack } from './take-back.ts';
import { createTermNames } from './term-names.ts';
import { type VideoTextRequest, videoTextHandlers } from './video-texts.ts';

export interface LibraryOptions extends ClipFileOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sql: Sql;
  readonly lines: ReachabilityMonitor;
  readonly desktop: Desktop;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  readonly random: Random;
  readonly acts: ActLog;
  /** The clock of each account's site and the names of its terms, as far as they are known. */
  readonly forms: Pick<FormStore, 'form' | 'terms' | 'saveTerms'>;
  /** Nothing new goes to a site while this says no; kick when that is over. */
  readonly mayBegin: () => boolean;
  readonly circuits: Circuits;
  /** The host that an account's questions go to. */
  readonly hostOf: (accountId: AccountId) => string;
  /** Who else shows these videos is told what was seen of one, and that something was done to one. */
  readonly onSite: {
    learn(accountId: AccountId, video: Video): void;
    forget(accountId: AccountId, videoId: number): void;
  };
  readonly emit: <N extends 'library.changed' | 'library.details' | 'library.batches'>(
    name: N,
    event: Events[N],
  ) => void;
}

type LibraryHandlers = Pick<Handlers, Extract<keyof Handlers, `library.${string}` | `posts.${string}`>>;

export interface Library {
  readonly handlers: LibraryHandlers;
  /** The picture of a media record for `app://main/poster/<account>/<media id>`; null = none that may be shown. */
  picture(accountId: AccountId, mediaId: number): Promise<Picture | null>;
  /** A video as the list shows it; null = it was not shown. */
  row(accountId: AccountId, videoId: number): SiteItem | null;
  /** Acts on videos that are taken back. */
  readonly takeBack: { readonly text: TextTakeBack['text']; readonly trash: VideoMoves['take'] };
  /** One video to the trash now, or not at all. */
  readonly trashNow: VideoMoves['trashNow'];
  /** Whether an edit of this account would go to its site if it could. */
  editsWait(accountId: AccountId): boolean;
  /** The same, of anything here. */
  waits(accountId: AccountId): boolean;
  /** Accounts, a host or the network changed: what waited for them goes on. */
  kick(): void;
  /** "Try now" for a whole site: nothing there waits any longer for the time that it asked for. */
  hurry(siteId: SiteId): void;
  /** A job changed its state: a clip that arrives is one more video. */
  moved(before: Job, after: Job): void;
  stop(): Promise<void>;
}

/** What lists, edits and acts share. */
interface Parts {
  readonly store: LibraryStore;
  readonly lists: LibraryLists;
  readonly editor: ReturnType<typeof createEditQueue>;
  readonly watch: VideoWatch;
  readonly moves: VideoMoves;
  readonly sort: (accountId: AccountId, error: unknown) => LibraryFailure;
  readonly tellList: (accountId: AccountId) => void;
}

/** A failure as the window is told of it; a refused sign-in ends the account's. */
function failuresOf(accounts: Accounts): Parts['sort'] {
  return (accountId, error) => {
    if (!accounts.client(accountId)) return { problem: 'sign-in', said: null };
    const failure = failureOf(error);
    if (failure.problem === 'sign-in') accounts.signedOut(accountId);
    return failure;
  };
}

/** In how many ms an account's site may be asked; Infinity = that shows when its accounts, its host or the network change. */
function mayAskInMs({ accounts, circuits, hostOf, lines, mayBegin }: LibraryOptions, accountId: AccountId): number {
  const site = accounts.siteOf(accountId);
  const isThere = mayBegin() && site !== null && accounts.client(accountId) !== null && lines.isOpen(site.id);
  return isThere ? circuits.leftMs(hostOf(accountId)) : Number.POSITIVE_INFINITY;
}

function createParts(options: LibraryOptions): Parts {
  const { clock, logger, accounts, calls, circuits, hostOf, lines, emit } = options;
  const store = libraryStore(options.sql);
  const sort = failuresOf(accounts);
  const tellList = (accountId: AccountId): void => emit('library.changed', { accountId });
  const lists = createLibraryLists({ clock, accounts, calls, sort, onChange: tellList });

  const rowOf = (accountId: AccountId, videoId: number): SiteItem | null =>
    lists.videos.row(ofAccount(accountId), videoId);

  /** A video as the site just showed it: held rows follow at once. */
  const landed = (accountId: AccountId, videoId: number, video: Video): void => {
    const fits = ({ status, without }: LibraryQuery): boolean =>
      without !== undefined && videoLacks(video, without) && (status === 'all' || status === video.status);
    // A video that lacks by now what it had stands in no list that was looked through before.
    const isNew = (query: LibraryQuery): boolean =>
      query.accountId === accountId &&
      query.without !== 'poster' &&
      fits(query) &&
      lists.videos.row((other) => other === query, videoId) === null;
    lists.videos.refresh(isNew);
    lists.videos.change(ofAccount(accountId), (item, query) => {
      if (item.id !== videoId) return item;
      // It has by now what it lacked, or another status than those that were looked for.
      if (query.without !== undefined && !fits(query)) return null;
      const { title, status, link } = video;
      const values = item.values === undefined ? {} : { values: valuesOfVideo(item.values, video) };
      return { ...item, ...{ title, titleThere: title, status, link }, ...values };
    });
    lists.recount(accountId);
    watch.landed(accountId, videoId, video);
    options.onSite.learn(accountId, video);
  };
  const editor = createEditQueue({
    ...{ clock, logger, store, hostOf },
    tries: createTries(options),
    mayAskInMs: (accountId) => mayAskInMs(options, accountId),
    apply: async (accountId, edit, leaves) => {
      const site = accounts.siteOf(accountId);
      const client = accounts.client(accountId);
      if (!site || !client) return { kind: 'failed', cause: { kind: 'sign-in' } };
      const now = (): WallMs => clock.now() + (accounts.skewMs(accountId) ?? 0);
      try {
        const tried = await applyEdit(calls, client, edit, now, leaves);
        if (tried.kind === 'applied') landed(accountId, edit.videoId, tried.video);
        return tried;
      } catch (error) {
        return { kind: 'failed', cause: await causeOfCall(lines, site.id, error) };
      }
    },
    onLeaves: (accountId, videoId, leaving) => options.acts.leaves(aboutVideo(accountId, videoId), leaving),
    signedOut: accounts.signedOut,
    onChange: (accountId, videoIds) => {
      tellList(accountId);
      if (videoIds.some((videoId) => watch.isWatched(accountId, videoId))) watch.tell();
    },
  });
  const watch = createVideoWatch({
    ...{ accounts, calls, lines, editor, sort },
    hold: (accountId) => circuits.of(hostOf(accountId)),
    rowOf,
    lookAtClip: (jobId) => lookAtClip(options, jobId),
    moving: (accountId, videoId) => moves.moving(accountId, videoId),
    clipOf: (accountId, videoId) => store.clipsOf(accountId, [videoId]).get(videoId) ?? null,
    onChange: (details) => emit('library.details', details),
  });
  const tellRow = (accountId: AccountId): void => {
    tellList(accountId);
    if (watch.watchedOf(accountId) !== null) watch.tell();
  };
  const moves = createVideoMoves({
    ...{ ...options, emit, onMoving: tellRow },
    mayAskInMs: (accountId) => mayAskInMs(options, accountId),
    titleOf: (accountId, videoId) => rowOf(accountId, videoId)?.title ?? null,
    onMoved: (all) => moved({ lists, editor, watch, tellList }, options.onSite, all),
  });
  return { store, lists, editor, watch, moves, sort, tellList };
}

export function createLibrary(options: LibraryOptions): Library {
  const { clock, accounts, calls } = options;
  const parts = createParts(options);
  const { editor, moves, watch } = parts;
  const posters = createPosterCache({
    clock,
    addresses: (accountId, ids) => pictureAddresses(calls, requireClient(accounts, accountId), ids),
    download: async (accountId, url) => {
      const bytes = await downloadPicture(calls, requireSiteOf(accounts, accountId), url);
      const type = bytes && pictureType(bytes);
      return bytes && type ? { type, bytes } : null;
    },
  });

  const takeBack = createTextTakeBack({ ...options, editor });
  takeBack.resume();
  const rowOf: Library['row'] = (accountId, videoId) => parts.lists.videos.row(ofAccount(accountId), videoId);

  return {
    handlers: {
      ...listHandlers(options, parts),
      ...videoHandlers(options, parts),
      ...moves.handlers,
      ...postDraftHandlers({
        ...options,
        sort: parts.sort,
        rowOf,
        onMade: (accountId) => {
          parts.lists.posts.refresh(ofAccount(accountId));
          parts.tellList(accountId);
        },
      }),
    },
    picture: async (accountId, mediaId) => (accounts.client(accountId) ? posters.picture(accountId, mediaId) : null),
    row: rowOf,
    takeBack: { text: takeBack.text, trash: moves.take },
    trashNow: moves.trashNow,
    editsWait: editor.waits,
    waits: (accountId) => editor.waits(accountId) || moves.waits(accountId),
    kick: () => {
      editor.kick();
      moves.kick();
      watch.tell();
    },
    hurry: (siteId) => {
      for (const account of accounts.ready()) {
        if (account.siteId !== siteId) continue;
        editor.hurry(account.id);
        moves.hurry(account.id);
      }
    },
    moved: (before, after) => {
      if (after.state.kind === 'done' && before.state.kind !== 'done') parts.lists.recount(after.accountId);
    },
    stop: async () => {
      watch.watch(null);
      await Promise.all([editor.stop(), moves.stop()]);
    },
  };
}

function toPostRow({ id, title, status, createdAt, link }: SiteItem): PostRow {
  return { id, title, status, date: createdAt, link };
}

type ListRequests = 'library.page' | 'library.filters' | 'library.refresh' | 'posts.page';

type Cells = (item: SiteItem, edit: Edit | null) => RowCells | undefined;

/** Gives what rows show in these columns; names that nobody knows yet follow later. */
function createCells(
  { accounts, calls, forms }: LibraryOptions,
  { lists, tellList }: Pick<Parts, 'lists' | 'tellList'>,
): (accountId: AccountId, columns: readonly RowColumn[], items: readonly (SiteItem | null)[]) => Promise<Cells> {
  const siteIdOf = (accountId: AccountId): SiteId => accounts.siteOf(accountId)?.id ?? '';
  const wantNames = createTermNames({
    ...{ calls, forms, siteIdOf, onLearned: tellList },
    clientOf: (accountId) => accounts.client(accountId),
  });
  return async (accountId, columns, items) => {
    if (columns.length === 0) return () => undefined;
    const taxonomies = await lists.taxonomies(accountId);
    const inColumns = ({ hierarchical }: LibraryTaxonomy): boolean =>
      columns.includes(hierarchical ? 'categories' : 'tags');
    wantNames(accountId, taxonomies?.filter(inColumns) ?? [], items);
    const read = cellReader(columns, { forms, siteIdOf, taxonomies });
    return ({ status, createdAt: publishAt, values = { terms: {} } }, edit) =>
      read({ accountId, draft: draftIn(edit), there: { ...values, status, publishAt } });
  };
}

function listHandlers(options: LibraryOptions, parts: Parts): Pick<LibraryHandlers, ListRequests> {
  const { accounts, logger } = options;
  const { store, lists, editor, moves, watch, sort } = parts;
  const cellsOf = createCells(options, parts);
  return {
    'library.page': async ({ query, offset, limit, columns = [] }) => {
      const { accountId } = query;
      lists.showColumns(columns);
      const found = await lists.videos.window(query, offset, limit);
      const clips = store.clipsOf(
        accountId,
        found.rows.flatMap((item) => item?.id ?? []),
      );
      const cells = await cellsOf(accountId, columns, found.rows);
      const ownId = accounts.account(accountId)?.userId;
      const rowOf = (item: SiteItem): LibraryRow => {
        const edit = editor.get(accountId, item.id);
        const clip = clips.get(item.id) ?? null;
        const moving = moves.moving(accountId, item.id);
        return toLibraryRow(item, { accountId, ownId, clip, edit, moving, cells: cells(item, edit) });
      };
      return { ...found, offset, rows: found.rows.map((item) => item && rowOf(item)) };
    },
    'library.filters': async (accountId) => {
      try {
        return await lists.filters(accountId);
      } catch (error) {
        logger.info('The statuses of a site are not known', { problem: sort(accountId, error).problem });
        return {
          statuses: [...ownStatuses, 'trash'].map((name) => ({ name, count: null })),
          taxonomies: null,
          mayDraftPosts: false,
        };
      }
    },
    'library.refresh': async (accountId) => {
      // The user asked for the lists again: their site may be asked although it wants to be left alone.
      options.circuits.lift(options.hostOf(accountId));
      lists.refresh(accountId);
      if (watch.watchedOf(accountId) !== null) watch.lookAgain();
    },
    'posts.page': async ({ accountId, search, offset, limit }) => {
      const found = await lists.posts.window({ accountId, search }, offset, limit);
      return { ...found, offset, rows: found.rows.map((item) => item && toPostRow(item)) };
    },
  };
}

type VideoRequests =
  | 'library.watch'
  | VideoTextRequest
  | 'library.settle'
  | 'library.resolve'
  | 'library.open'
  | 'posts.open';

function videoHandlers(options: LibraryOptions, parts: Parts): Pick<LibraryHandlers, VideoRequests> {
  const { accounts, desktop } = options;
  const { lists, editor, watch } = parts;
  /** Only pages of the site itself are ever opened. */
  const openOn = (site: Site, link: string | null | undefined, plain: string): Promise<void> =>
    desktop.openUrl(link && belongsTo(site, link) ? link : `${site.address}/${plain}`);
  return {
    'library.watch': async (video) => watch.watch(video),
    ...videoTextHandlers({ ...options, editor, watch }),
    'library.settle': async ({ accountId, videoId, how }) => {
      editor.settle(accountId, videoId, how);
      if (how === 'theirs' && watch.isWatched(accountId, videoId)) watch.lookAgain();
    },
    'library.resolve': async ({ accountId, videoId, mine }) => {
      editor.resolve(accountId, videoId, mine);
      if (watch.isWatched(accountId, videoId)) watch.lookAgain();
    },
    'library.open': async ({ accountId, videoId }) => {
      const item = lists.videos.row(ofAccount(accountId), videoId);
      await openOn(requireSiteOf(accounts, accountId), item?.link, `?post_type=video&p=${videoId}`);
    },
    'posts.open': async ({ accountId, postId }) => {
      const item = lists.posts.row(ofAccount(accountId), postId);
      await openOn(requireSiteOf(accounts, accountId), item?.link, `?p=${postId}`);
    },
  };
}

/** Videos went to the trash, came back or are gone, or did not: all who show them follow. */
function moved(
  { lists, editor, watch, tellList }: Pick<Parts, 'lists' | 'editor' | 'watch' | 'tellList'>,
  onSite: LibraryOptions['onSite'],
  all: readonly HeldMove[],
): void {
  for (const { accountId, move } of all) onSite.forget(accountId, move.videoId);
  const elsewhere = all.filter(({ move }) => hasMoved(move));
  for (const [accountId, those] of Map.groupBy(elsewhere, (held) => held.accountId)) {
    lists.recount(accountId);
    const toOf = new Map(those.map(({ move }) => [move.videoId, move.to]));
    lists.videos.change(ofAccount(accountId), (item, query) => {
      const to = toOf.get(item.id);
      return to === undefined || (to === 'trash' && query.status === 'trash') ? item : null;
    });
    // What comes back from the trash stands in no list that was looked through before.
    if ([...toOf.values()].some((to) => to !== null && to !== 'trash'))
      lists.videos.refresh((query) => query.accountId === accountId && query.without !== undefined);
    for (const [videoId, to] of toOf) if (to === null) editor.settle(accountId, videoId, 'theirs');
    tellList(accountId);
    const watched = watch.watchedOf(accountId);
    if (watched !== null && toOf.get(watched) != null) watch.lookAgain();
  }
}
