// A site that takes clips and never answers, through the whole engine: the others go on, and each clip is there once (F-01, F-46).
import { describe, expect, it, vi } from 'vitest';
import { createStage, noJitter, type Stage } from './stage.ts';

const stage = (settleMs: number) => createStage({ engine: { settleMs, ports: noJitter } });
const addTwelve = (on: Stage) =>
  on.engine.add(on.account, ...Array.from({ length: 12 }, (_, at) => on.folder.make(`c${at}.mp4`, 20_000 + at)));
const doneOf = async ({ engine }: Stage): Promise<number> =>
  (await engine.rows()).filter(({ state }) => state.kind === 'done').length;
const uploadsOf = async ({ site }: Stage): Promise<number> => (await site.state()).uploads.length;

describe.concurrent('answers that never come, to more clips than there are lanes', () => {
  it('keep no other clip; they are found while their requests are open, and none goes twice', {
    tags: 'proof',
  }, async () => {
    await using on = await stage(4_000);
    await on.site.switches({ holdAnswer: { times: 5 } });
    await addTwelve(on);
    await on.engine.settled();
    expect(await doneOf(on)).toBe(12);
    const { videos, uploads, counts } = await on.site.state();
    expect(counts.held).toBe(5);
    expect([videos.length, uploads.length]).toEqual([12, 12]);
    // The answers confirm what is known.
    await on.site.release();
    await vi.waitFor(async () => {
      const rows = await on.engine.rows();
      const details = await Promise.all(rows.map(({ id }) => on.engine.details(id)));
      const ends = details.flatMap(({ attempts }) => attempts.map(({ ended, status }) => `${ended} ${status}`));
      expect(ends).toEqual(Array.from({ length: 12 }, () => 'arrived 201'));
    });
    expect(await doneOf(on)).toBe(12);
    expect(await uploadsOf(on)).toBe(12);
  });

  it('and nothing was done: they are not sent beside themselves, and once their requests end they go again', {
    tags: 'proof',
  }, async () => {
    await using on = await stage(1_000);
    await on.site.switches({ holdAnswer: { times: 5, work: false } });
    await addTwelve(on);
    await on.engine.settled(['done', 'processing']);
    await vi.waitFor(async () => expect(await doneOf(on)).toBe(7), { timeout: 60_000 });
    const awaited = (await on.engine.rows()).filter(({ state }) => state.kind === 'processing');
    expect(awaited).toHaveLength(5);
    // Each was looked for meanwhile, twice at least.
    await vi.waitFor(
      async () => {
        for (const { id } of awaited) {
          const { attempts } = await on.engine.details(id);
          expect(attempts[0]?.looks.map(({ found }) => found)).toEqual(expect.arrayContaining(['not-yet', 'not-yet']));
        }
      },
      { timeout: 60_000 },
    );
    expect(await uploadsOf(on)).toBe(12);
    await on.site.release();
    await on.engine.settled();
    const { videos, uploads } = await on.site.state();
    expect([videos.length, uploads.length]).toEqual([12, 17]);
  });
});
