// The one video that the window looks at: its row, what the site tells of it beyond that, and what is typed for it.
import type { ClipFile, EditView, LibraryDetails, LibraryRow, Moving, RowCells } from '../../../preload/contract.ts';
import { SiteRefusal } from '../../answers.ts';
import type { OpenCircuit } from '../../hosts/circuit.ts';
import { underHost } from '../../hosts/reachability.ts';
import type { ReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import type { Editor } from '../../library/edit-queue.ts';
import type { VideoClip } from '../../library/store.ts';
import {
  type AccountId,
  type Edit,
  emptyDraft,
  type JobId,
  type LibraryFailure,
  mayPlay,
  type SiteItem,
  type Video,
} from '../../model.ts';
import { platformRoute, type SiteCalls } from '../../site/client/client.ts';
import { fileOf, nameOfUser, toItem } from '../../site/content/lists.ts';
import { recordIn, toVideo } from '../../site/content/records.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireClient } from '../accounts/require.ts';
import { conflictsOf, toVideoView } from './video-view.ts';

export interface VideoWatchOptions {
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  readonly lines: ReachabilityMonitor;
  readonly editor: Pick<Editor, 'get'>;
  /** Where a video is on its way to; null = nowhere. */
  readonly moving: (accountId: AccountId, videoId: number) => Moving | null;
  /** The account's host is to be left alone for a time; null = it is not. */
  readonly hold: (accountId: AccountId) => OpenCircuit | null;
  /** What a failure means for a list of the account. */
  readonly sort: (accountId: AccountId, error: unknown) => LibraryFailure;
  /** The video's row where a list holds it. */
  readonly rowOf: (accountId: AccountId, videoId: number) => SiteItem | null;
  /** The clip from here that became the video; null = none did. */
  readonly clipOf: (accountId: AccountId, videoId: number) => VideoClip | null;
  readonly lookAtClip: (jobId: JobId) => Promise<ClipFile>;
  readonly onChange: (details: LibraryDetails) => void;
}

export interface VideoWatch {
  /** Looks at a video; null = at none. Gives what is known at once; the rest follows. */
  watch(video: { readonly accountId: AccountId; readonly videoId: number } | null): LibraryDetails | null;
  isWatched(accountId: AccountId, videoId: number): boolean;
  /** The id of the watched video of the account; null = it is another's, or none. */
  watchedOf(accountId: AccountId): number | null;
  /** The watched video as the site showed it last; null = it is not watched, or not known yet. */
  seen(accountId: AccountId, videoId: number): Video | null;
  /** The site just showed it. */
  landed(accountId: AccountId, videoId: number, video: Video): void;
  tell(): void;
  /** Asks the site again. */
  lookAgain(): void;
}

/** What is known of the watched video besides its row. */
interface Watched {
  readonly accountId: AccountId;
  readonly videoId: number;
  item: SiteItem | null;
  video: Video | null;
  file: LibraryDetails['file'];
  author: string | null;
  failure: LibraryDetails['failure'];
  clipFile: ClipFile | undefined;
}

/** A video that is in no list, for instance one that has gone while words for it were waiting. */
function itemOf({ id, title, status, link, createdAt }: Video): SiteItem {
  return {
    ...{ id, title, status, link, createdAt, slug: '', modifiedAt: null, authorId: null, posterId: null },
    mayEdit: true,
    mayDelete: true,
  };
}

/** The row with what its video is by now. */
function shownAs({ isProtected: _before, ...row }: LibraryRow, { status, password }: Video): LibraryRow {
  return { ...row, status, ...(password ? { isProtected: true } : {}) };
}

/** `ownId` = the account's number on its site; `edit` = what waits for the video; `moving` = where it is on its way to. */
export function toLibraryRow(
  item: SiteItem,
  known: {
    readonly accountId: AccountId;
    readonly ownId: number | undefined;
    readonly clip: VideoClip | null;
    readonly edit: Edit | null;
    readonly moving: Moving | null;
    /** Left out = no columns are shown. */
    readonly cells?: RowCells | undefined;
  },
): LibraryRow {
  const { accountId, ownId, clip, edit, moving, cells } = known;
  const own = item.authorId === ownId;
  const typedTitle = edit?.draft.title ?? null;
  return {
    id: item.id,
    title: typedTitle ?? item.title,
    titleThere: item.titleThere ?? null,
    status: item.status,
    ...(item.isProtected ? { isProtected: item.isProtected } : {}),
    date: item.createdAt,
    modified: item.modifiedAt,
    link: item.link,
    poster: item.posterId === null ? null : `${accountId}/${item.posterId}`,
    canEdit: item.mayEdit ?? own,
    canDelete: item.mayDelete ?? own,
    fromHere: clip !== null,
    jobId: clip !== null && mayPlay(clip) ? clip.jobId : null,
    pending: edit !== null,
    ...(moving === null ? {} : { moving }),
    ...(cells === undefined ? {} : { cells }),
  };
}

export function createVideoWatch(options: VideoWatchOptions): VideoWatch {
  const { accounts, calls, editor, sort } = options;
  let watched: Watched | null = null;

  const stateShown = (accountId: AccountId, { state, draft }: Edit): EditView => {
    if (state.kind === 'changed-on-site') return { kind: state.kind, conflicts: conflictsOf(draft, state.theirs) };
    if (state.kind !== 'waiting') return state;
    if (accounts.client(accountId) === null) return { ...state, why: 'sign-in', until: null };
    const shown = state.why === 'sign-in' ? { ...state, why: null } : state;
    return underHost(shown, options.hold(accountId), options.lines.trouble(accounts.siteOf(accountId)?.id ?? ''));
  };

  const detailsOf = (target: Watched): LibraryDetails | null => {
    const { accountId, videoId, item, video, file, author, failure, clipFile } = target;
    const edit = editor.get(accountId, videoId);
    const found = item ?? options.rowOf(accountId, videoId) ?? (edit?.seen ? itemOf(edit.seen) : null);
    if (!found) return null;
    const seen = video ?? edit?.seen ?? null;
    const clip = options.clipOf(accountId, videoId);
    const ownId = accounts.account(accountId)?.userId;
    const row = toLibraryRow(found, { accountId, ownId, clip, edit, moving: options.moving(accountId, videoId) });
    return {
      accountId,
      row: video ? shownAs(row, video) : row,
      clipFile,
      draft: edit?.draft ?? emptyDraft,
      video: seen && toVideoView(seen),
      edit: edit ? stateShown(accountId, edit) : { kind: 'none' },
      file,
      author,
      failure,
    };
  };

  const tell = (): void => {
    const details = watched && detailsOf(watched);
    if (details) options.onChange(details);
  };

  /** What a row does not tell is fetched when somebody looks at the video. */
  const lookInto = async (target: Watched): Promise<void> => {
    const { accountId, videoId } = target;
    try {
      const client = requireClient(accounts, accountId);
      const route = platformRoute(client, `video/${videoId}`);
      // Only the edit context has the text as it was typed; who may not edit the video is refused it, and reads what everybody reads.
      const typed =
        target.item?.mayEdit === false
          ? null
          : await calls.ask(client, { method: 'GET', route, query: { context: 'edit' } });
      const isTyped = typed !== null && typed.code !== 'rest_forbidden_context';
      if (isTyped && typed.status !== 200) throw new SiteRefusal(typed);
      const said = isTyped ? typed : await calls.json(client, { method: 'GET', route, query: {} });
      const found = recordIn(said, toItem);
      // A single video says no more of it than its list did.
      const item = { ...found, mayEdit: isTyped, mayDelete: found.mayDelete ?? target.item?.mayDelete ?? null };
      target.video = recordIn(said, toVideo);
      target.item = item;
      target.failure = null;
      if (watched === target) tell();
      target.file = await fileOf(calls, client, videoId).catch(() => null);
      const own = accounts.account(accountId);
      if (item.authorId === own?.userId) target.author = own?.name ?? null;
      else if (item.authorId !== null) target.author = await nameOfUser(calls, client, item.authorId).catch(() => null);
    } catch (error) {
      target.failure = sort(accountId, error);
    }
    if (watched === target) tell();
  };

  /** A disk may take its time, or never answer: the site is asked meanwhile. */
  const lookAtFile = async (target: Watched): Promise<void> => {
    const clip = options.clipOf(target.accountId, target.videoId);
    if (clip === null || !mayPlay(clip)) return;
    target.clipFile = await options.lookAtClip(clip.jobId);
    if (watched === target) tell();
  };

  const isWatched = (accountId: AccountId, videoId: number): boolean =>
    watched?.accountId === accountId && watched.videoId === videoId;

  return {
    watch: (video) => {
      watched = null;
      if (video === null) return null;
      const item = options.rowOf(video.accountId, video.videoId);
      watched = { ...video, item, video: null, file: null, author: null, failure: null, clipFile: undefined };
      void lookInto(watched);
      void lookAtFile(watched);
      return detailsOf(watched);
    },
    isWatched,
    watchedOf: (accountId) => (watched?.accountId === accountId ? watched.videoId : null),
    seen: (accountId, videoId) => (isWatched(accountId, videoId) ? (watched?.video ?? null) : null),
    landed: (accountId, videoId, video) => {
      if (watched && isWatched(accountId, videoId)) watched.video = video;
    },
    tell,
    lookAgain: () => {
      if (!watched) return;
      void lookInto(watched);
      void lookAtFile(watched);
    },
  };
}
