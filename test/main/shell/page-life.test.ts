// When a page that crashed or hangs is loaded again, when the user is asked first, and when nothing is done any more.
import { describe, expect, test } from 'vitest';
import { crashesPerMinute, createPageLife, type Question } from '../../../main/shell/page-life.ts';

interface Asked {
  readonly question: Question;
  readonly signal: AbortSignal;
  readonly answer: (yes: boolean) => Promise<void>;
}

function setUp() {
  const state = { over: false, seen: true, now: 1_000 };
  const done: string[] = [];
  const asked: Asked[] = [];
  let waiting: { call: () => void; at: number }[] = [];
  const life = createPageLife({
    over: () => state.over,
    seen: () => state.seen,
    load: () => void done.push('load'),
    end: () => void done.push('end'),
    hide: () => void done.push('hide'),
    ask: (question, signal) =>
      new Promise((resolve) => {
        const answer = (yes: boolean): Promise<void> => {
          resolve(yes);
          return new Promise((settled) => setImmediate(settled));
        };
        signal.addEventListener('abort', () => void answer(false));
        asked.push({ question, signal, answer });
      }),
    later: (call, ms) => void waiting.push({ call, at: state.now + ms }),
    now: () => state.now,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  /** Lets so many milliseconds go by. */
  function pass(ms: number): void {
    state.now += ms;
    const due = waiting.filter(({ at }) => at <= state.now);
    waiting = waiting.filter(({ at }) => at > state.now);
    for (const { call } of due) call();
  }
  function crash(times = 1, reason = 'crashed'): void {
    for (let time = 0; time < times; time += 1) {
      life.gone(reason, 1);
      pass(5_000);
    }
  }
  return { state, done, asked, life, pass, crash };
}

describe('a page that crashed', () => {
  test.each([
    'clean-exit',
    'abnormal-exit',
    'killed',
    'crashed',
    'oom',
    'launch-failed',
    'integrity-failure',
    'memory-eviction',
  ])('is loaded again after %s, in a later turn', (reason) => {
    const { life, done, pass } = setUp();
    life.gone(reason, 1);
    expect(done).toEqual([]);
    pass(0);
    expect(done).toEqual(['load']);
  });

  test('is given more time from crash to crash, so that one that cannot start does not take the whole machine', () => {
    const { life, done, pass } = setUp();
    life.gone('launch-failed', 1);
    pass(0);
    life.gone('launch-failed', 1);
    pass(0);
    expect(done).toEqual(['load']);
    pass(1_000);
    expect(done).toEqual(['load', 'load']);
  });

  test.each([
    ['before the crash', true],
    ['between the crash and the loading', false],
  ])('stays as it is when the app began to leave or the window closed %s', (_when, before) => {
    const { state, life, done, pass } = setUp();
    state.over = before;
    life.gone('killed', 9);
    state.over = true;
    pass(60_000);
    life.wanted();
    expect(done).toEqual([]);
  });

  test('is loaded once when somebody asks for the window before its time has come', () => {
    const { life, done, pass } = setUp();
    life.gone('killed', 9);
    life.wanted();
    expect(done).toEqual(['load']);
    pass(60_000);
    expect(done).toEqual(['load']);
  });

  test('is never asked about while crashes are rarer than three a minute', () => {
    const { life, done, asked, pass } = setUp();
    for (let time = 0; time < 20; time += 1) {
      life.gone('crashed', 1);
      pass(20_001);
    }
    expect(asked).toEqual([]);
    expect(done).toHaveLength(20);
  });
});

describe('a page that crashed more than three times in a minute', () => {
  test('is asked about once, and loaded when the answer is yes', async () => {
    const { done, asked, crash, life } = setUp();
    crash(crashesPerMinute + 1);
    expect(done).toHaveLength(crashesPerMinute);
    expect(asked).toHaveLength(1);
    await asked[0]?.answer(true);
    expect(done).toHaveLength(crashesPerMinute + 1);
    // The count begins anew with what the user wished.
    crash(crashesPerMinute);
    expect(asked).toHaveLength(1);
    life.gone('crashed', 1);
  });

  test('is hidden when the answer is no or the question is closed, and opened anew when somebody wants it', async () => {
    const { done, asked, crash, life } = setUp();
    crash(crashesPerMinute + 1);
    await asked[0]?.answer(false);
    expect(done.at(-1)).toBe('hide');
    life.wanted();
    expect(done.at(-1)).toBe('load');
    expect(asked).toHaveLength(1);
  });

  test('is not asked about while nobody can see the window: it is opened anew when somebody comes to it', () => {
    const { state, done, asked, crash, life } = setUp();
    state.seen = false;
    crash(crashesPerMinute + 1);
    expect(asked).toEqual([]);
    state.seen = true;
    life.wanted();
    expect(done).toHaveLength(crashesPerMinute + 1);
    life.wanted();
    expect(done).toHaveLength(crashesPerMinute + 1);
  });

  test('has its question taken back by who asks for the window another way; that is not an answer', async () => {
    const { done, asked, crash, life } = setUp();
    crash(crashesPerMinute + 1);
    life.wanted();
    expect(asked[0]?.signal.aborted).toBe(true);
    await asked[0]?.answer(false);
    expect(done.at(-1)).toBe('load');
    expect(done).not.toContain('hide');
  });

  test('has its question taken back when the window is closed for good', async () => {
    const { state, done, asked, crash, life } = setUp();
    crash(crashesPerMinute + 1);
    state.over = true;
    life.closed();
    await asked[0]?.answer(true);
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(done).toHaveLength(crashesPerMinute);
  });
});

describe('a page that hangs', () => {
  test('is asked about once, ended when the user wants so, and then loaded without another question', async () => {
    const { done, asked, life, crash, pass } = setUp();
    crash(crashesPerMinute);
    life.hangs();
    life.hangs();
    expect(asked).toHaveLength(1);
    await asked[0]?.answer(true);
    expect(done.at(-1)).toBe('end');
    life.gone('killed', 9);
    pass(0);
    expect(done.at(-1)).toBe('load');
    expect(asked).toHaveLength(1);
  });

  test('is left alone when the user waits', async () => {
    const { done, asked, life } = setUp();
    life.hangs();
    await asked[0]?.answer(false);
    expect(done).toEqual([]);
  });

  test.each(['answers', 'gone'] as const)('has its question taken back once it %s', async (what) => {
    const { done, asked, life, pass } = setUp();
    life.hangs();
    if (what === 'answers') life.answers();
    else life.gone('oom', 1);
    await asked[0]?.answer(true);
    pass(0);
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(done).toEqual(what === 'answers' ? [] : ['load']);
  });
});
