// An upload of bytes that its clip has no more, and whose end may still come: a proxy may hold it, and the site make a video of it beside
// the one of the clip as it is now (F-01, F-25). It is ended before the clip goes anew.
import type { Attempt, Job, Site, Verdict } from '../../../model.ts';
import { HttpError, type Logger } from '../../../ports.ts';
import type { QueueStore } from '../../../queue/store/job-store.ts';
import type { SiteUploads } from '../../../queue/store/site-uploads.ts';
import { endUpload } from '../../../transfer/end-upload.ts';
import { helperStateIn } from '../../../transfer/helper-state.ts';
import { anew, isForgotten, report, withoutAnswer } from '../../../transfer/pieces-report.ts';
import type { SendReport } from '../../../transfer/report.ts';
import { askState, type TusLine } from '../../../transfer/tus.ts';
import { isUploadOf } from './upload-address.ts';

export interface OtherBytesOptions {
  readonly logger: Logger;
  readonly store: Pick<QueueStore, 'write'>;
  readonly uploads: SiteUploads;
}

/** Null = nothing of what the clip was before can become a video any more, and it may go. */
export type EndOtherBytes = (job: Job, attempt: Attempt, site: Site, line: TusLine) => Promise<SendReport | null>;

interface Ended {
  /** Nobody is to ask for it any more. */
  readonly isOver: boolean;
  /** What becomes of the clip; null = it may go. */
  readonly verdict: Verdict | null;
}

const mayGo: Ended = { isOver: true, verdict: null };
const later: Ended = { isOver: false, verdict: anew };
/** All of it came after all: what became of it is looked for among the videos, as after any lost answer. */
const cameAfterAll: Ended = { isOver: true, verdict: { kind: 'unclear', otherwise: null } };

async function end(line: TusLine, url: string): Promise<Ended> {
  try {
    const { said } = await askState(line, `${url}/state`);
    // Without its helper a site adds nothing to it.
    if (isForgotten(said) || said.code === 'rest_no_route') return mayGo;
    const state = helperStateIn(said);
    if (state === null) return later;
    if (state.kind === 'working' || state.kind === 'ended') return cameAfterAll;
    return (await endUpload(line, url)).is === 'ended' ? mayGo : later;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // Nothing of this try has left.
    if (line.signal.aborted) return { isOver: false, verdict: { kind: 'stopped' } };
    return { isOver: false, verdict: withoutAnswer(error, false) };
  }
}

export function createOtherBytes({ logger, store, uploads }: OtherBytesOptions): EndOtherBytes {
  return async ({ id }, { content }, site, line) => {
    const url = uploads.letGoOfOthers(id, content);
    if (url === null || !isUploadOf(site, url)) return null;
    const { isOver, verdict } = await end(line, url);
    logger.info('An upload of what a clip was before', { job: id, isOver, next: verdict?.kind ?? 'may go' });
    if (isOver) await store.write(() => uploads.ended(id));
    return verdict === null ? null : report(verdict);
  };
}
