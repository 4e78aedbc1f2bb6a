// How Vitest runs: what is quick, what starts processes, what tests may take, and what they share.
import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Whatever a test starts (sites, engines, threads, campaigns) reads the project's TypeScript once and not hundreds of times.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/clipferry-compile', import.meta.url));

/** Rooms whose tests start no process, but for `notQuick`. */
const quick = [
  'test/boundaries.test.ts',
  'test/platform-facts.test.ts',
  'test/main/**/*.test.ts',
  'test/renderer/**/*.test.{ts,tsx}',
  'test/tools/{counts,proof-plan}.test.ts',
  'test/tools/wine/suite.test.ts',
  'test/tools/package/{after-pack,fpm-arguments,notices,plan,size}.test.ts',
  'test/tools/package/prove/{sandbox,table}.test.ts',
];
const notQuick = [
  // They start practice sites or other programs.
  'test/main/adapters/{large-trees,lsof-writers,volumes}.test.ts',
  'test/main/adapters/updates/try-program.test.ts',
  'test/main/shell/trust.test.ts',
  'test/main/site/connect/{app-passwords,discover,open-line,probe-root,prove-sign-in}.test.ts',
  'test/main/site/content/{form,videos}.test.ts',
  // They change what a whole process has: its certificates, or a module that others load as it is.
  'test/main/adapters/{claim-worker,files-answers,hash-worker,machine-programs,proxies,system-writers,volume,volume-worker,writers,writers-steps,writers-turns,writers-worker}.test.ts',
  'test/main/adapters/database/{keeper,keeper-worker,open-store}.test.ts',
  'test/main/shell/{damaged-files,link-entry,login-item,start-arguments-windows,update-system}.test.ts',
  'test/main/site/connect/{certificate,pinned}.test.ts',
  // They take ten seconds of a processor and more.
  'test/main/transfer/clip-body.test.ts',
];
/**
 * Of the others: what loads the engine and sites and leaves nothing behind in its process. A process for all of them reads the engine
 * once, and sets a real WordPress up once.
 */
const engine = ['test/engine/**/*.test.ts', 'test/contract/**/*.test.ts'];
/** The helper for WordPress: only where `npm run test:wordpress` has set a real one up. */
const helper = process.env.CLIPFERRY_TARGET?.startsWith('wordpress') ? ['test/helper/**/*.test.ts'] : [];
/**
 * They make packages of a small app with the tools of the system, which not every system has, and prove what `npm run package` stands on:
 * it runs them first, and `npm test` leaves them out.
 */
const packaging = 'test/tools/package/{app-run,appimage,install-scripts,linux-packages}.test.ts';
/** It changes the certificates of its process. */
const certificates = 'test/engine/proxies.test.ts';
/** They measure time, memory or threads of their process. */
const measuring = 'test/engine/{bandwidth,desktop,long-queue,many-jobs,silent-disk}.test.ts';

/**
 * They take ten seconds and more by the clock. Where nobody remembers how long a file took, as in a fresh clone, the largest file would
 * begin and one of these would be left alone at the end, beside an idle core.
 */
const longest = [
  'test/kill/kill',
  'test/kill/act-kills',
  'test/kill/video-kills',
  'test/engine/bandwidth',
  'test/engine/silent-disk',
  'test/main/adapters/volumes',
  'test/simulation/simulation',
  'test/torture/disks',
  'test/torture/mutants',
  'test/torture/torture',
  'test/updates/update-kills',
  'test/updates/updates',
  'test/engine/desktop',
  'test/simulation/mutants',
  'test/main/transfer/clip-body',
];

for (const file of longest)
  if (!existsSync(new URL(`${file}.test.ts`, import.meta.url))) throw new Error(`There is no ${file}`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      longest.findIndex((file) => moduleId.endsWith(`/${file}.test.ts`));
    const sorted = await super.sort(files);
    const long = sorted.filter((file) => place(file) !== -1).sort((one, other) => place(one) - place(other));
    const first = sorted.findIndex(({ project }) => project.name === 'whole');
    const others = (part: TestSpecification[]): TestSpecification[] => part.filter((file) => place(file) === -1);
    return first === -1 ? sorted : [...others(sorted.slice(0, first)), ...long, ...others(sorted.slice(first))];
  }
}

/** What is left to the systems that have it: on Linux watching folder by folder and /proc, on all but Windows lsof, and paths that begin with "/". */
const ofOthers = [
  ...(process.platform === 'linux' ? [] : ['test/main/adapters/{tree-watcher,writers-steps}.test.ts']),
  ...(process.platform === 'win32'
    ? ['test/main/adapters/{lsof-writers,volume-worker}.test.ts', 'test/main/shell/start-arguments.test.ts']
    : []),
];

const root = fileURLToPath(new URL('.', import.meta.url));
const filesOf = (patterns: readonly string[], exclude: readonly string[]): string[] =>
  globSync(patterns, { cwd: root, exclude }).map((file) => file.replaceAll('\\', '/'));
/** The last project takes what these leave, so that every test is in one of them and none in two. */
export const quickFiles = filesOf(quick, [...notQuick, ...ofOthers]);
const engineFiles = filesOf([...engine, ...helper], [measuring, certificates]);
const packagingFiles = filesOf([packaging], []);

/** Marks that a test may bear. */
export const tags = [{ name: 'proof', description: 'takes long: `npm test` leaves it to `npm run test:whole`' }];

export default defineConfig({
  test: {
    // Most tests of the engine wait more than they reckon: with one worker for each core half of the machine would stand idle.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    tags,
    projects: [
      {
        extends: true,
        test: { name: 'quick', isolate: false, include: quickFiles, setupFiles: ['test/tools/no-process.ts'] },
      },
      { extends: true, test: { name: 'engine', isolate: false, include: engineFiles } },
      { extends: true, test: { name: 'package', include: packagingFiles } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [
            'test/e2e/**',
            'test/bench/**',
            'test/helper/**',
            ...ofOthers,
            ...quickFiles,
            ...engineFiles,
            ...packagingFiles,
          ],
        },
      },
    ],
    // Says that a test hangs, not that a machine is busy: the longest take twenty seconds on a quiet one, and three times that on a slow one.
    testTimeout: 300_000,
    // A condition is waited for as long as a test may take; on a busy machine a second is no time.
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
    restoreMocks: true,
  },
});
