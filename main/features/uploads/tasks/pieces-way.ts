// The way in pieces, for sites that have our helper: which clips take it, where each goes on, and what became of one whose end is not known.

import { refusesSignIn } from '../../../answers.ts';
import { type Attempt, type Job, type Site, usualHeader, type Verdict } from '../../../model.ts';
import { type Clock, type Http, HttpError, type Logger } from '../../../ports.ts';
import type { Finding } from '../../../queue/job/job-event.ts';
import { isAssumed } from '../../../queue/job/presumed-attempt.ts';
import type { QueueStore } from '../../../queue/store/job-store.ts';
import type { SiteUpload, SiteUploads } from '../../../queue/store/site-uploads.ts';
import { routeUrl } from '../../../site/client/address.ts';
import type { AuthorizedClient, SiteCalls } from '../../../site/client/client.ts';
import { askHelper, helperTroubleIn } from '../../../site/connect/helper-told.ts';
import type { SendOrder, SendPorts } from '../../../transfer/attempt.ts';
import { endUpload } from '../../../transfer/end-upload.ts';
import { helperStateIn } from '../../../transfer/helper-state.ts';
import { anew, ignoreLine, isForgotten, type PiecesReport } from '../../../transfer/pieces-report.ts';
import type { SendReport } from '../../../transfer/report.ts';
import { sendInPieces, type UploadPlace } from '../../../transfer/send-in-pieces.ts';
import { type TusLine, terminate } from '../../../transfer/tus.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { PiecesFitness } from '../pieces-fitness.ts';
import { createOtherBytes } from './other-bytes.ts';
import { createPassages } from './passages.ts';
import { isUploadOf, uploadAt, uploadIdIn, uploadsRoute } from './upload-address.ts';

/** Smaller clips go in one: two requests more would cost more than they save. */
const fromBytes = 1024 * 1024;

/** Who is in the site's place is not known after one page; how often that is so is counted for the account. */
const onceMore: Verdict = {
  kind: 'failed',
  cause: { kind: 'retry', why: 'web-page-answer', afterMs: null, bounded: false },
};

export interface PiecesWayOptions {
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'client' | 'learn' | 'siteOf'>;
  readonly calls: SiteCalls;
  readonly store: Pick<QueueStore, 'write'>;
  readonly uploads: SiteUploads;
  readonly piecesFitness: PiecesFitness;
  readonly http: Http;
  readonly clock: Clock;
}

export interface PiecesWay {
  /** Null = this clip goes in one, from its beginning: nothing of it is on the site. */
  send(ports: SendPorts, job: Job, attempt: Attempt, site: Site, order: SendOrder): Promise<SendReport | null>;
  /** Whether a clip of this size goes in one only because the site takes none in pieces for a while. */
  isForNow(site: Site, clip: Job['clip']): boolean;
  /** In how many ms the clips of an account may go in pieces again; null = nobody is to wait for it. */
  againInMs(accountId: Job['accountId']): number | null;
  /**
   * What the site itself says became of an attempt; null = it has nothing to say, and the video is looked for; 'unsaid' = it may have all
   * of it and be at it, and does not say so now. Throws HttpError.
   */
  look(
    job: Job,
    attempt: Attempt,
    client: AuthorizedClient,
  ): Promise<Extract<Finding, { kind: 'found' | 'absent' }> | 'unsaid' | null>;
  /**
   * It never said what became of the clip's upload: that is ended where it can be, and the clip may go another way. False = the site is at it,
   * or may be. Throws HttpError.
   */
  giveUp(job: Job, client: AuthorizedClient): Promise<boolean>;
}

function placeOf(site: Site): UploadPlace {
  return {
    create: routeUrl(site.root, uploadsRoute),
    at: (location) => {
      const id = uploadIdIn(location);
      return id === null ? null : uploadAt(site, id);
    },
    state: (upload) => `${upload}/state`,
  };
}

function lineOf({ http, clock }: SendPorts, { signal, authorization, header = usualHeader }: SendOrder): TusLine {
  return { http, clock, signal, signIn: { [header]: authorization } };
}

/** Asked where the site's own upload made nothing of a whole file: whether it takes none from the helper. */
async function refusesAll(
  { accounts, calls }: PiecesWayOptions,
  { accountId }: Job,
  { verdict, said }: PiecesReport,
): Promise<boolean> {
  const client = accounts.client(accountId);
  if (client === null || said === null || said.status < 400 || refusesSignIn(said)) return false;
  if (verdict.kind === 'arrived' || verdict.kind === 'stopped') return false;
  // Somebody's page in place of the site's word: what is at work behind it goes on, and only its own upload tells of it.
  if (verdict.kind === 'unclear' && said.code === null) return false;
  try {
    const told = await askHelper(calls, client);
    return told !== null && helperTroubleIn(told) === 'refuses';
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

/** The upload of these bytes on this very site: a clip may have gone to another one before. */
function knownOf({ uploads }: PiecesWayOptions, jobId: Job['id'], { content }: Attempt, site: Site): SiteUpload | null {
  const known = uploads.of(jobId, content);
  return known !== null && isUploadOf(site, known.url) ? known : null;
}

/** The upload by which the site tells what became of an attempt, or of what the clip was before it; null = there is none. */
function toAsk(
  options: PiecesWayOptions,
  { id, accountId }: Job,
  attempt: Attempt,
): (SiteUpload & { readonly isOfOthers: boolean }) | null {
  const site = options.accounts.siteOf(accountId);
  // What others may have sent is no upload of ours.
  if (site === null || isAssumed(attempt.id)) return null;
  const known = knownOf(options, id, attempt, site);
  if (known !== null) return { ...known, isOfOthers: false };
  const url = options.uploads.letGoOfOthers(id, attempt.content);
  return url === null || !isUploadOf(site, url) ? null : { url, hasLetGo: true, isOfOthers: true };
}

/** What is begun goes on: an account that may begin no more has what it has, and a helper that was removed may be back. */
function mayNotGoInPieces(
  { piecesFitness }: PiecesWayOptions,
  job: Job,
  site: Site,
  known: SiteUpload | null,
): boolean {
  if (known !== null && (site.hasHelper || known.hasLetGo)) return false;
  return !site.hasHelper || piecesFitness.isUnfit(job.accountId);
}

/** Whether the site is at the clip's upload, or may be; where it is not, the upload is ended. */
async function isAtIt(
  { http, clock, accounts, uploads }: PiecesWayOptions,
  { id, accountId }: Job,
  { authorization, header = usualHeader }: AuthorizedClient,
): Promise<boolean> {
  const [site, begun] = [accounts.siteOf(accountId), uploads.anyOf(id)];
  if (site === null || begun === null || authorization === null || !isUploadOf(site, begun.url)) return false;
  const { signal } = new AbortController();
  const ended = await endUpload({ http, clock, signal, signIn: { [header]: authorization } }, begun.url);
  return ended.is === 'refused';
}

export function createPiecesWay(options: PiecesWayOptions): PiecesWay {
  const { logger, accounts, calls, store, uploads, piecesFitness } = options;
  const endOtherBytes = createOtherBytes(options);
  const passages = createPassages(logger, accounts);
  /** Of the clips whose pieces leave now: aborted, no other does. */
  const sending = new Map<Job['id'], AbortController>();

  /** The clip goes in one: what the site has in pieces says nothing about it from here on. */
  const inOne = async (jobId: Job['id'], known: SiteUpload | null): Promise<null> => {
    if (known !== null) await store.write(() => uploads.ended(jobId));
    return null;
  };

  /** Whether the clip goes in one. */
  const learnUnfit = ({ id, accountId }: Job, site: Site, report: PiecesReport, askedAt: number): boolean => {
    const { said, isBlocked } = report;
    if (!piecesFitness.refused(accountId, { isItsWord: isBlocked || said?.code != null, askedAt })) return false;
    logger.info('The site takes this clip in one', { job: id, said: said?.code });
    if (isBlocked) accounts.learn(site.id, { hasHelper: false, helperTrouble: 'blocked' });
    else if (said?.code === 'rest_no_route') accounts.learn(site.id, { hasHelper: false });
    return true;
  };

  /** Where the site takes no clip in this way, the next try sends it in one. */
  const afterHandOver = async (job: Job, site: Site, left: SiteUpload | null, report: PiecesReport, line: TusLine) => {
    if (!(await refusesAll(options, job, report))) return report;
    logger.info('The site takes no clip in pieces', { job: job.id, said: report.said?.code });
    accounts.learn(site.id, { hasHelper: false, helperTrouble: 'refuses' });
    await inOne(job.id, left);
    // A courtesy: nobody needs its bytes any more.
    if (left !== null) await terminate(line, left.url).catch(ignoreLine);
    // Nothing was made, for certain; of what is not certain the site is looked through first (F-01).
    return report.verdict.kind === 'failed' ? { ...report, verdict: anew } : report;
  };

  const sendNow: PiecesWay['send'] = async (ports, job, attempt, site, order) => {
    const { content } = attempt;
    if (content === null || order.clip.identity.size < fromBytes) return null;
    const known = knownOf(options, job.id, attempt, site);
    if (mayNotGoInPieces(options, job, site, known)) return inOne(job.id, known);
    let isLetGo = known?.hasLetGo ?? false;
    const askedAt = ports.clock.monotonic();
    const stop = new AbortController();
    sending.set(job.id, stop);
    const report = await sendInPieces(ports, {
      ...order,
      signal: AbortSignal.any([order.signal, stop.signal]),
      place: placeOf(site),
      known,
      values: { route: `/${site.uploadRoute}` },
      ...passages.to(site),
      beforeLastBytes: async (sha256) => {
        await order.beforeLastBytes(sha256);
        await store.write(() => uploads.letGo(job.id));
        isLetGo = true;
      },
      onUpload: (url) => {
        if (url !== null) piecesFitness.mayTry([job.accountId]);
        return store.write(() => (url === null ? uploads.ended(job.id) : uploads.begun(job.id, content, url)));
      },
    });
    sending.delete(job.id);
    if (!report.isUnfit) {
      // What it has is ended or looked for first; that no other way in pieces is left is known all the same.
      if (report.isBlocked) learnUnfit(job, site, report, askedAt);
      if (!isLetGo) return report;
      return afterHandOver(job, site, knownOf(options, job.id, attempt, site), report, lineOf(ports, order));
    }
    if (order.signal.aborted) return report;
    const goesInOne = learnUnfit(job, site, report, askedAt);
    return goesInOne ? inOne(job.id, uploads.of(job.id, content)) : { ...report, verdict: onceMore };
  };

  return {
    send: async (ports, job, attempt, site, order) =>
      (await endOtherBytes(job, attempt, site, lineOf(ports, order))) ?? sendNow(ports, job, attempt, site, order),
    isForNow: ({ hasHelper }, clip) => hasHelper && clip.identity.size >= fromBytes,
    againInMs: (accountId) => piecesFitness.againInMs(accountId),

    look: async (job, attempt, client) => {
      const asked = toAsk(options, job, attempt);
      if (asked === null) return null;
      const route = `${uploadsRoute}/${uploadIdIn(asked.url)}/state`;
      const said = await calls.ask(client, { method: 'GET', route });
      const state = helperStateIn(said);
      // A page of the network's, an error of the site's, or a helper that was switched off meanwhile: what is at work behind it goes on.
      if (state === null && asked.hasLetGo && !isForgotten(said)) return 'unsaid';
      if (state?.kind === 'working') return { kind: 'absent', isComing: true };
      // Of other bytes only this counts: what else there is of them is ended before the clip goes (other-bytes.ts).
      if (asked.isOfOthers) return null;
      if (state?.kind === 'receiving' || state?.kind === 'mixed') return { kind: 'absent', isSure: true };
      if (state?.videoId == null) return null;
      // Found while an answer of it is awaited, which may be as old as the question: no piece is to leave for that.
      sending.get(job.id)?.abort(new Error('The clip is on its site'));
      await store.write(() => uploads.ended(job.id));
      return { kind: 'found', videoId: state.videoId };
    },

    giveUp: async (job, client) => {
      if (await isAtIt(options, job, client)) return false;
      await store.write(() => uploads.ended(job.id));
      return true;
    },
  };
}
