// Whether another computer sends for the same account at this moment, and which of the two goes first: nothing of a clip can be seen on
// the site until its last byte is there, so two that begin together would send everything twice.
import type { AccountId, Job, JobId } from '../../model.ts';
import type { Clock, Random } from '../../ports.ts';
import { nameFits } from '../../queue/match/match.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { Ledger } from '../../queue/store/ledger.ts';
import type { SiteFiles } from '../../queue/store/site-files.ts';
import { longAgo, type Moment, minuteMs, momentOf, passedMs, secondMs } from '../../retry.ts';
import { fileNameOf } from './presume.ts';

export interface OtherComputersOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Pick<QueueStore, 'takenVideos'>;
  readonly ledger: Pick<Ledger, 'ofSize'>;
  readonly siteFiles: Pick<SiteFiles, 'latest'>;
}

export interface OtherComputers {
  /** A clip that was to be sent is there, of somebody who sent it at `createdAt` by the site's clock; null = not told. */
  met(accountId: AccountId, createdAt: number | null, siteNow: number): void;
  /** The site took so long, in ms, to list the account's files: the slower it answers, the later the other one's clip is seen. */
  listed(accountId: AccountId, ms: number): void;
  /** After the account's list was read: sees whether a clip of this list was also sent from elsewhere a moment ago. */
  notice(accountId: AccountId, siteNow: number): void;
  /** True while the other computer is to go first. */
  yields(accountId: AccountId): boolean;
  /** True while another computer may be about to send the same clips: one was met, or nothing was sent from here for long. */
  isWary(accountId: AccountId): boolean;
  /** The first clip after a long time goes alone: whoever began at the same moment is seen once it is there. Ends by itself, and with the signal. */
  turn(job: Job, signal: AbortSignal): Promise<void>;
  /** Waits a moment of no fixed length where another computer may be about to send the same bytes; ends with the signal. */
  hesitate(accountId: AccountId, signal: AbortSignal): Promise<void>;
  /** The job's request is over. `arrived` = its clip is on the site. */
  ended(job: Job, arrived: boolean): void;
}

/** A video this young was sent by somebody who is at it now. */
const youngMs = 15 * minuteMs;
/** The other one is let go first for so long after each of its clips that is met: of small clips the next one is there by then. */
const yieldMs = 12 * secondMs;
/** For so long after another computer was met it may begin the same clip at the same moment. */
const waryMs = 2 * minuteMs;
/** Nothing was sent for so long: whoever else was given the same clips begins at the same moment. */
const coldMs = 15 * minuteMs;
/** The others do not wait longer than this for the first one. */
const aloneMs = 5 * secondMs;
/** The more time lies between two that would end at the same moment, the surer the second one sees the first one's video. */
const hesitateMs = 2_000;
/**
 * A site that lists files in this time keeps up with the times above. One that takes longer also takes longer from a clip's last byte to
 * its video: they grow with it, up to so many times. Servers end bodies that stand still for 20 s, and the look follows on the moment.
 */
const quickMs = 200;
const slowest = 4;
/** Files of an account that are looked through for the other computer's. */
const mostLatest = 60;

/** The clip that goes alone, since when, and what tells those who wait for it that its request is over. */
interface Alone {
  readonly jobId: JobId;
  readonly at: Moment;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

export function createOtherComputers(options: OtherComputersOptions): OtherComputers {
  const { clock, random, store, ledger, siteFiles } = options;
  const metAt = new Map<AccountId, Moment>();
  const arrivedAt = new Map<AccountId, Moment>();
  const first = new Map<AccountId, Alone>();
  const listedMs = new Map<AccountId, number>();
  /** The last video of the other computer that stands beside one from here. */
  const lastTwin = new Map<AccountId, number>();

  const since = (map: ReadonlyMap<AccountId, Moment>, accountId: AccountId): number =>
    passedMs(map.get(accountId) ?? longAgo, momentOf(clock));

  /** How many times the usual waits this site needs. */
  const pace = (accountId: AccountId): number =>
    Math.min(slowest, Math.max(1, (listedMs.get(accountId) ?? 0) / quickMs));

  const isWary: OtherComputers['isWary'] = (accountId) =>
    since(metAt, accountId) < waryMs || since(arrivedAt, accountId) >= coldMs;

  const pause = (ms: number, signal: AbortSignal, work: Promise<void> = new Promise(() => undefined)): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.after(ms, done);
      function done(): void {
        cancel();
        signal.removeEventListener('abort', done);
        resolve();
      }
      if (signal.aborted) done();
      else signal.addEventListener('abort', done);
      void work.then(done);
    });

  /** How slow the site is may only be known once the first one has looked. */
  const whileAlone = async ({ at, ended }: Alone, accountId: AccountId, signal: AbortSignal): Promise<void> => {
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (!isOver && !signal.aborted) {
      const left = aloneMs * pace(accountId) - passedMs(at, momentOf(clock));
      if (left <= 0) return;
      await pause(left, signal, ended);
    }
  };

  /** Videos of the last minutes that stand beside one of this list, with that one; the earliest first. */
  const twins = (
    accountId: AccountId,
    siteNow: number,
  ): readonly { readonly mine: number; readonly theirs: number }[] => {
    const ours = store.takenVideos(accountId, '');
    return siteFiles
      .latest(accountId, mostLatest)
      .flatMap((file) => {
        const { videoId, bytes, createdAt } = file;
        if (videoId === null || bytes === null || createdAt === null || ours.has(videoId)) return [];
        if (siteNow - createdAt > youngMs) return [];
        // Some cameras make all files of one size: the name has to fit as well.
        const mine = ledger
          .ofSize(accountId, bytes)
          .filter((job) => nameFits(fileNameOf(job), file))
          .flatMap(({ state }) => (state.kind === 'done' ? (state.videoId ?? []) : []));
        return mine.map((id) => ({ mine: id, theirs: videoId }));
      })
      .toSorted((a, b) => Math.min(a.mine, a.theirs) - Math.min(b.mine, b.theirs));
  };

  return {
    met: (accountId, createdAt, siteNow) => {
      if (createdAt !== null && siteNow - createdAt < youngMs) metAt.set(accountId, momentOf(clock));
    },
    listed: (accountId, ms) => {
      // What was read a moment ago is not read again and takes no time: one such answer proves no quick site.
      listedMs.set(accountId, Math.max(ms, (listedMs.get(accountId) ?? 0) * 0.9));
    },
    notice: (accountId, siteNow) => {
      const all = twins(accountId, siteNow);
      const [earliest] = all;
      const newest = Math.max(0, ...all.map(({ theirs }) => theirs));
      if (earliest === undefined || newest <= (lastTwin.get(accountId) ?? 0)) return;
      lastTwin.set(accountId, newest);
      // Both see the same first pair, and so agree on who goes first.
      if (earliest.mine > earliest.theirs) metAt.set(accountId, momentOf(clock));
    },
    yields: (accountId) => since(metAt, accountId) < yieldMs * pace(accountId),
    turn: async ({ id, accountId }, signal) => {
      if (since(arrivedAt, accountId) < coldMs) return;
      const before = first.get(accountId);
      // One goes alone, once: whatever becomes of it, the others do not wait for each other as well.
      if (before && passedMs(before.at, momentOf(clock)) < coldMs) {
        if (before.jobId !== id) await whileAlone(before, accountId, signal);
        return;
      }
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      first.set(accountId, { jobId: id, at: momentOf(clock), ended, end });
    },
    isWary,
    hesitate: async (accountId, signal) => {
      const ms = isWary(accountId) ? random.fraction() * hesitateMs * pace(accountId) : 0;
      if (ms > 0) await pause(ms, signal);
    },
    ended: ({ id, accountId }, arrived) => {
      if (arrived) arrivedAt.set(accountId, momentOf(clock));
      const alone = first.get(accountId);
      if (alone?.jobId === id) alone.end();
    },
  };
}
