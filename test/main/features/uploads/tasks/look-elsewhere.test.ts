// The look for a clip before it goes and before its last bytes leave: what it comes to, how new a list it wants, and what holds no clip back.
import { describe, expect, it } from 'vitest';
import type { Looked } from '../../../../../main/features/proof/looked.ts';
import type { OtherComputers } from '../../../../../main/features/uploads/other-computers.ts';
import { createLookElsewhere } from '../../../../../main/features/uploads/tasks/look-elsewhere.ts';
import type { FailureCause } from '../../../../../main/model.ts';
import { FileError, HeldBack } from '../../../../../main/ports.ts';
import { handClock } from '../../../queue/hand-clock.ts';
import { aJob, candidate, later, page, signIn, tooLarge } from '../../../queue/jobs.ts';
import { account } from './parts.ts';

const client = { root: 'http://127.0.0.1/wp-json/', authorization: 'Basic x' };
const job = aJob();
const absent: Looked = { kind: 'absent' };
const found: Looked = { kind: 'found', videoId: 7, createdAt: 5_000, file: null };
const ask: Looked = { kind: 'ask', candidates: [candidate] };
const no = { kind: 'no' };
const seen = { kind: 'seen' };
const stop = (cause: FailureCause) => ({ kind: 'stop', cause });
const second = 1_000;
const minute = 60 * second;

/** A look that brings this; `others` is what is known of another computer. */
function looking(looked: Looked | Error = absent) {
  const clock = handClock();
  const stopper = new AbortController();
  const { signal } = stopper;
  /** What happened, in order. */
  const steps: unknown[][] = [];
  const logged: string[] = [];
  const listed: unknown[][] = [];
  const on = {
    ...{ looked, cause: later as FailureCause | Error, wary: false, yields: false, skewMs: 3_000 as number | null },
    signedIn: true,
    known: true,
    theirs: false,
    waiting: 1,
    /** What a look is waited for. */
    line: Promise.resolve(),
    moment: Promise.resolve(),
    onNotice: (): void => {},
    onHesitate: (): void => {},
  };
  const others: OtherComputers = {
    met: (...said) => void steps.push(['met', ...said]),
    listed: (...said) => void listed.push(said),
    notice: (...said) => {
      steps.push(['notice', ...said]);
      on.onNotice();
    },
    yields: () => on.yields,
    isWary: () => on.wary,
    turn: async ({ id }, given) => {
      await on.moment;
      steps.push(['turn', id, given === signal]);
    },
    hesitate: async (id, given) => {
      await on.moment;
      on.onHesitate();
      steps.push(['hesitate', id, given === signal]);
    },
    ended: ({ id }, arrived) => void steps.push(['ended', id, arrived]),
  };
  const look = createLookElsewhere(
    {
      ...{ clock, others, waiting: () => on.waiting },
      claims: {
        isTheirs: async (...what) => {
          steps.push(['claim', ...what]);
          return on.theirs;
        },
      },
      logger: { info: () => {}, warn: (text) => void logged.push(text), error: (text) => void logged.push(text) },
      accounts: {
        account: (id) => (on.known ? { ...account, id } : null),
        client: () => (on.signedIn ? client : null),
        skewMs: () => on.skewMs,
      },
      findElsewhere: async (...wanted) => {
        steps.push(['look', ...wanted]);
        await on.line;
        if (on.looked instanceof Error) throw on.looked;
        return on.looked;
      },
    },
    {
      ofCall: async (_, error) => {
        steps.push(['failed', error]);
        if (on.cause instanceof Error) throw on.cause;
        return on.cause;
      },
    },
  );
  return {
    ...{ clock, steps, logged, listed, on, stopper },
    begin: (inOneGo = false, of = job) => look(of, 'begin', inOneGo, signal),
    end: (of = job) => look(of, 'end', false, signal),
    /** How old the lists might be that were looked at, in ms. */
    ages: () => steps.filter(([step]) => step === 'look').map((step) => step[5]),
    names: () => steps.map(([step]) => step),
  };
}

it('a clip that was stopped before is not looked for', async () => {
  const { begin, end, steps, stopper } = looking();
  stopper.abort();
  expect([await begin(), await end()]).toEqual([no, no]);
  expect(steps).toEqual([]);
});

describe('before a clip goes', () => {
  it('it has its turn, then is looked for by its account and name; what it is among is noticed by the site’s clock', async () => {
    const { begin, steps, clock } = looking();
    expect(await begin()).toEqual(no);
    expect(steps).toEqual([
      ['turn', job.id, true],
      ['look', job, client, account.userId, 'C0001.mp4', 2_000],
      ['notice', job.accountId, clock.now() + 3_000],
    ]);
  });

  it('how long its list took is told, and nothing of one that did not come', async () => {
    const { begin, on, clock, listed } = looking();
    on.line = new Promise((resolve) => clock.after(700, resolve));
    const begun = begin();
    await clock.pass(700);
    await begun;
    expect(listed).toEqual([[job.accountId, 700]]);
    on.looked = new FileError('missing', 'gone');
    await begin();
    expect(listed).toHaveLength(1);
  });

  it('the site’s clock is ours where it was never heard', async () => {
    const { begin, steps, clock, on } = looking(found);
    on.skewMs = null;
    await begin();
    expect(steps[2]).toEqual(['notice', job.accountId, clock.now()]);
    expect(steps[3]).toEqual(['met', job.accountId, 5_000, clock.now()]);
  });

  it('it is seen where it was found: whoever sent it is met, and its turn is over', async () => {
    const { begin, steps, clock } = looking(found);
    expect(await begin()).toEqual(seen);
    expect(steps.slice(3)).toEqual([
      ['met', job.accountId, 5_000, clock.now() + 3_000],
      ['ended', job.id, false],
    ]);
  });

  it('it is seen where only its user can tell, which nobody is met by', async () => {
    const { begin, names } = looking(ask);
    expect(await begin()).toEqual(seen);
    expect(names()).toEqual(['turn', 'look', 'notice', 'ended']);
  });

  it('the list may be two seconds old, or is read anew where another computer may be at it', async () => {
    const { begin, on, ages } = looking();
    await begin();
    on.wary = true;
    await begin();
    expect(ages()).toEqual([2_000, 0]);
  });

  it('it waits where the other computer goes first', async () => {
    const { begin, on, names } = looking();
    on.yields = true;
    expect(await begin()).toEqual(stop({ kind: 'retry', why: 'other-computer', afterMs: 3_000, bounded: false }));
    expect(names()).toEqual(['turn', 'look', 'notice', 'ended']);
    on.looked = found;
    expect(await begin()).toEqual(seen);
  });

  it('it waits while another computer goes first in its folder, the longer the more clips wait', async () => {
    const on = looking();
    const inFolder = { ...job, folderId: 'folder-1' };
    on.on.theirs = true;
    on.on.waiting = 100;
    expect(await on.begin()).toEqual({ kind: 'no' });
    expect(on.names()).not.toContain('claim');
    expect(await on.begin(false, inFolder)).toMatchObject({ kind: 'stop', cause: { afterMs: 3_000 } });
    on.on.waiting = 101;
    expect(await on.begin(false, inFolder)).toMatchObject({ kind: 'stop', cause: { afterMs: 3_030 } });
    on.on.theirs = false;
    expect(await on.begin(false, inFolder)).toEqual({ kind: 'no' });
    on.on.looked = found;
    on.on.theirs = true;
    expect(await on.begin(false, inFolder)).toEqual(seen);
  });

  it('it waits where the other computer was noticed just now', async () => {
    const on = looking();
    on.on.onNotice = () => {
      on.on.yields = true;
    };
    expect(await on.begin(true)).toMatchObject({ kind: 'stop', cause: { why: 'other-computer' } });
    expect(on.ages()).toHaveLength(1);
  });
});

describe('a clip that leaves in one go', () => {
  it('is looked for once more after a moment, as nothing comes after that', async () => {
    const { begin, steps, ages } = looking();
    expect(await begin(true)).toEqual(no);
    expect(steps.map(([step]) => step)).toEqual(['turn', 'look', 'notice', 'hesitate', 'look']);
    expect(steps[3]).toEqual(['hesitate', job.accountId, true]);
    expect(ages()).toEqual([1_000, 1_000]);
  });

  it('is looked for in what is there at that moment, where another computer may be at it', async () => {
    const { begin, on, ages } = looking();
    on.wary = true;
    await begin(true);
    expect(ages()).toEqual([0, 0]);
  });

  it('is seen where it came within that moment', async () => {
    const on = looking();
    on.on.onHesitate = () => {
      on.on.looked = found;
    };
    expect(await on.begin(true)).toEqual(seen);
    expect(on.names()).toEqual(['turn', 'look', 'notice', 'hesitate', 'look', 'met', 'ended']);
  });

  it.each<[string, Looked, boolean, unknown]>([
    ['was found', found, false, seen],
    ['is asked about', ask, false, seen],
    ['lets another computer go first', absent, true, { kind: 'stop' }],
  ])('that %s is looked for once', async (_, looked, yields, answer) => {
    const { begin, on, ages } = looking(looked);
    on.yields = yields;
    expect(await begin(true)).toMatchObject(answer as object);
    expect(ages()).toHaveLength(1);
  });
});

describe('before its last bytes leave', () => {
  it('it is looked for after a moment in a new list', async () => {
    const { end, steps } = looking();
    expect(await end()).toEqual(no);
    expect(steps).toEqual([
      ['hesitate', job.accountId, true],
      ['look', job, client, account.userId, 'C0001.mp4', 1_000],
    ]);
  });

  it('it is looked for in what is there at that moment, where another computer may be at it', async () => {
    const { end, on, ages } = looking();
    on.wary = true;
    await end();
    expect(ages()).toEqual([0]);
  });

  it.each([found, ask])('it is seen: $kind', async (looked) => {
    const { end, clock, names } = looking(looked);
    expect(await end()).toEqual(seen);
    expect(names()).toEqual(['hesitate', 'look']);
    expect(clock.timers(), 'nothing is waited for any more').toBe(0);
  });

  it('it goes on where the look does not end within eight seconds', async () => {
    const { end, on, clock } = looking(found);
    on.line = new Promise(() => undefined);
    let answer: unknown = null;
    void end().then((said) => {
      answer = said;
    });
    await clock.pass(7_999);
    expect(answer).toBeNull();
    await clock.pass(1);
    expect(answer).toEqual(no);
  });

  it('the moment before the look counts for nothing', async () => {
    const { end, on, clock } = looking(found);
    const moment = Promise.withResolvers<void>();
    on.moment = moment.promise;
    const answer = end();
    await clock.pass(9_000);
    moment.resolve();
    expect(await answer).toEqual(seen);
  });

  it.each<[string, (on: ReturnType<typeof looking>['on']) => void]>([
    ['its account is signed out', (on) => Object.assign(on, { signedIn: false })],
    ['the site cannot be asked', (on) => Object.assign(on, { looked: new Error('no line') })],
    ['the clip cannot be read', (on) => Object.assign(on, { looked: new FileError('missing', 'x') })],
  ])('it goes on where %s', async (_, change) => {
    const { end, on, clock, logged } = looking();
    change(on);
    expect(await end()).toEqual(no);
    expect([clock.timers(), logged]).toEqual([0, []]);
  });

  it('it goes on whatever else goes wrong, which is noted', async () => {
    const { end, on, logged, clock } = looking(new TypeError('a fault'));
    on.cause = new TypeError('a fault');
    expect(await end()).toEqual(no);
    expect([logged.length, clock.timers()]).toEqual([1, 0]);
  });
});

describe('a clip that is not to go any more', () => {
  it.each(['begin', 'end'] as const)('is not waited for while it is looked for: %s', async (when) => {
    const looks = looking(found);
    const line = Promise.withResolvers<void>();
    looks.on.line = line.promise;
    const answer = looks[when]();
    await looks.clock.settle();
    expect(looks.names()).toContain('look');
    looks.stopper.abort();
    expect(await answer).toEqual(no);
    // What comes of the look later changes nothing.
    line.resolve();
    await looks.clock.settle();
    expect(looks.names()).not.toContain('ended');
  });

  it.each(['begin', 'end'] as const)('comes to nothing where it was stopped before: %s', async (when) => {
    const looks = looking(found);
    looks.stopper.abort();
    expect(await looks[when]()).toEqual(no);
  });

  it('leaves nobody who listens to its signal', async () => {
    const { begin, stopper } = looking();
    const { signal } = stopper;
    let listening = 0;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => [listening++, add(...args)][1];
    signal.removeEventListener = (...args: Parameters<typeof remove>) => [listening--, remove(...args)][1];
    await begin();
    expect(listening).toBe(0);
  });
});

describe('a look that cannot be made', () => {
  it.each([
    ['nobody is signed in', { signedIn: false }],
    ['the account is gone', { known: false }],
  ])('waits for a sign-in where %s', async (_, change) => {
    const { begin, on, ages, names } = looking();
    Object.assign(on, change);
    expect(await begin()).toEqual(stop(signIn));
    expect([ages(), names().at(-1)]).toEqual([[], 'ended']);
  });

  it('is the clip’s own failure where that cannot be read, however often', async () => {
    const { begin, names } = looking(new FileError('no-answer', 'x'));
    for (let times = 0; times < 4; times++)
      expect(await begin(true)).toEqual(stop({ kind: 'retry', why: 'disk-silent', afterMs: null, bounded: false }));
    expect(names()).not.toContain('failed');
    expect(names()).not.toContain('hesitate');
  });

  it.each<FailureCause>([signIn, { kind: 'line', why: 'offline' }])(
    'waits where nothing else passes either, however often: $kind',
    async (cause) => {
      const { begin, on } = looking(new Error('no'));
      on.cause = cause;
      for (let times = 0; times < 4; times++) expect(await begin()).toEqual(stop(cause));
      on.cause = later;
      expect(await begin(), 'nor was it counted').toEqual(stop(later));
    },
  );

  it('is tried again twice; then the account’s clips go without it for two minutes', async () => {
    const error = new Error('no list');
    const { begin, end, on, clock, ages, steps, logged } = looking(error);
    const apart = async (): Promise<unknown> => {
      await clock.pass(second);
      return begin();
    };
    expect([await apart(), await apart()]).toEqual([stop(later), stop(later)]);
    expect(steps).toContainEqual(['failed', error]);
    expect(logged).toEqual([]);
    expect(await apart()).toEqual(no);
    expect(logged).toHaveLength(1);
    on.looked = found;
    await clock.pass(2 * minute - 1);
    expect([await begin(), await end(), ages().length]).toEqual([no, no, 3]);
    expect(await begin(false, aJob({ accountId: 'account-2' })), 'another account').toEqual(seen);
    await clock.pass(1);
    expect(await begin()).toEqual(seen);
  });

  it('is given up at once again where it fails after that', async () => {
    const { begin, clock, ages } = looking(new Error('no list'));
    for (let times = 0; times < 3; times++) {
      await begin();
      await clock.pass(second);
    }
    await clock.pass(2 * minute);
    expect([await begin(), ages().length]).toEqual([no, 4]);
  });

  it('is one failure for all clips that waited for the same list', async () => {
    const { begin, clock } = looking(new Error('no list'));
    for (let times = 0; times < 4; times++) expect(await begin()).toEqual(stop(later));
    await clock.pass(second - 1);
    expect(await begin()).toEqual(stop(later));
    await clock.pass(1);
    expect(await begin()).toEqual(stop(later));
    await clock.pass(second);
    expect(await begin()).toEqual(no);
  });

  it('is no failure where nothing was asked, as the site had asked for time', async () => {
    const { begin, on, clock } = looking(new HeldBack(60_000, 'site-busy'));
    on.cause = later;
    for (let times = 0; times < 5; times++) {
      expect(await begin()).toEqual(stop(later));
      await clock.pass(second);
    }
  });

  it('is counted from the beginning once one was made, and for each account of its own', async () => {
    const { begin, on, clock } = looking(new Error('no list'));
    const other = aJob({ accountId: 'account-2' });
    await begin();
    await clock.pass(second);
    await begin();
    expect(await begin(false, other)).toEqual(stop(later));
    on.looked = absent;
    expect(await begin()).toEqual(no);
    on.looked = new Error('no list');
    const apart = async (): Promise<unknown> => {
      await clock.pass(second);
      return begin();
    };
    expect([await apart(), await apart(), await apart()]).toEqual([stop(later), stop(later), no]);
  });

  it('is given up at once where the site refuses it for good', async () => {
    const { begin, end, on, ages } = looking(new Error('no'));
    on.cause = tooLarge;
    expect([await begin(), await begin(), await end()]).toEqual([no, no, no]);
    expect(ages()).toHaveLength(1);
  });

  it('counts a page in place of an answer like any other failure', async () => {
    const { begin, on, clock } = looking(new Error('no'));
    on.cause = page;
    const told: unknown[] = [];
    for (let times = 0; times < 3; times++) {
      told.push(await begin());
      await clock.pass(second);
    }
    expect(told).toEqual([stop(page), stop(page), no]);
  });

  it('is a fault where it is no failure of a call', async () => {
    const { begin, on } = looking(new TypeError('a fault'));
    on.cause = new TypeError('a fault');
    await expect(begin()).rejects.toThrow(TypeError);
  });
});
