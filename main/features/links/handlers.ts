// What the window asks about links and receipts: the clipboard gets the ones, as main can write more into it than a page may, a file the others.
import type {
  HistorySaved,
  HistoryView,
  JobTarget,
  Linked,
  Outcome,
  ReceiptForm,
  ReceiptSaved,
  SaveProblem,
} from '../../../preload/contract.ts';
import type { AccountId, Job } from '../../model.ts';
import { type Clock, type Desktop, type ReceiptFiles, SaveError } from '../../ports.ts';
import { withoutExtension } from '../../queue/match/match.ts';
import type { ArrivedClips } from '../../queue/store/arrived-clips.ts';
import type { JobSelection } from '../../queue/store/job-selection.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import { videoOf } from '../../states.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireSiteOf } from '../accounts/require.ts';
import type { Library } from '../library/library.ts';
import { attemptViews } from '../uploads/job-view.ts';
import type { VideoCache } from '../uploads/video-cache.ts';
import { findLinks, type GatherLinksOptions, gatherLinks, type WantedLink } from './gather-links.ts';
import { createHistory, type History, historyText } from './history.ts';
import { linkText } from './link-texts.ts';
import { type ReceiptClip, receiptText, timeOf } from './receipt-text.ts';

export interface LinksOptions extends GatherLinksOptions {
  readonly clock: Pick<Clock, 'soon' | 'now' | 'zoneOffsetMinutes'>;
  readonly desktop: Pick<Desktop, 'copy'>;
  readonly receipts?: ReceiptFiles;
  readonly accounts: GatherLinksOptions['accounts'] & Pick<Accounts, 'account'>;
  readonly store: Pick<QueueStore, 'job' | 'attempts'>;
  readonly targets: Pick<JobSelection, 'idsOf'>;
  readonly library: Pick<Library, 'row'>;
  readonly videos: Pick<VideoCache, 'get'>;
  readonly arrivals: ArrivedClips;
  /** The system's locale: as spreadsheets here read tables. */
  readonly region: string;
}

/** So many rows are read before others get their turn: some ten milliseconds. */
const stepJobs = 100;
/** The same of what is summed up. */
const stepArrivals = 500;

function wantedOf(videos: LinksOptions['videos'], job: Job): WantedLink | null {
  const videoId = videoOf(job.state);
  if (videoId === null) return null;
  const { accountId, clip, draft } = job;
  const title = draft.title ?? withoutExtension(clip.name);
  return { accountId, videoId, title, link: videos.get(job.id)?.link ?? null, file: clip.name };
}

/** Jobs in the order of the list; others get their turn in between. */
async function jobsIn({ clock, store, targets }: LinksOptions, target: JobTarget): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (const [at, id] of (await targets.idsOf(target)).entries()) {
    if (at > 0 && at % stepJobs === 0) await new Promise<void>((resolve) => clock.soon(resolve));
    const job = store.job(id);
    if (job) jobs.push(job);
  }
  return jobs;
}

async function wantedIn(options: LinksOptions, target: JobTarget) {
  const jobs = await jobsIn(options, target);
  const wanted = jobs.flatMap((job) => wantedOf(options.videos, job) ?? []);
  return { wanted, notThere: jobs.length - wanted.length };
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

/** "clipferry-receipt-2026-11-23.csv", by the day of this computer. */
function receiptName(at: number, zoneMinutes: number, form: ReceiptForm): string {
  return `clipferry-receipt-${new Date(at + zoneMinutes * 60_000).toISOString().slice(0, 10)}.${form}`;
}

async function receiptClips(options: LinksOptions, target: JobTarget): Promise<readonly ReceiptClip[]> {
  const { accounts, store, videos } = options;
  const jobs = await jobsIn(options, target);
  const find = await findLinks(
    options,
    jobs.flatMap((job) => wantedOf(videos, job) ?? []),
  );
  return jobs.map((job): ReceiptClip => {
    const { accountId, clip, state, draft } = job;
    const videoId = videoOf(job.state);
    const found = videoId === null ? null : find({ accountId, videoId });
    const there = typeof found === 'string' ? null : found;
    return {
      ...{
        file: clip.name,
        path: clip.path,
        bytes: clip.identity.size,
        sha256: job.sha256,
        state: state.kind,
        videoId,
      },
      site: accounts.siteOf(accountId)?.address ?? '',
      account: accounts.account(accountId)?.login ?? '',
      title: there?.title ?? draft.title ?? withoutExtension(clip.name),
      link: there?.link ?? null,
      status: typeof found === 'string' ? found : there?.status || null,
      addedAt: job.addedAt,
      arrivedAt: state.kind === 'done' ? state.finishedAt : job.arrivedAt,
      attempts: attemptViews(store.attempts(job.id)).map(({ startedAt, endedAt, ended, status, sentBytes }) => ({
        ...{ startedAt, endedAt, ended, sentBytes, httpStatus: status },
      })),
    };
  });
}

async function saveReceipt(
  options: LinksOptions,
  target: JobTarget,
  form: ReceiptForm,
): Promise<Outcome<ReceiptSaved, SaveProblem> | null> {
  const { clock, receipts, region } = options;
  if (receipts === undefined) throw new NotFound('failed');
  const now = clock.now();
  const path = await receipts.choosePlace(receiptName(now, clock.zoneOffsetMinutes(now), form), form);
  if (path === null) return null;
  const clips = await receiptClips(options, target);
  const zoneMinutes = (at: number): number => clock.zoneOffsetMinutes(at);
  try {
    await receipts.saveText(path, receiptText(clips, form, { now, zoneMinutes, region }));
  } catch (error) {
    if (error instanceof SaveError) return { ok: false, failure: error.problem };
    throw error;
  }
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  const notThere = clips.filter(
    ({ videoId, status }) => videoId === null || status === 'deleted' || status === 'trash',
  );
  return {
    ok: true,
    value: { name: path.slice(end + 1), folder: path.slice(0, end), clips: clips.length, notThere: notThere.length },
  };
}

/** Others get their turn in between. */
async function readHistory({ accounts, arrivals, clock }: LinksOptions): Promise<HistoryView> {
  const named = (accountId: AccountId) => ({
    account: accounts.account(accountId)?.name ?? '',
    site: accounts.siteOf(accountId)?.name ?? '',
  });
  const zoneMinutes = (at: number): number => clock.zoneOffsetMinutes(at);
  const history: History = createHistory({ now: clock.now(), zoneMinutes, named });
  for (let place: number | null = 0; place !== null; ) {
    const { arrivals: some, last } = arrivals.after(place, stepArrivals);
    for (const arrival of some) history.add(arrival);
    place = last;
    if (place !== null) await new Promise<void>((resolve) => clock.soon(resolve));
  }
  return history.view();
}

async function saveHistory(options: LinksOptions): Promise<Outcome<HistorySaved, SaveProblem> | null> {
  const { clock, receipts, region } = options;
  if (receipts === undefined) throw new NotFound('failed');
  const now = clock.now();
  const day = new Date(now + clock.zoneOffsetMinutes(now) * 60_000).toISOString().slice(0, 10);
  const path = await receipts.choosePlace(`clipferry-history-${day}.csv`, 'history');
  if (path === null) return null;
  const timeHere = (at: number): string => timeOf(at, clock.zoneOffsetMinutes(at));
  try {
    await receipts.saveText(path, historyText(await readHistory(options), timeHere, region));
  } catch (error) {
    if (error instanceof SaveError) return { ok: false, failure: error.problem };
    throw error;
  }
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return { ok: true, value: { name: path.slice(end + 1), folder: path.slice(0, end) } };
}

export function linksHandlers(
  options: LinksOptions,
): Pick<Handlers, 'links.copy' | 'links.receipt' | 'history.view' | 'history.save'> {
  return {
    'history.view': () => readHistory(options),
    'history.save': () => saveHistory(options),
    'links.copy': async ({ of, form }) => {
      const { wanted, notThere } = 'jobs' in of ? await wantedIn(options, of.jobs) : videosOf(options, of);
      const { rows, ...counts } = await gatherLinks(options, wanted);
      if (rows.length > 0) await options.desktop.copy(linkText(rows, form));
      return { copied: rows.length, ...counts, notThere };
    },
    'links.receipt': ({ target, form }) => saveReceipt(options, target, form),
  };
}
