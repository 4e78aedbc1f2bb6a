// Where jobs may go now, by what the hosts of their accounts take, and how many begin at a time; the rest is played in runner.test.ts.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CircuitState, Job } from '../../../../main/model.ts';
import { bigBytes } from '../../../../main/queue/job/schedule.ts';
import { waysOf } from '../../../../main/queue/runner/dispatcher.ts';
import type { JobTasks } from '../../../../main/queue/runner/job-tasks.ts';
import { states } from '../jobs.ts';
import { MiB, type RunnerStage, runnerStage, sized } from './stage.ts';

const circuits: Readonly<Record<string, CircuitState>> = { fine: 'closed', asked: 'half-open', away: 'open' };
const hosts: Readonly<Record<string, string>> = { a: 'fine', b: 'asked', c: 'fine', d: 'away', e: 'asked' };
const accounts = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, siteId: id === 'a' || id === 'c' ? 'one' : 'two' }));
const ways = (of = accounts) =>
  waysOf(
    of,
    (id) => hosts[id] ?? '',
    (host) => circuits[host] ?? 'open',
  );

it('is together for the accounts of a site, one by one for a host that takes a probe, and nowhere for one that asked for time', () => {
  expect(ways()).toEqual({
    open: new Map([['one', ['a', 'c']]]),
    probed: [
      { host: 'asked', accountId: 'b' },
      { host: 'asked', accountId: 'e' },
    ],
    shut: ['away'],
  });
});

it('is nowhere without accounts', () => {
  expect(ways([])).toEqual({ open: new Map(), probed: [], shut: [] });
});

const host = 'https://one.example';
const begun = 1_763_620_000_000;
const clips = (count: number, changes: Partial<Job> = {}): readonly Job[] =>
  Array.from({ length: count }, (_, at) => sized(`clip ${at + 1}`, at + 1, MiB, changes));
const texts = (accountId: string, count: number): readonly Job[] =>
  Array.from({ length: count }, (_, at) =>
    sized(`text ${at + 1} of ${accountId}`, 100 + at, MiB, { accountId, state: states.describing }),
  );

/** Begins with texts that are on their way until the test answers them, or is over. */
async function withTexts(jobs: readonly Job[], play: Partial<JobTasks> = {}) {
  const onTheirWay: { readonly accountId: string; readonly answer: () => void }[] = [];
  let isOver = false;
  const describeHeld: JobTasks['describe'] = ({ accountId, draftRevision, seen }) =>
    new Promise((resolve) => {
      const answer = (): void => resolve({ kind: 'applied', revision: draftRevision, seen });
      onTheirWay.push({ accountId, answer });
      if (isOver) answer();
    });
  const on = await runnerStage({ jobs }, { ...play, describe: describeHeld });
  onTestFinished(() => {
    isOver = true;
    for (const { answer } of onTheirWay) answer();
  });
  return { on, onTheirWay, of: (id: string) => onTheirWay.filter(({ accountId }) => accountId === id).length };
}

async function kicked({ runner, clock }: RunnerStage): Promise<void> {
  runner.kick();
  await clock.settle();
}

describe('requests of an account at a time (F-15)', () => {
  it('are four texts, beside as many of another account, however often more are looked for', async () => {
    const { on, of } = await withTexts([...texts('account-1', 9), ...texts('account-2', 9)]);
    await kicked(on);
    expect([of('account-1'), of('account-2')]).toEqual([4, 4]);
  });

  it('are as many as ever beside clips that another account sends', async () => {
    const { on, of } = await withTexts([...clips(3), ...texts('account-1', 9), ...texts('account-2', 9)]);
    expect(on.ids()).toHaveLength(3);
    await kicked(on);
    expect([of('account-1'), of('account-2')]).toEqual([2, 4]);
  });

  it('leave fewer clips to begin where others are under way, as while its site is checked', async () => {
    const on = await runnerStage({ jobs: clips(3) }, {}, { otherRequests: () => 4 });
    await kicked(on);
    expect(on.ids()).toEqual(['clip 1']);
  });
});

it('a big clip that waits for something else than a cut connection keeps no lane from the next one', async () => {
  const state = { kind: 'waiting', why: 'clip-busy', until: begun + 4_000 } as const;
  const on = await runnerStage({ jobs: [sized('locked', 1, bigBytes, { state }), sized('next', 2, bigBytes)] });
  expect(on.ids()).toEqual(['next']);
});

describe('a host whose time is over', () => {
  /** It asks for a minute; these jobs come after that. */
  const asks = async (on: RunnerStage, jobs: readonly Job[]): Promise<void> => {
    on.circuits.asked(host, 60_000);
    await on.write(() => {
      for (const job of jobs) on.store.insertJob(job);
    });
    await kicked(on);
  };
  const asked = async (
    jobs: readonly Job[],
    play: Partial<JobTasks> = {},
    before: readonly Job[] = [],
  ): Promise<RunnerStage> => {
    const on = await runnerStage({ jobs: before }, play);
    await asks(on, jobs);
    return on;
  };

  it('gets one text, and the others when that went well (F-14)', async () => {
    const { on, onTheirWay } = await withTexts([]);
    await asks(on, texts('account-1', 3));
    expect(onTheirWay).toHaveLength(0);
    await on.clock.pass(64_000);
    await kicked(on);
    expect(onTheirWay).toHaveLength(1);
    on.circuits.fine(host);
    onTheirWay[0]?.answer();
    await on.clock.settle();
    expect(onTheirWay).toHaveLength(3);
  });

  it('gets its text also while one for another host is on its way (F-14)', async () => {
    const hostOf = (id: string): string => (id === 'account-3' ? 'https://two.example' : host);
    const { on, of } = await withTexts(texts('account-3', 1), { hostOf });
    await asks(on, texts('account-1', 3));
    await on.clock.pass(64_000);
    expect([of('account-3'), of('account-1')]).toEqual([1, 1]);
  });

  it('gets a big clip where there is no small one (F-14)', async () => {
    const on = await asked([sized('big', 1, bigBytes), sized('big too', 2, bigBytes)]);
    await on.clock.pass(64_000);
    expect(on.ids()).toEqual(['big']);
  });

  it('gets no clip while the queue is paused: not even the file is looked at', async () => {
    let checks = 0;
    const check: JobTasks['check'] = async ({ clip }) => {
      checks++;
      return { kind: 'go', clip };
    };
    const on = await asked(clips(2), { check });
    await on.settled(on.runner.setPaused(true));
    await on.clock.pass(64_000);
    expect(checks).toBe(0);
    await on.settled(on.runner.setPaused(false));
    await on.clock.settle();
    expect([checks, on.ids()]).toEqual([1, ['clip 1']]);
  });

  it('gets nothing more because something else ends that was on its way before (F-14)', async () => {
    const on = await asked([], {}, clips(4));
    expect(on.ids()).toEqual(['clip 1', 'clip 2', 'clip 3']);
    await on.sendingOf('clip 1').end({ verdict: { kind: 'stopped' } });
    await on.clock.pass(64_000);
    expect(on.ids().slice(3)).toEqual(['clip 1']);
    await on.sendingOf('clip 2').end({ verdict: { kind: 'stopped' } });
    expect(on.ids().slice(3)).toEqual(['clip 1']);
  });

  it('gets no clip beside its probe that was being checked since before it asked for time (F-14)', async () => {
    let go = (): void => {};
    const checked = new Promise<void>((resolve) => {
      go = resolve;
    });
    const check: JobTasks['check'] = async ({ id, clip }) => {
      if (id === 'slow') await checked;
      return { kind: 'go', clip };
    };
    const on = await asked(clips(1), { check }, [sized('slow', 9, MiB)]);
    await on.clock.pass(64_000);
    expect(on.ids()).toEqual(['clip 1']);
    go();
    await on.clock.settle();
    expect(on.ids()).toEqual(['clip 1']);
    on.circuits.fine(host);
    await on.clock.settle();
    expect(on.ids()).toEqual(['clip 1', 'slow']);
  });
});

describe('looking for work', () => {
  it('happens once, however often it is asked for in one moment', async () => {
    let looks = 0;
    const on = await runnerStage({}, {}, { lanes: () => ({ small: 1, big: 1 }) });
    const { store } = on;
    const { nextDue } = store;
    Object.assign(store, {
      nextDue: (now: number) => {
        looks++;
        return nextDue(now);
      },
    });
    for (let times = 0; times < 50; times++) on.runner.kick();
    await on.clock.settle();
    expect(looks).toBe(1);
  });

  it('sets no alarm where nothing goes on by itself', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB, { state: states.paused })] });
    expect(on.clock.timers()).toBe(0);
  });

  it('brings a time forward that nothing explains, as after a clock that was set ahead and back unseen (F-13)', async () => {
    const on = await runnerStage({});
    const state = { kind: 'waiting', why: 'connection-lost', until: begun + 365 * 86_400_000 } as const;
    await on.write(() => on.store.insertJob(sized('clip', 1, MiB, { state })));
    await kicked(on);
    const { write } = on.store;
    on.store.write = () => Promise.reject(new Error('disk is full'));
    await on.clock.pass(16 * 60_000);
    expect(on.errors).toEqual(['The due times could not be moved']);
    on.store.write = write;
    await on.clock.pass(31 * 60_000);
    expect(on.ids()).toEqual(['clip']);
  });
});

describe('whether something is under way', () => {
  it('is said of clips and of texts, of both together, and of nothing that only waits', async () => {
    const { on, onTheirWay } = await withTexts([...texts('account-1', 1), ...clips(1)]);
    expect(on.runner.isWorking()).toBe(true);
    await on.sendingOf('clip 1').end({ verdict: { kind: 'arrived', videoId: 3 } });
    expect(on.runner.isWorking()).toBe(true);
    for (const { answer } of onTheirWay) answer();
    await on.clock.settle();
    for (const { answer } of onTheirWay) answer();
    await on.clock.settle();
    expect(on.runner.isWorking()).toBe(false);
    await on.write(() => on.store.insertJob(sized('paused', 9, MiB, { state: states.paused })));
    await kicked(on);
    expect(on.runner.isWorking()).toBe(false);
    await on.write(() => on.store.insertJob(sized('next', 10, MiB)));
    await kicked(on);
    expect(on.runner.isWorking()).toBe(true);
  });
});

describe('a clip whose answer does not come', () => {
  /** Sent whole to an account whose texts are on their way; each look at its site lasts until the test ends it. */
  async function unanswered(count: number) {
    const looks: (() => void)[] = [];
    let isOver = false;
    const look: JobTasks['look'] = () =>
      new Promise((resolve) => {
        looks.push(() => resolve({ kind: 'absent' }));
        if (isOver) looks.at(-1)?.();
      });
    const { on, onTheirWay } = await withTexts([...clips(1), ...texts('account-1', count)], { look });
    onTestFinished(() => {
      isOver = true;
      for (const end of looks) end();
    });
    await on.settled(on.sendingOf('clip 1').lastBytes());
    on.sendingOf('clip 1').taken(MiB);
    await on.clock.settle();
    return { on, onTheirWay, looks };
  }

  it('is looked for as soon as a text has left its lane, and not before (F-15, F-46)', async () => {
    const { on, onTheirWay, looks } = await unanswered(9);
    await on.clock.pass(200_000);
    await kicked(on);
    expect([onTheirWay.length, looks.length]).toEqual([4, 0]);
    onTheirWay[0]?.answer();
    await on.clock.settle();
    expect(looks).toHaveLength(1);
  });

  it('is what a host whose time is over is asked about first, and alone (F-14)', async () => {
    const { on, onTheirWay, looks } = await unanswered(0);
    on.circuits.asked(host, 200_000);
    await on.write(() => texts('account-1', 3).forEach(on.store.insertJob));
    await on.clock.pass(220_000);
    for (let times = 0; times < 3; times++) await kicked(on);
    expect([looks.length, onTheirWay.length]).toEqual([1, 0]);
    on.circuits.fine(host);
    looks[0]?.();
    await on.clock.settle();
    expect(onTheirWay).toHaveLength(3);
  });
});

describe('an account that is held back', () => {
  const held = new Set<string>();
  const mayLeave = (accountId: string): boolean => !held.has(accountId);
  const heldFor = (...accountIds: readonly string[]): void => {
    for (const id of accountIds) held.add(id);
    onTestFinished(() => held.clear());
  };
  const two = () => [sized('mine', 1, MiB), sized('other', 2, MiB, { accountId: 'account-2' })];

  it('has not even its files looked at, and others of its site go on', async () => {
    heldFor('account-1');
    const checked: string[] = [];
    const check: JobTasks['check'] = async ({ id, clip }) => {
      checked.push(id);
      return { kind: 'go', clip };
    };
    const on = await runnerStage({ jobs: two() }, { check }, { mayLeave });
    expect([checked, on.ids()]).toEqual([['other'], ['other']]);
  });

  it('has nothing leave that was being looked at when it was held back', async () => {
    const looked = Promise.withResolvers<void>();
    const check: JobTasks['check'] = ({ clip }) => looked.promise.then(() => ({ kind: 'go', clip }));
    const on = await runnerStage({ jobs: two() }, { check }, { mayLeave });
    heldFor('account-1');
    looked.resolve();
    await on.clock.settle();
    expect(on.ids()).toEqual(['other']);
    held.clear();
    await kicked(on);
    expect(on.ids()).toEqual(['other', 'mine']);
  });
});

/** Five clips of an account were answered with a page each: nothing is sent to its host for five minutes, all else is. */
async function uploadsBlocked(
  { accountId = 'account-1', jobs = [] }: { readonly accountId?: string; readonly jobs?: readonly Job[] },
  play: Partial<JobTasks> = {},
  options: Parameters<typeof runnerStage>[2] = {},
): Promise<RunnerStage> {
  const lanes = () => ({ small: 1, big: 1 });
  const told = Array.from({ length: 5 }, (_, at) => sized(`told ${at}`, at, MiB, { accountId }));
  const on = await runnerStage({ jobs: told }, { isBlocked: async () => false, ...play }, { lanes, ...options });
  const cause = { kind: 'needs-you', reason: 'web-page-answer', action: 'retry', detail: null } as const;
  for (const { id } of told) await on.sendingOf(id).end({ verdict: { kind: 'failed', cause }, status: 403 });
  expect(on.circuits.stateOf(on.circuits.uploadsTo(host))).toBe('open');
  await on.write(() => {
    for (const job of jobs) on.store.insertJob(job);
  });
  await kicked(on);
  expect(on.ids()).toHaveLength(5);
  return on;
}
const blockedMs = 5.25 * 60_000;

describe('a clip that was parked because its host took none', () => {
  it('does not go ahead while its account is held back (F-21)', async () => {
    let isHeld = false;
    const on = await uploadsBlocked({}, {}, { mayLeave: () => !isHeld });
    isHeld = true;
    await on.clock.pass(blockedMs + 60_000);
    expect(on.state('told 0')?.kind).toBe('needs-you');
    isHeld = false;
    await kicked(on);
    expect(on.ids().slice(5)).toEqual(['told 0']);
  });
});

describe('a host that takes no clips', () => {
  it('gets none either when it had asked for time and that is over first: not even the file is looked at (F-14, F-21)', async () => {
    const checked: string[] = [];
    const check: JobTasks['check'] = async ({ id, clip }) => {
      checked.push(id);
      return { kind: 'go', clip };
    };
    const on = await uploadsBlocked({ jobs: [sized('next', 9, MiB)] }, { check });
    on.circuits.asked(host, 60_000);
    await on.clock.pass(70_000);
    expect(on.circuits.stateOf(host)).toBe('half-open');
    expect([on.ids().length, checked.includes('next')]).toEqual([5, false]);
    await on.clock.pass(blockedMs);
    expect(on.ids().slice(5)).toEqual(['next']);
  });

  it('keeps no clips from another host', async () => {
    const hostOf = (id: string): string => (id === 'account-3' ? 'https://two.example' : host);
    const on = await uploadsBlocked({}, { hostOf });
    await on.write(() => on.store.insertJob(sized('elsewhere', 9, MiB, { accountId: 'account-3' })));
    await kicked(on);
    expect(on.ids().slice(5)).toEqual(['elsewhere']);
  });

  it('is tried with a clip of whichever of its accounts is not held back (F-21)', async () => {
    const jobs = [sized('mine', 8, MiB), sized('other', 9, MiB, { accountId: 'account-2' })];
    const held = new Set<string>();
    const on = await uploadsBlocked({ jobs }, {}, { mayLeave: (id) => !held.has(id) });
    held.add('account-1');
    await on.clock.pass(blockedMs + 60_000);
    expect(on.ids().slice(5)).toEqual(['other']);
  });

  it('gets a text beside the clip that it is tried with, once it asked for time and that is over (F-14)', async () => {
    const on = await uploadsBlocked({ jobs: [sized('next', 9, MiB)] });
    await on.clock.pass(blockedMs + 60_000);
    expect(on.ids().slice(5)).toEqual(['next']);
    on.circuits.asked(host, 60_000);
    await on.write(() => texts('account-1', 1).forEach(on.store.insertJob));
    await on.clock.pass(70_000);
    expect(on.state('text 1 of account-1')?.kind).toBe('done');
  });
});
