// What is found out about a job when somebody looks at it: facts that cost a read of the file or a request to the site.
import type { Job } from '../../model.ts';
import type { Desktop, Files } from '../../ports.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { getVideo } from '../../site/content/videos.ts';
import { videoOf } from '../../states.ts';
import { NotFound, type Uploader } from '../../uploader-api.ts';
import { type Accounts, belongsTo } from '../accounts/accounts.ts';
import { refreshed } from '../metadata/drafts.ts';
import { readFacts } from '../metadata/read-facts.ts';
import type { Sidecars } from '../sidecars/sidecars.ts';
import type { Feed } from './feed.ts';
import type { OnSite } from './on-site.ts';
import type { VideoCache } from './video-cache.ts';

export interface InspectOptions {
  readonly files: Pick<Files, 'open'>;
  readonly desktop: Pick<Desktop, 'openUrl'>;
  readonly accounts: Pick<Accounts, 'client' | 'siteOf'>;
  readonly calls: SiteCalls;
  readonly store: QueueStore;
  readonly runner: Pick<Runner, 'apply'>;
  readonly videos: VideoCache;
  readonly onSite: OnSite;
  readonly sidecars: Pick<Sidecars, 'look'>;
  readonly feed: Pick<Feed, 'changed'>;
}

/** The job's clip for the window, and whether it has become a video. */
export function servedClip(job: Job | null): ReturnType<Uploader['clip']> {
  return job && { ...job.clip, isSent: videoOf(job.state) !== null };
}

/** Fetches the job's video, and takes over what was changed on the site meanwhile. */
async function fetchVideo({ accounts, calls, runner, videos, onSite }: InspectOptions, job: Job): Promise<void> {
  // What the site has of a cancelled one changes no details: none of them is to be saved.
  const videoId = job.state.kind === 'cancelled' ? null : videoOf(job.state);
  const client = accounts.client(job.accountId);
  if (videoId === null || !client || !videos.isStale(job.id)) return;
  const video = await getVideo(calls, client, videoId);
  if (!video) {
    onSite.gone(job.accountId, videoId);
    return;
  }
  videos.remember(job.id, video);
  onSite.learn(job.accountId, video);
  await runner.apply(job.id, (now) => refreshed(now, video));
}

/** Throws what the file and the site do. */
export async function inspect(options: InspectOptions, job: Job): Promise<void> {
  await options.sidecars.look(job.id);
  await readFacts(options, job);
  await fetchVideo(options, job);
  options.feed.changed(job.id, false);
}

/** Shows the job's video in the browser, also that of a clip which was cancelled after it had arrived. Throws NotFound. */
export async function openVideo({ accounts, desktop, videos }: InspectOptions, job: Job): Promise<void> {
  const videoId = videoOf(job.state);
  const site = accounts.siteOf(job.accountId);
  if (videoId === null || !site) throw new NotFound('not-on-site');
  const link = videos.get(job.id)?.link;
  await desktop.openUrl(link && belongsTo(site, link) ? link : `${site.address}/?post_type=video&p=${videoId}`);
}
