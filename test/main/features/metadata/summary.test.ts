// What many drafts have in common: told the same whatever order they come in, and nothing that one of them lacks.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSummary } from '../../../../main/features/metadata/summary.ts';
import { type Draft, emptyDraft } from '../../../../main/model.ts';

const draft = fc.record({
  title: fc.constantFrom(null, 'Ropes', 'Knots'),
  status: fc.constantFrom(null, 'draft'),
  terms: fc.constantFrom(null, { video_tag: [1, 2] }, { video_tag: [2, 1] }, { video_tag: [3] }),
});
const jobs = fc.array(
  fc.record({ accountId: fc.constantFrom('a', 'b'), draft, jobs: fc.integer({ min: 1, max: 3 }) }),
  { minLength: 1, maxLength: 6 },
);

/** Compared plainly: as text, sets of terms in order. */
const plain = (value: Partial<Draft>): Record<string, string> => ({
  ...(value.title == null ? {} : { title: value.title }),
  ...(value.status == null ? {} : { status: value.status }),
  ...(value.terms == null ? {} : { 'terms:video_tag': JSON.stringify([...(value.terms.video_tag ?? [])].sort()) }),
});

it('is what all of them have, and mixed is what some have otherwise or not at all', () => {
  fc.assert(
    fc.property(jobs, (given) => {
      const summary = createSummary();
      for (const one of given) summary.add(one.accountId, { ...emptyDraft, ...one.draft }, one.jobs);
      const { count, accountIds, values, mixed } = summary.result();

      const all = given.map((one) => plain(one.draft));
      const fields = new Set(all.flatMap((one) => Object.keys(one)));
      const shared = [...fields].filter((field) => all.every((one) => one[field] === all[0]?.[field]));
      expect(count).toBe(given.reduce((sum, one) => sum + one.jobs, 0));
      expect([...accountIds].sort()).toEqual([...new Set(given.map((one) => one.accountId))].sort());
      expect(Object.keys(values).sort()).toEqual(shared.sort());
      expect([...mixed].sort()).toEqual([...fields].filter((field) => !shared.includes(field)).sort());
      if (shared.includes('title')) expect(values.title).toBe(all[0]?.title);
    }),
    { numRuns: 500, seed: 20261122 },
  );
});
