// Uploads that nobody goes on with: their clips were cancelled, taken off the list or moved to another account, so the site is not to keep
// what it has of them, nor to make a video of it.

import type { SiteAnswer } from '../../answers.ts';
import { type JobId, usualHeader } from '../../model.ts';
import type { Clock, Http, Logger } from '../../ports.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { SiteUploads } from '../../queue/store/site-uploads.ts';
import { minuteMs } from '../../retry.ts';
import type { AuthorizedClient } from '../../site/client/client.ts';
import { isForgotten, isGone, isHeldBefore } from '../../transfer/pieces-report.ts';
import { terminate } from '../../transfer/tus.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { isUploadOf } from './tasks/upload-address.ts';

export interface LeftUploadsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly http: Http;
  readonly accounts: Pick<Accounts, 'ready' | 'site' | 'client'>;
  readonly store: Pick<QueueStore, 'write'>;
  readonly uploads: Pick<SiteUploads, 'leftOver' | 'anyOf' | 'ended'>;
  readonly mayBegin: () => boolean;
}

export interface LeftUploads {
  /** Asked again and again; does something now and then. Never throws. */
  look(): void;
  /** A clip that was on the site goes to another account now: nobody asks further about what is there of it. Resolves once that is written down. */
  moved(jobId: JobId): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** Who takes a cancelled clip back within this finds it where it was, in ms. */
const patienceMs = 15 * minuteMs;

type Left = ReturnType<SiteUploads['leftOver']>[number];

export function createLeftUploads(options: LeftUploadsOptions): LeftUploads {
  const { clock, logger, http, accounts, store, uploads } = options;
  let lookedAt: number | null = null;
  /** Left at the last look. */
  let before: ReadonlySet<string> = new Set();
  let work: Promise<void> = Promise.resolve();
  /** Those of moved clips, until they are ended; of one that is left when the app is quit the site keeps what it has for its own time. */
  const moved = new Map<string, Left>();

  /** Its user may have taken the clip back a moment ago. */
  const isLeft = ({ jobId, url }: Left): boolean =>
    uploads.leftOver().some((one) => one.jobId === jobId && one.url === url);

  /** What one of the site's people is told who asks for its end; by POST, too, where somebody before the site lets no DELETE through. */
  const endedFor = async (client: AuthorizedClient, authorization: string, url: string): Promise<SiteAnswer> => {
    const signIn = { [client.header ?? usualHeader]: authorization };
    const line = { http, clock, signal: AbortSignal.timeout(patienceMs), signIn };
    const { said } = await terminate(line, url);
    if (!isHeldBefore(said) || isGone(said)) return said;
    return (await terminate({ ...line, isByPost: () => true }, url)).said;
  };

  /**
   * Whether nobody has to ask for it again; each of the site's people is asked until one has it. Where its last bytes may still come only
   * the helper's own word tells that it is not there.
   */
  const isEnded = async ({ url, hasLetGo }: Left): Promise<boolean> => {
    let isWithNobody: boolean | null = null;
    for (const { id, siteId } of accounts.ready()) {
      const [site, client] = [accounts.site(siteId), accounts.client(id)];
      if (!site || client?.authorization == null || !isUploadOf(site, url)) continue;
      const said = await endedFor(client, client.authorization, url);
      const isBelieved = !hasLetGo || isForgotten(said);
      if (said.status === 204 || (said.status === 410 && isBelieved)) return true;
      isWithNobody = said.status === 404 && isBelieved && isWithNobody !== false;
    }
    return isWithNobody === true;
  };

  const end = async (left: Left): Promise<void> => {
    if (!isLeft(left) || !(await isEnded(left))) return;
    logger.info('An upload that nobody goes on with is not on its site any more', { job: left.jobId });
    await store.write(() => {
      if (isLeft(left)) uploads.ended(left.jobId);
    });
  };

  const endMoved = async (): Promise<void> => {
    for (const one of moved.values()) {
      try {
        if (!(await isEnded(one))) continue;
        moved.delete(one.url);
        logger.info('What a moved clip had begun elsewhere is ended', { job: one.jobId });
      } catch (error) {
        logger.info('What a moved clip had begun elsewhere stays for now', { job: one.jobId, error: String(error) });
      }
    }
  };

  const lookNow = async (): Promise<void> => {
    const left = uploads.leftOver();
    for (const one of left.filter(({ jobId }) => before.has(jobId))) {
      await end(one).catch((error: unknown) =>
        logger.info('An upload that nobody goes on with stays for now', { job: one.jobId, error: String(error) }),
      );
    }
    before = new Set(left.map(({ jobId }) => jobId));
    await endMoved();
  };

  /** One thing after the other. */
  const next = (task: () => Promise<void>): void => {
    work = work
      .then(task)
      .catch((error: unknown) => logger.warn('Uploads were not looked through', { error: String(error) }));
  };

  return {
    look: () => {
      if (!options.mayBegin()) return;
      if (lookedAt !== null && clock.monotonic() - lookedAt < patienceMs) return;
      lookedAt = clock.monotonic();
      next(lookNow);
    },
    moved: async (jobId) => {
      const begun = uploads.anyOf(jobId);
      if (begun === null) return;
      await store.write(() => uploads.ended(jobId));
      moved.set(begun.url, { jobId, ...begun });
      next(endMoved);
    },
    idle: () => work,
  };
}
