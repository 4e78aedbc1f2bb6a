// What the runners reported, as counts that cannot hide a crash, an empty run or a silent skip.

/** Nothing ran. */
export const none = { passed: 0, failed: 0, skipped: 0 };

/** The counts of a tool that is one check as a whole. */
export const one = (code) => (code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 });

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

/** Cuts the closing line off a stage's output. `counts` is undefined where there is none: the stage broke off. */
export function splitClosing(output) {
  const found = /^(\d+) passed, (\d+) failed, (\d+) skipped\s*$/m;
  const lines = output.trimEnd().split('\n');
  const match = found.exec(lines.at(-1) ?? '');
  if (!match) return { before: output, counts: undefined };
  const [passed, failed, skipped] = match.slice(1).map(Number);
  return { before: lines.slice(0, -1).join('\n'), counts: { passed, failed, skipped } };
}

/** What a stage with this closing line and exit code counts as. One that ran nothing and failed nothing was left out, and said why. */
export function countStage(counts, code) {
  if (!counts) return { ...none, failed: 1, notes: [`it broke off with code ${code}`] };
  const expected = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
  if (code === expected) return { ...counts, notes: [] };
  return { ...counts, failed: counts.failed + 1, notes: [`it ended with code ${code}, whatever its counts`] };
}

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
