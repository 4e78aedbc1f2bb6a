// The user says which video a clip is, or that it is none of them: each video stands for one clip, and who asked about it too asks less.
import { describe, expect, it } from 'vitest';
import type { Attempt, Job } from '../../../../main/model.ts';
import { anAttempt, candidate, states } from '../jobs.ts';
import { MiB, type RunnerStage, runnerStage, sized } from './stage.ts';

const asks = (id: string, position: number, videoIds: readonly number[], changes: Partial<Job> = {}): Job =>
  sized(id, position, MiB, {
    state: {
      ...states['needs you to choose'],
      resume: { from: 'look', attemptId: `of ${id}`, since: 1 },
      candidates: videoIds.map((videoId) => ({ ...candidate, videoId })),
    },
    ...changes,
  });
const attemptOf = (id: string, changes: Partial<Attempt> = {}): Attempt =>
  anAttempt({ id: `of ${id}`, jobId: id, endedAt: 2, ...changes });

/** Nobody is signed in: what was chosen stays as it was written down. */
async function asked(jobs: readonly Job[], attempts: readonly Attempt[] = []): Promise<RunnerStage> {
  return runnerStage({ jobs, attempts }, { readyAccounts: () => [] });
}

describe('the video that was chosen', () => {
  it('is the clip’s: its attempt is found, and turned down is nothing of the others', async () => {
    const on = await asked([asks('clip', 1, [7, 8])], [attemptOf('clip')]);
    expect(await on.settled(on.runner.choose('clip', 8))).toBe('chosen');
    expect(on.state('clip')).toMatchObject({ kind: 'describing', videoId: 8 });
    expect(on.store.attempt('of clip')).toMatchObject({ ended: 'found', rejectedVideoIds: [] });
  });

  it('was not among those that were asked about: nothing changes', async () => {
    const jobs = [asks('clip', 1, [7]), asks('asks about it', 2, [9])];
    const on = await asked(
      jobs,
      jobs.map(({ id }) => attemptOf(id)),
    );
    expect(await on.settled(on.runner.choose('clip', 9))).toBe('over');
    for (const { id } of jobs) expect(on.state(id)).toMatchObject({ kind: 'needs-you' });
    expect(on.store.attempt('of clip')).toMatchObject({ ended: null, rejectedVideoIds: [] });
  });

  it.each([
    ['a clip that needs its user for something else', states['needs you to send']],
    ['a clip that asks nothing', states.paused],
  ] as const)('is over for %s', async (_, state) => {
    const on = await asked([sized('clip', 1, MiB, { state })]);
    expect(await on.settled(on.runner.choose('clip', null))).toBe('over');
    expect(on.state('clip')).toEqual(state);
  });

  it('is over for a clip that is gone', async () => {
    const on = await asked([]);
    expect(await on.settled(on.runner.choose('nobody', 7))).toBe('over');
  });

  it('is another clip’s by now: told, and nothing changes', async () => {
    const done = sized('done', 2, MiB, { state: { kind: 'done', videoId: 7, finishedAt: 1 } });
    const on = await asked([asks('clip', 1, [7, 8]), done], [attemptOf('clip')]);
    expect(await on.settled(on.runner.choose('clip', 7))).toBe('taken');
    expect(on.state('clip')).toMatchObject({ kind: 'needs-you' });
    expect(on.store.attempt('of clip')).toMatchObject({ ended: null, rejectedVideoIds: [] });
  });

  it('lets those look again that asked about it too, and no others', async () => {
    const jobs = [
      asks('clip', 1, [7, 8]),
      asks('asks too', 2, [7]),
      asks('asks about another', 3, [8]),
      asks('elsewhere', 4, [7], { accountId: 'account-2' }),
      sized('paused', 5, MiB, { state: states.paused }),
    ];
    const on = await asked(
      jobs,
      ['clip', 'asks too', 'asks about another', 'elsewhere'].map((id) => attemptOf(id)),
    );
    await on.settled(on.runner.choose('clip', 7));
    expect(on.state('asks too')).toMatchObject({ kind: 'unclear', nextLookAt: on.clock.now() });
    for (const id of ['asks about another', 'elsewhere']) expect(on.state(id)?.kind).toBe('needs-you');
    expect(on.state('paused')).toEqual(states.paused);
  });

  it('that a look finds lets those look again that ask about it, too', async () => {
    const jobs = [
      sized('clip', 1, MiB, { state: { ...states.unclear, attemptId: 'of clip', nextLookAt: 1 } }),
      asks('asks too', 2, [7]),
    ];
    const looked: string[] = [];
    await runnerStage(
      { jobs, attempts: [attemptOf('clip'), attemptOf('asks too')] },
      {
        look: async ({ id }) => {
          looked.push(id);
          return id === 'clip' ? { kind: 'found', videoId: 7 } : { kind: 'found', videoId: 9 };
        },
      },
    );
    expect(looked).toEqual(['clip', 'asks too']);
  });
});

describe('none of those shown', () => {
  it('is looked for once more: what was turned down, now and before, is kept once each', async () => {
    const on = await asked([asks('clip', 1, [7, 8])], [attemptOf('clip', { rejectedVideoIds: [3, 7] })]);
    expect(await on.settled(on.runner.choose('clip', null))).toBe('chosen');
    expect(on.state('clip')).toMatchObject({ kind: 'unclear', attemptId: 'of clip', nextLookAt: on.clock.now() });
    expect(on.store.attempt('of clip')).toMatchObject({ ended: null, rejectedVideoIds: [3, 7, 8] });
  });

  it('is kept although what was turned down before cannot be read any more', async () => {
    const on = await asked([asks('clip', 1, [7])], [attemptOf('clip', { rejectedVideoIds: null })]);
    await on.settled(on.runner.choose('clip', null));
    expect(on.store.attempt('of clip')?.rejectedVideoIds).toEqual([7]);
  });

  it.each([
    ['nothing was shown', [], true],
    ['its attempt is lost', [7], false],
  ] as const)('is sent again where %s: there is nothing to look for it with', async (_, videoIds, known) => {
    const on = await asked([asks('clip', 1, videoIds)], known ? [attemptOf('clip')] : []);
    expect(await on.settled(on.runner.choose('clip', null))).toBe('chosen');
    expect(on.state('clip')).toEqual(states.waiting);
  });

  it('leaves those alone that ask about the same video', async () => {
    const on = await asked(
      [asks('clip', 1, [7]), asks('asks too', 2, [7])],
      [attemptOf('clip'), attemptOf('asks too')],
    );
    await on.settled(on.runner.choose('clip', null));
    expect(on.state('asks too')?.kind).toBe('needs-you');
  });
});
