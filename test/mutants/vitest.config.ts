// How Vitest runs under the mutants: only the tests of the room that is mutated, and nothing else.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: JSON.parse(process.env.CLIPFERRY_MUTANTS_TESTS ?? '[]') as string[],
    // Of ten thousands of rows, for each of hundreds of mutants, there would be no end.
    exclude: [
      '**/*-scale.test.ts',
      // On a real mount and by the clock: volume.test.ts beside it takes the same steps by hand.
      '**/adapters/volumes.test.ts',
    ],
    // A mutant at which nothing comes to its end is one that is noticed; the longest test takes five seconds where nothing runs beside it.
    testTimeout: 20_000,
    hookTimeout: 10_000,
    restoreMocks: true,
  },
});
