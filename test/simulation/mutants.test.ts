// Some of the mutants for every run of the tests; all of them: `npm run simulate:mutants`.
import { describe, expect, it } from 'vitest';
import { misfitOf, mutants, tryMutant } from './mutate.ts';

it.each(mutants())('the mutant $name fits the engine as it is', async (mutant) => {
  expect(await misfitOf(mutant)).toBeNull();
});

describe('the simulation notices', () => {
  // Each is caught soon after its first seed: one process comes there at once, and goes on if it takes another seed one day.
  describe.each([
    ['blind-resend', 117, 'a clip is twice on the site', []],
    ['act-before-intent', 464, 'a clip is twice on the site', ['proof']],
    [
      'dead-secret',
      107,
      'a dead secret was used more often, after it was refused, than there are lanes and one',
      ['proof'],
    ],
    // Found by a run over a hundred thousand seeds, and by the helper's kills: its first seed of 400,100,000 was this one.
    ['sends-beside', 400_102_695, 'a clip is twice on the site', ['proof']],
    ['own-idea-of-offset', 400_000_109, 'a piece began elsewhere than where the site said that it stands', ['proof']],
  ] as const)('an engine without a safety: %s', (name, from, sentence, [...tags]) => {
    it('by its first seeds', { tags, timeout: 1_200_000 }, async () => {
      const mutant = mutants().find((one) => one.name === name);
      if (!mutant) throw new Error(`There is no mutant ${name}`);
      expect(await tryMutant(mutant, { from, seeds: 2_000, workers: 1 })).toMatchObject({
        kind: 'caught',
        sentence,
      });
    });
  });
});
