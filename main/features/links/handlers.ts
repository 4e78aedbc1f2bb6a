// What the window asks about links: the clipboard gets them, as main can write more into it than a page may.
import type { Linked } from '../../../preload/contract.ts';
import type { Job } from '../../model.ts';
import type { Clock, Desktop } from '../../ports.ts';
import { withoutExtension } from '../../queue/match/match.ts';
import type { JobSelection } from '../../queue/store/job-selection.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { Handlers } from '../../uploader-api.ts';
import { requireSiteOf } from '../accounts/require.ts';
import type { Library } from '../library/library.ts';
import { videoIdOf } from '../uploads/inspect.ts';
import type { VideoCache } from '../uploads/video-cache.ts';
import { type GatherLinksOptions, gatherLinks, type WantedLink } from './gather-links.ts';
import { linkText } from './link-texts.ts';

export interface LinksOptions extends GatherLinksOptions {
  readonly clock: Pick<Clock, 'soon'>;
  readonly desktop: Pick<Desktop, 'copy'>;
  readonly store: Pick<QueueStore, 'job'>;
  readonly targets: Pick<JobSelection, 'idsOf'>;
  readonly library: Pick<Library, 'row'>;
  readonly videos: Pick<VideoCache, 'get'>;
}

/** So many rows are read before others get their turn: some ten milliseconds. */
const stepJobs = 100;

function wantedOf(videos: LinksOptions['videos'], job: Job): WantedLink | null {
  const videoId = videoIdOf(job);
  if (videoId === null) return null;
  const { accountId, clip, draft } = job;
  const title = draft.title ?? withoutExtension(clip.name);
  return { accountId, videoId, title, link: videos.get(job.id)?.link ?? null, file: clip.name };
}

async function wantedIn(
  { clock, store, targets, videos }: LinksOptions,
  target: Extract<Linked, { jobs: unknown }>['jobs'],
) {
  const wanted: WantedLink[] = [];
  let notThere = 0;
  const ids = await targets.idsOf(target);
  for (const [at, id] of ids.entries()) {
    if (at > 0 && at % stepJobs === 0) await new Promise<void>((resolve) => clock.soon(resolve));
    const job = store.job(id);
    const one = job && wantedOf(videos, job);
    if (one) wanted.push(one);
    else if (job) notThere++;
  }
  return { wanted, notThere };
}

function videosOf({ accounts, library }: LinksOptions, { accountId, videoIds }: Exclude<Linked, { jobs: unknown }>) {
  requireSiteOf(accounts, accountId);
  return {
    wanted: videoIds.map((videoId) => {
      const { title = '', link = null } = library.row(accountId, videoId) ?? {};
      return { accountId, videoId, title, link, file: '' };
    }),
    notThere: 0,
  };
}

export function linksHandlers(options: LinksOptions): Pick<Handlers, 'links.copy'> {
  return {
    'links.copy': async ({ of, form }) => {
      const { wanted, notThere } = 'jobs' in of ? await wantedIn(options, of.jobs) : videosOf(options, of);
      const { rows, ...counts } = await gatherLinks(options, wanted);
      if (rows.length > 0) await options.desktop.copy(linkText(rows, form));
      return { copied: rows.length, ...counts, notThere };
    },
  };
}
