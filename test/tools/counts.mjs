// What the runners reported, as counts that cannot hide a crash, an empty run or a silent skip.
import { stripVTControlCharacters } from 'node:util';

/** Nothing ran. */
export const none = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** The counts of a tool that is one check as a whole. */
export const one = (code, name) =>
  code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1, failures: [`${name} (code ${code})`] };

export const addUp = (counts) =>
  counts.reduce(
    (sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
      failures: [...sum.failures, ...each.failures],
    }),
    none,
  );

/** The line that `npm test` ends with. */
export const lastLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

const failureMark = 'failed: ';

/** What failed, a line each: printed above the last line, where it is still seen when only the end of a long output was kept. */
export const failureLines = ({ failures }) => failures.map((failure) => failureMark + failure);

/** Cuts the closing line off a stage's output. `counts` is undefined where there is none: the stage broke off. */
export function splitClosing(output) {
  const found = /^(\d+) passed, (\d+) failed, (\d+) skipped\s*$/m;
  const lines = output.trimEnd().split('\n');
  const match = found.exec(lines.at(-1) ?? '');
  if (!match) return { before: output, counts: undefined };
  const [passed, failed, skipped] = match.slice(1).map(Number);
  const first = lines.slice(0, -1).findLastIndex((line) => !line.startsWith(failureMark)) + 1;
  const failures = lines.slice(first, -1).map((line) => line.slice(failureMark.length));
  return { before: lines.slice(0, first).join('\n'), counts: { passed, failed, skipped, failures } };
}

/** What a stage with this closing line and exit code counts as. One that ran nothing and failed nothing was left out, and said why. */
export function countStage(counts, code) {
  if (!counts) return { ...none, failed: 1, failures: [`it broke off with code ${code}`] };
  const expected = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
  if (code === expected) return counts;
  const failures = [...counts.failures, `it ended with code ${code}, whatever its counts`];
  return { ...counts, failed: counts.failed + 1, failures };
}

/**
 * Turns what a runner reported into counts. `tests` is a list of `{ name, outcome, why }` with outcome passed, failed or skipped;
 * `undefined` means there is no report: the runner crashed. `code` is the runner's exit code.
 * `allowedSkips` maps a test's name to the reason why it may be skipped; `strict` makes every other skip a failure.
 */
export function countTests({ tests, code, allowedSkips, strict }) {
  const counts = { ...none, failures: [] };
  const fail = (what) => {
    counts.failed += 1;
    counts.failures.push(what);
  };
  if (!tests) {
    fail('the runner left no report');
    return counts;
  }
  for (const test of tests) {
    if (test.outcome === 'skipped' && strict && !allowedSkips[test.name]) {
      fail(`skipped without a listed reason: ${test.name}`);
    } else if (test.outcome === 'failed') fail(test.why ? `${test.name}: ${test.why}` : test.name);
    else counts[test.outcome] += 1;
  }
  if (tests.length === 0) fail('no tests ran');
  // A file that does not load, or an error between tests, shows only in the exit code.
  if (code !== 0 && counts.failed === 0) fail(`the runner ended with code ${code}`);
  return counts;
}

/** The beginning of what a runner says of a failure, in one line. */
function shortly(message = '') {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, 400);
}

/**
 * The tests in a Vitest JSON report. Those with the tag `leftOut` the runner was told to leave out: it reports them as skipped, but nobody
 * skipped them.
 */
export function vitestTests(report, leftOut) {
  const wasMeant = ({ status, tags = [] }) => status !== 'skipped' || !tags.includes(leftOut);
  const outcomes = { passed: 'passed', failed: 'failed' };
  return report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter(wasMeant).map((test) => ({
      name: test.fullName.trim(),
      outcome: outcomes[test.status] ?? 'skipped',
      why: shortly(test.failureMessages?.[0]),
    }));
    const didNotLoad = file.status === 'failed' && !tests.some((test) => test.outcome === 'failed');
    return didNotLoad ? [...tests, { name: file.name, outcome: 'failed', why: shortly(file.message) }] : tests;
  });
}

/** The tests in a Playwright JSON report. A flaky test is a failed one. */
export function playwrightTests(report) {
  const outcomes = { expected: 'passed', skipped: 'skipped' };
  const inSuite = (suite, prefix) => {
    const here = [...prefix, suite.title];
    const specs = (suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({
        name: [...here, spec.title].join(' '),
        outcome: outcomes[test.status] ?? 'failed',
        why: shortly(test.results?.find((result) => result.error)?.error.message),
      })),
    );
    return [...specs, ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, here))];
  };
  return [
    ...report.suites.flatMap((suite) => inSuite(suite, [])),
    ...report.errors.map((error) => ({
      name: 'error outside of tests',
      outcome: 'failed',
      why: shortly(error.message),
    })),
  ];
}
