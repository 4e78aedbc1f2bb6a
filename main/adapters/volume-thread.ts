// One thread of a volume: what it was told, whether it moves, and what can be taken back from it.
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

export interface Order {
  readonly id: number;
  readonly ask: FileAsk;
  readonly resolve: (answer: FileAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** Told at once to one thread, as counted by `weightOf`: so that reads of several clips are shared out. */
const mostWeight = 64;
const largeRead = 64 * 1024;

export function weightOf(ask: FileAsk): number {
  if (ask.kind === 'whole') return 8;
  return ask.kind === 'read' && ask.length >= largeRead ? 32 : 1;
}

export interface VolumeThreadOptions {
  readonly volume: Volume;
  /** What all threads together have answered so far. */
  readonly answers: number;
  readonly onReports: (thread: VolumeThread, reports: FromThread) => void;
  readonly onBroken: (thread: VolumeThread, error: Error) => void;
}

/** How it was found by a look: it moves or has nothing to do, stands still, holds up what was told after, or hangs. */
type Movement = 'moves' | 'still' | 'holds-up' | 'hangs';

export class VolumeThread {
  readonly #worker: Worker;
  readonly #words: Int32Array;
  /** In the order in which they were told. */
  readonly #told = new Map<number, { readonly order: Order; readonly place: number }>();
  /** How many it was told, and has answered, since it was opened. */
  #count = 0;
  #answered = 0;
  #table: MountTable | undefined = undefined;
  #usedAt = performance.now();
  /** 'closed': something holds it up, so it gets nothing new; 'hanging': its order was given up. */
  #state: 'open' | 'closed' | 'hanging' = 'open';
  #pulse = 0;
  /** Looks in a row that saw no pulse. */
  #stillLooks = 0;
  /** What all threads together had answered when its pulse was last seen. */
  #answersThen: number;

  constructor({ volume, answers, onReports, onBroken }: VolumeThreadOptions) {
    // Built, the worker lies beside the bundle; from source, Node runs the TypeScript itself.
    const file = import.meta.url.endsWith('.ts') ? './volume-worker.ts' : './volume-worker.js';
    const words = new SharedArrayBuffer(8);
    const workerData: ThreadData = { volume, words };
    this.#words = new Int32Array(words);
    this.#answersThen = answers;
    // It closes what it opened when it is told to; what it leaves open is main's.
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData, trackUnmanagedFds: false });
    this.#worker.on('message', (reports: FromThread) => onReports(this, reports));
    // After it is listened to, which would keep the process again.
    this.#worker.unref();
    this.#worker.on('error', (error) => onBroken(this, error));
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  get isHanging(): boolean {
    return this.#state === 'hanging';
  }

  get isBusy(): boolean {
    return this.#told.size > 0;
  }

  /** Nothing comes back from it now. A call that began a moment ago is over in a moment. */
  get isHeldUp(): boolean {
    return !this.isOpen || (this.isBusy && this.#stillLooks >= 2);
  }

  /** How much more it may be told. */
  get room(): number {
    let room = this.isOpen ? mostWeight : 0;
    for (const { order } of this.#told.values()) room -= weightOf(order.ask);
    return room;
  }

  /** True when it has had nothing to do since a moment of performance.now. */
  isIdleSince(since: number): boolean {
    return this.isOpen && !this.isBusy && this.#usedAt <= since;
  }

  /** True when other threads answered since this one last moved. */
  isAlone(answers: number): boolean {
    return answers !== this.#answersThen;
  }

  tell(orders: readonly Order[], table: MountTable): void {
    for (const order of orders) this.#told.set(order.id, { order, place: this.#count++ });
    const told: readonly VolumeReply[] = orders.map(({ id, ask }) => ({ id, ask }));
    this.#worker.postMessage({ kind: 'orders', orders: told, ...(table === this.#table ? {} : { table }) });
    this.#table = table;
    this.#usedAt = performance.now();
  }

  /** Resolves what was answered; gives the answers that nobody waits for any more. */
  settle(reports: FromThread): readonly FileAnswer[] {
    this.#answered += reports.length;
    const unclaimed: FileAnswer[] = [];
    for (const { id, answer } of reports) {
      const told = this.#told.get(id);
      this.#told.delete(id);
      if (told) told.order.resolve(answer);
      else unclaimed.push(answer);
    }
    return unclaimed;
  }

  /** What was closed begins work again once it has answered everything. */
  reopen(): void {
    if (this.isBusy || this.isOpen) return;
    this.#worker.postMessage({ kind: 'again' });
    this.#state = 'open';
    this.#count = 0;
    this.#answered = 0;
    this.#stillLooks = 0;
  }

  /** Closes it; gives back what it has not begun, or has told nobody about and may do again. */
  takeBack(): readonly Order[] {
    const begun = Atomics.exchange(this.#words, begunWord, closed);
    this.#state = 'closed';
    const back: Order[] = [];
    for (const [id, { order, place }] of this.#told) {
      const isDone = place < begun - 1 && mayRepeat.has(order.ask.kind);
      if (place < begun && !isDone) continue;
      this.#told.delete(id);
      back.push(order);
    }
    return back;
  }

  /** Nothing is expected from it any more; gives what it was told. */
  giveUp(): readonly Order[] {
    this.#state = 'hanging';
    return this.#forgetTold();
  }

  /** It broke: everything it was told fails. */
  fail(error: Error): void {
    for (const order of this.#forgetTold()) order.reject(error);
  }

  #forgetTold(): readonly Order[] {
    const orders = [...this.#told.values()].map(({ order }) => order);
    this.#told.clear();
    return orders;
  }

  /** `answers` = what all threads together have answered; so many looks without a pulse mean that it hangs. */
  look(answers: number, mostLooks: number): Movement {
    if (!this.isBusy) {
      this.#stillLooks = 0;
      return 'moves';
    }
    const begun = Atomics.load(this.#words, begunWord);
    const pulse = Atomics.load(this.#words, pulseWord);
    // Not in a call: it has not come to it yet, on a busy computer.
    const isFree = begun !== closed && begun <= this.#answered;
    if (isFree || pulse !== this.#pulse) {
      this.#pulse = pulse;
      this.#stillLooks = 0;
      this.#answersThen = answers;
      return 'moves';
    }
    if (++this.#stillLooks >= mostLooks) return 'hangs';
    return this.#stillLooks >= 2 && this.#told.size > 1 && this.isOpen ? 'holds-up' : 'still';
  }

  end(): void {
    void this.#worker.terminate();
  }
}
