// What a crash, a clock or a step that threw leaves is put right: nothing that may have arrived goes again unseen, nothing waits too long.
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../main/model.ts';
import { knownEnd } from '../../../../main/queue/runner/context.ts';
import { handClock } from '../hand-clock.ts';
import { anAttempt, states } from '../jobs.ts';
import { accounts, MiB, runnerStage, sized } from './stage.ts';

const begun = 1_763_620_000_000;
const minute = 60_000;
const nobody = { readyAccounts: () => [] };
const full = (): Promise<never> => Promise.reject(new Error('disk is full'));

describe('after a crash', () => {
  it('tells of each attempt that was under way when it ended and how', async () => {
    const jobs = [
      sized('was sending', 1, MiB, { state: { kind: 'sending', attemptId: 'a' } }),
      sized('was processing', 2, MiB, { state: { kind: 'processing', attemptId: 'b', since: begun - 5_000 } }),
      sized('was describing', 3, MiB, { state: states.describing }),
      sized('lost its attempt', 4, MiB, { state: { kind: 'sending', attemptId: 'gone' } }),
    ];
    const attempts = [
      anAttempt({ id: 'a', jobId: 'was sending' }),
      anAttempt({ id: 'b', jobId: 'was processing' }),
      anAttempt({ id: 'c', jobId: 'was describing', endedAt: 7, ended: 'arrived' }),
    ];
    const on = await runnerStage({ jobs, attempts }, nobody);
    expect(on.state('was sending')).toEqual(states.waiting);
    expect(on.store.attempt('a')).toMatchObject({ endedAt: begun, ended: 'interrupted' });
    expect(on.state('was processing')).toMatchObject({ kind: 'unclear', since: begun - 5_000, nextLookAt: begun });
    expect(on.store.attempt('b')).toMatchObject({ endedAt: begun, ended: 'unclear' });
    expect(on.state('was describing')).toEqual(states.describing);
    expect(on.store.attempt('c')).toMatchObject({ endedAt: 7, ended: 'arrived' });
    expect(on.state('lost its attempt')).toEqual(states.waiting);
  });

  it('goes on although the state of a clip that was under way cannot be read: that one waits for its user (F-42)', async () => {
    const damaged = sized('damaged', 1, MiB, { state: states.processing });
    const on = await runnerStage({}, nobody);
    await on.write(() => {
      on.store.insertJob(damaged);
      on.store.insertAttempt(anAttempt({ jobId: 'damaged' }));
    });
    on.sql.exec("UPDATE jobs SET state = '{' WHERE id = 'damaged'");
    await on.settled(on.runner.mend());
    expect(on.state('damaged')).toMatchObject({
      ...{ kind: 'needs-you', reason: 'entry-damaged', resume: { from: 'look', attemptId: 'attempt-1' } },
    });
    expect(on.store.attempt('attempt-1')).toMatchObject({ ended: null });
  });

  it('may have arrived until now: its settle time begins with the start, not with its last byte (F-02)', async () => {
    const ages: number[] = [];
    await runnerStage(
      {
        jobs: [sized('clip', 1, MiB, { state: { kind: 'processing', attemptId: 'b', since: begun - 600_000 } })],
        attempts: [anAttempt({ id: 'b', jobId: 'clip' })],
      },
      {
        look: async (_, __, ageMs) => {
          ages.push(ageMs);
          return { kind: 'found', videoId: 9 };
        },
      },
    );
    expect(ages).toEqual([0]);
  });

  it('may have arrived until now, though the clock is set before it can be looked for (F-02, F-13)', async () => {
    const ages: number[] = [];
    let isReady = false;
    const on = await runnerStage(
      {
        jobs: [sized('clip', 1, MiB, { state: { kind: 'processing', attemptId: 'b', since: begun - 600_000 } })],
        attempts: [anAttempt({ id: 'b', jobId: 'clip' })],
      },
      {
        readyAccounts: () => (isReady ? accounts : []),
        look: async (_, __, ageMs) => {
          ages.push(ageMs);
          return { kind: 'found', videoId: 9 };
        },
      },
    );
    await on.clock.pass(10_000);
    on.clock.setWall(begun + 86_400_000);
    isReady = true;
    on.runner.kick();
    await on.clock.settle();
    expect(ages).toEqual([10_000]);
  });

  it('what is under way now is left alone when the disk has room again', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
    const { attempt } = on.sendingOf('clip');
    await on.settled(on.runner.mend());
    expect(on.state('clip')).toEqual({ kind: 'sending', attemptId: attempt.id });
    expect(on.store.attempt(attempt.id)).toEqual(attempt);
  });
});

describe('due times', () => {
  const due = (id: string, at: number, until: number): Job =>
    sized(id, at, MiB, { state: { kind: 'waiting', why: 'connection-lost', until } });

  it('that lie further ahead than any reason allows come forward at the start; others stay (F-13)', async () => {
    const on = await runnerStage(
      { jobs: [due('far', 1, begun + 86_400_000), due('near', 2, begun + 15 * minute), due('past', 3, begun - 1)] },
      nobody,
    );
    expect(on.state('far')).toMatchObject({ until: begun + 15 * minute });
    expect(on.state('near')).toMatchObject({ until: begun + 15 * minute });
    expect(on.state('past')).toMatchObject({ until: begun - 1 });
  });

  it('of more clips than one write holds come forward, all of them', async () => {
    const jobs = Array.from({ length: 230 }, (_, at) => due(`clip ${at}`, at, begun + 86_400_000 + at));
    const on = await runnerStage({ jobs }, nobody);
    expect(new Set(jobs.map(({ id }) => JSON.stringify(on.state(id)))).size).toBe(1);
  });

  it('follow a clock that is put back, also those of more clips than one write holds (F-13)', async () => {
    const jobs = Array.from({ length: 130 }, (_, at) => due(`clip ${at}`, at, begun + 10 * minute + at));
    const on = await runnerStage({ jobs }, nobody);
    on.clock.setWall(begun - 3_600_000);
    on.runner.kick();
    await on.clock.settle();
    for (const at of [0, 64, 129]) {
      expect(on.state(`clip ${at}`)).toMatchObject({ until: begun - 3_600_000 + 10 * minute + at });
    }
  });

  it('stay as they are under a clock that is put ahead, or back by less than is worth a word', async () => {
    const on = await runnerStage({ jobs: [due('clip', 1, begun + 10 * minute)] }, nobody);
    for (const by of [-900, 3_600_000]) {
      on.clock.setWall(on.clock.now() + by);
      on.runner.kick();
      await on.clock.settle();
      expect(on.state('clip')).toMatchObject({ until: begun + 10 * minute });
    }
  });
});

describe('a step that throws', () => {
  const bug = (): Promise<never> => Promise.reject(new TypeError('bug'));

  it('is one more failure of its clip: it waits, longer each time', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB, { failures: 2 })] }, { check: bug });
    expect(on.state('clip')).toEqual({ kind: 'waiting', why: 'server-error', until: begun + 6_000 });
    expect(on.store.job('clip')?.failures).toBe(3);
  });

  it('is one more look that could not be made: the next is later by the looks so far', async () => {
    const state = { ...states.unclear, looks: 2, since: begun - 1_000 };
    const on = await runnerStage(
      { jobs: [sized('clip', 1, MiB, { state, failures: 1 })], attempts: [anAttempt({ jobId: 'clip' })] },
      { look: bug },
    );
    expect(on.state('clip')).toMatchObject({ kind: 'unclear', looks: 3, nextLookAt: begun + 6_000 });
  });

  it('where not even that can be written down is no failure yet', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
    const { write } = on.store;
    on.store.write = full;
    await on.sendingOf('clip').end({ verdict: { kind: 'arrived', videoId: 1 } });
    on.store.write = write;
    expect(on.store.job('clip')).toMatchObject({ failures: 0, state: { kind: 'sending' } });
  });
});

describe('when an attempt ended', () => {
  const end = (since: number, endedAt: number | null | undefined) => {
    const clock = handClock();
    const known = { clock, endedAt: new Map<string, number>() };
    const attempt = endedAt === undefined ? null : anAttempt({ endedAt });
    return { known, clock, ended: knownEnd(known, { attemptId: 'a', since }, attempt) };
  };

  it.each([
    ['its last byte may have left', begun - 60_000, null, -60_000],
    ['its last byte may have left, where its record is lost', begun - 60_000, undefined, -60_000],
    ['it was seen to end', begun - 60_000, begun - 20_000, -20_000],
    ['its last byte may have left after its end was written down', begun - 60_000, begun - 70_000, -60_000],
    ['now, where the clock was put back since', begun + 60_000, begun + 70_000, 0],
  ])('is when %s', (_, since, endedAt, ended) => {
    expect(end(since, endedAt).ended).toBe(ended);
  });

  it('is known from then on, whoever sets the clock (F-13)', async () => {
    const { known, clock, ended } = end(begun - 60_000, null);
    await clock.pass(5_000);
    clock.setWall(begun + 86_400_000);
    expect(knownEnd(known, { attemptId: 'a', since: begun - 60_000 }, null)).toBe(ended);
  });
});

it('an unclear clip is as old as it was at the start, also where it is looked for later under another clock (F-13)', async () => {
  const state = { ...states.unclear, since: begun - 60_000, nextLookAt: begun };
  const ages: number[] = [];
  let isReady = false;
  const on = await runnerStage(
    { jobs: [sized('clip', 1, MiB, { state })], attempts: [anAttempt({ jobId: 'clip' })] },
    {
      readyAccounts: () => (isReady ? accounts : []),
      look: async (_, __, ageMs) => {
        ages.push(ageMs);
        return { kind: 'found', videoId: 9 };
      },
    },
  );
  await on.clock.pass(10_000);
  on.clock.setWall(begun + 86_400_000);
  isReady = true;
  on.runner.kick();
  await on.clock.settle();
  expect(ages).toEqual([70_000]);
});

it('a change is told once it is written down: what moved, and nothing where nothing changed', async () => {
  const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] }, nobody);
  const told = async (work: Promise<unknown>) => {
    on.changes.length = 0;
    on.moves.length = 0;
    await on.settled(work);
    return [on.changes, on.moves].map((list) => [...list]);
  };
  const pause = await told(on.runner.apply('clip', { kind: 'pause' }));
  expect(pause).toEqual([[{ id: 'clip', listed: true }], [{ from: 'waiting', to: 'paused' }]]);
  expect(await told(on.runner.apply('clip', { kind: 'pause' }))).toEqual([[], []]);
  expect(await told(on.runner.apply('nobody', { kind: 'pause' }))).toEqual([[], []]);
  const { clip } = sized('clip', 1, 9);
  expect(await told(on.runner.relocate('clip', clip))).toEqual([[{ id: 'clip', listed: false }], []]);
  await on.settled(on.runner.apply('clip', { kind: 'cancel' }));
  // Off the list, in the same state.
  expect(await told(on.runner.apply('clip', { kind: 'removed' }))).toEqual([
    [{ id: 'clip', listed: true }],
    [{ from: 'cancelled', to: 'cancelled' }],
  ]);
});
