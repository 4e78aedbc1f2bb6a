// What code and documents cite is there: failure modes, decisions and files, so that a stranger can follow each of them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const below = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    path.posix.join(folder, name.replaceAll('\\', '/')),
  );
const code = ['main', 'preload', 'renderer', 'test']
  .flatMap(below)
  .filter((file) => /\.(tsx?|mjs|patch)$/.test(file) && !file.includes('/fixtures/') && file !== 'test/cited.test.ts');
const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$/.test(file);

interface Mode {
  readonly id: string;
  readonly what: string;
  readonly tests: readonly string[];
  /** Why there are none. */
  readonly reason: string | null;
}

function modesOf(page: string): readonly Mode[] {
  return [...page.matchAll(/^\| (F-\d\d) \| (.+?) \| (.+?) \|$/gm)].map(([, id = '', what = '', proof = '']) => ({
    id,
    what,
    tests: [...proof.matchAll(/`([^`]+)`/g)].map(([, file = '']) => `test/${file}`),
    reason: proof.startsWith('none: ') ? proof.slice('none: '.length) : null,
  }));
}

/** What is wrong with the list of failure modes; `cited` = the ids that each file of the code names. */
function modeProblems(modes: readonly Mode[], cited: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const ids = new Set(modes.map(({ id }) => id));
  const problems = [...cited].flatMap(([file, names]) =>
    [...names].filter((id) => !ids.has(id)).map((id) => `${file} cites ${id}, which is not listed`),
  );
  if (ids.size !== modes.length) problems.push('an id is listed twice');
  for (const { id, tests, reason } of modes) {
    if (tests.length === 0 && reason === null) problems.push(`${id} has neither a test nor a reason`);
    if (![...cited.values()].some((names) => names.has(id))) problems.push(`nothing cites ${id}`);
    for (const file of tests) if (!cited.get(file)?.has(id)) problems.push(`${file} does not cite ${id}`);
    for (const [file, names] of cited)
      if (isTest(file) && names.has(id) && !tests.includes(file) && reason === null)
        problems.push(`${file} cites ${id} and is not listed with it`);
  }
  return problems;
}

const idsIn = (text: string): ReadonlySet<string> => new Set(text.match(/\bF-\d\d\b/g));

describe('failure modes', () => {
  test('are listed with their tests, each of which cites them', () => {
    const cited = new Map(code.map((file) => [file, idsIn(read(file))]));
    const modes = modesOf(read('test/failure-modes.md'));
    expect(modes.length).toBeGreaterThan(50);
    expect(modeProblems(modes, cited)).toEqual([]);
  });

  test('that are not in order are told', () => {
    const page = '| F-01 | Lost. | `a.test.ts` |\n| F-02 | Late. | `a.test.ts`, `b.test.ts` |\n| F-03 | Half. | none |';
    const cited = new Map([
      ['test/a.test.ts', new Set(['F-01'])],
      ['test/b.test.ts', new Set(['F-01', 'F-02', 'F-09'])],
    ]);
    expect(modeProblems(modesOf(page), cited)).toEqual([
      'test/b.test.ts cites F-09, which is not listed',
      'test/b.test.ts cites F-01 and is not listed with it',
      'test/a.test.ts does not cite F-02',
      'F-03 has neither a test nor a reason',
      'nothing cites F-03',
    ]);
  });
});

test('a decision that is cited is one of the README', () => {
  const decisions = new Set([...read('README.md').matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => number));
  const wrong = code.flatMap((file) =>
    [...read(file).matchAll(/\bdecisions? (\d+)/g)]
      .filter(([, number]) => !decisions.has(number))
      .map(([text]) => `${file}: ${text}`),
  );
  expect(decisions.size).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

/** Files that `text`, which lies in `file`, names in backticks or in comments and that are nowhere. */
function missingFiles(file: string, text: string, files: ReadonlySet<string>): readonly string[] {
  const names = new Set([...files].map((name) => path.posix.basename(name)));
  const prose = file.endsWith('.md')
    ? [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside = '']) => inside)
    : [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g)].map(([comment]) => comment);
  return prose
    .flatMap((part) => [...part.matchAll(/(?<![\w./@*-])((?:[\w.-]+\/)*[\w-]+(?:\.\w+)?\.(?:tsx?|mjs|css))(?![\w/])/g)])
    .map(([, name = '']) => name)
    .filter((name) => {
      const near = path.posix.join(path.posix.dirname(file), name);
      if (files.has(name) || files.has(near)) return false;
      return name.includes('/') ? ![...files].some((one) => one.endsWith(`/${name}`)) : !names.has(name);
    });
}

describe('files', () => {
  const all = new Set(['main', 'preload', 'renderer', 'test', 'assets'].flatMap(below));
  for (const name of readdirSync(root)) if (existsSync(path.join(root, name))) all.add(name);

  test('that are named in comments and in the README exist', () => {
    const wrong = [...code.filter((file) => !/boundaries|regexes\.test/.test(file)), 'README.md'].flatMap((file) =>
      missingFiles(file, read(file), all).map((name) => `${file} names ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test('that are named and gone are told', () => {
    const files = new Set(['main/queue/runner/send.ts', 'README.md']);
    const text =
      '// as in send.ts and queue/runner/send.ts, not in gate.ts\nconst a = "lost.ts"; /* see site/gone.ts */';
    expect(missingFiles('main/a.ts', text, files)).toEqual(['gate.ts', 'site/gone.ts']);
    expect(missingFiles('README.md', 'see `main/queue/runner/send.ts` or `steps.ts`', files)).toEqual(['steps.ts']);
  });
});
