// A slice of the simulation in the gate, and proof that its oracle can fail, its runs repeat and its shrinking works.
import { describe, expect, it } from 'vitest';
import { campaign } from './campaign.ts';
import { makePlan, type Plan } from './plan.ts';
import { sentences } from './sentences.ts';
import { shrink } from './shrink.ts';
import { unknownOf } from './verdict.ts';
import { run } from './world.ts';

/** The longer one has as many as it takes: each mutant of `npm run simulate:mutants` is caught within them. */
const slices = [
  { from: 1, seeds: 8, tags: [] },
  { from: 9, seeds: 192, tags: ['proof'] },
];

describe('every clip on the site exactly once, with what was typed last', () => {
  for (const { tags, ...slice } of slices)
    it(`holds in ${slice.seeds} seeds of faults, crashes and acts (F-01 to F-36)`, {
      tags,
      timeout: 600_000,
    }, async () => {
      const total = await campaign({ ...slice, workers: 2 });
      expect(total.failures).toEqual([]);
      expect(total.seeds).toBe(slice.seeds);
      expect(total.figures.crashes).toBeGreaterThan(slice.seeds / 4);
      // The helper is part of it: clips go in several pieces, and on in the middle of one that was cut.
      expect(total.figures.inPieces).toBeGreaterThan(0);
      expect(total.figures.wentOn).toBeGreaterThan(0);
      if (slice.seeds < 100) return;
      expect(total.figures.died).toBeGreaterThan(0);
      expect(total.figures.recovered).toBeGreaterThan(0);
      expect(total.figures.inOne).toBeGreaterThan(0);
    });

  it('makes the same run of the same seed', { tags: 'proof' }, async () => {
    for (const seed of [7, 98, 1_202]) {
      const [one, two] = [await run(makePlan(seed), { trace: 'hash' }), await run(makePlan(seed), { trace: 'hash' })];
      expect(one.record.hash()).toBe(two.record.hash());
    }
    const others = [await run(makePlan(8), { trace: 'hash' }), await run(makePlan(9), { trace: 'hash' })];
    expect(others[0]?.record.hash()).not.toBe(others[1]?.record.hash());
  });
});

describe('the oracle', () => {
  /** A world in which nothing goes wrong but what is named. */
  const calmPlan = (more: Partial<Plan>): Plan => ({
    ...makePlan(3),
    clips: makePlan(3).clips.slice(0, 1),
    faults: [],
    acts: [],
    ...more,
  });

  it('has nothing to say where nothing goes wrong', async () => {
    const { record } = await run(calmPlan({}));
    expect(record.violations).toEqual([]);
  });

  it('sees a clip that a site stored twice, once it is no excuse that it came too late', async () => {
    const late = { id: 0, kind: 'late-commit-beyond', lastsMs: 0, clip: 0 } as const;
    const plan = calmPlan({ faults: [{ ...late, when: { on: 'request', channel: 'upload', nth: 0 } }] });
    expect((await run(plan)).record.figures.beyond).toBe(1);
    const { record } = await run(plan, { excuses: false });
    expect(record.violations.map(({ sentence }) => sentence)).toContain(sentences.twice);
  });

  it('ends a seed in which the engine goes round in circles without any time going by', async () => {
    const { record } = await run(calmPlan({}), {
      around: (ports) => {
        const again = (): void => ports.clock.soon(again);
        again();
        return ports;
      },
    });
    expect(record.violations[0]?.sentence).toBe(sentences.spins);
    expect(record.figures.virtualMs).toBe(0);
  });

  it('is shrunk to the one fault that it takes', { tags: 'proof' }, async () => {
    const noise = makePlan(41);
    const late = { id: 99, kind: 'late-commit-beyond', lastsMs: 0, clip: 0 } as const;
    const fault = { ...late, when: { on: 'request', channel: 'upload', nth: 1 } } as const;
    const plan = { ...noise, faults: [...noise.faults, fault] };
    const small = await shrink(plan, sentences.twice, { excuses: false });
    expect(small.faults).toEqual([fault]);
    expect(small.acts).toEqual([]);
    expect(small.clips.length).toBeLessThanOrEqual(2);
    expect(unknownOf((await run(small, { excuses: false })).record.violations)?.sentence).toBe(sentences.twice);
  });
});
