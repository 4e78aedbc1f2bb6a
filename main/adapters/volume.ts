// The threads of one volume: orders are dealt to them, and where the volume does not answer it is given up until it does.
//
// Invariants:
// - an order is with one thread at most; what a thread has not begun is taken back from it before another one gets it;
// - memory that a call of the system may still write into is never used again (`isHeld`);
// - however long a volume hangs and whatever is asked of it, it holds a handful of threads and no more.
import type { MountTable, Volume } from './mounts.ts';
import type { FileAnswer, FileAsk, FromThread } from './volume-orders.ts';
import { type Order, VolumeThread, weightOf } from './volume-thread.ts';

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

const lookMs = 100;
const mostThreads = 3;
/** Of one order more than one thread may hang in while it is found out whether the volume is back. */
const mostWithProbes = 4;
/** Milliseconds from one try to find out to the next; each doubles the wait. */
const firstProbeMs = 5_000;
const longestProbeMs = 60_000;
/** Milliseconds without work after which a thread ends. */
const idleMs = 60_000;

const held = new WeakSet<ArrayBufferLike>();
/** True when a call that was given up may still write into this memory. */
export const isHeld = (memory: ArrayBufferLike): boolean => held.has(memory);

/** Whether the volume answers at all; while it does not, one place of it is asked again from time to time. */
class Silence {
  #isSilent = false;
  /** What hung last: asked again to find out whether the volume is back. */
  suspect: string;
  #probeMs = firstProbeMs;
  #stillUntilProbe = 0;
  /** Descriptors that are closed once the volume answers. */
  #unclosed: Order[] = [];

  constructor(suspect: string) {
    this.suspect = suspect;
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  begin(): void {
    this.#isSilent = true;
    this.#stillUntilProbe = this.#probeMs / lookMs;
    this.#probeMs = Math.min(longestProbeMs, this.#probeMs * 2);
  }

  /** Gives what can be closed now. */
  end(): readonly Order[] {
    this.#isSilent = false;
    this.#probeMs = firstProbeMs;
    return this.#unclosed.splice(0);
  }

  /** Counts one look. True = the next try is due. */
  isProbeDue(): boolean {
    return --this.#stillUntilProbe <= 0;
  }

  refuse(order: Order): void {
    if (order.ask.kind === 'close') {
      this.#unclosed.push(order);
      order.resolve({ kind: 'done' });
    } else order.reject(new NoAnswer('The disk does not answer'));
  }
}

class DealtVolume implements VolumeThreads {
  readonly #options: VolumeOptions;
  readonly #threads = new Set<VolumeThread>();
  readonly #silence: Silence;
  #queue: Order[] = [];
  #lastId = 0;
  /** The order that waited longest at the last look. */
  #firstThen = 0;
  #answers = 0;
  #isDealing = false;
  #looking: NodeJS.Timeout | null = null;
  #idle: NodeJS.Timeout | null = null;

  constructor(options: VolumeOptions) {
    this.#options = options;
    this.#silence = new Silence(options.volume.root);
  }

  ask(ask: FileAsk): Promise<FileAnswer> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ id: ++this.#lastId, ask, resolve, reject });
      this.#dealSoon();
    });
  }

  hanging(): number {
    return [...this.#threads].filter((thread) => thread.isHeldUp).length;
  }

  #start(): VolumeThread {
    const thread = new VolumeThread({
      volume: this.#options.volume,
      answers: this.#answers,
      onReports: (from, reports) => this.#hear(from, reports),
      onBroken: (broken, error) => {
        this.#threads.delete(broken);
        broken.fail(error);
        this.#deal();
      },
    });
    this.#threads.add(thread);
    return thread;
  }

  /** Late or not: who answers is there. */
  #hear(thread: VolumeThread, reports: FromThread): void {
    this.#answers++;
    for (const answer of thread.settle(reports)) {
      if (answer.kind === 'file') void this.ask({ kind: 'close', path: this.#options.volume.root, file: answer.file });
    }
    if (this.#silence.isSilent) {
      this.#queue.push(...this.#silence.end());
      this.#options.onBack();
    }
    thread.reopen();
    this.#dealSoon();
  }

  #giveUp(thread: VolumeThread): void {
    // Others were answered meanwhile: it is this one file, not the volume.
    const isAlone = thread.isAlone(this.#answers);
    for (const order of thread.giveUp()) {
      const { ask } = order;
      this.#silence.suspect = ask.path;
      if ('memory' in ask && ask.memory) held.add(ask.memory);
      if (ask.kind === 'close') order.resolve({ kind: 'done' });
      else order.reject(new NoAnswer('The disk does not answer'));
    }
    if (!this.#silence.isSilent && isAlone && (this.#threads.size < mostThreads || !this.#allHang())) return;
    this.#silence.begin();
    this.#refuseAll();
  }

  #allHang(): boolean {
    return [...this.#threads].every((thread) => thread.isHanging);
  }

  #refuseAll(): void {
    for (const order of this.#queue.splice(0)) this.#silence.refuse(order);
  }

  #probe(): void {
    if (!this.#silence.isProbeDue() || this.#threads.size >= mostWithProbes || !this.#allHang()) return;
    const order: Order = {
      id: ++this.#lastId,
      ask: { kind: 'probe', path: this.#silence.suspect },
      resolve: () => undefined,
      reject: () => undefined,
    };
    this.#tell(this.#start(), [order]);
  }

  #look(): void {
    const mostLooks = Math.ceil(this.#options.patienceMs() / lookMs);
    for (const thread of this.#threads) {
      const found = thread.look(this.#answers, mostLooks);
      if (found === 'hangs') this.#giveUp(thread);
      if (found === 'holds-up') this.#queue = [...thread.takeBack(), ...this.#queue];
    }
    if (this.#silence.isSilent) this.#probe();
    this.#deal();
    this.#help();
    if ([...this.#threads].some((thread) => thread.isBusy)) return;
    if (this.#silence.isSilent) this.#looking?.unref();
    else this.#stopLooking();
  }

  /** A process that has nothing else to do waits for answers, but not for a disk that gives none. */
  #startLooking(): void {
    this.#looking ??= setInterval(() => this.#look(), lookMs);
    if (!this.#silence.isSilent) this.#looking.ref();
    this.#idle ??= this.#idleTimer();
  }

  #stopLooking(): void {
    if (this.#looking) clearInterval(this.#looking);
    this.#looking = null;
  }

  #idleTimer(): NodeJS.Timeout {
    return setTimeout(() => this.#endIdle(), idleMs).unref();
  }

  #endIdle(): void {
    const since = performance.now() - idleMs;
    for (const thread of this.#threads) {
      if (!thread.isIdleSince(since)) continue;
      this.#threads.delete(thread);
      thread.end();
    }
    this.#idle = this.#threads.size > 0 ? this.#idleTimer() : null;
  }

  #tell(thread: VolumeThread, orders: readonly Order[]): void {
    thread.tell(orders, this.#options.table());
    this.#startLooking();
  }

  #deal(): void {
    this.#isDealing = false;
    if (this.#silence.isSilent) this.#refuseAll();
    for (const thread of this.#threads) this.#fill(thread);
    const anyOpen = [...this.#threads].some((thread) => thread.isOpen);
    if (this.#queue.length > 0 && !anyOpen && this.#threads.size < mostThreads) this.#fill(this.#start());
  }

  /** A thread costs about 12 MB, so a further one is for a disk that is slow: somebody has waited since the last look. */
  #help(): void {
    const [first] = this.#queue;
    if (first && first.id === this.#firstThen && this.#threads.size < mostThreads) this.#fill(this.#start());
    this.#firstThen = this.#queue[0]?.id ?? 0;
  }

  #fill(thread: VolumeThread): void {
    let { room } = thread;
    let count = 0;
    for (const { ask } of this.#queue) {
      room -= weightOf(ask);
      if (room < 0) break;
      count++;
    }
    if (count > 0) this.#tell(thread, this.#queue.splice(0, count));
  }

  /** Waking a thread costs more than telling it twice as much, so orders of one turn go together. */
  #dealSoon(): void {
    if (this.#isDealing || this.#queue.length === 0) return;
    this.#isDealing = true;
    queueMicrotask(() => this.#deal());
  }
}

export function createVolume(options: VolumeOptions): VolumeThreads {
  return new DealtVolume(options);
}
