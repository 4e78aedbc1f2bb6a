// What the window asks about the list of uploads.
import type { Circuits } from '../../hosts/circuit.ts';
import type { Clock, Desktop, Logger } from '../../ports.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { QueueOrder } from '../../queue/store/order.ts';
import { getVideo } from '../../site/content/videos.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireAccount, requireJob } from '../accounts/require.ts';
import type { Changes, Signals } from '../changes.ts';
import type { WeeklyPacing } from '../desktop/weekly-pacing.ts';
import { candidatesOf } from '../proof/choose-video.ts';
import { type ActionsOptions, actOnAll, moveTo } from './actions.ts';
import { type AddingOptions, addPaths } from './add-clips.ts';
import type { Feed } from './feed.ts';
import { type InspectOptions, inspect, openVideo } from './inspect.ts';
import { type OrderingOptions, orderingHandlers } from './reorder.ts';
import { type TryNowOptions, tryNowHandlers } from './try-now.ts';

export interface UploadsOptions extends Omit<ActionsOptions, 'acts'>, InspectOptions, TryNowOptions {
  readonly acts: ActionsOptions['acts'] & OrderingOptions['acts'];
  readonly clock: Clock;
  readonly desktop: Desktop;
  readonly logger: Logger;
  readonly store: QueueStore;
  readonly order: QueueOrder;
  readonly accounts: Accounts;
  readonly runner: Runner;
  readonly circuits: Circuits;
  readonly feed: Feed;
  readonly pacing: Pick<WeeklyPacing, 'sendAnyway'>;
  readonly adding: AddingOptions;
  readonly changes: Signals<Changes>;
}

type UploadsRequest =
  | 'site.tryNow'
  | 'queue.choose'
  | 'queue.view'
  | 'queue.placeOf'
  | 'queue.act'
  | 'queue.reorder'
  | 'queue.pause'
  | 'queue.sendAnyway'
  | 'queue.moveTo'
  | 'job.watch'
  | 'job.candidates'
  | 'job.choose'
  | 'job.openVideo'
  | 'job.showFile';

function listHandlers(options: UploadsOptions): Pick<Handlers, Extract<UploadsRequest, `queue.${string}`>> {
  const { desktop, store, accounts, runner, feed, pacing, changes } = options;
  return {
    'queue.choose': async ({ accountId, what }) => {
      const paths = await desktop.choose(what);
      return paths === null ? null : addPaths(options.adding, paths, accountId);
    },
    'queue.view': async (view) => feed.view(view),
    'queue.placeOf': async ({ jobId, filter, sort }) => store.place(jobId, filter, sort),
    'queue.act': async ({ act, target }) => {
      const changed = await actOnAll(options, target, act);
      if (act === 'resume' || act === 'send') changes.tell('resumed', null);
      return { changed };
    },
    ...orderingHandlers(options),
    'queue.pause': async (paused) => {
      await runner.setPaused(paused);
      changes.tell('list', null);
    },
    'queue.sendAnyway': async (anyway) => pacing.sendAnyway(anyway),
    'queue.moveTo': async ({ ids, accountId }) => {
      requireAccount(accounts, accountId);
      const changed = await moveTo(options, ids, accountId);
      changes.tell('resumed', null);
      return { changed };
    },
  };
}

export function uploadsHandlers(options: UploadsOptions): Pick<Handlers, UploadsRequest> {
  const { desktop, logger, store, accounts, calls, runner, feed } = options;
  return {
    ...tryNowHandlers(options),
    ...listHandlers(options),
    'job.watch': async (jobId) => {
      const details = feed.watch(jobId);
      if (jobId !== null && details) {
        inspect(options, requireJob(store, jobId)).catch((error: unknown) =>
          logger.warn('Could not look into a job', { error: String(error) }),
        );
      }
      return details;
    },
    'job.candidates': async (jobId) => candidatesOf({ accounts, calls, store }, requireJob(store, jobId)),
    'job.choose': async ({ jobId, videoId }) => {
      const client = accounts.client(requireJob(store, jobId).accountId);
      if (videoId !== null && client) {
        // What cannot be asked now is found out when the details are brought over.
        const video = await getVideo(calls, client, videoId).catch(() => undefined);
        if (video === null || video?.status === 'trash') return 'gone';
      }
      return runner.choose(jobId, videoId);
    },
    'job.openVideo': async (jobId) => openVideo(options, requireJob(store, jobId)),
    'job.showFile': async (jobId) => desktop.showFile(requireJob(store, jobId).clip.path),
  };
}
