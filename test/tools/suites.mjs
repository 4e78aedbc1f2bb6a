// The suites of `npm test`: each runs its tool and comes back with counts that cannot hide a crash, an empty run or a silent skip.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runInDesktop } from './desktop-session.mjs';
import { runNode } from './processes.mjs';
import { inProject, readJson, resultsDir, say, tools } from './project.mjs';

const none = { passed: 0, failed: 0, skipped: 0 };
const one = (code) => (code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 });

export const addUp = (counts) =>
  counts.reduce(
    (sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
    }),
    none,
  );

/** The line that `npm test` ends with. */
export const lastLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

/**
 * Turns what a runner reported into counts. `tests` is a list of `{ name, outcome }` with outcome passed, failed or skipped;
 * `undefined` means there is no report: the runner crashed. `code` is the runner's exit code.
 * `allowedSkips` maps a test's name to the reason why it may be skipped; `strict` makes every other skip a failure.
 */
export function countTests({ tests, code, allowedSkips, strict }) {
  if (!tests) return { ...none, failed: 1, notes: ['the runner left no report'] };
  const counts = { ...none, notes: [] };
  for (const test of tests) {
    if (test.outcome === 'skipped' && strict && !allowedSkips[test.name]) {
      counts.failed += 1;
      counts.notes.push(`skipped without a listed reason: ${test.name}`);
    } else counts[test.outcome] += 1;
  }
  if (tests.length === 0) {
    counts.failed += 1;
    counts.notes.push('no tests ran');
  }
  // A file that does not load, or an error between tests, shows only in the exit code.
  if (code !== 0 && counts.failed === 0) {
    counts.failed += 1;
    counts.notes.push(`the runner ended with code ${code}`);
  }
  return counts;
}

/** The tests in a Vitest JSON report. */
export function vitestTests(report) {
  const outcomes = { passed: 'passed', failed: 'failed' };
  return report.testResults.flatMap((file) => {
    const tests = file.assertionResults.map((test) => ({
      name: test.fullName.trim(),
      outcome: outcomes[test.status] ?? 'skipped',
    }));
    const didNotLoad = file.status === 'failed' && !tests.some((test) => test.outcome === 'failed');
    return didNotLoad ? [...tests, { name: file.name, outcome: 'failed' }] : tests;
  });
}

/** The tests in a Playwright JSON report. A flaky test is a failed one. */
export function playwrightTests(report) {
  const outcomes = { expected: 'passed', skipped: 'skipped' };
  const inSuite = (suite, prefix) => {
    const here = [...prefix, suite.title];
    const specs = (suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({ name: [...here, spec.title].join(' '), outcome: outcomes[test.status] ?? 'failed' })),
    );
    return [...specs, ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, here))];
  };
  return [
    ...report.suites.flatMap((suite) => inSuite(suite, [])),
    ...report.errors.map((error) => ({ name: error.message ?? 'error outside of tests', outcome: 'failed' })),
  ];
}

const strict = process.env.CI === 'true';
const allowedSkips = () => readJson(inProject('test/tools/allowed-skips.json'));

function countReport(file, testsIn, code) {
  const tests = existsSync(file) ? testsIn(readJson(file)) : undefined;
  const counts = countTests({ tests, code, allowedSkips: allowedSkips(), strict });
  for (const note of counts.notes) say(note);
  return counts;
}

const heading = (title) => process.stdout.write(`\n== ${title}\n`);

/** The type check counts as one. */
export async function typeCheck() {
  heading('types');
  return one(await runNode(tools.tsc, ['--project', '.']));
}

/** The lint counts as one. */
export async function lint() {
  heading('lint');
  return one(await runNode(tools.biome, ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off'])]));
}

/** Unit and contract tests; `args` go to Vitest. */
export async function unitTests(args = []) {
  heading('unit and contract tests');
  mkdirSync(resultsDir, { recursive: true });
  const report = path.join(resultsDir, 'unit.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runNode(tools.vitest, ['run', ...reporters, ...args]);
  return countReport(report, vitestTests, code);
}

/** Builds the app into out/; resolves to whether it worked. */
export async function build() {
  heading('build');
  // An old build must not stand in for one that failed.
  rmSync(inProject('out'), { recursive: true, force: true });
  return (await runNode(tools.electronVite, ['build', '--logLevel', 'warn'])) === 0;
}

/** The real app under Playwright, in a session of its own; `args` go to Playwright. */
export async function endToEnd(runtime, args = []) {
  if (!(await build())) {
    say('the app does not build, so its end-to-end tests cannot run');
    return { ...none, failed: 1 };
  }
  heading('end to end');
  const report = path.join(resultsDir, 'e2e.json');
  rmSync(report, { force: true });
  const command = [
    'node',
    path.relative(inProject(), tools.playwright),
    'test',
    '--config',
    'test/e2e/playwright.config.ts',
    ...args,
  ];
  const code = await runInDesktop(command, { runtime, screen: 'virtual' });
  return countReport(report, playwrightTests, code);
}
