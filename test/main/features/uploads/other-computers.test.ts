// Another computer that sends for the same account: by what it is noticed, who goes first, and how long anything waits for it.
import { describe, expect, it } from 'vitest';
import { createOtherComputers } from '../../../../main/features/uploads/other-computers.ts';
import type { Job, StoredFile } from '../../../../main/model.ts';
import { handClock } from '../../queue/hand-clock.ts';
import { accountId, aJob, states } from '../../queue/jobs.ts';

const second = 1_000;
const minute = 60 * second;
const other = 'account-2';
/** The site's clock. */
const siteNow = 1_700_000_000_000;
/** As a clip of these tests is called on its site. */
const named = { title: 'C0001', sourceUrl: '' };
const clip = (id: string, account = accountId): Job => aJob({ id, accountId: account });

/** One account's videos on its site, the newest first, and clips of this list by their sizes. */
function account(fraction = 0.5) {
  const clock = handClock();
  const latest: StoredFile[] = [];
  const jobs: { readonly size: number; readonly job: Job }[] = [];
  const asked: unknown[][] = [];
  const drawn: number[] = [];
  const others = createOtherComputers({
    clock,
    random: {
      fraction: () => {
        drawn.push(fraction);
        return fraction;
      },
      hex: () => '',
    },
    store: {
      takenVideos: (...wanted) => {
        asked.push(['taken', ...wanted]);
        const videos = jobs.flatMap(({ job }) => (job.state.kind === 'done' ? (job.state.videoId ?? []) : []));
        return new Set(videos);
      },
    },
    ledger: { ofSize: (id, size) => jobs.filter((one) => one.size === size && id === accountId).map(({ job }) => job) },
    siteFiles: {
      latest: (...wanted) => {
        asked.push(['latest', ...wanted]);
        return latest;
      },
    },
  });
  /** A video from elsewhere, made so long ago. */
  const theirs = (videoId: number, bytes: number | null = 100, agoMs: number | null = 0): void => {
    const createdAt = agoMs === null ? null : siteNow - agoMs;
    latest.unshift({ ...named, mediaId: videoId + 1_000, videoId, bytes, createdAt });
  };
  /** A clip of this list that has this video. */
  const mine = (videoId: number | null, size = 100): void => {
    const job = aJob({ id: `job-${jobs.length}`, state: { kind: 'done', videoId, finishedAt: 1 } });
    jobs.push({ size, job });
    if (videoId !== null)
      latest.unshift({ ...named, mediaId: videoId + 1_000, videoId, bytes: size, createdAt: siteNow });
  };
  /** One that has just arrived: no more than what it tells is to be wary for. */
  const warm = (): void => others.ended(clip('warm'), true);
  /** Whether the work has come to its end. */
  const watch = (work: Promise<void>) => {
    const seen = { ended: false };
    void work.then(() => {
      seen.ended = true;
    });
    return seen;
  };
  const notice = () => others.notice(accountId, siteNow);
  const controller = new AbortController();
  return { clock, latest, jobs, asked, drawn, others, theirs, mine, warm, watch, notice, controller };
}

describe('another computer that was met', () => {
  it('goes first for twelve seconds after each of its clips', async () => {
    const { others, clock } = account();
    expect(others.yields(accountId)).toBe(false);
    others.met(accountId, siteNow, siteNow);
    expect([others.yields(accountId), others.yields(other)]).toEqual([true, false]);
    await clock.pass(12 * second - 1);
    expect(others.yields(accountId)).toBe(true);
    others.met(accountId, siteNow, siteNow);
    await clock.pass(12 * second - 1);
    expect(others.yields(accountId)).toBe(true);
    await clock.pass(1);
    expect(others.yields(accountId)).toBe(false);
  });

  it('may be about to send the same for two minutes', async () => {
    const { others, clock, warm } = account();
    warm();
    expect(others.isWary(accountId)).toBe(false);
    others.met(accountId, siteNow, siteNow);
    await clock.pass(2 * minute - 1);
    expect(others.isWary(accountId)).toBe(true);
    await clock.pass(1);
    expect(others.isWary(accountId)).toBe(false);
  });

  it.each([
    ['of a quarter of an hour ago', siteNow - 15 * minute, false],
    ['of a moment less', siteNow - 15 * minute + 1, true],
    ['of a time that is still to come, by a clock that differs', siteNow + minute, true],
    ['of which nobody knows when it was made', null, false],
  ] as const)('is at it now, or not: by a video %s', (_, createdAt, isMet) => {
    const { others } = account();
    others.met(accountId, createdAt, siteNow);
    expect(others.yields(accountId)).toBe(isMet);
  });
});

describe('while nothing was sent from here for long', () => {
  it('whoever else was given the same clips may begin at the same moment: for a quarter of an hour nobody', async () => {
    const { others, clock, warm } = account();
    expect(others.isWary(accountId)).toBe(true);
    warm();
    await clock.pass(15 * minute - 1);
    expect([others.isWary(accountId), others.isWary(other)]).toEqual([false, true]);
    await clock.pass(1);
    expect(others.isWary(accountId)).toBe(true);
  });

  it('a sleep counts as long, though a clock may have stood still in it, and nobody is let go first after it', () => {
    const { others, clock, warm } = account();
    warm();
    others.met(accountId, siteNow, siteNow);
    expect([others.yields(accountId), others.isWary(accountId)]).toEqual([true, true]);
    clock.setWall(clock.now() + 5 * minute);
    expect([others.yields(accountId), others.isWary(accountId)]).toEqual([false, false]);
    clock.setWall(clock.now() + 10 * minute);
    expect(others.isWary(accountId)).toBe(true);
  });

  it('a clip that did not arrive tells nothing', () => {
    const { others } = account();
    others.ended(clip('a'), false);
    expect(others.isWary(accountId)).toBe(true);
  });
});

describe('a clip of this list that was also sent from elsewhere', () => {
  it('lets the other one go first whose video was there before', () => {
    const { others, theirs, mine, notice, asked } = account();
    theirs(5);
    mine(6);
    notice();
    expect(others.yields(accountId)).toBe(true);
    expect(asked).toEqual([
      ['taken', accountId, ''],
      ['latest', accountId, 60],
    ]);
  });

  it('goes first itself where it was there before', () => {
    const { others, theirs, mine, notice, warm } = account();
    warm();
    mine(5);
    theirs(6);
    notice();
    expect([others.yields(accountId), others.isWary(accountId)]).toEqual([false, false]);
  });

  it.each([
    [
      'the other one',
      [
        [5, 6],
        [8, 7],
      ],
      true,
    ],
    [
      'this one',
      [
        [6, 5],
        [7, 8],
      ],
      false,
    ],
    [
      'the other one, in whatever order they are found',
      [
        [8, 7],
        [5, 6],
      ],
      true,
    ],
    [
      'this one, in whatever order they are found',
      [
        [7, 8],
        [6, 5],
      ],
      false,
    ],
    [
      'this one, long before the other one’s',
      [
        [20, 5],
        [7, 8],
      ],
      false,
    ],
    [
      'this one, long before the other one’s, found later',
      [
        [7, 8],
        [20, 5],
      ],
      false,
    ],
    [
      'the other one, long before this one',
      [
        [5, 20],
        [8, 7],
      ],
      true,
    ],
    [
      'the other one, long before this one, found later',
      [
        [8, 7],
        [5, 20],
      ],
      true,
    ],
  ] as const)('of several the first pair says who goes first: %s', (_, pairs, isTheirs) => {
    const { others, theirs, mine, notice } = account();
    pairs.forEach(([their, own], at) => {
      theirs(their, 100 + at);
      mine(own, 100 + at);
    });
    notice();
    expect(others.yields(accountId)).toBe(isTheirs);
  });

  it('counts once: again only with the next one', async () => {
    const { others, theirs, mine, notice, clock } = account();
    theirs(5);
    mine(6);
    notice();
    await clock.pass(12 * second);
    notice();
    expect(others.yields(accountId), 'the same one').toBe(false);
    theirs(7, 200);
    mine(8, 200);
    notice();
    expect(others.yields(accountId)).toBe(true);
  });

  it('is noticed for each account of its own', () => {
    const { others, theirs, mine, notice } = account();
    others.notice(other, siteNow);
    theirs(5);
    mine(6);
    notice();
    expect([others.yields(accountId), others.yields(other)]).toEqual([true, false]);
  });

  it.each<[string, (on: ReturnType<typeof account>) => void]>([
    ['made longer ago than a quarter of an hour', ({ theirs }) => theirs(5, 100, 15 * minute + 1)],
    ['of which nobody knows when it was made', ({ theirs }) => theirs(5, 100, null)],
    ['of another size', ({ theirs }) => theirs(5, 99)],
    [
      'whose size nobody knows',
      ({ theirs, jobs }) => {
        theirs(5, null);
        jobs.push({ size: 0, job: aJob({ state: states.done }) });
      },
    ],
    [
      'without a video',
      ({ latest }) => latest.push({ ...named, mediaId: 5, videoId: null, bytes: 100, createdAt: siteNow }),
    ],
    ['that is itself of this list', ({ mine }) => mine(5)],
    [
      'called otherwise: some cameras make all files of one size',
      ({ latest }) => latest.push({ ...named, title: 'C0002', mediaId: 5, videoId: 5, bytes: 100, createdAt: siteNow }),
    ],
  ])('is none %s', (_, add) => {
    const on = account();
    on.mine(6);
    add(on);
    on.notice();
    expect(on.others.yields(accountId)).toBe(false);
  });

  it('goes first itself whatever else of its size has no video', () => {
    const on = account();
    on.mine(5);
    on.theirs(6);
    on.latest.unshift({ ...named, mediaId: 9, videoId: null, bytes: 100, createdAt: siteNow });
    on.notice();
    expect(on.others.yields(accountId)).toBe(false);
  });

  it('is one of a quarter of an hour ago', () => {
    const on = account();
    on.mine(6);
    on.theirs(5, 100, 15 * minute);
    on.notice();
    expect(on.others.yields(accountId)).toBe(true);
  });

  it.each([
    ['is not done', aJob({ state: states.sending })],
    ['has no video', aJob({ state: states['done, unknown where'] })],
  ])('is none whose own clip %s', (_, job) => {
    const on = account();
    on.jobs.push({ size: 100, job });
    on.theirs(5);
    on.notice();
    expect(on.others.yields(accountId)).toBe(false);
  });
});

describe('the first clip after a long time', () => {
  it('goes alone: the others wait until its request is over, each for itself no longer', async () => {
    const { others, clock, watch, controller } = account();
    expect(watch(others.turn(clip('first'), controller.signal))).toEqual({ ended: false });
    const [second_, third] = [clip('second'), clip('third')].map((job) => watch(others.turn(job, controller.signal)));
    const elsewhere = watch(others.turn(clip('of another', other), controller.signal));
    await clock.settle();
    expect([second_?.ended, third?.ended, elsewhere.ended]).toEqual([false, false, true]);
    others.ended(clip('second'), false);
    await clock.settle();
    expect(third?.ended, 'it is not that one').toBe(false);
    others.ended(clip('first'), true);
    await clock.settle();
    expect([second_?.ended, third?.ended, clock.timers()]).toEqual([true, true, 0]);
  });

  it('does not wait for itself, and is no first one anew', async () => {
    const { others, clock, watch, controller } = account();
    await others.turn(clip('first'), controller.signal);
    await clock.pass(3 * second);
    const again = watch(others.turn(clip('first'), controller.signal));
    await clock.settle();
    expect(again.ended).toBe(true);
    const after = watch(others.turn(clip('second'), controller.signal));
    await clock.pass(2 * second - 1);
    expect(after.ended).toBe(false);
    await clock.pass(1);
    expect(after.ended).toBe(true);
  });

  it('is waited for five seconds at most, from its beginning on, and nobody waits for another one after it', async () => {
    const { others, clock, watch, controller } = account();
    await others.turn(clip('first'), controller.signal);
    await clock.pass(4 * second);
    const waits = watch(others.turn(clip('second'), controller.signal));
    await clock.pass(second - 1);
    expect(waits.ended).toBe(false);
    await clock.pass(1);
    expect([waits.ended, clock.timers()]).toEqual([true, 0]);
    // Its site may never answer: the others have waited once (F-46).
    for (const id of ['third', 'fourth']) await others.turn(clip(id), controller.signal);
    await clock.pass(15 * minute - 5 * second - 1);
    for (const id of ['fifth', 'sixth']) await others.turn(clip(id), controller.signal);
    await clock.pass(1);
    await others.turn(clip('seventh'), controller.signal);
    const last = watch(others.turn(clip('eighth'), controller.signal));
    await clock.settle();
    expect(last.ended, 'a quarter of an hour later one goes alone again').toBe(false);
  });

  it('is waited for no longer once it was stopped', async () => {
    const { others, clock, watch, controller } = account();
    await others.turn(clip('first'), new AbortController().signal);
    const waits = watch(others.turn(clip('second'), controller.signal));
    await clock.settle();
    controller.abort();
    await clock.settle();
    expect([waits.ended, clock.timers()]).toEqual([true, 0]);
    const stopped = watch(others.turn(clip('third'), controller.signal));
    await clock.settle();
    expect([stopped.ended, clock.timers()], 'before it began to wait').toEqual([true, 0]);
  });

  it('is over where it did not come through: the others go', async () => {
    const { others, clock, watch, controller } = account();
    await others.turn(clip('first'), controller.signal);
    others.ended(clip('first'), false);
    const turns = ['a', 'b', 'c'].map((id) => watch(others.turn(clip(id), controller.signal)));
    await clock.settle();
    expect(turns.map(({ ended }) => ended)).toEqual([true, true, true]);
  });

  it('is none for a quarter of an hour after one that arrived', async () => {
    const { others, clock, watch, warm, controller } = account();
    warm();
    await clock.pass(15 * minute - 1);
    for (const id of ['a', 'b']) await others.turn(clip(id), controller.signal);
    await clock.pass(1);
    await others.turn(clip('c'), controller.signal);
    const d = watch(others.turn(clip('d'), controller.signal));
    await clock.settle();
    expect(d.ended).toBe(false);
  });

  it('ends with the signal', async () => {
    const { others, clock, watch, controller } = account();
    const waits = watch(others.hesitate(accountId, controller.signal));
    await clock.settle();
    expect(waits.ended).toBe(false);
    controller.abort();
    await clock.settle();
    expect([waits.ended, clock.timers()]).toEqual([true, 0]);
    const late = watch(others.hesitate(accountId, controller.signal));
    await clock.settle();
    expect([late.ended, clock.timers()]).toEqual([true, 0]);
  });
});

describe('a moment before the look', () => {
  it.each([
    [0.5, 1_000],
    [0.25, 500],
    [0.999, 1_998],
  ])('is a part of two seconds, by chance: %d of them', async (fraction, ms) => {
    const { others, clock, watch, drawn, controller } = account(fraction);
    const waits = watch(others.hesitate(accountId, controller.signal));
    await clock.pass(ms - 1);
    expect(waits.ended).toBe(false);
    await clock.pass(1);
    expect([waits.ended, clock.timers(), drawn.length]).toEqual([true, 0, 1]);
  });

  it('is none by chance, and none where no other computer may be at it', async () => {
    const none = account(0);
    await none.others.hesitate(accountId, none.controller.signal);
    const { others, warm, clock, drawn, controller } = account();
    warm();
    await others.hesitate(accountId, controller.signal);
    expect([clock.timers(), drawn]).toEqual([0, []]);
  });

  it('leaves nobody who listens to its signal', async () => {
    const { others, clock, controller } = account();
    let listening = 0;
    const { signal } = controller;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => [listening++, add(...args)][1];
    signal.removeEventListener = (...args: Parameters<typeof remove>) => [listening--, remove(...args)][1];
    const waits = others.hesitate(accountId, signal);
    expect(listening).toBe(1);
    await clock.pass(2 * second);
    await waits;
    expect(listening).toBe(0);
  });
});

describe('a site that takes long to list what the account has', () => {
  it.each([
    ['200 ms', 200, 1],
    ['half a second', 500, 2.5],
    ['as long as we wait', 60_000, 4],
  ])('makes every moment longer: %s', async (_, ms, times) => {
    const { others, clock, watch, controller } = account(0.5);
    others.listed(accountId, ms);
    const waits = watch(others.hesitate(accountId, controller.signal));
    const quick = watch(others.hesitate(other, controller.signal));
    await clock.pass(second);
    expect(quick.ended, 'another account’s site is as quick as ever').toBe(true);
    await clock.pass((times - 1) * second - 1);
    expect(waits.ended).toBe(times === 1);
    await clock.pass(1);
    expect(waits.ended).toBe(true);

    others.met(accountId, siteNow, siteNow);
    await clock.pass(times * 12 * second - 1);
    expect(others.yields(accountId)).toBe(true);
    await clock.pass(1);
    expect(others.yields(accountId)).toBe(false);
  });

  it('is known by the first clip’s look, while the others wait for it already', async () => {
    const { others, clock, watch, controller } = account();
    await others.turn(clip('first'), controller.signal);
    const waits = watch(others.turn(clip('second'), controller.signal));
    await clock.pass(second);
    others.listed(accountId, 600);
    await clock.pass(14 * second - 1);
    expect(waits.ended).toBe(false);
    await clock.pass(1);
    expect([waits.ended, clock.timers()]).toEqual([true, 0]);
  });

  it('is not taken for a quick one because of an answer that was at hand, but becomes one', async () => {
    const { others, clock, watch, controller } = account(0.999);
    const endsIn = async (ms: number): Promise<boolean> => {
      const waits = watch(others.hesitate(accountId, controller.signal));
      await clock.pass(ms);
      const { ended } = waits;
      await clock.pass(minute);
      return ended;
    };
    others.listed(accountId, 800);
    others.listed(accountId, 0);
    expect(await endsIn(7 * second)).toBe(false);
    for (let times = 0; times < 20; times++) others.listed(accountId, 50);
    expect(await endsIn(2 * second)).toBe(true);
  });
});
