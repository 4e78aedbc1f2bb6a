// How one look at who writes follows the other, by a thread and a clock of the test's own: what is asked together, how long anybody
// waits, and what becomes of those who wait when the thread dies or everything ends.
import type { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { workerWriters } from '../../../main/adapters/writers.ts';
import type { WritersOrder, WritersReport } from '../../../main/adapters/writers-worker.ts';
import type { HeldFile, Writers } from '../../../main/ports.ts';

/** A thread whose every step is taken by the test. */
interface HandThread extends EventEmitter {
  readonly orders: WritersOrder[];
}
const given = vi.hoisted(() => ({ threads: [] as unknown[] }));
vi.mock('node:worker_threads', async (original) => {
  const { EventEmitter: Emitter } = await import('node:events');
  class Worker extends Emitter {
    readonly orders: unknown[] = [];
    constructor() {
      super();
      given.threads.push(this);
    }
    postMessage(orders: readonly unknown[]): void {
      this.orders.push(...orders);
    }
    unref(): void {}
    async terminate(): Promise<number> {
      return 1;
    }
  }
  return { ...(await original<typeof import('node:worker_threads')>()), Worker };
});

const threads = given.threads as HandThread[];
let writers: Writers;
/** What became of each question, in their order; 'waits' = nothing yet. */
let answers: unknown[];

function on(platform: NodeJS.Platform): void {
  const real = process.platform;
  Object.defineProperty(process, 'platform', { value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: real }));
}
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
beforeEach(async () => {
  on('linux');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  threads.length = 0;
  answers = [];
  await pass(100_000);
  writers = workerWriters();
});

const fileAt = (path: string): HeldFile => ({ path, device: '1', inode: path });
function ask(...paths: readonly string[]): void {
  const place = answers.push('waits') - 1;
  void writers.holding(paths.map(fileAt)).then((holding) => {
    answers[place] = holding && Object.fromEntries(holding);
  });
}
const orders = (thread = 0) =>
  threads[thread]?.orders.map(({ files }) => files.map(({ path }) => path).join(' ')) ?? [];
/** The thread says of its look so many orders before its last one who writes, and what that cost it, in ms. */
function report(holding: Readonly<Record<string, string>> | null, costMs: number, thread = 0, before = 0): void {
  const id = threads[thread]?.orders.at(-1 - before)?.id ?? -1;
  const said: WritersReport = { id, holding: holding && new Map(Object.entries(holding)), costMs };
  threads[thread]?.emit('message', [said]);
}

describe('questions', () => {
  it('that come while one looks are looked for together, once it has rested as long as the look took, each its own', async () => {
    ask('a');
    await pass(0);
    ask('b');
    ask('c', 'd');
    await pass(100);
    expect(orders()).toEqual(['a']);
    report({}, 40);
    await pass(39);
    expect([orders(), answers]).toEqual([['a'], [{}, 'waits', 'waits']]);
    await pass(1);
    expect(orders()).toEqual(['a', 'b c d']);
    report({ b: 'one', d: 'other' }, 40);
    await pass(0);
    expect(answers).toEqual([{}, { b: 'one' }, { d: 'other' }]);
    await pass(1_000);
    expect([orders().length, vi.getTimerCount()]).toEqual([2, 0]);
    ask('e');
    await pass(0);
    expect(orders()).toHaveLength(3);
  });

  it('wait a quarter of a second at most for a look that took long', async () => {
    ask('a');
    await pass(0);
    report({}, 5_000);
    ask('b');
    await pass(249);
    expect(orders()).toEqual(['a']);
    await pass(1);
    expect(orders()).toEqual(['a', 'b']);
  });

  it('of which the system shows nothing are answered so at once', async () => {
    ask('a');
    await pass(0);
    report(null, 1);
    await pass(0);
    expect(answers).toEqual([null]);
  });

  it('wait for three seconds; later ones for nothing, until the look that they would wait for is over', async () => {
    ask('a');
    await pass(2_999);
    expect(answers).toEqual(['waits']);
    ask('b');
    await pass(1);
    expect(answers).toEqual([null, 'waits']);
    await pass(1);
    ask('c');
    await pass(0);
    expect(answers).toEqual([null, 'waits', null]);
    report({ a: 'one' }, 0);
    await pass(0);
    expect(orders()).toEqual(['a', 'b']);
    report({ b: 'one' }, 0);
    await pass(0);
    expect(answers).toEqual([null, { b: 'one' }, null]);
  });

  it('are asked of nobody on systems that do not show it', async () => {
    on('darwin');
    ask('a');
    await pass(0);
    expect([answers, threads.length]).toEqual([[null], 0]);
  });
});

describe('a thread that dies', () => {
  it('leaves nobody waiting, and is followed by another whose answers alone count', async () => {
    ask('a');
    await pass(0);
    ask('b');
    threads[0]?.emit('error', new Error('out of memory'));
    await pass(0);
    expect([answers, orders(1)]).toEqual([[null, 'waits'], ['b']]);
    report({ b: 'too late' }, 0);
    await pass(0);
    expect(answers).toEqual([null, 'waits']);
    report({ b: 'one' }, 0, 1);
    await pass(0);
    expect(answers).toEqual([null, { b: 'one' }]);
  });

  it('while nobody waits, or answers once more, disturbs nothing', async () => {
    ask('a');
    await pass(0);
    report({}, 0);
    report({}, 0);
    threads[0]?.emit('error', new Error('out of memory'));
    ask('b');
    await pass(0);
    expect([answers, orders(1)]).toEqual([[{}, 'waits'], ['b']]);
  });
});

describe('the end', () => {
  it('answers those who wait, whether they are looked for or not, and leaves no timer', async () => {
    ask('a');
    await pass(0);
    report({}, 100);
    ask('b');
    await pass(100);
    ask('c');
    await writers.close();
    await pass(0);
    expect([answers, vi.getTimerCount()]).toEqual([[{}, null, null], 0]);
    report({ b: 'one' }, 0);
    ask('d');
    await pass(0);
    expect([orders(), answers[3], threads.length]).toEqual([['a', 'b'], null, 1]);
  });

  it('in a rest begins no look any more', async () => {
    ask('a');
    await pass(0);
    report({}, 100);
    ask('b');
    await writers.close();
    expect(vi.getTimerCount()).toBe(0);
    ask('c');
    await pass(0);
    expect([answers, threads.length, orders()]).toEqual([[{}, null, null], 1, ['a']]);
  });
});
