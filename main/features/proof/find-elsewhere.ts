// Looks on the site for a clip that was never sent from here, or came true long after its attempt: another computer may have sent it.
import { SiteRefusal } from '../../answers.ts';
import type { Candidate, Job, StoredFile } from '../../model.ts';
import type { Files } from '../../ports.ts';
import { type Evidence, nameFits, suspects } from '../../queue/match/match.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../../site/client/client.ts';
import { toItem } from '../../site/content/lists.ts';
import { recordIn } from '../../site/content/records.ts';
import type { AccountFiles } from './account-files.ts';
import { type Compared, closePlaces, createClipComparer } from './compare-clip.ts';
import type { Looked } from './looked.ts';
import { isLateOwn, rivalsOf } from './rivals.ts';

export interface ElsewhereOptions {
  readonly files: Files;
  readonly calls: SiteCalls;
  readonly store: QueueStore;
  readonly accountFiles: Pick<AccountFiles, 'like' | 'ruleOut'>;
}

/** Looks once, at a list of the account's files that is at most `freshMs` old. Throws SiteRefusal, HttpError and FileError. */
export type FindElsewhere = (
  job: Job,
  client: AuthorizedClient,
  userId: number,
  fileName: string,
  freshMs: number,
) => Promise<Looked>;

/** What has become of a video of this account's. */
interface There {
  readonly title: string;
  readonly isTrashed: boolean;
}

export function createFindElsewhere({ files, calls, store, accountFiles }: ElsewhereOptions): FindElsewhere {
  const { compare } = createClipComparer(files, calls);

  /** Null = it is gone, or not this account's. */
  const whereIs = async (client: AuthorizedClient, userId: number, videoId: number): Promise<There | null> => {
    const said = await calls.ask(client, {
      method: 'GET',
      route: platformRoute(client, `video/${videoId}`),
      query: { context: 'edit' },
    });
    // Only WordPress's own word counts: what a proxy or a firewall says tells nothing of the video.
    const isTold = said.code?.startsWith('rest_') === true;
    if ((said.status === 404 || said.status === 403 || said.status === 401) && isTold) return null;
    if (said.status !== 200) throw new SiteRefusal(said);
    const { title, status, authorId } = recordIn(said, toItem);
    return authorId !== null && authorId !== userId ? null : { title, isTrashed: status === 'trash' };
  };

  /** Three places tell most files apart; what nobody here ever sent is believed at many. */
  const compareClosely = async (job: Job, root: string, file: StoredFile): Promise<Compared> => {
    const first = await compare(job, root, file);
    return first.sampled === 'equal' ? compare(job, root, file, closePlaces) : first;
  };

  /** What one file tells: this clip's video, one that only its user can tell, or (null) another's. */
  const judge = async (
    job: Job,
    client: AuthorizedClient,
    userId: number,
    file: StoredFile,
    { bytes, fileName, rivals }: Omit<Evidence, 'stranger'>,
  ): Promise<Looked | null> => {
    const { videoId } = file;
    if (videoId === null) return null;
    const found = await compareClosely(job, client.root, file);
    if (found.sampled === 'different') accountFiles.ruleOut(job, file.mediaId);
    if (found.sampled === 'different' || (found.file.bytes ?? bytes) !== bytes) return null;
    // Without bytes to compare a name and a size are no proof: cameras count from 1 again, and some make all files of one size. Who
    // else of this list may have made it settles that by itself.
    const isProven = found.sampled === 'equal';
    if (!isProven && (!nameFits(fileName, file) || rivals.length > 0)) return null;
    const there = await whereIs(client, userId, videoId);
    if (there === null) return null;
    if (isProven && !there.isTrashed) {
      const isLate = isLateOwn(store, job, file, there.title) ? ({ isLate: true } as const) : {};
      return { kind: 'found', videoId, createdAt: file.createdAt, file: found.with, ...isLate };
    }
    const { title, createdAt } = file;
    return { kind: 'ask', candidates: [{ videoId, title, createdAt, sizeMatches: true }] };
  };

  return async (job, client, userId, fileName, freshMs) => {
    const stored = await accountFiles.like(job, client, fileName, freshMs);
    if (stored.length === 0) return { kind: 'absent' };
    const evidence: Omit<Evidence, 'stranger'> = {
      fileName,
      bytes: job.clip.identity.size,
      taken: store.takenVideos(job.accountId, job.id),
      refused: new Set(store.attempts(job.id).flatMap(({ rejectedVideoIds }) => rejectedVideoIds ?? [])),
      from: Number.NEGATIVE_INFINITY,
      rivals: rivalsOf(store, job),
    };
    const asked: Candidate[] = [];
    // Of two copies of one clip the first is the one that people may have seen.
    const oldestFirst = suspects(stored, evidence).toSorted((a, b) => a.mediaId - b.mediaId);
    for (const file of oldestFirst.filter(({ videoId }) => !evidence.refused.has(videoId ?? 0))) {
      const judged = await judge(job, client, userId, file, evidence);
      if (judged?.kind === 'found') return judged;
      if (judged?.kind === 'ask') asked.push(...judged.candidates);
    }
    return asked.length === 0 ? { kind: 'absent' } : { kind: 'ask', candidates: asked };
  };
}
