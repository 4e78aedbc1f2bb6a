// How the mutants are counted: what was noticed, what lived, and what is explained.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { equals } from './equal.ts';
import { rooms } from './rooms.ts';
import { type Equal, type Mutant, type Report, scoresOf } from './score.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const source = 'const a = 1;\n  return a\n    < b;\n';
const mutant = (status: string, line: number, from: number, to: number, replacement: string): Mutant => ({
  status,
  mutatorName: 'x',
  replacement,
  location: { start: { line, column: from }, end: { line, column: to } },
});
const report = (...mutants: Mutant[]): Report => ({ files: { 'main/a.ts': { source, mutants } } });
const one: Equal = { file: 'main/a.ts', line: 'const a = 1;', replaces: ['1', '2'], reason: 'x' };

describe('the score of a file', () => {
  it('counts what was noticed or never ended against what lived or was never run', () => {
    const { files } = scoresOf(
      report(
        mutant('Killed', 1, 1, 2, ''),
        mutant('Timeout', 1, 1, 2, ''),
        mutant('Survived', 1, 11, 12, '0'),
        mutant('NoCoverage', 1, 11, 12, '3'),
        mutant('Ignored', 1, 1, 2, ''),
        mutant('CompileError', 1, 1, 2, ''),
      ),
      [],
    );
    expect(files).toEqual([{ file: 'main/a.ts', noticed: 2, timedOut: 1, survived: 2, equal: 0, percent: 50 }]);
  });

  it('leaves out what is explained, and only that', () => {
    const { files, survivors, stale } = scoresOf(
      report(mutant('Killed', 1, 1, 2, ''), mutant('Survived', 1, 11, 12, '2'), mutant('Survived', 1, 11, 12, '3'), {
        ...mutant('Survived', 2, 10, 0, 'a <=\n b'),
        location: { start: { line: 2, column: 10 }, end: { line: 3, column: 8 } },
      }),
      [one],
    );
    expect(files).toEqual([{ file: 'main/a.ts', noticed: 1, timedOut: 0, survived: 2, equal: 1, percent: 100 / 3 }]);
    expect(survivors.map(({ at, replaces }) => [at, replaces])).toEqual([
      [1, ['1', '3']],
      [2, ['a < b', 'a <= b']],
    ]);
    expect(stale).toEqual([]);
  });

  it('takes what is explained for equal where a test was late, too', () => {
    const { files, stale } = scoresOf(report(mutant('Timeout', 1, 11, 12, '2')), [one]);
    expect(files).toEqual([{ file: 'main/a.ts', noticed: 0, timedOut: 0, survived: 0, equal: 1, percent: 100 }]);
    expect(stale).toEqual([]);
  });

  it('tells what is explained although it is noticed by now; not of files that were not tried', () => {
    const elsewhere = { ...one, file: 'main/b.ts' };
    expect(scoresOf(report(mutant('Killed', 1, 11, 12, '2')), [one, elsewhere]).stale).toEqual([one]);
  });
});

describe('the critical rooms', () => {
  it.each(rooms.map((room) => [room.name, room] as const))('%s: has code, and tests beside it', (_, room) => {
    expect(globSync([...room.code], { cwd: root }).length).toBeGreaterThan(0);
    expect(globSync([...room.tests], { cwd: root }).length).toBeGreaterThan(0);
  });

  it('hold every file of which a mutant is explained', () => {
    const files = rooms.flatMap((room) => globSync([...room.code], { cwd: root }));
    expect(equals.filter(({ file }) => !files.includes(file))).toEqual([]);
  });
});
