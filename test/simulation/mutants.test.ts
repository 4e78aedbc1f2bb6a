// Two of the mutants for every run of the tests; all of them: `npm run simulate:mutants`.
import { describe, expect, it } from 'vitest';
import { mutants, tryMutant } from './mutate.ts';

describe('the simulation notices', () => {
  it.each(['act-before-intent', 'blind-resend'])(
    'an engine without a safety: %s',
    { timeout: 600_000 },
    async (name) => {
      const mutant = mutants().find((one) => one.name === name);
      if (!mutant) throw new Error(`There is no mutant ${name}`);
      expect(await tryMutant(mutant, 2_000, 2)).toMatchObject({
        kind: 'caught',
        sentence: 'a clip is twice on the site',
      });
    },
  );
});
