// The site's videos and posts of the in-memory bridge: enough to look at the library's screens and to test its store.
import type {
  AuditReport,
  DuplicatePair,
  EditView,
  EventName,
  Events,
  LibraryActProblem,
  LibraryBatch,
  LibraryDetails,
  LibraryFailure,
  LibraryRow,
  LibraryTaxonomy,
  PostRow,
  RequestInput,
  RequestName,
  RequestOutput,
  VideoText,
} from '../../preload/contract.ts';

import { emptyDraft, nothingShown } from '../../preload/fields.ts';

export interface FakeLibrary {
  readonly videos: readonly LibraryRow[];
  readonly posts: readonly PostRow[];
  readonly failure: LibraryFailure | null;
  readonly taxonomies: readonly LibraryTaxonomy[] | null;
  /** How each edit stands, by video. */
  readonly edits: ReadonlyMap<number, EditView>;
  /** Batches of moves from before. */
  readonly batches: readonly LibraryBatch[];
  /** What acts on these videos come to. */
  readonly refusals: ReadonlyMap<number, LibraryActProblem>;
  /** Clips that may be there twice. */
  readonly duplicates: readonly DuplicatePair[];
}

export const emptyLibrary: FakeLibrary = {
  videos: [],
  posts: [],
  failure: null,
  taxonomies: [
    { restBase: 'video_category', name: 'Video Categories', hierarchical: true },
    { restBase: 'video_tag', name: 'Video Tags', hierarchical: false },
  ],
  edits: new Map(),
  batches: [],
  refusals: new Map(),
  duplicates: [],
};

export function fakeVideo(id: number, over: Partial<LibraryRow> = {}): LibraryRow {
  return {
    id,
    title: over.title ?? `Video ${id}`,
    titleThere: over.title ?? `Video ${id}`,
    status: 'publish',
    date: Date.UTC(2026, 10, 19, 9) - id * 3_600_000,
    modified: Date.UTC(2026, 10, 19, 10) - id * 3_600_000,
    link: `https://harbour.example/video/${id}/`,
    poster: null,
    canEdit: true,
    canDelete: true,
    ...{ fromHere: false, jobId: null },
    pending: false,
    ...over,
  };
}

type LibraryRequest = Extract<RequestName, `library.${string}` | `posts.${string}` | `audit.${string}`>;
type LibraryHandlers = { readonly [N in LibraryRequest]: (...input: RequestInput<N>) => RequestOutput<N> };

export function fakeLibraryHandlers(
  library: FakeLibrary,
  emit: <N extends EventName>(name: N, event: Events[N]) => void,
): LibraryHandlers {
  let videos = [...library.videos];
  const handedOver: VideoText[] = [];
  let { duplicates } = library;
  let batches = library.batches;
  const report = (accountId: string): AuditReport => ({
    accountId,
    pairs: duplicates,
    running: false,
    checkedAt: Date.now() - 60_000,
    failure: library.failure,
  });
  const titleOf = (id: number): string | null => videos.find((row) => row.id === id)?.title ?? null;
  const edits = new Map(library.edits);
  const descriptions = new Map<number, string>();
  const changed = (accountId: string): void => emit('library.changed', { accountId });
  const detailsOf = (accountId: string, videoId: number): LibraryDetails | null => {
    const row = videos.find(({ id }) => id === videoId);
    if (row === undefined) return null;
    return {
      accountId,
      row,
      draft: emptyDraft,
      video: {
        ...nothingShown,
        ...{ id: row.id, title: row.title, status: row.status, publishAt: row.date },
        description: descriptions.get(videoId) ?? 'Filmed from the mole.',
        ...{ formatted: false, cut: [], commentsOpen: true, terms: {} },
      },
      edit: edits.get(videoId) ?? { kind: 'none' },
      file: { name: `harbour-${videoId}.mp4`, bytes: 640_000_000 },
      author: 'Mara Lind',
      failure: library.failure,
    };
  };
  const describe = (accountId: string, { videoId, draft }: VideoText): void => {
    edits.set(videoId, { kind: 'waiting', why: null, until: null });
    if (typeof draft.description === 'string') descriptions.set(videoId, draft.description);
    const excerpt = typeof draft.excerpt === 'string' ? { text: draft.excerpt, isWhole: true } : null;
    videos = videos.map((row) =>
      row.id === videoId
        ? {
            ...{ ...row, title: draft.title ?? row.title, pending: true },
            ...(excerpt === null ? {} : { cells: { ...row.cells, excerpt } }),
          }
        : row,
    );
    changed(accountId);
    const details = detailsOf(accountId, videoId);
    if (details !== null) emit('library.details', details);
  };
  return {
    'library.page': ({ query, offset, limit }) => {
      const found = videos.filter(
        (row) =>
          (query.status === 'all' ? row.status !== 'trash' : row.status === query.status) &&
          row.title.toLowerCase().includes(query.search.toLowerCase()) &&
          Object.values(query.terms).every((ids) => ids.some((id) => (row.id + id) % 4 === 0)) &&
          (query.days?.from == null || (row.date ?? 0) >= Date.parse(query.days.from)) &&
          (query.without !== 'poster' || row.poster === null),
      );
      if (query.sort === 'title') found.sort((a, b) => a.title.localeCompare(b.title));
      return {
        offset,
        total: found.length,
        rows: found.slice(offset, offset + limit),
        complete: library.failure === null,
        limited: false,
        failure: library.failure,
      };
    },
    'library.filters': () => ({
      statuses: ['publish', 'future', 'draft', 'pending', 'private', 'trash'].map((name) => ({
        name,
        count: videos.filter(({ status }) => status === name).length,
      })),
      taxonomies: library.taxonomies,
      mayDraftPosts: true,
    }),
    // The site has by now what waited for it.
    'library.refresh': (accountId) => {
      videos = videos.map((row) => (row.pending ? { ...row, titleThere: row.title, pending: false } : row));
      edits.clear();
      changed(accountId);
    },
    'library.watch': (video) => video && detailsOf(video.accountId, video.videoId),
    'library.describe': ({ accountId, ...text }) => describe(accountId, text),
    'library.handOver': ({ texts }) => void handedOver.push(...texts),
    'library.describeMany': ({ accountId, texts, after = 0 }) => {
      for (const text of [...handedOver.splice(0).slice(0, after), ...texts]) describe(accountId, text);
    },
    'library.changeMany': ({ accountId, videoIds, change }) => {
      for (const videoId of videoIds) describe(accountId, { videoId, draft: change.draft });
      videos = videos.map((row) =>
        videoIds.includes(row.id) ? { ...row, status: change.draft.status ?? row.status } : row,
      );
      return { changed: videoIds.length };
    },
    'library.settle': ({ accountId, videoId }) => {
      edits.delete(videoId);
      const details = detailsOf(accountId, videoId);
      if (details !== null) emit('library.details', details);
    },
    'library.resolve': ({ accountId, videoId }) => {
      edits.delete(videoId);
      const details = detailsOf(accountId, videoId);
      if (details !== null) emit('library.details', details);
    },
    'library.act': ({ accountId, ids, act }) => {
      const failed = ids.flatMap((id) => {
        const problem = library.refusals.get(id);
        return problem === undefined || act === 'delete-forever' ? [] : [{ id, problem, said: null }];
      });
      const done = ids.filter((id) => !failed.some((one) => one.id === id));
      videos = videos.flatMap((row) => {
        if (!done.includes(row.id)) return [row];
        if (act === 'delete-forever') return [];
        return [{ ...row, status: act === 'trash' ? 'trash' : act === 'restore' ? 'draft' : 'publish' }];
      });
      changed(accountId);
      const id = Math.max(0, ...batches.map((one) => one.id)) + 1;
      const listed = failed.map((one) => ({ ...one, title: titleOf(one.id) }));
      const over: LibraryBatch = {
        ...{ id, accountId, act, actId: null, total: ids.length, over: ids.length, isStopped: false, waits: null },
        ...{ result: { done, failed }, taken: null, failed: listed, mayRetry: failed.length > 0 },
      };
      batches = [...batches, over];
      emit('library.batches', batches);
      return id;
    },
    'library.batches': () => batches,
    'library.batch': ({ id, how }) => {
      batches = batches.flatMap((one) => {
        if (one.id !== id) return [one];
        if (how === 'dismiss' || (how === 'told' && one.failed.length === 0)) return [];
        if (how === 'told') return [{ ...one, result: null, taken: null }];
        return [how === 'stop' ? { ...one, isStopped: true } : one];
      });
      emit('library.batches', batches);
    },
    'library.open': () => undefined,
    'audit.state': report,
    'audit.run': report,
    'audit.dismiss': ({ accountId, videoIds }) => {
      duplicates = duplicates.filter((pair) => pair.videoIds[1] !== videoIds[1]);
      return report(accountId);
    },
    'audit.trash': ({ accountId, videoId }) => {
      duplicates = duplicates.filter((pair) => pair.videoIds[1] !== videoId);
      return { report: report(accountId), result: { done: [videoId], failed: [] } };
    },
    'posts.page': ({ search, offset, limit }) => {
      const found = library.posts.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()));
      return {
        offset,
        total: found.length,
        rows: found.slice(offset, offset + limit),
        complete: true,
        limited: false,
        failure: null,
      };
    },
    'posts.open': () => undefined,
    'posts.draft': () =>
      library.failure === null
        ? { ok: true, value: { postId: 900, wasThere: false } }
        : { ok: false, failure: library.failure },
    'posts.edit': () => undefined,
  };
}
