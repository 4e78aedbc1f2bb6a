// The threads of one volume: orders are dealt to them, and where the volume does not answer it is given up until it does.
//
// Invariants:
// - an order is with one thread at most; what a thread has not begun is taken back from it before another one gets it;
// - memory that a call of the system may still write into is never used again (`isHeld`);
// - however long a volume hangs and whatever is asked of it, it holds a handful of threads and no more.
import { Worker } from 'node:worker_threads';
import type { MountTable, Volume } from './mounts.ts';
import {
  begunWord,
  closed,
  type FileAnswer,
  type FileAsk,
  type FromThread,
  mayRepeat,
  pulseWord,
  type ThreadData,
  type VolumeReply,
} from './volume-orders.ts';

/** The volume does not answer; what was asked of it may be asked again once it does. */
export class NoAnswer extends Error {}

export interface VolumeOptions {
  readonly volume: Volume;
  /** The mounts as they are now; the very same value as long as they have not changed. */
  readonly table: () => MountTable;
  /** Milliseconds without any progress after which a call counts as hanging; asked anew all the time. */
  readonly patienceMs: () => number;
  /** It answers again after it did not. */
  readonly onBack: () => void;
}

export interface VolumeThreads {
  /** Rejects with NoAnswer, or with the error of a thread that broke. A 'close' is never rejected: it is done when it can be. */
  ask(ask: FileAsk): Promise<FileAnswer>;
  /** Threads from which nothing comes back now: a process that ends waits for them. */
  hanging(): number;
}

interface Order {
  readonly id: number;
  readonly ask: FileAsk;
  readonly resolve: (answer: FileAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly words: Int32Array;
  /** In the order in which they were told. */
  readonly told: Map<number, { readonly order: Order; readonly place: number }>;
  /** How many it was told, and has answered, since it was opened. */
  count: number;
  answered: number;
  table: MountTable | undefined;
  usedAt: number;
  /** 'closed': something holds it up, so it gets nothing new; 'hanging': its order was given up. */
  state: 'open' | 'closed' | 'hanging';
  pulse: number;
  /** Looks in a row that saw no pulse. */
  stillLooks: number;
  /** What all threads together had answered when its pulse was last seen. */
  answersThen: number;
}

const lookMs = 100;
const mostThreads = 3;
/** Of one order more than one thread may hang in while it is found out whether the volume is back. */
const mostWithProbes = 4;
/** Milliseconds from one try to find out to the next; each doubles the wait. */
const firstProbeMs = 5_000;
const longestProbeMs = 60_000;
/** Told at once to one thread, as counted by `weightOf`: so that reads of several clips are shared out. */
const mostWeight = 64;
const largeRead = 64 * 1024;
/** Milliseconds without work after which a thread ends. */
const idleMs = 60_000;

function weightOf(ask: FileAsk): number {
  if (ask.kind === 'whole') return 8;
  return ask.kind === 'read' && ask.length >= largeRead ? 32 : 1;
}

const held = new WeakSet<ArrayBufferLike>();
/** True when a call that was given up may still write into this memory. */
export const isHeld = (memory: ArrayBufferLike): boolean => held.has(memory);

export function createVolume({ volume, table, patienceMs, onBack }: VolumeOptions): VolumeThreads {
  const threads = new Set<Thread>();
  let queue: Order[] = [];
  /** Descriptors that are closed once the volume answers. */
  let unclosed: Order[] = [];
  let lastId = 0;
  /** The order that waited longest at the last look. */
  let firstThen = 0;
  let answers = 0;
  let silent = false;
  /** What hung last: asked again to find out whether the volume is back. */
  let suspect = volume.root;
  let probeMs = firstProbeMs;
  let stillUntilProbe = 0;
  let dealing = false;
  let looking: NodeJS.Timeout | null = null;
  let idle: NodeJS.Timeout | null = null;

  const forget = (thread: Thread): void => {
    threads.delete(thread);
  };

  const start = (): Thread => {
    // Built, the worker lies beside the bundle; from source, Node runs the TypeScript itself.
    const file = import.meta.url.endsWith('.ts') ? './volume-worker.ts' : './volume-worker.js';
    const words = new SharedArrayBuffer(8);
    const workerData: ThreadData = { volume, words };
    // It closes what it opened when it is told to; what it leaves open is main's.
    const worker = new Worker(new URL(file, import.meta.url), { workerData, trackUnmanagedFds: false });
    const thread: Thread = {
      worker,
      words: new Int32Array(words),
      told: new Map(),
      count: 0,
      answered: 0,
      table: undefined,
      usedAt: performance.now(),
      state: 'open',
      pulse: 0,
      stillLooks: 0,
      answersThen: answers,
    };
    worker.on('message', (reports: FromThread) => heard(thread, reports));
    // After it is listened to, which would keep the process again.
    worker.unref();
    worker.on('error', (error) => {
      forget(thread);
      for (const { order } of thread.told.values()) order.reject(error);
      thread.told.clear();
      deal();
    });
    threads.add(thread);
    return thread;
  };

  const refuse = (order: Order): void => {
    if (order.ask.kind === 'close') {
      unclosed.push(order);
      order.resolve({ kind: 'done' });
    } else order.reject(new NoAnswer('The disk does not answer'));
  };

  /** Late or not: who answers is there. */
  const heard = (thread: Thread, reports: FromThread): void => {
    answers++;
    thread.answered += reports.length;
    for (const { id, answer } of reports) {
      const told = thread.told.get(id);
      thread.told.delete(id);
      if (told) told.order.resolve(answer);
      else if (answer.kind === 'file') void ask({ kind: 'close', path: volume.root, file: answer.file });
    }
    if (silent) {
      silent = false;
      probeMs = firstProbeMs;
      queue.push(...unclosed);
      unclosed = [];
      onBack();
    }
    if (thread.told.size === 0 && thread.state !== 'open') {
      thread.worker.postMessage({ kind: 'again' });
      Object.assign(thread, { state: 'open', count: 0, answered: 0, stillLooks: 0 });
    }
    dealSoon();
  };

  /** Takes back what the thread has not begun, or has told nobody about and may do again. */
  const close = (thread: Thread): void => {
    const begun = Atomics.exchange(thread.words, begunWord, closed);
    thread.state = 'closed';
    const back: Order[] = [];
    for (const [id, { order, place }] of thread.told) {
      const isDone = place < begun - 1 && mayRepeat.has(order.ask.kind);
      if (place < begun && !isDone) continue;
      thread.told.delete(id);
      back.push(order);
    }
    queue = [...back, ...queue];
  };

  const giveUp = (thread: Thread): void => {
    thread.state = 'hanging';
    for (const { order } of thread.told.values()) {
      const { ask } = order;
      suspect = ask.path;
      if ('memory' in ask && ask.memory) held.add(ask.memory);
      if (ask.kind === 'close') order.resolve({ kind: 'done' });
      else order.reject(new NoAnswer('The disk does not answer'));
    }
    thread.told.clear();
    // Others were answered meanwhile: it is this one file, not the volume.
    const alone = answers !== thread.answersThen;
    const anyLeft = threads.size < mostThreads || [...threads].some(({ state }) => state !== 'hanging');
    if (!silent && alone && anyLeft) return;
    silent = true;
    stillUntilProbe = probeMs / lookMs;
    probeMs = Math.min(longestProbeMs, probeMs * 2);
    for (const order of queue.splice(0)) refuse(order);
  };

  const probe = (): void => {
    if (--stillUntilProbe > 0 || threads.size >= mostWithProbes) return;
    if ([...threads].some(({ state }) => state !== 'hanging')) return;
    const order: Order = {
      id: ++lastId,
      ask: { kind: 'probe', path: suspect },
      resolve: () => undefined,
      reject: () => undefined,
    };
    tell(start(), [order]);
  };

  const look = (): void => {
    const mostLooks = Math.ceil(patienceMs() / lookMs);
    for (const thread of threads) {
      if (thread.told.size === 0) {
        thread.stillLooks = 0;
        continue;
      }
      const begun = Atomics.load(thread.words, begunWord);
      const pulse = Atomics.load(thread.words, pulseWord);
      // Not in a call: it has not come to it yet, on a busy computer.
      const isFree = begun !== closed && begun <= thread.answered;
      if (isFree || pulse !== thread.pulse) Object.assign(thread, { pulse, stillLooks: 0, answersThen: answers });
      else if (++thread.stillLooks >= mostLooks) giveUp(thread);
      else if (thread.stillLooks >= 2 && thread.told.size > 1 && thread.state === 'open') close(thread);
    }
    if (silent) probe();
    deal();
    help();
    if ([...threads].some(({ told }) => told.size > 0)) return;
    if (silent) looking?.unref();
    else stopLooking();
  };
  /** A process that has nothing else to do waits for answers, but not for a disk that gives none. */
  const startLooking = (): void => {
    looking ??= setInterval(look, lookMs);
    if (!silent) looking.ref();
    if (idle === null) idle = setTimeout(endIdle, idleMs).unref();
  };
  const stopLooking = (): void => {
    if (looking) clearInterval(looking);
    looking = null;
  };
  const endIdle = (): void => {
    const since = performance.now() - idleMs;
    for (const thread of threads) {
      if (thread.state !== 'open' || thread.told.size > 0 || thread.usedAt > since) continue;
      forget(thread);
      void thread.worker.terminate();
    }
    idle = threads.size > 0 ? setTimeout(endIdle, idleMs).unref() : null;
  };

  const tell = (thread: Thread, orders: readonly Order[]): void => {
    for (const order of orders) thread.told.set(order.id, { order, place: thread.count++ });
    const now = table();
    const told: readonly VolumeReply[] = orders.map(({ id, ask }) => ({ id, ask }));
    thread.worker.postMessage({ kind: 'orders', orders: told, ...(now === thread.table ? {} : { table: now }) });
    thread.table = now;
    thread.usedAt = performance.now();
    startLooking();
  };

  const roomOf = (thread: Thread): number => {
    let room = thread.state === 'open' ? mostWeight : 0;
    for (const { order } of thread.told.values()) room -= weightOf(order.ask);
    return room;
  };

  const deal = (): void => {
    dealing = false;
    if (silent) for (const order of queue.splice(0)) refuse(order);
    for (const thread of threads) fill(thread);
    const anyOpen = [...threads].some(({ state }) => state === 'open');
    if (queue.length > 0 && !anyOpen && threads.size < mostThreads) fill(start());
  };
  /** A thread costs about 12 MB, so a further one is for a disk that is slow: somebody has waited since the last look. */
  const help = (): void => {
    const [first] = queue;
    if (first && first.id === firstThen && threads.size < mostThreads) fill(start());
    firstThen = queue[0]?.id ?? 0;
  };
  const fill = (thread: Thread): void => {
    let room = roomOf(thread);
    let count = 0;
    for (const { ask } of queue) {
      room -= weightOf(ask);
      if (room < 0) break;
      count++;
    }
    if (count > 0) tell(thread, queue.splice(0, count));
  };
  /** Waking a thread costs more than telling it twice as much, so orders of one turn go together. */
  const dealSoon = (): void => {
    if (dealing || queue.length === 0) return;
    dealing = true;
    queueMicrotask(deal);
  };

  const ask = (ask: FileAsk): Promise<FileAnswer> =>
    new Promise((resolve, reject) => {
      queue.push({ id: ++lastId, ask, resolve, reject });
      dealSoon();
    });

  return {
    ask,
    // A call that began a moment ago is over in a moment.
    hanging: () =>
      [...threads].filter(({ told, state, stillLooks }) => state !== 'open' || (told.size > 0 && stillLooks >= 2))
        .length,
  };
}
