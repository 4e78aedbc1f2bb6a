// How Vitest runs under the mutants: only the tests of the room that is mutated, and nothing else.
import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { quickFiles, tags } from '../../vitest.config.ts';

const include = JSON.parse(process.env.CLIPFERRY_MUTANTS_TESTS ?? '[]') as string[];

export default defineConfig({
  test: {
    include,
    // As in the gate: what takes long is no test of each mutant.
    tags: tags.map((tag) => ({ ...tag, skip: true })),
    // What shares a process in the gate reads the engine once for each mutant, and not once for each file of tests.
    isolate: !globSync(include).every((file) => quickFiles.includes(file.replaceAll('\\', '/'))),
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
