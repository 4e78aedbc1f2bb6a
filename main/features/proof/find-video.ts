// Looks on the site for what an attempt left there: by the id that the site named, by its files, by its titles (decision 4).
import { type SiteAnswer, storedFileIn } from '../../answers.ts';
import type { Attempt, Job, StoredFile, Video } from '../../model.ts';
import type { Files } from '../../ports.ts';
import { firstOf } from '../../queue/job/attempt-lineage.ts';
import { isAssumed, isElsewhere } from '../../queue/job/presumed-attempt.ts';
import { type Evidence, type Judgement, judge, suspects, titleFits } from '../../queue/match/match.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { SiteFiles } from '../../queue/store/site-files.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { filesSince, fileWith } from '../../site/content/media.ts';
import { listVideos, ownStatuses } from '../../site/content/videos.ts';
import { sentFileName } from '../../transfer/file-name.ts';
import { utcText } from '../../untrusted/values.ts';
import { type Compared, createClipComparer } from './compare-clip.ts';
import type { FindElsewhere } from './find-elsewhere.ts';
import type { Looked } from './looked.ts';
import { earliestOf, hasStranger, lately, rivalsOf } from './rivals.ts';
import type { SiteLedger } from './site-inventory.ts';

/** The Date header counts whole seconds and two clocks drift: look a little further back than the attempt's beginning. */
const windowMarginMs = 30_000;
/** Where the site's clock was never heard: any time zone mistake fits in. */
const blindMarginMs = 26 * 3_600_000;
const mostSuspects = 10;
/** What the account's list said when the clip was suspected on the site, in ms. */
const justNowMs = 2_000;

/** From when on, in ms of the site's own clock, a video can come from this attempt. */
export function windowStart({ startedAt, siteSkewMs }: Attempt): number {
  return siteSkewMs === null ? startedAt - blindMarginMs : startedAt + siteSkewMs - windowMarginMs;
}

/** Known before the site is: who else can have made its files is asked once they are listed. */
type Known = Omit<Evidence, 'rivals' | 'stranger'>;

const differing = (found: readonly Compared[]): readonly StoredFile[] =>
  found.filter(({ sampled }) => sampled === 'different').map(({ file }) => file);

/** What a judgement comes to; null = the clip is none of the files. */
function concluded(judgement: Judgement, found: readonly Compared[]): Looked | null {
  if (judgement.kind === 'absent') return null;
  if (judgement.kind === 'ask') return judgement;
  const { videoId } = judgement;
  const one = found.find(({ file }) => file.videoId === videoId);
  return {
    ...{ kind: 'found', videoId, createdAt: one?.file.createdAt ?? null, file: one?.with ?? null },
    ...(one?.sampled === 'equal' ? {} : { byName: true }),
  };
}

/** True when a video was there as the site said yes to the clip. */
function wasPromised({ state }: Job, { siteSkewMs, endedAt }: Attempt, { createdAt }: Video): boolean {
  if (state.kind !== 'unclear' || !state.saidYes) return false;
  if (siteSkewMs === null || endedAt === null || createdAt === null) return true;
  return createdAt <= endedAt + siteSkewMs + windowMarginMs;
}

export interface Looks {
  /** Looks once. Throws SiteRefusal, HttpError, and FileError where the clip's disk does not answer: then nothing is known. */
  look(job: Job, attempt: Attempt, client: AuthorizedClient, userId: number): Promise<Looked>;
  /** The video of the file that an answer names by its header (F-03); null = it names none, or another one. */
  videoOfFile(said: SiteAnswer, job: Job, client: AuthorizedClient): Promise<number | null>;
}

/** A look for what somebody else may have sent. */
function bySightingOf(findElsewhere: FindElsewhere): Looks['look'] {
  return async (job, _attempt, client, userId) => {
    const { clip, draft } = job;
    // By the name under which it would go now: it may have been given another title since it was seen there.
    const fileName = sentFileName(clip.name, draft.title, clip.facts.format);
    const found = await findElsewhere(job, client, userId, fileName, justNowMs);
    // It says nothing about how long the site takes with what is sent from here.
    return found.kind === 'found' ? { ...found, createdAt: null } : found;
  };
}

export function createLooks(options: {
  readonly files: Files;
  readonly calls: SiteCalls;
  readonly store: QueueStore;
  /** What the site holds that can be a clip which may have been sent before the list was damaged. */
  readonly siteLedger: Pick<SiteLedger, 'filesLike'>;
  readonly findElsewhere: FindElsewhere;
  /** What is known already of the account's files. */
  readonly siteFiles: Pick<SiteFiles, 'latest'>;
}): Looks {
  const { calls, store, siteLedger, siteFiles, findElsewhere } = options;
  const { compare, compareAll } = createClipComparer(options.files, calls);

  /** The file that the site named in an answer to these very bytes: it need not be looked for (F-03). */
  const named = async (
    job: Job,
    attempts: readonly Attempt[],
    client: AuthorizedClient,
    { bytes, taken, refused }: Known,
  ): Promise<StoredFile | null> => {
    for (const { mediaId } of attempts) {
      const file = mediaId === null ? null : await fileWith(calls, client, mediaId);
      if (file === null || file.videoId === null) continue;
      if (taken.has(file.videoId) || refused.has(file.videoId)) continue;
      const compared = await compare(job, client.root, file);
      if (compared.sampled !== 'different' && (compared.file.bytes ?? bytes) === bytes) return file;
    }
    return null;
  };

  /** What the files tell that the account stored in the attempt's time; null = none of them is the clip, `others` are the videos of those. */
  const byFiles = async (
    job: Job,
    client: AuthorizedClient,
    stored: readonly StoredFile[],
    known: Known,
    since: number,
  ): Promise<{ readonly looked: Looked | null; readonly others: ReadonlySet<number | null> }> => {
    // Now that the files are known: what began meanwhile can have made one of them.
    const stranger = hasStranger(store, job, known, [...stored, ...lately(siteFiles, job, since)]);
    const evidence: Evidence = { ...known, rivals: rivalsOf(store, job), stranger };
    const found = await compareAll(job, client.root, suspects(stored, evidence).slice(0, mostSuspects));
    const ofAnotherSize = stored.filter(({ bytes }) => bytes !== null && bytes !== evidence.bytes);
    const others = new Set([...ofAnotherSize, ...differing(found)].map(({ videoId }) => videoId));
    return { looked: concluded(judge(found, evidence), found), others };
  };

  /** Videos that could be the clip, by title only: never proof enough unless the site said yes. */
  const byTitle = async (
    attempt: Attempt,
    client: AuthorizedClient,
    userId: number,
    since: number,
    { taken, refused }: Known,
  ): Promise<readonly Video[]> => {
    const page = await listVideos(calls, client, {
      page: 1,
      perPage: 100,
      author: userId,
      status: ownStatuses,
      after: utcText(since),
    });
    return page.videos.filter(
      ({ id, title }) => !taken.has(id) && !refused.has(id) && titleFits(attempt.fileName, title),
    );
  };

  const lookAt: Looks['look'] = async (job, attempt, client, userId) => {
    const attempts = store.attempts(job.id);
    const known: Known = {
      ...{ fileName: attempt.fileName, bytes: job.clip.identity.size, from: earliestOf(attempts, attempt) },
      taken: store.takenVideos(job.accountId, job.id),
      refused: new Set(attempts.flatMap(({ rejectedVideoIds }) => rejectedVideoIds ?? [])),
    };
    const same = attempts.filter(({ content }) => content === attempt.content);
    const sole = await named(job, same, client, known);
    if (sole?.videoId != null) return { kind: 'found', videoId: sole.videoId, createdAt: sole.createdAt, file: null };
    if (isAssumed(attempt.id)) {
      // Videos without a file are among what the ledger gives.
      const stored = await siteLedger.filesLike(job, client, attempt.fileName);
      // What this list made before it was damaged is nothing that it knows of.
      const evidence: Evidence = { ...known, rivals: rivalsOf(store, job), stranger: false };
      const found = await compareAll(job, client.root, suspects(stored, evidence));
      const looked = concluded(judge(found, evidence), found) ?? { kind: 'absent' };
      return looked.kind === 'found' ? { ...looked, createdAt: null } : looked;
    }
    const since = windowStart(firstOf(attempts, attempt));
    const first = await byFiles(job, client, await filesSince(calls, client, userId, since), known, since);
    if (first.looked) return first.looked;
    const titled = (await byTitle(attempt, client, userId, since, known)).filter(({ id }) => !first.others.has(id));
    if (titled.length === 0) return { kind: 'absent' };
    // Another clip may have been stored under this name between the two lists: its video was there, and its file was not yet.
    const second = await byFiles(job, client, await filesSince(calls, client, userId, since), known, since);
    if (second.looked) return second.looked;
    const fitting = titled.filter(({ id }) => !second.others.has(id));
    const [only] = fitting;
    if (!only) return { kind: 'absent' };
    if (fitting.length === 1 && wasPromised(job, attempt, only))
      return { kind: 'found', videoId: only.id, createdAt: only.createdAt, file: null };
    return {
      kind: 'ask',
      candidates: fitting.map(({ id, title, createdAt }) => ({ videoId: id, title, createdAt, sizeMatches: false })),
    };
  };

  const lookElsewhere = bySightingOf(findElsewhere);

  return {
    look: async (job, attempt, client, userId) => {
      const found = await (isElsewhere(attempt.id) ? lookElsewhere : lookAt)(job, attempt, client, userId);
      const knowsRefused = store.attempts(job.id).every(({ rejectedVideoIds }) => rejectedVideoIds !== null);
      if (found.kind !== 'found' || knowsRefused) return found;
      // It may be one that the user has turned down before: only the user knows.
      const { videoId, createdAt } = found;
      return { kind: 'ask', candidates: [{ videoId, title: attempt.fileName, createdAt, sizeMatches: true }] };
    },

    videoOfFile: async (said, job, client) => {
      const mediaId = storedFileIn(said);
      const file = mediaId === null ? null : await fileWith(calls, client, mediaId).catch(() => null);
      if (file === null || file.videoId === null || file.bytes !== job.clip.identity.size) return null;
      return store.takenVideos(job.accountId, job.id).has(file.videoId) ? null : file.videoId;
    },
  };
}
