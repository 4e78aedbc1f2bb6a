// How the threads of one volume share its work, by threads and a clock of the test's own: who gets which order, what is taken back,
// when a volume counts as not answering, and how it is found to be back.
import type { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedBuffers } from '../../../main/adapters/hasher.ts';
import type { MountTable } from '../../../main/adapters/mounts.ts';
import { createVolume, isHeld, NoAnswer, type VolumeThreads } from '../../../main/adapters/volume.ts';
import {
  begunWord,
  closed,
  type FileAnswer,
  type FileAsk,
  pulseWord,
  type ThreadData,
  type ToThread,
  type VolumeReply,
} from '../../../main/adapters/volume-orders.ts';
import { weightOf } from '../../../main/adapters/volume-thread.ts';

/** A thread whose every step is taken by the test. */
interface HandThread extends EventEmitter {
  readonly file: string;
  readonly volume: ThreadData['volume'];
  readonly words: Int32Array;
  readonly messages: ToThread[];
  /** Told and not answered, in order. */
  readonly orders: VolumeReply[];
  readonly keepsProcess: boolean;
  readonly isEnded: boolean;
}

const given = vi.hoisted(() => ({ threads: [] as unknown[] }));
vi.mock('node:worker_threads', async (original) => {
  const { EventEmitter: Emitter } = await import('node:events');
  class Worker extends Emitter {
    readonly messages: ToThread[] = [];
    readonly orders: VolumeReply[] = [];
    readonly file: string;
    readonly volume: ThreadData['volume'];
    readonly words: Int32Array;
    keepsProcess = true;
    isEnded = false;
    constructor(url: URL, { workerData, trackUnmanagedFds }: { workerData: ThreadData; trackUnmanagedFds: boolean }) {
      super();
      // What it opened is closed by whom main tells to, not by its end.
      if (trackUnmanagedFds) throw new Error('It would close the files of others');
      this.file = url.pathname;
      this.volume = workerData.volume;
      this.words = new Int32Array(workerData.words);
      given.threads.push(this);
    }
    override on(name: string, call: (...values: never[]) => void): this {
      if (name === 'message') this.keepsProcess = true;
      return super.on(name, call as () => void);
    }
    postMessage(message: ToThread): void {
      this.messages.push(message);
      if (message.kind === 'again') this.words[0] = 0;
      else this.orders.push(...message.orders);
    }
    unref(): void {
      this.keepsProcess = false;
    }
    terminate(): void {
      this.isEnded = true;
    }
  }
  return { ...(await original<typeof import('node:worker_threads')>()), Worker };
});

const threads = given.threads as HandThread[];
const threadAt = (at: number): HandThread => {
  const thread = threads[at];
  if (!thread) throw new Error(`There is no thread ${at}`);
  return thread;
};
const patienceMs = 1_000;
let table: MountTable;
let backs: number;
let volume: VolumeThreads;
let patience: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  threads.length = 0;
  [table, backs, patience] = [null, 0, patienceMs];
  volume = createVolume({
    volume: { id: 'disk', root: '/disk' },
    table: () => table,
    patienceMs: () => patience,
    onBack: () => void backs++,
  });
});
afterEach(() => void vi.useRealTimers());

/** Lets so many looks of main pass, and what follows from each. */
async function looks(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    vi.advanceTimersByTime(100);
    await turn();
  }
}
const stat = (name: string): FileAsk => ({ kind: 'stat', path: `/disk/${name}` });
/** What became of an order so far. */
interface Outcome {
  answer: FileAnswer | Error | null;
}
function asked(ask: FileAsk): Outcome {
  const outcome: Outcome = { answer: null };
  volume.ask(ask).then(
    (answer) => {
      outcome.answer = answer;
    },
    (error: Error) => {
      outcome.answer = error;
    },
  );
  return outcome;
}
async function ask(...asks: readonly FileAsk[]): Promise<readonly Outcome[]> {
  const outcomes = asks.map(asked);
  await turn();
  return outcomes;
}
const many = (count: number): FileAsk[] => Array.from({ length: count }, (_, at) => stat(String(at)));
const pathsOf = ({ orders }: HandThread): string[] => orders.map((order) => order.ask.path.replace('/disk/', ''));

/** Begins so many orders more, as a thread does before each. */
function begin({ words }: HandThread, count = 1): void {
  Atomics.add(words, begunWord, count);
  Atomics.add(words, pulseWord, count);
}
/** Answers the first orders that were told, in one message. */
async function answer(thread: HandThread, count = 1, said: FileAnswer = { kind: 'done' }): Promise<void> {
  thread.emit(
    'message',
    thread.orders.splice(0, count).map(({ id }) => ({ id, answer: said })),
  );
  await turn();
}
/** Begins one order and answers it. */
async function serve(thread: HandThread, count = 1, said?: FileAnswer): Promise<void> {
  begin(thread, count);
  await answer(thread, count, said);
}
/** The first look sees that it was begun; ten more see nothing move. */
const untilGivenUp = 11;
/** Asks for one thing alone and lets it hang until it is given up. */
async function silence(one: FileAsk = stat('a')): Promise<Outcome> {
  const [outcome] = await ask(one);
  begin(threadAt(threads.length - 1));
  await looks(untilGivenUp);
  return outcome as Outcome;
}

describe('orders', () => {
  it('of one turn go to one thread in one message, and are answered one by one', async () => {
    const outcomes = await ask(stat('a'), stat('b'));
    expect([threads.length, threadAt(0).messages.length, pathsOf(threadAt(0))]).toEqual([1, 1, ['a', 'b']]);
    expect(threadAt(0)).toMatchObject({ volume: { id: 'disk', root: '/disk' }, keepsProcess: false });
    expect(threadAt(0).file).toMatch(/\/volume-worker\.ts$/);
    await serve(threadAt(0), 1, { kind: 'names', names: ['x'] });
    expect(outcomes.map((one) => one.answer)).toEqual([{ kind: 'names', names: ['x'] }, null]);
    await serve(threadAt(0));
    expect(outcomes[1]?.answer).toEqual({ kind: 'done' });
    await ask(stat('c'));
    expect([threads.length, pathsOf(threadAt(0))]).toEqual([1, ['c']]);
  });

  it.each<[string, FileAsk, number, number]>([
    ['small ones', stat('a'), 1, 64],
    [
      'whole clips',
      { ...{ kind: 'whole', path: '', start: 0, length: 9 }, memory: new SharedArrayBuffer(9), hash: true },
      8,
      8,
    ],
    [
      'large reads',
      { ...{ kind: 'read', path: '', file: 1, memory: null }, start: 0, length: 65_536, position: 0 },
      32,
      2,
    ],
    [
      'small reads',
      { ...{ kind: 'read', path: '', file: 1, memory: null }, start: 0, length: 65_535, position: 0 },
      1,
      64,
    ],
  ])('go to a thread as far as it has room: %s', async (_, one, weight, most) => {
    expect(weightOf(one)).toBe(weight);
    await ask(...Array.from({ length: most + 1 }, () => one));
    expect([threads.length, threadAt(0).orders.length]).toEqual([1, most]);
    await serve(threadAt(0));
    expect(threadAt(0).orders).toHaveLength(most);
    await ask(one);
    expect([threads.length, threadAt(0).orders.length]).toEqual([1, most]);
  });

  it('that wait from one look to the next get a further thread, up to three', async () => {
    await ask(...many(64 * 3 + 2));
    await looks(1);
    expect(threads).toHaveLength(1);
    await looks(1);
    expect(threads.map(({ orders }) => orders.length)).toEqual([64, 64]);
    expect(pathsOf(threadAt(1))[0]).toBe('64');
    await looks(1);
    expect(threads.map(({ orders }) => orders.length)).toEqual([64, 64, 64]);
    await looks(4);
    expect(threads).toHaveLength(3);
    await serve(threadAt(1), 2);
    expect(pathsOf(threadAt(1)).slice(-2)).toEqual(['192', '193']);
  });

  it('that waited, and others than those at the look before, get no further thread', async () => {
    await ask(...many(65));
    for (let times = 0; times < 3; times++) {
      await looks(1);
      await serve(threadAt(0));
      await ask(stat(`next ${times}`));
    }
    expect(threads).toHaveLength(1);
  });

  it('come with the table of mounts where it is another one than the thread knows', async () => {
    const other: MountTable = [{ id: '1', parent: '0', point: '/', type: 'ext4' }];
    for (const now of [null, null, other, other]) {
      table = now;
      await ask(stat('a'));
    }
    const told = threadAt(0).messages.map((message) => (message.kind === 'orders' ? message.table : message));
    expect(told).toEqual([null, undefined, other, undefined]);
    expect(threadAt(0).messages.map((message) => 'table' in message)).toEqual([true, false, true, false]);
  });

  it('of a thread that breaks fail with it, and the next one gets a new thread', async () => {
    const [first] = await ask(stat('a'), ...many(64));
    threadAt(0).emit('error', new Error('broken'));
    await turn();
    expect(first?.answer).toEqual(new Error('broken'));
    // What had no room in it yet goes on.
    expect([threads.length, pathsOf(threadAt(1))]).toEqual([2, ['63']]);
    await serve(threadAt(1));
    const [next] = await ask(stat('b'));
    await serve(threadAt(1));
    expect([threads.length, next?.answer]).toEqual([2, { kind: 'done' }]);
  });
});

describe('a thread that stands still', () => {
  it('has what it has not begun taken back after two looks, for another one', async () => {
    const outcomes = await ask(stat('a'), stat('b'), stat('c'));
    begin(threadAt(0));
    await looks(2);
    expect([threads.length, volume.hanging()]).toEqual([1, 0]);
    await looks(1);
    expect([pathsOf(threadAt(1)), threadAt(0).words[begunWord], volume.hanging()]).toEqual([['b', 'c'], closed, 1]);
    await serve(threadAt(1), 2);
    await answer(threadAt(0));
    expect(outcomes.map((one) => one.answer)).toEqual(outcomes.map(() => ({ kind: 'done' })));
    // It moves again: it begins anew, and is given orders like any other.
    expect([threadAt(0).messages.at(-1), volume.hanging()]).toEqual([{ kind: 'again' }, 0]);
    await ask(stat('d'));
    expect(pathsOf(threadAt(0)).at(-1)).toBe('d');
  });

  it('gives back what it has done and told nobody, where that may be done again', async () => {
    const read: FileAsk = {
      ...{ kind: 'read', path: '/disk/b', file: 1, memory: null },
      start: 0,
      length: 9,
      position: 0,
    };
    await ask(stat('a'), read, stat('c'), stat('d'), stat('e'));
    begin(threadAt(0), 4);
    await looks(3);
    expect(pathsOf(threadAt(1))).toEqual(['a', 'c', 'e']);
  });

  it('gets nothing new, and goes on where it was once it has answered all of it', async () => {
    const [, , third] = await ask(stat('a'), stat('b'));
    expect(third).toBeUndefined();
    begin(threadAt(0), 2);
    await looks(3);
    await ask(stat('c'));
    expect([pathsOf(threadAt(0)).at(-1), pathsOf(threadAt(1))]).toEqual(['b', ['a', 'c']]);
  });

  it('alone with one order is waited for, and counts as held up meanwhile', async () => {
    const [outcome] = await ask(stat('a'));
    begin(threadAt(0));
    await looks(2);
    expect(volume.hanging()).toBe(0);
    await looks(untilGivenUp - 3);
    expect([volume.hanging(), threads.length, outcome?.answer]).toEqual([1, 1, null]);
    await answer(threadAt(0));
    expect([volume.hanging(), outcome?.answer]).toEqual([0, { kind: 'done' }]);
  });

  it('does not stand still where it has not come to its order yet, or shows a pulse', async () => {
    await ask(stat('a'), stat('b'));
    await looks(30);
    expect([threads.length, volume.hanging()]).toEqual([1, 0]);
    begin(threadAt(0));
    for (let times = 0; times < 15; times++) {
      await looks(2);
      Atomics.add(threadAt(0).words, pulseWord, 1);
    }
    expect([threads.length, volume.hanging()]).toEqual([1, 0]);
    // After what it answered, too: it is between two orders.
    await answer(threadAt(0));
    await looks(30);
    expect([threads.length, volume.hanging()]).toEqual([1, 0]);
  });

  it('once its patience is over is given up: its order fails, and what it may still write to is nobody’s', async () => {
    const buffers = sharedBuffers();
    const buffer = buffers.take(9);
    const memory = buffer.buffer as SharedArrayBuffer;
    const [outcome] = await ask({ kind: 'read', path: '/disk/a', file: 1, memory, start: 0, length: 9, position: 0 });
    begin(threadAt(0));
    await looks(untilGivenUp - 1);
    expect([outcome?.answer, isHeld(memory)]).toEqual([null, false]);
    await looks(1);
    expect(outcome?.answer).toEqual(new NoAnswer('The disk does not answer'));
    expect([isHeld(memory), isHeld(new SharedArrayBuffer(9)), volume.hanging()]).toEqual([true, false, 1]);
    buffers.give(buffer);
    expect(buffers.take(9) === buffer).toBe(false);
  });

  it('is given up as soon as somebody is in a hurry', async () => {
    const [outcome] = await ask(stat('a'));
    begin(threadAt(0));
    await looks(4);
    patience = 250;
    expect(outcome?.answer).toBe(null);
    await looks(1);
    expect(outcome?.answer).toBeInstanceOf(NoAnswer);
  });

  it('in closing a file is given up too, and its file counts as closed', async () => {
    expect((await silence({ kind: 'close', path: '/disk/a', file: 5 })).answer).toEqual({ kind: 'done' });
  });

  it('while others are answered is given up alone', async () => {
    const [hung, other] = await ask(stat('a'), stat('b'));
    begin(threadAt(0));
    await looks(3);
    await serve(threadAt(1));
    expect(other?.answer).toEqual({ kind: 'done' });
    await looks(untilGivenUp - 3);
    expect(hung?.answer).toBeInstanceOf(NoAnswer);
    const [next] = await ask(stat('c'));
    expect([pathsOf(threadAt(1)), threads.length]).toEqual([['c'], 2]);
    await serve(threadAt(1));
    expect([next?.answer, backs, volume.hanging()]).toEqual([{ kind: 'done' }, 0, 1]);
    // Its late answer is nobody's.
    await answer(threadAt(0));
    expect([volume.hanging(), backs]).toEqual([0, 0]);
  });
});

describe('a volume that does not answer', () => {
  it('refuses at once what is asked of it, and what waited for room', async () => {
    const [first, second] = await ask(stat('a'), stat('b'));
    begin(threadAt(0));
    await looks(3);
    begin(threadAt(1));
    const waiting = await ask(...many(130));
    await looks(untilGivenUp - 4);
    expect([first?.answer, waiting.at(-1)?.answer]).toEqual([null, null]);
    await looks(1);
    const refused = new NoAnswer('The disk does not answer');
    expect([first?.answer, waiting.at(-1)?.answer, second?.answer]).toEqual([refused, refused, null]);
    const count = threads.length;
    const [next] = await ask(stat('next'));
    expect([next?.answer, threads.length]).toEqual([refused, count]);
    await looks(3);
    expect(second?.answer).toEqual(refused);
  });

  it('is asked again for what hung, five seconds later and then ever more rarely, up to once a minute', async () => {
    await silence(stat('hung'));
    const waits: number[] = [];
    for (let thread = 1; thread < 4; thread++) {
      let waited = 0;
      while (threads.length <= thread && waited < 1_000) {
        await looks(1);
        waited++;
      }
      waits.push(Math.round(waited / 10));
      expect(threadAt(thread).orders).toMatchObject([{ ask: { kind: 'probe', path: '/disk/hung' } }]);
      begin(threadAt(thread));
      await looks(untilGivenUp);
    }
    expect(waits).toEqual([5, 10, 20]);
    await looks(1_500);
    // Four calls hang: a fifth would say nothing new.
    expect([threads.length, volume.hanging(), backs]).toEqual([4, 4, 0]);
  });

  it('is asked once at a time: not while the last try is still under way', async () => {
    await silence();
    await looks(50);
    expect(threads).toHaveLength(2);
    await looks(200);
    expect(threads).toHaveLength(2);
    begin(threadAt(1));
    await looks(untilGivenUp + 90);
    expect(threads).toHaveLength(2);
    await looks(10);
    expect(threads).toHaveLength(3);
  });

  it('is back with the first answer, and takes orders again', async () => {
    await silence();
    await looks(50);
    expect(backs).toBe(0);
    await serve(threadAt(1));
    expect([backs, volume.hanging()]).toEqual([1, 1]);
    const [next] = await ask(stat('b'));
    expect(pathsOf(threadAt(1))).toEqual(['b']);
    await serve(threadAt(1));
    expect([next?.answer, backs]).toEqual([{ kind: 'done' }, 1]);
  });

  it('is back with the late answer of what hung, too; what was opened too late is closed', async () => {
    const hung = await silence({ kind: 'open', path: '/disk/a' });
    expect(hung.answer).toBeInstanceOf(NoAnswer);
    await answer(threadAt(0), 1, { kind: 'file', file: 7 });
    expect([backs, volume.hanging()]).toEqual([1, 0]);
    expect(threadAt(0).messages.map(({ kind }) => kind)).toEqual(['orders', 'again', 'orders']);
    expect(threadAt(0).orders).toMatchObject([{ ask: { kind: 'close', path: '/disk', file: 7 } }]);
  });

  it('closes what was to be closed meanwhile once it is back, and has told so before', async () => {
    await silence();
    const close = (file: number): FileAsk => ({ kind: 'close', path: `/disk/${file}`, file });
    const outcomes = await ask(close(5), close(6));
    expect(outcomes.map((one) => one.answer)).toEqual([{ kind: 'done' }, { kind: 'done' }]);
    await answer(threadAt(0));
    expect(threadAt(0).orders).toMatchObject([{ ask: close(5) }, { ask: close(6) }]);
    await serve(threadAt(0), 2);
    expect(backs).toBe(1);
  });

  it('that falls silent again is asked again after five seconds as before', async () => {
    await silence();
    await looks(50);
    await serve(threadAt(1));
    await answer(threadAt(0));
    await ask(stat('b'));
    const busy = threads.find(({ orders }) => orders.length > 0) as HandThread;
    begin(busy);
    await looks(untilGivenUp);
    expect(threads).toHaveLength(2);
    // The other thread is free, so that nothing hangs everywhere; it is asked by a thread of its own only where all do.
    await looks(200);
    expect(threads).toHaveLength(2);
  });
});

describe('what costs something', () => {
  it('is over with the work: nobody looks any more, and a thread ends after a minute without any', async () => {
    await ask(stat('a'));
    expect(vi.getTimerCount()).toBe(2);
    await serve(threadAt(0));
    await looks(1);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(59_000);
    await ask(stat('b'));
    await serve(threadAt(0));
    vi.advanceTimersByTime(1_000);
    expect(threadAt(0).isEnded).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect([threadAt(0).isEnded, vi.getTimerCount()]).toEqual([true, 0]);
    const [next] = await ask(stat('c'));
    await serve(threadAt(1));
    expect([threads.length, next?.answer]).toEqual([2, { kind: 'done' }]);
    vi.advanceTimersByTime(60_000);
    expect(threadAt(1).isEnded).toBe(true);
  });

  it('is not ended while it has work, nor where its work hangs', async () => {
    await ask(stat('a'));
    begin(threadAt(0));
    for (let times = 0; times < 70; times++) {
      Atomics.add(threadAt(0).words, pulseWord, 1);
      await looks(10);
    }
    expect(threadAt(0).isEnded).toBe(false);
    await looks(untilGivenUp);
    vi.advanceTimersByTime(130_000);
    expect([volume.hanging() > 0, threadAt(0).isEnded]).toEqual([true, false]);
  });
});
