// What hosted machines run is pinned: whoever moves a tag of somebody else's action changes nothing of ours.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const workflows = globSync('.github/workflows/*.yml').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const used = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, what]) => what ?? '');
/** The text of each job, by its name. */
const jobsOf = (text: string): readonly string[] =>
  text
    .split(/^jobs:\n/m)[1]
    ?.split(/^ {2}(?=\w+:$)/m)
    .filter(Boolean) ?? [];

test.each(workflows)('$file: each action by its commit, with the version that a person reads', ({ text }) => {
  expect(used(text).length).toBeGreaterThan(0);
  for (const what of used(text)) expect(what).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test.each(workflows)('$file: nothing may be written to the repository, and each job ends', ({ text }) => {
  expect(text).toMatch(/^permissions:\n {2}contents: read\n(?! )/m);
  expect(text).not.toMatch(/contents: write|packages: write|pull_request_target/);
  expect(jobsOf(text).length).toBeGreaterThan(0);
  for (const job of jobsOf(text)) expect(job).toMatch(/^ {4}timeout-minutes: \d+$/m);
});

test.each(workflows)('$file: what somebody else named is no part of a command', ({ text }) => {
  for (const [command] of text.matchAll(/run: (?:\|\n(?: {10}.*\n)+|.*)/g)) expect(command).not.toContain('${{');
});

test('one action has one version in all of them', () => {
  const versions = new Map<string, Set<string>>();
  for (const what of workflows.flatMap(({ text }) => used(text))) {
    const [name = '', version = ''] = what.split('@');
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  for (const [name, known] of versions) expect([name, known.size]).toEqual([name, 1]);
});
