// A part of the tests under Node for Windows: what failed there without being known to, and what passed though it was known to fail, is wrong.
import type { FreshRoot } from '../package/prove/fresh-root.ts';
import { home } from '../package/prove/fresh-root.ts';
import { knownFailures } from './known.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

export interface Judged {
  readonly passed: number;
  readonly leftOut: number;
  readonly known: readonly string[];
  /** One line each. */
  readonly wrong: readonly string[];
}

const place = /^.*?(?=test\/)/;

/** Judges the report of a run; pure. */
export function judge({ testResults }: Report, known: Readonly<Record<string, string>>): Judged {
  const failed: string[] = [];
  const wrong: string[] = [];
  let passed = 0;
  let leftOut = 0;
  for (const { name, status, message, assertionResults } of testResults) {
    const file = name.replaceAll('\\', '/').replace(place, '');
    if (status === 'failed' && assertionResults.every((one) => one.status !== 'failed'))
      wrong.push(`${file} did not run: ${message ?? ''}`.split('\n')[0] ?? '');
    for (const one of assertionResults) {
      const test = `${file} > ${one.fullName.trim()}`;
      if (one.status === 'passed') {
        passed++;
        if (test in known) wrong.push(`${test}: passed, though it is known to fail`);
      } else if (one.status !== 'failed') leftOut++;
      else if (test in known) failed.push(test);
      else wrong.push(`${test}: ${one.failureMessages?.[0]?.split('\n')[0] ?? ''}`);
    }
  }
  if (passed === 0) wrong.push('nothing passed');
  return { passed, leftOut, known: failed, wrong };
}

/** What else Vitest is told: of the tests that have a process each, those of main alone; campaigns and tools are Linux’. */
const further: Readonly<Record<string, readonly string[]>> = { whole: ['test/main'] };

/** Runs the project of Vitest called `project` in the copy at `folder` of the root. Resolves to what was seen, and rejects with what was wrong. */
export async function runSuite(root: FreshRoot, folder: string, project: string): Promise<string> {
  const report = `${home}/${project}.json`;
  const args = [
    'run',
    '--project',
    project,
    '--tags-filter',
    '!proof',
    '--reporter=json',
    '--maxWorkers',
    '3',
    ...(further[project] ?? []),
  ];
  const command = `cd ${folder} && exec wine Z:/mnt/node/node.exe node_modules/vitest/vitest.mjs ${args.join(' ')} \
    --outputFile.json=Z:${report} </dev/null >${home}/${project}.out 2>${home}/${project}.err`;
  await root.asUser('env', 'CI=true', 'WINEDEBUG=-all', 'sh', '-c', command);
  const told = await root.run('cat', report);
  if (told.code !== 0)
    throw new Error(`no report: ${(await root.run('tail', '-n', '20', `${home}/${project}.err`)).text}`);
  const { passed, leftOut, known, wrong } = judge(JSON.parse(told.text) as Report, knownFailures);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return `${passed} passed, ${leftOut} left out, ${known.length} that Wine cannot pass`;
}
