// The counts of `npm test` tell the truth: no crash, empty run or silent skip comes out green.
import { describe, expect, test } from 'vitest';
import {
  addUp,
  countStage,
  countTests,
  failureLines,
  lastLine,
  one,
  playwrightTests,
  splitClosing,
  type TestOutcome,
  vitestTests,
} from './counts.mjs';

const passed = (name: string): TestOutcome => ({ name, outcome: 'passed', why: '' });
const skipped = (name: string): TestOutcome => ({ name, outcome: 'skipped', why: '' });
const failed = (name: string, why = ''): TestOutcome => ({ name, outcome: 'failed', why });
const counts = (tests: readonly TestOutcome[] | undefined, code = 0, strict = false, allowedSkips = {}) =>
  countTests({ tests, code, strict, allowedSkips });

test('counts of all suites are summed into the one last line', () => {
  const sum = addUp([one(0, 'types'), one(2, 'lint'), counts([passed('a'), skipped('b')])]);
  expect(lastLine(sum)).toBe('2 passed, 1 failed, 1 skipped');
  expect(failureLines(sum)).toEqual(['failed: lint (code 2)']);
});

test('what failed stands with its reason, in one line each, beside the counts', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          {
            fullName: 'adds',
            status: 'failed',
            failureMessages: ['AssertionError: \u001b[31mone\u001b[39m\n  at a.test.ts'],
          },
        ],
      },
    ],
  };
  const lines = failureLines(counts(vitestTests(report), 1));
  expect(lines).toEqual(['failed: adds: AssertionError: one at a.test.ts']);
  // A stage's failures reach the end of the whole output, from its own.
  const output = `1 passed\nfailed: not of the end\nend\n${lines[0]}\n3 passed, 1 failed, 0 skipped\n`;
  expect(splitClosing(output)).toEqual({
    before: '1 passed\nfailed: not of the end\nend',
    counts: { passed: 3, failed: 1, skipped: 0, failures: ['adds: AssertionError: one at a.test.ts'] },
  });
});

describe('what is a failure although no test failed', () => {
  test('a runner that left no report', () => expect(counts(undefined, 139)).toMatchObject({ passed: 0, failed: 1 }));
  test('a runner that ran nothing', () => expect(counts([])).toMatchObject({ failed: 1, failures: ['no tests ran'] }));
  test('a runner that ended badly after passing tests', () =>
    expect(counts([passed('a')], 1)).toMatchObject({ passed: 1, failed: 1 }));
  test('on CI, a skipped test without a listed reason', () => {
    const reasons = { b: 'needs a Mac' };
    expect(counts([skipped('a'), skipped('b')], 0, true, reasons)).toMatchObject({ failed: 1, skipped: 1 });
    expect(counts([skipped('a'), skipped('b')], 0, false, reasons)).toMatchObject({ failed: 0, skipped: 2 });
  });
});

describe('a stage in a process of its own', () => {
  const closing = (output: string, code = 0) => countStage(splitClosing(output).counts, code);
  const four = { passed: 4, failed: 0, skipped: 1, failures: [] };

  test('counts as its last line says, which is cut off', () => {
    expect(splitClosing('a\n9 passed, 9 failed, 9 skipped\nb\n4 passed, 0 failed, 1 skipped\n')).toEqual({
      before: 'a\n9 passed, 9 failed, 9 skipped\nb',
      counts: four,
    });
    expect(closing('4 passed, 0 failed, 1 skipped')).toMatchObject(four);
    expect(closing('4 passed, 2 failed, 0 skipped', 1)).toMatchObject({ passed: 4, failed: 2 });
  });
  test('is a failure when it broke off, even with code 0 or with an older line of counts', () => {
    expect(closing('4 passed, 0 failed, 1 skipped\nSegmentation fault', 139)).toMatchObject({ passed: 0, failed: 1 });
    expect(closing('', 0)).toMatchObject({ passed: 0, failed: 1 });
  });
  test('is a failure when all passed and it ended badly', () =>
    expect(closing('4 passed, 0 failed, 1 skipped', 1)).toMatchObject({ passed: 4, failed: 1 }));
  test('is none when it was left out', () =>
    expect(closing('0 passed, 0 failed, 0 skipped', 1)).toMatchObject({ passed: 0, failed: 0, failures: [] }));
});

describe('the reports of the runners', () => {
  test('Vitest: a file that does not load is a failure', () => {
    const report = {
      testResults: [
        { name: 'a.test.ts', status: 'passed', assertionResults: [{ fullName: ' adds', status: 'passed' }] },
        { name: 'b.test.ts', status: 'failed', assertionResults: [] },
        { name: 'c.test.ts', status: 'failed', assertionResults: [{ fullName: 'c', status: 'failed' }] },
        { name: 'd.test.ts', status: 'passed', assertionResults: [{ fullName: 'd', status: 'todo' }] },
      ],
    };
    expect(vitestTests(report)).toEqual([passed('adds'), failed('b.test.ts'), failed('c'), skipped('d')]);
  });

  test('Vitest: what a run was told to leave out by a tag counts as nothing, and any other skip as one', () => {
    const test = (fullName: string, status: string, ...tags: string[]) => ({ fullName, status, tags });
    const tests = [test('a', 'passed', 'long'), test('b', 'skipped', 'long'), test('c', 'skipped', 'other')];
    const report = { testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: tests }] };
    expect(vitestTests(report, 'long')).toEqual([passed('a'), skipped('c')]);
    expect(vitestTests(report)).toEqual([passed('a'), skipped('b'), skipped('c')]);
  });

  test('Playwright: nested suites are counted, a flaky test and an error outside of tests are failures', () => {
    const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
    const report = {
      suites: [
        {
          title: 'a.e2e.ts',
          specs: [spec('opens', 'expected')],
          suites: [
            { title: 'drop', specs: [spec('one', 'flaky'), spec('two', 'skipped'), spec('three', 'unexpected')] },
          ],
        },
      ],
      errors: [{ message: 'cannot load b.e2e.ts' }],
    };
    expect(playwrightTests(report)).toEqual([
      passed('a.e2e.ts opens'),
      failed('a.e2e.ts drop one'),
      skipped('a.e2e.ts drop two'),
      failed('a.e2e.ts drop three'),
      failed('error outside of tests', 'cannot load b.e2e.ts'),
    ]);
  });
});
