// What is said of a run under Wine: nothing that failed goes by, and what is known to fail has to.
import { describe, expect, it } from 'vitest';
import { judge } from './suite.ts';

const known = { 'test/a.test.ts > links': 'no links' };
const report = (...tests: readonly (readonly [fullName: string, status: string])[]) => ({
  testResults: [
    {
      ...{ name: 'Z:\\home\\creator\\project\\test\\a.test.ts', status: 'passed' },
      assertionResults: tests.map(([fullName, status]) => ({ fullName, status, failureMessages: ['It broke\nat 7'] })),
    },
  ],
});

describe('a run', () => {
  it('is fine where what is known to fail fails, and nothing else', () => {
    expect(judge(report(['one', 'passed'], ['links', 'failed'], ['two', 'skipped']), known)).toEqual({
      ...{ passed: 1, leftOut: 1, known: ['test/a.test.ts > links'], wrong: [] },
    });
  });

  it.each([
    ['what fails without being known to', [['one', 'failed']], 'test/a.test.ts > one: It broke'],
    ['what passes though it is known to fail', [['links', 'passed']], 'passed, though it is known to fail'],
    ['a run in which nothing passed', [['two', 'skipped']], 'nothing passed'],
  ] as const)('is not fine with %s', (_, tests, said) => {
    expect(judge(report(...tests), known).wrong.join('\n')).toContain(said);
  });

  it('is not fine with a file that did not run', () => {
    const file = {
      name: 'Z:/p/test/b.test.ts',
      status: 'failed',
      message: 'Cannot find module\nat',
      assertionResults: [],
    };
    const { testResults } = report(['one', 'passed']);
    expect(judge({ testResults: [...testResults, file] }, {}).wrong).toEqual([
      'test/b.test.ts did not run: Cannot find module',
    ]);
  });
});
