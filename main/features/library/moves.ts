// What a person has done to videos on a site with its trash: written down at once, carried there by the queue of moves, told, taken back and done again.
import type { ActWay, Events, LibraryActResult, LibraryBatch, Moving } from '../../../preload/contract.ts';
import type { Circuits } from '../../hosts/circuit.ts';
import { underHost } from '../../hosts/reachability.ts';
import { causeOfCall, type ReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import type { MoveBatch } from '../../library/held-moves.ts';
import { createMoveQueue, type MoveQueue, type MoveQueueOptions } from '../../library/move-queue.ts';
import { hasMoved, isOpen } from '../../library/move-state.ts';
import { type HeldMove, moveStore } from '../../library/move-store.ts';
import type { AccountId, LibraryAct, LibraryActProblem, WaitReason } from '../../model.ts';
import type { Clock, Logger, Random, Sql } from '../../ports.ts';
import { createTries } from '../../retry.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireSiteOf } from '../accounts/require.ts';
import type { ActLog } from '../acts/act-log.ts';
import type { ActId } from '../acts/act-rows.ts';
import { createMoveActs, type MoveActs } from './move-acts.ts';
import { moveVideo } from './move-video.ts';
import { batchView, movingOf, ownWait, resultOf } from './move-view.ts';

const movesAtOnce = 3;
/** The window hears how far a batch is so often at most. */
const calmMs = 250;
/** Lists follow what is moved so often at most while a batch runs: each time their pages are asked for anew. */
const listsMs = 2_000;

export interface VideoMovesOptions extends Pick<MoveQueueOptions, 'hostOf' | 'mayAskInMs'> {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
  readonly sql: Sql;
  readonly lines: ReachabilityMonitor;
  readonly circuits: Circuits;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  readonly acts: ActLog;
  /** As the lists show it; null = they do not. */
  readonly titleOf: (accountId: AccountId, videoId: number) => string | null;
  /** Whether a video is on its way somewhere is shown otherwise. */
  readonly onMoving: (accountId: AccountId) => void;
  /** What became of these, each elsewhere than before or not. */
  readonly onMoved: (all: readonly HeldMove[]) => void;
  readonly emit: (name: 'library.batches', event: Events['library.batches']) => void;
}

export interface VideoMoves {
  readonly handlers: Pick<Handlers, 'library.act' | 'library.batches' | 'library.batch'>;
  /** Where a video is on its way to; null = nowhere. */
  moving(accountId: AccountId, videoId: number): Moving | null;
  /** One video to the trash now, or not at all: what would have to wait is not done. Nobody is told of it but who asks. */
  trashNow(accountId: AccountId, videoId: number): Promise<LibraryActResult>;
  /** An act is taken back, or done again, as far as nothing of it was changed since. Gives the batch; null = nothing had to be done. */
  take(act: ActId, kind: 'trash' | 'restore', way: ActWay): number | null;
  waits(accountId: AccountId): boolean;
  kick(): void;
  hurry(accountId: AccountId): void;
  stop(): Promise<void>;
}

const problems: ReadonlySet<WaitReason> = new Set([
  ...(['offline', 'sign-in', 'site-busy', 'site-maintenance', 'server-error', 'web-page-answer'] as const),
]);
const problemOf = (why: WaitReason | null): LibraryActProblem =>
  why !== null && problems.has(why) ? (why as LibraryActProblem) : 'offline';

/** Why nothing of a batch goes on; null = it does, or nothing keeps it from going on. */
function waitOf(
  { accounts, circuits, lines, hostOf }: VideoMovesOptions,
  batch: MoveBatch,
  isUnderWay: (id: number) => boolean,
): LibraryBatch['waits'] {
  const { accountId, moves } = batch;
  if (accounts.client(accountId) === null) return { why: 'sign-in', until: null };
  if (moves.some(({ id }) => isUnderWay(id))) return null;
  const own = ownWait(batch);
  const trouble = lines.trouble(accounts.siteOf(accountId)?.id ?? '');
  const { why, until } = underHost(
    own.why === 'sign-in' ? { ...own, why: null } : own,
    circuits.of(hostOf(accountId)),
    trouble,
  );
  return why === null ? null : { why, until };
}

/** Tells the window of batches, and others of what was moved, in turns that cost little however many there are. */
function createTelling({ clock, emit, onMoved, onMoving }: VideoMovesOptions, views: () => readonly LibraryBatch[]) {
  let timer: (() => void) | null = null;
  let listsAt = Number.NEGATIVE_INFINITY;
  let ended: HeldMove[] = [];
  const tell = (isOver: boolean): void => {
    timer?.();
    timer = null;
    if (isOver || clock.monotonic() - listsAt >= listsMs) {
      const those = ended;
      ended = [];
      listsAt = clock.monotonic();
      if (those.length > 0) onMoved(those);
    }
    emit('library.batches', views());
    if (ended.length > 0) soon();
  };
  const soon = (): void => {
    timer ??= clock.after(calmMs, () => {
      timer = null;
      tell(false);
    });
  };
  return {
    /** Nothing of it ended: it began, or its user had a word. */
    changed: (accountId: AccountId | null): void => {
      if (accountId !== null) onMoving(accountId);
      tell(false);
    },
    ended: (held: HeldMove, isOver: boolean): void => {
      ended.push(held);
      if (isOver) tell(true);
      else soon();
    },
    soon,
    /** It ended, and the lists show its video where it was for a moment longer; null = there is none such. */
    leaving: (accountId: AccountId, videoId: number): HeldMove | null =>
      ended.find((held) => held.accountId === accountId && held.move.videoId === videoId && hasMoved(held.move)) ??
      null,
    stop: (): void => timer?.(),
  };
}

/** The queue of moves, which tells what it does; `onChange` = something of a batch is otherwise. */
function createQueue(options: VideoMovesOptions, log: MoveActs, onChange: MoveQueueOptions['onChange']): MoveQueue {
  const { clock, logger, accounts, calls, circuits, hostOf, lines } = options;
  return createMoveQueue({
    ...{ clock, logger, hostOf, onChange, store: moveStore(options.sql), mayAskInMs: options.mayAskInMs },
    tries: createTries(options),
    // Where a host is tried after a rest, one goes first.
    atOnce: (accountId) => (circuits.stateOf(hostOf(accountId)) === 'closed' ? movesAtOnce : 1),
    apply: async (accountId, move, asks) => {
      const site = accounts.siteOf(accountId);
      const client = accounts.client(accountId);
      if (!site || !client) return { kind: 'failed', cause: { kind: 'sign-in' } };
      try {
        return await moveVideo(calls, client, move, asks);
      } catch (error) {
        return { kind: 'failed', cause: await causeOfCall(lines, site.id, error) };
      }
    },
    onAsks: log.asks,
    onEnd: (held, batch) => log.ended(held, batch?.moves ?? null),
    signedOut: accounts.signedOut,
  });
}

const openOf = (batch: MoveBatch | null): readonly HeldMove[] => batch?.moves.filter(({ move }) => isOpen(move)) ?? [];

function stopBatch(queue: MoveQueue, log: MoveActs, batch: MoveBatch | null): void {
  queue.stopMoves(openOf(batch), (before, move) => {
    if (!isOpen(move)) log.dropped(before, null);
  });
}

function takeAct(queue: MoveQueue, log: MoveActs, ...[act, kind, way]: Parameters<VideoMoves['take']>): number | null {
  const earlier = queue.batches().filter(({ actId }) => actId === act);
  const over: HeldMove[] = [];
  queue.stopMoves(earlier.flatMap(openOf), (before, move) => {
    if (isOpen(move)) return;
    over.push(before);
    log.dropped(before, way);
  });
  const batchId = queue.add(() => log.take(act, kind, way, over));
  // What became of the act is told by what becomes of taking it back.
  for (const { id } of earlier) {
    queue.told(id);
    queue.dismiss(id);
  }
  return batchId;
}

const movingBy: { readonly [A in LibraryAct]: Moving } = {
  trash: 'to-trash',
  restore: 'from-trash',
  'publish-again': 'from-trash',
  'delete-forever': 'forever',
};

export function createVideoMoves(options: VideoMovesOptions): VideoMoves {
  const { accounts } = options;
  const log = createMoveActs(options.acts);
  /** Who waits for what becomes of a batch. */
  const waitsFor = new Map<number, (held: HeldMove | null) => void>();
  const queue = createQueue(options, log, (batchId, held) => {
    const batch = batchId === null ? null : queue.batch(batchId);
    if (held !== null) telling.ended(held, batch === null || batch.open === 0);
    else telling.soon();
    if (batchId !== null) waitsFor.get(batchId)?.(held);
  });
  log.settle(queue.batches().flatMap(({ moves }) => moves));
  const views = (): readonly LibraryBatch[] =>
    queue
      .batches()
      .filter(({ accountId }) => accounts.account(accountId) !== null)
      .map((batch) =>
        batchView(batch, {
          waits: waitOf(options, batch, queue.isUnderWay),
          titleOf: ({ accountId, move }) => options.titleOf(accountId, move.videoId),
        }),
      );
  const telling = createTelling(options, views);

  const moving: VideoMoves['moving'] = (accountId, videoId) => {
    const held = queue.ofVideo(accountId, videoId) ?? telling.leaving(accountId, videoId);
    return held === null ? null : movingOf(held.move);
  };
  /** Null = the same is on its way for all of them. */
  const begin = (accountId: AccountId, ids: readonly number[], act: LibraryAct, isTold: boolean): number | null => {
    requireSiteOf(accounts, accountId);
    const wanted = [...new Set(ids)].filter((id) => {
      const held = queue.ofVideo(accountId, id);
      return held === null || movingOf(held.move) !== movingBy[act];
    });
    if (wanted.length === 0) return null;
    const videos = wanted.map((videoId) => ({ videoId, title: options.titleOf(accountId, videoId) }));
    const batchId = queue.add(() => log.begin(accountId, act, videos).map((one) => ({ ...one, isTold })));
    telling.changed(accountId);
    return batchId;
  };
  const whatBecame = (id: number): Promise<LibraryActResult> =>
    new Promise((resolve) => {
      const look = (held: HeldMove | null): void => {
        const batch = queue.batch(id);
        const waits = batch === null || batch.open === 0 ? null : waitOf(options, batch, () => false);
        if (held === null && waits === null) return;
        waitsFor.delete(id);
        if (held !== null) {
          queue.dismiss(id);
          resolve(resultOf([held]));
          return;
        }
        stopBatch(queue, log, batch);
        const failed = { problem: problemOf(waits?.why ?? null), said: null };
        resolve({ done: [], failed: batch?.moves.map(({ move }) => ({ id: move.videoId, ...failed })) ?? [] });
      };
      waitsFor.set(id, look);
      look(null);
    });

  return {
    handlers: {
      'library.act': async ({ accountId, ids, act }) => begin(accountId, ids, act, false),
      'library.batches': async () => views(),
      'library.batch': async ({ id, how }) => {
        if (how === 'stop') stopBatch(queue, log, queue.batch(id));
        else if (how === 'told') queue.told(id);
        else if (how === 'retry') queue.retry(id);
        else queue.dismiss(id);
        telling.changed(queue.batch(id)?.accountId ?? null);
      },
    },
    moving,
    trashNow: (accountId, videoId) => {
      const id = begin(accountId, [videoId], 'trash', true);
      return id === null ? Promise.resolve({ done: [videoId], failed: [] }) : whatBecame(id);
    },
    take: (act, kind, way) => {
      const batchId = takeAct(queue, log, act, kind, way);
      telling.changed(batchId === null ? null : (queue.batch(batchId)?.accountId ?? null));
      return batchId;
    },
    waits: queue.waits,
    kick: () => {
      queue.kick();
      telling.soon();
    },
    hurry: queue.hurry,
    stop: () => {
      telling.stop();
      return queue.stop();
    },
  };
}
