// The suites of `npm test`: each runs its tool with its output shown and comes back with counts.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { addUp, countTests, none, one, playwrightTests, vitestTests } from './counts.mjs';
import { runInDesktop } from './desktop-session.mjs';
import { filesIn, inMemory } from './memory-folder.mjs';
import { childEnv, runNode } from './processes.mjs';
import { inProject, readJson, resultsDir, say, tools } from './project.mjs';

// What Linux alone has is left out elsewhere by its tests themselves, each with its condition; they are counted as skipped.
const strict = process.env.CI === 'true' && process.platform === 'linux';
/** How `ready.ts` says that there is no real WordPress here and why. */
const leftOut = 3;
const allowedSkips = () => readJson(inProject('test/tools/allowed-skips.json'));

function countReport(file, testsIn, code) {
  const tests = existsSync(file) ? testsIn(readJson(file)) : undefined;
  return countTests({ tests, code, allowedSkips: allowedSkips(), strict });
}

const heading = (title) => process.stdout.write(`\n== ${title}\n`);

/** The tests see every world; each world by itself refuses the globals of the others. Each counts as one. */
export async function typeCheck() {
  heading('types');
  const counts = [];
  // Several threads of the compiler do much of the work twice, and the other lane has the second core.
  for (const world of ['.', 'main', 'preload', 'renderer']) {
    // What is unchanged since the last time, by the content of each file, is not checked anew; a fresh clone knows of no last time.
    const known = inProject(`node_modules/.cache/clipferry-types/${world === '.' ? 'tests' : world}.tsbuildinfo`);
    const options = ['--singleThreaded', '--incremental', '--tsBuildInfoFile', known];
    counts.push(one(await runNode(tools.tsc, ['--project', world, ...options]), `types of ${world}`));
  }
  return addUp(counts);
}

/** The lint counts as one. */
export async function lint() {
  heading('lint');
  return one(await runNode(tools.biome, ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off'])]), 'lint');
}

/** What marks a test that takes long: `npm test` leaves it to the proofs, where `npm run test:whole` runs every test. */
const long = 'proof';

async function vitest(name, args, { env = {}, slice = false } = {}) {
  mkdirSync(resultsDir, { recursive: true });
  const report = path.join(resultsDir, `${name}.json`);
  rmSync(report, { force: true });
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  if (slice) options.push('--tags-filter', `!${long}`);
  const code = await inMemory((folder) =>
    runNode(tools.vitest, ['run', ...options, ...args], { env: childEnv({ ...filesIn(folder), ...env }) }),
  );
  return countReport(report, (found) => vitestTests(found, slice ? long : undefined), code);
}

/**
 * Unit tests, and the contract on the practice site; `args` go to Vitest. Those of packages are left to who makes some; `slice` = without
 * those that take long.
 */
export async function unitTests(args = [], slice = false) {
  heading('unit and contract tests');
  return vitest('unit', args.length > 0 ? args : ['--project', '!package'], { slice });
}

/** What packages stand on, with the tools of this system. Resolves to an exit code. */
export const packageTests = () => runNode(tools.vitest, ['run', '--project', 'package']);

/** The unit tests that start no process; `args` go to Vitest. */
export async function quickTests(args = []) {
  heading('unit tests that start no process');
  return vitest('quick', ['--project', 'quick', ...args]);
}

/** Sees to the packages of a real WordPress while somebody can be asked. What is missing is told again by its tests. */
export const readyWordPress = wordPressReadiness;

/**
 * Whether tests on a real WordPress can run here, after installing its packages where that is allowed; where not, it has been
 * said why. `lacking` = what that counts as.
 */
async function wordPressReadiness() {
  const code = await runNode('test/wordpress/ready.ts', []);
  return { ready: code === 0, lacking: code === leftOut && !strict ? none : one(1, 'no real WordPress') };
}

/**
 * What a web server has a say in: headers, bodies and their sizes, addresses, files. In the other files of the contract the same PHP
 * answers behind either server, so they run behind the one that hosts have; `npm run test:wordpress -- test/contract/` runs all behind both.
 */
const serverMatters = ['approval-page', 'checkup', 'discovery', 'media', 'sign-in', 'tokens', 'upload'];

/**
 * The contract and the helper on a real WordPress behind two web servers, where its packages are or may be installed; `args` go to Vitest. `slice` = behind
 * Apache alone, as most hosts have it.
 */
export async function wordPressTests(args = [], slice = false) {
  heading('the contract on a real WordPress');
  const { ready, lacking } = await wordPressReadiness();
  if (!ready) return lacking;
  const counts = [];
  const other = ['wordpress', [...serverMatters.map((name) => `test/contract/${name}.test.ts`), 'test/helper/']];
  for (const [target, usual] of [['wordpress-apache', ['test/contract/', 'test/helper/']], ...(slice ? [] : [other])]) {
    say(`target: ${target}`);
    const tests = args.length > 0 ? args : usual;
    counts.push(await vitest(target, tests, { env: { CLIPFERRY_TARGET: target }, slice }));
  }
  return addUp(counts);
}

/** Builds the app into out/; resolves to whether it worked. */
export async function build() {
  heading('build');
  // An old build must not stand in for one that failed.
  rmSync(inProject('out'), { recursive: true, force: true });
  return (await runNode(tools.electronVite, ['build', '--logLevel', 'warn'])) === 0;
}

/** What measures time, and so needs the machine to itself. */
const alone = '@alone';

/**
 * The real app under Playwright, in a session of its own, also on a real WordPress where there is one; `args` go to Playwright. `which`
 * = all, `together` = what may run beside other things, `alone` = what may not, on what `together` has built, `slice` = of `together`
 * what does not take long.
 */
export async function endToEnd(runtime, args = [], which = 'all') {
  if (which !== 'alone' && !(await build())) {
    say('the app does not build, so its end-to-end tests cannot run');
    return one(1, 'the build');
  }
  heading('end to end');
  const playwright = async (name, more, desks) => {
    const report = path.join(resultsDir, `${name}.json`);
    rmSync(report, { force: true });
    const entry = path.relative(inProject(), tools.playwright);
    const command = ['node', entry, 'test', '--config', 'test/e2e/playwright.config.ts', ...more];
    process.env.CLIPFERRY_REPORT = `${name}.json`;
    const code = await inMemory((folder) => runInDesktop(command, { runtime, screen: 'virtual', desks, folder }));
    return countReport(report, playwrightTests, code);
  };
  const wordPress = await wordPressReadiness();
  // As root the packages are found or installed before the session of the ordinary user begins.
  if (wordPress.ready) process.env.CLIPFERRY_WORDPRESS = 'ready';
  else delete process.env.CLIPFERRY_WORDPRESS;
  const lacking = wordPress.ready ? none : wordPress.lacking;
  if (args.length > 0) return addUp([await playwright('e2e', args, 1), lacking]);
  const counts = [];
  if (which !== 'alone') {
    const left = which === 'slice' ? `${alone}|@${long}` : alone;
    counts.push(await playwright('e2e', ['--grep-invert', left], Math.min(2, availableParallelism())));
    counts.push(lacking);
  }
  if (which === 'all' || which === 'alone') counts.push(await playwright('e2e-alone', ['--grep', alone], 1));
  return addUp(counts);
}
