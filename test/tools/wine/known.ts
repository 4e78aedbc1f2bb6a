// Tests that Wine cannot pass though Windows could, or that Windows shows otherwise, each with its reason: they run all the same.

const noLinks =
  'Wine 10 makes a symbolic link of which it then says that it is not there; on Windows making one takes a right';

/** By the file and the full name of a test. */
export const knownFailures: Readonly<Record<string, string>> = {
  'test/main/adapters/claim-steps.test.ts > keeps nobody waiting where nothing can be written, or where a link or a file is in its place':
    noLinks,
  'test/main/adapters/claim-steps.test.ts > that is a link is never followed, neither read nor written nor given back':
    noLinks,
  'test/main/adapters/file-stat.test.ts > is a folder, or neither': noLinks,
  'test/main/adapters/file-layer.test.ts > a link to a folder leads there for who names what is behind it, and is told as what it leads to':
    'Wine 10 makes no junctions',
  'test/main/adapters/database/profile-lock.test.ts > is held by another path to the same folder too': noLinks,
  'test/main/queue/store/list-scale.test.ts > knows whether names in files beside clips have to be asked for without a look at the clips':
    'Windows counts processor time in steps of 16 ms: what takes less takes none',
};
