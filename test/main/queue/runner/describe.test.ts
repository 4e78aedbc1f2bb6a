// What was typed for a video on its way there: written down before it leaves, kept back where something else was typed since, tried again.
import { describe, expect, it } from 'vitest';
import { emptyDraft, type Job, type LeavingText, nothingSeen } from '../../../../main/model.ts';
import type { Described } from '../../../../main/queue/job/job-event.ts';
import type { RunnerOptions } from '../../../../main/queue/runner/runner.ts';
import { bounded, later, signIn, states } from '../jobs.ts';
import { MiB, type RunnerStage, runnerStage, sized } from './stage.ts';

const host = 'https://one.example';

describe('text for a video', () => {
  const describing = (
    play: Parameters<typeof runnerStage>[1],
    changes: Partial<Job> = {},
    options: Partial<RunnerOptions> = {},
  ): Promise<RunnerStage> =>
    runnerStage({ jobs: [sized('clip', 1, MiB, { state: states.describing, ...changes })] }, play, options);
  const leaving: LeavingText = { values: { title: 'There' }, sent: { title: 'A title' } };

  it('is written down before any of it leaves', async () => {
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const on = await describing({
      describe: async ({ draftRevision, seen }, beforeSending) => {
        expect(await beforeSending(leaving, leaving)).toBe(true);
        await answered;
        return { kind: 'applied', revision: draftRevision, seen };
      },
    });
    expect(on.store.job('clip')?.seen).toMatchObject({ values: { title: 'There' }, sent: { title: 'A title' } });
    answer();
    await on.clock.settle();
    expect(on.state('clip')?.kind).toBe('done');
  });

  it('that cannot be brought over now is tried again, later with each failure in a row', async () => {
    const on = await describing({ describe: async () => ({ kind: 'failed', cause: bounded }) }, { failures: 2 });
    expect(on.state('clip')).toMatchObject({ kind: 'describing', why: 'server-error', until: on.clock.now() + 6_000 });
    expect(on.signedOut).toEqual([]);
  });

  it('that a dead secret keeps back signs the account out', async () => {
    const on = await describing({ describe: async () => ({ kind: 'failed', cause: signIn }) });
    expect(on.signedOut).toEqual(['account-1']);
    expect(on.state('clip')).toMatchObject({ kind: 'describing', why: 'sign-in' });
  });

  it('that its site wants later keeps everything from that host (F-14)', async () => {
    const cause = { ...later, why: 'site-busy', afterMs: 60_000 } as const;
    const on = await describing({ describe: async () => ({ kind: 'failed', cause }) });
    expect(on.circuits.stateOf(host)).toBe('open');
    expect(on.state('clip')).toMatchObject({ until: on.clock.now() + 63_000 });
  });

  it('that reached it ends the job, now', async () => {
    const on = await describing({});
    expect(on.state('clip')).toEqual({ kind: 'done', videoId: 14, finishedAt: on.clock.now() });
  });

  it.each([later, { ...signIn }] as const)(
    'that reached it, where the older video of it could not be moved to the trash, is tried again as any other: %j',
    async (cause) => {
      const on = await describing({
        describe: async ({ draftRevision, seen }): Promise<Described> => ({
          ...{ kind: 'older-failed', revision: draftRevision, seen, cause },
        }),
      });
      expect(on.state('clip')?.kind).toBe('describing');
      expect(on.signedOut).toEqual(cause.kind === 'sign-in' ? ['account-1'] : []);
    },
  );

  it('does not leave once something else was typed, and nothing is written down of it', async () => {
    const told: LeavingText[] = [];
    const looked = Promise.withResolvers<void>();
    const may: boolean[] = [];
    const on = await describing(
      {
        describe: async ({ draftRevision, seen }, beforeSending) => {
          if (may.length > 0) return { kind: 'applied', revision: draftRevision, seen };
          await looked.promise;
          may.push(await beforeSending(leaving, leaving));
          return { kind: 'typed-since' };
        },
      },
      {},
      { onTextLeaves: (_, text) => void told.push(text) },
    );
    const draft = { ...emptyDraft, title: 'Another one' };
    await on.settled(on.runner.apply('clip', { kind: 'edited', draft, seen: null }));
    looked.resolve();
    await on.clock.settle();
    expect([may, told]).toEqual([[false], []]);
    expect(on.store.job('clip')?.seen.sent).toBeUndefined();
  });

  it.each<[string, Job['arrivedAt'], LeavingText['values']]>([
    ['was just made, but for who sees it: nobody chose that', null, { title: 'There', 'terms:genre': [3] }],
    ['was there before, all of it', 5, { title: 'There', status: 'publish', password: '', 'terms:genre': [3] }],
  ])('tells what it takes the place of at a video that %s', async (_, arrivedAt, values) => {
    const told: unknown[] = [];
    const all: LeavingText = {
      values: { title: 'There', status: 'publish', password: '', 'terms:genre': [3] },
      sent: { title: 'A title', status: 'draft' },
    };
    const on = await describing(
      {
        describe: async ({ draftRevision, seen }, beforeSending) => {
          expect(await beforeSending(all, null)).toBe(true);
          return { kind: 'applied', revision: draftRevision, seen };
        },
      },
      { arrivedAt },
      { onTextLeaves: (id, text) => void told.push([id, text]) },
    );
    expect(told).toEqual([['clip', { values, sent: all.sent }]]);
    // Nothing of it was compared, and nothing is remembered of it.
    expect(on.store.job('clip')?.seen).toEqual(nothingSeen);
  });
});
