// Joins the library to the sites: what the window asks about videos and posts that are on a site already.
import type { Events, LibraryDetails, LibraryRow, PostRow } from '../../../preload/contract.ts';
import { underLine } from '../../hosts/reachability.ts';
import type { ReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import { createEditQueue } from '../../library/edit-queue.ts';
import { createPagedList } from '../../library/paged-list.ts';
import { createPosterCache, type Picture, pictureType } from '../../library/poster-cache.ts';
import { libraryStore } from '../../library/store.ts';
import {
  type Edit,
  type EditState,
  emptyDraft,
  type LibraryAct,
  type LibraryQuery,
  type LibraryTaxonomy,
  type Site,
  type SiteItem,
  type SiteListQuery,
  type Video,
} from '../../model.ts';
import type { Clock, Desktop, Logger, Sql } from '../../ports.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import {
  countItems,
  fileOf,
  listItems,
  listPageSize,
  listStatuses,
  listTaxonomies,
  nameOfUser,
  toItem,
} from '../../site/content/lists.ts';
import { downloadPicture, pictureAddresses } from '../../site/content/pictures.ts';
import { recordIn, toVideo } from '../../site/content/records.ts';
import { isTaxonomyName } from '../../site/content/taxonomies.ts';
import { actOnVideo } from '../../site/content/trash.ts';
import { ownStatuses } from '../../site/content/videos.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import { type Accounts, belongsTo } from '../accounts/accounts.ts';
import { applyEdit, failureOf } from './apply-edit.ts';
import { shownValues, toVideoView } from './video-view.ts';

export interface LibraryOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sql: Sql;
  readonly lines: ReachabilityMonitor;
  readonly desktop: Desktop;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  /** The user asked for the lists again: their site may be asked although it wants to be left alone. */
  readonly insist: (accountId: string) => void;
  readonly emit: <N extends 'library.changed' | 'library.details'>(name: N, event: Events[N]) => void;
}

type LibraryHandlers = Pick<Handlers, Extract<keyof Handlers, `library.${string}` | `posts.${string}`>>;

export interface Library {
  readonly handlers: LibraryHandlers;
  /** The picture of a media record for `app://main/poster/<account>/<media id>`; null = none that may be shown. */
  picture(accountId: string, mediaId: number): Promise<Picture | null>;
  /** Whether an edit of this account would go to its site if it could. */
  waits(accountId: string): boolean;
  /** Accounts or the network changed: what waited for them goes on. */
  kick(): void;
  stop(): Promise<void>;
}

interface PostsQuery {
  readonly accountId: string;
  readonly search: string;
}

/** What is known of a site's lists besides their rows; asked once and again on refresh. */
interface Known {
  readonly statuses: readonly string[];
  /** Null = they could not be loaded. */
  readonly taxonomies: readonly LibraryTaxonomy[] | null;
}

/** What is known of the watched video besides its row. */
interface Watched {
  readonly accountId: string;
  readonly videoId: number;
  item: SiteItem | null;
  video: Video | null;
  file: LibraryDetails['file'];
  author: string | null;
  failure: LibraryDetails['failure'];
}

const actsAtOnce = 3;

/** A video that is in no list, for instance one that has gone while words for it were waiting. */
function itemOf({ id, title, status, link, createdAt }: Video): SiteItem {
  return {
    ...{ id, title, status, link, createdAt, slug: '', modifiedAt: null, authorId: null, posterId: null },
    mayEdit: true,
    mayDelete: true,
  };
}

export function createLibrary(options: LibraryOptions): Library {
  const { clock, logger, accounts, calls, desktop, emit } = options;
  const store = libraryStore(options.sql);
  const known = new Map<string, Promise<Known>>();
  let watched: Watched | null = null;

  const speakerOf = (accountId: string): AuthorizedClient => {
    const client = accounts.client(accountId);
    if (!client) throw new NotFound('sign-in-first');
    return client;
  };
  const siteOf = (accountId: string): Site => {
    const site = accounts.siteOf(accountId);
    if (!site) throw new NotFound('account-gone');
    return site;
  };
  const reachable = (accountId: string): boolean => {
    const site = accounts.siteOf(accountId);
    return site !== null && accounts.client(accountId) !== null && options.lines.isOpen(site.id);
  };
  const sorted = (accountId: string, error: unknown): NonNullable<LibraryDetails['failure']> => {
    if (!accounts.client(accountId)) return { problem: 'sign-in', said: null };
    const failure = failureOf(error);
    if (failure.problem === 'sign-in') accounts.signedOut(accountId);
    return failure;
  };

  const knownOf = (accountId: string): Promise<Known> => {
    const held = known.get(accountId);
    if (held) return held;
    const asked = (async () => {
      const client = speakerOf(accountId);
      const statuses = await listStatuses(calls, client);
      const taxonomies = await listTaxonomies(calls, client).catch(() => null);
      return { statuses, taxonomies };
    })();
    known.set(accountId, asked);
    asked.catch(() => known.delete(accountId));
    return asked;
  };
  const statusesFor = (wanted: string, { statuses }: Known): readonly string[] =>
    wanted === 'all' ? statuses.filter((status) => status !== 'trash') : [wanted];

  /** A site that does not know an argument shows everything: what it does not list is not asked for. */
  const termsFor = (wanted: LibraryQuery['terms'], { taxonomies }: Known): SiteListQuery['terms'] =>
    Object.entries(wanted).flatMap(([base, ids]) => {
      const known = taxonomies?.find(({ restBase }) => restBase === base);
      if (ids.length === 0 || !isTaxonomyName(base) || (taxonomies && !known)) return [];
      return [{ base, ids, below: known?.hierarchical ?? false }];
    });

  const videos = createPagedList<LibraryQuery, SiteItem>({
    clock,
    pageSize: listPageSize,
    key: (query) => JSON.stringify(query),
    fetch: async (query, page) => {
      const site = await knownOf(query.accountId);
      const found = await listItems(
        calls,
        speakerOf(query.accountId),
        {
          route: 'video',
          search: query.search.trim(),
          statuses: statusesFor(query.status, site),
          authorId: query.author === 'me' ? (accounts.account(query.accountId)?.userId ?? null) : null,
          terms: termsFor(query.terms, site),
          sort: query.sort,
        },
        page,
      );
      return found && { rows: found.items, total: found.total };
    },
    sort: (query, error) => sorted(query.accountId, error),
    onChange: ({ accountId }) => emit('library.changed', { accountId }),
  });
  const posts = createPagedList<PostsQuery, SiteItem>({
    clock,
    pageSize: listPageSize,
    key: (query) => JSON.stringify([query.accountId, query.search]),
    fetch: async ({ accountId, search }, page) => {
      const list = { route: 'posts', search: search.trim(), statuses: ownStatuses, authorId: null } as const;
      const found = await listItems(calls, speakerOf(accountId), { ...list, terms: [], sort: 'newest' }, page);
      return found && { rows: found.items, total: found.total };
    },
    sort: (query, error) => sorted(query.accountId, error),
    onChange: ({ accountId }) => emit('library.changed', { accountId }),
  });
  const ofAccount =
    (accountId: string) =>
    (query: { readonly accountId: string }): boolean =>
      query.accountId === accountId;

  const editor = createEditQueue({
    clock,
    logger,
    store,
    ready: reachable,
    apply: async (accountId, edit, leaves) => {
      const skewMs = accounts.skewMs(accountId) ?? 0;
      const event = await applyEdit(calls, speakerOf(accountId), edit, clock.now(), skewMs, leaves);
      if (event.kind === 'failed' && event.cause.kind === 'sign-in') accounts.signedOut(accountId);
      if (event.kind === 'failed') {
        return { ...event, cause: await options.lines.sort(siteOf(accountId).id, event.cause, null) };
      }
      if (event.kind === 'applied') landed(accountId, edit.videoId, event.video);
      return event;
    },
    onChange: (accountId, videoId) => {
      emit('library.changed', { accountId });
      if (watched?.accountId === accountId && watched.videoId === videoId) tellWatched();
    },
  });

  /** A video as the site just showed it: held rows follow at once. */
  const landed = (accountId: string, videoId: number, video: Video): void => {
    videos.change(ofAccount(accountId), (item) =>
      item.id === videoId ? { ...item, title: video.title, status: video.status, link: video.link } : item,
    );
    if (watched?.accountId === accountId && watched.videoId === videoId) watched.video = video;
  };

  const toRow = (accountId: string, item: SiteItem, fromHere: boolean, edit: Edit | null): LibraryRow => {
    const own = item.authorId === accounts.account(accountId)?.userId;
    const typedTitle = edit?.draft.title ?? null;
    return {
      id: item.id,
      title: typedTitle ?? item.title,
      status: item.status,
      date: item.createdAt,
      modified: item.modifiedAt,
      link: item.link,
      poster: item.posterId === null ? null : `${accountId}/${item.posterId}`,
      canEdit: item.mayEdit ?? own,
      canDelete: item.mayDelete ?? own,
      fromHere,
      pending: edit !== null,
    };
  };

  const waits = (accountId: string, state: EditState): EditState => {
    if (state.kind === 'changed-on-site') return { ...state, theirs: shownValues(state.theirs) };
    return state.kind === 'waiting' && state.why !== 'sign-in'
      ? underLine(state, options.lines.trouble(accounts.siteOf(accountId)?.id ?? ''))
      : state;
  };

  const detailsOf = ({ accountId, videoId, item, video, file, author, failure }: Watched): LibraryDetails | null => {
    const edit = editor.get(accountId, videoId);
    const found = item ?? videos.row(ofAccount(accountId), videoId) ?? (edit?.seen ? itemOf(edit.seen) : null);
    if (!found) return null;
    const seen = video ?? edit?.seen ?? null;
    const row = toRow(accountId, found, store.fromHere(accountId, [videoId]).has(videoId), edit);
    return {
      accountId,
      row: video ? { ...row, status: video.status } : row,
      draft: edit?.draft ?? emptyDraft,
      video: seen && toVideoView(seen),
      edit: edit ? waits(accountId, edit.state) : { kind: 'none' },
      file,
      author,
      failure,
    };
  };
  const tellWatched = (): void => {
    const details = watched && detailsOf(watched);
    if (details) emit('library.details', details);
  };

  /** What a row does not tell is fetched when somebody looks at the video. */
  const lookInto = async (target: Watched): Promise<void> => {
    const { accountId, videoId } = target;
    try {
      const client = speakerOf(accountId);
      const said = await calls.json(client, {
        method: 'GET',
        route: `wp/v2/video/${videoId}`,
        // Only the edit context has the text as it was typed.
        query: target.item?.mayEdit === false ? {} : { context: 'edit' },
      });
      const item = recordIn(said, toItem);
      target.video = recordIn(said, toVideo);
      target.item = item;
      target.failure = null;
      if (watched === target) tellWatched();
      target.file = await fileOf(calls, client, videoId).catch(() => null);
      const own = accounts.account(accountId);
      if (item.authorId === own?.userId) target.author = own?.name ?? null;
      else if (item.authorId !== null) target.author = await nameOfUser(calls, client, item.authorId).catch(() => null);
    } catch (error) {
      target.failure = sorted(accountId, error);
    }
    if (watched === target) tellWatched();
  };

  const act = async (accountId: string, id: number, what: LibraryAct) => {
    try {
      const answer = await actOnVideo(calls, speakerOf(accountId), id, what);
      return answer === null ? null : { problem: answer, said: null };
    } catch (error) {
      return sorted(accountId, error);
    }
  };

  const posters = createPosterCache({
    clock,
    addresses: (accountId, ids) => pictureAddresses(calls, speakerOf(accountId), ids),
    download: async (accountId, url) => {
      const bytes = await downloadPicture(calls, siteOf(accountId), url);
      const type = bytes && pictureType(bytes);
      return bytes && type ? { type, bytes } : null;
    },
  });

  /** Only pages of the site itself are ever opened. */
  const openOn = (site: Site, link: string | null | undefined, plain: string): Promise<void> =>
    desktop.openUrl(link && belongsTo(site, link) ? link : `${site.address}/${plain}`);

  const handlers: LibraryHandlers = {
    'library.page': async ({ query, offset, limit }) => {
      const found = await videos.window(query, offset, limit);
      const ids = found.rows.flatMap((item) => item?.id ?? []);
      const here = store.fromHere(query.accountId, ids);
      const rows = found.rows.map(
        (item) => item && toRow(query.accountId, item, here.has(item.id), editor.get(query.accountId, item.id)),
      );
      return { ...found, offset, rows };
    },
    'library.filters': async (accountId) => {
      try {
        const { statuses, taxonomies } = await knownOf(accountId);
        // Asked again with the next look at the filters.
        if (taxonomies === null) known.delete(accountId);
        const client = speakerOf(accountId);
        const authorId = accounts.account(accountId)?.userId ?? null;
        const list = { route: 'video', search: '', authorId, terms: [], sort: 'newest' } as const;
        const counted = await Promise.all(
          statuses.map(async (name) => ({
            name,
            count: await countItems(calls, client, { ...list, statuses: [name] }).catch(() => null),
          })),
        );
        return { statuses: counted, taxonomies };
      } catch (error) {
        logger.info('The statuses of a site are not known', { problem: sorted(accountId, error).problem });
        return { statuses: [...ownStatuses, 'trash'].map((name) => ({ name, count: null })), taxonomies: null };
      }
    },
    'library.refresh': async (accountId) => {
      options.insist(accountId);
      known.delete(accountId);
      videos.refresh(ofAccount(accountId));
      posts.refresh(ofAccount(accountId));
      if (watched?.accountId === accountId) void lookInto(watched);
    },
    'library.watch': async (video) => {
      watched = null;
      if (video === null) return null;
      const item = videos.row(ofAccount(video.accountId), video.videoId);
      watched = { ...video, item, video: null, file: null, author: null, failure: null };
      void lookInto(watched);
      return detailsOf(watched);
    },
    'library.describe': async ({ accountId, videoId, draft }) => {
      siteOf(accountId);
      const seen = watched?.accountId === accountId && watched.videoId === videoId ? watched.video : null;
      editor.type(accountId, videoId, seen, draft);
    },
    'library.settle': async ({ accountId, videoId, how }) => {
      editor.settle(accountId, videoId, how);
      if (how === 'theirs' && watched?.videoId === videoId) void lookInto(watched);
    },
    'library.act': async ({ accountId, ids, act: what }) => {
      siteOf(accountId);
      const done: number[] = [];
      const failed: {
        id: number;
        problem: Exclude<Awaited<ReturnType<typeof act>>, null>['problem'];
        said: string | null;
      }[] = [];
      const left = [...new Set(ids)];
      const lane = async (): Promise<void> => {
        for (let id = left.shift(); id !== undefined; id = left.shift()) {
          const failure = await act(accountId, id, what);
          if (failure === null) done.push(id);
          else failed.push({ id, ...failure });
          // Who is signed out or offline is so for all of them.
          if (failure?.problem === 'sign-in' || failure?.problem === 'offline') {
            for (const other of left.splice(0)) failed.push({ id: other, ...failure });
          }
        }
      };
      await Promise.all(Array.from({ length: actsAtOnce }, lane));
      const over = new Set([...done, ...failed.filter(({ problem }) => problem === 'gone').map(({ id }) => id)]);
      videos.change(ofAccount(accountId), (item, query) => {
        if (!over.has(item.id)) return item;
        return what === 'trash' && query.status === 'trash' ? item : null;
      });
      if (what === 'delete-forever') for (const id of over) editor.settle(accountId, id, 'theirs');
      emit('library.changed', { accountId });
      if (watched && over.has(watched.videoId) && what !== 'delete-forever') void lookInto(watched);
      return { done, failed };
    },
    'library.open': async ({ accountId, videoId }) => {
      const item = videos.row(ofAccount(accountId), videoId);
      await openOn(siteOf(accountId), item?.link, `?post_type=video&p=${videoId}`);
    },
    'posts.page': async ({ accountId, search, offset, limit }) => {
      const found = await posts.window({ accountId, search }, offset, limit);
      const rows = found.rows.map(
        (item): PostRow | null =>
          item && { id: item.id, title: item.title, status: item.status, date: item.createdAt, link: item.link },
      );
      return { ...found, offset, rows };
    },
    'posts.open': async ({ accountId, postId }) => {
      const item = posts.row(ofAccount(accountId), postId);
      await openOn(siteOf(accountId), item?.link, `?p=${postId}`);
    },
  };

  return {
    handlers,
    picture: async (accountId, mediaId) => (accounts.client(accountId) ? posters.picture(accountId, mediaId) : null),
    waits: (accountId) => editor.waits(accountId),
    kick: () => {
      editor.kick();
      tellWatched();
    },
    stop: () => {
      watched = null;
      return editor.stop();
    },
  };
}
