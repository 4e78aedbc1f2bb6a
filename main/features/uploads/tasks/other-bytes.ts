// An upload of bytes that its clip has no more, and whose end may still come: a proxy may hold it, and the site make a video of it beside
// the one of the clip as it is now (F-01, F-25). It is ended before the clip goes anew.
import { refusesSignIn } from '../../../answers.ts';
import type { Attempt, Job, Site, Verdict } from '../../../model.ts';
import { HttpError, type Logger } from '../../../ports.ts';
import type { QueueStore } from '../../../queue/store/job-store.ts';
import type { SiteUploads } from '../../../queue/store/site-uploads.ts';
import { endUpload } from '../../../transfer/end-upload.ts';
import { extensionOf } from '../../../transfer/file-name.ts';
import { helperStateIn } from '../../../transfer/helper-state.ts';
import {
  anew,
  isForgotten,
  isOfAnother,
  isUnknownRoute,
  refused,
  report,
  withoutAnswer,
} from '../../../transfer/pieces-report.ts';
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
/** All of it came after all, or nobody tells: what became of it is looked for among the videos, as after any lost answer. */
const lookedFor = (isOver: boolean): Ended => ({ isOver, verdict: { kind: 'unclear', otherwise: null } });

async function end(line: TusLine, url: string, { name, identity }: Job['clip']): Promise<Ended> {
  try {
    const { said } = await askState(line, `${url}/state`);
    if (isForgotten(said)) return mayGo;
    // The helper may be back with what it had while something of it is still on its way: it is asked about further (pieces-way.ts).
    if (isUnknownRoute(said)) return lookedFor(false);
    if (refusesSignIn(said)) {
      const sent = { extension: extensionOf(name), bytes: identity.size };
      return { isOver: false, verdict: refused(said, false, sent).verdict };
    }
    const state = helperStateIn(said);
    // Nobody is let near it, or not this person, and that is not for a moment: it is asked about further in the same way.
    if (state === null) return isOfAnother(said) || said.code === 'clipferry_may_not_upload' ? lookedFor(false) : later;
    // However long the site works on it: it is asked again before the clip goes.
    if (state.kind === 'working' || state.kind === 'ended') return lookedFor(state.kind === 'ended');
    const ended = await endUpload(line, url);
    if (ended.is === 'unsure' || ended.is === 'no-helper') return lookedFor(ended.is === 'unsure');
    return ended.is === 'ended' ? mayGo : later;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // Nothing of this try has left.
    if (line.signal.aborted) return { isOver: false, verdict: { kind: 'stopped' } };
    return { isOver: false, verdict: withoutAnswer(error, false) };
  }
}

export function createOtherBytes({ logger, store, uploads }: OtherBytesOptions): EndOtherBytes {
  return async ({ id, clip }, { content }, site, line) => {
    const url = uploads.letGoOfOthers(id, content);
    if (url === null || !isUploadOf(site, url)) return null;
    const { isOver, verdict } = await end(line, url, clip);
    logger.info('An upload of what a clip was before', { job: id, isOver, next: verdict?.kind ?? 'may go' });
    if (isOver) await store.write(() => uploads.ended(id));
    return verdict === null ? null : report(verdict);
  };
}
