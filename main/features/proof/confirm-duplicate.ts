// Two files of a site that may be one clip: are their bytes equal, and are both still shown?
import type { Attempt, JobId, StoredFile, Video } from '../../model.ts';
import { isAssumed } from '../../queue/job/presumed-attempt.ts';
import type { Pair } from '../../queue/match/duplicate-store.ts';
import type { Duplicate } from '../../queue/match/duplicates.ts';
import { samplePlaces } from '../../queue/match/match.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { sampleOf } from '../../site/content/media.ts';
import { getVideo } from '../../site/content/videos.ts';

/** Places compared of two files that look alike. */
const places = 6;

/** A try that ended so left nothing on the site. */
const neverThere: ReadonlySet<Attempt['ended']> = new Set([
  'connection-lost',
  'clip-unreadable',
  'signed-out',
  'held-back',
  'proxy',
  'answered-early',
  'refused',
  'stopped',
  'elsewhere',
  'clip-changed',
  'clip-in-use',
  'interrupted',
]);

/** Null = their bytes differ. */
async function compareFiles(
  calls: SiteCalls,
  root: string,
  own: StoredFile,
  other: StoredFile,
): Promise<Pair['proof'] | null> {
  for (const { start, length } of samplePlaces(own.bytes ?? 1, places)) {
    const [one, two] = await Promise.all([own, other].map((file) => sampleOf(calls, root, file, start, length)));
    if (!one || !two) return 'name-and-size';
    if (Buffer.compare(one.bytes, two.bytes) !== 0) return null;
  }
  return 'bytes';
}

/** True when no more than one try of the clip can have come true: the other video was sent from elsewhere (two computers, one account). */
function isSentOnce(store: QueueStore, jobId: JobId): boolean {
  const tries = store.attempts(jobId).filter(({ id, ended }) => !isAssumed(id) && !neverThere.has(ended));
  return tries.length === 1;
}

/** The pair as it is shown; null = the two are no copies of one clip, or one of them is gone. */
export async function confirmDuplicate(
  { calls, store }: { readonly calls: SiteCalls; readonly store: QueueStore },
  client: AuthorizedClient,
  { jobId, own, other }: Duplicate,
): Promise<Pair | null> {
  const proof = await compareFiles(calls, client.root, own, other);
  const job = store.job(jobId);
  if (proof === null || !job) return null;
  const shown: Video[] = [];
  for (const { videoId } of [own, other]) {
    const video = videoId === null ? null : await getVideo(calls, client, videoId);
    if (!video || video.status === 'trash') return null;
    shown.push(video);
  }
  const [first, second] = shown.map(({ id, title, status }, at) => ({
    videoId: id,
    title,
    status,
    // When it was stored; a video's own date is when it is or becomes public.
    createdAt: (at === 0 ? own : other).createdAt,
  }));
  if (!first || !second) return null;
  const pair: Pair = { jobId, name: job.clip.name, bytes: job.clip.identity.size, proof, videos: [first, second] };
  return isSentOnce(store, jobId) ? { ...pair, sentOnce: true } : pair;
}
