// Which rooms are critical, each with the tests that stand beside it: these alone have to notice a mutant.

export interface Room {
  readonly name: string;
  /** Patterns of the files that are mutated, from the root of the project. */
  readonly code: readonly string[];
  /** Patterns of the test files that may notice it. */
  readonly tests: readonly string[];
}

const room = (name: string, ...folders: readonly string[]): Room => ({
  name,
  code: folders.map((folder) => `main/${folder}/**/*.ts`),
  tests: folders.map((folder) => `test/main/${folder}/**/*.test.ts`),
});

/** With one file of the ground, and the test beside it. */
const withFile = (one: Room, name: string): Room => ({
  ...one,
  code: [...one.code, `main/${name}.ts`],
  tests: [...one.tests, `test/main/${name}.test.ts`],
});

/** What decides whether a clip is on its site exactly once. */
export const rooms: readonly Room[] = [
  room('hosts', 'hosts'),
  withFile(room('queue-job', 'queue/job', 'queue/match', 'queue/progress'), 'states'),
  room('queue-store', 'queue/store'),
  room('queue-runner', 'queue/runner'),
  room('transfer', 'transfer'),
  room('ingest', 'ingest'),
  room('site', 'site'),
  room('library', 'library'),
  // What runs in a thread is met at its port by tests beside it: no mutant is switched on in another thread than a test's own.
  {
    name: 'adapters',
    code: ['main/adapters/*.ts', 'main/adapters/database/**/*.ts'],
    tests: ['test/main/adapters/**/*.test.ts'],
  },
  // A slice of its campaign stands beside it: real files, a real server, and programs that are replaced.
  {
    name: 'updates',
    code: ['main/adapters/updates/**/*.ts', 'main/features/updates/**/*.ts'],
    tests: [
      'test/updates/updates.test.ts',
      'test/main/adapters/updates/**/*.test.ts',
      'test/main/features/updates/**/*.test.ts',
    ],
  },
  room('proof', 'features/proof', 'features/uploads'),
];

/** Mutants of a file that have to be noticed, of a hundred. */
export const leastScore = 85;
