// The videos that may be a clip, as their site shows them now: some may have vanished, or be another clip's, since they were found.
import type { CandidateView } from '../../../preload/contract.ts';
import type { Candidate, Job } from '../../model.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../../site/client/client.ts';
import { fileOf, toItem } from '../../site/content/lists.ts';
import type { Accounts } from '../accounts/accounts.ts';

export interface CandidatesOptions {
  readonly accounts: Pick<Accounts, 'client'>;
  readonly calls: SiteCalls;
  readonly store: QueueStore;
}

const atOnce = 4;

/** In the order in which they were found. What the site does not tell now stays as it was found. */
export async function candidatesOf(options: CandidatesOptions, job: Job): Promise<readonly CandidateView[]> {
  const { accounts, store } = options;
  const candidates = job.state.kind === 'needs-you' ? job.state.candidates : [];
  const taken = store.takenVideos(job.accountId, job.id);
  const client = accounts.client(job.accountId);
  const views: CandidateView[] = [];
  for (let from = 0; from < candidates.length; from += atOnce) {
    const some = candidates.slice(from, from + atOnce);
    views.push(...(await Promise.all(some.map((one) => asItIs(options, job, client, one, taken.has(one.videoId))))));
  }
  return views;
}

async function asItIs(
  { calls }: CandidatesOptions,
  job: Job,
  client: AuthorizedClient | null,
  candidate: Candidate,
  taken: boolean,
): Promise<CandidateView> {
  const unknown: CandidateView = { ...candidate, status: '', bytes: null, poster: null, there: null, taken };
  if (!client) return unknown;
  try {
    const { videoId } = candidate;
    const query = { context: 'edit' };
    const said = await calls.ask(client, { method: 'GET', route: platformRoute(client, `video/${videoId}`), query });
    if (said.status === 404 && said.code === 'rest_post_invalid_id') return { ...unknown, there: false };
    if (said.status !== 200) return unknown;
    const item = toItem(said.json);
    const file = await fileOf(calls, client, videoId).catch(() => null);
    const bytes = file?.bytes ?? null;
    return {
      ...unknown,
      title: item.title,
      status: item.status,
      bytes,
      sizeMatches: bytes === null ? candidate.sizeMatches : bytes === job.clip.identity.size,
      poster: item.posterId === null ? null : `${job.accountId}/${item.posterId}`,
      there: item.status !== 'trash',
    };
  } catch {
    // Not to be asked now: what was found is shown, and the choice is checked again when it is applied.
    return unknown;
  }
}
