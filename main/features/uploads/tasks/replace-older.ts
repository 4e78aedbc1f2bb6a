// A newer version takes the place of an older video: what that one had is taken over first, then it goes to the site's trash.
import { SiteRefusal } from '../../../answers.ts';
import type { Account, Draft, FailureCause, Job, Video } from '../../../model.ts';
import type { NewerVersions } from '../../../queue/store/newer-versions.ts';
import type { AuthorizedClient, SiteCalls } from '../../../site/client/client.ts';
import { takeAway } from '../../../site/content/trash.ts';
import { getVideo } from '../../../site/content/videos.ts';
import { videoOf } from '../../../states.ts';

/** The older video that is to be trashed; `video` null = the site has it no more, or does not show it. */
export interface ToReplace {
  readonly job: Job;
  readonly videoId: number;
  readonly video: Video | null;
}

/** Statuses that every site has, and whether only who may publish may set them. */
const statuses: ReadonlyMap<string, boolean> = new Map([
  ['draft', false],
  ['pending', false],
  ['private', true],
  ['publish', true],
  ['future', true],
]);

/**
 * What its user typed for the newer version, and of the rest what the older video has. Not its web address, which that one keeps in the
 * trash, nor what this account may not set.
 */
export function inherited(typed: Draft, older: Video, { canPublish }: Pick<Account, 'canPublish'>): Draft {
  const needsRight = statuses.get(older.status);
  const status = needsRight === undefined || (needsRight && !canPublish) ? null : older.status;
  // Who says when or for whom the newer one is shown has said all of it.
  const isTyped = typed.status !== null || typed.publishAt !== null || typed.password !== null;
  const shown = isTyped
    ? {}
    : { status, publishAt: status === 'future' ? older.createdAt : null, password: older.password || null };
  const chosen = new Set(Object.keys({ ...typed.terms, ...typed.termChanges }));
  const terms = Object.entries(older.terms).filter(([base, ids]) => ids.length > 0 && !chosen.has(base));
  return {
    ...typed,
    title: typed.title ?? (older.title || null),
    description: typed.description ?? (older.formatted || older.cut === true ? null : older.description || null),
    excerpt: typed.excerpt ?? (older.excerpt || null),
    commentsOpen: typed.commentsOpen ?? older.commentsOpen,
    ...shown,
    terms: terms.length === 0 ? typed.terms : { ...Object.fromEntries(terms), ...typed.terms },
  };
}

/** Whether its description would be lost with it: it has a form that only the site's own editor can copy. */
function isLost(typed: Draft, { formatted, cut }: Video): boolean {
  return typed.description === null && (formatted || cut === true);
}

export interface ReplaceOlder {
  /** The older video that is to be trashed once all of the job's is on the site; null = none. Throws SiteRefusal, HttpError. */
  toReplace(job: Job, client: AuthorizedClient): Promise<ToReplace | null>;
  /** Trashes it, and says why it stays; null = it is in the trash, or gone. Throws SiteRefusal, HttpError. */
  trash(job: Job, client: AuthorizedClient, older: ToReplace): Promise<FailureCause | null>;
}

export interface ReplaceOlderOptions {
  readonly calls: SiteCalls;
  readonly versions: Pick<NewerVersions, 'of' | 'settle'>;
  readonly store: { write<T>(work: () => T): Promise<T> };
  /** A video as the site just showed it. */
  readonly onVideo: (job: Job, video: Video) => void;
}

/** `why` in one word of ours, as the window has a sentence for each. */
const stays = (why: 'forbidden' | 'trashless' | 'formatted'): FailureCause => ({
  kind: 'needs-you',
  reason: 'older-stays',
  action: 'retry',
  detail: why,
});

export function createReplaceOlder({ calls, versions, store, onVideo }: ReplaceOlderOptions): ReplaceOlder {
  const shown = async (client: AuthorizedClient, videoId: number): Promise<Video | null> => {
    try {
      return await getVideo(calls, client, videoId);
    } catch (error) {
      // It may be trashed all the same; if not, that says so.
      if (error instanceof SiteRefusal && error.said.status === 403) return null;
      throw error;
    }
  };
  return {
    toReplace: async (job, client) => {
      const version = versions.of(job.id);
      if (version === null || version.choice !== 'replace' || version.became !== null) return null;
      const videoId = videoOf(version.older.state);
      // Its video was found to be the very same, or is known no more: there is nothing beside this one.
      if (videoId === null || videoId === videoOf(job.state)) {
        await store.write(() => versions.settle(job.id, videoId === null ? 'gone' : 'stays'));
        return null;
      }
      return { job: version.older, videoId, video: await shown(client, videoId) };
    },
    trash: async (job, client, { job: older, videoId, video }) => {
      if (video !== null && video.status !== 'trash' && isLost(job.draft, video)) return stays('formatted');
      // Its user may have thought better of it while the rest was brought over.
      if (versions.of(job.id)?.choice !== 'replace') return null;
      const answer = await takeAway(calls, client, videoId, 'trash');
      if (answer === 'not-allowed') return stays('forbidden');
      if (answer === 'no-trash') return stays('trashless');
      await store.write(() => versions.settle(job.id, answer === 'gone' ? 'gone' : 'trashed'));
      if (video !== null && answer === null) onVideo(older, { ...video, status: 'trash' });
      return null;
    },
  };
}
