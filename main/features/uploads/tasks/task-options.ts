// What the work on a job's own account needs of the stages.
import type { ReachabilityMonitor } from '../../../hosts/reachability-monitor.ts';
import type { AccountId, Clip, FailureCause, Job, Video } from '../../../model.ts';
import {
  type Buffers,
  type Clock,
  FileError,
  type Files,
  type Hasher,
  type Http,
  type Logger,
  type Writers,
} from '../../../ports.ts';
import type { QueueStore } from '../../../queue/store/job-store.ts';
import type { NewerVersions } from '../../../queue/store/newer-versions.ts';
import type { Passing } from '../../../queue/store/refusal-queries.ts';
import type { SiteFiles } from '../../../queue/store/site-files.ts';
import type { SiteUploads } from '../../../queue/store/site-uploads.ts';
import type { SiteCalls } from '../../../site/client/client.ts';
import type { Pacer } from '../../../transfer/pacing.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Pace } from '../../accounts/token-expiry.ts';
import type { FindElsewhere } from '../../proof/find-elsewhere.ts';
import type { SiteLedger } from '../../proof/site-inventory.ts';
import type { Claims } from '../folder-claims.ts';
import type { OtherComputers } from '../other-computers.ts';
import type { PiecesFitness } from '../pieces-fitness.ts';

export interface JobTasksOptions {
  readonly clock: Clock;
  readonly files: Files;
  readonly http: Http;
  /** Left out = nobody can be seen to write to a clip. */
  readonly writers?: Pick<Writers, 'holding'> | undefined;
  readonly hasher: Hasher;
  readonly buffers: Buffers;
  readonly pacer: Pacer;
  readonly logger: Logger;
  readonly lines: ReachabilityMonitor;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  readonly store: QueueStore;
  readonly uploads: SiteUploads;
  readonly piecesFitness: PiecesFitness;
  readonly refusals: Pick<Passing, 'largestArrived' | 'wasAnswered'>;
  readonly pace: Pace;
  /** True when the job came from a watched folder that is not connected now. */
  readonly isAway: (job: Job) => Promise<boolean>;
  /** Name of the other clip of the account that this very one is, which was found in the job's file; null = none. */
  readonly sameClip: (job: Job, clip: Clip) => Promise<string | null>;
  /** Reads once more what lies beside a clip that is about to leave. */
  readonly lookBeside: (job: Job) => Promise<void>;
  readonly versions: NewerVersions;
  readonly siteLedger: Pick<SiteLedger, 'filesLike'>;
  readonly siteFiles: Pick<SiteFiles, 'latest' | 'newest'>;
  readonly findElsewhere: FindElsewhere;
  readonly others: OtherComputers;
  readonly claims: Pick<Claims, 'isTheirs' | 'sending'>;
  /** How many clips of the account wait to be sent. */
  readonly waiting: (accountId: AccountId) => number;
  /** A video as the site just showed it. */
  readonly onVideo: (job: Job, video: Video) => void;
  /** A clip that was just sent has arrived, and its video has this status there. */
  readonly arrivedAs: (accountId: AccountId, status: string) => void;
  /** Whether anything may begin at all. */
  readonly mayBegin: () => boolean;
}

export const signIn: FailureCause = { kind: 'sign-in' };

/** The error of a disk, as a value; what is another's is thrown on. */
export function silentDisk(error: unknown): FileError {
  if (error instanceof FileError) return error;
  throw error;
}
