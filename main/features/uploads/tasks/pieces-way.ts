// The way in pieces, for sites that have our helper: which clips take it, where each goes on, and what became of one whose end is not known.

import type { AccountId, Attempt, Job, Site, SiteId } from '../../../model.ts';
import type { Logger } from '../../../ports.ts';
import type { Finding } from '../../../queue/job/job-event.ts';
import type { QueueStore } from '../../../queue/store/job-store.ts';
import type { SiteUpload, SiteUploads } from '../../../queue/store/site-uploads.ts';
import { routeUrl } from '../../../site/client/address.ts';
import type { AuthorizedClient, SiteCalls } from '../../../site/client/client.ts';
import type { SendOrder, SendPorts } from '../../../transfer/attempt.ts';
import { helperStateIn } from '../../../transfer/helper-state.ts';
import { createPieceSize, type PieceSize, usualPiece } from '../../../transfer/piece-size.ts';
import { isGone } from '../../../transfer/pieces-report.ts';
import type { SendReport } from '../../../transfer/report.ts';
import { sendInPieces, type UploadPlace } from '../../../transfer/send-in-pieces.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { isUploadOf, uploadAt, uploadIdIn, uploadsRoute } from './upload-address.ts';

/** Smaller clips go in one: two requests more would cost more than they save. */
const fromBytes = 1024 * 1024;

export interface PiecesWayOptions {
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'learn' | 'siteOf'>;
  readonly calls: SiteCalls;
  readonly store: Pick<QueueStore, 'write'>;
  readonly uploads: SiteUploads;
}

export interface PiecesWay {
  /** Null = this clip goes in one, from its beginning: nothing of it is on the site. */
  send(ports: SendPorts, job: Job, attempt: Attempt, site: Site, order: SendOrder): Promise<SendReport | null>;
  /**
   * What the site itself says became of an attempt; null = it has nothing to say, and the video is looked for; 'unsaid' = it may have all
   * of it and be at it, and does not say so now. Throws HttpError.
   */
  look(
    job: Job,
    attempt: Attempt,
    client: AuthorizedClient,
  ): Promise<Extract<Finding, { kind: 'found' | 'absent' }> | 'unsaid' | null>;
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

export function createPiecesWay({ logger, accounts, calls, store, uploads }: PiecesWayOptions): PiecesWay {
  /** What passes on the way to a site, as long as the app runs. */
  const sizes = new Map<SiteId, PieceSize>();
  /** Accounts whose site has a helper that is of no use to them. */
  const unfit = new Set<AccountId>();

  const sizeOf = (siteId: SiteId): PieceSize => {
    const size = sizes.get(siteId) ?? createPieceSize(usualPiece);
    sizes.set(siteId, size);
    return size;
  };

  /** The upload of these bytes on this very site: a clip may have gone to another one before. */
  const knownOf = (jobId: Job['id'], { content }: Attempt, site: Site) => {
    const known = uploads.of(jobId, content);
    return known !== null && isUploadOf(site, known.url) ? known : null;
  };

  /** The clip goes in one: what the site has in pieces says nothing about it from here on. */
  const inOne = async (jobId: Job['id'], known: SiteUpload | null): Promise<null> => {
    if (known !== null) await store.write(() => uploads.ended(jobId));
    return null;
  };

  return {
    send: async (ports, job, attempt, site, order) => {
      const { content } = attempt;
      if (content === null || order.clip.identity.size < fromBytes) return null;
      const known = knownOf(job.id, attempt, site);
      // What is begun goes on: an account that may begin no more has what it has, and a helper that was removed may be back.
      const goesOn = known !== null && (site.hasHelper || known.hasLetGo);
      if (!goesOn && (!site.hasHelper || unfit.has(job.accountId))) return inOne(job.id, known);
      const report = await sendInPieces(ports, {
        ...order,
        place: placeOf(site),
        known,
        values: { route: `/${site.uploadRoute}` },
        pieceSize: sizeOf(site.id),
        beforeLastBytes: async (sha256) => {
          await order.beforeLastBytes(sha256);
          await store.write(() => uploads.letGo(job.id));
        },
        onUpload: (url) =>
          store.write(() => (url === null ? uploads.ended(job.id) : uploads.begun(job.id, content, url))),
      });
      if (!report.isUnfit) return report;
      logger.info('The site takes this clip in one', { job: job.id, said: report.said?.code });
      unfit.add(job.accountId);
      if (report.said?.code === 'rest_no_route') accounts.learn(site.id, { hasHelper: false });
      return order.signal.aborted ? report : inOne(job.id, uploads.of(job.id, content));
    },

    look: async (job, attempt, client) => {
      const site = accounts.siteOf(job.accountId);
      const known = site === null ? null : knownOf(job.id, attempt, site);
      if (known === null) return null;
      const route = `${uploadsRoute}/${uploadIdIn(known.url)}/state`;
      const said = await calls.ask(client, { method: 'GET', route });
      const state = helperStateIn(said);
      // A page of the network's, an error of the site's, or a helper that was switched off meanwhile: what is at work behind it goes on.
      const isForgotten = isGone(said) && said.code !== 'rest_no_route';
      if (state === null && known.hasLetGo && !isForgotten) return 'unsaid';
      if (state?.kind === 'receiving' || state?.kind === 'mixed') return { kind: 'absent', isSure: true };
      if (state?.kind === 'working') return { kind: 'absent', isComing: true };
      if (state?.videoId == null) return null;
      await store.write(() => uploads.ended(job.id));
      return { kind: 'found', videoId: state.videoId };
    },
  };
}
