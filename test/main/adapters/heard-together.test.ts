import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { hear, mostHeardTogether, whenLost } from '../../../main/adapters/heard-together.ts';

let stop: (() => void) | null = null;
afterEach(() => stop?.());

const hearMany = (count: number): void => {
  for (let at = 0; at < count; at++) hear();
};

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
