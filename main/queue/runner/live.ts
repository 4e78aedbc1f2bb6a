// A clip whose request is open: how far it is, and since when nothing but the answer is awaited.
import type { AccountId, JobId, SiteId } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import { leastBytes } from '../job/schedule.ts';
import { type Speed, speedometer } from '../progress/speed.ts';
import type { ThroughputMeter } from '../progress/throughput.ts';

export interface Live {
  readonly accountId: AccountId;
  readonly siteId: SiteId;
  readonly bytes: number;
  readonly stop: AbortController;
  readonly speed: Pick<Speed, 'perSecond'>;
  /** So many bytes of the request were taken by the connection. */
  taken(bytes: number): void;
  readonly sentBytes: number;
  /** When its last byte was taken, in monotonic ms; null = it is being sent. */
  readonly awaitsSince: number | null;
  /** Its request begins. */
  leaves(): void;
  /** When it last had moved by `leastBytes`, or its request began, in monotonic ms; Infinity = it has not begun. */
  readonly movedAt: number;
  /** When the connection last took a byte of it, or its request began, in monotonic ms; Infinity = it has not begun. */
  readonly tookAt: number;
  /** Its last bytes were let go: how much of the clip left is only seen once the connection has taken them all. */
  hasLetGo: boolean;
  /** It was stopped because its site has it already. */
  isElsewhere: boolean;
  /** When it is looked for on its site while its answer is awaited, in monotonic ms. */
  lookAt: number;
}

export interface LiveOptions {
  readonly clock: Clock;
  readonly throughput: ThroughputMeter;
  /** For so long after the last byte the site is known to work, in ms. */
  readonly settleMs: () => number;
  /** Its request begins, or its last byte was taken: from here on it may be one that does not move, or that only awaits its answer. */
  readonly onWaits: () => void;
}

export function createLive(
  job: Pick<Live, 'accountId' | 'siteId' | 'bytes'> & { readonly id: JobId },
  { clock, throughput, settleMs, onWaits }: LiveOptions,
): Live {
  const { accountId, siteId, bytes } = job;
  const speed = speedometer(clock.monotonic());
  let sentBytes = 0;
  let awaitsSince: number | null = null;
  let movedAt = Number.POSITIVE_INFINITY;
  let tookAt = Number.POSITIVE_INFINITY;
  let movedBytes = 0;
  const live: Live = {
    ...{ accountId, siteId, bytes, speed },
    stop: new AbortController(),
    leaves: () => {
      movedAt = clock.monotonic();
      tookAt = movedAt;
      onWaits();
    },
    taken: (count) => {
      const at = clock.monotonic();
      if (count !== sentBytes) tookAt = at;
      sentBytes = count;
      // From its beginning again is a move, too.
      if (Math.abs(count - movedBytes) >= leastBytes) {
        movedAt = at;
        movedBytes = count;
      }
      speed.sample(count, at);
      throughput.taken(job.id, count);
      const awaited = awaitsSince !== null;
      // Sent away to another address it goes from its beginning.
      if (count < bytes) awaitsSince = null;
      else awaitsSince ??= at;
      if (awaited || awaitsSince === null) return;
      live.lookAt = at + settleMs();
      onWaits();
    },
    get sentBytes() {
      return sentBytes;
    },
    get awaitsSince() {
      return awaitsSince;
    },
    get movedAt() {
      return movedAt;
    },
    get tookAt() {
      return tookAt;
    },
    hasLetGo: false,
    isElsewhere: false,
    lookAt: Number.POSITIVE_INFINITY,
  };
  return live;
}
