import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { hear, mostHeardTogether, whenLost } from '../../../main/adapters/heard-together.ts';

let stop: (() => void) | null = null;
afterEach(async () => {
  stop?.();
  // What was heard in this turn counts no more.
  await nextTurn();
});

const hearMany = (count: number): void => {
  for (let at = 0; at < count; at++) hear();
};
/** So much that some of it may have been lost. */
const loseSome = (): void => hearMany(mostHeardTogether);
/** What this process waits for. */
const timers = (): number => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;

test.each([1, 300])(
  'what comes in many turns is not, however much it is in all: %d at a time (F-30)',
  async (together) => {
    const lookAgain = vi.fn(async () => undefined);
    stop = whenLost(lookAgain);
    // For longer than it takes until somebody looks again.
    const until = performance.now() + 1_500;
    let count = 0;
    while (performance.now() < until || count < 2 * mostHeardTogether) {
      hearMany(together);
      count += together;
      await nextTurn();
    }
    expect(lookAgain).not.toHaveBeenCalled();
  },
);

test('what comes in one turn of the loop is looked for again, also after a few that came alone (F-30)', async () => {
  const lookAgain = vi.fn(async () => undefined);
  stop = whenLost(lookAgain);
  for (let turn = 0; turn < 200; turn++) {
    hear();
    await nextTurn();
  }
  hearMany(mostHeardTogether);
  await vi.waitFor(() => expect(lookAgain).toHaveBeenCalledOnce(), 10_000);
});

test('what comes one by one costs the loop no round for each', async () => {
  const rounds = vi.spyOn(globalThis, 'setImmediate');
  for (let turn = 0; turn < 1_000; turn++) {
    hear();
    await nextTurn();
  }
  expect(rounds.mock.calls.length).toBeLessThan(100);
});

test('what is lost a few times before anybody looked is looked for once, and what is lost after that again', async () => {
  const lookAgain = vi.fn(async () => undefined);
  stop = whenLost(lookAgain);
  for (let time = 0; time < 3; time++) {
    loseSome();
    await nextTurn();
  }
  const later = vi.fn(async () => undefined);
  const stopLater = whenLost(later);
  loseSome();
  // It waits as long as the others do, and began after them.
  await vi.waitFor(() => expect(later).toHaveBeenCalledOnce(), 10_000);
  stopLater();
  expect(lookAgain).toHaveBeenCalledOnce();
  await nextTurn();
  const waiting = timers();
  loseSome();
  expect(timers()).toBe(waiting + 1);
});

test('what is lost while somebody looks is looked for after that, by one look', async () => {
  let finish = (): void => undefined;
  const lookAgain = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  stop = whenLost(lookAgain);
  loseSome();
  await vi.waitFor(() => expect(lookAgain).toHaveBeenCalledOnce(), 10_000);
  const waiting = timers();
  loseSome();
  expect(timers()).toBe(waiting);
  finish();
  await nextTurn();
  loseSome();
  const waitingAgain = timers();
  stop();
  expect(timers()).toBe(waitingAgain - 1);
});

test('nobody looks, and nothing waits, once it is ended', async () => {
  const lookAgain = vi.fn(async () => undefined);
  stop = whenLost(lookAgain);
  const waiting = timers();
  loseSome();
  expect(timers()).toBe(waiting + 1);
  stop();
  expect(timers()).toBe(waiting);
  await nextTurn();
  loseSome();
  expect(timers()).toBe(waiting);
  await nextTurn();
  expect(lookAgain).not.toHaveBeenCalled();
});
